//! At the end: is everything accounted for?

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use rusqlite::Connection;

use crate::ledger;
use crate::play::Played;
use crate::world::{World, within};

/// The most memory that the server may have, in megabytes.
const MEMORY: u64 = 300;
/// How much of it may be new since its last life was ten seconds old, in megabytes.
const GROWTH: u64 = 64;
/// The longest write-ahead log, in megabytes.
const LOG: u64 = 64;
/// Nothing is owed for longer than this once it is left in peace.
const REST: Duration = Duration::from_secs(600);
/// So much of what is wrong is told.
const TOLD: usize = 20;

/// Waits until nothing is owed any more, stops the server, and looks at everything.
pub async fn everything(world: &World, played: &[Played], begun: Instant) {
    let left = |sql: &str| world.database().query_row(sql, [], |row| row.get::<_, i64>(0)).unwrap();
    let quiet = || {
        world.end_pauses();
        let owed = left("SELECT count(*) FROM outbox WHERE state = 'owed'");
        let waiting = left("SELECT count(*) FROM inbox WHERE verdict IS NULL");
        (owed + waiting == 0).then_some(())
    };
    if within(REST, &quiet).await.is_none() {
        panic!("it never comes to rest\n{}", missing(world));
    }
    world.server.stop();
    world.office.sort(world.relay.drain());

    let database = world.database();
    let mut wrong = doctor(world);
    wrong.extend(ledger::mails(world, &database));
    wrong.extend(ledger::notices(world, &database));
    wrong.extend(ledger::games(world, &database, played));
    wrong.extend(sizes(world, &database, played.len()));
    assert!(wrong.is_empty(), "{}", listed(&wrong));
    println!("soak: {}", figures(world, played, begun));
}

/// What does not fit so far, for somebody who waits in vain. Things that are under way are among it.
pub fn missing(world: &World) -> String {
    let database = world.database();
    let mut wrong = ledger::mails(world, &database);
    wrong.extend(ledger::notices(world, &database));
    listed(&wrong)
}

fn listed(wrong: &[String]) -> String {
    let told = wrong.iter().take(TOLD).cloned().collect::<Vec<_>>().join("\n");
    format!("{} things are wrong:\n{told}", wrong.len())
}

fn figures(world: &World, played: &[Played], begun: Instant) -> String {
    let count = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
    let (seconds, grown) = last_life(world);
    let boxes = world.office.boxes();
    format!(
        "{:.1} minutes, {} games, {} turns, {} mails taken ({} of them brought again), {} hostile acts, {} mails sent; the \
         server was killed {} times, its relay {} times; at most {} MB of memory ({grown} MB more than \
         after ten seconds in a last life of {seconds} s), {} MB of log, the database has {} MB",
        begun.elapsed().as_secs_f64() / 60.0,
        played.len(),
        played.iter().map(|game| game.turns.len()).sum::<usize>(),
        world.acknowledged.lock().unwrap().len(),
        count(&world.repeats),
        count(&world.hostile),
        boxes.copies.values().map(|(_, _, times)| times).sum::<u64>(),
        count(&world.kills),
        count(&world.relay_kills),
        count(&world.server.most_memory) / 1024,
        count(&world.server.most_log) >> 20,
        std::fs::metadata(world.server.database()).unwrap().len() >> 20,
    )
}

fn doctor(world: &World) -> Vec<String> {
    let doctor = world.server.command().args(["doctor", "--offline"]).output().unwrap();
    let words = format!("doctor:\n{}", String::from_utf8_lossy(&doctor.stdout));
    if doctor.status.success() { Vec::new() } else { vec![words] }
}

/// How many seconds the last life lasted, and by how many megabytes it grew after its first ten seconds.
fn last_life(world: &World) -> (usize, u64) {
    let memory = world.server.memory();
    let later = memory.get(10..).unwrap_or_default();
    let grown = later.iter().max().zip(later.first()).map_or(0, |(most, first)| most - first);
    (memory.len(), grown / 1024)
}

/// Nothing has grown beyond what was put into it.
fn sizes(world: &World, database: &Connection, games: usize) -> Vec<String> {
    let mut wrong = Vec::new();
    let mut check = |right: bool, what: String| {
        if !right {
            wrong.push(what);
        }
    };
    check(games > 0, "nothing was played".to_owned());
    let memory = world.server.most_memory.load(Ordering::Relaxed) / 1024;
    check(memory < MEMORY, format!("it had {memory} MB of memory"));
    let (_, grown) = last_life(world);
    check(grown < GROWTH, format!("it grew by {grown} MB in its last life: {:?} kB", world.server.memory()));
    let log = world.server.most_log.load(Ordering::Relaxed) >> 20;
    check(log < LOG, format!("{log} MB of write-ahead log"));
    let content: i64 = database
        .query_row(
            "SELECT (SELECT coalesce(sum(length(raw) + length(envelope)), 0) FROM inbox)
                  + (SELECT coalesce(sum(length(notice) + coalesce(length(rendered), 0)), 0) FROM outbox)",
            [],
            |row| row.get(0),
        )
        .unwrap();
    let size = i64::try_from(std::fs::metadata(world.server.database()).unwrap().len()).unwrap();
    // Mails are rendered into the database and leave it when they are sent; their pages are used again.
    check(size < 4 * content + (16 << 20), format!("the database has {size} bytes for {content} bytes of content"));
    let words = std::fs::metadata(world.server.folder.join("log")).unwrap().len() >> 20;
    check(words < 32, format!("it wrote {words} MB of words"));
    wrong
}
