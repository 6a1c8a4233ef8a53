//! What the gateway takes from the world around it: the time, randomness, and threads for work that blocks.

use std::time::{SystemTime, UNIX_EPOCH};

use turnpost_core::request::Timestamp;
use turnpost_core::service::Randomness;

/// Time and chance, as the gateway sees them; tests bring their own.
#[derive(Clone, Copy, Debug)]
pub struct Surroundings {
    /// The time.
    pub clock: fn() -> Timestamp,
    /// Fresh random bytes.
    pub chance: fn() -> Randomness,
}

/// The time by the system's clock.
pub fn now() -> Timestamp {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Timestamp::try_from(since.as_secs()).unwrap_or(Timestamp::MAX)
}

/// Runs work that may block on a thread of its own. A panic in it continues here.
pub(crate) async fn blocking<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    match tokio::task::spawn_blocking(work).await {
        Ok(done) => done,
        Err(error) if error.is_panic() => std::panic::resume_unwind(error.into_panic()),
        // The runtime is shutting down, and this task with it.
        Err(_) => std::future::pending().await,
    }
}
