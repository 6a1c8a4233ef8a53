//! Which of the processes on one database are alive, whatever machines they run on. Each holds a lock of its session, which
//! PostgreSQL frees when the connection ends, however it ends; and each says every few seconds that it is there, since a
//! connection may also end while its process lives on.

use std::sync::PoisonError;
use std::time::Instant;

use super::Pool;
use super::session::Session;
use crate::store::Stored;
use crate::store::sql::{Sql, params};

/// Seconds of silence after which a process without its lock counts as dead. It speaks four times in between.
const SILENCE: i64 = 20;

impl Pool {
    /// Shows the others that the process of this name is alive, and returns the names of those that are dead, each once.
    pub fn beat(&self, name: &str) -> Stored<Vec<String>> {
        let mut presence = self.presence.lock().unwrap_or_else(PoisonError::into_inner);
        let session = match presence.take().filter(|session| !session.is_closed()) {
            Some(session) => session,
            None => {
                let session = self.database.connect()?;
                // An earlier connection of ours may hold it for a moment longer: then the next beat takes it.
                try_lock(&session, name)?;
                session
            }
        };
        let asked = Instant::now();
        let clock = present(&session, name)?;
        self.database.saw_clock(clock, asked);
        let dead = dead(&session, name)?;
        *presence = Some(session);
        Ok(dead)
    }
}

impl Pool {
    /// The other processes that hold their lock now.
    pub fn others(&self, name: &str) -> Stored<Vec<String>> {
        let session = self.database.connect()?;
        let sql = Sql::Pg(&session);
        let mut statement = sql.prepare_cached("SELECT name FROM processes WHERE name <> ?1 ORDER BY name")?;
        let mut found = Vec::new();
        for other in statement.query_map([name], |row| row.get::<_, String>(0))? {
            let other = other?;
            match try_lock(&session, &other)? {
                true => unlock(&session, &other)?,
                false => found.push(other),
            }
        }
        Ok(found)
    }
}

/// Notes that a process is there. Returns the database's clock in milliseconds.
fn present(session: &Session, name: &str) -> Stored<i64> {
    let mut seen = Sql::Pg(session).prepare_cached(
        "INSERT INTO processes (name, seen) VALUES (?1, CAST(extract(epoch FROM clock_timestamp()) AS BIGINT))
         ON CONFLICT (name) DO UPDATE SET seen = excluded.seen
         RETURNING CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)",
    )?;
    seen.query_row([name], |row| row.get(0))
}

/// The names of the dead, each once.
fn dead(session: &Session, name: &str) -> Stored<Vec<String>> {
    let sql = Sql::Pg(session);
    let mut silent = sql.prepare_cached(
        "SELECT name FROM processes WHERE name <> ?1
         AND seen < CAST(extract(epoch FROM clock_timestamp()) AS BIGINT) - ?2 ORDER BY name",
    )?;
    let silent = silent.query_map(params![name, SILENCE], |row| row.get::<_, String>(0))?;
    let mut dead = Vec::new();
    for other in silent {
        let other = other?;
        if try_lock(session, &other)? {
            sql.prepare_cached("DELETE FROM processes WHERE name = ?1")?.execute([&other])?;
            unlock(session, &other)?;
            dead.push(other);
        }
    }
    Ok(dead)
}

fn try_lock(session: &Session, name: &str) -> Stored<bool> {
    let number = session.lock_number(&format!("process {name}"));
    Sql::Pg(session).prepare_cached("SELECT pg_try_advisory_lock(?1)")?.query_row([number], |row| row.get(0))
}

fn unlock(session: &Session, name: &str) -> Stored<()> {
    let number = session.lock_number(&format!("process {name}"));
    Sql::Pg(session).prepare_cached("SELECT pg_advisory_unlock(?1)")?.query([number])?;
    Ok(())
}
