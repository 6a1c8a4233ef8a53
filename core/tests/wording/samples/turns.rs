//! Turns, and what goes with them.

use turnpost_core::notice::told::events::{Heading, Stands};
use turnpost_core::notice::{Beside, BoardView, DigestRow, GameHeading, News, Notice, Preface, Remark, TurnNews};
use turnpost_core::rules::Count;
use turnpost_core::store::EventKind;

use super::{DAY, NOW, board, exactly, heading, in_position, mail, played, to, turn, watched};

pub fn all() -> Vec<(&'static str, Notice)> {
    vec![
        (
            "your-turn-to-pass",
            in_position(
                "othello",
                "8/8/8/8/8/8/8/BW1W4 w 20",
                false,
                News::YourTurn(TurnNews {
                    played: vec![played("Ann", false, "pass", "mail")],
                    ..turn("Ben", "white", &[])
                }),
            ),
        ),
        (
            "receipt-first",
            mail(
                News::Receipt(TurnNews {
                    played: vec![played("Ben", true, "d1-d7/g7", "mail")],
                    remarks: vec![Remark::YouAre { name: "Ben".into() }, Remark::UndoUntil { plays: "Ann".into() }],
                    ..turn("Ann", "black", &[])
                }),
                1,
            ),
        ),
        (
            "your-turn-accepted",
            to(
                "black",
                "Ann",
                mail(
                    News::YourTurn(TurnNews {
                        played: vec![played("Ben", false, "d1-d7/g7", "mail")],
                        preface: vec![Preface::Accepted { by: "Ben".into() }],
                        ..turn("Ann", "black", &[("Ben", "Hello Ann")])
                    }),
                    1,
                ),
            ),
        ),
        ("your-turn", ben_to_move()),
        (
            "your-turn-beside-the-turns",
            mail(
                News::YourTurn(TurnNews {
                    preface: vec![Preface::Beside(Beside::DrawDeclined)],
                    ..turn("Ben", "white", &[])
                }),
                2,
            ),
        ),
        (
            "receipt-beside-the-turns",
            mail(
                News::Receipt(TurnNews {
                    preface: vec![Preface::Beside(Beside::DrawDeclined)],
                    ..turn("Ann", "black", &[])
                }),
                1,
            ),
        ),
        (
            "your-turn-after-a-plan",
            mail(
                News::YourTurn(TurnNews {
                    played: vec![
                        played("Ann", false, "j7-h7/h3", "discord"),
                        played("Ben", true, "d7-d5/b3", "plan"),
                        played("Ann", false, "h7-h4/f6", "mail"),
                    ],
                    remarks: vec![Remark::DrawOffered { by: "Ann".into() }],
                    deadline: None,
                    forfeit: None,
                    ..turn("Ben", "white", &[])
                }),
                4,
            ),
        ),
        (
            "your-turn-settled",
            mail(
                News::YourTurn(TurnNews {
                    played: vec![played("Ann", false, "h7-h4/f6", "mail")],
                    remarks: vec![Remark::Settled {
                        count: Count { settled: true, white: exactly(1), black: exactly(12) },
                        decided: true,
                    }],
                    ..turn("Ben", "white", &[])
                }),
                4,
            ),
        ),
        ("receipt-of-many", mail(News::Receipt(many()), 4)),
        (
            "reminder",
            mail(
                News::Reminder {
                    last: Some(("Ann".into(), "j7-h7/h3".into())),
                    deadline: NOW + 6 * 3600,
                    also: vec![(37, NOW + 7 * 3600)],
                },
                2,
            ),
        ),
        (
            "watched",
            watched(mail(
                News::Watched(TurnNews {
                    played: vec![played("Ann", false, "j7-h7/h3", "discord")],
                    ..turn("Ben", "white", &[])
                }),
                2,
            )),
        ),
        ("digest", Notice { game: None, board: None, ..mail(digest(), 2) }),
    ]
}

/// Plans on both sides answered each other.
fn many() -> TurnNews {
    let turns = ["d1-d7/g7", "j7-h7/h3", "d7-d5/b3", "h7-h4/f6", "g1-g4/e4"];
    let all = turns.iter().enumerate().map(|(i, turn)| {
        let own = i % 2 == 0;
        let by = if i == 0 { "mail" } else { "plan" };
        played(if own { "Ben" } else { "Ann" }, own, turn, by)
    });
    TurnNews { played: all.collect(), ..turn("Ann", "black", &[]) }
}

pub fn ben_to_move() -> Notice {
    let news = TurnNews {
        played: vec![played("Ann", false, "j7-h7/h3", "mail")],
        ..turn("Ben", "white", &[("Ann", "Good luck.")])
    };
    mail(News::YourTurn(news), 2)
}

fn digest() -> News {
    let row = |number: i64, game: &str, opponent: &str, turn: u32, last: &str, deadline: i64| DigestRow {
        game: GameHeading { number, title: game.into(), turn, ..heading(Some("Ben"), Some(opponent), 1) },
        opponent: opponent.into(),
        last: Some((opponent.into(), last.into())),
        comments: Vec::new(),
        deadline: Some(deadline),
        board: BoardView { game: game.to_lowercase(), ..board(2) },
        token: Some("secret".into()),
        page: None,
    };
    let event = Heading { number: 12, kind: EventKind::League, official: true, title: "Amazons".into(), edition: 3 };
    News::Digest {
        rows: vec![
            row(37, "Dameo", "Mia", 9, "f6-f5", NOW + 4 * DAY),
            DigestRow {
                comments: vec![("Ann".into(), "Good luck.".into())],
                ..row(41, "Amazons", "Ann", 3, "j7-h7/h3", NOW + 10 * DAY)
            },
        ],
        events: vec![Stands { event, place: 3, of: 7, points: 8, finished: 5 }],
    }
}
