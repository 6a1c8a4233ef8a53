//! One database shared by threads, whichever engine it is.

use std::path::Path;
use std::time::Duration;

use super::grouped::Grouped;
use super::pg::Pool;
use super::{Engine, FreeSpace, Store, StoreError, Stored, Tx, Woken, counting};
use crate::clock::moment::Timestamp;

/// The shared database.
#[derive(Debug)]
pub struct Shared(Sharing);

#[derive(Debug)]
enum Sharing {
    Lite(Box<Grouped>),
    Pg(Box<Pool>),
}

impl Shared {
    /// Shares a database.
    pub fn new(store: Store) -> Shared {
        Shared(match store.0 {
            Engine::Lite(lite) => Sharing::Lite(Box::new(Grouped::new(lite))),
            Engine::Pg(pool) => Sharing::Pg(pool),
        })
    }

    /// Does something and returns when it is safely stored. It leaves no trace if the closure fails. The closure may run
    /// several times, where others were in its way; only its last run counts.
    pub fn write<T, E: From<StoreError>>(&self, work: impl Fn(&Tx<'_>) -> Result<T, E>) -> Result<T, E> {
        match &self.0 {
            Sharing::Lite(grouped) => counting::transaction(|| grouped.write(work)),
            Sharing::Pg(pool) => pool.write(work),
        }
    }

    /// The same for whoever wants to know whether it works now: nobody waits for a database that is gone.
    pub fn write_now<T, E: From<StoreError>>(&self, work: impl Fn(&Tx<'_>) -> Result<T, E>) -> Result<T, E> {
        match &self.0 {
            Sharing::Lite(_) => self.write(work),
            Sharing::Pg(pool) => pool.write_within(Duration::ZERO, work),
        }
    }

    /// Reads one consistent state, all of which is safely stored when this returns; whatever the closure writes is rolled
    /// back.
    pub fn read<T, E: From<StoreError>>(&self, work: impl Fn(&Tx<'_>) -> Result<T, E>) -> Result<T, E> {
        match &self.0 {
            Sharing::Lite(grouped) => counting::transaction(|| grouped.read(work)),
            Sharing::Pg(pool) => pool.read(work),
        }
    }

    /// Looks something up by one statement, which sees one consistent state by itself.
    pub fn glance<T, E: From<StoreError>>(&self, work: impl Fn(&Tx<'_>) -> Result<T, E>) -> Result<T, E> {
        match &self.0 {
            Sharing::Lite(grouped) => grouped.read(work),
            Sharing::Pg(pool) => pool.once(work),
        }
    }

    /// Changes something by one statement that has the same effect if it runs twice.
    pub fn change<T, E: From<StoreError>>(&self, work: impl Fn(&Tx<'_>) -> Result<T, E>) -> Result<T, E> {
        match &self.0 {
            Sharing::Lite(grouped) => grouped.write(work),
            Sharing::Pg(pool) => pool.once(work),
        }
    }

    /// Calls this whenever anything was committed that somebody may wait for, in whichever process. Who shares a file finds
    /// that by looking.
    pub fn listen(&self, listener: impl Fn(Woken) + Send + Sync + 'static) {
        if let Sharing::Pg(pool) = &self.0 {
            pool.listen(listener);
        }
    }

    /// Shows the other processes that the one of this name is alive, and returns the names of those that are not.
    pub fn beat(&self, name: &str) -> Stored<Vec<String>> {
        match &self.0 {
            Sharing::Lite(_) => Ok(Vec::new()),
            Sharing::Pg(pool) => pool.beat(name),
        }
    }

    /// Which other processes run on it. Where processes share a data directory, its locks tell that.
    pub fn others(&self, name: &str) -> Stored<Vec<String>> {
        match &self.0 {
            Sharing::Lite(_) => Ok(Vec::new()),
            Sharing::Pg(pool) => pool.others(name),
        }
    }

    /// Refuses a database that was moved elsewhere, or is being moved now.
    pub fn must_stay(&self) -> Stored<()> {
        if let Sharing::Pg(pool) = &self.0 {
            pool.must_stay()?;
        }
        self.read(|tx| tx.must_be_in_use())
    }

    /// Keeps processes from starting on it for as long as this value exists, and returns the names of those that run.
    pub fn keep_out(&self, name: &str) -> Stored<Vec<String>> {
        match &self.0 {
            Sharing::Lite(_) => Ok(Vec::new()),
            Sharing::Pg(pool) => pool.keep_out(name),
        }
    }

    /// Copies the whole database to a new file.
    pub fn backup(&self, to: impl AsRef<Path>) -> Stored<()> {
        match &self.0 {
            Sharing::Lite(grouped) => grouped.backup(to),
            Sharing::Pg(_) => Err(StoreError::Misconfigured(NO_BACKUP.to_owned())),
        }
    }

    /// Makes sure that nothing deleted is left in the files. PostgreSQL does that in its own time.
    pub fn wipe(&self, now: Timestamp) -> Stored<()> {
        match &self.0 {
            Sharing::Lite(grouped) => grouped.wipe(now),
            Sharing::Pg(pool) => pool.write(|tx| tx.no_leftovers()),
        }
    }

    /// How many bytes are free on the disk of the database. Of a server's disk nothing is known.
    pub fn free_space(&self) -> FreeSpace {
        match &self.0 {
            Sharing::Lite(grouped) => grouped.free_space(),
            Sharing::Pg(_) => FreeSpace::told_by(|| None),
        }
    }

    /// How many bytes a database server keeps for it. A file's size is seen from outside.
    pub fn bytes_at_server(&self) -> Stored<Option<i64>> {
        let Sharing::Pg(pool) = &self.0 else { return Ok(None) };
        pool.read(|tx| {
            let mut statement = tx.sql.prepare_cached("SELECT pg_database_size(current_database())")?;
            statement.query_row([], |row| row.get(0)).map(Some)
        })
    }

    /// The file's own examination; empty when all is well. PostgreSQL watches over its files itself.
    pub fn integrity(&self) -> Stored<Vec<String>> {
        match &self.0 {
            Sharing::Lite(grouped) => grouped.integrity(),
            Sharing::Pg(_) => Ok(Vec::new()),
        }
    }
}

const NO_BACKUP: &str = "the database is PostgreSQL's: back it up with pg_dump, or with pg_basebackup and an archive of its \
                         log; docs/operating.md tells how";
