//! One of each fact about what was asked for.

use turnpost_core::clock::ClockRule;
use turnpost_core::command::HelpTopic;
use turnpost_core::house::{Advice, Moment, Review};
use turnpost_core::notice::told::playing::Illegal;
use turnpost_core::notice::told::views::{
    Against, Between, ChallengeRow, Course, FinishedRow, GameRow, GameState, Now, OpenRow, Rated, Replay, RunningRow,
    Standing, Told, Turns, Why,
};
use turnpost_core::rules::{Bounds, Count, GameKind, Reason, Side};
use turnpost_core::scene::PieceKind;

use super::Room;
use crate::samples::{DAY, NOW};

pub fn room() -> Room {
    Room {
        source: include_str!("../../../src/notice/told/views.rs"),
        ask: Vec::new(),
        told: [one_game(), lists(), looking(), house(), help()].into_iter().flatten().map(Into::into).collect(),
        why: vec![
            Why::NoHints.into(),
            Why::NoHintsInEvents.into(),
            Why::HouseIsOff.into(),
            Why::ReviewLater { number: 41 }.into(),
            Why::NothingToReview { number: 41 }.into(),
            Why::EnoughReviews { most: 5 }.into(),
            Why::NoSuchTurn { number: 41, turn: 9, now: 3 }.into(),
            Why::NoTurnLeft { number: 41 }.into(),
            Why::NoneBegins { with: "`x`".into() }.into(),
            Why::After {
                played: vec!["d1-d7/g7".into()],
                why: Illegal::Rule { why: "d7 is empty".into(), near: Vec::new() },
            }
            .into(),
            Why::EmptyNote.into(),
            Why::EnoughNotes { most: 50 }.into(),
            Why::NoCommand { word: "`sing`".into() }.into(),
            Why::NoGame { name: "go".into() }.into(),
            Why::WhichGame.into(),
            Why::OwnGame.into(),
            Why::NothingToWatch { number: 41 }.into(),
            Why::WatchesEnough { most: 20 }.into(),
            Why::WatchedEnough { number: 41, most: 50 }.into(),
            Why::NoneFinished { player: None, later: false }.into(),
            Why::NoneFinished { player: Some("Ann".into()), later: false }.into(),
            Why::NoneFinished { player: Some("Ann".into()), later: true }.into(),
            Why::NobodyCalled { name: "Carl".into() }.into(),
        ],
    }
}

fn one_game() -> Vec<Told> {
    let players = ["Ben".to_owned(), "Ann".to_owned()];
    let now = |now| Standing { number: 41, title: "Amazons".into(), players: players.clone(), turn: 3, now };
    let to_move = |deadline| now(Now::ToMove { side: Side::Black, deadline });
    let standings = [
        to_move(Some(NOW + DAY)),
        to_move(None),
        now(Now::Nobody),
        now(Now::Aborted),
        now(Now::Over { winner: Some(Side::White), reason: Reason::NoTurn }),
        now(Now::Over { winner: None, reason: Reason::Agreed }),
    ];
    let count = |min, max| Count { settled: min == max, white: Bounds { min, max }, black: Bounds { min, max } };
    let texts = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
    let history = |standing, animated: Option<bool>| Told::History {
        standing,
        turns: vec![(1, "Ben".into(), "d1-d7/g7".into())],
        replay: animated.map(|animated| Replay { record: "Turnpost record 1\n".into(), animated }),
    };
    let mut told: Vec<Told> = standings.into_iter().map(Told::Standing).collect();
    told.extend([
        Told::Before { number: 41, turn: 1, now: 3, over: false },
        Told::Before { number: 41, turn: 1, now: 67, over: true },
        history(to_move(None), None),
        history(now(Now::Over { winner: Some(Side::White), reason: Reason::Resigned }), Some(true)),
        history(now(Now::Over { winner: Some(Side::White), reason: Reason::Resigned }), Some(false)),
        Told::Moves { count: 1, from: String::new(), turns: Turns::Each(texts(&["d1-d7/g7"])) },
        Told::Moves { count: 400, from: "d1".into(), turns: Turns::Beginnings(vec![("d1-d7".into(), 14)]) },
        Told::Preview { number: 41, after: texts(&["d1-d7/g7", "j7-h7/h3"]) },
        Told::Count(count(1, 1)),
        Told::Count(count(2, 5)),
        Told::Counted { count: count(2, 5), to_move: Side::White, winner: None },
        Told::Counted { count: count(12, 12), to_move: Side::White, winner: Some((Side::White, "3½".into())) },
        Told::Stones { game: "othello".into(), stones: [40, 24] },
        Told::Stones { game: "desdemona".into(), stones: [1, 2] },
        Told::Stones { game: "desdemona".into(), stones: [3, 3] },
        Told::Pieces {
            title: "Dameo".into(),
            pieces: [vec![(PieceKind::Man, 17), (PieceKind::King, 1)], vec![(PieceKind::Man, 18)]],
        },
        Told::Notes { number: 41, notes: Vec::new(), older: 0 },
        Told::Notes { number: 41, notes: vec![(NOW - DAY, "d7 is `weak`".into())], older: 1 },
    ]);
    let both = [false, true];
    told.extend(both.iter().flat_map(|&on| both.map(|changed| Told::Watching { number: 41, on, changed })));
    told
}

fn lists() -> Vec<Told> {
    let row = |state| GameRow { number: 41, title: "Amazons".into(), opponent: "Ann".into(), state };
    let running = |mine, deadline| row(GameState::Running { turn: 3, mine, deadline });
    let games = |running: &[GameRow]| Told::Games {
        running: running.to_vec(),
        finished: [GameState::Aborted, GameState::Won, GameState::Lost, GameState::Drawn].map(row).into(),
        challenges: own(),
    };
    let (mine, theirs) = (running(true, Some(NOW + DAY)), running(false, None));
    let rated = Rated { rating: 1512, provisional: true, games: 1 };
    let open = |rated| OpenRow {
        number: 43,
        title: "Dameo".into(),
        by: "Ann".into(),
        clock: ClockRule::default(),
        rated,
        terms: rated.map(|_| super::lobby::terms("black", ClockRule::default())),
    };
    let open = vec![open(None), open(Some(true)), open(Some(false))];
    vec![
        games(&[]),
        games(std::slice::from_ref(&mine)),
        games(std::slice::from_ref(&theirs)),
        games(&[theirs.clone(), theirs.clone()]),
        games(&[mine.clone(), mine.clone()]),
        games(&[mine, theirs]),
        Told::Challenges { own: Vec::new(), open: Vec::new() },
        Told::Challenges { own: Vec::new(), open: open.clone() },
        Told::Challenges { own: own(), open },
        Told::Ratings(vec![("dameo".into(), Vec::new()), ("amazons".into(), vec![("Ann".into(), rated)])]),
    ]
}

fn looking() -> Vec<Told> {
    let players = ["Ben".to_owned(), "Ann".to_owned()];
    let finished = |winner, aborted| FinishedRow {
        number: 41,
        title: "Amazons".into(),
        players: players.clone(),
        side: Side::Black,
        turns: if aborted { 1 } else { 38 },
        ended: NOW - DAY,
        winner,
        aborted,
    };
    let rows = || {
        let ends = [(Some(Side::Black), false), (Some(Side::White), false), (None, false), (None, true)];
        ends.map(|(winner, aborted)| finished(winner, aborted)).to_vec()
    };
    let list = |player: Option<&str>, rows: Vec<FinishedRow>, page, all| Told::Finished {
        player: player.map(str::to_owned),
        rows,
        page,
        all,
    };
    let running =
        |to_move| RunningRow { number: 41, title: "Amazons".into(), players: players.clone(), turn: 3, to_move };
    let course = |game: &str, points: &[(u32, i32)]| {
        let (games, rating) = points.last().copied().unwrap_or_default();
        Course { game: game.into(), now: Rated { rating, provisional: games < 10, games }, points: points.to_vec() }
    };
    let courses =
        vec![course("amazons", &[(40, 1610), (41, 1590), (42, 1601)]), course("dameo", &[(0, 1500), (1, 1512)])];
    let against = |game: &str, won, lost, drawn| Against { game: game.into(), won, lost, drawn };
    vec![
        list(None, rows(), 1, 4),
        list(None, vec![finished(Some(Side::Black), false)], 1, 1),
        list(Some("Ann"), vec![finished(Some(Side::White), false); 2], 1, 57),
        list(Some("Ann"), vec![finished(None, false)], 3, 57),
        Told::Others { rows: Vec::new(), all: 0 },
        Told::Others { rows: vec![running(Some(Side::White))], all: 1 },
        Told::Others { rows: vec![running(Some(Side::Black)), running(None)], all: 2 },
        Told::Others { rows: vec![running(Some(Side::Black))], all: 30 },
        Told::Player {
            name: "Ann".into(),
            running: 1,
            ratings: Vec::new(),
            away: None,
            courses: Vec::new(),
            against: Vec::new(),
        },
        Told::Player {
            name: "Ann".into(),
            running: 2,
            ratings: courses.iter().map(|course| (course.game.clone(), course.now)).collect(),
            away: Some(NOW + DAY),
            courses,
            against: vec![against("amazons", 3, 1, 0), against("dameo", 0, 0, 2)],
        },
    ]
}

pub fn own() -> Vec<ChallengeRow> {
    let row = |between| ChallengeRow {
        number: 42,
        title: "Diamond Chess (quick)".into(),
        between,
        terms: Some(super::lobby::terms("white", ClockRule::default())),
    };
    [Between::By("Ann".into()), Between::To("Ann".into()), Between::ToAnyone, Between::ToFriend].map(row).into()
}

fn help() -> Vec<Told> {
    let about = turnpost_core::command::table::all().map(|entry| Told::About { command: entry.word.into() });
    let rules = GameKind::ALL.iter().map(|game| Told::Rules { game: game.name().into() });
    let topics = HelpTopic::all().map(|topic| Told::Topic { topic });
    about.chain(rules).chain(topics).chain([Told::Help]).collect()
}

/// What the house thinks of a game.
fn house() -> Vec<Told> {
    let number = 41;
    let players = ["Ann".to_owned(), "House 3 (computer)".to_owned()];
    let advice = |turn: &str, chance, line: &[&str]| Advice {
        turn: turn.into(),
        chance,
        line: line.iter().map(|turn| (*turn).to_owned()).collect(),
    };
    let moment = |turn: u32, side| Moment {
        turn,
        after: turn - 1,
        side,
        position: String::new(),
        played: "d1-d2/d3".into(),
        left: 31,
        better: advice("d1-d7/g7", 64, &["a7-b7/b8"]),
    };
    let review = |moments: Vec<Moment>| Told::Review {
        number,
        players: players.clone(),
        winner: Some(Side::Black).filter(|_| !moments.is_empty()),
        review: Review { chances: vec![50, 64, 31, 30], moments },
    };
    vec![
        Told::Hint { number, advice: advice("d1-d7/g7", 64, &["a7-b7/b8", "d7-d6/d7"]) },
        Told::Hint { number, advice: advice("d1-d7/g7", 99, &[]) },
        Told::Hint { number, advice: advice("d1-d7/g7", 1, &[]) },
        Told::Reviewing { number },
        review(vec![moment(2, Side::White), moment(3, Side::Black), moment(4, Side::White)]),
        review(vec![moment(2, Side::White), moment(3, Side::Black)]),
        review(vec![moment(2, Side::White)]),
        review(Vec::new()),
    ]
}
