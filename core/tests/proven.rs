//! Whose is it? What is loaded by a number out of a message, and what counts as seen, at the service's edge.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

mod engine;

use turnpost_core::message;
use turnpost_core::notice::{Destination, News, Notice};
use turnpost_core::request::{Context, Manner, Proof, Request, Sender};
use turnpost_core::service::{Randomness, Service, Settings};
use turnpost_core::store::{Channel, Delivery};

const T0: i64 = 1_780_000_000;
const DAY: i64 = 86_400;

struct World {
    service: Service,
    now: i64,
}

/// A mail that was sent: its number, whom to, what.
type Sent = (i64, String, Notice);

impl World {
    fn new() -> World {
        World { service: Service::new(engine::fresh(), Settings::default()).unwrap(), now: T0 }
    }

    fn mail(&mut self, from: &str, token: Option<&str>, key: &str, proof: Proof, text: &str) -> Vec<Sent> {
        self.now += 60;
        let read = message::read(text);
        let request = Request {
            from: Sender::Email { address: from.to_owned(), display: None, offset: None },
            proof,
            key: key.to_owned(),
            at: self.now,
            context: token.map_or(Context::Fresh, |token| Context::Token(token.to_owned())),
            place: None,
            commands: read.commands,
            comment: read.comment,
            manner: Manner::default(),
        };
        self.service.handle(&request, Randomness::fixed(1)).unwrap();
        let mut all = Vec::new();
        loop {
            let owed = self.service.pending(Channel::Mail, self.now, 60, 100).unwrap();
            if owed.is_empty() {
                return all;
            }
            for owed in owed {
                self.service.settle(owed.id, &Delivery::Sent, self.now).unwrap();
                let Destination::Email(address) = owed.notice.to.clone() else { panic!("not a mail") };
                all.push((owed.id, address, owed.notice));
            }
        }
    }

    /// Ann and Ben are at a game; the last mail to each.
    fn begun(&mut self) -> (Sent, Sent) {
        let sent = self.mail("ann@example.net", None, "1", Proof::Dmarc, "new amazons vs ben@example.org");
        let invitation = to(&sent, "ben@example.org");
        let both = self.mail("ben@example.org", invitation.2.token.as_deref(), "2", Proof::None, "yes d1-d7/g7");
        (to(&both, "ann@example.net"), to(&both, "ben@example.org"))
    }
}

fn to(sent: &[Sent], address: &str) -> Sent {
    sent.iter().find(|(_, to, _)| to == address).unwrap().clone()
}

#[test]
fn a_notice_is_only_for_the_one_who_got_it() {
    let mut world = World::new();
    let ((id, _, ann), (bens, _, ben)) = world.begun();
    let (hers, his) = (ann.token.clone().unwrap(), ben.token.clone().unwrap());
    let shown = world.mail("ann@example.net", Some(&hers), "3", Proof::None, "help");
    let other = to(&shown, "ann@example.net");
    let asked = |id: i64, token: &str, sender: &str| world.service.notice_for(id, token, sender).unwrap().is_some();
    assert!(asked(id, &hers, "ann@example.net") && asked(id, &hers.to_uppercase(), "ANN@example.net"));
    assert!(asked(bens, &his, "ben@example.org"));
    for (id, token, sender) in [
        (id, "", "ann@example.net"),
        (id, "anything", "ann@example.net"),
        (id, his.as_str(), "ben@example.org"),
        (id, &his, "ann@example.net"),
        (id, &hers, "ben@example.org"),
        (id, &hers, "eve@example.com"),
        (bens, &hers, "ann@example.net"),
        (id + 1000, &hers, "ann@example.net"),
    ] {
        assert!(!asked(id, token, sender), "{id} {token} {sender}");
    }
    // Another mail of hers is hers as well, but a secret opens only its own.
    if other.2.token != ann.token {
        assert!(!asked(other.0, &hers, "ann@example.net"));
    }
}

#[test]
fn only_a_sent_mails_own_mark_says_that_it_came_back() {
    let mut world = World::new();
    let ((id, _, ann), (bens, ..)) = world.begun();
    let back = |id: i64, mark: &str, now: i64| world.service.came_back(id, mark, true, "5.1.1", now).unwrap();
    let mark = world.service.return_mark(id);
    assert!(!back(id, ann.token.as_deref().unwrap(), world.now));
    assert!(!back(id, "", world.now) && !back(bens, &mark, world.now));
    assert!(!back(id + 1000, &world.service.return_mark(id + 1000), world.now), "it was never sent");
    assert!(!back(id, &mark, world.now + 11 * DAY), "it was sent long ago");
    assert!(back(id, &mark.to_uppercase(), world.now), "servers change the case");
    assert!(!back(id, &mark, world.now), "it comes back once");
}

#[test]
fn what_is_seen_hangs_on_how_well_its_sender_is_known() {
    let mut world = World::new();
    let ((.., ann), _) = world.begun();
    let hers = ann.token.clone().unwrap();
    let turn = "1 j7-h7/h3";
    let held = world.mail("ann@example.net", None, "k", Proof::None, turn);
    assert!(matches!(held[0].2.news, News::Confirm { .. }));
    assert!(world.mail("ann@example.net", None, "k", Proof::None, turn).is_empty(), "it is asked once");
    assert_eq!(
        world.mail("ann@example.net", Some(&hers), "k", Proof::None, turn).len(),
        2,
        "the genuine one is played"
    );
    assert!(world.mail("ann@example.net", Some(&hers), "k", Proof::None, turn).is_empty());
    assert!(world.mail("ann@example.net", None, "k", Proof::Dmarc, turn).is_empty());
    assert!(world.mail("ann@example.net", None, "k", Proof::None, turn).is_empty());
    let yes = world.mail("ann@example.net", held[0].2.token.as_deref(), "y", Proof::None, "yes");
    assert!(yes.iter().all(|(_, to, _)| to == "ann@example.net"), "nothing is played again: {yes:?}");
}

#[test]
fn what_was_confirmed_is_seen() {
    let mut world = World::new();
    world.begun();
    let held = world.mail("ann@example.net", None, "k", Proof::None, "1 j7-h7/h3");
    let played = world.mail("ann@example.net", held[0].2.token.as_deref(), "y", Proof::None, "yes");
    assert_eq!(played.len(), 2);
    assert!(world.mail("ann@example.net", None, "k", Proof::Dmarc, "1 j7-h7/h3").is_empty());
}

#[test]
fn forged_mail_without_an_own_secret_is_nothing() {
    let mut world = World::new();
    let (_, (.., ben)) = world.begun();
    for (number, text) in ["1 j7-h7/h3", "help", "new amazons vs eve@example.com", "hello"].into_iter().enumerate() {
        for from in ["ann@example.net", "new@example.net"] {
            for token in [None, ben.token.as_deref()] {
                let key = format!("{number} {from} {}", token.is_some());
                assert!(world.mail(from, token, &key, Proof::Forged, text).is_empty(), "{from}: {text}");
            }
        }
    }
}
