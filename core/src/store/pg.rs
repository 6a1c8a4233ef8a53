//! PostgreSQL: a pool of connections, and transactions that are repeated when others were in their way or the connection
//! was lost. Whether a commit of unknown outcome took place is found out, not guessed.

use std::fmt;
use std::hash::{BuildHasher, RandomState};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

mod alive;
mod clock;
mod connect;
mod error;
pub(super) mod session;
pub(super) mod value;
mod waking;

pub use connect::Database;
use session::{Session, Trouble};
use waking::Waking;

use super::sql::Sql;
use super::{StoreError, Stored, Tx, Woken};

/// A pool of connections to one database.
pub(super) struct Pool {
    database: Database,
    state: Mutex<State>,
    returned: Condvar,
    /// The connection that holds the lock by which others know that this process is alive.
    presence: Mutex<Option<Session>>,
    waking: Arc<Waking>,
}

#[derive(Default)]
struct State {
    idle: Vec<Session>,
    /// Connections in use or idle.
    open: usize,
}

/// How long somebody waits for a free connection.
const WAIT: Duration = Duration::from_secs(10);

/// How long a transaction is repeated while the database is gone, for instance because another machine takes over. Whoever
/// asked is told then, and asks again.
const GONE: Duration = Duration::from_secs(3);

/// How often a transaction is repeated because of others.
const CONFLICTS: u32 = 20;

/// How long we try to find out whether a commit took place.
const UNCLEAR: Duration = Duration::from_secs(30);

impl Pool {
    /// A pool; the first connection is made, so that mistakes in the configuration show at once.
    pub fn open(database: Database) -> Stored<Pool> {
        let session = database.connect()?;
        super::migrate::pg::up(&session)?;
        let state = State { idle: vec![session], open: 1 };
        let (state, returned) = (Mutex::new(state), Condvar::new());
        Ok(Pool { database, state, returned, presence: Mutex::new(None), waking: Waking::new() })
    }

    /// Calls this whenever anything was committed that somebody may wait for, in whichever process.
    pub fn listen(&self, listener: impl Fn(Woken) + Send + Sync + 'static) {
        self.waking.listen(&self.database, Box::new(listener));
    }

    /// Does something and returns when it is safely stored. It leaves no trace if the closure fails.
    pub fn write<T, E: From<StoreError>>(&self, work: impl Fn(&Tx<'_>) -> Result<T, E>) -> Result<T, E> {
        self.write_within(GONE, work)
    }

    /// The same, where a database that is gone is waited for so long.
    pub fn write_within<T, E: From<StoreError>>(
        &self,
        patience: Duration,
        work: impl Fn(&Tx<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        self.repeat(patience, |held| {
            held.begin_writing()?;
            let tx = Tx::new(Sql::Pg(held));
            let value = match work(&tx) {
                Ok(value) if held.trouble().is_none() => value,
                Ok(_) => return Err(Failed::Here(StoreError::Conflict("an error was passed over".to_owned()).into())),
                Err(error) => return Err(Failed::Here(error)),
            };
            // Random, and so never used before.
            let mark = RandomState::new().hash_one(0).cast_signed();
            match held.commit(mark, &tx.take_counts()) {
                Ok(()) => {}
                Err(error @ StoreError::Lost(_)) => match self.was_committed(mark)? {
                    true => {}
                    false => return Err(Failed::Here(error.into())),
                },
                Err(error) => return Err(Failed::Here(error.into())),
            }
            self.waking.ring(&self.database, tx.woken.get());
            Ok(value)
        })
    }

    /// Reads one consistent state; whatever the closure writes is rolled back.
    pub fn read<T, E: From<StoreError>>(&self, work: impl Fn(&Tx<'_>) -> Result<T, E>) -> Result<T, E> {
        self.repeat(GONE, |held| {
            held.begin_reading()?;
            let value = work(&Tx::new(Sql::Pg(held))).map_err(Failed::Here)?;
            held.rollback()?;
            Ok(value)
        })
    }

    /// Runs one statement, which is a transaction by itself. It may run twice, if the connection is lost.
    pub fn once<T, E: From<StoreError>>(&self, work: impl Fn(&Tx<'_>) -> Result<T, E>) -> Result<T, E> {
        self.repeat(GONE, |held| {
            held.begin_nothing();
            work(&Tx::new(Sql::Pg(held))).map_err(Failed::Here)
        })
    }

    /// Runs an attempt until it succeeds, fails for a reason of its own, or has been repeated for too long. A connection that
    /// was lost before says nothing about the next one: there are at least two.
    fn repeat<T, E: From<StoreError>>(
        &self,
        patience: Duration,
        attempt: impl Fn(&Session) -> Result<T, Failed<E>>,
    ) -> Result<T, E> {
        let begun = Instant::now();
        let (mut conflicts, mut losses) = (0, 0);
        loop {
            let (error, trouble) = match self.take() {
                Err(error @ StoreError::Lost(_)) => (error.into(), Some(Trouble::Lost)),
                Err(error) => return Err(error.into()),
                Ok(held) => match held.session().map_err(Failed::from).and_then(&attempt) {
                    Ok(value) => {
                        held.give_back();
                        return Ok(value);
                    }
                    Err(Failed::Here(error)) => (error, held.end()),
                    Err(Failed::Elsewhere(error)) => return Err(error.into()),
                },
            };
            match trouble {
                None => return Err(error),
                Some(Trouble::Conflict) if conflicts >= CONFLICTS => return Err(error),
                Some(Trouble::Lost) if losses > 0 && begun.elapsed() >= patience => return Err(error),
                Some(Trouble::Conflict) => {
                    conflicts += 1;
                    thread::sleep(Duration::from_millis(
                        RandomState::new().hash_one(conflicts) % (4 << conflicts.min(5)),
                    ));
                }
                Some(Trouble::Lost) => {
                    losses += 1;
                    self.forget_idle();
                    thread::sleep(Duration::from_millis(100));
                }
            }
        }
    }

    /// Whether a transaction with that mark was committed. Inserting the mark ourselves waits for the transaction if it
    /// is still under way, and if it didn't take place it never can from then on.
    fn was_committed<E>(&self, mark: i64) -> Result<bool, Failed<E>> {
        let begun = Instant::now();
        self.forget_idle();
        loop {
            let asked = self.database.connect().and_then(|session| {
                session.begin_writing()?;
                session.commit(mark, &[])
            });
            match asked {
                Ok(()) => return Ok(false),
                Err(StoreError::Conflict(_)) => return Ok(true),
                Err(error) if begun.elapsed() >= UNCLEAR => return Err(Failed::Elsewhere(error)),
                Err(_) => thread::sleep(Duration::from_millis(100)),
            }
        }
    }

    fn take(&self) -> Stored<Held<'_>> {
        let begun = Instant::now();
        let mut state = self.lock();
        loop {
            if let Some(session) = state.idle.pop() {
                if !session.is_closed() {
                    return Ok(Held::new(self, session));
                }
                state.open -= 1;
                continue;
            }
            if state.open < self.database.connections {
                state.open += 1;
                drop(state);
                return match self.database.connect() {
                    Ok(session) => Ok(Held::new(self, session)),
                    Err(error) => {
                        self.one_less();
                        Err(error)
                    }
                };
            }
            let left = WAIT.checked_sub(begun.elapsed());
            let left = left.ok_or_else(|| StoreError::Busy("all connections are in use".to_owned()))?;
            (state, _) = self.returned.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn forget_idle(&self) {
        let mut state = self.lock();
        state.open -= state.idle.len();
        let idle = std::mem::take(&mut state.idle);
        drop(state);
        drop(idle);
        self.returned.notify_all();
    }

    fn one_less(&self) {
        self.lock().open -= 1;
        self.returned.notify_one();
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Why an attempt failed: for its own reason, or because nobody could tell whether it succeeded.
enum Failed<E> {
    Here(E),
    Elsewhere(StoreError),
}

impl<E: From<StoreError>> From<StoreError> for Failed<E> {
    fn from(error: StoreError) -> Failed<E> {
        Failed::Here(error.into())
    }
}

/// A connection taken from the pool. One that isn't given back is closed, which rolls back what was begun on it.
struct Held<'a> {
    pool: &'a Pool,
    session: Option<Session>,
}

impl<'a> Held<'a> {
    fn new(pool: &'a Pool, session: Session) -> Held<'a> {
        Held { pool, session: Some(session) }
    }

    fn session(&self) -> Stored<&Session> {
        self.session.as_ref().ok_or_else(|| StoreError::Lost("it was given back".to_owned()))
    }

    fn give_back(mut self) {
        if let Some(session) = self.session.take() {
            self.pool.lock().idle.push(session);
            self.pool.returned.notify_one();
        }
    }

    /// Ends a transaction that failed, and tells whether it is to be repeated.
    fn end(self) -> Option<Trouble> {
        let session = self.session.as_ref()?;
        let trouble = session.trouble();
        if trouble != Some(Trouble::Lost) && session.rollback().is_ok() {
            self.give_back();
        }
        trouble
    }
}

impl Drop for Held<'_> {
    fn drop(&mut self) {
        if self.session.take().is_some() {
            self.pool.one_less();
        }
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.waking.close();
        // A connection says goodbye and waits for it, which not every thread may.
        let idle = std::mem::take(&mut self.lock().idle);
        let presence = self.presence.get_mut().unwrap_or_else(PoisonError::into_inner).take();
        thread::spawn(move || drop((idle, presence)));
    }
}

impl fmt::Debug for Pool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Pool(…)")
    }
}
