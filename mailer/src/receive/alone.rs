//! What one process does for all on the same database: whoever holds a lease. It outlives a killed process for some
//! seconds; then another one goes on.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::sleep;
use turnpost_core::clock::moment::Timestamp;
use turnpost_core::service::Service;

use crate::surroundings::blocking;

const SECONDS: i64 = 20;
const RENEWED: Duration = Duration::from_secs(5);
const ASKED_AGAIN: Duration = Duration::from_secs(2);

/// A lease that whoever works for all holds.
pub(crate) struct Lease {
    pub service: Arc<Service>,
    pub name: String,
    pub clock: fn() -> Timestamp,
}

impl Lease {
    /// Does some endless work while this process holds it, until the future is dropped.
    pub(crate) async fn alone<F: Future<Output = ()>>(self, work: impl Fn() -> F) {
        loop {
            while self.is_held().await != Some(true) {
                sleep(ASKED_AGAIN).await;
            }
            tokio::select! {
                () = work() => {}
                () = self.is_lost() => tracing::warn!(lease = self.name, "another process took over"),
            }
        }
    }

    /// Returns when another process has taken over. Without the database nobody has.
    async fn is_lost(&self) {
        loop {
            sleep(RENEWED).await;
            if self.is_held().await == Some(false) {
                return;
            }
        }
    }

    async fn is_held(&self) -> Option<bool> {
        let (service, name, now) = (Arc::clone(&self.service), self.name.clone(), (self.clock)());
        let held = blocking(move || service.take_lease(&name, now, SECONDS)).await;
        held.inspect_err(|error| tracing::warn!(%error, lease = self.name, "a lease can't be renewed now")).ok()
    }
}
