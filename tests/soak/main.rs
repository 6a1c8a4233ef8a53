//! The whole program under random traffic, legal and hostile, by mail and in Discord at once, while it and its relay are
//! killed again and again; at the end everything is accounted for.
//!
//! `SOAK_SECONDS` sets how long (20 unless given), `SOAK_SEED` repeats a run as far as chance goes. It runs on PostgreSQL
//! if `TURNPOST_TEST_DATABASE` has the address of one.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod audit;
mod chaos;
#[path = "../database/mod.rs"]
mod database;
mod dice;
mod hostile;
mod ledger;
mod play;
mod post;
#[path = "../relay/mod.rs"]
mod relay;
mod server;
mod world;

use std::io::Write;
use std::sync::Arc;
use std::time::{Duration, Instant};

use dice::Dice;
use play::Kind;
use world::World;

/// Games that go on at the same time.
const TABLES: [Kind; 10] = [
    Kind::Mail,
    Kind::Mail,
    Kind::Mail,
    Kind::Mail,
    Kind::Mail,
    Kind::Discord,
    Kind::Discord,
    Kind::Discord,
    Kind::Mixed,
    Kind::Mixed,
];

#[test]
fn nothing_is_lost_or_done_twice() {
    let number = |name: &str| std::env::var(name).ok().and_then(|value| value.parse::<u64>().ok());
    let seconds = number("SOAK_SECONDS").unwrap_or(20);
    let seed = number("SOAK_SEED").unwrap_or_else(|| {
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
        now.as_secs() % 1_000_000
    });
    println!("soak: {seconds} seconds, SOAK_SEED={seed}");
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    runtime.block_on(soak(Duration::from_secs(seconds), seed));
}

async fn soak(length: Duration, seed: u64) {
    let begun = Instant::now();
    let world = Arc::new(World::start(length).await);
    fail_at_once(&world);
    // Goes on to the end: games finish what they have begun.
    tokio::spawn(chaos::deliver(world.clone()));
    let mut tables = tokio::task::JoinSet::new();
    for (number, kind) in (1..).zip(TABLES) {
        tables.spawn(play::table(world.clone(), kind, Dice::new(seed, number)));
    }
    let others = [
        tokio::spawn(hostile::mail(world.clone(), Dice::new(seed, 100))),
        tokio::spawn(hostile::discord(world.clone(), Dice::new(seed, 101))),
        tokio::spawn(chaos::work(world.clone(), Dice::new(seed, 102))),
    ];
    let mut played = Vec::new();
    while let Some(table) = tables.join_next().await {
        played.extend(table.expect("a table plays to its end"));
    }
    for other in others {
        other.await.expect("it goes on to the end");
    }
    audit::everything(&world, &played, begun).await;
}

/// Whatever goes wrong anywhere ends the run, with the server's last words.
fn fail_at_once(world: &Arc<World>) {
    let world = world.clone();
    std::panic::set_hook(Box::new(move |panic| {
        // Past the harness, which would keep it to itself when the process ends here.
        let last = world.server.last_log();
        let _ = writeln!(std::io::stderr(), "{panic}\n--- the end of the server's log ---\n{last}");
        world.server.abandon();
        std::process::exit(101);
    }));
}
