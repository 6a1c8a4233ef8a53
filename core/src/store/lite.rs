//! SQLite: one file, or none for tests. The one kind of write transaction, copies, and the file's own examination.

use std::path::Path;
use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags, TransactionBehavior};

use super::columns::Columns;
use super::sql::Sql;
use super::{StoreError, Stored, Tx, migrate};

/// An open file.
#[derive(Debug)]
pub(super) struct Lite {
    pub connection: Connection,
    /// The columns of what runs on it.
    pub columns: Columns,
}

/// How long a writer waits for another one.
pub(super) const WAIT: Duration = Duration::from_secs(10);

impl Lite {
    /// Opens or makes the database, and brings its schema up to date.
    pub fn open(path: impl AsRef<Path>) -> Stored<Lite> {
        Lite::prepare(Connection::open(path)?)
    }

    /// A database that lives as long as this value, for tests and demonstrations.
    pub fn in_memory() -> Stored<Lite> {
        Lite::prepare(Connection::open_in_memory()?)
    }

    /// Opens an existing database to look at, whoever else writes to it.
    pub fn open_read_only(path: impl AsRef<Path>) -> Stored<Lite> {
        let connection = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
        connection.busy_timeout(WAIT)?;
        connection.set_prepared_statement_cache_capacity(128);
        migrate::check(&connection)?;
        Ok(Lite { connection, columns: Columns::default() })
    }

    fn prepare(mut connection: Connection) -> Stored<Lite> {
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
        Ok(Lite { connection, columns: Columns::default() })
    }

    /// Does something in one transaction that holds the write lock from its beginning. It is kept if
    /// the closure succeeds, and leaves no trace if it fails.
    pub fn write<T, E: From<StoreError>>(&mut self, work: impl FnOnce(&Tx<'_>) -> Result<T, E>) -> Result<T, E> {
        let transaction =
            self.connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(StoreError::from)?;
        let tx = Tx::new(Sql::Lite(&transaction, &self.columns));
        let done = work(&tx)?;
        tx.store_counts()?;
        drop(tx);
        transaction.commit().map_err(StoreError::from)?;
        Ok(done)
    }

    /// Reads one consistent state; whatever the closure writes is rolled back.
    pub fn read<T, E: From<StoreError>>(&mut self, work: impl FnOnce(&Tx<'_>) -> Result<T, E>) -> Result<T, E> {
        let transaction =
            self.connection.transaction_with_behavior(TransactionBehavior::Deferred).map_err(StoreError::from)?;
        work(&Tx::new(Sql::Lite(&transaction, &self.columns)))
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
