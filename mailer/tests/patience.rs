//! Never silent to a person, never lost: mistakes are answered, and what somebody writes too fast waits its turn.
#![allow(clippy::unwrap_used)]

mod world;

use tokio::sync::Mutex;
use turnpost_mailer::receive::{Arrival, Via};
use world::{ANN, BEN, Got, World, clock, pass};

const PLAY: &str = "play@example.org";

/// Hours pass in all of these.
static ALONE: Mutex<()> = Mutex::const_new(());

/// Somebody who fumbles is answered every time, and told when that ends for now and what still works.
#[tokio::test]
async fn twenty_mistakes_an_hour_are_answered() {
    let _alone = ALONE.lock().await;
    let world = World::new().await;
    let (to_ann, _) = world.game().await;
    let wrong = ["j7-j8/z9", "j7-j8/z9", "j7-j8/z9", "j7-j8/z9", "digest 25:00", "claim", "rules amazon", "d10-e8/e8"];
    let mut last = None;
    for number in 0..20 {
        let body = wrong[number % wrong.len()];
        let got = world.reply(ANN, &to_ann, body).await;
        assert_eq!(got.len(), 1, "{number}: {body}");
        assert_eq!(got[0].to, "ann@example.com");
        let ends = got[0].text.replace('\n', " ").contains("No other mistake is answered for up to an hour");
        assert_eq!(ends, number == 19, "{number}: {}", got[0].text);
        last = got.into_iter().next();
    }
    let last = last.unwrap().text.replace('\n', " ");
    for works in ["questions", "settings", "help", "show", "Legal moves"] {
        assert!(last.contains(works), "{works}: {last}");
    }
    assert!(world.reply(ANN, &to_ann, "j7-j8/z9").await.is_empty(), "it was said");
    for asked in ["help", "show", "games", "theme dark", "history", "rules amazons", "moves", "settings", "note Hm"] {
        assert_eq!(world.reply(ANN, &to_ann, asked).await.len(), 1, "{asked}");
    }
    for number in 0..15 {
        assert_eq!(world.reply(ANN, &to_ann, "show").await.len(), 1, "{number}");
        assert_eq!(world.reply(ANN, &to_ann, &format!("moves {}", ["j7", "d10", "a7"][number % 3])).await.len(), 1);
    }
    assert_eq!(world.reply(ANN, &to_ann, "j7-h7/h3").await.len(), 2, "and she plays");
    pass(3601);
    assert_eq!(world.reply(ANN, &to_ann, "claim").await.len(), 1);
}

/// Whoever was invited and has yet to play is a person, too.
#[tokio::test]
async fn a_newcomer_may_fumble() {
    let _alone = ALONE.lock().await;
    let world = World::new().await;
    let asked = world.say(ANN, PLAY, "new amazons vs ben@example.net").await;
    let sent = world.reply(ANN, &asked[0], "yes").await;
    let invitation = sent.iter().find(|got| got.to == "ben@example.net").unwrap();
    for body in ["What is this?", "How do I move?", "d1-z9/z9", "I play d1 to d7", "yes d1-d1/d1", "rules amazon"] {
        assert!(!world.reply(BEN, invitation, body).await.is_empty(), "{body}");
    }
}

fn numbers(got: &[Got]) -> Vec<String> {
    let told = got.iter().filter(|got| got.to == "ann@example.com");
    told.filter_map(|got| got.text.split("note number ").last()?.split_whitespace().next().map(str::to_owned)).collect()
}

/// More mails than are handled in an hour: the rest waits, in its order, across a restart, and its writer knows.
#[tokio::test]
async fn a_players_mails_wait_their_turn() {
    let _alone = ALONE.lock().await;
    let mut world = World::with(|settings| settings.mails_per_hour = 10).await;
    let (to_ann, _) = world.game().await;
    pass(3601);
    let mut got = Vec::new();
    for number in 0..25 {
        got.extend(world.reply(ANN, &to_ann, &format!("note note number {number}")).await);
    }
    let waits: Vec<&Got> = got.iter().filter(|got| got.subject.contains("your mails wait")).collect();
    assert_eq!(waits.len(), 1, "she is told once");
    assert!(waits[0].text.contains("10 mails an hour"), "{}", waits[0].text);
    assert_eq!(got.len(), 11);
    // Ben isn't affected, and what she writes now waits behind the others, also after a restart.
    assert_eq!(world.say(BEN, PLAY, "help").await.len(), 1);
    world.restart().await;
    pass(1800);
    assert!(world.reply(ANN, &to_ann, "note note number 25").await.is_empty());
    let mut order: Vec<String> = numbers(&got[..10]);
    for _ in 0..3 {
        pass(3601);
        world.gateway.drain().await.unwrap();
        order.extend(numbers(&world.new_mails()));
    }
    let expected: Vec<String> = (0..26).map(|number| number.to_string()).collect();
    assert_eq!(order, expected);
}

/// What is waiting when a clock runs out came in time.
#[tokio::test]
async fn a_turn_that_waits_is_not_too_late() {
    let _alone = ALONE.lock().await;
    let world = World::with(|settings| settings.mails_per_hour = 5).await;
    world.tick();
    let asked = world.say(ANN, PLAY, "new amazons vs ben@example.net clock 2h/turn").await;
    let sent = world.reply(ANN, &asked[0], "yes").await;
    let invitation = sent.iter().find(|got| got.to == "ben@example.net").unwrap();
    let got = world.reply(BEN, invitation, "yes d1-d7/g7").await;
    let to_ann = got.into_iter().find(|got| got.to == "ann@example.com").unwrap();
    for _ in 0..3 {
        pass(1800);
        world.tick();
    }
    for number in 0..5 {
        world.reply(ANN, &to_ann, &format!("note {number}")).await;
    }
    world.reply(ANN, &to_ann, "j7-h7/h3").await;
    assert_eq!(world.record().turns.len(), 1, "it waits");
    for _ in 0..3 {
        pass(1800);
        world.tick();
        world.gateway.drain().await.unwrap();
    }
    let record = world.record();
    assert_eq!(record.turns.len(), 2, "{record:?}");
}

/// So many wait; after that the sender's server keeps them, and other people's mail comes in.
#[tokio::test]
async fn so_many_mails_wait_and_no_more() {
    let _alone = ALONE.lock().await;
    let world = World::with(|settings| settings.mails_per_hour = 5).await;
    let (to_ann, _) = world.game().await;
    let arrival = |raw: Vec<u8>, from: &str, to: &str, via: Via| Arrival {
        raw,
        via,
        sender: Some(from.to_owned()),
        recipients: vec![to.to_owned()],
        at: clock(),
    };
    let put = async |number: usize| {
        let mail = world.answer(ANN, &to_ann, &format!("note {number}"));
        world.gateway.inbox().store(arrival(mail.raw, "ann@example.com", &mail.to, Via::Lmtp)).await
    };
    for number in 0..206 {
        put(number).await.unwrap();
    }
    world.gateway.drain().await.unwrap();
    let refused = put(210).await.unwrap_err();
    assert!(refused.to_string().contains("must wait where it is"), "{refused}");
    assert_eq!(world.say(BEN, PLAY, "help").await.iter().filter(|got| got.to == "ben@example.net").count(), 1);
    pass(3601);
    world.gateway.drain().await.unwrap();
    put(211).await.unwrap();
}

/// Strangers who write too often are turned away at the door, where their server hears of it; players are let in.
#[tokio::test]
async fn strangers_are_turned_away_at_the_door() {
    let _alone = ALONE.lock().await;
    let server = world::dns::silent_about("nobody-is-silent").await;
    let world = World::with(|settings| {
        settings.mails_per_hour = 5;
        settings.name_server = Some(server);
    })
    .await;
    let (to_ann, _) = world.game().await;
    let put = async |from: &str, to: &str, body: &str, host: u8| {
        let mail = world.fresh(from, to, "", body);
        let via = Via::Smtp { peer: [203, 0, 113, host].into(), helo: "mx.example".into() };
        let sender = Some(from.to_owned());
        let arrival = Arrival { raw: mail.raw, via, sender, recipients: vec![to.to_owned()], at: clock() };
        let stored = world.gateway.inbox().store(arrival).await;
        world.gateway.drain().await.unwrap();
        stored
    };
    for _ in 0..5 {
        put("eve@evil.example", PLAY, "Hello", 1).await.unwrap();
    }
    let refused = put("eve@evil.example", PLAY, "Hello", 1).await.unwrap_err();
    assert!(refused.to_string().contains("writes too often"), "{refused}");
    put("ida@example.com", PLAY, "help", 2).await.unwrap();
    for number in 0..44 {
        put(&format!("x{number}@evil.example"), PLAY, "Hello", 1).await.unwrap();
    }
    assert!(put("fay@evil.example", PLAY, "help", 1).await.is_err(), "its network is full");
    put("ann@example.com", PLAY, "games", 1).await.unwrap();
    put("ben@example.net", &to_ann.reply_to, "show", 1).await.unwrap();
    put("gus@example.com", PLAY, "help", 1).await.unwrap_err();
    pass(3601);
    put("gus@example.com", PLAY, "help", 1).await.unwrap();
}
