//! Leases: those of the dead are taken over, and a wrong clock neither takes nor keeps one.

use std::sync::atomic::{AtomicI64, Ordering};

use turnpost_core::command::Command;
use turnpost_core::service::{Randomness, Service, Settings};
use turnpost_core::store::{Channel, Database, Store};

use crate::engine::Fresh;
use crate::{HOUR, START, ask, process, request};

/// What a dead process held is taken over; what a living one holds is not.
#[test]
fn only_the_leases_of_the_dead_are_taken_over() {
    let database = Fresh::new();
    let [dead, alive, heir] = ["dead", "alive", "heir"].map(|name| process(&database, name));
    for i in 0..2 {
        alive.inbox_put(format!("mail {i}").as_bytes(), "{}", None, START).unwrap();
    }
    let taken =
        |service: &Service| service.inbox_take(START, 600, 1).unwrap().iter().map(|mail| mail.id).collect::<Vec<_>>();
    let (first, second) = (taken(&dead), taken(&alive));
    assert!(first != second && taken(&heir).is_empty());
    heir.take_over(&["dead".to_owned()]).unwrap();
    assert_eq!(taken(&heir), first);
    assert!(taken(&heir).is_empty());
}

/// Whoever moves a database away finds everybody who serves on it, and nobody begins to until that is over.
#[test]
fn nobody_begins_on_a_database_that_is_being_moved() {
    let database = Fresh::new();
    let [mover, late, other] = ["mover", "late", "other"].map(|name| process(&database, name));
    // Processes that share a file know each other by the locks of its folder.
    if database.url().is_some() {
        other.begin().unwrap();
        assert_eq!(mover.keep_others_out().unwrap(), ["other"]);
        assert!(late.begin().is_err(), "it is about to be moved");
        assert!(late.keep_others_out().is_err(), "one moves it at a time");
        drop(mover);
        // The connection takes its leave on a thread of its own.
        while late.begin().is_err() {}
    }
    database.open().mark_as_moved(START).unwrap();
    assert!(late.begin().is_err(), "it was moved");
}

fn millis() -> i64 {
    std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_millis().try_into().unwrap()
}

/// Seconds by which the clock of the process that is called so is wrong now.
static JUMPED: AtomicI64 = AtomicI64::new(0);

/// A process on a machine with a clock of its own, and by how many seconds that is wrong.
struct Machine {
    service: Service,
    wrong: fn() -> i64,
}

impl Machine {
    fn new(url: &str, name: &str, wrong: fn() -> i64, clock: fn() -> i64) -> Machine {
        let store = Store::connect(Database::at(url).unwrap().with_clock(clock)).unwrap();
        let settings = Settings { holder: name.to_owned(), ..Settings::default() };
        Machine { service: Service::new(store, settings).unwrap(), wrong }
    }

    /// So many seconds later, by its own clock.
    fn at(&self, seconds: i64) -> i64 {
        START + (self.wrong)() + seconds
    }

    /// What it can take of everything there is, for a minute.
    fn takes(&self, name: &str, seconds: i64) -> Vec<&'static str> {
        let Machine { service, .. } = self;
        let now = self.at(seconds);
        let taken = [
            ("a lease", service.take_lease(name, now, 60).unwrap()),
            ("a turn", service.take_turn(&format!("turn at {name}"), now, 60).unwrap()),
            ("a share", !service.share(&format!("share of {name}"), 1, now, 60).unwrap().is_empty()),
            ("a mail", !service.inbox_take(now, 60, 10).unwrap().is_empty()),
            ("a notice", !service.pending(Channel::Console, now, 60, 10).unwrap().is_empty()),
            ("a thought", service.house_task(now, 60).unwrap().is_some()),
        ];
        taken.into_iter().filter(|(_, is)| *is).map(|(what, _)| what).collect()
    }
}

/// The machines that share a server have clocks of their own, wrong from the beginning or set to another time all of a
/// sudden. Only the server's says whether a lease is over.
#[test]
fn a_clock_that_is_wrong_takes_and_keeps_no_lease() {
    let database = Fresh::new();
    let Some(url) = database.url() else { return };
    let machines = [
        Machine::new(&url, "right", || 0, millis),
        Machine::new(&url, "fast", || HOUR, || millis() + HOUR * 1000),
        Machine::new(&url, "slow", || -HOUR, || millis() - HOUR * 1000),
        Machine::new(
            &url,
            "jumping",
            || JUMPED.load(Ordering::Relaxed),
            || millis() + JUMPED.load(Ordering::Relaxed) * 1000,
        ),
    ];
    const ALL: [&str; 6] = ["a lease", "a turn", "a share", "a mail", "a notice", "a thought"];
    let others = |name: &str| machines.iter().filter(move |other| other.service.holder() != name).collect::<Vec<_>>();
    for (i, first) in machines.iter().enumerate() {
        for (round, jumped) in [-600, 0, 600].into_iter().enumerate() {
            let name = format!("{} {round}", first.service.holder());
            // Something of everything, and nothing of what was before.
            database.execute("DELETE FROM inbox; DELETE FROM outbox; DELETE FROM house_work");
            first.service.inbox_put(name.as_bytes(), "{}", None, START).unwrap();
            house_owes(&first.service, &format!("friend{i}{round}"));
            database.execute("DELETE FROM outbox WHERE state <> 'owed'");
            database.execute("UPDATE outbox SET leased = 0, not_before = 0");
            database.execute("DELETE FROM outbox WHERE id > (SELECT min(id) FROM outbox)");
            assert_eq!(first.takes(&name, 0), ALL, "{name}");
            JUMPED.store(jumped, Ordering::Relaxed);
            for other in others(first.service.holder()) {
                let who = other.service.holder();
                assert_eq!(other.takes(&name, 50), [""; 0], "{who} takes what {name} holds");
            }
            let heir = others(first.service.holder())[round];
            assert_eq!(heir.takes(&name, 70), ALL, "{} can't take what {name} held", heir.service.holder());
        }
    }
}

/// Somebody plays with the house, which owes a turn then, and they a notice.
fn house_owes(service: &Service, name: &str) {
    let read = turnpost_core::message::read("new amazons vs house as white");
    let new = read.commands.into_iter().next().unwrap().unwrap();
    let number = ask(service, name, &format!("{name} new"), new).answers[0].notice.game.as_ref().unwrap().number;
    let turn = Command::Turn { game: Some(number), guard: None, text: "d1-d7/g7".to_owned() };
    service.handle(&request(name, &format!("{name} turn"), START, turn), Randomness::fixed(1)).unwrap();
}
