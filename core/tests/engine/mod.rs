//! A database for a test, of either engine: a SQLite file or, if `TURNPOST_TEST_DATABASE` has the address of a PostgreSQL
//! database, a schema of its own in there. `tests/run` runs the same tests on both.

#![allow(dead_code, clippy::unwrap_used, reason = "each test takes what it needs")]

use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use turnpost_core::store::{Database, Store};

/// A new, empty database. It goes with this value.
pub struct Fresh(Place);

enum Place {
    File(tempfile::TempDir),
    Schema { server: String, name: String },
}

/// A new database that nobody looks at from outside: in memory, where it is SQLite. A schema stays behind, in a server that
/// is thrown away after the tests.
pub fn fresh() -> Store {
    match std::env::var(SERVER) {
        Err(_) => Store::in_memory().unwrap(),
        Ok(_) => {
            let fresh = Fresh::new();
            let store = fresh.open();
            std::mem::forget(fresh);
            store
        }
    }
}

/// Locks what [`Fresh::stop_at`] waits for.
pub const GATE: &str = "SELECT * FROM gate FOR UPDATE";

const SERVER: &str = "TURNPOST_TEST_DATABASE";
static SCHEMAS: AtomicU32 = AtomicU32::new(0);

impl Fresh {
    pub fn new() -> Fresh {
        Fresh(match std::env::var(SERVER) {
            Err(_) => Place::File(tempfile::tempdir().unwrap()),
            Ok(server) => {
                let name = format!("t{}_{}", std::process::id(), SCHEMAS.fetch_add(1, Ordering::Relaxed));
                let mut client = postgres::Client::connect(&server, postgres::NoTls).unwrap();
                client.batch_execute(&format!("DROP SCHEMA IF EXISTS {name} CASCADE; CREATE SCHEMA {name}")).unwrap();
                Place::Schema { server, name }
            }
        })
    }

    /// Opens it; every call is like another process.
    pub fn open(&self) -> Store {
        match &self.0 {
            Place::File(_) => Store::open(self.file().unwrap()).unwrap(),
            Place::Schema { .. } => {
                Store::connect(Database::at(&self.url().unwrap()).unwrap().with_connections(8)).unwrap()
            }
        }
    }

    /// Makes every new or changed row of a table take a moment, which lets others do something meanwhile. In a file nobody
    /// does.
    pub fn slow_down(&self, table: &str) {
        if self.url().is_some() {
            self.execute(&format!(
                "CREATE FUNCTION slow_{table}() RETURNS trigger LANGUAGE plpgsql AS
                   'BEGIN PERFORM pg_sleep(random() * 0.1); RETURN NULL; END';
                 CREATE TRIGGER slow AFTER INSERT OR UPDATE ON {table} FOR EACH ROW EXECUTE FUNCTION slow_{table}()"
            ));
        }
    }

    /// Does something while another connection to a server holds what these statements lock. A file has one writer anyway.
    pub fn holding(&self, locks: &str, work: impl FnOnce()) {
        let held = self.hold(locks);
        work();
        drop(held);
    }

    /// Locks what these statements lock, on another connection to a server, until the value is dropped.
    pub fn hold(&self, locks: &str) -> Option<postgres::Client> {
        let mut client = self.url().map(|_| self.client())?;
        client.batch_execute(&format!("BEGIN; {locks}")).unwrap();
        Some(client)
    }

    /// Returns when so many connections to a server wait for what others have locked, or when that is no longer expected. In
    /// a file there is nothing to be seen of it.
    pub fn until_waiting(&self, many: i64, or: impl Fn() -> bool) {
        let Place::Schema { name, .. } = &self.0 else { return };
        let mut client = self.client();
        let waiting = "SELECT count(*) FROM pg_stat_activity WHERE application_name = $1 AND wait_event_type = 'Lock'";
        let begun = Instant::now();
        while client.query_one(waiting, &[name]).unwrap().get::<_, i64>(0) < many && !or() {
            assert!(begun.elapsed() < Duration::from_secs(20), "{many} neither wait nor go on");
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    /// Makes whoever inserts a row like that wait, with the row inserted, for as long as somebody holds [`GATE`].
    pub fn stop_at(&self, table: &str, when: &str) {
        if self.url().is_some() {
            self.execute(&format!(
                "CREATE TABLE gate AS SELECT 1 AS one;
                 CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS
                   'BEGIN PERFORM one FROM gate FOR SHARE; RETURN NULL; END';
                 CREATE TRIGGER wait AFTER INSERT ON {table} FOR EACH ROW WHEN ({when}) EXECUTE FUNCTION wait()"
            ));
        }
    }

    /// The file, if it is one.
    pub fn file(&self) -> Option<PathBuf> {
        match &self.0 {
            Place::File(folder) => Some(folder.path().join("turnpost.db")),
            Place::Schema { .. } => None,
        }
    }

    /// The address, if it is PostgreSQL's.
    pub fn url(&self) -> Option<String> {
        match &self.0 {
            Place::File(_) => None,
            Place::Schema { server, name } => {
                let sign = if server.contains('?') { '&' } else { '?' };
                Some(format!("{server}{sign}options=-c%20search_path%3D{name}&application_name={name}"))
            }
        }
    }

    /// Changes something behind the program's back.
    pub fn execute(&self, sql: &str) {
        match self.file() {
            Some(file) => rusqlite::Connection::open(file).unwrap().execute_batch(sql).unwrap(),
            None => self.client().batch_execute(sql).unwrap(),
        }
    }

    /// The first value that a query finds.
    pub fn value<T: rusqlite::types::FromSql + postgres::types::FromSqlOwned>(&self, sql: &str) -> T {
        match self.file() {
            Some(file) => rusqlite::Connection::open(file).unwrap().query_row(sql, [], |row| row.get(0)).unwrap(),
            None => self.client().query_one(sql, &[]).unwrap().get(0),
        }
    }

    fn client(&self) -> postgres::Client {
        postgres::Client::connect(&self.url().unwrap(), postgres::NoTls).unwrap()
    }
}

impl Drop for Fresh {
    fn drop(&mut self) {
        if let Place::Schema { server, name } = &self.0
            && let Ok(mut client) = postgres::Client::connect(server, postgres::NoTls)
        {
            let _ = client.batch_execute(&format!("DROP SCHEMA {name} CASCADE"));
        }
    }
}
