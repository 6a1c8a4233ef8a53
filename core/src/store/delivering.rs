//! What is owed on its way to whoever it is for: leased to a worker, rendered, and settled as what became of it; or kept
//! until its reader is here.

use super::outbox::Channel;
use super::sql::{OptionalExtension, Row, params};
use super::{Stored, Tx};
use crate::clock::moment::Timestamp;
use crate::notice::Notice;

/// A notice to deliver.
#[derive(Clone, Debug, PartialEq)]
pub struct Owed {
    /// Its id: stable, so that a repeat can be recognised.
    pub id: i64,
    /// What to deliver.
    pub notice: Notice,
    /// How often it was tried before.
    pub attempt: u32,
    /// The bytes that were rendered for an earlier try, with the front end's envelope.
    pub rendered: Option<(Vec<u8>, String)>,
}

/// What became of a delivery.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Delivery {
    /// Accepted by the next server, or shown.
    Sent,
    /// Try again.
    Retry {
        /// When.
        at: Timestamp,
        /// Why it didn't work.
        why: String,
    },
    /// It will never be delivered.
    Failed {
        /// Why.
        why: String,
    },
    /// It can't be shown in its place in Discord: whoever it is for gets it another way.
    NotInPlace {
        /// What is in the way.
        obstacle: Obstacle,
        /// Why.
        why: String,
    },
    /// Nor will anything else sent there: nobody has that address.
    Unreachable {
        /// Why.
        why: String,
    },
}

/// Why something can't be shown in a place in Discord.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// There is no such place any more.
    Gone,
    /// We may not write there now. That may change.
    Shut,
    /// Whoever it is for doesn't see it.
    Absent,
}

impl Tx<'_> {
    /// Whether anything is owed on a channel now.
    pub fn anything_owed(&self, channel: Channel, now: Timestamp) -> Stored<bool> {
        let mut statement = self.sql.prepare_cached(
            "SELECT 1 FROM outbox WHERE state = 'owed' AND channel = ?1 AND leased <= ?2 AND not_before <= ?2 LIMIT 1",
        )?;
        statement.exists(params![channel.word(), self.shared(now)])
    }

    /// Leases the first notice of each recipient that has one due, the oldest first. What is held back and was never
    /// tried keeps nothing else waiting.
    pub fn lease_owed(
        &self,
        holder: &str,
        channel: Channel,
        recipient: Option<&str>,
        now: Timestamp,
        lease: i64,
        limit: u32,
    ) -> Stored<Vec<Owed>> {
        let now = self.shared(now);
        // Nobody waits for another worker here: what one has its hands on, the others pass over.
        let mut statement = self.sql.prepare_either(
            "UPDATE outbox SET leased = ?4, holder = ?6, attempts = attempts + 1 WHERE id IN (
               SELECT id FROM outbox AS o WHERE state = 'owed' AND channel = ?1 AND (recipient = ?2 OR ?2 IS NULL)
               AND leased <= ?3 AND not_before <= ?3
               AND NOT EXISTS (SELECT 1 FROM outbox AS e WHERE e.state = 'owed' AND e.channel = o.channel
                               AND e.recipient = o.recipient AND e.id < o.id
                               AND NOT (e.attempts = 0 AND e.not_before > ?3))
               ORDER BY id LIMIT ?5)
             RETURNING id, notice, attempts - 1, rendered, envelope",
            "WITH next AS MATERIALIZED (
               SELECT id FROM outbox AS o WHERE state = 'owed' AND channel = ?1 AND (recipient = ?2 OR ?2 IS NULL)
               AND leased <= ?3 AND not_before <= ?3
               AND NOT EXISTS (SELECT 1 FROM outbox AS e WHERE e.state = 'owed' AND e.channel = o.channel
                               AND e.recipient = o.recipient AND e.id < o.id
                               AND NOT (e.attempts = 0 AND e.not_before > ?3))
               ORDER BY id LIMIT ?5 FOR UPDATE SKIP LOCKED)
             UPDATE outbox SET leased = ?4, holder = ?6, attempts = attempts + 1 FROM next WHERE outbox.id = next.id
             RETURNING outbox.id, notice, attempts - 1, rendered, envelope",
        )?;
        let until = now.saturating_add(lease);
        let mut rows = statement.query(params![channel.word(), recipient, now, until, limit, holder])?;
        let mut found = Vec::new();
        while let Some(row) = rows.next()? {
            found.push(read_owed(row)?);
        }
        found.sort_by_key(|owed| owed.id);
        Ok(found)
    }

    /// Extends the lease on what is being delivered. It is the same attempt: nothing is counted.
    pub fn renew_owed(&self, ids: &[i64], until: Timestamp) -> Stored<()> {
        let mut statement =
            self.sql.prepare_cached("UPDATE outbox SET leased = ?2 WHERE id = ?1 AND state = 'owed' AND leased > 0")?;
        for id in ids {
            statement.execute(params![id, self.shared(until)])?;
        }
        Ok(())
    }

    /// Frees what a process that is gone had leased.
    pub fn release(&self, holder: &str) -> Stored<()> {
        self.sql
            .prepare_cached("UPDATE outbox SET leased = 0 WHERE state = 'owed' AND leased > 0 AND holder = ?1")?
            .execute([holder])?;
        Ok(())
    }

    /// Frees what anybody but this holder has leased on a channel.
    pub fn release_others(&self, channel: Channel, holder: &str) -> Stored<()> {
        self.sql
            .prepare_cached(
                "UPDATE outbox SET leased = 0 WHERE state = 'owed' AND channel = ?1 AND leased > 0
                 AND coalesce(holder, '') <> ?2",
            )?
            .execute([channel.word(), holder])?;
        Ok(())
    }

    /// The notices that answered a request in place.
    pub fn answers_to(&self, request: &str) -> Stored<Vec<Owed>> {
        let mut statement = self.sql.prepare_cached(
            "SELECT id, notice, attempts, rendered, envelope FROM outbox WHERE request = ?1 ORDER BY id",
        )?;
        let mut rows = statement.query([request])?;
        let mut found = Vec::new();
        while let Some(row) = rows.next()? {
            found.push(read_owed(row)?);
        }
        Ok(found)
    }

    /// Keeps what was rendered, so that a repeat sends the same bytes.
    pub fn store_rendered(&self, id: i64, bytes: &[u8], envelope: &str) -> Stored<()> {
        self.sql
            .prepare_cached("UPDATE outbox SET rendered = ?2, envelope = ?3 WHERE id = ?1 AND rendered IS NULL")?
            .execute(params![id, bytes, envelope])?;
        Ok(())
    }

    /// Notes what became of a delivery. The bytes are deleted once they are no longer needed. Returns the channel's word,
    /// unless the notice was no longer owed, and whether less than it holds may remain of it: see [`Self::blank`].
    pub fn settle(&self, id: i64, delivery: &Delivery, now: Timestamp) -> Stored<Option<(String, bool)>> {
        // The quotes of the mark are escaped in anybody's words.
        let found = |row: Row<'_>| Ok((row.get(0)?, row.get(1)?));
        let settled = match delivery {
            Delivery::Sent => self
                .sql
                .prepare_cached(
                    r#"UPDATE outbox SET state = 'sent', settled = ?2, rendered = NULL, envelope = NULL, why = NULL
                     WHERE id = ?1 AND state = 'owed'
                     RETURNING channel, fleeting = 1 OR notice LIKE '%"secret":"Once"%'"#,
                )?
                .query_row(params![id, now], found),
            Delivery::Retry { at, why } => self
                .sql
                .prepare_cached(
                    "UPDATE outbox SET not_before = ?2, why = ?3, leased = 0 WHERE id = ?1 AND state = 'owed'
                     RETURNING channel, 0",
                )?
                .query_row(params![id, self.shared(*at), why], found),
            Delivery::Failed { why } | Delivery::Unreachable { why } | Delivery::NotInPlace { why, .. } => self
                .sql
                .prepare_cached(
                    "UPDATE outbox SET state = 'failed', settled = ?2, why = ?3, rendered = NULL, envelope = NULL
                     WHERE id = ?1 AND state = 'owed' RETURNING channel, 1",
                )?
                .query_row(params![id, now, why], found),
        };
        settled.optional()
    }

    /// Keeps a notice that can't be delivered until its recipient is here.
    pub fn keep(&self, id: i64) -> Stored<()> {
        self.sql
            .prepare_cached(
                "UPDATE outbox SET state = 'kept', settled = NULL WHERE id = ?1 AND state = 'failed' AND fleeting = 0",
            )?
            .execute([id])?;
        Ok(())
    }

    /// Whether anything is kept for a recipient in Discord.
    pub fn anything_kept(&self, recipient: &str) -> Stored<bool> {
        let mut statement = self.sql.prepare_cached(
            "SELECT 1 FROM outbox WHERE state = 'kept' AND recipient = ?1 AND channel = 'discord' LIMIT 1",
        )?;
        statement.exists([recipient])
    }

    /// Leases what is kept for a recipient in Discord, the oldest first: it is owed again.
    pub fn take_kept(&self, holder: &str, recipient: &str, leased: Timestamp) -> Stored<Vec<Owed>> {
        let mut statement = self.sql.prepare_cached(
            "UPDATE outbox SET state = 'owed', leased = ?2, holder = ?3
             WHERE state = 'kept' AND recipient = ?1 AND channel = 'discord'
             RETURNING id, notice, attempts, rendered, envelope",
        )?;
        let mut rows = statement.query(params![recipient, self.shared(leased), holder])?;
        let mut found = Vec::new();
        while let Some(row) = rows.next()? {
            found.push(read_owed(row)?);
        }
        found.sort_by_key(|owed| owed.id);
        Ok(found)
    }
}

fn read_owed(row: Row<'_>) -> Stored<Owed> {
    let notice: String = row.get(1)?;
    let bytes: Option<Vec<u8>> = row.get(3)?;
    let envelope: Option<String> = row.get(4)?;
    Ok(Owed {
        id: row.get(0)?,
        notice: serde_json::from_str(&notice)?,
        attempt: row.get(2)?,
        rendered: bytes.zip(envelope),
    })
}
