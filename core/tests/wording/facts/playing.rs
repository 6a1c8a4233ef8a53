//! One of each fact about playing.

use turnpost_core::notice::told::playing::{Ask, Illegal, Told, Why};
use turnpost_core::rules::{Bounds, Count, Reason};

use super::Room;

pub fn room() -> Room {
    Room {
        source: include_str!("../../../src/notice/told/playing.rs"),
        told: told().into_iter().map(Into::into).collect(),
        ask: asked().into_iter().map(Into::into).collect(),
        why: why().into_iter().map(Into::into).collect(),
    }
}

fn told() -> Vec<Told> {
    let line = vec![None, Some("d1-d7/g7".into())];
    vec![
        Told::AlreadyPlayed { turn: "d1-d7/g7".into(), number: 3 },
        Told::Said { who: "Ann".into(), words: "Good luck.".into() },
        Told::Plans { game: 41, lines: Vec::new() },
        Told::Plans { game: 41, lines: vec![line] },
        Told::NothingDone,
        Told::ResignAsked,
    ]
}

fn asked() -> Vec<Ask> {
    let (number, by, comment) = (41, "Ann".to_owned(), Some("Shall we?".to_owned()));
    let undo = |to_move, comment| {
        let (by, text) = ("Ann".into(), "d1-d7/g7".into());
        let with = if to_move { Vec::new() } else { vec![(4, "d10-d5/f5".into())] };
        Ask::Undo { number, by, turn: 3, text, with, to_move, comment }
    };
    let play = |comment, offers_draw| {
        let (turn, pattern) = ("e8-h5/f7".into(), "from-to/arrow".into());
        Ask::Play { number, turn, pattern, comment, offers_draw }
    };
    vec![
        Ask::Resign { number, opponent: "Ann".into(), comment: None },
        Ask::Resign { number, opponent: "Ann".into(), comment: Some("Well played.".into()) },
        play(None, false),
        play(Some("Shall we?".to_owned()), true),
        Ask::Draw { number, by: by.clone(), comment: None },
        Ask::Draw { number, by, comment: comment.clone() },
        undo(true, comment),
        undo(false, None),
    ]
}

fn which() -> Vec<(i64, String, String)> {
    vec![(37, "Dameo".into(), "Mia".into()), (41, "Amazons".into(), "Ann".into())]
}

fn why() -> Vec<Why> {
    let (number, turn) = (41, 5);
    let opponent = || "Ann".to_owned();
    let rule = |near: &[&str]| Illegal::Rule {
        why: "d7 cannot reach h7, the arrow on g7 is in the way".into(),
        near: near.iter().map(|&turn| turn.to_owned()).collect(),
    };
    let count = Count { settled: true, white: Bounds { min: 1, max: 1 }, black: Bounds { min: 2, max: 3 } };
    vec![
        Why::NoGame(number),
        Why::StillAChallenge(number),
        Why::NoRunningGame,
        Why::WhichGame(vec![37, 41]),
        Why::WhichOf { games: which(), turn: Some("d3".into()) },
        Why::WhichOf { games: which(), turn: None },
        Why::BetweenOthers(number),
        Why::Over { number, reason: Reason::Resigned },
        Why::Adjourned(number),
        Why::Guarded { guard: 3, number, turn },
        Why::OlderBoard { number, turn },
        Why::TheirTurn { opponent: opponent(), undo: None },
        Why::TheirTurn { opponent: opponent(), undo: Some("d1-d7/g7".into()) },
        Why::OwnTurn,
        Why::SpurTooEarly { seconds: 3600 },
        Why::CannotPass,
        Why::Illegal(rule(&[])),
        Why::Illegal(rule(&["d7-e7/e5", "d7-f7/f5"])),
        Why::Illegal(Illegal::Unfinished {
            path: "d1-d7".into(),
            some: vec!["d1-d7/a4".into(), "d1-d7/a7".into()],
            all: 25,
            missing: Some("the arrow is missing".into()),
        }),
        Why::Illegal(Illegal::Unfinished {
            path: "d4".into(),
            some: vec!["d4-d5".into(), "d4-e5".into()],
            all: 2,
            missing: None,
        }),
        Why::Illegal(Illegal::Ambiguous(vec!["d7-e7/e5".into(), "d7-f7/f5".into()])),
        Why::NoQuestion { yes: true },
        Why::NotAskedHere { yes: true },
        Why::SeveralQuestions { yes: false },
        Why::QuestionOver,
        Why::TooLong { has: 620, most: 500 },
        Why::AnswerTheMail,
        Why::GoneOn(number),
        Why::NoOfferBy { opponent: opponent() },
        Why::NoOffer,
        Why::OneOffer,
        Why::NothingToTakeBack,
        Why::AskedAlready,
        Why::NoClaims { game: "Desdemona".into() },
        Why::NothingToClaim,
        Why::Unsettled { why: "amazons of both colours share a region, White's d1 and Black's d10.".into() },
        Why::Undecided(count),
        Why::PlayFirst,
        Why::EnoughPlans { lines: 50, turns: 60 },
        Why::NoPlan { place: 2, number },
        Why::NoPlanForm,
        Why::AnyIsTheirs,
        Why::NotByTurns { turn: "d1-d7/g7".into() },
        Why::PlanIllegal { turn: "d7-h7/h5".into(), why: rule(&[]) },
        Why::PlanUnread { turn: "hello".into(), why: "a turn is written from-to/arrow, like d1-d7/g7".into() },
        Why::NothingToSay,
        Why::HouseReadsNothing,
        Why::Unreachable { opponent: opponent() },
        Why::EnoughWaits { most: 10 },
        Why::OnceAnHour,
    ]
}
