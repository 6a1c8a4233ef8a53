//! Everybody is told in order: what is smaller in the order of ids is never there later than what is larger.

use std::collections::HashSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use turnpost_core::address::Mailbox;
use turnpost_core::command::{Command, NewGame, Opponent};
use turnpost_core::notice::{Destination, Notice};
use turnpost_core::service::{Randomness, Service};
use turnpost_core::store::{Channel, Delivery, OutboxRow, StoreError};

use crate::engine::{Fresh, GATE};
use crate::{MANY, START, ask, at_once, begin_between, process, request};

/// Everybody writes to Ann while workers deliver: she gets everything, each once, in the order of its ids; and no id that
/// is smaller than one she already has appears later.
#[test]
fn a_recipient_is_told_in_order_and_nothing_twice() {
    let database = Fresh::new();
    let service = process(&database, "first");
    ask(&service, "ann", "hello", Command::Games);
    database.slow_down("outbox");
    let told: Mutex<Vec<i64>> = Mutex::new(Vec::new());
    let done = AtomicBool::new(false);
    thread::scope(|scope| {
        let workers: Vec<_> = (0..3)
            .map(|i| {
                let (database, told, done) = (&database, &told, &done);
                scope.spawn(move || {
                    let service = process(database, &format!("worker{i}"));
                    loop {
                        let last = done.load(Ordering::SeqCst);
                        let owed = service.pending(Channel::Console, START, 60, 10).unwrap();
                        for one in &owed {
                            told.lock().unwrap().push(one.id);
                            service.settle(one.id, &Delivery::Sent, START).unwrap();
                        }
                        if owed.is_empty() && last {
                            return;
                        }
                    }
                })
            })
            .collect();
        at_once(&database, MANY, |i, service| {
            for round in 0..5 {
                let new = Command::New(NewGame {
                    game: "othello".to_owned(),
                    variant: None,
                    opponent: Opponent::Player("ann".to_owned()),
                    colour: None,
                    clock: None,
                    rated: None,
                    options: Vec::new(),
                });
                let asked = request(&format!("friend{i}"), &format!("new {round}"), START, new);
                let handled = service.handle(&asked, Randomness::fixed(1)).unwrap();
                for owed in handled.answers {
                    service.settle(owed.id, &Delivery::Sent, START).unwrap();
                }
            }
        });
        done.store(true, Ordering::SeqCst);
        workers.into_iter().for_each(|worker| worker.join().unwrap());
    });
    let to_ann = |id: &i64| {
        database.value::<i64>(&format!("SELECT count(*) FROM outbox WHERE id = {id} AND recipient = 'ann'")) == 1
    };
    let told: Vec<i64> = told.into_inner().unwrap().into_iter().filter(to_ann).collect();
    assert!(told.len() >= 20, "{}", told.len());
    assert!(told.is_sorted(), "{told:?}");
    assert_eq!(told.iter().collect::<HashSet<_>>().len(), told.len());
    assert_eq!(database.value::<i64>("SELECT count(*) FROM outbox WHERE state = 'owed'"), 0);
}

/// Delivers what is owed on a channel, and returns the ids of what goes to that recipient.
fn delivered(service: &Service, channel: Channel, to: &str) -> Vec<i64> {
    let mut all = Vec::new();
    loop {
        let owed = service.pending(channel, START, 60, 10).unwrap();
        if owed.is_empty() {
            return all;
        }
        for one in owed {
            service.settle(one.id, &Delivery::Sent, START).unwrap();
            all.extend((one.notice.to.recipient() == to).then_some(one.id));
        }
    }
}

/// One tells somebody something and stops with that inserted, just before the commit; another tells the same one something.
/// What a worker delivers to them then and after that is in order, and all of it.
fn in_order(
    database: &Fresh,
    (channel, to): (Channel, &str),
    (slow, inserts): (impl FnOnce() + Send, &str),
    quick: impl FnOnce() + Send,
) {
    let service = process(database, "worker");
    database.stop_at("outbox", &format!("NEW.recipient = '{to}' AND {inserts}"));
    let held = database.hold(GATE);
    let told = thread::scope(|scope| {
        let slow = scope.spawn(slow);
        database.until_waiting(1, || false);
        let quick = scope.spawn(quick);
        database.until_waiting(2, || quick.is_finished());
        let mut told = delivered(&service, channel, to);
        drop(held);
        slow.join().unwrap();
        quick.join().unwrap();
        told.extend(delivered(&service, channel, to));
        told
    });
    assert!(told.len() == 2 && told.is_sorted(), "{told:?}");
}

/// Ann's opponents in two games play at the same moment.
#[test]
fn two_turns_reach_their_reader_in_order() {
    let database = Fresh::new();
    let [service, other] = ["first", "other"].map(|name| process(&database, name));
    let [slow, quick] = ["dora", "ned"].map(|name| begin_between(&service, name, name, "ann"));
    delivered(&service, Channel::Console, "ann");
    let plays = |service: &Service, name: &str, game: i64| {
        let turn = Command::Turn { game: Some(game), guard: None, text: "d1-d7/g7".to_owned() };
        ask(service, name, &format!("{name} plays"), turn);
    };
    let inserts = format!("NEW.game = {slow}");
    in_order(&database, (Channel::Console, "ann"), (|| plays(&service, "dora", slow), &inserts), || {
        plays(&other, "ned", quick)
    });
}

/// Two mails to addresses of Ann's that are no longer hers come back at the same moment, and go where she is now.
#[test]
fn two_mails_that_are_sent_again_reach_their_reader_in_order() {
    let database = Fresh::new();
    let [service, other] = ["first", "other"].map(|name| process(&database, name));
    let mut store = database.open();
    let notice = ask(&service, "ann", "hello", Command::Games).answers[0].notice.clone();
    let ann = database.value::<i64>("SELECT id FROM players WHERE folded = 'ann'");
    let home = Mailbox::parse("ann@example.org").unwrap();
    store
        .write(|tx| {
            let row = tx.address(&home)?;
            tx.set_address_player(row.id, Some(ann), START)?;
            for (address, fleeting) in [("slow@example.org", true), ("quick@example.org", false)] {
                let notice = Notice { to: Destination::Email(address.to_owned()), ..notice.clone() };
                let row = OutboxRow { player: Some(ann), board: false, request: None, fleeting, held: 0, notice };
                tx.insert_notices(vec![row], START, ("", 0))?;
            }
            Ok::<_, StoreError>(())
        })
        .unwrap();
    let owed = service.pending(Channel::Mail, START, 60, 10).unwrap();
    let fails = |service: &Service, to: &str| {
        let one = owed.iter().find(|one| one.notice.to.recipient() == to).unwrap();
        service.settle(one.id, &Delivery::Failed { why: "no such mailbox".to_owned() }, START).unwrap();
    };
    in_order(
        &database,
        (Channel::Mail, "ann@example.org"),
        (|| fails(&service, "slow@example.org"), "NEW.fleeting = 1"),
        || fails(&other, "quick@example.org"),
    );
}
