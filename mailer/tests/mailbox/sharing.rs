//! Several processes on one database have the same mailbox: one of them fetches it.

use std::sync::atomic::{AtomicI64, Ordering};

use tokio::task::JoinHandle;
use turnpost_core::service::Settings;
use turnpost_mailer::gateway::{self, Gateway};
use turnpost_mailer::surroundings::Surroundings;
use turnpost_mailer::url::ServerUrl;

use super::server::{Server, State};
use super::world::{self, World, surroundings};
use super::{SECOND, help, pass};

/// The time of this test alone: others let hours pass beside it.
static CLOCK: AtomicI64 = AtomicI64::new(1_780_000_000);

async fn second() {
    CLOCK.fetch_add(1, Ordering::Relaxed);
    pass(SECOND).await;
}

/// Another process, until it is killed.
async fn process(world: &World, server: &Server, name: &str) -> JoinHandle<bool> {
    let service = world::process(&world.folder, Settings { holder: name.to_owned(), ..Settings::default() });
    let imap = ServerUrl::parse(&format!("imap://play:secret@127.0.0.1:{}", server.port)).unwrap();
    let settings = gateway::Settings { imap: Some(imap), ..world::settings(&world.folder) };
    let around = Surroundings { clock: || CLOCK.load(Ordering::Relaxed), ..surroundings() };
    let gateway = Gateway::open(settings, service, around).await.unwrap();
    tokio::spawn(gateway.run(std::future::pending()))
}

#[tokio::test]
async fn one_fetches_and_another_takes_over_when_it_is_dead() {
    let world = World::new().await;
    let server = Server::start(State::with([help(1, "ann@example.com")])).await;
    let first = process(&world, &server, "first").await;
    server.until(|state| state.uids("INBOX").is_empty()).await;
    let successor = process(&world, &server, "second").await;
    for _ in 0..60 {
        second().await;
    }
    assert_eq!(server.with(|state| state.count("LOGIN")), 1, "a minute later it is still the first one's");
    first.abort();
    assert!(first.await.is_err(), "it says goodbye to nobody");
    server.with(|state| state.arrive(help(2, "ben@example.com")));
    let mut seconds = 0;
    while !server.with(|state| state.uids("INBOX").is_empty()) {
        second().await;
        seconds += 1;
        assert!(seconds < 1000, "nobody fetches it: {:?}", server.with(|state| state.said.clone()));
    }
    assert!(seconds > 5, "the lease of the dead has to run out");
    assert_eq!(server.with(|state| state.count("LOGIN")), 2);
    successor.abort();
}
