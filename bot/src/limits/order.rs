//! Keeps what is said and clicked in one place in order. The gateway's events become tasks that may overtake each
//! other; their ids tell which came first.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

/// The events being handled in each place.
#[derive(Default)]
pub(crate) struct Order {
    places: Mutex<HashMap<u64, BTreeSet<u64>>>,
    done: Notify,
}

/// An event's place in the queue, given up when dropped.
pub(crate) struct Ticket {
    order: Arc<Order>,
    place: u64,
    event: u64,
}

impl Order {
    /// Queues an event of a channel or thread. To be called before anything is awaited.
    pub(crate) fn ticket(self: &Arc<Order>, place: u64, event: u64) -> Ticket {
        self.places().entry(place).or_default().insert(event);
        Ticket { order: Arc::clone(self), place, event }
    }

    fn places(&self) -> MutexGuard<'_, HashMap<u64, BTreeSet<u64>>> {
        self.places.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_first(&self, place: u64, event: u64) -> bool {
        self.places().get(&place).and_then(BTreeSet::first).is_none_or(|first| *first >= event)
    }
}

impl Ticket {
    /// Waits until everything earlier in the same place is done.
    pub(crate) async fn wait(&self) {
        loop {
            let mut done = std::pin::pin!(self.order.done.notified());
            done.as_mut().enable();
            if self.order.is_first(self.place, self.event) {
                return;
            }
            done.await;
        }
    }

    /// Lets the next one go on.
    pub(crate) fn done(&self) {
        let mut places = self.order.places();
        if let Some(events) = places.get_mut(&self.place) {
            events.remove(&self.event);
            if events.is_empty() {
                places.remove(&self.place);
            }
        }
        self.order.done.notify_waiters();
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        self.done();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn later_events_wait_for_earlier_ones_of_their_place() {
        let order = Arc::new(Order::default());
        let (late, early, elsewhere) = (order.ticket(1, 20), order.ticket(1, 10), order.ticket(2, 30));
        let waits = async |ticket: &Ticket| {
            tokio::time::timeout(std::time::Duration::from_secs(1), ticket.wait()).await.is_err()
        };
        assert!(!waits(&early).await && !waits(&elsewhere).await);
        assert!(waits(&late).await);
        let (_, ()) = tokio::join!(late.wait(), async { early.done() });
        drop((late, early, elsewhere));
        assert!(order.places().is_empty(), "nothing is left behind");
    }
}
