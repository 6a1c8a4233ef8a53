//! How often things happened: limits, requests already seen, and counters.

use rusqlite::params;

use super::{Stored, Tx};
use crate::clock::moment::Timestamp;

impl Tx<'_> {
    /// Notes that a request was seen; false if it was seen before.
    pub fn see(&self, key: &str, at: Timestamp) -> Stored<bool> {
        let mut statement = self.sql.prepare_cached("INSERT OR IGNORE INTO seen (key, at) VALUES (?1, ?2)")?;
        Ok(statement.execute(params![key, at])? > 0)
    }

    /// Whether a request was seen.
    pub fn was_seen(&self, key: &str) -> Stored<bool> {
        Ok(self.sql.prepare_cached("SELECT 1 FROM seen WHERE key = ?1")?.exists([key])?)
    }

    /// How often something happened since a time.
    pub fn happened(&self, what: &str, since: Timestamp) -> Stored<u32> {
        let mut statement = self.sql.prepare_cached("SELECT count(*) FROM happenings WHERE what = ?1 AND at > ?2")?;
        Ok(statement.query_row(params![what, since], |row| row.get(0))?)
    }

    /// Notes that something happened.
    pub fn note_happening(&self, what: &str, at: Timestamp) -> Stored<()> {
        self.sql.prepare_cached("INSERT INTO happenings (what, at) VALUES (?1, ?2)")?.execute(params![what, at])?;
        Ok(())
    }

    /// Notes it and returns true, unless it happened `most` times in the last `seconds`.
    pub fn allow(&self, what: &str, at: Timestamp, most: u32, seconds: i64) -> Stored<bool> {
        if self.happened(what, at.saturating_sub(seconds))? >= most {
            return Ok(false);
        }
        self.note_happening(what, at)?;
        Ok(true)
    }

    /// Happenings whose names begin like this.
    pub fn happened_under(&self, beginning: &str) -> Stored<Vec<String>> {
        // A range, not a pattern, so that the index finds it.
        let mut statement = self
            .sql
            .prepare_cached("SELECT DISTINCT what FROM happenings WHERE what >= ?1 AND what < ?1 || char(0x10ffff)")?;
        let rows = statement.query_map([beginning], |row| row.get(0))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// Forgets that something happened.
    pub fn unhappen(&self, what: &str) -> Stored<()> {
        self.sql.prepare_cached("DELETE FROM happenings WHERE what = ?1")?.execute([what])?;
        Ok(())
    }

    /// Counts something for the operator.
    pub fn count(&self, name: &str) -> Stored<()> {
        self.sql
            .prepare_cached("INSERT INTO counters VALUES (?1, 1) ON CONFLICT DO UPDATE SET count = count + 1")?
            .execute([name])?;
        Ok(())
    }

    /// All counters.
    pub fn counters(&self) -> Stored<Vec<(String, i64)>> {
        let mut statement = self.sql.prepare_cached("SELECT name, count FROM counters ORDER BY name")?;
        let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }
}
