//! The SQLite database: opening it, its schema, and the one kind of write transaction. This module and
//! its children are the only place with SQL; everything they give out is plain data.

use std::path::Path;
use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::{Connection, ErrorCode, OpenFlags, TransactionBehavior};

use crate::game::Damaged;

mod challenges;
mod comments;
mod disk;
mod exporting;
mod forgetting;
mod games;
mod happening;
mod held_back;
mod identities;
mod inbox;
mod limits;
mod looking;
mod migrate;
mod outbox;
mod plans;
mod players;
mod questions;
mod ratings;
mod shared;
mod sights;
mod spectacles;
#[cfg(test)]
mod tests;
mod upkeep;
mod waiting;
mod ways;
mod words;

pub use challenges::{Challenge, ChallengeState, Invitee};
pub use comments::Comment;
pub use disk::FreeSpace;
pub use exporting::{PastNotice, Section};
pub use happening::{Challenger, Counter, Guesser, Happening, Inviter};
pub use identities::AddressRow;
pub use inbox::{InMail, InboxBounds, Verdict, addresses_in};
pub use looking::Score;
pub use outbox::{Channel, Delivery, Obstacle, OutboxRow, Owed};
pub use plans::PlanRow;
pub use players::{Mode, Player};
pub use questions::{DigestList, Held, Question, QuestionKind};
pub use shared::Shared;
pub use sights::{Door, Heard, Sight};
pub use spectacles::Spectacle;
pub use upkeep::{Counts, Place};
pub use waiting::{Queue, Waiting};
pub use ways::{Change, Merged, Way};

/// An open database.
#[derive(Debug)]
pub struct Store {
    connection: Connection,
}

/// What an operator must fix. Nothing of the transaction it happened in is kept.
#[derive(Clone, Debug, thiserror::Error)]
pub enum StoreError {
    /// The file is not a database, or a damaged one.
    #[error("the database is damaged ({0}); stop the server and restore a backup, or run `turnpost doctor --offline`")]
    Corrupt(String),
    /// The file or its folder can't be written.
    #[error("the database can't be written ({0}); check the owner and permissions of the data directory")]
    ReadOnly(String),
    /// No space left.
    #[error("the disk of the data directory is full ({0}); nothing of the last request is stored, free some space")]
    Full(String),
    /// There is no room for more mail.
    #[error("there is no room for more mail ({0}); it is taken again when there is")]
    NoRoom(String),
    /// Another process holds the database for longer than we wait.
    #[error("the database is busy ({0}); another process holds it")]
    Busy(String),
    /// The file can't be opened at all.
    #[error("the database can't be opened ({0})")]
    CannotOpen(String),
    /// The file was written by a later version of the program.
    #[error("the database has schema {found}, this program knows up to {known}: use a newer turnpost")]
    Newer {
        /// The file's schema.
        found: i64,
        /// The program's.
        known: i64,
    },
    /// A stored value that the program can't read.
    #[error("the database holds a value that makes no sense: {0}")]
    Nonsense(String),
    /// Anything else that SQLite says.
    #[error("database: {0}")]
    Sqlite(String),
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> StoreError {
        let text = error.to_string();
        match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => StoreError::Corrupt(text),
            Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied) => StoreError::ReadOnly(text),
            Some(ErrorCode::DiskFull) => StoreError::Full(text),
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => StoreError::Busy(text),
            Some(ErrorCode::CannotOpen) => StoreError::CannotOpen(text),
            _ => match error {
                rusqlite::Error::FromSqlConversionFailure(..) | rusqlite::Error::InvalidColumnType(..) => {
                    StoreError::Nonsense(text)
                }
                _ => StoreError::Sqlite(text),
            },
        }
    }
}

impl From<serde_json::Error> for StoreError {
    fn from(error: serde_json::Error) -> StoreError {
        StoreError::Nonsense(error.to_string())
    }
}

impl From<Damaged> for StoreError {
    fn from(damaged: Damaged) -> StoreError {
        StoreError::Nonsense(damaged.0)
    }
}

/// What every function of the store returns.
pub type Stored<T> = Result<T, StoreError>;

impl Store {
    /// Opens or makes the database, and brings its schema up to date.
    pub fn open(path: impl AsRef<Path>) -> Stored<Store> {
        Store::prepare(Connection::open(path)?)
    }

    /// A database that lives as long as this value, for tests and demonstrations.
    pub fn in_memory() -> Stored<Store> {
        Store::prepare(Connection::open_in_memory()?)
    }

    /// Opens an existing database to look at, whoever else writes to it.
    pub fn open_read_only(path: impl AsRef<Path>) -> Stored<Store> {
        let connection = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
        connection.busy_timeout(WAIT)?;
        connection.set_prepared_statement_cache_capacity(128);
        migrate::check(&connection)?;
        Ok(Store { connection })
    }

    fn prepare(mut connection: Connection) -> Stored<Store> {
        connection.busy_timeout(WAIT)?;
        connection.set_prepared_statement_cache_capacity(256);
        // With write-ahead logging a commit is one fsync, and readers never wait; FULL makes that fsync
        // happen before we answer.
        connection.pragma_update(None, "journal_mode", "WAL")?;
        connection.pragma_update(None, "synchronous", "FULL")?;
        connection.pragma_update(None, "foreign_keys", "ON")?;
        // What is deleted is overwritten, in pages that go free as well: FAST would leave those as they are.
        connection.pragma_update(None, "secure_delete", "ON")?;
        // The pages that a savepoint changes are kept to undo it: in memory, not in a file once they are more than a few,
        // which costs a turn half as much again and leaves what was changed on the disk.
        connection.pragma_update(None, "temp_store", "MEMORY")?;
        // Query plans don't depend on bound values; otherwise many statements would be prepared anew each time.
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
        migrate::up(&mut connection)?;
        Ok(Store { connection })
    }

    /// Does something in one transaction that holds the write lock from its beginning. It is kept if
    /// the closure succeeds, and leaves no trace if it fails.
    pub fn write<T, E: From<StoreError>>(&mut self, work: impl FnOnce(&Tx<'_>) -> Result<T, E>) -> Result<T, E> {
        let transaction =
            self.connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(StoreError::from)?;
        let done = work(&Tx { sql: &transaction })?;
        transaction.commit().map_err(StoreError::from)?;
        Ok(done)
    }

    /// Reads one consistent state; whatever the closure writes is rolled back.
    pub fn read<T, E: From<StoreError>>(&mut self, work: impl FnOnce(&Tx<'_>) -> Result<T, E>) -> Result<T, E> {
        let transaction =
            self.connection.transaction_with_behavior(TransactionBehavior::Deferred).map_err(StoreError::from)?;
        work(&Tx { sql: &transaction })
    }

    /// Copies the whole database to a new or empty file while others go on writing. It is written row by row, so that
    /// nothing deleted comes along.
    pub fn backup(&self, to: impl AsRef<Path>) -> Stored<()> {
        let to = to.as_ref().to_str().ok_or_else(|| StoreError::CannotOpen("its name is no text".to_owned()))?;
        self.connection.execute("VACUUM INTO ?1", [to])?;
        Ok(())
    }

    /// SQLite's own examination of the file; empty when all is well.
    pub fn integrity(&self) -> Stored<Vec<String>> {
        let mut statement = self.connection.prepare("PRAGMA integrity_check")?;
        let lines = statement.query_map([], |row| row.get::<_, String>(0))?.collect::<Result<Vec<_>, _>>()?;
        let mut found: Vec<String> = lines.into_iter().filter(|line| line != "ok").collect();
        let mut statement = self.connection.prepare("PRAGMA foreign_key_check")?;
        let orphans = statement.query_map([], |row| row.get::<_, String>(0))?.collect::<Result<Vec<_>, _>>()?;
        found.extend(orphans.into_iter().map(|table| format!("a row of {table} refers to nothing")));
        Ok(found)
    }
}

/// A transaction. The children of this module give it its methods, one concern each.
#[derive(Debug)]
pub struct Tx<'a> {
    sql: &'a Connection,
}

/// How long a writer waits for another one.
const WAIT: Duration = Duration::from_secs(10);
