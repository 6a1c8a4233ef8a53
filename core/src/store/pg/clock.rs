//! What the database's clock says, without asking it each time. A connection tells when it is made, and a living process
//! asks every few seconds; in between the time that passes is measured, not read from this machine's clock, which may be
//! minutes wrong or set to another time at any moment.

use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

/// The two clocks, in milliseconds.
#[derive(Debug)]
pub(in crate::store) struct Clock {
    own: fn() -> i64,
    begun: Instant,
    /// What the database's clock said when ours began to measure.
    base: AtomicI64,
}

/// Milliseconds by which two clocks may differ and nobody minds.
const UNSURE: i64 = 2_000;

impl Clock {
    /// The clock of a process that reads its own like this. Until the database's is seen, they are the same.
    pub(super) fn new(own: fn() -> i64) -> Clock {
        Clock { own, begun: Instant::now(), base: AtomicI64::new(own()) }
    }

    /// Notes what the database's clock said when it was asked. However long the answer took: by now it says at least that,
    /// and at most that and the time since we asked.
    pub(super) fn saw(&self, said: i64, asked: Instant) {
        let least = said.saturating_sub(self.passed());
        let most = least.saturating_add(millis(asked));
        let measured = self.base.load(Ordering::Relaxed);
        self.base.store(measured.clamp(least, most), Ordering::Relaxed);
    }

    /// How many seconds the database's clock is ahead of this process's now.
    pub(super) fn ahead(&self) -> i64 {
        let there = self.base.load(Ordering::Relaxed).saturating_add(self.passed());
        match there.saturating_sub((self.own)()) {
            ahead if ahead.abs() < UNSURE => 0,
            ahead => (ahead + ahead.signum() * 500) / 1000,
        }
    }

    fn passed(&self) -> i64 {
        millis(self.begun)
    }
}

fn millis(since: Instant) -> i64 {
    i64::try_from(since.elapsed().as_millis()).unwrap_or(i64::MAX)
}

/// This machine's clock.
pub(super) fn own() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    static OWN: AtomicI64 = AtomicI64::new(1_000_000);

    #[test]
    fn the_databases_time_is_measured_whatever_ours_says() {
        let clock = Clock::new(|| OWN.load(Ordering::Relaxed));
        assert_eq!(clock.ahead(), 0);
        clock.saw(1_600_000, Instant::now());
        assert_eq!(clock.ahead(), 600);
        OWN.store(1_900_000, Ordering::Relaxed);
        assert_eq!(clock.ahead(), -300, "ours was set to another time");
        // An answer that took a minute tells little.
        if let Some(asked) = Instant::now().checked_sub(Duration::from_secs(60)) {
            clock.saw(1_570_000, asked);
            assert_eq!(clock.ahead(), -300, "which may well be");
            clock.saw(1_500_000, asked);
            assert_eq!(clock.ahead(), -340, "which is the most that may be");
        }
    }
}
