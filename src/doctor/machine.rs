//! The machine: room on the disk, and the right time.

use std::process::Command;

use turnpost_core::clock::moment;
use turnpost_core::text::plural::counted;

use super::Finding;
use crate::config::Config;

const MEGABYTE: u64 = 1 << 20;
/// Below this nothing works for long.
const FULL: u64 = 100 * MEGABYTE;
/// Below this somebody should look.
const TIGHT: u64 = 1024 * MEGABYTE;

/// How far a clock may be off, in seconds.
const UNNOTICED: i64 = 5;
const TOO_FAR: i64 = 60;

/// Room for the data directory, as `df` tells it (POSIX).
pub fn disk(config: &Config) -> Finding {
    let mut folder = config.data_dir.clone();
    while !folder.exists() && folder.pop() {}
    if folder.as_os_str().is_empty() {
        folder.push(".");
    }
    let free = Command::new("df").arg("-Pk").arg(&folder).output().ok().and_then(|output| {
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        text.lines().nth(1)?.split_whitespace().nth(3)?.parse::<u64>().ok()
    });
    let Some(free) = free.map(|kilobytes| kilobytes * 1024) else {
        return Finding::warning("disk", "its free space can't be told", "is df installed?");
    };
    let database = match config.database.url {
        Some(_) => 0,
        None => std::fs::metadata(config.database_file()).map_or(0, |file| file.len()),
    };
    let seen = match config.database.url {
        Some(_) => format!("{} free in the data directory", size(free)),
        None => format!("{} free, the database has {}", size(free), size(database)),
    };
    let advice = "make room: mail is answered 452 when it is full, and retried by its senders";
    match free {
        ..FULL => Finding::fault("disk", seen, advice),
        _ if free < TIGHT.max(2 * database) => Finding::warning("disk", seen, advice),
        _ => Finding::good("disk", seen),
    }
}

/// `14 GB`, `312 MB`, `96 KB`: never `0 MB`.
pub fn size(bytes: u64) -> String {
    match bytes {
        ..MEGABYTE => format!("{} KB", bytes.div_ceil(1024)),
        _ if bytes < 10 * 1024 * MEGABYTE => format!("{} MB", bytes / MEGABYTE),
        _ => format!("{} GB", bytes / (1024 * MEGABYTE)),
    }
}

/// Our clock compared with the `Date` header of a server.
pub fn clock(date: Option<&str>) -> Finding {
    let Some(date) = date else {
        return Finding::off("clock", "no server here tells the time; let NTP set it");
    };
    let Ok(there) = jiff::fmt::rfc2822::parse(date) else {
        return Finding::warning("clock", format!("{date:?} is no date"), "");
    };
    let off = moment::now() - there.timestamp().as_second();
    let seen = format!("{} {} of Discord's", counted(off.abs(), "second"), if off < 0 { "behind" } else { "ahead" });
    match off.abs() {
        off if off <= UNNOTICED => Finding::good("clock", seen),
        off if off <= TOO_FAR => Finding::warning("clock", seen, "set it by NTP"),
        _ => Finding::fault("clock", seen, "set it by NTP: games would be lost on time, and mails look forged"),
    }
}

#[cfg(test)]
mod tests {
    use super::super::State;
    use super::*;

    #[test]
    fn sizes_are_never_nothing() {
        let sizes = [0, 1, 98_304, 1 << 20, 312 << 20, 14 << 30];
        assert_eq!(sizes.map(size), ["0 KB", "1 KB", "96 KB", "1 MB", "312 MB", "14 GB"]);
    }

    #[test]
    fn a_clock_is_compared() {
        assert_eq!(clock(Some("Mon, 01 Jan 2024 00:00:00 GMT")).state, State::Fault);
        assert_eq!(clock(Some("soon")).state, State::Warning);
        assert_eq!(clock(None).state, State::Off);
    }
}
