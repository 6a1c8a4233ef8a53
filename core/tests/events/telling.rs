//! What players are told of a table between the rounds, and what they are not.

use crate::world::{DAY, HOUR, World, number_in};

/// Five play a round robin with a slow clock, just begun.
fn five(world: &mut World) -> i64 {
    let names = ["ann", "ben", "cyd", "dee", "eve"];
    for name in names {
        world.meet(name);
    }
    let line = "host othello roundrobin players 5-5 when full clock 20d+36h max 45d unrated";
    let number = number_in(&world.say("ann", line));
    for name in names {
        world.say(name, &format!("join T{number}"));
    }
    world.tick();
    names.iter().for_each(|name| assert_eq!(world.inbox(name).len(), 1, "{name}: the round"));
    number
}

/// A game of two players.
fn game_of(world: &World, one: &str, other: &str) -> (i64, i64) {
    let find = |game: &turnpost_core::game::Game| {
        let names = game.players.map(|player| world.name(player));
        (names.contains(&one.to_owned()) && names.contains(&other.to_owned())).then_some((game.number, game.players))
    };
    let (number, players) = world.games().iter().find_map(find).unwrap();
    (number, players.into_iter().find(|player| world.name(*player) == one).unwrap())
}

fn weekly(world: &World, name: &str) -> usize {
    world.inbox(name).iter().filter(|mail| mail.contains("`set news off`") || mail.contains("set news off")).count()
}

#[test]
fn the_week_has_one_mail_and_only_if_the_table_changed() {
    let mut world = World::new(41);
    five(&mut world);
    world.say("dee", "set news off");
    world.wait(9 * DAY);
    for name in ["ann", "ben", "cyd"] {
        assert_eq!(weekly(&world, name), 0, "nothing has changed");
    }
    for (loser, other) in [("dee", "eve"), ("eve", "ann")] {
        let (game, loser) = game_of(&world, loser, other);
        world.lose(game, loser);
        world.wait(4 * HOUR);
    }
    assert_eq!(weekly(&world, "ben"), 1, "two results, one mail");
    world.wait(6 * DAY);
    assert_eq!(weekly(&world, "ben"), 0, "not yet a week");
    let (game, loser) = game_of(&world, "cyd", "eve");
    world.lose(game, loser);
    world.wait(2 * DAY);
    assert_eq!(weekly(&world, "ben"), 1, "the second week");
    assert_eq!(weekly(&world, "dee"), 0, "who wants none gets none");
}

#[test]
fn a_result_says_where_one_stands() {
    let mut world = World::new(42);
    five(&mut world);
    let (game, loser) = game_of(&world, "dee", "eve");
    world.lose(game, loser);
    let told = world.inbox("eve");
    assert!(told.iter().any(|mail| mail.contains("1st of 5, 1 of 1 point")), "{told:?}");
}

#[test]
fn a_digest_takes_the_news_in() {
    let mut world = World::new(43);
    let number = five(&mut world);
    world.say("ben", "digest 8:00");
    world.wait(HOUR);
    let (game, loser) = game_of(&world, "dee", "eve");
    world.lose(game, loser);
    world.wait(DAY);
    let digests = |world: &World| -> Vec<String> {
        world.inbox("ben").into_iter().filter(|mail| mail.starts_with("Your turn in")).collect()
    };
    let first = digests(&world);
    assert!(first.len() == 1 && first[0].contains(&format!("Othello round robin T{number}: ")), "{first:?}");
    world.wait(DAY);
    let second = digests(&world);
    assert!(second.len() == 1 && !second[0].contains(&format!("T{number}: ")), "it is old news: {second:?}");
    world.say("ben", "set news off");
    let (game, loser) = game_of(&world, "cyd", "eve");
    world.lose(game, loser);
    world.wait(DAY);
    let third = digests(&world);
    assert!(third.len() == 1 && !third[0].contains(&format!("T{number}: ")), "{third:?}");
    world.wait(8 * DAY);
    assert_eq!(weekly(&world, "ben"), 0);
}
