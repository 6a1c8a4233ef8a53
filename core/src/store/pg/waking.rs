//! Waking the workers of other processes: once something is committed that they wait for, they are told, so that nobody waits
//! for the next look. That is a favour, not a promise: what isn't heard is found by looking, as ever. PostgreSQL lets
//! commits that notify wait for each other, so it is said after the commit, and at most every 50 ms.

use std::fmt;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use super::Database;
use super::session::Session;
use crate::store::{Stored, Woken};

/// The least time between two calls of one process.
const PAUSE: Duration = Duration::from_millis(50);

/// How long a connection that can't be made, or was lost, is left alone.
const AGAIN: Duration = Duration::from_secs(1);

/// How often it is looked whether anybody still wants to hear.
const HEARING: Duration = Duration::from_millis(500);

/// Who calls and who is called in this process.
pub(in crate::store) struct Waking {
    state: Mutex<State>,
    changed: Condvar,
}

type Listener = Box<dyn Fn(Woken) + Send + Sync>;

#[derive(Default)]
struct State {
    /// What others have yet to be told of.
    untold: Woken,
    calls: bool,
    listens: bool,
    closed: bool,
    listeners: Vec<Arc<Listener>>,
}

impl Waking {
    pub fn new() -> Arc<Waking> {
        Arc::new(Waking { state: Mutex::default(), changed: Condvar::new() })
    }

    /// Tells everybody who listens, in this process or another, very soon.
    pub fn ring(self: &Arc<Waking>, database: &Database, what: Woken) {
        if what.is_empty() {
            return;
        }
        let mut state = self.lock();
        state.untold = state.untold.and(what);
        if !std::mem::replace(&mut state.calls, true) {
            let (this, database) = (Arc::clone(self), database.clone());
            // Without a thread others find out by looking.
            state.calls = thread::Builder::new().name("waking".to_owned()).spawn(move || this.call(&database)).is_ok();
        }
        drop(state);
        self.changed.notify_all();
    }

    /// Calls this whenever anything was committed that somebody may wait for.
    pub fn listen(self: &Arc<Waking>, database: &Database, listener: Listener) {
        let mut state = self.lock();
        state.listeners.push(Arc::new(listener));
        if !std::mem::replace(&mut state.listens, true) {
            let (this, database) = (Arc::clone(self), database.clone());
            state.listens =
                thread::Builder::new().name("listening".to_owned()).spawn(move || this.hear(&database)).is_ok();
        }
    }

    /// Nobody is called or calls any more.
    pub fn close(&self) {
        self.lock().closed = true;
        self.changed.notify_all();
    }

    fn call(&self, database: &Database) {
        let mut session: Option<Session> = None;
        loop {
            let mut state = self.lock();
            while state.untold.is_empty() && !state.closed {
                state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
            }
            let (what, closed) = (std::mem::take(&mut state.untold), state.closed);
            drop(state);
            if what.is_empty() {
                return;
            }
            let open = session.take().filter(|session| !session.is_closed()).map_or_else(|| database.connect(), Ok);
            session = open.and_then(|session| session.notify(&what.to_string()).map(|()| session)).ok();
            if closed {
                return;
            }
            thread::sleep(if session.is_some() { PAUSE } else { AGAIN });
        }
    }

    fn hear(&self, database: &Database) {
        while !self.lock().closed {
            if self.hear_on_one(database).is_err() {
                thread::sleep(AGAIN);
            }
        }
    }

    fn hear_on_one(&self, database: &Database) -> Stored<()> {
        let session = database.connect()?;
        session.listen()?;
        // Whatever was said before we listened.
        self.tell(Woken::ALL);
        while !self.lock().closed {
            let said = session.heard(HEARING)?;
            self.tell(said.iter().fold(Woken::default(), |all, said| all.and(Woken::read(said))));
        }
        Ok(())
    }

    fn tell(&self, what: Woken) {
        if !what.is_empty() {
            let listeners = self.lock().listeners.clone();
            listeners.iter().for_each(|listener| listener(what));
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Waking {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Waking(…)")
    }
}
