//! One connection to PostgreSQL: its prepared statements, the transaction that is open on it, and what went wrong there.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use postgres::binary_copy::BinaryCopyInWriter;
use postgres::fallible_iterator::FallibleIterator;
use postgres::types::{ToSql, Type};
use postgres::{Client, Row, Statement};
use rusqlite::types::{ToSqlOutput, Value};

use super::clock::Clock;
use super::value::{self, Given};
use crate::store::{StoreError, Stored, counting};

/// A connection.
pub(in crate::store) struct Session {
    inner: RefCell<Inner>,
    writes: Cell<bool>,
    trouble: Cell<Option<Trouble>>,
    /// Whether the statements by which every commit is noted are prepared.
    notes: Cell<bool>,
    /// Sets the advisory locks of this schema apart from those of others in the same database.
    space: String,
    clock: Arc<Clock>,
}

struct Inner {
    client: Client,
    prepared: HashMap<String, Statement>,
}

/// Why a transaction came to nothing though nobody did anything wrong: it is to be tried again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Trouble {
    /// Another transaction was in the way.
    Conflict,
    /// The connection is gone.
    Lost,
}

/// What goes along with every commit, prepared: planning it each time took longer than doing it.
const NOTES: &str = "PREPARE note_commit(BIGINT) AS
     INSERT INTO commits (mark, at) VALUES ($1, CAST(extract(epoch FROM clock_timestamp()) AS BIGINT));
     PREPARE note_count(TEXT) AS INSERT INTO counted (name) VALUES ($1)";

impl Session {
    pub(super) fn new(client: Client, space: String, clock: Arc<Clock>) -> Session {
        let inner = RefCell::new(Inner { client, prepared: HashMap::new() });
        Session { inner, writes: Cell::new(false), trouble: Cell::new(None), notes: Cell::new(false), space, clock }
    }

    /// Begins a transaction that writes: what it reads in order to change is locked.
    pub(super) fn begin_writing(&self) -> Stored<()> {
        self.writes.set(true);
        self.trouble.set(None);
        if !self.notes.get() {
            self.aside(NOTES)?;
            self.notes.set(true);
        }
        self.batch("BEGIN")
    }

    /// Begins a transaction that sees one state, whatever others commit meanwhile.
    pub(super) fn begin_reading(&self) -> Stored<()> {
        self.writes.set(false);
        self.trouble.set(None);
        self.batch("BEGIN ISOLATION LEVEL REPEATABLE READ")
    }

    /// Each statement stands by itself.
    pub(super) fn begin_nothing(&self) {
        self.writes.set(false);
        self.trouble.set(None);
    }

    pub(super) fn rollback(&self) -> Stored<()> {
        self.batch("ROLLBACK")
    }

    /// Commits, with what was counted and a mark by which it can be found out later whether this took place: all in one
    /// message.
    pub(super) fn commit(&self, mark: i64, counted: &[String]) -> Stored<()> {
        let mut text = format!("EXECUTE note_commit({mark}); ");
        for name in counted {
            text.push_str(&format!("EXECUTE note_count('{}'); ", name.replace('\'', "''")));
        }
        self.batch(&(text + "COMMIT"))
    }

    /// Whether the open transaction writes.
    pub fn writes(&self) -> bool {
        self.writes.get()
    }

    /// What came over the open transaction.
    pub(super) fn trouble(&self) -> Option<Trouble> {
        self.trouble.get()
    }

    pub(super) fn is_closed(&self) -> bool {
        self.inner.borrow().client.is_closed()
    }

    /// Prepares a statement, once; `?1` becomes `$1`.
    pub fn prepare(&self, text: &str) -> Stored<Statement> {
        let inner = &mut *self.inner.borrow_mut();
        if let Some(statement) = inner.prepared.get(text) {
            return Ok(statement.clone());
        }
        let statement = self.noted(inner.client.prepare(&numbered(text)))?;
        inner.prepared.insert(text.to_owned(), statement.clone());
        Ok(statement)
    }

    pub fn execute(&self, statement: &Statement, values: &[&dyn rusqlite::ToSql]) -> Stored<usize> {
        let given = value::given(values)?;
        let values: Vec<&(dyn ToSql + Sync)> = given.iter().map(|value| value as &(dyn ToSql + Sync)).collect();
        let changed = self.noted(self.inner.borrow_mut().client.execute(statement, &values))?;
        Ok(usize::try_from(changed).unwrap_or(usize::MAX))
    }

    pub fn query(&self, statement: &Statement, values: &[&dyn rusqlite::ToSql]) -> Stored<Vec<Row>> {
        let given = value::given(values)?;
        let values: Vec<&(dyn ToSql + Sync)> = given.iter().map(|value| value as &(dyn ToSql + Sync)).collect();
        self.noted(self.inner.borrow_mut().client.query(statement, &values))
    }

    /// Says something for which nobody waits: no part of any request.
    fn aside(&self, text: &str) -> Stored<()> {
        self.noted(self.inner.borrow_mut().client.batch_execute(text))
    }

    /// Runs statements without values, all in one message.
    pub fn batch(&self, text: &str) -> Stored<()> {
        counting::run(text);
        self.noted(self.inner.borrow_mut().client.batch_execute(text))
    }

    /// Puts rows into a table, all in one stream. `each` calls what it is given with every row.
    pub fn copy_in(
        &self,
        table: &str,
        columns: &[String],
        each: impl FnOnce(&mut dyn FnMut(&[Value]) -> Stored<()>) -> Stored<()>,
    ) -> Stored<()> {
        let columns = columns.join(", ");
        let statement = self.prepare(&format!("SELECT {columns} FROM {table}"))?;
        let types: Vec<Type> = statement.columns().iter().map(|column| column.type_().clone()).collect();
        let inner = &mut *self.inner.borrow_mut();
        let text = format!("COPY {table} ({columns}) FROM STDIN (FORMAT binary)");
        let mut writer = BinaryCopyInWriter::new(self.noted(inner.client.copy_in(&text))?, &types);
        each(&mut |values| {
            let given: Vec<Given<'_>> = values.iter().map(|value| Given(ToSqlOutput::Borrowed(value.into()))).collect();
            let values: Vec<&(dyn ToSql + Sync)> = given.iter().map(|value| value as &(dyn ToSql + Sync)).collect();
            self.noted(writer.write(&values))
        })?;
        self.noted(writer.finish()).map(drop)
    }

    /// Tells whoever listens.
    pub(super) fn notify(&self, what: &str) -> Stored<()> {
        self.aside(&format!("NOTIFY {}, '{what}'", self.line()))
    }

    /// Listens from now on.
    pub(super) fn listen(&self) -> Stored<()> {
        self.aside(&format!("LISTEN {}", self.line()))
    }

    /// What was said, as soon as anything is or that time has passed.
    pub(super) fn heard(&self, within: Duration) -> Stored<Vec<String>> {
        let inner = &mut *self.inner.borrow_mut();
        let mut notifications = inner.client.notifications();
        let mut said = Vec::new();
        if let Some(first) = notifications.timeout_iter(within).next()? {
            said.push(first.payload().to_owned());
        }
        while let Some(next) = notifications.iter().next()? {
            said.push(next.payload().to_owned());
        }
        drop(notifications);
        match inner.client.is_closed() {
            true => Err(StoreError::Lost("nothing can be heard any more".to_owned())),
            false => Ok(said),
        }
    }

    /// The line of this schema, apart from those of others in the same database.
    fn line(&self) -> String {
        format!("turnpost_{:016x}", self.lock_number("waking"))
    }

    /// How many seconds the database's clock is ahead of this process's now.
    pub fn ahead(&self) -> i64 {
        self.clock.ahead()
    }

    /// A number that stands for a name wherever PostgreSQL locks numbers.
    pub fn lock_number(&self, name: &str) -> i64 {
        lock_number(&self.space, name)
    }

    fn noted<T>(&self, done: Result<T, postgres::Error>) -> Stored<T> {
        done.map_err(|error| {
            let error = StoreError::from(error);
            match error {
                StoreError::Conflict(_) => self.trouble.set(Some(Trouble::Conflict)),
                StoreError::Lost(_) => self.trouble.set(Some(Trouble::Lost)),
                _ => {}
            }
            error
        })
    }
}

/// A number that stands for a name in a schema: the beginning of its hash.
pub(super) fn lock_number(space: &str, name: &str) -> i64 {
    use sha2::{Digest, Sha256};
    let hash = Sha256::new().chain_update(space).chain_update([0]).chain_update(name).finalize();
    hash.iter().take(8).fold(0, |number, byte| (number << 8) | i64::from(*byte))
}

/// `?1` as PostgreSQL writes it.
fn numbered(text: &str) -> String {
    let mut quoted = false;
    let placed = |c| {
        quoted ^= c == '\'';
        if c == '?' && !quoted { '$' } else { c }
    };
    text.chars().map(placed).collect()
}

impl fmt::Debug for Session {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Session(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placeholders_are_numbered_outside_of_quotes() {
        assert_eq!(numbered("SELECT '?1' WHERE a = ?1 AND b = ?12"), "SELECT '?1' WHERE a = $1 AND b = $12");
    }
}
