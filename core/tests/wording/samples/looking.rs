//! Looking around: at players, and at games of others.

use turnpost_core::notice::told::views::{Against, Course, FinishedRow, Rated, RunningRow, Told};
use turnpost_core::notice::{News, Notice, SheetBoard};
use turnpost_core::rules::Side;

use super::{DAY, NOW, board, mail};

pub fn all() -> Vec<(&'static str, Notice)> {
    vec![("who", about_nothing(who())), ("finished", about_nothing(finished())), ("games-anyone", games_anyone())]
}

fn about_nothing(what: Told) -> Notice {
    Notice { game: None, board: None, ..mail(News::Told { what: what.into() }, 1) }
}

fn who() -> Told {
    let ratings = [1500, 1662, 1720, 1655, 1601, 1640, 1688, 1702, 1671, 1733, 1768, 1745, 1790];
    let amazons: Vec<(u32, i32)> = (0..).zip(ratings).collect();
    let course = |game: &str, points: Vec<(u32, i32)>| {
        let (games, rating) = points.last().copied().unwrap_or_default();
        Course { game: game.into(), now: Rated { rating, provisional: games < 10, games }, points }
    };
    let courses = vec![course("amazons", amazons), course("dameo", vec![(0, 1500), (1, 1338)])];
    Told::Player {
        name: "Ann".into(),
        running: 2,
        ratings: courses.iter().map(|course| (course.game.clone(), course.now)).collect(),
        away: None,
        courses,
        against: vec![Against { game: "amazons".into(), won: 3, lost: 5, drawn: 1 }],
    }
}

fn finished() -> Told {
    let row = |number, days, winner| FinishedRow {
        number,
        title: "Amazons".into(),
        players: ["Mia".into(), "Ann".into()],
        side: Side::Black,
        turns: 38,
        ended: NOW - days * DAY,
        winner,
        aborted: false,
    };
    let rows = vec![row(37, 1, Some(Side::Black)), row(35, 9, None), row(12, 80, Some(Side::White))];
    Told::Finished { player: Some("Ann".into()), rows, page: 1, all: 3 }
}

fn games_anyone() -> Notice {
    let row = |number: i64| RunningRow {
        number,
        title: "Amazons".into(),
        players: ["Ann".into(), "Mia".into()],
        turn: 5,
        to_move: Some(Side::White),
    };
    let thumbnail = |number: i64| SheetBoard {
        label: format!("{number} Amazons: Ann vs Mia"),
        waiting: false,
        board: turnpost_core::notice::BoardView { side: None, ..board(4) },
    };
    let what = Told::Others { rows: [52, 48].map(row).into(), all: 2 };
    Notice { sheet: [52, 48].map(thumbnail).into(), ..about_nothing(what) }
}
