//! The ends of games.

use turnpost_core::notice::{News, Notice, ResultNews, Tally};
use turnpost_core::rules::{Bounds, Reason, Side};

use super::{ended_by, exactly, in_position, mail, over, played};

pub fn all() -> Vec<(&'static str, Notice)> {
    vec![
        ("result", over(mail(News::Result(resigned()), 2))),
        (
            "result-aborted",
            over(mail(
                News::Result(ResultNews {
                    winner: None,
                    you_won: None,
                    aborted: true,
                    reason: ended_by(Reason::Timeout, Some(Side::Black), 1),
                    ..resigned()
                }),
                1,
            )),
        ),
        (
            "result-lost-by-a-turn",
            over(mail(
                News::Result(ResultNews {
                    winner: Some("black".into()),
                    you_won: Some(false),
                    reason: ended_by(Reason::NoTurn, None, 93),
                    margin: Some("3½".into()),
                    tally: Some(Tally::TurnsLeft([exactly(0), exactly(3)])),
                    played: vec![played("Ann", false, "h7-h4/f6", "mail")],
                    comments: vec![("Ann".into(), "Thank you.".into())],
                    rating: Some("1500? → 1338? (-162)".into()),
                    ratings: Vec::new(),
                    ..resigned()
                }),
                4,
            )),
        ),
        (
            "result-by-a-claim",
            over(mail(
                News::Result(ResultNews {
                    reason: ended_by(Reason::Counted, None, 51),
                    margin: Some("3½".into()),
                    tally: Some(Tally::TurnsLeft([Bounds { min: 11, max: 12 }, exactly(8)])),
                    ..resigned()
                }),
                4,
            )),
        ),
        (
            "result-by-stones",
            over(mail(
                News::Result(ResultNews {
                    winner: Some("black".into()),
                    you_won: Some(false),
                    reason: ended_by(Reason::Stones, None, 61),
                    margin: Some("12".into()),
                    tally: Some(Tally::Stones([22, 34])),
                    ..resigned()
                }),
                4,
            )),
        ),
        ("result-full-board", in_position("othello", FULL, true, by_discs([40, 24], 60))),
        ("result-nobody-can", in_position("othello", STUCK, true, by_discs([2, 1], 20))),
        ("result-no-men-left", in_position("dameo", NO_MEN, true, News::Result(no_turn()))),
        (
            "result-town-captured",
            over(mail(News::Result(ResultNews { reason: ended_by(Reason::TownCaptured, None, 74), ..resigned() }), 4)),
        ),
    ]
}

const FULL: &str = "WWWWWWWW/WWWWWWWW/WWWWWWWW/WWWWWWWW/WWWWWWWW/BBBBBBBB/BBBBBBBB/BBBBBBBB b 61";
const STUCK: &str = "8/8/8/8/8/8/8/WW1B4 b 21";
const NO_MEN: &str = "8/8/8/3w4/8/8/8/8 b 38";

fn by_discs(discs: [u32; 2], turn: u32) -> News {
    News::Result(ResultNews {
        reason: ended_by(Reason::Stones, None, turn),
        margin: Some("16".into()),
        tally: Some(Tally::Stones(discs)),
        ..resigned()
    })
}

fn no_turn() -> ResultNews {
    ResultNews { reason: ended_by(Reason::NoTurn, None, 37), ..resigned() }
}

fn resigned() -> ResultNews {
    ResultNews {
        winner: Some("white".into()),
        you_won: Some(true),
        aborted: false,
        reason: ended_by(Reason::Resigned, Some(Side::Black), 38),
        margin: None,
        tally: None,
        played: Vec::new(),
        comments: Vec::new(),
        rating: None,
        ratings: Vec::new(),
        record: "Turnpost record 1\n".into(),
        stands: None,
    }
}
