//! Whose fault it is when a relay refuses a mail: an address is left alone only where the relay says that nobody is
//! there, and what is the relay's own trouble costs no mail.
#![allow(clippy::unwrap_used)]

mod world;

use std::sync::atomic::{AtomicBool, Ordering};

use tokio::sync::Mutex;
use turnpost_core::store::Channel;
use turnpost_mailer::receive::{Arrival, Via};
use world::relay::{Relay, Script};
use world::{Got, World, pass, surroundings};

const ANN: &str = "Ann <ann@example.com>";
const BEN: &str = "Ben <ben@example.net>";
const DAY: u32 = 24 * 60 * 60;

/// Weeks pass in one of the tests, and what was asked in another would be forgotten: one after the other.
static ALONE: Mutex<()> = Mutex::const_new(());

async fn world(relay: &Relay) -> World {
    let url = relay.url();
    World::with(move |settings| settings.smtp = Some(url)).await
}

fn to(got: Vec<Got>, address: &str) -> Option<Got> {
    got.into_iter().find(|got| got.to == address)
}

/// How many mails are still owed.
fn owed(world: &World) -> i64 {
    let waiting = world.ask(|service| service.waiting()).unwrap();
    waiting.owed.iter().filter(|(channel, _)| *channel == Channel::Mail).map(|(_, queue)| queue.waiting).sum()
}

/// A game that Ben has begun: the mails to Ann and Ben.
async fn game(world: &World, relay: &Relay) -> (Got, Got) {
    world.say(ANN, "play@example.org", "new amazons vs ben@example.net").await;
    world.reply(ANN, &relay.mails()[0], "yes").await;
    let invitation = to(relay.mails(), "ben@example.net").unwrap();
    world.reply(BEN, &invitation, "yes d1-d7/g7").await;
    let mut got = relay.mails();
    let at = got.iter().position(|got| got.to == "ann@example.com").unwrap();
    (got.remove(at), got.remove(0))
}

/// Whether Ben is written to after the relay refused a mail to him in these words.
async fn is_written_to_after(script: Script) -> bool {
    let relay = Relay::start().await;
    let world = world(&relay).await;
    let (to_ann, _) = game(&world, &relay).await;
    relay.says(script);
    world.reply(ANN, &to_ann, "j7-h7/h3").await;
    assert!(to(relay.mails(), "ben@example.net").is_none());
    assert_eq!(owed(&world), 0, "it isn't tried again");
    relay.says(|_| None);
    world.reply(ANN, &to_ann, "say Are you there?").await;
    let got = relay.mails();
    to(got, "ben@example.net").is_some()
}

#[tokio::test]
async fn only_who_is_not_there_is_left_alone() {
    let _alone = ALONE.lock().await;
    assert!(is_written_to_after(|said| said.contains("<ben@").then_some("554 5.7.1 Relay access denied")).await);
    assert!(is_written_to_after(|said| (said == ".").then_some("554 5.6.0 I don't like it")).await);
    assert!(is_written_to_after(|said| said.contains("<ben@").then_some("552 5.2.3 too long for him")).await);
    assert!(!is_written_to_after(|said| said.contains("<ben@").then_some("550 5.1.1 no such user")).await);
    assert!(!is_written_to_after(|said| said.contains("<ben@").then_some("550 no such user")).await);
}

#[tokio::test]
async fn the_operator_hears_what_the_relay_refuses_for_good() {
    for (script, words) in [
        ((|said| said.contains("<ann@").then_some("554 5.7.1 denied")) as Script, "can't be delivered: the relay said"),
        (|said| said.contains("<ann@").then_some("550 5.1.1 nobody"), "can't be delivered, and no more is sent there:"),
    ] {
        let relay = Relay::start().await;
        let world = world(&relay).await;
        relay.says(script);
        world.say(ANN, "play@example.org", "help").await;
        // It is sent beside everything else.
        let alert = loop {
            match to(relay.mails(), "operator@example.com") {
                Some(alert) => break alert,
                None => tokio::task::yield_now().await,
            }
        };
        assert!(alert.text.contains(words), "{}", alert.text);
    }
}

#[tokio::test]
async fn a_server_that_was_off_for_a_week_still_tries() {
    let _alone = ALONE.lock().await;
    let relay = Relay::start().await;
    let world = world(&relay).await;
    relay.says(|said| said.is_empty().then_some("421 come back later"));
    let at = (surroundings().clock)() - i64::from(7 * DAY);
    let raw = format!("From: {ANN}\r\nTo: play@example.org\r\n\r\nhelp\r\n").into_bytes();
    let (sender, recipients) = (Some("ann@example.com".to_owned()), vec!["play@example.org".to_owned()]);
    world.gateway.inbox().store(Arrival { raw, via: Via::Lmtp, sender, recipients, at }).await.unwrap();
    // However old the news is: five days are counted from the first try, and a week's pause is no week of tries.
    for pause in [0, 60, 7 * DAY, 60] {
        pass(pause);
        world.gateway.drain().await.unwrap();
        assert_eq!(owed(&world), 1);
    }
    relay.says(|_| None);
    pass(DAY);
    world.gateway.drain().await.unwrap();
    assert!(to(relay.mails(), "ann@example.com").is_some());
}

/// Hangs up on the first mail, before it has any of it.
fn once_idle(said: &str) -> Option<&'static str> {
    static GONE: AtomicBool = AtomicBool::new(false);
    (said.starts_with("MAIL") && !GONE.swap(true, Ordering::Relaxed)).then_some("")
}

#[tokio::test]
async fn what_a_relay_may_have_taken_is_not_sent_again_at_once() {
    let _alone = ALONE.lock().await;
    let relay = Relay::start().await;
    let world = world(&relay).await;
    world.say(ANN, "play@example.org", "help").await;
    // The next mails go over the same connection. One that the relay closed meanwhile costs nothing.
    relay.says(once_idle);
    world.say(BEN, "play@example.org", "help").await;
    assert_eq!((relay.mails().len(), owed(&world)), (2, 0));
    // One that breaks when the relay has the mail does: nobody knows, and it goes again later, as the same mail.
    relay.says(|said| (said == ".").then_some(""));
    world.say("Cat <cat@example.com>", "play@example.org", "help").await;
    assert_eq!((relay.mails().len(), owed(&world)), (1, 1));
}
