//! When a mail that could not be sent is tried again.

use turnpost_core::request::Timestamp;

const MINUTE: i64 = 60;
const HOUR: i64 = 60 * MINUTE;
const DAY: i64 = 24 * HOUR;

/// The pauses after each failed try; the last one repeats.
const PAUSES: [i64; 6] = [MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 4 * HOUR, 8 * HOUR];

/// How long it is tried.
const PATIENCE: i64 = 5 * DAY;

/// The longest pause while the relay itself is the trouble: it is ours, and comes back for all at once.
const RELAY_PAUSE: i64 = 5 * MINUTE;

/// When to try again a notice of that time, after so many tries before this one. `None`: never. The id spreads those
/// that failed together by up to a fifth.
pub fn next_try(
    id: i64,
    arose: Timestamp,
    now: Timestamp,
    tries_before: u32,
    relay_is_down: bool,
) -> Option<Timestamp> {
    if now - arose > PATIENCE {
        return None;
    }
    let index = usize::try_from(tries_before).unwrap_or(usize::MAX).min(PAUSES.len() - 1);
    let pause = PAUSES.get(index).copied().unwrap_or(8 * HOUR);
    let pause = if relay_is_down { pause.min(RELAY_PAUSE) } else { pause };
    let spread = id.wrapping_mul(2_654_435_761).rem_euclid(1000);
    Some(now + pause + pause * spread / 5000)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_grow_and_end() {
        let pause = |tries, down| next_try(0, 0, 100, tries, down).map(|at| at - 100);
        assert_eq!(pause(0, false), Some(MINUTE));
        assert_eq!(pause(3, false), Some(HOUR));
        assert_eq!(pause(99, false), Some(8 * HOUR));
        assert_eq!(pause(99, true), Some(5 * MINUTE));
        assert_eq!(next_try(0, 0, PATIENCE + 1, 9, true), None);
        let spread: std::collections::BTreeSet<_> = (0..20).map(|id| next_try(id, 0, 0, 2, false)).collect();
        assert!(spread.len() > 10 && spread.iter().all(|at| at.is_some_and(|at| at <= 18 * MINUTE)));
    }
}
