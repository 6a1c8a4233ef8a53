//! Keeps deliveries below Discord's limit for all requests of a bot. Serenity waits when it is told to, but each time
//! counts as an invalid request, and too many of those get the machine's address banned for an hour.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

/// Lets a fixed number of things pass in a second, evenly spaced.
pub(crate) struct Throttle {
    every: Duration,
    next: Mutex<Option<Instant>>,
}

impl Throttle {
    /// This many a second; without a limit, everything at once.
    pub(crate) fn new(per_second: Option<u32>) -> Throttle {
        let every = per_second.map_or(Duration::ZERO, |many| Duration::from_secs(1) / many.max(1));
        Throttle { every, next: Mutex::default() }
    }

    /// Waits until one more may pass.
    pub(crate) async fn pass(&self) {
        let at = {
            let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
            let now = Instant::now();
            let at = next.map_or(now, |next| next.max(now));
            *next = Some(at + self.every);
            at
        };
        tokio::time::sleep_until(at).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn so_many_pass_in_a_second() {
        let began = Instant::now();
        let limited = Throttle::new(Some(20));
        for _ in 0..41 {
            limited.pass().await;
        }
        assert_eq!(began.elapsed(), Duration::from_secs(2));
        let free = Throttle::new(None);
        for _ in 0..1000 {
            free.pass().await;
        }
        assert_eq!(began.elapsed(), Duration::from_secs(2));
    }
}
