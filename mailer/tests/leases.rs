//! Two processes on one database: what one of them is sending, however slowly, the other leaves alone.
#![allow(clippy::unwrap_used)]

mod world;

use std::sync::OnceLock;
use std::time::Duration;

use tokio::time::Instant;
use turnpost_core::service::{Randomness, Settings};
use turnpost_mailer::gateway::Gateway;
use turnpost_mailer::surroundings::Surroundings;
use world::World;
use world::relay::Relay;

/// The test's own clock, which stands still while anything is done.
fn clock() -> i64 {
    static BEGIN: OnceLock<Instant> = OnceLock::new();
    1_780_000_000 + i64::try_from(BEGIN.get_or_init(Instant::now).elapsed().as_secs()).unwrap()
}

#[tokio::test(start_paused = true)]
async fn a_relay_that_is_only_slow_gets_no_mail_twice() {
    let relay = Relay::start().await;
    // RFC 5321 §4.5.3.2.6: it may take ten minutes.
    relay.ponders(Duration::from_secs(500));
    let world = World::new().await;
    let mails = 40;
    for number in 0..mails {
        let raw = format!("From: p{number}@example.com\r\nTo: play@example.org\r\n\r\nhelp\r\n");
        let put = world.ask(|service| {
            service.inbox_put(raw.as_bytes(), r#"{"via":"lmtp","recipients":["play@example.org"]}"#, None, 1)
        });
        put.unwrap();
    }
    for _ in 0..2 {
        let service = world::process(&world.folder, Settings::default());
        let around = Surroundings { clock, chance: || Randomness::fixed(7) };
        let settings = turnpost_mailer::gateway::Settings { smtp: Some(relay.url()), ..world::settings(&world.folder) };
        let gateway = Gateway::open(settings, service, around).await.unwrap();
        tokio::spawn(gateway.run(std::future::pending()));
    }
    tokio::time::sleep(Duration::from_secs(3 * 60 * 60)).await;
    let mut to: Vec<String> = relay.mails().into_iter().map(|got| got.to).collect();
    assert_eq!(to.len(), mails, "{to:?}");
    to.sort();
    to.dedup();
    assert_eq!(to.len(), mails);
}
