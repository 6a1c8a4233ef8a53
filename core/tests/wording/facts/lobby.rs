//! One of each fact about challenges and invitations.

use turnpost_core::address::NoMailbox;
use turnpost_core::notice::told::lobby::{Bound, Closed, Recipient, Told, Why};
use turnpost_core::rules::Setup;

use super::Room;

pub fn room() -> Room {
    Room {
        source: include_str!("../../../src/notice/told/lobby.rs"),
        told: told().into_iter().map(Into::into).collect(),
        ask: Vec::new(),
        why: why().into_iter().map(Into::into).collect(),
    }
}

fn told() -> Vec<Told> {
    let number = 41;
    let ann = |reached| Recipient::Player { name: "Ann".into(), reached };
    vec![
        Told::Open { number, days: 1 },
        Told::Open { number, days: 14 },
        Told::Sent { number, to: ann(true), without_words: false },
        Told::Sent { number, to: ann(false), without_words: false },
        Told::Sent { number, to: Recipient::Address, without_words: true },
        Told::NotInvited(Bound::OfOne { most: 5 }),
        Told::NotInvited(Bound::OfDomain),
        Told::NotInvited(Bound::OfAll),
        Told::Declined { number },
        Told::WasDeclined { number },
        Told::Withdrawn { number, by: None },
        Told::Withdrawn { number, by: Some("Ann".into()) },
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
        Why::Nobody { called: "`Bennet` \"here\"".into(), like: Vec::new() },
        Why::Nobody { called: "Bennet".into(), like: vec!["Ben".into(), "Bea".into()] },
        Why::MentionedElsewhere,
        Why::NotForYou { number },
        Why::OpenToAll { number },
        Why::YourOwn { number },
        Why::NoneOfYours { number },
        Why::WithdrawWhich,
        Why::NoneWaits,
        Why::AcceptWhich { numbers: vec![41, 43] },
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
