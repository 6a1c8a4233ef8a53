//! Which of the processes on one database are alive, whatever machines they run on. Each holds a lock of its session, which
//! PostgreSQL frees when the connection ends, however it ends; and each says every few seconds that it is there, since a
//! connection may also end while its process lives on.

use std::sync::PoisonError;
use std::time::Instant;

use super::Pool;
use super::session::Session;
use crate::store::sql::{Sql, params};
use crate::store::{StoreError, Stored};

/// Seconds of silence after which a process without its lock counts as dead. It speaks four times in between.
const SILENCE: i64 = 20;

impl Pool {
    /// Shows the others that the process of this name is alive, and returns the names of those that are dead, each once.
    pub fn beat(&self, name: &str) -> Stored<Vec<String>> {
        let mut presence = self.presence.lock().unwrap_or_else(PoisonError::into_inner);
        let (session, holds) = match presence.take().filter(|session| !session.is_closed()) {
            Some(session) => (session, true),
            None => {
                let session = self.database.connect()?;
                let holds = try_lock(&session, &process(name))?;
                (session, holds)
            }
        };
        let asked = Instant::now();
        let clock = present(&session, name)?;
        self.database.saw_clock(clock, asked);
        let dead = dead(&session, name)?;
        // An earlier connection of ours may hold the lock for a moment longer: then the next beat takes it.
        *presence = Some(session).filter(|_| holds);
        Ok(dead)
    }
}

impl Pool {
    /// Refuses to go on while somebody moves the database away.
    pub fn must_stay(&self) -> Stored<()> {
        let session = self.database.connect()?;
        let mut free = Sql::Pg(&session).prepare_cached("SELECT pg_try_advisory_lock_shared(?1)")?;
        match free.query_row([session.lock_number(MOVING)], |row| row.get(0))? {
            true => Ok(()),
            false => {
                let why = "the database is being moved elsewhere; wait for the end of that";
                Err(StoreError::Misconfigured(why.to_owned()))
            }
        }
    }

    /// Keeps processes from starting for as long as this pool exists, and returns those that run.
    pub fn keep_out(&self, name: &str) -> Stored<Vec<String>> {
        let session = self.database.connect()?;
        if !try_lock(&session, MOVING)? {
            return Err(StoreError::Busy("somebody is about to move it already".to_owned()));
        }
        *self.presence.lock().unwrap_or_else(PoisonError::into_inner) = Some(session);
        self.others(name)
    }

    /// The other processes that hold their lock now.
    pub fn others(&self, name: &str) -> Stored<Vec<String>> {
        let session = self.database.connect()?;
        let sql = Sql::Pg(&session);
        let mut statement = sql.prepare_cached("SELECT name FROM processes WHERE name <> ?1 ORDER BY name")?;
        let mut found = Vec::new();
        for other in statement.query_map([name], |row| row.get::<_, String>(0))? {
            let other = other?;
            match try_lock(&session, &process(&other))? {
                true => unlock(&session, &process(&other))?,
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
        if try_lock(session, &process(&other))? {
            sql.prepare_cached("DELETE FROM processes WHERE name = ?1")?.execute([&other])?;
            unlock(session, &process(&other))?;
            dead.push(other);
        }
    }
    Ok(dead)
}

/// The lock of whoever moves the database away.
const MOVING: &str = "moving";

/// The lock of a process that is alive.
fn process(name: &str) -> String {
    format!("process {name}")
}

fn try_lock(session: &Session, name: &str) -> Stored<bool> {
    let number = session.lock_number(name);
    Sql::Pg(session).prepare_cached("SELECT pg_try_advisory_lock(?1)")?.query_row([number], |row| row.get(0))
}

fn unlock(session: &Session, name: &str) -> Stored<()> {
    let number = session.lock_number(name);
    Sql::Pg(session).prepare_cached("SELECT pg_advisory_unlock(?1)")?.query([number])?;
    Ok(())
}
