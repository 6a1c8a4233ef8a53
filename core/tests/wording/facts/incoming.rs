//! One of each fact about what becomes of a message before any room does what it asks for.

use turnpost_core::clock::ClockRule;
use turnpost_core::notice::told::incoming::{Against, Ask, Asked, LinkElsewhere, Remedy, Rest, Told, Unsent, Why};
use turnpost_core::notice::{News, Notice};

use super::{Room, tagged, variants};
use crate::{samples, style};

const SOURCE: &str = include_str!("../../../src/notice/told/incoming.rs");

pub fn room() -> Room {
    Room {
        source: SOURCE,
        told: told().into_iter().map(Into::into).collect(),
        ask: ask().into_iter().map(Into::into).collect(),
        why: why().into_iter().map(Into::into).collect(),
    }
}

fn ask() -> Vec<Ask> {
    let send = |over, theirs| Ask::Send { unsent: thanks(), over, theirs };
    let meant = Ask::Meant { command: "undo".into(), comment: None };
    let again =
        Ask::WasItYouFor { asked: vec![Asked::New { game: Some("Amazons".into()), against: Against::AFriend }] };
    vec![Ask::WasItYou, again, meant, send(Some(41), false), send(None, true), send(None, false)]
}

fn thanks() -> Unsent {
    Unsent { opponent: "Ann".into(), words: "Thanks, well played.".into() }
}

fn told() -> Vec<Told> {
    let link = |then_done| Some(LinkElsewhere { code: Some("k3v9x2ab".into()), then_done });
    vec![
        Told::FromElsewhere { link: None },
        Told::FromElsewhere { link: link(false) },
        Told::FromElsewhere { link: link(true) },
        Told::Dropped,
        Told::TooLate,
        Told::ShownEnough { a_mail: 8, an_hour: 20, a_day: 40 },
        Told::AskedAgain { an_hour: 20 },
        Told::RefusedEnough,
        Told::WordsEnough,
        Told::MailsWait { an_hour: 100, until: 1_780_318_800 },
        Told::NoCommand,
        Told::NoTurnHere,
        Told::NotSentOn { number: 41, opponent: "Ann".into() },
    ]
}

fn why() -> Vec<Why> {
    let several = |number, turns: &[&str], since_then, remedy, rest| Why::SeveralTurns {
        by_mail: rest == Some(Rest::Undone),
        number,
        turns: turns.iter().map(|&turn| turn.to_owned()).collect(),
        since_then,
        remedy,
        rest,
    };
    vec![
        Why::Suspended,
        Why::NotOnPage,
        Why::TooManyQuestions,
        Why::NoAnswer,
        Why::NoAnswerYet { by: "Ann".into(), terms: super::lobby::terms("white", ClockRule::default()) },
        Why::OnlyWords,
        Why::WordsInGame { opponent: "Ann".into(), theirs: true },
        Why::WordsInGame { opponent: "Ann".into(), theirs: false },
        Why::NoClearAnswer,
        Why::DidYouMean { command: "undo".into() },
        Why::DidYouMean { command: "away".into() },
        Why::HowToMove {
            pattern: "from-to/arrow".into(),
            example: Some("d1-d7/g7".into()),
            unsent: None,
            opponent: Some("Ann".into()),
        },
        Why::HowToMove { pattern: "from-to/arrow".into(), example: None, unsent: Some(thanks()), opponent: None },
        Why::HowToMove { pattern: "from-to".into(), example: None, unsent: None, opponent: None },
        Why::Nearly { turns: vec!["c@g1".into(), "g@g1".into()] },
        Why::NearlyAccepted { turn: "d1-d7/g7".into() },
        several(Some(41), &["d1-d7/g7", "d1-d2/g2"], Some(5), Remedy::SayWhich, Some(Rest::Undone)),
        several(None, &["d3", "d4", "d5"], None, Remedy::SayWhichGame, None),
        several(Some(41), &["d3", "d4"], None, Remedy::Wait { opponent: "Ann".into() }, Some(Rest::OtherGames)),
    ]
}

/// One of each wish that a confirmation can name.
fn wishes() -> Vec<Asked> {
    let new = |game: Option<&str>, against| Asked::New { game: game.map(str::to_owned), against };
    let mut wishes = vec![
        new(None, Against::Anyone),
        new(Some("Amazons"), Against::AFriend),
        new(Some("Desdemona (cassio)"), Against::APlayer),
        new(Some("Amazons"), Against::House),
        new(Some("Amazons"), Against::HouseAt(2)),
        Asked::Words("to play a turn".into()),
    ];
    wishes.extend([Asked::Turn, Asked::Accept, Asked::Decline, Asked::Cancel, Asked::Rematch, Asked::Resign]);
    wishes.extend([Asked::Draw, Asked::Undo, Asked::Claim, Asked::Say, Asked::Plan, Asked::Note, Asked::Name]);
    wishes.extend([Asked::Settings, Asked::Away, Asked::Join, Asked::Link, Asked::Stop, Asked::Start, Asked::Block]);
    wishes.extend([Asked::Export, Asked::Forget, Asked::Event, Asked::Watch, Asked::Information]);
    wishes.push(Asked::TakeAlong { title: "Amazons".to_owned() });
    wishes
}

#[test]
fn every_wish_can_be_asked_about() {
    let named: Vec<String> = wishes().iter().map(|wish| tagged(&serde_json::to_value(wish).unwrap()).0).collect();
    for wish in variants(SOURCE, "Asked").iter().filter(|wish| *wish != "Words") {
        assert!(named.contains(wish), "no sample of {wish}");
    }
    for wish in wishes() {
        let stored = serde_json::to_string(&wish).unwrap();
        assert_eq!(serde_json::from_str::<Asked>(&stored).unwrap(), wish, "{stored}");
        let news = News::Confirm { asked: vec![wish.clone(), wish], name: "Ann".into(), late: true };
        style::check(&Notice { game: None, board: None, ..samples::mail(news, 1) });
    }
}
