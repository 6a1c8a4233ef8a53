//! When a mail that could not be sent is tried again.

use turnpost_core::clock::moment::Timestamp;

const MINUTE: i64 = 60;
const HOUR: i64 = 60 * MINUTE;
const DAY: i64 = 24 * HOUR;

/// The pauses after failed tries; the last one repeats.
const PAUSES: [i64; 6] = [MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 4 * HOUR, 8 * HOUR];

/// How long a mail is tried, from the first try on.
const PATIENCE: i64 = 5 * DAY;

/// The least number of tries, about five days' worth: nothing is tried while the server is off.
const TRIES: u32 = 16;

/// The longest pause while the relay itself is the trouble: when it comes back, it does so for all mail.
const RELAY_PAUSE: i64 = 5 * MINUTE;

/// When to try a notice again that was first tried at `first`; `None` if never. The id spreads those that failed together
/// by up to a fifth of the pause.
pub(crate) fn next_try(
    id: i64,
    first: Timestamp,
    now: Timestamp,
    tries_before: u32,
    relay_is_down: bool,
) -> Option<Timestamp> {
    if now - first > PATIENCE && tries_before >= TRIES {
        return None;
    }
    let index = usize::try_from(tries_before).unwrap_or(usize::MAX).min(PAUSES.len() - 1);
    let pause = PAUSES.get(index).copied().unwrap_or(8 * HOUR);
    let pause = if relay_is_down { pause.min(RELAY_PAUSE) } else { pause };
    let spread = id.wrapping_mul(2_654_435_761).rem_euclid(1000);
    Some(now + pause + pause * spread / 5000)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn five_days_have_so_many_tries() {
        for id in 0..100 {
            let (mut now, mut tries) = (0, 0);
            while now <= PATIENCE {
                now = next_try(id, 0, now, tries, false).unwrap();
                tries += 1;
            }
            assert!(tries >= TRIES, "{tries}");
        }
    }

    #[test]
    fn pauses_grow_and_end() {
        let pause = |tries, down| next_try(0, 0, 100, tries, down).map(|at| at - 100);
        assert_eq!(pause(0, false), Some(MINUTE));
        assert_eq!(pause(3, false), Some(HOUR));
        assert_eq!(pause(99, false), Some(8 * HOUR));
        assert_eq!(pause(99, true), Some(5 * MINUTE));
        assert_eq!(next_try(0, 0, PATIENCE + 1, TRIES, true), None);
        assert!(next_try(0, 0, PATIENCE, TRIES, true).is_some());
        assert!(next_try(0, 0, 9 * PATIENCE, TRIES - 1, true).is_some(), "the server was off");
        let spread: std::collections::BTreeSet<_> = (0..20).map(|id| next_try(id, 0, 0, 2, false)).collect();
        assert!(spread.len() > 10 && spread.iter().all(|at| at.is_some_and(|at| at <= 18 * MINUTE)));
    }
}
