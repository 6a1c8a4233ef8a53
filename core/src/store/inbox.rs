//! Mails as they came in, stored before anything is done with them.

use rusqlite::{OptionalExtension, params};
use sha2::{Digest, Sha256};

use super::{Stored, Tx};
use crate::request::Timestamp;

/// A stored mail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InMail {
    /// Its id.
    pub id: i64,
    /// The bytes.
    pub raw: Vec<u8>,
    /// The envelope, in the front end's own JSON.
    pub envelope: String,
    /// The peer it came from.
    pub peer: Option<String>,
    /// When we received it.
    pub at: Timestamp,
    /// How often it was tried before.
    pub attempts: u32,
}

/// What became of a stored mail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It was understood and acted upon (or refused in words).
    Handled,
    /// It was dropped, for that reason: a loop, an automatic answer, a repeat.
    Dropped(String),
    /// It can't be handled now; try again at that time.
    Later(Timestamp),
}

impl Tx<'_> {
    /// Stores a mail. The same bytes for the same envelope from the same peer are stored once; the id is the first one's.
    /// From another peer it may be a copy that proves less, and must not hide the other.
    pub fn inbox_put(&self, raw: &[u8], envelope: &str, peer: Option<&str>, at: Timestamp) -> Stored<i64> {
        let hash = Sha256::new().chain_update(envelope).chain_update([0]).chain_update(peer.unwrap_or_default());
        let hash = hash.chain_update([0]).chain_update(raw).finalize();
        let mut statement = self.sql.prepare_cached("SELECT id FROM inbox WHERE hash = ?1")?;
        if let Some(id) = statement.query_row([hash.as_slice()], |row| row.get(0)).optional()? {
            return Ok(id);
        }
        let mut statement =
            self.sql.prepare_cached("INSERT INTO inbox (hash, raw, envelope, peer, at) VALUES (?1, ?2, ?3, ?4, ?5)")?;
        let id = statement.insert(params![hash.as_slice(), raw, envelope, peer, at])?;
        self.count("mails received")?;
        Ok(id)
    }

    /// Takes the mails that wait longest, so many of them, for so many seconds.
    pub fn inbox_take(&self, now: Timestamp, lease: i64, limit: u32) -> Stored<Vec<InMail>> {
        let mut statement = self.sql.prepare_cached(
            "UPDATE inbox SET leased = ?2, attempts = attempts + 1 WHERE id IN
               (SELECT id FROM inbox WHERE verdict IS NULL AND leased <= ?1 ORDER BY id LIMIT ?3)
             RETURNING id, raw, envelope, peer, at, attempts - 1",
        )?;
        let taken = statement.query_map(params![now, now.saturating_add(lease), limit], |row| {
            Ok(InMail {
                id: row.get(0)?,
                raw: row.get(1)?,
                envelope: row.get(2)?,
                peer: row.get(3)?,
                at: row.get(4)?,
                attempts: row.get(5)?,
            })
        })?;
        let mut mails = taken.collect::<Result<Vec<_>, _>>()?;
        mails.sort_by_key(|mail| mail.id);
        Ok(mails)
    }

    /// Frees the mails that a dead process had begun with, if it was the first to. One that was begun with before has
    /// perhaps killed it: it waits, so that others come first.
    pub fn inbox_release(&self) -> Stored<()> {
        self.sql
            .prepare_cached("UPDATE inbox SET leased = 0 WHERE verdict IS NULL AND leased > 0 AND attempts <= 1")?
            .execute([])?;
        Ok(())
    }

    /// Gives a mail back that was taken but not begun with, until that time: it counts as no try.
    pub fn inbox_put_back(&self, id: i64, until: Timestamp) -> Stored<()> {
        self.sql
            .prepare_cached("UPDATE inbox SET leased = ?2, attempts = MAX(attempts - 1, 0) WHERE id = ?1")?
            .execute(params![id, until])?;
        Ok(())
    }

    /// Empties the handled mails that name an address. Their hashes stay: a repeat is still known for one. Mails that
    /// still wait are left alone: they may be somebody else's turns.
    pub fn erase_mails(&self, address: &str) -> Stored<()> {
        let mut statement = self.sql.prepare_cached("SELECT id, raw, envelope FROM inbox WHERE verdict IS NOT NULL")?;
        let mut rows = statement.query([])?;
        let mut found: Vec<i64> = Vec::new();
        while let Some(row) = rows.next()? {
            let text = |column| row.get_ref(column)?.as_bytes().map_err(rusqlite::Error::from);
            if names(text("raw")?, address) || names(text("envelope")?, address) {
                found.push(row.get("id")?);
            }
        }
        for id in found {
            self.sql
                .prepare_cached("UPDATE inbox SET raw = x'', envelope = '{}', peer = NULL WHERE id = ?1")?
                .execute([id])?;
        }
        Ok(())
    }

    /// Whether any mail waits.
    pub fn inbox_waits(&self, now: Timestamp) -> Stored<bool> {
        let mut statement =
            self.sql.prepare_cached("SELECT 1 FROM inbox WHERE verdict IS NULL AND leased <= ?1 LIMIT 1")?;
        Ok(statement.exists([now])?)
    }

    /// Says what became of a mail.
    pub fn inbox_done(&self, id: i64, verdict: &Verdict) -> Stored<()> {
        match verdict {
            Verdict::Later(at) => {
                self.sql.prepare_cached("UPDATE inbox SET leased = ?2 WHERE id = ?1")?.execute(params![id, at])?
            }
            Verdict::Handled => self.inbox_verdict(id, "handled")?,
            Verdict::Dropped(why) => self.inbox_verdict(id, &format!("dropped: {why}"))?,
        };
        Ok(())
    }

    fn inbox_verdict(&self, id: i64, verdict: &str) -> Stored<usize> {
        self.count(if verdict == "handled" { "mails handled" } else { "mails dropped" })?;
        Ok(self.sql.prepare_cached("UPDATE inbox SET verdict = ?2 WHERE id = ?1")?.execute(params![id, verdict])?)
    }
}

/// Whether an address stands in a text, in any case, and not as the end or the beginning of a longer one.
fn names(text: &[u8], address: &str) -> bool {
    let Some(sign) = address.find('@') else { return false };
    let signs = text.iter().enumerate().filter(|(_, byte)| **byte == b'@');
    signs.filter_map(|(at, _)| at.checked_sub(sign)).any(|start| {
        let end = start + address.len();
        text.get(start..end).is_some_and(|found| found.eq_ignore_ascii_case(address.as_bytes()))
            && !goes_on(text[..start].iter().rev())
            && !goes_on(text[end..].iter())
    })
}

/// Whether what comes next belongs to an address, too. A dot does if something follows it.
fn goes_on<'a>(mut next: impl Iterator<Item = &'a u8>) -> bool {
    let belongs = |byte: &u8| byte.is_ascii_alphanumeric() || b"_-+%".contains(byte);
    match next.next() {
        Some(b'.') => next.next().is_some_and(belongs),
        other => other.is_some_and(belongs),
    }
}
