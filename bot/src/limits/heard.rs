//! How far each place was read. A message counts once it and all earlier ones of its place are handled.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The places where games are played, and the messages being handled there.
#[derive(Default)]
pub(crate) struct Heard {
    places: Mutex<HashMap<u64, Reading>>,
}

#[derive(Default)]
struct Reading {
    handled: u64,
    begun: BTreeSet<u64>,
    noted: u64,
}

impl Heard {
    /// Begins to keep track of a channel. False if that had begun.
    pub(crate) fn watch(&self, channel: u64) -> bool {
        let mut places = self.places();
        let fresh = !places.contains_key(&channel);
        places.entry(channel).or_default();
        fresh
    }

    /// Whether a channel is kept track of: a game is played there.
    pub(crate) fn listens_to(&self, channel: u64) -> bool {
        self.places().contains_key(&channel)
    }

    /// A message is about to be handled. To be called before anything is awaited.
    pub(crate) fn begin(&self, channel: u64, message: u64) {
        if let Some(reading) = self.places().get_mut(&channel) {
            reading.begun.insert(message);
        }
    }

    /// A message was handled.
    pub(crate) fn done(&self, channel: u64, message: u64) {
        if let Some(reading) = self.places().get_mut(&channel) {
            reading.begun.remove(&message);
            reading.handled = reading.handled.max(message);
        }
    }

    /// What has not been stored yet: channels, and the message up to which all is handled.
    pub(crate) fn take(&self) -> Vec<(u64, u64)> {
        let mut found = Vec::new();
        for (&channel, reading) in self.places().iter_mut() {
            let upto = reading.begun.first().map_or(reading.handled, |first| reading.handled.min(first - 1));
            if upto > reading.noted {
                reading.noted = upto;
                found.push((channel, upto));
            }
        }
        found
    }

    fn places(&self) -> MutexGuard<'_, HashMap<u64, Reading>> {
        self.places.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_later_message_waits_for_the_earlier_ones() {
        let heard = Heard::default();
        heard.begin(1, 10);
        heard.done(1, 10);
        assert!(heard.take().is_empty(), "nobody asked for that channel");
        assert!(heard.watch(1) && !heard.watch(1));
        heard.begin(1, 20);
        heard.begin(1, 21);
        heard.done(1, 21);
        assert_eq!(heard.take(), [(1, 19)]);
        heard.done(1, 20);
        assert_eq!(heard.take(), [(1, 21)]);
        assert!(heard.take().is_empty(), "it was taken");
    }
}
