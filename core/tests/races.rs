//! Several processes on one database, all at once: whatever assumed that there is only one writer. On SQLite the engine
//! itself keeps them apart; on PostgreSQL our locks do.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod engine;

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Barrier, Mutex};
use std::thread;

use engine::Fresh;
use turnpost_core::command::{Colour, Command, NewGame, Opponent};
use turnpost_core::request::{Context, Manner, Proof, Request, Sender};
use turnpost_core::rules::Side;
use turnpost_core::service::{Handled, Randomness, Service, Settings};
use turnpost_core::store::{Channel, Delivery, Happening, Inviter, Store, StoreError};

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
    ask(service, "ben", &format!("{key} hello"), Command::Games);
    let new = Command::New(NewGame {
        game: "amazons".to_owned(),
        variant: None,
        opponent: Opponent::Player("ben".to_owned()),
        colour: Some(Colour::Side(Side::Black)),
        clock: None,
        rated: Some(true),
        options: Vec::new(),
    });
    let made = ask(service, "ann", &format!("{key} new"), new);
    let number = made.answers[0].notice.game.as_ref().unwrap().number;
    ask(service, "ben", &format!("{key} accept"), Command::Accept(Some(number)));
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

#[test]
fn one_request_that_reaches_every_process_is_handled_once() {
    let database = Fresh::new();
    let service = process(&database, "first");
    let number = begin(&service, "game");
    for (round, (name, text)) in
        [("ben", "d1-d7/g7"), ("ann", "d10-d8/f6"), ("ben", "g1-g4/e4")].into_iter().enumerate()
    {
        let turn = Command::Turn { game: Some(number), guard: None, text: text.to_owned() };
        let told = at_once(&database, MANY, |_, service| {
            let asked = request(name, &format!("turn {round}"), START, turn.clone());
            service.handle(&asked, Randomness::fixed(1)).unwrap()
        });
        assert_eq!(told.iter().filter(|handled| !handled.repeated).count(), 1);
        let first = &told[0].answers[0].notice.news;
        assert!(told.iter().all(|handled| handled.answers[0].notice.news == *first), "everybody gets the same answer");
    }
    assert_eq!(database.value::<i64>("SELECT count(*) FROM entries WHERE kind = 'turn'"), 3);
    assert_eq!(service.examine(0, 10, 1).unwrap().problems, Vec::<String>::new());
}

#[test]
fn a_limit_is_kept_by_all_together() {
    let database = Fresh::new();
    drop(process(&database, "first"));
    let what = Happening::Invited(Inviter::Player(1));
    let allowed = at_once(&database, MANY, |_, _| {
        let mut store = database.open();
        (0..3).filter(|_| store.write(|tx| tx.allow(&what, START, 5, HOUR)).unwrap()).count()
    });
    assert_eq!(allowed.iter().sum::<usize>(), 5);
}

#[test]
fn time_after_an_outage_is_given_back_once() {
    let database = Fresh::new();
    let service = process(&database, "first");
    service.tick(START, Randomness::fixed(1)).unwrap();
    begin(&service, "game");
    let deadline = || database.value::<i64>("SELECT deadline FROM games");
    let before = deadline();
    at_once(&database, MANY, |i, service| {
        let asked = request(&format!("guest{i}"), "hello", START + 5 * HOUR, Command::Games);
        service.handle(&asked, Randomness::fixed(1)).unwrap();
    });
    assert_eq!(deadline() - before, 5 * HOUR);
}

#[test]
fn a_window_of_maintenance_is_given_back_once() {
    let database = Fresh::new();
    let service = process(&database, "first");
    service.tick(START, Randomness::fixed(1)).unwrap();
    begin(&service, "game");
    service.maintenance(START, START + HOUR / 2).unwrap();
    let deadline = || database.value::<i64>("SELECT deadline FROM games");
    let before = deadline();
    at_once(&database, MANY, |i, service| {
        let asked = request(&format!("guest{i}"), "hello", START + HOUR - 60, Command::Games);
        service.handle(&asked, Randomness::fixed(1)).unwrap();
    });
    assert_eq!(deadline() - before, HOUR / 2);
}

/// The whole row of a player is stored; what others changed meanwhile must not be lost.
#[test]
fn changes_of_one_player_are_all_kept() {
    let database = Fresh::new();
    let service = process(&database, "first");
    ask(&service, "ann", "hello", Command::Games);
    let set = [
        "theme dark",
        "zone Europe/Berlin",
        "receipts off",
        "public off",
        "board white",
        "reminders 12h",
        "confirm on",
    ];
    at_once(&database, set.len(), |i, service| {
        let read = turnpost_core::message::read(&format!("set {}", set[i]));
        let command = read.commands.into_iter().next().unwrap().unwrap();
        service.handle(&request("ann", &format!("set {i}"), START, command), Randomness::fixed(1)).unwrap();
    });
    let kept =
        "SELECT count(*) FROM players WHERE theme = 'dark' AND zone = 'Europe/Berlin' AND receipts = 0 AND public = 0
                AND my_side = 0 AND reminders = '12' AND confirm = 1";
    assert_eq!(database.value::<i64>(kept), 1);
}

#[test]
fn two_games_that_end_at_once_are_both_rated() {
    let database = Fresh::new();
    let service = process(&database, "first");
    let games: Vec<i64> = (0..4).map(|i| begin(&service, &format!("game {i}"))).collect();
    for &game in &games {
        let turn = |text: &str| Command::Turn { game: Some(game), guard: None, text: text.to_owned() };
        ask(&service, "ben", &format!("{game} a"), turn("d1-d7/g7"));
        ask(&service, "ann", &format!("{game} b"), turn("d10-d8/f6"));
    }
    at_once(&database, games.len(), |i, service| {
        let name = if i % 2 == 0 { "ann" } else { "ben" };
        let resign = Command::Resign { game: Some(games[i]), sure: true };
        service.handle(&request(name, &format!("resign {i}"), START, resign), Randomness::fixed(1)).unwrap();
    });
    assert_eq!(database.value::<i64>("SELECT count(*) FROM games WHERE ended IS NOT NULL"), 4);
    assert_eq!(database.value::<i64>("SELECT min(games) FROM ratings"), 4);
    assert_eq!(database.value::<i64>("SELECT count(*) FROM rating_history"), 8);
}

/// Everybody writes to Ann while workers deliver: she gets everything, each once, in the order of its ids; and no id that
/// is smaller than one she already has appears later.
#[test]
fn a_recipient_is_told_in_order_and_nothing_twice() {
    let database = Fresh::new();
    let service = process(&database, "first");
    ask(&service, "ann", "hello", Command::Games);
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

#[test]
fn names_that_look_alike_are_given_once() {
    let database = Fresh::new();
    drop(process(&database, "first"));
    let names = ["anna", "Anna", "ANNA", "аnnа"];
    at_once(&database, names.len(), |i, service| {
        let user = 900 + i as u64;
        let request = Request {
            from: Sender::Discord { user, display: names[i].to_owned() },
            ..request("x", &format!("hello {i}"), START, Command::Games)
        };
        service.handle(&request, Randomness::fixed(i as u64)).unwrap();
    });
    let made: i64 = database.value("SELECT count(*) FROM players");
    assert_eq!(database.value::<i64>("SELECT count(DISTINCT skeleton) FROM players"), made);
}

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

/// Whoever opens a new database first makes its tables; the others wait.
#[test]
fn a_new_database_is_made_by_one_of_all_who_start() {
    let database = Fresh::new();
    let keys: Vec<Vec<u8>> = thread::scope(|scope| {
        let open: Vec<_> = (0..MANY).map(|_| scope.spawn(|| database.open())).collect();
        let mut stores: Vec<Store> = open.into_iter().map(|one| one.join().unwrap()).collect();
        stores.iter_mut().map(|store| store.read(|tx| tx.token_key()).unwrap()).collect()
    });
    assert!(keys.iter().all(|key| key == &keys[0] && key.len() == 32));
    let failed: Result<(), StoreError> = database.open().write(|_| Err(StoreError::NoRow));
    assert!(failed.is_err());
}
