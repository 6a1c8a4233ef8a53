//! At the end: is everything accounted for?
//!
//! It was seen to catch a server broken on purpose, one way at a time: mails acknowledged and not stored; stored twice;
//! handled twice, and events in Discord too (nothing recognised as a repeat); marked as handled and not acted upon;
//! notices deleted, never made, or settled before they were sent, by mail and in Discord; mails made anew for each try;
//! memory that grows with every mail; a game whose row doesn't fit its record.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crate::database;
use crate::ledger;
use crate::play::Played;
use crate::world::{World, within};

/// The most memory that the server may have, in megabytes.
const MEMORY: u64 = 300;
/// How much of it may be new in the second half of its last life, in megabytes. About 20 on a machine so busy that
/// it takes half a minute to warm up.
const GROWTH: u64 = 48;
/// The longest write-ahead log, in megabytes.
const LOG: u64 = 64;
/// Nothing is owed for longer than this once it is left in peace.
const REST: Duration = Duration::from_secs(600);
/// So much of what is wrong is told.
const TOLD: usize = 20;

/// Waits until nothing is owed any more, stops the server, and looks at everything.
pub async fn everything(world: &World, played: &[Played], begun: Instant) {
    let growth = Growth::of(world);
    let quiet = || {
        world.end_pauses();
        let owed = world.number("SELECT count(*) FROM outbox WHERE state = 'owed'");
        let waiting = world.number("SELECT count(*) FROM inbox WHERE verdict IS NULL");
        (owed + waiting == 0).then_some(())
    };
    if within(REST, &quiet).await.is_none() {
        panic!("it never comes to rest\n{}", missing(world));
    }
    world.server.stop();
    world.office.sort(world.relay.drain());

    let mut wrong = doctor(world);
    wrong.extend(ledger::mails(world));
    wrong.extend(ledger::notices(world));
    wrong.extend(ledger::games(world, played));
    wrong.extend(sizes(world, played.len(), &growth));
    assert!(wrong.is_empty(), "{}", listed(&wrong));
    println!("soak: {}", figures(world, played, begun, &growth));
}

/// What does not fit so far, for somebody who waits in vain. Things that are under way are among it.
pub fn missing(world: &World) -> String {
    let mut wrong = ledger::mails(world);
    wrong.extend(ledger::notices(world));
    listed(&wrong)
}

fn listed(wrong: &[String]) -> String {
    if wrong.is_empty() {
        return "apart from that everything fits".to_owned();
    }
    let told = wrong.iter().take(TOLD).cloned().collect::<Vec<_>>().join("\n");
    format!("{} things are wrong:\n{told}", wrong.len())
}

fn figures(world: &World, played: &[Played], begun: Instant, growth: &Growth) -> String {
    let count = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
    let Growth { seconds, megabytes } = growth;
    let boxes = world.office.boxes();
    format!(
        "{:.1} minutes, {} games, {} turns, {} mails taken ({} of them brought again), {} hostile acts, {} mails sent; the \
         server was killed {} times, its relay {} times; at most {} MB of memory ({megabytes} MB more in \
         the second half of a last life of {seconds} s), {} MB of log, the database has {} MB",
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
        size(world) >> 20,
    )
}

fn doctor(world: &World) -> Vec<String> {
    let doctor = world.server.command().args(["doctor", "--offline"]).output().unwrap();
    let words = format!("doctor:\n{}", String::from_utf8_lossy(&doctor.stdout));
    if doctor.status.success() { Vec::new() } else { vec![words] }
}

/// How the server grew in its last life, which nobody cut short, while people played.
struct Growth {
    seconds: usize,
    megabytes: u64,
}

impl Growth {
    /// Up to now.
    fn of(world: &World) -> Growth {
        let memory = world.server.memory();
        let (first, second) = memory.split_at(memory.len() / 2);
        let most = |half: &[u64]| half.iter().copied().max().unwrap_or(0);
        Growth { seconds: memory.len(), megabytes: most(second).saturating_sub(most(first)) / 1024 }
    }
}

/// Nothing has grown beyond what was put into it.
fn sizes(world: &World, games: usize, growth: &Growth) -> Vec<String> {
    let mut wrong = Vec::new();
    let mut check = |right: bool, what: String| {
        if !right {
            wrong.push(what);
        }
    };
    check(games > 0, "nothing was played".to_owned());
    let memory = world.server.most_memory.load(Ordering::Relaxed) / 1024;
    check(memory < MEMORY, format!("it had {memory} MB of memory"));
    // A life that was shorter says nothing: everything is new to it.
    let Growth { seconds, megabytes } = growth;
    let grown = format!("it grew by {megabytes} MB in the second half of a life of {seconds} s");
    check(*seconds < 20 || *megabytes < GROWTH, format!("{grown}: {:?} kB", world.server.memory()));
    let log = world.server.most_log.load(Ordering::Relaxed) >> 20;
    check(log < LOG, format!("{log} MB of write-ahead log"));
    let content = world.number(
        "SELECT CAST((SELECT coalesce(sum(length(raw) + length(envelope)), 0) FROM inbox)
              + (SELECT coalesce(sum(length(raw)), 0) FROM came)
              + (SELECT coalesce(sum(length(notice) + coalesce(length(rendered), 0)), 0) FROM outbox) AS BIGINT)",
    );
    let size = size(world);
    // Mails are rendered into the database and leave it when they are sent; their pages are used again. PostgreSQL uses
    // them again in its own time.
    let fits = size < 4 * content + (16 << 20) || database::is_postgres();
    check(fits, format!("the database has {size} bytes for {content} bytes of content"));
    let words = std::fs::metadata(world.server.folder.join("log")).unwrap().len() >> 20;
    check(words < 32, format!("it wrote {words} MB of words"));
    wrong
}

/// How large the database is.
fn size(world: &World) -> i64 {
    match database::is_postgres() {
        false => i64::try_from(std::fs::metadata(world.server.database()).unwrap().len()).unwrap(),
        true => world.number(
            "SELECT CAST(coalesce(sum(pg_total_relation_size(oid)), 0) AS BIGINT) FROM pg_class
             WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace",
        ),
    }
}
