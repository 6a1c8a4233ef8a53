//! How much one user may ask for: plenty for a person, little enough that nobody can keep the server busy alone.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

/// For so many seconds a user may save requests up.
const SAVED: f64 = 12.0;
/// Users remembered at once; those who asked for nothing lately are forgotten.
const USERS: usize = 10_000;

/// Counts what users ask for.
pub struct Pace {
    per_second: f64,
    users: Mutex<HashMap<u64, (f64, f64)>>,
}

impl Pace {
    /// So many requests a second in the long run.
    pub fn new(per_second: u32) -> Pace {
        Pace { per_second: f64::from(per_second), users: Mutex::default() }
    }

    /// Whether a user may ask for one more thing at this time, in seconds.
    pub fn allows(&self, user: u64, now: f64) -> bool {
        let mut users = self.users.lock().unwrap_or_else(PoisonError::into_inner);
        if users.len() >= USERS {
            users.retain(|_, (left, at)| self.refilled(*left, *at, now) < self.most());
        }
        let (left, at) = users.get(&user).copied().unwrap_or((self.most(), now));
        let left = self.refilled(left, at, now);
        let allowed = left >= 1.0;
        users.insert(user, (if allowed { left - 1.0 } else { left }, now));
        allowed
    }

    fn most(&self) -> f64 {
        self.per_second * SAVED
    }

    fn refilled(&self, left: f64, at: f64, now: f64) -> f64 {
        (left + (now - at).max(0.0) * self.per_second).min(self.most())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flood_is_bounded_and_a_person_is_not() {
        let pace = Pace::new(5);
        assert_eq!((0..500).filter(|_| pace.allows(1, 0.0)).count(), 60);
        assert!(pace.allows(2, 0.0), "others are free");
        assert!((0..5).all(|_| pace.allows(1, 1.0)) && !pace.allows(1, 1.0));
        assert!((0..100).all(|second| pace.allows(3, f64::from(second) * 2.0)));
    }
}
