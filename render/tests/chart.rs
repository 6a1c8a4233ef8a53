//! Pictures of tournaments, in every theme, compared with the files in `tests/charts/`; `UPDATE=1` writes them as they are
//! drawn now, and as pictures into the folder that `LOOK` names.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod drawn;

use turnpost_core::notice::told::events::Cell;
use turnpost_core::text::chart::{Chart, Cross, CrossRow, Ladder, LadderRung, Mark, Way, WayRound, WayRow};
use turnpost_render::theme::Theme;
use turnpost_render::{Renderer, chart_svg};

const NAMES: [&str; 16] = [
    "Ann",
    "Ben",
    "Cyd",
    "Désirée",
    "Eve",
    "Ferdinand-der-Große",
    "House 3 (computer)",
    "Hal",
    "Ida",
    "Jo",
    "Kim",
    "Lou",
    "Max",
    "Ned",
    "Åse",
    "Pia",
];

/// Names, as many as are wanted.
fn called(n: usize) -> String {
    if n < NAMES.len() { NAMES[n].to_owned() } else { format!("{} {}", NAMES[n % NAMES.len()], n + 1) }
}

/// Names in scripts that the font has, and in others.
fn far_away() -> Chart {
    let Chart::Cross(mut cross) = cross(7, 2, 2) else { unreachable!() };
    let names = [
        "Анастасия Кузнецова",
        "七条 大納言",
        "محمد الفارسي",
        "Ελευθέριος",
        "Yuki 雪",
        "Nguyễn Thị Minh Khai",
        "Wolfeschlegelsteinhausenbergerdorff",
    ];
    for (row, name) in cross.rows.iter_mut().zip(names) {
        row.name = name.to_owned();
    }
    Chart::Cross(cross)
}

/// A table in which the upper one mostly wins.
fn cross(players: usize, up: usize, down: usize) -> Chart {
    let mark = |row: usize, other: usize| {
        let (cell, sign) = match (row, other) {
            (one, two) if one == two => (Cell::Same, "×"),
            (one, two) if one.max(two) + 1 == players && players > 5 => (Cell::Void, ""),
            (one, two) if (one + two) % 5 == 4 => (Cell::Open, "·"),
            (one, two) if (one * two) % 7 == 3 => (Cell::Drawn, "½"),
            (one, two) if one < two && (one + two) % 4 == 3 => (Cell::WonByForfeit, "+"),
            (one, two) if (one + two) % 4 == 3 => (Cell::LostByForfeit, "−"),
            (one, two) if one < two => (Cell::Won, "1"),
            _ => (Cell::Lost, "0"),
        };
        Mark { sign, cell }
    };
    // Points are what the row adds up to, so that the picture is a table that could be.
    let halves = |row: usize| -> usize {
        (0..players)
            .map(|other| match mark(row, other).cell {
                Cell::Won | Cell::WonByForfeit => 2,
                Cell::Drawn => 1,
                _ => 0,
            })
            .sum()
    };
    let gone = |row: usize| row + 1 == players && players > 5;
    let mut order: Vec<usize> = (0..players).collect();
    order.sort_by_key(|row| (gone(*row), players * 2 - halves(*row)));
    let rows = order.iter().enumerate().map(|(at, &row)| {
        let tied = |other: &usize| halves(*other) == halves(row) && gone(*other) == gone(row);
        let first = order.iter().position(tied).unwrap_or(at);
        let shared = if order.iter().filter(|other| tied(other)).count() > 1 { "=" } else { "" };
        let (whole, half) = (halves(row) / 2, halves(row) % 2 == 1);
        CrossRow {
            place: format!("{}{shared}", first + 1),
            name: if players > 9 { called(row).replace("House 3 (computer)", "Computer 3") } else { called(row) },
            you: at == 2,
            gone: gone(row),
            cells: order.iter().map(|&other| mark(row, other)).collect(),
            points: match (whole, half) {
                (0, true) => "½".to_owned(),
                (whole, true) => format!("{whole}½"),
                (whole, false) => whole.to_string(),
            },
        }
    });
    Chart::Cross(Cross {
        title: "The Amazons league, season 3".to_owned(),
        remark: "Division 2".to_owned(),
        rows: rows.collect(),
        up,
        down: if down > 0 { (0..players).filter(|row| !gone(*row)).count() - down } else { 0 },
    })
}

/// A name as it stands in a narrow column.
fn shown(n: usize) -> String {
    NAMES[n % 16].replace("House 3 (computer)", "Computer 3")
}

fn way() -> Chart {
    let group = |first: usize, count: usize, on: usize| -> Vec<WayRow> {
        (first..first + count)
            .map(|n| WayRow {
                name: shown(n),
                points: ["4", "3½", "2"][(n - first).min(2)].to_owned(),
                on: n - first < on,
                you: n == 1,
            })
            .collect()
    };
    let groups = (0..4).map(|n| (format!("Group {}", n + 1), group(4 * n, 3, 2))).collect();
    let last =
        WayRound { title: "Final".to_owned(), groups: vec![(String::new(), group(0, 8, 1))], rest: String::new() };
    Chart::Way(Way {
        title: "Amazons cup 5".to_owned(),
        rounds: vec![WayRound { title: "Round 1".to_owned(), groups, rest: String::new() }, last],
    })
}

/// A cup of 64: three rounds.
fn long_way() -> Chart {
    let Chart::Way(Way { title, mut rounds }) = way() else { unreachable!() };
    let row = |n: usize, on: bool| WayRow { name: shown(n), points: "5½".to_owned(), on, you: n == 5 };
    let group = |n: usize| (format!("Group {}", n + 1), (0..3).map(|one| row(3 * n + one, one < 2)).collect());
    rounds.insert(
        0,
        WayRound {
            title: "Round 1".to_owned(),
            groups: (0..6).map(group).collect(),
            rest: "and 2 more groups".to_owned(),
        },
    );
    rounds[1].title = "Round 2".to_owned();
    Chart::Way(Way { title, rounds })
}

fn ladder() -> Chart {
    let rungs = NAMES.iter().take(12).enumerate().map(|(place, name)| LadderRung {
        place: place + 1,
        name: (*name).to_owned(),
        remark: if place % 3 == 0 { "1 game".to_owned() } else { String::new() },
        you: place == 6,
        in_reach: (3..6).contains(&place),
    });
    Chart::Ladder(Ladder {
        title: "The Othello ladder: 7th".to_owned(),
        remark: "places 1 to 12 of 140".to_owned(),
        rungs: rungs.collect(),
    })
}

fn charts() -> Vec<(&'static str, Chart)> {
    vec![
        ("five", cross(5, 2, 0)),
        ("seven", cross(7, 2, 2)),
        ("nine", cross(9, 0, 2)),
        ("twelve", cross(12, 0, 0)),
        ("three", cross(3, 0, 0)),
        ("sixteen", cross(16, 0, 0)),
        ("twenty", cross(20, 0, 0)),
        ("sixty-four", cross(64, 0, 0)),
        ("far-away", far_away()),
        ("way", way()),
        ("long-way", long_way()),
        ("ladder", ladder()),
    ]
}

#[test]
fn charts_are_drawn_as_they_were() {
    for (name, chart) in charts() {
        drawn::as_before("charts", name, &chart_svg(&chart, Theme::Classic), |theme| {
            Renderer::new().chart(&chart, theme).unwrap()
        });
    }
}

#[test]
fn a_chart_is_the_same_every_time_and_each_theme_has_its_own() {
    for (name, chart) in charts() {
        drawn::always_the_same(name, 80_000, |theme| Renderer::new().chart(&chart, theme).unwrap());
    }
}
