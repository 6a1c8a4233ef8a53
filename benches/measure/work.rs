//! How long processors worked, which a loaded machine doesn't change.

use std::time::Duration;

/// How long processors worked for this process, to a hundredth of a second; 0 where the system doesn't tell.
pub fn worked() -> Duration {
    worked_for("self")
}

/// The same for another process, by its id.
pub fn worked_for(process: &str) -> Duration {
    let line = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    // The fields behind the name, which may hold anything: user and system time are the twelfth and the next.
    let fields = line.rsplit(") ").next().unwrap_or_default().split(' ');
    let ticks: u64 = fields.skip(11).take(2).filter_map(|field| field.parse::<u64>().ok()).sum();
    Duration::from_millis(ticks * 10)
}
