//! What the gateway takes from the world around it: the time, randomness, and threads for work that blocks.

use turnpost_core::clock::moment::Timestamp;
use turnpost_core::service::Randomness;

/// Time and chance, as the gateway sees them; tests bring their own.
#[derive(Clone, Copy, Debug)]
pub struct Surroundings {
    /// The time.
    pub clock: fn() -> Timestamp,
    /// Fresh random bytes.
    pub chance: fn() -> Randomness,
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
