//! Several processes on one database, all at once: whatever assumed that there is only one writer. On SQLite the engine
//! itself keeps them apart; on PostgreSQL our locks do, and without any one of them a test here fails.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

#[path = "../engine/mod.rs"]
mod engine;
mod leases;
mod once;
mod order;
mod rows;
mod waiting;

use std::sync::Barrier;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use std::thread;

use engine::Fresh;
use turnpost_core::command::{Colour, Command, NewGame, Opponent};
use turnpost_core::request::{Context, Manner, Proof, Request, Sender};
use turnpost_core::rules::Side;
use turnpost_core::service::{Handled, Randomness, Service, Settings};
use turnpost_core::store::{Delivery, StoreError, Tx};

const START: i64 = 1_780_000_000;
const HOUR: i64 = 3_600;
const MANY: usize = 8;

fn process(database: &Fresh, name: &str) -> Service {
    Service::new(database.open(), Settings { holder: name.to_owned(), ..Settings::default() }).unwrap()
}

fn request(name: &str, key: &str, at: i64, command: Command) -> Request {
    Request {
        from: Sender::Console { name: name.to_owned() },
        proof: Proof::Transport,
        key: key.to_owned(),
        at,
        context: Context::Fresh,
        place: None,
        commands: vec![Ok(command)],
        comment: None,
        manner: Manner::default(),
    }
}

fn ask(service: &Service, name: &str, key: &str, command: Command) -> Handled {
    let handled = service.handle(&request(name, key, START, command), Randomness::fixed(1)).unwrap();
    for owed in &handled.answers {
        service.settle(owed.id, &Delivery::Sent, START).unwrap();
    }
    handled
}

/// Ann challenges, Ben accepts and is White.
fn begin(service: &Service, key: &str) -> i64 {
    begin_between(service, key, "ben", "ann")
}

/// The same with others.
fn begin_between(service: &Service, key: &str, white: &str, black: &str) -> i64 {
    ask(service, white, &format!("{key} hello"), Command::Games);
    let new = Command::New(NewGame {
        game: "amazons".to_owned(),
        variant: None,
        opponent: Opponent::Player(white.to_owned()),
        colour: Some(Colour::Side(Side::Black)),
        clock: None,
        rated: Some(true),
        options: Vec::new(),
    });
    let made = ask(service, black, &format!("{key} new"), new);
    let number = made.answers[0].notice.game.as_ref().unwrap().number;
    ask(service, white, &format!("{key} accept"), Command::Accept(Some(number)));
    number
}

/// Lets so many processes do something at the same moment.
fn at_once<T: Send>(database: &Fresh, many: usize, work: impl Fn(usize, &Service) -> T + Sync) -> Vec<T> {
    let barrier = Barrier::new(many);
    thread::scope(|scope| {
        let all: Vec<_> = (0..many)
            .map(|i| {
                let (barrier, work) = (&barrier, &work);
                scope.spawn(move || {
                    let service = process(database, &format!("p{i}"));
                    barrier.wait();
                    work(i, &service)
                })
            })
            .collect();
        all.into_iter().map(|one| one.join().unwrap()).collect()
    })
}

/// Lets so many processes do something, and go on only when every one of them has come to something that is locked.
fn all_behind<T: Send>(
    database: &Fresh,
    locks: &str,
    many: usize,
    work: impl Fn(usize, &Service) -> T + Sync,
) -> Vec<T> {
    let services: Vec<Service> = (0..many).map(|i| process(database, &format!("p{i}"))).collect();
    let held = database.hold(locks);
    thread::scope(|scope| {
        let work = &work;
        let all: Vec<_> =
            services.iter().enumerate().map(|(i, service)| scope.spawn(move || work(i, service))).collect();
        database.until_waiting(i64::try_from(many).unwrap(), || false);
        drop(held);
        all.into_iter().map(|one| one.join().unwrap()).collect()
    })
}

/// Lets the second happen while the transaction of the first is still open, if nothing makes it wait for that.
fn meanwhile<T>(database: &Fresh, first: impl Fn(&Tx<'_>) + Send, second: impl Fn(&Tx<'_>) -> T) -> T {
    let (begin, begun) = channel();
    let over = AtomicBool::new(false);
    thread::scope(|scope| {
        let over = &over;
        scope.spawn(move || {
            let written: Result<(), StoreError> = database.open().write(|tx| {
                first(tx);
                begin.send(()).unwrap();
                database.until_waiting(1, || over.load(Ordering::SeqCst));
                Ok(())
            });
            written.unwrap();
        });
        begun.recv().unwrap();
        let done: Result<T, StoreError> = database.open().write(|tx| Ok(second(tx)));
        over.store(true, Ordering::SeqCst);
        done.unwrap()
    })
}
