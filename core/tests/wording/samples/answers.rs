//! Answers to what was not done, or not yet.

use turnpost_core::notice::told::playing;
use turnpost_core::notice::told::playing::NotNow;
use turnpost_core::notice::{Ask, News, Notice, Undone, Why};

use super::{DAY, NOW, mail, with_about};

pub fn all() -> Vec<(&'static str, Notice)> {
    let words = |lines: &[&str]| lines.iter().map(|line| (*line).to_owned()).collect::<Vec<_>>();
    vec![
        (
            "refused-unfinished",
            with_about(
                "d7-d5",
                mail(
                    News::Refused {
                        undone: Undone::Played,
                        why: playing::Why::Illegal(playing::Illegal::Unfinished {
                            path: "d7-d5".into(),
                            some: vec!["d7-d5/a2".into(), "d7-d5/a5".into()],
                            all: 25,
                            missing: Some("the arrow is missing".into()),
                        })
                        .into(),
                        last: None,
                        deadline: Some(NOW + 10 * DAY),
                    },
                    2,
                ),
            ),
        ),
        (
            "refused",
            with_about(
                "d7",
                mail(
                    News::Refused {
                        undone: Undone::Played,
                        why: Why::Words(words(&[
                            "d7 cannot reach h7, the arrow on g7 is in the way",
                            "On that line: e7, f7.",
                        ])),
                        last: None,
                        deadline: Some(NOW + 10 * DAY),
                    },
                    2,
                ),
            ),
        ),
        (
            "stale",
            mail(
                News::Stale {
                    answered: 3,
                    taken_back: Vec::new(),
                    since: vec![("Ben".into(), "d7-d5/b3".into()), ("Ann".into(), "h7-h4/f6".into())],
                    still_legal: Some("g1-g4/e4".into()),
                    why_not: None,
                    question: Some(7),
                    deadline: Some(NOW + 10 * DAY),
                },
                4,
            ),
        ),
        (
            "stale-taken-back",
            mail(
                News::Stale {
                    answered: 3,
                    taken_back: vec![("Ann".into(), "j7-h7/h3".into())],
                    since: Vec::new(),
                    still_legal: None,
                    why_not: Some(NotNow::TheirTurn { opponent: "Ann".into() }),
                    question: None,
                    deadline: None,
                },
                1,
            ),
        ),
        (
            "question",
            mail(
                News::Question {
                    ask: Ask::Words(words(&[
                        "Resign game 41 against Ann? Reply `yes` to give it up.",
                        "`no`, or any move, and the game goes on.",
                    ])),
                    id: 9,
                },
                2,
            ),
        ),
    ]
}
