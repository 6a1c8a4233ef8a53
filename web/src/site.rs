//! What all pages share: the service, the settings, what was made already, and who may ask for more.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Instant;

use tokio::sync::Semaphore;
use turnpost_core::service::{Service, ServiceError};

use crate::limits::{Buckets, Pace};
use crate::live::Hub;
use crate::settings::Settings;
use crate::shelf::Shelf;

/// Pictures that are drawn at the same time; playing must not wait for looking.
const DRAWING: usize = 2;
/// Wrong secrets a minute from one address.
const GUESSES: f64 = 20.0;
/// Games that guests from one address begin at once, and in an hour.
const GUESTS: [f64; 2] = [6.0, 12.0];

/// The pages of one service.
pub struct Site {
    pub(crate) service: Arc<Service>,
    pub(crate) settings: Settings,
    pub(crate) shelf: Shelf,
    pub(crate) hub: Hub,
    pub(crate) drawing: Semaphore,
    requests: Buckets,
    guesses: Buckets,
    guests: Buckets,
}

/// The database doesn't answer; it was logged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Trouble;

impl Site {
    /// The pages of that service.
    pub fn new(service: Arc<Service>, settings: Settings) -> Arc<Site> {
        let pace = f64::from(settings.pace.max(1));
        Arc::new(Site {
            service,
            shelf: Shelf::default(),
            hub: Hub::new(settings.watchers),
            drawing: Semaphore::new(DRAWING),
            requests: Buckets::new(Pace { burst: 4.0 * pace, a_second: pace }),
            guesses: Buckets::new(Pace { burst: GUESSES, a_second: GUESSES / 60.0 }),
            guests: Buckets::new(Pace { burst: GUESTS[0], a_second: GUESTS[1] / 3600.0 }),
            settings,
        })
    }

    /// Asks the service, or makes something of what it says, on a thread that may block.
    pub(crate) async fn ask<T: Send + 'static>(
        self: &Arc<Site>,
        work: impl FnOnce(&Site) -> Result<T, ServiceError> + Send + 'static,
    ) -> Result<T, Trouble> {
        let site = self.clone();
        match tokio::task::spawn_blocking(move || work(&site)).await {
            Ok(Ok(found)) => Ok(found),
            Ok(Err(error)) => {
                tracing::error!(%error, "a page can't be made");
                Err(Trouble)
            }
            Err(error) => {
                tracing::error!(%error, "making a page broke off");
                Err(Trouble)
            }
        }
    }

    /// Whether that address may ask now.
    pub(crate) fn may_ask(&self, from: IpAddr) -> bool {
        self.requests.take(from, Instant::now())
    }

    /// Whether a guest from that address may begin a game.
    pub(crate) fn may_begin(&self, from: IpAddr) -> bool {
        self.guests.take(from, Instant::now())
    }

    /// Whether that address may try a secret.
    pub(crate) fn may_guess(&self, from: IpAddr) -> bool {
        self.guesses.has(from, Instant::now())
    }

    /// Notes that it tried one that opens nothing.
    pub(crate) fn guessed(&self, from: IpAddr) {
        self.guesses.take(from, Instant::now());
    }
}
