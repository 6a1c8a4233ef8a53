//! How much one address may ask for: a bucket that fills with time, for requests and for wrong secrets.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// Addresses that are remembered; beyond that, those that have been quiet longest are forgotten.
const REMEMBERED: usize = 20_000;

/// So many at once, and so many a second.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Pace {
    pub burst: f64,
    pub a_second: f64,
}

/// The buckets of all addresses.
#[derive(Debug)]
pub(crate) struct Buckets {
    pace: Pace,
    known: Mutex<HashMap<IpAddr, (f64, Instant)>>,
}

impl Buckets {
    pub(crate) fn new(pace: Pace) -> Buckets {
        Buckets { pace, known: Mutex::default() }
    }

    /// Takes one; false if there is none left.
    pub(crate) fn take(&self, from: IpAddr, now: Instant) -> bool {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= REMEMBERED && !known.contains_key(&from) {
            let full = |(left, since): &(f64, Instant)| filled(self.pace, *left, *since, now) >= self.pace.burst;
            known.retain(|_, bucket| !full(bucket));
            // All of them are busy: an attack, in which nobody is worth remembering.
            if known.len() >= REMEMBERED {
                known.clear();
            }
        }
        let (left, since) = known.entry(from).or_insert((self.pace.burst, now));
        *left = filled(self.pace, *left, *since, now);
        *since = now;
        let enough = *left >= 1.0;
        if enough {
            *left -= 1.0;
        }
        enough
    }

    /// Whether one is left, without taking it.
    pub(crate) fn has(&self, from: IpAddr, now: Instant) -> bool {
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known.get(&from).is_none_or(|(left, since)| filled(self.pace, *left, *since, now) >= 1.0)
    }
}

fn filled(pace: Pace, left: f64, since: Instant, now: Instant) -> f64 {
    let passed = now.saturating_duration_since(since).as_secs_f64();
    (left + passed * pace.a_second).min(pace.burst)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_bucket_empties_and_fills() {
        let buckets = Buckets::new(Pace { burst: 3.0, a_second: 1.0 });
        let (one, other): (IpAddr, IpAddr) = ("192.0.2.1".parse().unwrap(), "192.0.2.2".parse().unwrap());
        let now = Instant::now();
        assert_eq!([0, 0, 0, 0].map(|_| buckets.take(one, now)), [true, true, true, false]);
        assert!(!buckets.has(one, now) && buckets.has(other, now) && buckets.take(other, now));
        let later = now + Duration::from_millis(1500);
        assert_eq!([0, 0].map(|_| buckets.take(one, later)), [true, false]);
    }
}
