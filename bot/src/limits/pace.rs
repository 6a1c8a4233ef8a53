//! How much one user or one server may ask for: plenty for people, but too little to keep the program or another person
//! busy. Whoever asks for too much is told once, and then ignored until they have paused.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

/// Unused requests accumulate for this many seconds.
const SAVED: f64 = 12.0;
/// Users remembered at a time; those who asked for nothing lately are forgotten.
const REMEMBERED: usize = 10_000;

/// What to do about a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// Do it.
    Go,
    /// Refuse it, and say so.
    Tell,
    /// Ignore it: they have been told.
    Drop,
}

/// Counts what is asked for.
pub(crate) struct Pace {
    per_second: f64,
    most: f64,
    allowances: Mutex<HashMap<u64, Allowance>>,
}

/// What one user or server may still ask for.
#[derive(Clone, Copy)]
struct Allowance {
    /// How much more they may ask for at once.
    left: f64,
    /// As of when, in seconds.
    at: f64,
    /// Whether they were told that it is too much.
    told: bool,
}

impl Pace {
    /// Allows this many requests a second in the long run.
    pub(crate) fn new(per_second: u32) -> Pace {
        Pace::saving(f64::from(per_second), f64::from(per_second) * SAVED)
    }

    /// Allows this many requests a second in the long run, and `most` at once.
    pub(crate) fn saving(per_second: f64, most: f64) -> Pace {
        Pace { per_second, most, allowances: Mutex::default() }
    }

    /// Whether somebody may ask for one more thing at this time, in seconds.
    pub(crate) fn take(&self, id: u64, now: f64) -> Verdict {
        let mut allowances = self.allowances.lock().unwrap_or_else(PoisonError::into_inner);
        if allowances.len() >= REMEMBERED {
            allowances.retain(|_, allowance| self.refilled(*allowance, now) < self.most);
        }
        let allowance = allowances.entry(id).or_insert(Allowance { left: self.most, at: now, told: false });
        *allowance = Allowance { left: self.refilled(*allowance, now), at: now, ..*allowance };
        if allowance.left >= self.most / 2.0 {
            allowance.told = false;
        }
        if allowance.left >= 1.0 {
            allowance.left -= 1.0;
            return Verdict::Go;
        }
        if std::mem::replace(&mut allowance.told, true) { Verdict::Drop } else { Verdict::Tell }
    }

    fn refilled(&self, allowance: Allowance, now: f64) -> f64 {
        (allowance.left + (now - allowance.at).max(0.0) * self.per_second).min(self.most)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flood_is_bounded_and_a_person_is_not() {
        let pace = Pace::new(5);
        let goes = |id, now| pace.take(id, now) == Verdict::Go;
        assert_eq!((0..500).filter(|_| goes(1, 0.0)).count(), 60);
        assert!(goes(2, 0.0), "others are free");
        assert!((0..5).all(|_| goes(1, 1.0)) && !goes(1, 1.0));
        assert!((0..100).all(|second| goes(3, f64::from(second) * 2.0)));
    }

    #[test]
    fn whoever_is_too_fast_is_told_once() {
        let pace = Pace::saving(1.0, 4.0);
        let flood = |now: f64| (0..20).map(|_| pace.take(1, now)).filter(|verdict| *verdict == Verdict::Tell).count();
        assert_eq!(flood(0.0), 1);
        assert_eq!(flood(1.0), 0, "they know");
        assert_eq!(flood(60.0), 1, "they had paused, and begin again");
    }
}
