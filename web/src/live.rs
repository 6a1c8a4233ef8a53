//! Waiting for the next turn: one task looks for new revisions of all games that are watched, so that it doesn't matter
//! which process a turn came to, and whoever watches is told the revision, nothing else.

use std::collections::HashMap;
use std::convert::Infallible;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use turnpost_core::game::GameNumber;
use turnpost_core::service::Service;

/// How often it is looked.
const LOOK: Duration = Duration::from_millis(80);
/// How often somebody who waits is told that we are still here, before proxies give up.
const STILL_HERE: Duration = Duration::from_secs(20);

/// All who wait.
#[derive(Clone)]
pub(crate) struct Hub {
    watched: Arc<Mutex<Watched>>,
    places: Arc<Semaphore>,
}

#[derive(Default)]
struct Watched {
    games: HashMap<GameNumber, watch::Sender<i64>>,
    looking: bool,
}

/// Somebody who waits, until dropped.
struct Waiting {
    revisions: watch::Receiver<i64>,
    told: bool,
    _place: OwnedSemaphorePermit,
}

impl Hub {
    /// Room for so many.
    pub(crate) fn new(most: usize) -> Hub {
        Hub { watched: Arc::default(), places: Arc::new(Semaphore::new(most)) }
    }

    /// The revisions of a game from now on, as server-sent events; none if too many wait.
    pub(crate) fn follow(&self, service: &Arc<Service>, number: GameNumber, revision: i64) -> Option<Response> {
        let place = self.places.clone().try_acquire_owned().ok()?;
        let revisions = {
            let mut watched = self.lock();
            let known = watched.games.entry(number).or_insert_with(|| watch::Sender::new(revision));
            known.send_if_modified(|last| std::mem::replace(last, revision.max(*last)) < revision);
            let revisions = known.subscribe();
            if !std::mem::replace(&mut watched.looking, true) {
                tokio::spawn(look(self.clone(), service.clone()));
            }
            revisions
        };
        let waiting = Waiting { revisions, told: false, _place: place };
        // The first is told at once: whoever was away for a moment learns what they missed.
        let events = stream::unfold(waiting, |mut waiting| async move {
            if std::mem::replace(&mut waiting.told, true) {
                waiting.revisions.changed().await.ok()?;
            }
            let revision = *waiting.revisions.borrow_and_update();
            let event = Event::default().data(revision.to_string());
            Some((Ok::<_, Infallible>(event), waiting))
        });
        Some(Sse::new(events).keep_alive(KeepAlive::new().interval(STILL_HERE)).into_response())
    }

    fn lock(&self) -> MutexGuard<'_, Watched> {
        self.watched.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The games that somebody waits for; those that nobody does are forgotten.
    fn games(&self) -> Vec<GameNumber> {
        let mut watched = self.lock();
        watched.games.retain(|_, revisions| revisions.receiver_count() > 0);
        watched.looking = !watched.games.is_empty();
        watched.games.keys().copied().collect()
    }
}

/// Looks for new revisions as long as anybody waits.
async fn look(hub: Hub, service: Arc<Service>) {
    loop {
        let games = hub.games();
        if games.is_empty() {
            return;
        }
        let service = service.clone();
        let found = tokio::task::spawn_blocking(move || service.revisions(&games)).await;
        for (number, revision) in found.ok().and_then(Result::ok).unwrap_or_default() {
            if let Some(known) = hub.lock().games.get(&number) {
                known.send_if_modified(|last| std::mem::replace(last, revision) != revision);
            }
        }
        tokio::time::sleep(LOOK).await;
    }
}
