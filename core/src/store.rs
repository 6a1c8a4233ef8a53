//! The database: SQLite in a file, or PostgreSQL. This module and its children are the only place with SQL; everything
//! they give out is plain data.

use std::cell::{Cell, RefCell};
use std::path::Path;

use rusqlite::ErrorCode;

use crate::game::Damaged;

mod challenges;
mod columns;
mod comments;
mod counting;
mod delivering;
mod disk;
mod events;
mod exporting;
mod forgetting;
mod games;
mod grouped;
mod guests;
mod happening;
mod held_back;
mod house;
mod identities;
mod inbox;
mod leases;
mod limits;
mod lite;
mod looking;
mod migrate;
mod moving;
mod outbox;
mod pairings;
mod pg;
mod plans;
mod players;
mod questions;
mod ratings;
mod shared;
mod shares;
mod sights;
mod spectacles;
mod sql;
mod tables;
#[cfg(test)]
mod tests;
mod upkeep;
mod waiting;
mod ways;
mod woken;
mod words;

pub use challenges::{Challenge, ChallengeState, Invitee};
pub use comments::Comment;
#[cfg(debug_assertions)]
pub use counting::statements_of;
pub use delivering::{Delivery, Obstacle, Owed};
pub use disk::FreeSpace;
pub use events::{Entrant, EntrantState, Event, EventKind, EventState};
pub use exporting::{PastNotice, Section};
pub use happening::{Challenger, Counter, Guesser, Happening, Inviter};
pub use house::{HouseKind, HouseWork};
pub use identities::AddressRow;
pub use inbox::{InMail, InboxBounds, Verdict, addresses_in};
pub use limits::First;
pub use looking::Score;
pub use outbox::{Channel, OutboxRow};
pub use pairings::{EventGame, Slot};
pub use pg::Database;
pub use plans::PlanRow;
pub use players::{Mode, Player};
pub use questions::{DigestList, Held, Proposal, Question, QuestionKind};
pub use shared::Shared;
pub use sights::{Door, Heard, Sight};
pub use spectacles::Spectacle;
pub use tables::{Around, Person, Reach, Table};
pub use upkeep::{Counts, Place};
pub use waiting::{Queue, Waiting};
pub use ways::{Change, Merged, Way};
pub use woken::Woken;

use lite::Lite;
use pg::Pool;
use sql::Sql;

/// An open database.
#[derive(Debug)]
pub struct Store(Engine);

#[derive(Debug)]
enum Engine {
    Lite(Lite),
    Pg(Box<Pool>),
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
    /// It was moved to the other engine.
    #[error("this database was moved to {0}")]
    Moved(&'static str),
    /// A stored value that the program can't read.
    #[error("the database holds a value that makes no sense: {0}")]
    Nonsense(String),
    /// A row that must be there is missing.
    #[error("the database lacks a row that must be there")]
    NoRow,
    /// The database server can't be reached. It may come back.
    #[error("the database can't be reached ({0})")]
    Lost(String),
    /// Others changed the same at the same time, again and again.
    #[error("others changed the same at the same time ({0})")]
    Conflict(String),
    /// The database server isn't as we need it.
    #[error("{0}")]
    Misconfigured(String),
    /// Anything else that the engine says.
    #[error("database: {0}")]
    Engine(String),
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
                _ => StoreError::Engine(text),
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
    /// Opens or makes a database file, and brings its schema up to date.
    pub fn open(path: impl AsRef<Path>) -> Stored<Store> {
        Ok(Store(Engine::Lite(Lite::open(path)?)))
    }

    /// A database that lives as long as this value, for tests and demonstrations.
    pub fn in_memory() -> Stored<Store> {
        Ok(Store(Engine::Lite(Lite::in_memory()?)))
    }

    /// Opens an existing file to look at, whoever else writes to it.
    pub fn open_read_only(path: impl AsRef<Path>) -> Stored<Store> {
        Ok(Store(Engine::Lite(Lite::open_read_only(path)?)))
    }

    /// Connects to a PostgreSQL database, and brings its schema up to date.
    pub fn connect(database: Database) -> Stored<Store> {
        Ok(Store(Engine::Pg(Box::new(Pool::open(database)?))))
    }

    /// Does something in one transaction. It is kept if the closure succeeds, and leaves no trace if it fails. The closure
    /// may run several times, where others were in its way.
    pub fn write<T, E: From<StoreError>>(&mut self, work: impl Fn(&Tx<'_>) -> Result<T, E>) -> Result<T, E> {
        match &mut self.0 {
            Engine::Lite(lite) => lite.write(work),
            Engine::Pg(pool) => pool.write(work),
        }
    }

    /// Reads one consistent state; whatever the closure writes is rolled back.
    pub fn read<T, E: From<StoreError>>(&mut self, work: impl Fn(&Tx<'_>) -> Result<T, E>) -> Result<T, E> {
        match &mut self.0 {
            Engine::Lite(lite) => lite.read(work),
            Engine::Pg(pool) => pool.read(work),
        }
    }

    #[cfg(test)]
    fn connection(&self) -> &rusqlite::Connection {
        match &self.0 {
            Engine::Lite(lite) => &lite.connection,
            Engine::Pg(_) => panic!("this test is about SQLite"),
        }
    }

    /// The file's own examination; empty when all is well. PostgreSQL watches over its files itself.
    pub fn integrity(&self) -> Stored<Vec<String>> {
        match &self.0 {
            Engine::Lite(lite) => lite.integrity(),
            Engine::Pg(_) => Ok(Vec::new()),
        }
    }
}

/// A transaction. The children of this module give it its methods, one concern each.
#[derive(Debug)]
pub struct Tx<'a> {
    sql: Sql<'a>,
    /// What was counted for the operator: it is stored at the end, all at once.
    counted: RefCell<Vec<String>>,
    /// Whom it wakes once it is committed.
    woken: Cell<Woken>,
}

impl<'a> Tx<'a> {
    fn new(sql: Sql<'a>) -> Tx<'a> {
        Tx { sql, counted: RefCell::new(Vec::new()), woken: Cell::default() }
    }
}
