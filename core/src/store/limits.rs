//! How often things happened: limits, requests already seen, and counters.

use std::collections::BTreeMap;

use super::delivering::Delivery;
use super::happening::{Counter, Happening};
use super::sql::{OptionalExtension, Sql, params};
use super::{Stored, Tx};
use crate::clock::moment::Timestamp;

/// How things stand when a request is seen for the first time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct First {
    /// When the server last ticked.
    pub last_tick: Option<Timestamp>,
    /// Whether there is a window of maintenance that has begun and whose time was not given back yet.
    pub in_maintenance: bool,
    /// Whether its sender's address has questions open.
    pub address_asked: bool,
    /// Whether the player has.
    pub player_asked: bool,
}

impl Tx<'_> {
    /// Notes that a request was seen; false if it was seen before.
    pub fn see(&self, key: &str, at: Timestamp) -> Stored<bool> {
        let mut statement =
            self.sql.prepare_cached("INSERT INTO seen (key, at) VALUES (?1, ?2) ON CONFLICT (key) DO NOTHING")?;
        Ok(statement.execute(params![key, at])? > 0)
    }

    /// Notes that a request was seen, by whoever has that address and by that player; none if it was seen before.
    pub fn see_first(
        &self,
        key: &str,
        at: Timestamp,
        address: Option<i64>,
        player: Option<i64>,
    ) -> Stored<Option<First>> {
        let mut statement = self.sql.prepare_cached(
            "INSERT INTO seen (key, at) VALUES (?1, ?2) ON CONFLICT (key) DO NOTHING
             RETURNING (SELECT value FROM meta WHERE name = 'last_tick'),
               EXISTS (SELECT 1 FROM maintenance WHERE given = 0 AND begins < ?2),
               EXISTS (SELECT 1 FROM questions WHERE address = ?3 AND state = 'open'),
               EXISTS (SELECT 1 FROM questions WHERE player = ?4 AND state = 'open')",
        )?;
        let first = statement.query_row(params![key, at, address, player], |row| {
            let (last_tick, in_maintenance) = (row.get(0)?, row.get(1)?);
            Ok(First { last_tick, in_maintenance, address_asked: row.get(2)?, player_asked: row.get(3)? })
        });
        first.optional()
    }

    /// Whether a request was seen.
    pub fn was_seen(&self, key: &str) -> Stored<bool> {
        self.sql.prepare_cached("SELECT 1 FROM seen WHERE key = ?1")?.exists([key])
    }

    /// How often something happened since a time.
    pub fn happened(&self, what: &Happening, since: Timestamp) -> Stored<u32> {
        let mut statement = self.sql.prepare_cached("SELECT count(*) FROM happenings WHERE what = ?1 AND at > ?2")?;
        statement.query_row(params![what.to_string(), since], |row| row.get(0))
    }

    /// Notes that something happened.
    pub fn note_happening(&self, what: &Happening, at: Timestamp) -> Stored<()> {
        let mut statement = self.sql.prepare_cached("INSERT INTO happenings (what, at) VALUES (?1, ?2)")?;
        statement.execute(params![what.to_string(), at])?;
        Ok(())
    }

    /// Notes it and returns true, unless it happened `most` times in the last `seconds`.
    pub fn allow(&self, what: &Happening, at: Timestamp, most: u32, seconds: i64) -> Stored<bool> {
        self.sql.lock_names(std::iter::once(format!("limit {what}")))?;
        if self.happened(what, at.saturating_sub(seconds))? >= most {
            return Ok(false);
        }
        self.note_happening(what, at)?;
        Ok(true)
    }

    /// Who blocked whoever had this way in and was forgotten; it is no longer remembered then.
    pub fn take_blockers(&self, way: &str) -> Stored<Vec<i64>> {
        // Ids are digits, and a colon follows nine: a range, not a pattern, so that the index finds it.
        let mut statement = self
            .sql
            .prepare_cached("SELECT DISTINCT what FROM happenings WHERE what >= ?1 || ' ' AND what < ?1 || ' :'")?;
        let rows = statement.query_map([format!("blocked {way}")], |row| row.get(0))?;
        let found: Vec<String> = rows.collect::<Result<_, _>>()?;
        let ids = found.iter().filter_map(|what| what.rsplit(' ').next()?.parse().ok());
        let blockers: Vec<i64> = ids.collect();
        for &blocker in &blockers {
            self.unhappen(&Happening::Blocked { way: way.to_owned(), blocker })?;
        }
        Ok(blockers)
    }

    /// Forgets that something happened.
    pub fn unhappen(&self, what: &Happening) -> Stored<()> {
        self.sql.prepare_cached("DELETE FROM happenings WHERE what = ?1")?.execute([what.to_string()])?;
        Ok(())
    }

    /// Counts something for the operator.
    pub fn count(&self, what: Counter) -> Stored<()> {
        self.count_as(what.name())
    }

    /// Counts what became of a notice on that channel.
    pub fn count_delivery(&self, channel: &str, delivery: &Delivery) -> Stored<()> {
        let outcome = match delivery {
            Delivery::Sent => "sent",
            Delivery::Retry { .. } => "postponed",
            Delivery::Failed { .. } | Delivery::Unreachable { .. } | Delivery::NotInPlace { .. } => "failed",
        };
        self.count_as(&format!("{channel} {outcome}"))
    }

    /// Nothing is looked up for it, and many are stored in one statement: counting must cost nobody anything.
    pub(super) fn count_as(&self, name: &str) -> Stored<()> {
        self.counted.borrow_mut().push(name.to_owned());
        Ok(())
    }

    /// Stores what was counted so far.
    pub(super) fn store_counts(&self) -> Stored<()> {
        let names = self.counted.take();
        if names.is_empty() {
            return Ok(());
        }
        let names = serde_json::to_string(&names)?;
        match self.sql {
            // Part of ending a transaction, as it is part of the commit's message to a server.
            Sql::Lite(connection, _) => connection
                .prepare_cached("INSERT INTO counted (name) SELECT value FROM json_each(?1)")?
                .execute([names])?,
            Sql::Pg(_) => {
                let text = "INSERT INTO counted (name) SELECT json_array_elements_text(CAST(CAST(?1 AS TEXT) AS JSON))";
                self.sql.prepare_cached(text)?.execute([names])?
            }
        };
        Ok(())
    }

    /// What was counted, for whoever stores it.
    pub(super) fn take_counts(&self) -> Vec<String> {
        self.counted.take()
    }

    /// Adds up what was counted, so that rows don't pile up, and forgets the marks of commits that nobody will ask about.
    pub fn tidy(&self) -> Stored<()> {
        self.store_counts()?;
        if self.sql.is_postgres() {
            let old = "DELETE FROM commits WHERE at < CAST(extract(epoch FROM clock_timestamp()) AS BIGINT) - 600";
            self.sql.prepare_cached(old)?.execute([])?;
        }
        let mut statement = self.sql.prepare_cached("DELETE FROM counted RETURNING name")?;
        let names = statement.query_map([], |row| row.get::<_, String>(0))?;
        let mut counts: BTreeMap<String, i64> = BTreeMap::new();
        for name in names {
            *counts.entry(name?).or_default() += 1;
        }
        let mut statement = self.sql.prepare_cached(
            "INSERT INTO counters VALUES (?1, ?2) ON CONFLICT (name) DO UPDATE SET count = counters.count + ?2",
        )?;
        for (name, count) in counts {
            statement.execute(params![name, count])?;
        }
        Ok(())
    }

    /// All counters.
    pub fn counters(&self) -> Stored<Vec<(String, i64)>> {
        self.store_counts()?;
        let mut statement = self.sql.prepare_cached(
            "SELECT name, CAST(sum(count) AS BIGINT) FROM
               (SELECT name, count FROM counters UNION ALL SELECT name, 1 FROM counted) AS c GROUP BY name ORDER BY name",
        )?;
        let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
        rows.collect::<Result<_, _>>()
    }
}
