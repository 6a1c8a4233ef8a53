//! The database: sound, its games playable from their records, and nothing stuck in it.

use turnpost_core::clock::moment;
use turnpost_core::service::{Service, ServiceError};
use turnpost_core::text::plural::counted;

use super::Finding;
use super::machine::size;
use crate::config::Config;
use crate::world;

/// How many games are read at a time.
const BATCH: u32 = 500;
/// A notice that has been owed for this many seconds is stuck.
const STUCK: i64 = 3600;
/// Problems that are listed one by one.
const SHOWN: usize = 20;

/// What was counted when a database of version 0.1 was reduced to one spelling of each address.
const MOVED: [&str; 3] =
    ["addresses that are none", "spellings of addresses merged", "players who lost a spelling of an address"];

/// Examines it, and replays one game in `every` against the rules.
pub fn check(config: &Config, every: usize) -> Vec<Finding> {
    let file = config.database_file();
    if config.database.url.is_none() && !file.exists() {
        return vec![Finding::off(
            "database",
            format!("there is none at {} (the server makes it where it runs)", file.display()),
        )];
    }
    let restore = match config.database.url {
        Some(_) => "docs/operating.md tells how PostgreSQL is set up, and how it is restored",
        None => "stop the server and restore a backup",
    };
    let service = match world::open(config) {
        Ok(service) => service,
        Err(why) => return vec![Finding::fault("database", String::from(why), restore)],
    };
    match examine(&service, every) {
        Ok(mut found) => {
            let place = world::database(config).ok().flatten().map(|database| database.place());
            let bytes = service.bytes_at_server().ok().flatten().and_then(|bytes| u64::try_from(bytes).ok());
            let place = place.map(|place| format!("{place}, {}", size(bytes.unwrap_or(0))));
            found.insert(0, Finding::good("engine", place.unwrap_or_else(|| format!("SQLite, {}", file.display()))));
            found
        }
        Err(error) => vec![Finding::fault("database", error.to_string(), restore)],
    }
}

fn examine(service: &Service, every: usize) -> Result<Vec<Finding>, ServiceError> {
    let mut problems = service.integrity()?;
    let (mut after, mut games) = (0, 0);
    loop {
        let examined = service.examine(after, BATCH, every)?;
        games += examined.games;
        problems.extend(examined.problems);
        match examined.last {
            Some(last) => after = last,
            None => break,
        }
    }
    let counts = service.counts()?.rows;
    let moved = counts.iter().filter(|(what, _)| MOVED.contains(&what.as_str()));
    let moved: Vec<String> = moved.map(|(what, count)| format!("{what}: {count}")).collect();
    let counts: Vec<String> = counts.iter().take(7).map(|(what, count)| format!("{what}: {count}")).collect();
    let mut found = vec![Finding::good("database", counts.join(", "))];
    if !moved.is_empty() {
        found.push(Finding::good("addresses", format!("from version 0.1: {}", moved.join(", "))));
    }
    match problems.len() {
        0 => found.push(Finding::good("games", format!("{} replayed", counted(games as i64, "record")))),
        count => {
            let advice = "stop the server and restore a backup; tell the program's authors";
            let more = count.saturating_sub(SHOWN);
            let more = if more > 0 { format!("\n{more} more") } else { String::new() };
            problems.truncate(SHOWN);
            found.push(Finding::fault("games", format!("{}{more}", problems.join("\n")), advice));
        }
    }
    let waiting = service.waiting()?;
    let now = moment::now();
    for (channel, queue) in &waiting.owed {
        let age = queue.oldest.map_or(0, |at| now - at);
        if age > STUCK && channel.word() != "console" {
            let (waiting, hours) = (counted(queue.waiting, "notice"), counted(age / 3600, "hour"));
            let seen = format!("{waiting} by {} not delivered, the oldest for {hours}", channel.word());
            found.push(Finding::warning("outbox", seen, "the server's log has the reason of each try"));
        }
    }
    if waiting.last_tick.is_some_and(|last| last > now + 60) {
        let seen = "the last tick lies in the future: the clock was set back, or was wrong before";
        found.push(Finding::warning("clock", seen, "set the clock by NTP; clocks of games run on by the wrong time"));
    }
    Ok(found)
}
