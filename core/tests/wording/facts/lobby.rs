//! One of each fact about challenges and invitations.

use turnpost_core::address::NoMailbox;
use turnpost_core::clock::ClockRule;
use turnpost_core::notice::Terms;
use turnpost_core::notice::told::lobby::{Bound, Closed, Recipient, Told, Why};
use turnpost_core::rules::{Setup, Side};

use super::Room;

pub fn room() -> Room {
    Room {
        source: include_str!("../../../src/notice/told/lobby.rs"),
        told: told().into_iter().map(Into::into).collect(),
        ask: Vec::new(),
        why: why().into_iter().map(Into::into).collect(),
    }
}

/// A game of Diamond Chess with everything, as the player of that colour is told.
pub fn terms(you_play: &str, clock: ClockRule) -> Terms {
    let handicap = if you_play.is_empty() { "3" } else { "white:3" };
    let options = [("customs", "1d12h"), ("handicap", handicap), ("pounce", "adjacent")];
    Terms {
        game: "diamond".into(),
        title: "Diamond Chess (quick)".into(),
        you_play: Side::named(you_play),
        clock,
        rated: Some(false),
        options: options.map(|(name, value)| (name.to_owned(), value.to_owned())).into(),
    }
}

fn over(how: Closed, by: Option<String>) -> Told {
    Told::Over { number: 41, title: "Dameo".into(), challenger: "Ann".into(), how, by }
}

fn told() -> Vec<Told> {
    let number = 41;
    let live = ClockRule::bank(300, 60);
    let ann = |reached| Recipient::Player { name: "Ann".into(), reached };
    vec![
        Told::Open { number, days: 1, terms: None, house: false },
        Told::Open { number, days: 14, terms: Some(terms("white", ClockRule::default())), house: true },
        Told::Sent { number, to: ann(true), without_words: false, terms: Some(terms("black", live)) },
        Told::Sent { number, to: ann(false), without_words: false, terms: None },
        Told::Sent {
            number,
            to: Recipient::Address,
            without_words: true,
            terms: Some(terms("", ClockRule::default())),
        },
        over(Closed::Accepted, None),
        over(Closed::Declined, Some("Ben".into())),
        over(Closed::Declined, None),
        over(Closed::Withdrawn, None),
        over(Closed::Expired, None),
        Told::NotInvited(Bound::OfOne { most: 5 }),
        Told::NotInvited(Bound::OfDomain),
        Told::NotInvited(Bound::OfAll),
        Told::Declined { number, terms: Some(terms("white", ClockRule::None)) },
        Told::WasDeclined { number, terms: Some(terms("", ClockRule::None)), by: None, words: None },
        Told::WasDeclined { number, terms: None, by: None, words: Some("No thanks, `too` busy".into()) },
        Told::WasDeclined {
            number,
            terms: Some(terms("", ClockRule::None)),
            by: Some("Ann".into()),
            words: Some("Sorry".into()),
        },
        Told::Withdrawn { number, by: None, terms: None },
        Told::Withdrawn { number, by: Some("Ann".into()), terms: Some(terms("white", ClockRule::default())) },
    ]
}

fn why() -> Vec<Why> {
    let number = 41;
    let mut why = vec![
        Why::Setup(Setup::new("go", None, &[]).unwrap_err()),
        Why::TooManyOpen { most: 20 },
        Why::TooManyToday { most: 40 },
        Why::TooManyOpenTo { most: 3 },
        Why::TooManyTo { most: 5 },
        Why::ChallengedTooOften,
        Why::Yourself,
        Why::NoHouse,
        Why::HouseIsUnrated,
        Why::EnoughGames { most: 12 },
        Why::HouseGames { most: 12 },
        Why::HouseToday { most: 40 },
        Why::NoneForHouse,
        Why::HouseWhich { numbers: vec![41, 43] },
        Why::Nobody { called: "`Bennet` \"here\"".into(), like: Vec::new() },
        Why::Nobody { called: "Bennet".into(), like: vec!["Ben".into(), "Bea".into()] },
        Why::MentionedElsewhere,
        Why::NotForYou { number },
        Why::OpenToAll { number },
        Why::YourOwn { number },
        Why::NoneOfYours { number },
        Why::WithdrawWhich,
        Why::CancelWhichEvent { numbers: vec![12] },
        Why::CancelWhichEvent { numbers: vec![12, 14] },
        Why::NoneWaits,
        Why::AcceptWhich { numbers: vec![41, 43], challenges: Vec::new() },
        Why::AcceptWhich { numbers: vec![41, 43], challenges: super::views::own() },
        Why::WithdrawOneOf { challenges: super::views::own() },
        Why::RematchWhich,
        Why::StillRunning { number },
        Why::NoLongerHere,
    ];
    why.extend([NoMailbox::Form, NoMailbox::Local, NoMailbox::Domain, NoMailbox::Long].map(Why::NoAddress));
    why.extend([NoMailbox::NoDot, NoMailbox::Reserved, NoMailbox::OurOwn].map(Why::NoAddress));
    let closed = [Closed::Accepted, Closed::Declined, Closed::Withdrawn, Closed::Expired];
    why.extend(closed.map(|how| Why::Closed { number, how }));
    why
}
