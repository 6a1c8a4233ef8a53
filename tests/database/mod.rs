//! The database of a test's folder, of either engine: the SQLite file in there or, if `TURNPOST_TEST_DATABASE` has the
//! address of a PostgreSQL database, a schema of its own in that. So the same tests of the whole program run on both.

#![allow(dead_code, clippy::unwrap_used, reason = "each test takes what it needs")]

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{LazyLock, Mutex};

use postgres::fallible_iterator::FallibleIterator;
use postgres::types::Type;
use rusqlite::types::{FromSql, Value};
use turnpost_core::store::{Database, Store};

/// The variable with the address. The program itself has no such key: whoever runs it removes it.
pub const SERVER: &str = "TURNPOST_TEST_DATABASE";

/// Schemas that were made already.
static MADE: LazyLock<Mutex<HashSet<String>>> = LazyLock::new(Mutex::default);

/// A row that was found.
#[derive(Debug)]
pub struct Row(Vec<Value>);

impl Row {
    pub fn get<T: FromSql>(&self, column: usize) -> T {
        T::column_result((&self.0[column]).into()).unwrap()
    }

    /// Its texts and bytes, one behind the other.
    pub fn bytes(&self) -> Vec<u8> {
        let bytes = self.0.iter().map(|value| match value {
            Value::Text(text) => text.as_bytes(),
            Value::Blob(bytes) => bytes,
            _ => &[],
        });
        bytes.collect::<Vec<_>>().join(&b'\n')
    }
}

/// Whether the tests run on PostgreSQL.
pub fn is_postgres() -> bool {
    std::env::var_os(SERVER).is_some()
}

/// Whether a test is passed over: it is about SQLite's file, and these tests run on PostgreSQL.
pub fn is_about_the_file(why: &str) -> bool {
    if is_postgres() {
        eprintln!("not for PostgreSQL: {why}");
    }
    is_postgres()
}

/// What leads the program to it.
pub fn variables(folder: &Path) -> Vec<(&'static str, String)> {
    url(folder).map(|url| ("TURNPOST_DATABASE", url)).into_iter().collect()
}

/// Its address, if it is PostgreSQL's.
pub fn url(folder: &Path) -> Option<String> {
    let server = std::env::var(SERVER).ok()?;
    let name = schema(folder);
    if MADE.lock().unwrap().insert(name.clone()) {
        let make = format!("CREATE SCHEMA IF NOT EXISTS {name}");
        apart(|| connect(&server).batch_execute(&make).unwrap());
    }
    let sign = if server.contains('?') { '&' } else { '?' };
    Some(format!("{server}{sign}options=-c%20search_path%3D{name}"))
}

fn schema(folder: &Path) -> String {
    let mut hasher = DefaultHasher::new();
    // However the folder is written.
    std::fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned()).hash(&mut hasher);
    format!("f{:016x}", hasher.finish())
}

/// Opens it as another process would.
pub fn open(folder: &Path) -> Store {
    match url(folder) {
        None => Store::open(file(folder)).unwrap(),
        Some(url) => apart(|| Store::connect(Database::at(&url).unwrap().with_connections(4)).unwrap()),
    }
}

/// Copies what is in one folder's database into another's, which has none yet.
pub fn copy(from: &Path, to: &Path) {
    let Some(url) = url(from) else {
        let files = ["", "-wal", "-shm"].map(|end| format!("turnpost.db{end}"));
        let files = files.iter().filter(|file| from.join(file).exists());
        return files.for_each(|file| {
            std::fs::copy(from.join(file), to.join(file)).unwrap();
        });
    };
    let dumped = run(Command::new("pg_dump").args(["--no-owner", "-n", &schema(from), "-d", &url]));
    let dumped = String::from_utf8(dumped).unwrap().replace(&schema(from), &schema(to));
    let file = to.join("copied.sql");
    std::fs::write(&file, dumped).unwrap();
    run(Command::new("psql").args(["-q", "-v", "ON_ERROR_STOP=1", "-d", &url, "-f"]).arg(file));
    MADE.lock().unwrap().insert(schema(to));
}

fn run(command: &mut Command) -> Vec<u8> {
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    output.stdout
}

/// Changes something behind the program's back.
pub fn execute(folder: &Path, sql: &str) {
    match url(folder) {
        None => lite(&file(folder)).execute_batch(sql).unwrap(),
        Some(url) => apart(|| connect(&url).batch_execute(sql).unwrap()),
    }
}

/// Every row that a query finds.
pub fn each(folder: &Path, sql: &str, found: impl FnMut(Row) + Send) {
    match url(folder) {
        None => each_in_file(&file(folder), sql, found),
        Some(url) => each_at(&url, sql, found),
    }
}

/// Every row that a query finds in a SQLite file.
pub fn each_in_file(file: &Path, sql: &str, mut found: impl FnMut(Row)) {
    let connection = lite(file);
    let mut statement = connection.prepare(sql).unwrap();
    let columns = statement.column_count();
    let mut rows = statement.query([]).unwrap();
    while let Some(row) = rows.next().unwrap() {
        found(Row((0..columns).map(|column| row.get(column).unwrap()).collect()));
    }
}

/// Every row that a query finds in a PostgreSQL database.
pub fn each_at(url: &str, sql: &str, mut found: impl FnMut(Row) + Send) {
    apart(|| {
        let mut client = connect(url);
        let none: [&(dyn postgres::types::ToSql + Sync); 0] = [];
        let mut rows = client.query_raw(sql, none).unwrap();
        while let Some(row) = rows.next().unwrap() {
            found(Row((0..row.len()).map(|column| value(&row, column)).collect()));
        }
    });
}

/// The names of its tables.
pub fn tables(folder: &Path) -> Vec<String> {
    let sql = match is_postgres() {
        false => "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name",
        true => "SELECT CAST(tablename AS TEXT) FROM pg_tables WHERE schemaname = current_schema() ORDER BY 1",
    };
    let mut names = Vec::new();
    each(folder, sql, |row| names.push(row.get(0)));
    names
}

/// The number that a query finds.
pub fn number(folder: &Path, sql: &str) -> i64 {
    let mut numbers = Vec::new();
    each(folder, sql, |row| numbers.push(row.get::<i64>(0)));
    numbers[0]
}

fn value(row: &postgres::Row, column: usize) -> Value {
    match *row.columns()[column].type_() {
        Type::INT8 => row.get::<_, Option<i64>>(column).into(),
        Type::INT4 => row.get::<_, Option<i32>>(column).into(),
        Type::BOOL => row.get::<_, Option<bool>>(column).into(),
        Type::FLOAT8 => row.get::<_, Option<f64>>(column).into(),
        Type::BYTEA => row.get::<_, Option<Vec<u8>>>(column).into(),
        _ => row.get::<_, Option<String>>(column).into(),
    }
}

fn file(folder: &Path) -> PathBuf {
    folder.join("turnpost.db")
}

fn lite(file: &Path) -> rusqlite::Connection {
    let connection = rusqlite::Connection::open(file).unwrap();
    connection.busy_timeout(std::time::Duration::from_secs(60)).unwrap();
    connection
}

fn connect(url: &str) -> postgres::Client {
    postgres::Client::connect(url, postgres::NoTls).unwrap()
}

/// On a thread of its own: a connection waits for its answers, which the thread of a runtime must not do.
pub fn apart<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| scope.spawn(work).join().unwrap())
}
