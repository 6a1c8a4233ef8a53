//! Bad input: a clear sentence each, and nothing half done.

use turnpost_core::store::EventKind;

use crate::world::{DAY, World, number_in};

#[test]
fn what_cannot_be_done_is_said_clearly() {
    let mut world = World::new(9);
    for name in ["ann", "ben", "cyd", "dee", "eve"] {
        world.meet(name);
    }
    let before = world.service.events(0, 1_000).unwrap().len();
    for (line, said) in [
        ("join T9999", "there is no event T9999"),
        ("leave T9999", "there is no event T9999"),
        ("withdraw T9999", "there is no event T9999"),
        ("standings T9999", "there is no event T9999"),
        ("export T9999", "there is no event T9999"),
        ("cancel T9999", "there is no event T9999"),
        ("standings", "you play in no tournament"),
        ("join", "which event?"),
        ("host", "which game?"),
        ("host chess cup", "no game \"chess\""),
        ("host amazons", "roundrobin, or cup?"),
        ("host amazons cup players 2-8", "from 3 to 64 players"),
        ("host amazons cup players 9-8", "from 3 to 64 players"),
        ("host amazons cup players 1000", "from 3 to 64 players"),
        ("host amazons cup players many", "is no number of players"),
        ("host amazons cup start 2020-01-01", "that day has passed"),
        ("host amazons cup start 31 Feb", "that day has passed"),
        ("host amazons cup start someday", "\"someday\" is no day"),
        ("host amazons cup start someday code secret", "\"someday\" is no day"),
        ("host amazons cup start tomorrow clock none", "has a bound"),
        ("cancel", "you have no open challenge"),
        ("host amazons cup clock 10d+36h", "has a bound"),
        ("host amazons cup clock none", "has a bound"),
        ("host amazons cup clock 5m+10s max 1h", "lost before their players"),
        ("host amazons cup code x!", "a code is one word"),
        ("ladder amazons vs nobody", "you are not on the Amazons ladder"),
        ("ladder chess", "no game \"chess\""),
        ("set games none-at-all", "is no number of games"),
    ] {
        let answer = world.say("ann", line);
        assert!(answer.contains(said), "{line}: {answer}");
    }
    assert_eq!(world.service.events(0, 1_000).unwrap().len(), before, "nothing was made");
}

#[test]
fn entering() {
    let mut world = World::new(10);
    for name in ["ann", "ben", "cyd", "dee", "eve"] {
        world.meet(name);
    }
    let official = world.service.events(0, 1_000).unwrap()[0].number;
    assert!(world.say("ben", &format!("join T{official}")).contains("3 finished rated games"));
    let said = world.say("ann", "host dameo roundrobin players 3-3 when full code tuesday");
    assert!(said.contains("code tuesday"), "{said}");
    let number = number_in(&said);
    assert!(world.say("ben", &format!("join T{number}")).contains("by invitation"));
    assert!(world.say("ben", &format!("join T{number} code monday")).contains("not the code"));
    assert!(!world.say("ben", "tournaments dameo").contains(&format!("T{number}")), "it isn't listed");
    assert!(world.say("ben", &format!("standings T{number}")).contains("there is no event"));
    assert!(world.say("ben", &format!("join T{number} code TUESDAY")).contains("you are in Dameo round robin"));
    assert!(world.say("ben", &format!("join T{number} code tuesday")).contains("already"));
    world.say("cyd", "set games 1");
    assert!(world.say("cyd", &format!("join T{number} code tuesday")).contains("at most 1 game at a time"));
    assert!(world.say("ben", &format!("cancel T{number}")).contains("you don't host"));
    assert!(world.say("ben", &format!("withdraw T{number}")).contains("hasn't begun"));
    assert!(world.say("ben", &format!("leave T{number}")).contains("you have left"));
    assert!(world.say("ben", &format!("leave T{number}")).contains("there is no event"), "it is by invitation");
    assert!(world.say("ben", &format!("cancel T{number}")).contains("there is no event"));
    for name in ["ann", "dee", "eve"] {
        world.say(name, &format!("join T{number} code tuesday"));
    }
    assert!(world.say("ben", &format!("join T{number} code tuesday")).contains("is full with 3 players"));
    world.tick();
    assert!(world.say("ben", &format!("join T{number} code tuesday")).contains("can't be entered"));
    assert!(world.say("dee", &format!("leave T{number}")).contains("has begun"));
    assert!(world.say("ann", &format!("cancel T{number}")).contains("can't be entered or left"));
    let asked = world.say("dee", &format!("withdraw T{number}"));
    assert!(asked.contains("Withdraw from Dameo round robin") && asked.contains("30 days"), "{asked}");
    let done = world.say("dee", "yes");
    assert!(done.contains("you have withdrawn from"), "{done}");
    assert!(world.say("ann", &format!("export T{number}")).contains("001    1"));
    assert!(world.say("eve", &format!("export T{number}")).contains("you don't host"));
}

#[test]
fn too_few_are_put_off_with_notice() {
    let mut world = World::new(11);
    for name in ["ann", "ben"] {
        world.meet(name);
    }
    let said = world.say("ann", "host dameo cup players 5-8 start 2026-12-01");
    let number = number_in(&said);
    world.say("ben", &format!("join T{number}"));
    world.wait(14 * DAY);
    let told = world.inbox("ben");
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(told[0].contains("begins later") && told[0].contains("It needs 5 players and has 1"), "{told:?}");
    world.wait(30 * DAY);
    let told = world.inbox("ben");
    assert!(told.last().unwrap().contains("won't take place: too few entered"), "{told:?}");
    assert!(world.inbox("ann").last().unwrap().contains("won't take place"));
}

#[test]
fn nobody_has_more_games_than_they_want() {
    let mut world = World::new(12);
    for name in ["ann", "ben", "cyd"] {
        world.meet(name);
    }
    world.say("ann", "new dameo vs ben");
    world.say("cyd", "new dameo vs ben");
    world.say("ben", "set games 1");
    world.say("ben", "accept 1");
    assert_eq!(world.games().len(), 1);
    for line in ["accept 2", "new dameo vs ann", "new dameo", "new dameo vs house"] {
        let said = world.say("ben", line);
        assert!(said.contains("you have 1 game, as many as you want at a time"), "{line}: {said}");
    }
    assert_eq!(world.games().len(), 1);
    world.say("ben", "set games off");
    world.say("ben", "accept 2");
    assert_eq!(world.games().len(), 2);
}

#[test]
fn days_have_names() {
    let mut world = World::new(14);
    world.meet("ann");
    for day in ["tomorrow", "friday", "next Monday"] {
        let said = world.say("ann", &format!("host dameo roundrobin start {day} code secret"));
        assert!(said.contains("is open") && said.contains("code secret"), "{day}: {said}");
    }
    let hosted: Vec<_> =
        world.service.events(0, 1_000).unwrap().into_iter().filter(|event| event.code.is_some()).collect();
    assert_eq!(hosted.len(), 3);
    for event in &hosted {
        let ahead = event.starts.unwrap() - world.now;
        assert!(ahead > 0 && ahead <= 8 * DAY && event.starts.unwrap() % DAY == 0, "{event:?}");
    }
    // Who has no challenge but hosts something is told how that is cancelled.
    let said = world.say("ann", "cancel");
    assert!(hosted.iter().all(|event| said.contains(&format!("cancel T{}", event.number))), "{said}");
}

#[test]
fn nobody_is_sent_to_a_door_that_is_shut() {
    let mut world = World::new(15);
    for name in ["ann", "ben"] {
        world.meet(name);
    }
    let all = world.service.events(0, 1_000).unwrap();
    let official = all.iter().find(|event| event.official && event.kind != EventKind::Ladder).unwrap();
    let said = world.say("ann", &format!("standings T{}", official.number));
    assert!(said.contains("has no table yet") && said.contains("finish 3 rated games against 2 opponents"), "{said}");
    assert!(!said.contains(&format!("join T{}", official.number)), "{said}");
    let refused = world.say("ann", &format!("join T{}", official.number));
    assert!(refused.contains(&format!("new {} rated", official.setup.game.name())), "{refused}");
    for line in ["ladder amazons", "ladder amazons vs ben"] {
        let said = world.say("ann", line);
        assert!(
            said.contains("finish 3 rated games against 2 opponents") && !said.contains("join T"),
            "{line}: {said}"
        );
    }
    // Whoever is in is told that, and not to enter.
    let number = number_in(&world.say("ann", "host dameo roundrobin players 3-3 when full"));
    world.say("ann", &format!("join T{number}"));
    let said = world.say("ann", &format!("standings T{number}"));
    assert!(said.contains("You are in") && !said.contains("join T"), "{said}");
    assert!(world.say("ben", &format!("standings T{number}")).contains(&format!("join T{number}")));
}
