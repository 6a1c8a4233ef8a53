//! Whole events, at random: whoever plays in them, no event is later than announced, no pair meets twice in a round, colours
//! are as promised, every game is made exactly once, and every entrant has a place. `EVENTS` says how many.

use std::collections::BTreeMap;

use turnpost_core::rules::Side;
use turnpost_core::store::{EntrantState, EventState};

use crate::world::{DAY, HOUR, World, number_in};

/// How somebody behaves.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Manner {
    Plays,
    Dawdles,
    Vanishes,
    Withdraws,
    IsForgotten,
    Blocks,
}

#[test]
fn events_end_as_announced() {
    // On a server each of them is a schema of its own, which takes longer than the event.
    let by_default = if std::env::var("TURNPOST_TEST_DATABASE").is_ok() { 10 } else { 100 };
    let count: u64 = std::env::var("EVENTS").ok().and_then(|count| count.parse().ok()).unwrap_or(by_default);
    let mut seen = BTreeMap::new();
    for seed in 0..count {
        *seen.entry(event(seed)).or_insert(0u64) += 1;
    }
    println!("{count} events: {seen:?}");
    assert!(count < 50 || seen.len() > 2, "{seen:?}");
}

/// Plays one event to its end; what kind of end it was.
fn event(seed: u64) -> String {
    let mut world = World::new(seed);
    let (league, cup) = (seed % 10 == 7, seed.is_multiple_of(3));
    let size = if league || cup { 5 + world.dice(14) } else { 3 + world.dice(5) };
    let names: Vec<String> = (0..size).map(|n| format!("p{n}x")).collect();
    let number = if league { world.league(&names) } else { hosted(&mut world, seed, cup, &names) };
    let mut manners = Vec::new();
    for _ in &names {
        manners.push(match world.dice(12) {
            0 => Manner::Dawdles,
            1 => Manner::Vanishes,
            2 => Manner::Withdraws,
            3 => Manner::IsForgotten,
            4 => Manner::Blocks,
            _ => Manner::Plays,
        });
    }
    let ids: BTreeMap<i64, usize> = world
        .service
        .event_entrants(number)
        .unwrap()
        .into_iter()
        .map(|(player, _)| (player.id, names.iter().position(|name| *name == player.name).unwrap()))
        .collect();
    let mut announced = Vec::new();
    let mut acted = vec![false; names.len()];
    for step in 0..4_000 {
        let event = world.event(number);
        if matches!(event.state, EventState::Over | EventState::Cancelled) {
            break;
        }
        if let Some(last) = event.last.filter(|_| announced.len() < event.round as usize) {
            announced.push(last);
        }
        assert!(announced.last().is_none_or(|last| world.now <= last + HOUR), "seed {seed}: later than announced");
        for row in world.games().into_iter().filter(|row| row.ended.is_none() && row.event == Some(number)) {
            let Some(&who) = world.mover(&row).and_then(|mover| ids.get(&mover)) else { continue };
            let name = names[who].clone();
            match manners[who] {
                Manner::Dawdles if world.dice(40) > 0 => continue,
                Manner::Vanishes if step > 6 => continue,
                Manner::Withdraws if step > 9 && !acted[who] => {
                    acted[who] = true;
                    world.say(&name, &format!("withdraw T{number} yes"));
                    continue;
                }
                Manner::IsForgotten if step > 12 => {
                    if !acted[who] {
                        acted[who] = true;
                        world.say(&name, "forget me");
                        world.say(&name, "yes");
                    }
                    continue;
                }
                Manner::Blocks if !acted[who] => {
                    acted[who] = true;
                    let other = world.dice(size);
                    world.say(&name, &format!("block {}", names[other as usize]));
                }
                _ => {}
            }
            if row.turn > 3 && world.dice(4) == 0 {
                world.say(&name, &format!("resign {} yes", row.number));
            } else {
                let turn = world.turn(&row);
                world.say(&name, &format!("{} {turn}", row.number));
            }
        }
        let hours = 6 + i64::try_from(world.dice(12)).unwrap();
        world.wait(hours * HOUR);
    }
    check(&world, number, seed, &announced)
}

/// An event that somebody hosts and all of them have entered.
fn hosted(world: &mut World, seed: u64, cup: bool, names: &[String]) -> i64 {
    let game = ["othello", "dameo", "amazons"][(seed % 3) as usize];
    let (kind, size) = (if cup { "cup" } else { "roundrobin" }, names.len());
    world.meet(&names[0]);
    let line = format!("host {game} {kind} players {size}-{size} when full clock 3d+12h max 12d");
    let number = number_in(&world.say(&names[0], &line));
    for name in names {
        world.meet(name);
        assert!(world.say(name, &format!("join T{number}")).contains("you are in"), "{name}");
    }
    number
}

fn check(world: &World, number: i64, seed: u64, announced: &[i64]) -> String {
    let event = world.event(number);
    assert_eq!(event.state, EventState::Over, "seed {seed}");
    assert!(event.ended.unwrap() <= announced.last().unwrap() + DAY, "seed {seed}");
    for round in 1..=event.round {
        let (groups, games) = world.round(number, round);
        for group in &groups {
            let team = group[0].team;
            let mut colours = vec![[0i64; 2]; group.len()];
            let mut pairs = Vec::new();
            for game in games.iter().filter(|game| game.team == team) {
                pairs.push((game.white.min(game.black), game.white.max(game.black)));
                colours[usize::try_from(game.white).unwrap()][Side::White as usize] += 1;
                colours[usize::try_from(game.black).unwrap()][Side::Black as usize] += 1;
            }
            let all = pairs.len();
            pairs.sort_unstable();
            pairs.dedup();
            assert_eq!((pairs.len(), all), (group.len() * (group.len() - 1) / 2, all), "seed {seed}: each pair once");
            assert_eq!(pairs.len(), all, "seed {seed}: no pair twice");
            let even = i64::from(group.len() % 2 == 0);
            assert!(colours.iter().all(|[w, b]| (w - b).abs() <= even), "seed {seed}: {colours:?}");
        }
    }
    let places = world.service.event_places(number).unwrap();
    assert!(places.iter().all(|(_, place)| place.is_some()), "seed {seed}: {places:?}");
    let withdrawn = world.service.event_entrants(number).unwrap();
    let withdrawn = withdrawn.iter().filter(|(_, state)| *state == EntrantState::Withdrawn).count();
    format!(
        "{:?}, {} round(s), {}",
        event.kind,
        event.round,
        if withdrawn > 0 { "some withdrawn" } else { "all stayed" }
    )
}
