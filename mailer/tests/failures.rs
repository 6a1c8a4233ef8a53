//! A relay that refuses, dies or is away: no notice is lost, and a repeat is the same mail. The relay is Postfix's
//! `smtp-sink`; without it these tests say so and pass, under CI they fail.
#![allow(clippy::unwrap_used)]

mod world;

use turnpost_core::store::Channel;
use turnpost_mailer::url::ServerUrl;
use world::sink::{Sink, free_port, is_there};
use world::{Got, World, clock, pass};

const ANN: &str = "Ann <ann@example.com>";

async fn world(port: u16) -> World {
    World::with(|settings| settings.smtp = ServerUrl::parse(&format!("smtp://127.0.0.1:{port}")).ok()).await
}

/// Longer than the pause after a first try; much shorter than the five days after which a mail is given up.
const LATER: u32 = 600;

/// The bytes of what is still owed, which is taken to look at until later.
fn owed(world: &World) -> Vec<Vec<u8>> {
    let owed = world.ask(|service| service.pending(Channel::Mail, clock() + i64::from(LATER), 0, 100)).unwrap();
    owed.into_iter().map(|owed| owed.rendered.map(|(bytes, _)| bytes).unwrap_or_default()).collect()
}

#[tokio::test]
async fn what_a_relay_refuses_for_now_or_dies_on_is_sent_later_as_the_same_mail() {
    if !is_there() {
        return;
    }
    for options in [&["-r", "rcpt"], &["-r", "data"], &["-q", "data"], &["-q", "."], &["-q", "ehlo"], &["-f", "mail"]] {
        let port = free_port();
        let world = world(port).await;
        let bad = Sink::start(&world, port, options);
        world.say(ANN, "play@example.org", "help").await;
        let kept = owed(&world);
        assert_eq!(kept.len(), 1, "{options:?}: it is still owed");
        drop(bad);
        let good = Sink::start(&world, port, &[]);
        pass(LATER);
        world.gateway.drain().await.unwrap();
        let mails = good.mails();
        assert_eq!(mails.len(), 1, "{options:?}");
        let kept_id = Got::read(kept[0].clone()).message_id;
        assert_eq!(mails[0].message_id, kept_id, "{options:?}: the same mail");
        assert!(owed(&world).is_empty());
    }
}

#[tokio::test]
async fn a_relay_that_is_away_costs_nothing() {
    if !is_there() {
        return;
    }
    let port = free_port();
    let world = world(port).await;
    world.say(ANN, "play@example.org", "help").await;
    assert_eq!(owed(&world).len(), 1);
}

#[tokio::test]
async fn what_is_refused_for_good_is_not_tried_again() {
    if !is_there() {
        return;
    }
    let port = free_port();
    let world = world(port).await;
    let _bad = Sink::start(&world, port, &["-f", "rcpt"]);
    world.say(ANN, "play@example.org", "help").await;
    assert!(owed(&world).is_empty(), "it failed for good");
}
