//! What the operator hears of: a relay that takes nothing for long. The relay is Postfix's `smtp-sink`; without it this
//! test says so and passes, under CI it fails.
#![allow(clippy::unwrap_used)]

mod world;

use std::time::{Duration, Instant};

use turnpost_mailer::url::ServerUrl;
use world::sink::{Sink, free_port, is_there};
use world::{World, pass};

const HOUR: u32 = 3600;

/// The relay refuses whatever it is given, for three quarters of an hour; somebody waits for an answer all the while.
async fn stuck(world: &World, port: u16, who: &str) {
    let _bad = Sink::start(world, port, &["-r", "mail"]);
    world.say(&format!("{who}@example.com"), "play@example.org", "help").await;
    for _ in 0..8 {
        pass(HOUR / 10);
        world.gateway.drain().await.unwrap();
    }
}

/// The files of a sink that hold this text.
fn with(sink: &Sink, text: &str) -> usize {
    let files = std::fs::read_dir(&sink.folder).unwrap().map(|entry| std::fs::read(entry.unwrap().path()).unwrap());
    files.filter(|raw| String::from_utf8_lossy(raw).contains(text)).count()
}

/// The relay works again; waits for so many alerts and answers in all, and gives how many alerts there are then.
async fn works(world: &World, port: u16, alerts: usize, answers: usize) -> usize {
    let good = Sink::start(world, port, &[]);
    pass(HOUR / 10);
    world.gateway.drain().await.unwrap();
    let begun = Instant::now();
    while with(&good, "needs your attention") < alerts || with(&good, "To: ann") < answers {
        assert!(begun.elapsed() < Duration::from_secs(60), "{} alerts", with(&good, "needs your attention"));
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    with(&good, "needs your attention")
}

#[tokio::test]
async fn a_queue_that_is_stuck_for_long_is_told_once_the_relay_works() {
    if !is_there() {
        return;
    }
    let port = free_port();
    let mut world =
        World::with(|settings| settings.smtp = ServerUrl::parse(&format!("smtp://127.0.0.1:{port}")).ok()).await;
    stuck(&world, port, "ann1").await;
    assert_eq!(works(&world, port, 1, 1).await, 1, "the alert waited for the relay too");
    world.restart().await;
    pass(24 * HOUR);
    stuck(&world, port, "ann2").await;
    assert_eq!(works(&world, port, 2, 2).await, 2, "it was a new day");
}
