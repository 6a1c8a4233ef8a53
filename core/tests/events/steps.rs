//! Single steps: a small event from its opening to its end, a ladder, leave, a league's season.

use turnpost_core::service::{Randomness, Service, Settings};
use turnpost_core::store::{EventKind, EventState};

use crate::engine::Fresh;
use crate::world::{DAY, HOUR, World, number_in};

fn four(world: &mut World) -> i64 {
    for name in ["ann", "ben", "cyd", "dee"] {
        world.meet(name);
    }
    let said = world.say("ann", "host othello roundrobin players 4-4 when full clock 2d+12h max 10d unrated");
    let number = number_in(&said);
    for name in ["ann", "ben", "cyd", "dee"] {
        let said = world.say(name, &format!("join T{number}"));
        assert!(said.contains("you are in Othello round robin"), "{said}");
    }
    number
}

#[test]
fn a_small_round_robin() {
    let mut world = World::new(1);
    let number = four(&mut world);
    assert_eq!(world.event(number).state, EventState::Open);
    world.tick();
    let event = world.event(number);
    assert_eq!((event.state, event.round), (EventState::Running, 1));
    assert_eq!(event.last, Some(world.now + 2 * (10 + 3) * DAY), "the last day is arithmetic");
    let (groups, games) = world.round(number, 1);
    assert_eq!((groups.len(), games.len()), (1, 6));
    // One message to each, with opponents, colours and the last day.
    let mails = world.inbox("ben");
    assert_eq!(mails.len(), 1, "{mails:#?}");
    assert!(mails[0].contains("Its last day is") && mails[0].contains(" against "), "{}", mails[0]);
    // A second tick changes nothing.
    world.tick();
    assert_eq!(world.round(number, 1).1.len(), 6);
    assert!(world.inbox("ben").is_empty());
    // Everybody resigns all games: the first players to move lose.
    for game in world.games() {
        let mover = world.mover(&game).unwrap();
        let name = world.name(mover);
        let turn = world.turn(&game);
        world.say(&name, &format!("{} {turn}", game.number));
        let said = world.say(&name, &format!("resign {} yes", game.number));
        assert!(said.contains("points") || said.contains("point"), "{said}");
    }
    world.tick();
    assert_eq!(world.event(number).state, EventState::Over);
    let said = world.say("cyd", &format!("standings T{number}"));
    assert!(said.contains("is over") || said.contains("You are"), "{said}");
}

#[test]
fn absence_is_asked_about_and_ends_in_withdrawal() {
    let mut world = World::new(2);
    let number = four(&mut world);
    world.tick();
    // Dee never plays; the others play on at once.
    for _ in 0..40 {
        for game in world.games().into_iter().filter(|game| game.ended.is_none()) {
            let name = world.name(world.mover(&game).unwrap());
            if name != "dee" {
                let turn = world.turn(&game);
                world.say(&name, &format!("{} {turn}", game.number));
            }
        }
        world.wait(4 * HOUR);
    }
    let asked = world.inbox("dee").iter().filter(|mail| mail.contains("Are you still there?")).count();
    assert_eq!(asked, 1);
    world.wait(4 * DAY);
    let (groups, _) = world.round(number, 1);
    let fates: Vec<bool> = groups[0].iter().map(|slot| slot.fate.is_some()).collect();
    assert_eq!(fates.iter().filter(|gone| **gone).count(), 1);
    let said = world.say("dee", "join T1");
    assert!(said.contains("withdrew lately"), "{said}");
}

#[test]
fn a_ladder() {
    let mut world = World::new(3);
    let ladder = world.service.events(0, 100).unwrap().into_iter();
    let ladder = ladder.clone().find(|event| event.kind == EventKind::Ladder && event.setup.game.name() == "dameo");
    let number = ladder.unwrap().number;
    for name in ["ann", "ben", "cyd", "dee", "eve"] {
        world.meet(name);
        world.seasoned(name);
        let said = world.say(name, &format!("join T{number}"));
        assert!(said.contains("you are in the Dameo ladder"), "{said}");
    }
    assert!(world.say("eve", "ladder dameo vs ann").contains("up to 3 places"), "four places are too many");
    let said = world.say("eve", "ladder dameo vs ben");
    assert!(said.contains("has begun on the Dameo ladder"), "{said}");
    assert!(world.say("eve", "ladder dameo vs ben").contains("just played"));
    let game = world.games().pop().unwrap();
    // Both make a turn, then Ben resigns: Eve stands directly above him.
    for _ in 0..2 {
        let game = world.games().pop().unwrap();
        let (name, turn) = (world.name(world.mover(&game).unwrap()), world.turn(&game));
        world.say(&name, &format!("{} {turn}", game.number));
    }
    world.say("ben", &format!("resign {} yes", game.number));
    let said = world.say("eve", "ladder dameo");
    assert!(said.contains("You are 2nd of 5"), "{said}");
}

#[test]
fn leave_within_an_event_is_capped() {
    let mut world = World::new(4);
    let number = four(&mut world);
    world.tick();
    let game = world.games().into_iter().next().unwrap();
    let mover = world.mover(&game).unwrap();
    let name = world.name(mover);
    let before = game.clock.deadline().unwrap();
    world.say(&name, "away 10d");
    let deadline = |world: &World| world.games().into_iter().next().unwrap().clock.deadline().unwrap();
    assert_eq!(deadline(&world) - before, 3 * DAY, "three days of ten");
    world.wait(DAY);
    world.say(&name, "away off");
    assert_eq!(deadline(&world) - before, DAY, "what wasn't used comes back");
    world.say(&name, "away 9d");
    assert_eq!(deadline(&world) - before, 3 * DAY, "and no more than three in all");
    assert!(world.event(number).last.unwrap() >= deadline(&world));
}

#[test]
fn a_league_from_season_to_season() {
    let mut world = World::new(5);
    let names: Vec<String> = (0..12).map(|n| format!("player{n}")).collect();
    for name in &names {
        world.meet(name);
        world.seasoned(name);
    }
    let league = |world: &World, edition: u32| {
        let all = world.service.events(0, 1_000).unwrap();
        all.into_iter()
            .find(|e| e.kind == EventKind::League && e.setup.game.name() == "othello" && e.edition == edition)
    };
    let first = league(&world, 1).unwrap();
    for name in &names {
        world.say(name, &format!("join T{}", first.number));
    }
    world.wait(first.starts.unwrap() - world.now + HOUR);
    assert_eq!(world.event(first.number).state, EventState::Running);
    let (groups, _) = world.round(first.number, 1);
    assert_eq!(groups.iter().map(Vec::len).collect::<Vec<_>>(), [7, 5]);
    // The lower number wins each game: a turn by each, then the other resigns.
    for game in world.games().into_iter().filter(|game| game.ended.is_none()) {
        for _ in 0..2 {
            let game = world.games().into_iter().find(|one| one.number == game.number).unwrap();
            let (name, turn) = (world.name(world.mover(&game).unwrap()), world.turn(&game));
            world.say(&name, &format!("{} {turn}", game.number));
        }
        let loser = game.players.iter().max().copied().unwrap();
        let name = world.name(loser);
        world.say(&name, &format!("resign {} yes", game.number));
    }
    world.wait(HOUR);
    assert_eq!(world.event(first.number).state, EventState::Over, "long before its last day");
    let second = league(&world, 2).unwrap();
    world.wait(second.starts.unwrap() - 13 * DAY - world.now);
    // Who was silent for 30 days must say yes; nobody else renews.
    let asked = world.inbox("player3").iter().filter(|mail| mail.contains("Do you play on in")).count();
    assert_eq!(asked, 1);
    for name in &names[..11] {
        let said = world.say(name, "yes");
        assert!(said.contains("you stay in"), "{said}");
    }
    world.wait(second.starts.unwrap() - world.now + HOUR);
    let (before, _) = world.round(first.number, 1);
    let (after, _) = world.round(second.number, 1);
    let players = |group: &[turnpost_core::store::Slot]| {
        let mut players: Vec<i64> = group.iter().map(|slot| slot.player).collect();
        players.sort_unstable();
        players
    };
    // Eleven stay: five and six. The two last of the first division went down, or more since it is smaller now.
    assert_eq!(after.iter().map(Vec::len).sum::<usize>(), 11);
    let (top, lower) = (players(&before[0]), players(&before[1]));
    assert!(players(&after[0]).contains(&top[0]) && players(&after[0]).contains(&lower[0]), "{before:?} {after:?}");
}

/// A process that dies between any two commits of "start a round" leaves the same pairings to the next one, none twice and
/// none missing, and everybody is told once.
#[test]
fn a_round_begins_once_whenever_the_server_dies() {
    let begun = |transactions: Option<usize>| {
        let mut world = World::new(6);
        let names: Vec<String> = (0..12).map(|n| format!("player{n}")).collect();
        for name in &names {
            world.meet(name);
        }
        let said = world.say("player0", "host dameo cup players 12-12 when full");
        let number = number_in(&said);
        for name in &names {
            world.say(name, &format!("join T{number}"));
        }
        if let Some(transactions) = transactions {
            world.service.tick_some(world.now, Randomness::fixed(77), transactions).unwrap();
        }
        world.now += 60;
        world.tick();
        let (groups, games) = world.round(number, 1);
        let told: Vec<usize> = names.iter().map(|name| world.inbox(name).len()).collect();
        let pairs: Vec<(u32, i64, i64)> = games.iter().map(|game| (game.team, game.white, game.black)).collect();
        (groups, pairs, told)
    };
    let whole = begun(None);
    assert_eq!((whole.0.len(), whole.1.len()), (2, 21 + 10), "a group of seven and one of five");
    assert_eq!(whole.2, [1; 12]);
    for transactions in 0..20 {
        assert_eq!(begun(Some(transactions)), whole, "died after {transactions}");
    }
}

/// Two processes tick at once: one round begins.
#[test]
fn two_processes_begin_one_round() {
    let database = Fresh::new();
    let open = |holder: &str| {
        let settings = Settings { holder: holder.to_owned(), ..Settings::default() };
        Service::new(database.open(), settings).unwrap()
    };
    let mut world = World { service: open("one"), ..World::new(7) };
    world.tick();
    let number = four(&mut world);
    let other = open("two");
    // However the leases fall: each ticks, at the same time and after the other's lease has ended.
    let now = world.now;
    std::thread::scope(|scope| {
        for service in [&world.service, &other] {
            scope.spawn(move || {
                for later in 0..5 {
                    service.tick(now + 100 * later, Randomness::fixed(later.unsigned_abs())).unwrap();
                }
            });
        }
    });
    world.now += 1_000;
    let (groups, games) = world.round(number, 1);
    assert_eq!((groups.len(), games.len()), (1, 6));
    for name in ["ann", "ben", "cyd", "dee"] {
        assert_eq!(world.inbox(name).len(), 1, "{name}");
    }
}
