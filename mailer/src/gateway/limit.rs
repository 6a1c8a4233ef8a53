//! Bounds how many mails of one sender are acted upon.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use turnpost_core::request::Timestamp;

const HOUR: Timestamp = 3600;
const DAY: Timestamp = 24 * HOUR;

/// Senders that are remembered; beyond that the memory starts anew.
const REMEMBERED: usize = 50_000;

/// Counts mails per sender and period, which begins with the first.
pub struct PerSender {
    most: u32,
    period: Timestamp,
    counts: Mutex<HashMap<String, (Timestamp, u32)>>,
}

impl PerSender {
    /// At most so many an hour.
    pub fn new(most: u32) -> Self {
        Self { most, period: HOUR, counts: Mutex::default() }
    }

    /// At most so many a day.
    pub fn daily(most: u32) -> Self {
        Self { most, period: DAY, counts: Mutex::default() }
    }

    /// Counts a mail; false if it is one too many.
    pub fn allow(&self, sender: &str, now: Timestamp) -> bool {
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        if counts.len() >= REMEMBERED {
            counts.clear();
        }
        let entry = counts.entry(sender.to_lowercase()).or_insert((now, 0));
        if now - entry.0 >= self.period {
            *entry = (now, 0);
        }
        entry.1 = entry.1.saturating_add(1);
        entry.1 <= self.most
    }
}

/// Bounds what is handed on to the operator: so much of one sender, and in all, whoever they say they are.
pub struct Forwards {
    each: PerSender,
    all: PerSender,
}

impl Default for Forwards {
    fn default() -> Self {
        Self { each: PerSender::daily(20), all: PerSender::daily(100) }
    }
}

impl Forwards {
    /// Counts a mail; false if it is one too many.
    pub fn allow(&self, sender: &str, now: Timestamp) -> bool {
        self.each.allow(sender, now) && self.all.allow("", now)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_hour_has_so_many_mails() {
        let limit = PerSender::new(2);
        assert!(limit.allow("a@b", 0) && limit.allow("A@b", 1) && !limit.allow("a@b", 2));
        assert!(limit.allow("c@d", 2));
        assert!(limit.allow("a@b", HOUR));
        let limit = PerSender::daily(1);
        assert!(limit.allow("a@b", 0) && !limit.allow("a@b", HOUR) && limit.allow("a@b", DAY));
    }
}
