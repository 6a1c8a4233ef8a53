//! Computer players in events: invited by the host of an unrated one, and nowhere else; they play by themselves.

use turnpost_core::house::{Answer, Errand};
use turnpost_core::rules::Side;
use turnpost_core::service::Randomness;
use turnpost_core::store::EventState;

use crate::world::{HOUR, World, number_in};

/// The house answers whatever it owes, at random.
fn house_plays(world: &mut World) -> usize {
    let mut turns = 0;
    while let Some(task) = world.service.house_task(world.now, 60).unwrap() {
        assert!(matches!(task.errand, Errand::Act { to_move: true, .. }));
        let legal = task.course.position().legal();
        let turn = legal[usize::try_from(world.dice(legal.len() as u64)).unwrap()].clone();
        let answered = world.service.house_answers(&task, &Answer::Play(turn), world.now, Randomness::fixed(turns));
        assert!(answered.unwrap());
        turns += 1;
    }
    usize::try_from(turns).unwrap()
}

#[test]
fn two_people_and_two_computers() {
    let mut world = World::new(31);
    for name in ["ann", "ben"] {
        world.meet(name);
    }
    let number = number_in(&world.say("ann", "host othello roundrobin players 4-4 when full unrated"));
    for name in ["ann", "ben"] {
        world.say(name, &format!("join T{number}"));
    }
    assert!(world.say("ben", &format!("invite T{number} house-1")).contains("you don't host"));
    let said = world.say("ann", &format!("invite T{number} house-1"));
    assert!(said.contains("House 1 (computer) is in Othello round robin"), "{said}");
    assert!(world.say("ann", &format!("invite T{number} house-1")).contains("that computer is in Othello"));
    assert!(world.say("ann", &format!("invite T{number} ben")).contains("only computer players are invited by name"));
    world.say("ann", &format!("invite T{number} house-5"));
    assert!(world.say("ann", &format!("invite T{number} house-6")).contains("is full with 4 players"));
    world.tick();
    assert_eq!(world.round(number, 1).1.len(), 6);
    let mine = |game: &turnpost_core::game::Game| game.house() == Some(Side::White) && game.event == Some(number);
    if let Some(game) = world.games().into_iter().find(|game| mine(game) && game.house != [true, true]) {
        let name = world.name(game.player(Side::Black));
        assert!(world.say(&name, &format!("hint {}", game.number)).contains("no hints in tournaments"));
    }
    let mut turns = 0;
    for _ in 0..500 {
        turns += house_plays(&mut world);
        for game in world.games().into_iter().filter(|game| game.ended.is_none()) {
            let name = world.name(world.mover(&game).unwrap());
            if !name.contains("computer") {
                let turn = world.turn(&game);
                world.say(&name, &format!("{} {turn}", game.number));
            }
        }
        world.wait(HOUR);
        if world.event(number).state == EventState::Over {
            break;
        }
    }
    assert_eq!(world.event(number).state, EventState::Over);
    assert!(turns > 60, "they played: {turns}");
    let told = world.inbox("ann");
    let over = told.iter().find(|mail| mail.contains("is over")).unwrap();
    assert!(over.contains("House 1 (computer)") && over.contains("House 5 (computer)"), "{over}");
    assert!(world.games().iter().all(|game| !game.rated));
}

/// A house that is switched off holds nobody up: in an event its clock runs like anybody's.
#[test]
fn a_house_that_is_off_loses_on_time() {
    let mut world = World::new(32);
    for name in ["ann", "ben"] {
        world.meet(name);
    }
    let line = "host othello roundrobin players 3-3 when full clock 2d+12h max 10d unrated";
    let number = number_in(&world.say("ann", line));
    for name in ["ann", "ben"] {
        world.say(name, &format!("join T{number}"));
    }
    world.say("ann", &format!("invite T{number} house-2"));
    world.tick();
    let last = world.event(number).last.unwrap();
    while world.event(number).state == EventState::Running && world.now < last {
        for game in world.games().into_iter().filter(|game| game.ended.is_none()) {
            let name = world.name(world.mover(&game).unwrap());
            if !name.contains("computer") {
                let turn = world.turn(&game);
                world.say(&name, &format!("{} {turn}", game.number));
            }
        }
        world.wait(HOUR);
    }
    assert_eq!(world.event(number).state, EventState::Over, "before its last day");
    let house = world.service.event_entrants(number).unwrap();
    let house = house.iter().find(|(player, _)| player.house.is_some()).unwrap().0.id;
    let lost = world.games().into_iter().filter(|game| game.side_of(house).is_some());
    assert!(lost.into_iter().all(|game| game.ended.unwrap().winner.is_some_and(|won| game.player(won) != house)));
}

#[test]
fn they_are_refused_where_it_counts() {
    let mut world = World::new(33);
    world.meet("ann");
    let rated = number_in(&world.say("ann", "host othello cup players 5-8"));
    let said = world.say("ann", &format!("invite T{rated} house-3"));
    assert!(said.contains("computers play only in unrated tournaments that somebody hosts"), "{said}");
    let official = world.service.events(0, 100).unwrap().into_iter().find(|event| event.official).unwrap().number;
    assert!(world.say("ann", &format!("invite T{official} house-3")).contains("computers play only in unrated"));
    assert!(world.say("ann", "invite T9999 house-3").contains("there is no event T9999"));
    for event in [rated, official] {
        assert!(world.service.event_entrants(event).unwrap().is_empty(), "nothing half done");
    }
    // Everybody knows the word for something else, too.
    assert!(world.say("ann", "invite othello vs house").contains("House"), "as before");
}
