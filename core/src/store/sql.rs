//! One text, two engines. A statement is written once, with `?1` for its first value, and runs on SQLite and on
//! PostgreSQL; where that can't be, [`Sql::prepare_either`] takes both texts side by side. Values go in and out by
//! rusqlite's traits on both.

use std::collections::BTreeSet;
use std::vec;

pub(super) use rusqlite::params;
use rusqlite::types::{FromSql, ToSql, ValueRef};
use rusqlite::{CachedStatement, Connection};

use super::columns::{Columns, Places};
use super::counting::Noted;
use super::pg::session::Session;
use super::pg::value::Raw;
use super::{StoreError, Stored};

/// The connection of a transaction.
#[derive(Clone, Copy, Debug)]
pub(super) enum Sql<'a> {
    Lite(&'a Connection, &'a Columns),
    Pg(&'a Session),
}

/// A prepared statement.
pub(super) struct Statement<'a> {
    prepared: Prepared<'a>,
    noted: Noted,
}

enum Prepared<'a> {
    Lite(CachedStatement<'a>, &'a Columns, &'a str),
    Pg(&'a Session, postgres::Statement),
}

/// What a query found, row by row.
pub(super) enum Rows<'a> {
    Lite(rusqlite::Rows<'a>, Places<'a>),
    Pg(Vec<postgres::Row>, usize),
}

/// One row.
#[derive(Clone, Copy)]
pub(super) enum Row<'a> {
    Lite(&'a rusqlite::Row<'a>, &'a Places<'a>),
    Pg(&'a postgres::Row),
}

impl<'a> Sql<'a> {
    /// Prepares a statement that both engines understand, once a connection.
    pub fn prepare_cached(self, text: &'a str) -> Stored<Statement<'a>> {
        match self {
            Sql::Lite(connection, columns) => {
                let prepared = Prepared::Lite(connection.prepare_cached(text)?, columns, text);
                Ok(Statement { prepared, noted: Noted::of(text) })
            }
            Sql::Pg(session) => Statement::of_pg(session, text),
        }
    }

    /// The same, where each engine needs its own text.
    pub fn prepare_either(self, lite: &'a str, pg: &'a str) -> Stored<Statement<'a>> {
        self.prepare_cached(if self.is_postgres() { pg } else { lite })
    }

    /// A query for what this transaction is about to change. Nobody else can change those rows until it ends: SQLite has
    /// one writer anyway, PostgreSQL locks them. A transaction that only reads locks nothing.
    pub fn prepare_to_change(self, text: &'a str) -> Stored<Statement<'a>> {
        match self {
            Sql::Pg(session) if session.writes() => Statement::of_pg(session, &format!("{text} FOR NO KEY UPDATE")),
            _ => self.prepare_cached(text),
        }
    }

    /// Makes sure that until this transaction ends nobody else locks any of these names. SQLite has one writer anyway.
    pub fn lock_names(self, names: impl Iterator<Item = String>) -> Stored<()> {
        let Sql::Pg(session) = self else { return Ok(()) };
        if !session.writes() {
            return Ok(());
        }
        // In one order for everybody, so that no two wait for each other.
        let numbers: BTreeSet<i64> = names.map(|name| session.lock_number(&name)).collect();
        if numbers.is_empty() {
            return Ok(());
        }
        let numbers: Vec<String> = numbers.iter().map(i64::to_string).collect();
        let locked =
            "SELECT pg_advisory_xact_lock(CAST(number AS BIGINT)) FROM unnest(string_to_array(?1, ',')) AS number";
        self.prepare_cached(locked)?.query([numbers.join(",")])?;
        Ok(())
    }

    /// How many seconds the database's clock is ahead of this process's. A file has none of its own.
    pub fn ahead(self) -> i64 {
        match self {
            Sql::Lite(..) => 0,
            Sql::Pg(session) => session.ahead(),
        }
    }

    /// Whether it is PostgreSQL.
    pub const fn is_postgres(self) -> bool {
        matches!(self, Sql::Pg(_))
    }
}

impl<'a> Statement<'a> {
    fn of_pg(session: &'a Session, text: &str) -> Stored<Statement<'a>> {
        Ok(Statement { prepared: Prepared::Pg(session, session.prepare(text)?), noted: Noted::of(text) })
    }

    /// Runs it and returns how many rows it changed.
    pub fn execute(&mut self, params: impl Params) -> Stored<usize> {
        self.noted.run();
        params.given(|values| match &mut self.prepared {
            Prepared::Lite(statement, ..) => Ok(statement.execute(values)?),
            Prepared::Pg(session, statement) => session.execute(statement, values),
        })
    }

    /// Runs a query.
    pub fn query(&mut self, params: impl Params) -> Stored<Rows<'_>> {
        self.noted.run();
        params.given(|values| match &mut self.prepared {
            Prepared::Lite(statement, columns, text) => Ok(Rows::Lite(statement.query(values)?, columns.of(text))),
            Prepared::Pg(session, statement) => Ok(Rows::Pg(session.query(statement, values)?, 0)),
        })
    }

    /// Reads the first row; [`StoreError::NoRow`] if there is none.
    pub fn query_row<T>(&mut self, params: impl Params, read: impl FnOnce(Row<'_>) -> Stored<T>) -> Stored<T> {
        let mut rows = self.query(params)?;
        let row = rows.next()?.ok_or(StoreError::NoRow)?;
        read(row)
    }

    /// Reads every row.
    pub fn query_map<T>(
        &mut self,
        params: impl Params,
        mut read: impl FnMut(Row<'_>) -> Stored<T>,
    ) -> Stored<vec::IntoIter<Stored<T>>> {
        let mut rows = self.query(params)?;
        let mut found = Vec::new();
        while let Some(row) = rows.next()? {
            found.push(read(row));
        }
        Ok(found.into_iter())
    }

    /// Whether a query finds anything.
    pub fn exists(&mut self, params: impl Params) -> Stored<bool> {
        Ok(self.query(params)?.next()?.is_some())
    }

    /// Inserts a row and returns its id: the text ends with `RETURNING` and the column.
    pub fn insert(&mut self, params: impl Params) -> Stored<i64> {
        self.query_row(params, |row| row.get(0))
    }

    /// The names of the columns that it finds.
    pub fn column_names(&self) -> Vec<String> {
        match &self.prepared {
            Prepared::Lite(statement, ..) => statement.column_names().map(str::to_owned).collect(),
            Prepared::Pg(_, statement) => statement.columns().iter().map(|column| column.name().to_owned()).collect(),
        }
    }
}

impl Rows<'_> {
    /// The next row.
    pub fn next(&mut self) -> Stored<Option<Row<'_>>> {
        match self {
            Rows::Lite(rows, places) => Ok(rows.next()?.map(|row| Row::Lite(row, places))),
            Rows::Pg(rows, next) => {
                *next += 1;
                Ok(rows.get(*next - 1).map(Row::Pg))
            }
        }
    }
}

impl<'a> Row<'a> {
    /// The value of a column, by its place or name.
    pub fn get<C: Column, T: FromSql>(self, column: C) -> Stored<T> {
        match self {
            Row::Lite(row, places) => Ok(row.get(column.of_lite(row, places)?)?),
            Row::Pg(row) => T::column_result(column.of_pg(row)?)
                .map_err(|error| StoreError::Nonsense(format!("{error} in column {column}"))),
        }
    }

    /// The value as it is stored.
    pub fn get_ref<C: Column>(self, column: C) -> Stored<ValueRef<'a>> {
        match self {
            Row::Lite(row, places) => Ok(row.get_ref(column.of_lite(row, places)?)?),
            Row::Pg(row) => column.of_pg(row),
        }
    }
}

/// How a column is named: by its place or its name.
pub(super) trait Column: Copy + std::fmt::Display {
    fn of_lite(self, row: &rusqlite::Row<'_>, places: &Places<'_>) -> Stored<usize>;
    fn of_pg(self, row: &postgres::Row) -> Stored<ValueRef<'_>>;
}

impl Column for usize {
    fn of_lite(self, _: &rusqlite::Row<'_>, _: &Places<'_>) -> Stored<usize> {
        Ok(self)
    }

    fn of_pg(self, row: &postgres::Row) -> Stored<ValueRef<'_>> {
        Ok(row.try_get::<_, Raw<'_>>(self)?.0)
    }
}

impl Column for &str {
    fn of_lite(self, row: &rusqlite::Row<'_>, places: &Places<'_>) -> Stored<usize> {
        places.find(row, self)
    }

    fn of_pg(self, row: &postgres::Row) -> Stored<ValueRef<'_>> {
        Ok(row.try_get::<_, Raw<'_>>(self)?.0)
    }
}

/// The values of a statement: `params![…]`, or an array of values of one type.
pub(super) trait Params {
    fn given<T>(&self, run: impl FnOnce(&[&dyn ToSql]) -> T) -> T;
}

impl Params for &[&dyn ToSql] {
    fn given<T>(&self, run: impl FnOnce(&[&dyn ToSql]) -> T) -> T {
        run(self)
    }
}

/// No values. The type of an empty array's values must be some type: this one.
impl Params for [&(dyn ToSql + Send + Sync); 0] {
    fn given<T>(&self, run: impl FnOnce(&[&dyn ToSql]) -> T) -> T {
        run(&[])
    }
}

macro_rules! arrays {
    ($($length:literal)*) => {$(
        impl<V: ToSql> Params for [V; $length] {
            fn given<T>(&self, run: impl FnOnce(&[&dyn ToSql]) -> T) -> T {
                run(&self.each_ref().map(|value| value as &dyn ToSql))
            }
        }
    )*};
}
arrays!(1 2 3 4);

/// The places of so many rows of values, from a number on: `(?1, ?2), (?3, ?4)`.
pub(super) fn places(first: usize, rows: usize, columns: usize) -> String {
    let row = |row: usize| {
        let places: Vec<String> = (0..columns).map(|column| format!("?{}", first + row * columns + column)).collect();
        format!("({})", places.join(", "))
    };
    (0..rows).map(row).collect::<Vec<_>>().join(", ")
}

/// A query may find nothing.
pub(super) trait OptionalExtension<T> {
    /// `None` where there is no row.
    fn optional(self) -> Stored<Option<T>>;
}

impl<T> OptionalExtension<T> for Stored<T> {
    fn optional(self) -> Stored<Option<T>> {
        match self {
            Ok(found) => Ok(Some(found)),
            Err(StoreError::NoRow) => Ok(None),
            Err(error) => Err(error),
        }
    }
}
