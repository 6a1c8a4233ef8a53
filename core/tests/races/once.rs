//! What happens once, however many processes do it or notice that it is to be done.

use std::thread;

use turnpost_core::command::Command;
use turnpost_core::request::{Request, Sender};
use turnpost_core::service::Randomness;
use turnpost_core::store::{Happening, Inviter, Store, StoreError};

use crate::engine::Fresh;
use crate::{HOUR, MANY, START, all_behind, ask, at_once, begin, process, request};

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
    database.slow_down("happenings");
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
    begin(&service, "game");
    // Its clock ran for a while before the outage: what is given back twice would show.
    service.tick(START + 600, Randomness::fixed(1)).unwrap();
    let deadline = || database.value::<i64>("SELECT deadline FROM games");
    let before = deadline();
    // Everybody has seen that there was one before anybody has stored that it is over.
    all_behind(&database, "SELECT * FROM meta WHERE name = 'last_tick' FOR UPDATE", MANY, |i, service| {
        let asked = request(&format!("guest{i}"), "hello", START + 5 * HOUR, Command::Games);
        service.handle(&asked, Randomness::fixed(1)).unwrap();
    });
    assert_eq!(deadline() - before, 5 * HOUR - 600);
}

#[test]
fn a_window_of_maintenance_is_given_back_once() {
    let database = Fresh::new();
    let service = process(&database, "first");
    service.tick(START, Randomness::fixed(1)).unwrap();
    begin(&service, "game");
    service.maintenance(START + 600, START + HOUR / 2).unwrap();
    let deadline = || database.value::<i64>("SELECT deadline FROM games");
    let before = deadline();
    all_behind(&database, "SELECT * FROM maintenance FOR UPDATE", MANY, |i, service| {
        let asked = request(&format!("guest{i}"), "hello", START + HOUR - 60, Command::Games);
        service.handle(&asked, Randomness::fixed(1)).unwrap();
    });
    assert_eq!(deadline() - before, HOUR / 2 - 600);
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

#[test]
fn names_that_look_alike_are_given_once() {
    let database = Fresh::new();
    drop(process(&database, "first"));
    let names = ["nell", "neIl", "ne1l", "nel1"];
    // Everybody has found that theirs is free before anybody is there: reading is not locked.
    all_behind(&database, "LOCK TABLE players IN SHARE MODE", names.len(), |i, service| {
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
