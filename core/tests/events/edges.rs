//! People who stop, block, are forgotten, or turn out to be one and the same.

use turnpost_core::request::Sender;
use turnpost_core::store::{EntrantState, EventState};

use crate::world::{World, number_in};

/// Twelve in a cup of two groups, whose first round has begun.
fn cup(world: &mut World) -> (i64, Vec<String>) {
    let names: Vec<String> = (0..12).map(|n| format!("player{n}")).collect();
    for name in &names {
        world.meet(name);
    }
    let number = number_in(&world.say("player0", "host dameo cup players 12-12 when full unrated"));
    for name in &names {
        world.say(name, &format!("join T{number}"));
    }
    world.tick();
    (number, names)
}

#[test]
fn stop_lists_the_events() {
    let mut world = World::new(51);
    let (number, _) = cup(&mut world);
    let said = world.say("player3", "stop");
    assert!(said.contains(&format!("Dameo cup T{number}")), "{said}");
}

#[test]
fn block_mutes_and_pairs_nobody_anew() {
    let mut world = World::new(52);
    for name in ["ann", "ben", "cyd"] {
        world.meet(name);
    }
    world.say("ann", "block ben");
    let number = number_in(&world.say("ann", "host dameo roundrobin players 3-3 when full unrated"));
    for name in ["ann", "ben", "cyd"] {
        world.say(name, &format!("join T{number}"));
    }
    world.tick();
    let game = |world: &World| {
        let both = |game: &turnpost_core::game::Game| {
            let names = game.players.map(|player| world.name(player));
            names.contains(&"ann".to_owned()) && names.contains(&"ben".to_owned())
        };
        world.games().into_iter().find(both)
    };
    let met = game(&world).expect("they meet all the same");
    world.inbox("ann");
    world.say("ben", &format!("say {} you again", met.number));
    if world.name(world.mover(&met).unwrap()) == "ann" {
        let turn = world.turn(&met);
        world.say("ann", &format!("{} {turn}", met.number));
    }
    let now = game(&world).unwrap();
    let turn = world.turn(&now);
    world.say("ben", &format!("{} {turn} and again", met.number));
    let told = world.inbox("ann");
    assert!(told.iter().any(|mail| mail.contains(&turn)), "the turn comes: {told:?}");
    assert!(told.iter().all(|mail| !mail.contains("again")), "the words don't: {told:?}");
    world.say("cyd", "block ann");
    assert_eq!(world.round(number, 1).1.len(), 3, "nobody is paired anew");
}

#[test]
fn who_is_forgotten_is_a_former_player() {
    let mut world = World::new(53);
    let (number, names) = cup(&mut world);
    world.say(&names[4], "forget me");
    world.say(&names[4], "yes");
    let gone = world.service.event_entrants(number).unwrap();
    assert_eq!(gone.iter().filter(|(_, state)| *state == EntrantState::Withdrawn).count(), 1);
    let said = world.say(&names[0], &format!("standings T{number}"));
    assert!(said.contains("a former player (withdrawn)") && !said.contains(&names[4]), "{said}");
}

fn discord(user: u64) -> Sender {
    Sender::Discord { user, display: format!("player{user}") }
}

fn by_mail(name: &str) -> Sender {
    Sender::Email { address: format!("{name}@example.net"), display: Some(name.to_owned()), offset: None }
}

/// Somebody enters twice, by mail and in Discord, into groups of their own; then the two are one. `first` says which entry
/// was made first.
fn linked(first: &str) {
    // Seeds whose lots put the two into different groups; opponents can't be linked.
    let found = (60..90).any(|seed| {
        let mut world = World::new(seed);
        let host = "host dameo cup players 12-12 when full unrated";
        world.meet("ann");
        let number = number_in(&world.say("ann", host));
        let join = format!("join T{number}");
        let mut both = [discord(7), by_mail("mia")];
        if first == "mail" {
            both.reverse();
        }
        let [one, other] = both;
        world.ask(one, None, &join);
        world.now += 60;
        for n in 0..10 {
            world.say(&format!("other{n}"), &join);
        }
        world.now += 60;
        world.ask(other, None, &join);
        let entered = world.service.event_entrants(number).unwrap();
        assert_eq!(entered.len(), 12);
        let early = entered[0].0.id;
        world.tick();
        assert_eq!(world.event(number).state, EventState::Running);
        let (groups, _) = world.round(number, 1);
        let code = world.ask(discord(7), None, "link");
        let code: String = code.split("Your code: ").nth(1).unwrap().chars().take_while(|c| *c != '.').collect();
        world.ask(by_mail("mia"), None, &format!("link {code}"));
        // A mail alone is not enough for this: it is asked about.
        world.ask(by_mail("mia"), None, "yes");
        let mine = |world: &World| -> Vec<(i64, EntrantState)> {
            let all = world.service.event_entrants(number).unwrap().into_iter();
            all.filter(|(player, _)| !player.name.starts_with("other")).map(|(p, state)| (p.id, state)).collect()
        };
        let states = mine(&world);
        let gone = states.iter().filter(|(_, state)| *state == EntrantState::Withdrawn).count();
        if gone == 0 {
            return false;
        }
        assert_eq!(gone, 1, "{states:?}");
        // Who is left has the entry that was made first, with its place in the groups and its games.
        let left = states.iter().find(|(_, state)| *state == EntrantState::In).unwrap().0;
        let team = |groups: &[Vec<turnpost_core::store::Slot>], player: i64| {
            groups.iter().flatten().find(|slot| slot.player == player && slot.fate.is_none()).map(|slot| slot.team)
        };
        assert_eq!(team(&world.round(number, 1).0, left), team(&groups, early));
        let running = world.games().into_iter().filter(|game| game.ended.is_none() && game.side_of(left).is_some());
        assert!(running.count() >= 4, "its games go on");
        assert!(world.name(left) != "a former player");
        true
    });
    assert!(found, "no seed put the two into different groups");
}

#[test]
fn of_two_entries_of_one_player_the_later_is_withdrawn() {
    linked("discord");
    linked("mail");
}
