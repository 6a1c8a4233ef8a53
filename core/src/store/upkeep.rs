//! The server's own affairs: leases, the last tick, maintenance windows, places in Discord, cleaning up.

use super::happening::Happening;
use super::sql::{OptionalExtension, Row, params};
use super::{Stored, Tx};
use crate::clock::moment::Timestamp;
use crate::game::GameNumber;

/// Where a game is played in Discord.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The channel or thread of the game.
    pub channel: u64,
    /// The channel that the thread is in.
    pub parent: Option<u64>,
    /// The last board's message, or the challenge's.
    pub message: Option<u64>,
}

/// How much there is of everything, for the operator.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// `(what, how many)`.
    pub rows: Vec<(String, i64)>,
}

/// How many rows of a kind one transaction cleans up: of large rows, and of small ones.
const LARGE_ROWS: u32 = 300;
const SMALL_ROWS: u32 = 5_000;

impl Tx<'_> {
    /// The key of the secrets.
    pub fn token_key(&self) -> Stored<Vec<u8>> {
        let mut statement = self.sql.prepare_cached("SELECT key FROM keys WHERE name = 'token_key'")?;
        statement.query_row([], |row| row.get(0))
    }

    /// When the server last ticked.
    pub fn last_tick(&self) -> Stored<Option<Timestamp>> {
        let mut statement = self.sql.prepare_cached("SELECT value FROM meta WHERE name = 'last_tick'")?;
        statement.query_row([], |row| row.get(0)).optional()
    }

    /// Notes that it ticks.
    pub fn set_last_tick(&self, now: Timestamp) -> Stored<()> {
        self.sql
            .prepare_cached("INSERT INTO meta VALUES ('last_tick', ?1) ON CONFLICT (name) DO UPDATE SET value = ?1")?
            .execute([now])?;
        self.sql
            .prepare_cached("INSERT INTO meta VALUES ('dated_since', ?1) ON CONFLICT (name) DO NOTHING")?
            .execute([now])?;
        Ok(())
    }

    /// When this database began to write the day into its secrets.
    pub fn dated_since(&self) -> Stored<Option<Timestamp>> {
        let mut statement = self.sql.prepare_cached("SELECT value FROM meta WHERE name = 'dated_since'")?;
        statement.query_row([], |row| row.get(0)).optional()
    }

    /// Whether a tick has anything to do.
    pub fn anything_due(&self, now: Timestamp) -> Stored<bool> {
        let mut statement = self.sql.prepare_cached(
            "SELECT EXISTS (SELECT 1 FROM games WHERE deadline <= ?1) OR EXISTS (SELECT 1 FROM games WHERE reminder <= ?1)
             OR EXISTS (SELECT 1 FROM games WHERE forfeit <= ?1) OR EXISTS (SELECT 1 FROM players WHERE digest_due <= ?1)
             OR EXISTS (SELECT 1 FROM players WHERE away_until <= ?1)
             OR EXISTS (SELECT 1 FROM challenges WHERE state = 'open' AND expires <= ?1)
             OR EXISTS (SELECT 1 FROM happenings WHERE what >= 'planned ' AND what < 'planned!' AND at <= ?1)
             OR EXISTS (SELECT 1 FROM events WHERE due <= ?1) OR EXISTS (SELECT 1 FROM house_work WHERE kind = 'rate')
             OR EXISTS (SELECT 1 FROM forgetting) OR EXISTS (SELECT 1 FROM meta WHERE name = 'leftovers')
             OR NOT EXISTS (SELECT 1 FROM happenings WHERE what = ?2 AND at > ?1 - 86400)",
        )?;
        statement.query_row(params![now, Happening::CleanedUp.to_string()], |row| row.get(0))
    }

    /// Announces a window during which clocks are stopped.
    pub fn insert_maintenance(&self, begins: Timestamp, ends: Timestamp) -> Stored<()> {
        self.sql
            .prepare_cached("INSERT INTO maintenance (begins, ends) VALUES (?1, ?2)")?
            .execute(params![begins, ends])?;
        Ok(())
    }

    /// Whether there is a window that has begun and whose time was not given back yet.
    pub fn is_maintenance_begun(&self, now: Timestamp) -> Stored<bool> {
        self.sql.prepare_cached("SELECT 1 FROM maintenance WHERE given = 0 AND begins < ?1")?.exists([now])
    }

    /// Makes sure that until this transaction ends nobody else gives time back.
    pub fn lock_giving_back(&self) -> Stored<()> {
        self.sql.lock_names(std::iter::once("giving back".to_owned()))
    }

    /// The windows whose time has not been given back yet, `(id, begins, ends)`.
    pub fn open_maintenance(&self) -> Stored<Vec<(i64, Timestamp, Timestamp)>> {
        let mut statement =
            self.sql.prepare_cached("SELECT id, begins, ends FROM maintenance WHERE given = 0 ORDER BY begins")?;
        let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
        rows.collect::<Result<_, _>>()
    }

    /// Notes that a window's time was given back up to now; what is left of it begins now.
    pub fn maintenance_given(&self, id: i64, now: Timestamp) -> Stored<()> {
        self.sql
            .prepare_cached(
                "UPDATE maintenance SET begins = ?2, given = CASE WHEN ends <= ?2 THEN 1 ELSE 0 END WHERE id = ?1",
            )?
            .execute(params![id, now])?;
        Ok(())
    }

    /// Where a game or challenge lives in Discord.
    pub fn place(&self, number: GameNumber) -> Stored<Option<Place>> {
        let mut statement = self.sql.prepare_cached("SELECT channel, parent, message FROM places WHERE number = ?1")?;
        statement.query_row([number], read_place).optional()
    }

    /// Stores where a game or challenge lives.
    pub fn set_place(&self, number: GameNumber, place: Option<Place>) -> Stored<()> {
        let signed = |id: Option<u64>| id.map(u64::cast_signed);
        match place {
            Some(Place { channel, parent, message }) => self
                .sql
                .prepare_cached(
                    "INSERT INTO places (number, channel, parent, message) VALUES (?1, ?2, ?3, ?4)
                     ON CONFLICT (number) DO UPDATE SET channel = ?2, parent = ?3, message = ?4",
                )?
                .execute(params![number, channel.cast_signed(), signed(parent), signed(message)])?,
            None => self.sql.prepare_cached("DELETE FROM places WHERE number = ?1")?.execute([number])?,
        };
        Ok(())
    }

    /// The games of a channel or thread: those that run, and those that ended.
    pub fn games_at(&self, channel: u64) -> Stored<(Vec<GameNumber>, Vec<GameNumber>)> {
        let mut statement = self.sql.prepare_cached(
            "SELECT places.number, games.ended IS NULL FROM places JOIN games ON games.number = places.number
             WHERE places.channel = ?1",
        )?;
        let rows = statement.query_map([channel.cast_signed()], |row| Ok((row.get(0)?, row.get(1)?)))?;
        let all: Vec<(GameNumber, bool)> = rows.collect::<Result<_, _>>()?;
        let (running, ended): (Vec<_>, Vec<_>) = all.into_iter().partition(|(_, runs)| *runs);
        let numbers = |games: Vec<(GameNumber, bool)>| games.into_iter().map(|(number, _)| number).collect();
        Ok((numbers(running), numbers(ended)))
    }

    /// Removes part of what has been kept long enough: mails and settled notices from before one time, everything else
    /// from before another. True if there is more. The periods are in docs/security.md.
    pub fn clean(&self, now: Timestamp, mails: Timestamp, marks: Timestamp) -> Stored<bool> {
        // Of what can't be answered any more, only the board it was about is kept.
        let at_once = [
            "DELETE FROM link_codes WHERE id IN (SELECT id FROM link_codes WHERE expires < ?1 LIMIT ?2)",
            "UPDATE questions SET state = 'expired', kind = 'null' WHERE id IN
               (SELECT id FROM questions WHERE expires < ?1 AND state = 'open' LIMIT ?2)",
            "UPDATE addresses SET met = ?1 WHERE id IN
               (SELECT id FROM addresses WHERE player IS NULL AND met = 0 LIMIT ?2)",
        ];
        let of_mails = [
            "DELETE FROM outbox WHERE id IN (SELECT id FROM outbox WHERE settled < ?1 LIMIT ?2)",
            "DELETE FROM inbox WHERE id IN (SELECT id FROM inbox WHERE at < ?1 AND verdict IS NOT NULL LIMIT ?2)",
        ];
        let of_marks = [
            "DELETE FROM seen WHERE key IN (SELECT key FROM seen WHERE at < ?1 LIMIT ?2)",
            "DELETE FROM happenings WHERE (what, at) IN (SELECT what, at FROM happenings WHERE at < ?1 LIMIT ?2)",
            // An answer to an old question still refers to its game, as long as that is running.
            "DELETE FROM questions WHERE id IN (SELECT id FROM questions WHERE expires < ?1
               AND NOT EXISTS (SELECT 1 FROM games WHERE number = questions.game AND ended IS NULL) LIMIT ?2)",
            "DELETE FROM heard WHERE channel IN (SELECT channel FROM heard AS h WHERE account IS NULL AND CAST(?1 AS BIGINT) IS NOT NULL
               AND NOT EXISTS (SELECT 1 FROM places JOIN games ON games.number = places.number
                               WHERE places.channel = h.channel AND games.ended IS NULL) LIMIT ?2)",
            "DELETE FROM sights WHERE (channel, account) IN (SELECT channel, account FROM sights WHERE asked < ?1 LIMIT ?2)",
            "DELETE FROM digests WHERE id IN (SELECT id FROM digests WHERE at < ?1 LIMIT ?2)",
            "DELETE FROM maintenance WHERE id IN (SELECT id FROM maintenance WHERE given = 1 AND ends < ?1 LIMIT ?2)",
            "DELETE FROM outbox WHERE id IN (SELECT id FROM outbox WHERE state = 'kept' AND at < ?1 LIMIT ?2)",
            "UPDATE challenges SET greeting = NULL WHERE number IN
               (SELECT number FROM challenges WHERE greeting IS NOT NULL AND state <> 'open' AND created < ?1 LIMIT ?2)",
            // Addresses that were written to, or wrote, and never played. Those that said stop are remembered.
            "UPDATE addresses SET address = 'forgotten ' || id, suspended = NULL, bounces = 0 WHERE id IN
               (SELECT id FROM addresses AS a WHERE player IS NULL AND stopped IS NULL AND met BETWEEN 1 AND ?1
                AND address NOT LIKE 'forgotten %'
                AND NOT EXISTS (SELECT 1 FROM questions WHERE address = a.id)
                AND NOT EXISTS (SELECT 1 FROM challenges WHERE to_address = a.id AND created >= ?1) LIMIT ?2)",
        ];
        let mut more = false;
        let all = [(&at_once[..], now, SMALL_ROWS), (&of_mails, mails, LARGE_ROWS), (&of_marks, marks, SMALL_ROWS)];
        for (statements, before, part) in all {
            for sql in statements {
                let cleaned = self.sql.prepare_cached(sql)?.execute(params![before, part])?;
                more |= cleaned >= part as usize;
            }
        }
        Ok(more)
    }

    /// How much there is of everything.
    pub fn counts(&self) -> Stored<Counts> {
        let mut rows = Vec::new();
        for (what, sql) in [
            ("players", "SELECT count(*) FROM players WHERE forgotten = 0 AND guest IS NULL"),
            ("games running", "SELECT count(*) FROM games WHERE ended IS NULL"),
            ("games finished", "SELECT count(*) FROM games WHERE ended IS NOT NULL"),
            ("challenges open", "SELECT count(*) FROM challenges WHERE state = 'open'"),
            ("notices owed", "SELECT count(*) FROM outbox WHERE state = 'owed'"),
            ("notices failed", "SELECT count(*) FROM outbox WHERE state = 'failed'"),
            ("mails waiting", "SELECT count(*) FROM inbox WHERE verdict IS NULL"),
        ] {
            rows.push((what.to_owned(), self.sql.prepare_cached(sql)?.query_row([], |row| row.get(0))?));
        }
        rows.extend(self.counters()?);
        Ok(Counts { rows })
    }
}

pub(super) fn read_place(row: Row<'_>) -> Stored<Place> {
    let unsigned = |id: Option<i64>| id.map(i64::cast_unsigned);
    Ok(Place {
        channel: row.get::<_, i64>("channel")?.cast_unsigned(),
        parent: unsigned(row.get("parent")?),
        message: unsigned(row.get("message")?),
    })
}
