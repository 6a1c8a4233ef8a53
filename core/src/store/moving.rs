//! Moving a whole database from one engine to the other: every row, and the numbers that the next ones get.

use std::cell::RefCell;

use rusqlite::types::Value;

use super::sql::{OptionalExtension, Sql, params};
use super::{Store, StoreError, Stored, Tx};
use crate::clock::moment::Timestamp;

/// All tables, each behind those that its rows refer to. What only one engine has (marks of commits, processes) stays.
const TABLES: &[&str] = &[
    "meta",
    "keys",
    "players",
    "addresses",
    "discord_users",
    "link_codes",
    "blocks",
    "ratings",
    "rating_history",
    "changes",
    "stops",
    "challenges",
    "games",
    "entries",
    "comments",
    "notes",
    "plans",
    "watchers",
    "places",
    "spectacles",
    "servers",
    "sights",
    "heard",
    "questions",
    "digests",
    "happenings",
    "seen",
    "inbox",
    "inbox_about",
    "outbox",
    "forgetting",
    "leases",
    "maintenance",
    "counters",
    "counted",
    "house_work",
    "house_guests",
    "events",
    "entrants",
    "slots",
    "event_games",
];

/// Tables whose rows are numbered, and the column of the number: no number is ever given twice.
const NUMBERED: &[(&str, &str)] = &[
    ("players", "id"),
    ("addresses", "id"),
    ("link_codes", "id"),
    ("changes", "id"),
    ("challenges", "number"),
    ("events", "number"),
    ("comments", "id"),
    ("notes", "id"),
    ("plans", "id"),
    ("questions", "id"),
    ("digests", "id"),
    ("inbox", "id"),
    ("outbox", "id"),
    ("forgetting", "id"),
    ("maintenance", "id"),
    ("counted", "id"),
    ("house_work", "id"),
];

/// How many rows are read at a time.
const ROWS: usize = 2_000;

impl Store {
    /// Copies everything into another, empty database, and compares how much there is. Nothing of it is there if that
    /// fails.
    pub fn copy_into(&mut self, to: &mut Store) -> Stored<Vec<(&'static str, i64)>> {
        let from = RefCell::new(self);
        to.write(|to| from.borrow_mut().read(|from| copy(from, to)))
    }

    /// Marks a database as moved elsewhere, so that no server starts on it by mistake.
    pub fn mark_as_moved(&mut self, now: Timestamp) -> Stored<()> {
        self.write(|tx| {
            let mark = "INSERT INTO meta VALUES ('moved', ?1) ON CONFLICT (name) DO UPDATE SET value = ?1";
            tx.sql.prepare_cached(mark)?.execute([now]).map(drop)
        })
    }

    /// Refuses a database that was moved elsewhere.
    pub fn must_be_in_use(mut self) -> Stored<Store> {
        self.read(|tx| tx.must_be_in_use())?;
        Ok(self)
    }
}

impl Tx<'_> {
    /// Refuses a database that was moved elsewhere.
    pub fn must_be_in_use(&self) -> Stored<()> {
        match self.sql.prepare_cached("SELECT 1 FROM meta WHERE name = 'moved'")?.exists([])? {
            false => Ok(()),
            true => Err(StoreError::Moved(match self.sql {
                Sql::Lite(..) => "PostgreSQL: set `database` to its address",
                Sql::Pg(_) => "SQLite: remove `database` from the configuration",
            })),
        }
    }
}

fn copy(from: &Tx<'_>, to: &Tx<'_>) -> Stored<Vec<(&'static str, i64)>> {
    if count(to, "players")? + count(to, "games")? + count(to, "addresses")? > 0 {
        return Err(StoreError::Misconfigured(
            "there is something in it already: it must be a new database".to_owned(),
        ));
    }
    take_your_time(from)?;
    take_your_time(to)?;
    let mut copied = Vec::new();
    for table in TABLES {
        // A new database has a key of its own, and knows when it began.
        to.sql.prepare_cached(&format!("DELETE FROM {table}"))?.execute([])?;
        copy_table(from, to, table)?;
        let (there, here) = (count(from, table)?, count(to, table)?);
        if there != here {
            return Err(StoreError::Nonsense(format!("{table} has {there} rows, and {here} arrived")));
        }
        copied.push((*table, here));
    }
    for (table, column) in NUMBERED {
        set_last_number(to, table, column, last_number(from, table, column)?)?;
    }
    Ok(copied)
}

fn count(tx: &Tx<'_>, table: &str) -> Stored<i64> {
    tx.sql.prepare_cached(&format!("SELECT count(*) FROM {table}"))?.query_row([], |row| row.get(0))
}

fn copy_table(from: &Tx<'_>, to: &Tx<'_>, table: &str) -> Stored<()> {
    let columns = from.sql.prepare_cached(&format!("SELECT * FROM {table}"))?.column_names();
    let each = |put: &mut dyn FnMut(&[Value]) -> Stored<()>| each_row(from, table, columns.len(), put);
    match to.sql {
        Sql::Pg(session) => session.copy_in(table, &columns, each),
        Sql::Lite(..) => {
            let places: Vec<String> = (1..=columns.len()).map(|place| format!("?{place}")).collect();
            let text = format!("INSERT INTO {table} ({}) VALUES ({})", columns.join(", "), places.join(", "));
            let mut statement = to.sql.prepare_cached(&text)?;
            each(&mut |values| {
                let values: Vec<&dyn rusqlite::ToSql> =
                    values.iter().map(|value| value as &dyn rusqlite::ToSql).collect();
                statement.execute(&values[..]).map(drop)
            })
        }
    }
}

/// Reads a table row by row.
fn each_row(from: &Tx<'_>, table: &str, columns: usize, put: &mut dyn FnMut(&[Value]) -> Stored<()>) -> Stored<()> {
    let text = match from.sql {
        Sql::Lite(..) => format!("SELECT * FROM {table}"),
        // A result as a whole would have to fit into memory.
        Sql::Pg(session) => {
            session.batch(&format!("DECLARE all_of_{table} NO SCROLL CURSOR FOR SELECT * FROM {table}"))?;
            format!("FETCH {ROWS} FROM all_of_{table}")
        }
    };
    loop {
        let mut statement = from.sql.prepare_cached(&text)?;
        let mut rows = statement.query([])?;
        let mut any = false;
        while let Some(row) = rows.next()? {
            any = true;
            let values = (0..columns).map(|column| row.get(column)).collect::<Stored<Vec<Value>>>()?;
            put(&values)?;
        }
        if !any || matches!(from.sql, Sql::Lite(..)) {
            return Ok(());
        }
    }
}

/// A large database takes longer than anything else that is done in one transaction.
fn take_your_time(tx: &Tx<'_>) -> Stored<()> {
    match tx.sql {
        Sql::Pg(session) => {
            session.batch("SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0")
        }
        Sql::Lite(..) => Ok(()),
    }
}

/// The last number that was given in a table, also to a row that is gone.
fn last_number(tx: &Tx<'_>, table: &str, column: &str) -> Stored<i64> {
    let largest = format!("SELECT coalesce(max({column}), 0) FROM {table}");
    let largest: i64 = tx.sql.prepare_cached(&largest)?.query_row([], |row| row.get(0))?;
    let mut statement = tx.sql.prepare_either(
        "SELECT seq FROM sqlite_sequence WHERE name = ?1",
        "SELECT last_value FROM pg_sequences WHERE schemaname = current_schema() AND sequencename = ?1 || '_id_seq'
         OR schemaname = current_schema() AND sequencename = ?1 || '_number_seq'",
    )?;
    let given: Option<Option<i64>> = statement.query_row([table], |row| row.get(0)).optional()?;
    Ok(largest.max(given.flatten().unwrap_or(0)))
}

fn set_last_number(tx: &Tx<'_>, table: &str, column: &str, last: i64) -> Stored<()> {
    if last == 0 {
        return Ok(());
    }
    match tx.sql.is_postgres() {
        true => {
            let mut statement = tx.sql.prepare_cached("SELECT setval(pg_get_serial_sequence(?1, ?2), ?3)")?;
            statement.query(params![table, column, last])?;
        }
        false => {
            tx.sql.prepare_cached("DELETE FROM sqlite_sequence WHERE name = ?1")?.execute([table])?;
            tx.sql.prepare_cached("INSERT INTO sqlite_sequence VALUES (?1, ?2)")?.execute(params![table, last])?;
        }
    }
    Ok(())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn no_table_is_left_behind() {
        let store = Store::in_memory().unwrap();
        let mut statement =
            store.connection().prepare("SELECT name, sql FROM sqlite_master WHERE type = 'table'").unwrap();
        let tables = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
        let tables: Vec<(String, String)> =
            tables.map(Result::unwrap).filter(|(name, _)| name != "sqlite_sequence").collect();
        for (name, sql) in &tables {
            assert!(TABLES.contains(&name.as_str()), "{name} doesn't move");
            if sql.contains("AUTOINCREMENT") {
                assert!(NUMBERED.iter().any(|(table, _)| table == name), "{name} forgets its last number");
            }
        }
        assert_eq!(TABLES.len(), tables.len());
    }
}
