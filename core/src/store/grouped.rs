//! One SQLite file shared by threads. A durable commit costs one wait for the disk, whatever is in it: what threads write
//! while another one is at work goes into the same transaction, each in a savepoint of its own, and the last of them
//! commits for all. Nobody returns before the disk has what they wrote.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use super::lite::Lite;
use super::sql::Sql;
use super::{FreeSpace, StoreError, Stored, Tx};
use crate::clock::moment::Timestamp;

/// At most this many are committed together, so that the first never waits long.
const MOST: usize = 64;

/// The shared file.
#[derive(Debug)]
pub(super) struct Grouped {
    inner: Mutex<Inner>,
    /// Threads that are about to take the lock: one of them commits what was left uncommitted.
    coming: AtomicUsize,
    settled: Condvar,
}

#[derive(Debug)]
struct Inner {
    store: Lite,
    /// How many wait for the open transaction to be committed; if nobody does, none is open.
    members: usize,
    /// Counts transactions.
    round: u64,
    /// Rounds that failed: how many have yet to hear of it, and why.
    failed: HashMap<u64, (usize, StoreError)>,
}

impl Grouped {
    /// Shares a database.
    pub fn new(store: Lite) -> Grouped {
        let inner = Inner { store, members: 0, round: 0, failed: HashMap::new() };
        Grouped { inner: Mutex::new(inner), coming: AtomicUsize::new(0), settled: Condvar::new() }
    }

    /// Does something and returns when it is safely stored. It leaves no trace if the closure fails.
    pub fn write<T, E: From<StoreError>>(&self, work: impl FnOnce(&Tx<'_>) -> Result<T, E>) -> Result<T, E> {
        let mut inner = self.enter();
        if inner.members == 0
            && let Err(error) = inner.begin()
        {
            return Err(error.into());
        }
        let done = inner.in_savepoint(work, Kept::IfGood);
        inner.members += usize::from(matches!(done, Ok(Ok(_))));
        self.leave(inner, done)
    }

    /// Reads one consistent state, all of which is safely stored when this returns; whatever the closure writes is rolled
    /// back.
    pub fn read<T, E: From<StoreError>>(&self, work: impl FnOnce(&Tx<'_>) -> Result<T, E>) -> Result<T, E> {
        let mut inner = self.enter();
        if inner.members == 0 {
            return inner.store.read(work);
        }
        // It may see what others are about to commit, so it waits with them.
        let done = inner.in_savepoint(work, Kept::Never);
        inner.members += usize::from(matches!(done, Ok(Ok(_))));
        self.leave(inner, done)
    }

    /// Copies the whole database to a new file.
    pub fn backup(&self, to: impl AsRef<Path>) -> Stored<()> {
        let mut inner = self.enter();
        self.commit(&mut inner);
        inner.store.backup(to)
    }

    /// Makes sure that nothing deleted is left in the files.
    pub fn wipe(&self, now: Timestamp) -> Stored<()> {
        let mut inner = self.enter();
        self.commit(&mut inner);
        inner.store.wipe(now)
    }

    /// How many bytes are free on the disk of the database.
    pub fn free_space(&self) -> FreeSpace {
        FreeSpace::around(self.enter().store.connection.path().filter(|path| !path.is_empty()).map(Path::new))
    }

    /// SQLite's own examination of the file; empty when all is well.
    pub fn integrity(&self) -> Stored<Vec<String>> {
        let mut inner = self.enter();
        self.commit(&mut inner);
        inner.store.integrity()
    }

    fn enter(&self) -> MutexGuard<'_, Inner> {
        self.coming.fetch_add(1, Ordering::SeqCst);
        // A panic inside a savepoint has rolled it back; the connection is as good as before.
        let inner = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
        self.coming.fetch_sub(1, Ordering::SeqCst);
        inner
    }

    /// Commits, or leaves that to a thread that is about to and waits for it.
    fn leave<T, E: From<StoreError>>(
        &self,
        mut inner: MutexGuard<'_, Inner>,
        done: std::thread::Result<Result<T, E>>,
    ) -> Result<T, E> {
        let round = inner.round;
        let alone = self.coming.load(Ordering::SeqCst) == 0;
        if alone || inner.members == 0 || inner.members >= MOST {
            self.commit(&mut inner);
        }
        let value = match done {
            Ok(Ok(value)) => value,
            Ok(Err(error)) => return Err(error),
            Err(panic) => {
                drop(inner);
                resume_unwind(panic)
            }
        };
        while inner.round == round {
            inner = self.settled.wait(inner).unwrap_or_else(PoisonError::into_inner);
        }
        match inner.failure(round) {
            Some(error) => Err(error.into()),
            None => Ok(value),
        }
    }

    /// Ends the open transaction, if there is one, and tells everybody in it.
    fn commit(&self, inner: &mut Inner) {
        inner.commit();
        self.settled.notify_all();
    }
}

/// Whether a savepoint's work stays.
#[derive(Clone, Copy, PartialEq)]
enum Kept {
    IfGood,
    Never,
}

impl Inner {
    fn begin(&self) -> Stored<()> {
        Ok(self.store.connection.execute_batch("BEGIN IMMEDIATE")?)
    }

    /// Runs one member's work. Its failure is its own, unless SQLite gave up the whole transaction (for a full disk,
    /// say): then the round has failed for all.
    fn in_savepoint<T, E: From<StoreError>>(
        &mut self,
        work: impl FnOnce(&Tx<'_>) -> Result<T, E>,
        kept: Kept,
    ) -> std::thread::Result<Result<T, E>> {
        let sql = &self.store.connection;
        if let Err(error) = sql.execute_batch("SAVEPOINT member") {
            return Ok(Err(StoreError::from(error).into()));
        }
        let done = catch_unwind(AssertUnwindSafe(|| {
            let tx = Tx::new(Sql::Lite(sql, &self.store.columns));
            let done = work(&tx)?;
            tx.store_counts()?;
            Ok(done)
        }));
        let stays = kept == Kept::IfGood && matches!(done, Ok(Ok(_)));
        let end = if stays { "RELEASE member" } else { "ROLLBACK TO member; RELEASE member" };
        let ended = if sql.is_autocommit() { Ok(()) } else { sql.execute_batch(end) };
        let gone = sql.is_autocommit();
        match (ended, gone) {
            (Ok(()), false) => done,
            (ended, _) => {
                let why = StoreError::Engine("the transaction was given up".to_owned());
                let error = ended.err().map_or(why, StoreError::from);
                self.fail(error.clone());
                // A member that saw the cause itself reports it better.
                if matches!(done, Ok(Ok(_))) { Ok(Err(error.into())) } else { done }
            }
        }
    }

    fn commit(&mut self) {
        let sql = &self.store.connection;
        if sql.is_autocommit() {
            return;
        }
        // Nobody waits for what failed on its own.
        let end = if self.members == 0 { "ROLLBACK" } else { "COMMIT" };
        match sql.execute_batch(end) {
            Ok(()) => (self.members, self.round) = (0, self.round + 1),
            Err(error) => self.fail(error.into()),
        }
    }

    /// The open transaction came to nothing.
    fn fail(&mut self, error: StoreError) {
        if !self.store.connection.is_autocommit() {
            // If that can't be rolled back either, the next BEGIN will report it.
            let _ = self.store.connection.execute_batch("ROLLBACK");
        }
        if self.members > 0 {
            self.failed.insert(self.round, (self.members, error));
        }
        (self.members, self.round) = (0, self.round + 1);
    }

    /// What became of a round, told to one of its members.
    fn failure(&mut self, round: u64) -> Option<StoreError> {
        let (left, error) = self.failed.get_mut(&round)?;
        *left -= 1;
        let (last, error) = (*left == 0, error.clone());
        if last {
            self.failed.remove(&round);
        }
        Some(error)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
