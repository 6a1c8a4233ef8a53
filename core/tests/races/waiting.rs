//! Nobody waits for others who have nothing to do with it.

use turnpost_core::command::Command;
use turnpost_core::house::Answer;
use turnpost_core::service::{Randomness, Service};

use crate::engine::Fresh;
use crate::{START, ask, process};

/// Somebody begins a game with the house, and both play a turn.
fn begin_with_house(service: &Service, name: &str) -> i64 {
    let read = turnpost_core::message::read("new amazons vs house");
    let new = read.commands.into_iter().next().unwrap().unwrap();
    let number = ask(service, name, &format!("{name} new"), new).answers[0].notice.game.as_ref().unwrap().number;
    let turn = Command::Turn { game: Some(number), guard: None, text: "d1-d7/g7".to_owned() };
    ask(service, name, &format!("{name} turn"), turn);
    let task = service.house_task(START, 60).unwrap().unwrap();
    assert!(service.house_answers(&task, &Answer::Play("a7-b7/b8".to_owned()), START, Randomness::fixed(1)).unwrap());
    number
}

/// Every game with a level of the house ends with that level being rated: nobody waits for anybody else who plays it.
#[test]
fn games_with_one_level_of_the_house_do_not_wait_for_each_other() {
    let database = Fresh::new();
    let service = process(&database, "first");
    let resigns = |name: &str, number: i64| {
        ask(&service, name, &format!("{name} resigns"), Command::Resign { game: Some(number), sure: true });
    };
    let rated = || database.value::<i64>("SELECT coalesce(max(games), 0) FROM ratings");
    let first = begin_with_house(&service, "ann");
    resigns("ann", first);
    service.tick(START, Randomness::fixed(1)).unwrap();
    assert_eq!(rated(), 1);
    // Whoever has to wait is told after ten seconds that it is in vain.
    database.holding(
        "SELECT * FROM players WHERE house = 3 FOR NO KEY UPDATE; SELECT * FROM ratings FOR UPDATE",
        || {
            let second = begin_with_house(&service, "ben");
            resigns("ben", second);
        },
    );
    service.tick(START + 60, Randomness::fixed(1)).unwrap();
    service.tick(START + 120, Randomness::fixed(1)).unwrap();
    assert_eq!(rated(), 2);
    assert_eq!(database.value::<i64>("SELECT count(*) FROM rating_history"), 2);
}
