//! When a shard may identify. Discord lets one shard of a bucket do so every five seconds, whichever process it is in; a
//! bucket is the shard's number modulo `max_concurrency`.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::time::Instant;
use turnpost_core::clock::moment::now;

use crate::desk::Desk;

/// Seconds between two turns of a bucket: Discord's five, one since whole seconds are counted, and one that may pass
/// between a turn and its use.
const BETWEEN: i64 = 7;
const FRESH: Duration = Duration::from_secs(1);
const ASKED_AGAIN: Duration = Duration::from_millis(500);
/// The pause where the database can't tell whose turn it is.
const ALONE: Duration = Duration::from_secs(7);

/// The gate of one shard.
pub(super) struct Gate {
    desk: Arc<Desk>,
    /// `None` if it is the only shard, which is in nobody's way.
    bucket: Option<String>,
    taken: Mutex<Option<Instant>>,
}

impl Gate {
    /// The gate of a shard, of so many in all, by what Discord allows.
    pub(super) fn new(desk: &Arc<Desk>, shard: u32, shards: u32, max_concurrency: u64) -> Gate {
        let bucket = u64::from(shard) % max_concurrency.max(1);
        let bucket = (shards > 1).then(|| format!("discord identify {bucket}"));
        Gate { desk: Arc::clone(desk), bucket, taken: Mutex::default() }
    }

    /// Waits for a turn, to be used at once. A connection that waited here for long would be closed.
    pub(super) async fn wait(&self) {
        let Some(bucket) = &self.bucket else { return };
        loop {
            let name = bucket.clone();
            match self.desk.change(move |service| service.take_turn(&name, now(), BETWEEN)).await {
                Some(true) => break,
                Some(false) => tokio::time::sleep(ASKED_AGAIN).await,
                None => {
                    tokio::time::sleep(ALONE).await;
                    break;
                }
            }
        }
        *self.taken.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
    }

    /// Passes if the turn was taken just now; otherwise waits for another one.
    pub(super) async fn pass(&self) {
        let taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner).take();
        if taken.is_none_or(|taken| taken.elapsed() >= FRESH) {
            self.wait().await;
            *self.taken.lock().unwrap_or_else(PoisonError::into_inner) = None;
        }
    }
}
