//! What happens between the steps: somebody leaves at the last moment, is out already, or is away when a game begins.

use turnpost_core::game::Game;
use turnpost_core::store::{EntrantState, EventKind, EventState};

use crate::world::{DAY, HOUR, World, number_in};

#[test]
fn whoever_leaves_a_full_event_in_time_cancels_nothing() {
    let mut world = World::new(81);
    for name in ["ann", "ben", "cyd"] {
        world.meet(name);
    }
    let number = number_in(&world.say("ann", "host dameo roundrobin players 3-3 when full unrated"));
    for name in ["ann", "ben", "cyd"] {
        world.say(name, &format!("join T{number}"));
    }
    // It is full, and before the next tick it no longer is.
    world.say("cyd", &format!("leave T{number}"));
    world.tick();
    assert_eq!(world.event(number).state, EventState::Open, "it waits for a third");
    world.meet("dee");
    world.say("dee", &format!("join T{number}"));
    world.tick();
    assert_eq!(world.event(number).state, EventState::Running);
}

#[test]
fn what_is_never_full_is_cancelled_after_a_while() {
    let mut world = World::new(82);
    world.meet("ann");
    let number = number_in(&world.say("ann", "host dameo roundrobin players 3-3 when full unrated"));
    world.wait(59 * DAY);
    assert_eq!(world.event(number).state, EventState::Open);
    world.wait(2 * DAY);
    assert_eq!(world.event(number).state, EventState::Cancelled);
}

/// A cup of two groups of five, begun.
fn cup(world: &mut World) -> i64 {
    let names: Vec<String> = (0..10).map(|n| format!("player{n}")).collect();
    names.iter().for_each(|name| world.meet(name));
    let number =
        number_in(&world.say("player0", "host othello cup players 10-10 when full unrated clock 3d+12h max 12d"));
    for name in &names {
        world.say(name, &format!("join T{number}"));
    }
    world.tick();
    assert_eq!(world.round(number, 1).0.iter().map(Vec::len).collect::<Vec<_>>(), [5, 5]);
    number
}

/// The games of the first round, with their players.
fn games(world: &World, number: i64) -> Vec<Game> {
    let (_, games) = world.round(number, 1);
    let is_of_it = |game: &Game| games.iter().any(|one| one.game == game.number);
    world.games().into_iter().filter(is_of_it).collect()
}

#[test]
fn whoever_is_out_is_not_asked_whether_they_are_still_there() {
    let mut world = World::new(83);
    let number = cup(&mut world);
    let (groups, _) = world.round(number, 1);
    let best: Vec<i64> = groups
        .iter()
        .flat_map(|group| {
            let mut players: Vec<i64> = group.iter().map(|slot| slot.player).collect();
            players.sort_unstable();
            players.into_iter().take(2)
        })
        .collect();
    // The two first of each group win all their games; the others never begin theirs.
    for game in games(&world, number) {
        if game.players.iter().any(|player| best.contains(player)) {
            world.lose(game.number, game.players.into_iter().max().unwrap());
        }
    }
    world.wait(HOUR);
    assert_eq!(world.event(number).round, 2, "the final has begun");
    let out: Vec<i64> =
        groups.iter().flatten().map(|slot| slot.player).filter(|player| !best.contains(player)).collect();
    out.iter().for_each(|player| _ = world.inbox(&world.name(*player)));
    world.wait(8 * DAY);
    assert!(games(&world, number).iter().all(|game| game.ended.is_some()), "they have timed out");
    for player in out {
        let told = world.inbox(&world.name(player));
        assert!(told.iter().all(|mail| !mail.contains("still there")), "{told:?}");
    }
    let withdrawn = world.service.event_entrants(number).unwrap();
    assert!(withdrawn.iter().all(|(player, state)| best.contains(&player.id) || *state == EntrantState::In));
}

#[test]
fn who_loses_by_lot_is_told_so() {
    let mut world = World::new(84);
    let number = cup(&mut world);
    for game in games(&world, number) {
        let [white, black] = game.players.map(|player| world.name(player));
        for _ in 0..2 {
            let game = world.games().into_iter().find(|one| one.number == game.number).unwrap();
            let (name, turn) = (world.name(world.mover(&game).unwrap()), world.turn(&game));
            world.say(&name, &format!("{} {turn}", game.number));
        }
        world.say(&white, &format!("draw {}", game.number));
        world.say(&black, &format!("draw {} accept", game.number));
    }
    assert!(games(&world, number).iter().all(|game| game.ended.is_some()));
    world.wait(HOUR);
    let (groups, _) = world.round(number, 1);
    for slot in groups.iter().flatten() {
        let told = world.inbox(&world.name(slot.player));
        let by_lot = told.iter().filter(|mail| mail.contains("you are out") && mail.contains("a lot decided")).count();
        assert_eq!(by_lot, usize::from(!slot.went_on), "{told:?}");
    }
}

#[test]
fn a_ladder_gives_leave_for_each_game() {
    let mut world = World::new(85);
    let ladder =
        |event: &turnpost_core::store::Event| event.kind == EventKind::Ladder && event.setup.game.name() == "dameo";
    let number = world.service.events(0, 100).unwrap().into_iter().find(ladder).unwrap().number;
    for name in ["ann", "ben", "cyd"] {
        world.meet(name);
        world.seasoned(name);
        world.say(name, &format!("join T{number}"));
    }
    // Ann is away when she is challenged: her clock doesn't run until she has used what leave the ladder allows.
    world.say("ann", "away 30d");
    world.say("cyd", "ladder dameo vs ann");
    let game = world.games().pop().unwrap();
    let ann = game.players.into_iter().find(|player| world.name(*player) == "ann").unwrap();
    if world.mover(&game) != Some(ann) {
        let turn = world.turn(&game);
        world.say("cyd", &format!("{} {turn}", game.number));
    }
    let deadline = |world: &World| world.games().pop().unwrap().clock.deadline().unwrap();
    assert_eq!(deadline(&world), world.now + 17 * DAY, "ten days, and seven of leave");
    world.say("ann", "away off");
    let game = world.games().pop().unwrap();
    let turn = world.turn(&game);
    world.say("ann", &format!("{} {turn}", game.number));
    world.say("ann", &format!("resign {} yes", game.number));
    // A game later she has all of it again.
    world.say("ann", "away 7d");
    world.wait(8 * DAY);
    let said = world.say("ann", "ladder dameo vs cyd");
    assert!(said.contains("just played"), "{said}");
    world.say("ben", "ladder dameo vs ann");
    world.say("ben", "ladder dameo");
    world.wait(7 * DAY);
    let said = world.say("ann", "ladder dameo vs cyd");
    assert!(said.contains("has begun"), "{said}");
    world.say("ann", "away 7d");
    let game = world.games().pop().unwrap();
    if world.mover(&game) == Some(ann) {
        assert_eq!(deadline(&world), world.now + 17 * DAY);
    }
}

#[test]
fn a_season_put_off_renews_nobody_who_left() {
    let mut world = World::new(86);
    let names: Vec<String> = (0..5).map(|n| format!("player{n}")).collect();
    let first = world.league(&names);
    for game in games(&world, first) {
        world.lose(game.number, game.players.into_iter().max().unwrap());
    }
    world.wait(HOUR);
    assert_eq!(world.event(first).state, EventState::Over);
    let league = |event: &turnpost_core::store::Event| {
        event.kind == EventKind::League && event.setup.game.name() == "othello" && event.edition == 2
    };
    let second = world.service.events(0, 1_000).unwrap().into_iter().find(league).unwrap();
    let starts = second.starts.unwrap();
    names.iter().for_each(|name| _ = world.inbox(name));
    world.now = starts - 13 * DAY;
    world.tick();
    names.iter().for_each(|name| assert_eq!(world.inbox(name).len(), 1, "{name} is asked"));
    // One leaves, one says no, two say nothing, and one plays on.
    assert!(world.say("player0", &format!("leave T{}", second.number)).contains("you have left"));
    assert!(world.say("player1", "no").contains("you have left"));
    assert!(world.say("player4", "yes").contains("you stay in"));
    world.now = starts + HOUR;
    world.tick();
    let put_off = world.event(second.number);
    assert_eq!((put_off.state, put_off.put_off), (EventState::Open, 1));
    assert!(world.inbox("player2").is_empty(), "who said nothing isn't told that they stay entered");
    assert_eq!(world.inbox("player4").len(), 1);
    world.now = put_off.starts.unwrap() - 13 * DAY;
    world.tick();
    let told: Vec<usize> = names.iter().map(|name| world.inbox(name).len()).collect();
    assert_eq!(told, [0, 0, 1, 1, 0], "those who left stay away, those who said nothing are asked again");
}

#[test]
fn whoever_is_replaced_and_everybody_they_would_have_met_is_told() {
    let mut world = World::new(87);
    for name in ["ann", "ben", "cyd", "dee"] {
        world.meet(name);
    }
    let number = number_in(&world.say("ann", "host dameo roundrobin players 3-3 when full unrated"));
    for name in ["ann", "ben", "cyd"] {
        world.say(name, &format!("join T{number}"));
    }
    world.tick();
    ["ann", "ben", "cyd"].iter().for_each(|name| assert_eq!(world.inbox(name).len(), 1));
    world.service.replace_entrant(number, "ben", "dee", world.now).unwrap().unwrap();
    let told = world.inbox("ben");
    assert!(told.len() == 1 && told[0].contains("dee plays in your place in Dameo round robin"), "{told:?}");
    let told = world.inbox("dee");
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(told[0].contains("round 1 of Dameo round robin") && told[0].contains(" against ann"), "{told:?}");
    for name in ["ann", "cyd"] {
        let told = world.inbox(name);
        assert_eq!(told.len(), 1, "{told:?}");
        assert!(told[0].contains("you play dee, in place of ben"), "{told:?}");
    }
    let said = world.say("ann", &format!("standings T{number}"));
    assert!(said.contains("dee") && !said.contains("ben"), "{said}");
    let other = number_in(&world.say("ann", "host dameo roundrobin players 3-9 when full unrated"));
    world.say("ann", &format!("join T{other}"));
    world.say("ann", &format!("invite T{other} house-2"));
    let computer = "House 2 (computer)";
    assert!(world.service.replace_entrant(other, computer, "cyd", world.now).unwrap().is_err());
    assert!(world.service.replace_entrant(number, "cyd", computer, world.now).unwrap().is_err());
    // Once a turn is played nobody is replaced any more.
    let game = world.games().into_iter().find(|game| game.players.iter().any(|player| world.name(*player) == "dee"));
    let game = game.unwrap();
    let (name, turn) = (world.name(world.mover(&game).unwrap()), world.turn(&game));
    world.say(&name, &format!("{} {turn}", game.number));
    assert!(world.service.replace_entrant(number, "dee", "ben", world.now).unwrap().is_err());
}
