//! Bounds how many mails of one sender are acted upon.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use turnpost_core::request::Timestamp;

const HOUR: Timestamp = 3600;

/// Senders that are remembered; beyond that the memory starts anew.
const REMEMBERED: usize = 50_000;

/// Counts mails per sender and hour.
pub struct PerSender {
    most: u32,
    counts: Mutex<HashMap<String, (Timestamp, u32)>>,
}

impl PerSender {
    /// At most so many an hour.
    pub fn new(most: u32) -> Self {
        Self { most, counts: Mutex::default() }
    }

    /// Counts a mail; false if it is one too many.
    pub fn allow(&self, sender: &str, now: Timestamp) -> bool {
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        if counts.len() >= REMEMBERED {
            counts.clear();
        }
        let hour = now - now.rem_euclid(HOUR);
        let entry = counts.entry(sender.to_lowercase()).or_insert((hour, 0));
        if entry.0 != hour {
            *entry = (hour, 0);
        }
        entry.1 = entry.1.saturating_add(1);
        entry.1 <= self.most
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
    }
}
