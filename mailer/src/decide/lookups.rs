//! Slots for mails whose sender is looked up in DNS, which may take three seconds each. Mails with their sender's own
//! secret have slots apart from everybody else's, and no single sender or network gets all of either.

use std::collections::HashMap;

use turnpost_core::clock::moment::Timestamp;

/// Slots for mails with the sender's own secret: in total, and for one sender. The latter is more than anybody writes in
/// three seconds, since mails that go back to the inbox may lose their order.
const OWN: (usize, usize) = (32, 16);

/// Slots for all others: in total, and for one network, or one domain where mail comes through a server of ours.
const STRANGERS: (usize, usize) = (48, 8);

/// Slots reserved for those who have none yet.
const KEPT: usize = 16;

/// Mails a second that come back for a slot: of one sender or network, and in total.
const EACH_AGAIN: i64 = 32;
const ALL_AGAIN: i64 = 64;

/// Whose slot a mail takes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Lane {
    /// This sender's: the mail carries their own secret.
    Own(String),
    /// This network's or domain's.
    Stranger(String),
}

/// The slots that are taken.
#[derive(Default)]
pub(crate) struct Lookups {
    taken: HashMap<Lane, usize>,
    /// The last time at which a mail of each was told to come back, in units of 1/`EACH_AGAIN` s.
    again: HashMap<Lane, i64>,
    all_again: i64,
}

impl Lookups {
    /// How many slots are taken.
    pub(crate) fn len(&self) -> usize {
        self.taken.values().sum()
    }

    /// Takes a slot; if there is none, returns the time to come back.
    pub(crate) fn take(&mut self, lane: &Lane, now: Timestamp) -> Result<(), Timestamp> {
        let own = matches!(lane, Lane::Own(_));
        let alike = self.taken.iter().filter(|(other, _)| matches!(other, Lane::Own(_)) == own);
        let all: usize = alike.map(|(_, count)| count).sum();
        let mine = self.taken.get(lane).copied().unwrap_or_default();
        let (most, each) = if own { OWN } else { STRANGERS };
        let room = if mine == 0 { most } else { most.saturating_sub(KEPT) };
        if all < room && mine < each {
            self.taken.insert(lane.clone(), mine + 1);
            return Ok(());
        }
        Err(self.come_again(lane, now))
    }

    /// Gives a slot back.
    pub(crate) fn give_back(&mut self, lane: &Lane) {
        if let Some(count) = self.taken.get_mut(lane) {
            *count = count.saturating_sub(1);
            if *count == 0 {
                self.taken.remove(lane);
            }
        }
    }

    /// Spaces the mails of a long queue out, so that it isn't opened over and over. Those with a secret come back soon.
    fn come_again(&mut self, lane: &Lane, now: Timestamp) -> Timestamp {
        self.again.retain(|_, slot| *slot >= now.saturating_mul(EACH_AGAIN));
        let slot = self.again.entry(lane.clone()).or_default();
        *slot = (*slot).max(now.saturating_mul(EACH_AGAIN)).saturating_add(1);
        let mut at = *slot / EACH_AGAIN;
        if matches!(lane, Lane::Stranger(_)) {
            self.all_again = self.all_again.max(now.saturating_mul(ALL_AGAIN)).saturating_add(1);
            at = at.max(self.all_again / ALL_AGAIN);
        }
        at.saturating_add(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stranger(name: &str) -> Lane {
        Lane::Stranger(name.to_owned())
    }

    #[test]
    fn strangers_take_nothing_from_those_with_a_secret_nor_all_from_each_other() {
        let mut lookups = Lookups::default();
        let flood: Vec<_> = (0..400).map(|_| lookups.take(&stranger("flood"), 100)).collect();
        assert_eq!(flood.iter().filter(|taken| taken.is_ok()).count(), STRANGERS.1);
        assert_eq!(flood.iter().filter_map(|taken| taken.err()).max(), Some(100 + 392 / EACH_AGAIN + 1));
        for number in 0..400 {
            let _ = lookups.take(&stranger(&format!("net {}", number % 4)), 100);
        }
        assert_eq!(lookups.len(), STRANGERS.0 - KEPT, "a few networks leave some for others");
        assert_eq!(lookups.take(&stranger("somebody"), 100), Ok(()));
        for number in 0..400 {
            let _ = lookups.take(&stranger(&number.to_string()), 100);
        }
        assert_eq!(lookups.len(), STRANGERS.0);
        let ann = Lane::Own("ann@example.net".to_owned());
        for _ in 0..OWN.1 {
            assert_eq!(lookups.take(&ann, 100), Ok(()));
        }
        assert_eq!(lookups.take(&ann, 100), Err(101));
        lookups.give_back(&ann);
        assert_eq!(lookups.take(&ann, 100), Ok(()));
        assert_eq!(lookups.take(&Lane::Own("ben@example.net".to_owned()), 100), Ok(()));
        assert!(lookups.take(&stranger("late"), 100).is_err_and(|at| at > 105));
        assert_eq!(lookups.take(&stranger("later"), 200), Err(201), "what is past is forgotten");
    }
}
