//! Waiting: for the next attempt, and until we are told to stop.

use std::time::Duration;

use tokio::sync::watch;
use tokio::time::Instant;

const FIRST_PAUSE: Duration = Duration::from_secs(1);
const LONGEST_PAUSE: Duration = Duration::from_secs(300);
/// After a connection that lasted this long, the next pause is short again.
const GOOD: Duration = Duration::from_secs(600);

/// Growing pauses between attempts.
pub(super) struct Pauses {
    next: Duration,
    begun: Instant,
}

impl Default for Pauses {
    fn default() -> Pauses {
        Pauses { next: FIRST_PAUSE, begun: Instant::now() }
    }
}

impl Pauses {
    /// An attempt begins.
    pub(super) fn begin(&mut self) {
        self.begun = Instant::now();
    }

    /// Waits before the next one.
    pub(super) async fn pause(&mut self) {
        if self.begun.elapsed() > GOOD {
            self.next = FIRST_PAUSE;
        }
        tokio::time::sleep(self.next).await;
        self.next = (self.next * 2).min(LONGEST_PAUSE);
    }
}

/// Waits until we are told to stop.
pub(super) async fn stopped(stop: &mut watch::Receiver<bool>) {
    if stop.wait_for(|stopping| *stopping).await.is_err() {
        std::future::pending::<()>().await;
    }
}
