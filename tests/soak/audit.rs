//! At the end: is everything accounted for?

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use rusqlite::Connection;
use sha2::{Digest, Sha256};

use crate::play::Played;
use crate::world::{World, within};

/// The most memory that the server may have, in megabytes.
const MEMORY: u64 = 300;
/// The longest write-ahead log, in megabytes.
const LOG: u64 = 64;

/// Waits until nothing is owed any more, stops the server, and looks at everything.
pub async fn everything(world: &World, played: &[Played], begun: Instant) {
    let left = |sql: &str| world.database().query_row(sql, [], |row| row.get::<_, i64>(0)).unwrap();
    let quiet = || {
        world.end_pauses();
        let owed = left("SELECT count(*) FROM outbox WHERE state = 'owed'");
        let waiting = left("SELECT count(*) FROM inbox WHERE verdict IS NULL");
        (owed + waiting == 0).then_some(())
    };
    let patience = Duration::from_secs(600);
    within(patience, quiet).await.unwrap_or_else(|| {
        let mut database = world.database();
        let owed = rows(&mut database, "SELECT id || ' ' || channel || ' ' || recipient || ' ' || attempts || ' ' || coalesce(why, '') FROM outbox WHERE state = 'owed' LIMIT 20");
        panic!("it never comes to rest; owed: {owed:#?}")
    });
    assert!(world.server.stop(), "the last stop ends well");
    world.office.sort(world.relay.drain());

    let doctor = world.server.command().args(["doctor", "--offline"]).output().unwrap();
    assert!(doctor.status.success(), "{}", String::from_utf8_lossy(&doctor.stdout));
    let mut database = world.database();
    let mails = arrivals(world, &mut database);
    let sent = deliveries(world, &mut database);
    let turns = games(&mut database, played);
    sizes(world, &database, played.len());

    let minutes = begun.elapsed().as_secs_f64() / 60.0;
    let count = |counter: &std::sync::atomic::AtomicU64| counter.load(Ordering::Relaxed);
    println!(
        "soak: {minutes:.1} minutes, {} games, {turns} turns, {mails} mails taken ({} of them brought again), {} hostile \
         acts, {sent} mails sent; the server was killed {} times, its relay {} times; at most {} MB of memory, {} MB of log, \
         the database has {} MB",
        played.len(),
        count(&world.repeats),
        count(&world.hostile),
        count(&world.kills),
        count(&world.relay_kills),
        count(&world.server.most_memory) / 1024,
        count(&world.server.most_log) >> 20,
        std::fs::metadata(world.server.database()).unwrap().len() >> 20,
    );
}

/// Every mail that was acknowledged is there once, and was dealt with.
fn arrivals(world: &World, database: &mut Connection) -> usize {
    let mut statement = database.prepare("SELECT raw, verdict FROM inbox").unwrap();
    let mut stored: HashMap<[u8; 32], u32> = HashMap::new();
    let mut all = statement.query([]).unwrap();
    while let Some(row) = all.next().unwrap() {
        let (raw, verdict): (Vec<u8>, Option<String>) = (row.get(0).unwrap(), row.get(1).unwrap());
        assert!(verdict.is_some_and(|verdict| !verdict.contains("can't be handled")), "a mail broke something");
        *stored.entry(Sha256::digest(&raw).into()).or_default() += 1;
    }
    let sent = world.acknowledged.lock().unwrap();
    let different: HashSet<[u8; 32]> = sent.iter().map(|mail| Sha256::digest(&mail.raw).into()).collect();
    for mail in sent.iter() {
        let digest: [u8; 32] = Sha256::digest(&mail.raw).into();
        let times = stored.get(&digest).copied().unwrap_or(0);
        assert_eq!(times, 1, "a mail of {}:\n{}", mail.from, String::from_utf8_lossy(&mail.raw));
    }
    different.len()
}

/// Every notice that counts as sent reached its reader, each repeat the same as the first.
fn deliveries(world: &World, database: &mut Connection) -> u64 {
    let failed =
        rows(database, "SELECT id || ' ' || channel || ': ' || coalesce(why, '') FROM outbox WHERE state = 'failed'");
    assert!(failed.is_empty(), "{failed:#?}");
    let boxes = world.office.boxes();
    assert!(boxes.wrong.is_empty(), "{:#?}", boxes.wrong);
    let number = |message_id: &String| message_id.split('@').next()?.rsplit('.').next()?.parse::<i64>().ok();
    let arrived: BTreeMap<i64, &(String, [u8; 32], u64)> =
        boxes.copies.iter().filter_map(|(id, copy)| Some((number(id)?, copy))).collect();
    assert_eq!(arrived.len(), boxes.copies.len(), "every mail is a notice");
    let posted: HashMap<String, u32> = world.discord.look(|discord| {
        let mut counts = HashMap::new();
        for nonce in discord.messages.values().filter_map(|message| message.nonce.clone()) {
            *counts.entry(nonce).or_default() += 1;
        }
        counts
    });
    let sql = "SELECT id, channel, recipient, request IS NULL FROM outbox WHERE state = 'sent'";
    let mut statement = database.prepare(sql).unwrap();
    let mut all = statement.query([]).unwrap();
    while let Some(row) = all.next().unwrap() {
        let (id, channel, recipient): (i64, String, String) =
            (row.get(0).unwrap(), row.get(1).unwrap(), row.get(2).unwrap());
        match channel.as_str() {
            "mail" => {
                let copy = arrived.get(&id).unwrap_or_else(|| panic!("notice {id} to {recipient} never came"));
                assert_eq!(copy.0, recipient);
            }
            // Answers in place are no messages with a nonce.
            _ if row.get::<_, bool>(3).unwrap() => {
                assert_eq!(posted.get(&format!("t{id}")), Some(&1), "notice {id} to {recipient} in Discord");
            }
            _ => {}
        }
    }
    boxes.copies.values().map(|(_, _, times)| times).sum()
}

/// The records say what the players know, no more and no less.
fn games(database: &mut Connection, played: &[Played]) -> usize {
    let mut records: BTreeMap<i64, Vec<String>> = BTreeMap::new();
    for number in rows(database, "SELECT number FROM games") {
        records.insert(number.parse().unwrap(), Vec::new());
    }
    let sql = "SELECT game, text FROM entries WHERE kind = 'turn' AND NOT undone ORDER BY game, number";
    let mut statement = database.prepare(sql).unwrap();
    let mut all = statement.query([]).unwrap();
    while let Some(row) = all.next().unwrap() {
        records.get_mut(&row.get(0).unwrap()).unwrap().push(row.get(1).unwrap());
    }
    for game in played {
        let record = records.remove(&game.number).unwrap_or_else(|| panic!("game {} is gone", game.number));
        assert_eq!(record, game.turns, "game {}", game.number);
        for remark in &game.remarks {
            let sql = "SELECT count(*) FROM comments WHERE game = ?1 AND text = ?2";
            let times: i64 = database.query_row(sql, rusqlite::params![game.number, remark], |row| row.get(0)).unwrap();
            assert_eq!(times, 1, "{remark} in game {}", game.number);
        }
    }
    assert!(records.is_empty(), "games that nobody plays: {:?}", records.keys());
    played.iter().map(|game| game.turns.len()).sum()
}

/// Nothing has grown beyond what was put into it.
fn sizes(world: &World, database: &Connection, games: usize) {
    assert!(games > 0, "nothing was played");
    let memory = world.server.most_memory.load(Ordering::Relaxed) / 1024;
    assert!(memory < MEMORY, "{memory} MB of memory");
    let log = world.server.most_log.load(Ordering::Relaxed) >> 20;
    assert!(log < LOG, "{log} MB of write-ahead log");
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
    assert!(size < 4 * content + (16 << 20), "{size} bytes for {content} bytes of content");
    let words = std::fs::metadata(world.server.folder.join("log")).unwrap().len() >> 20;
    assert!(words < 32, "{words} MB of words");
}

fn rows(database: &mut Connection, sql: &str) -> Vec<String> {
    let mut statement = database.prepare(sql).unwrap();
    let found = statement.query_map([], |row| {
        Ok(match row.get_ref(0)? {
            rusqlite::types::ValueRef::Integer(number) => number.to_string(),
            other => other.as_str()?.to_owned(),
        })
    });
    found.unwrap().map(Result::unwrap).collect()
}
