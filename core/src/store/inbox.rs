//! Mails as they came in, stored before anything is done with them, within bounds; and what stays of them afterwards.

use std::net::IpAddr;

use super::sql::{OptionalExtension, params};
use sha2::{Digest, Sha256};

use super::happening::Counter;
use super::identities::mail_key;
use super::{StoreError, Stored, Tx, Woken};
use crate::address::Mailbox;
use crate::clock::moment::Timestamp;
use crate::token::TokenKey;

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
    /// It was understood and acted upon (or refused with an explanation). It is kept for some days.
    Handled,
    /// It was understood, and is of no further use: only its hash is kept.
    Noted,
    /// It was dropped, for that reason: a loop, an automatic answer, a repeat. Only its hash is kept.
    Dropped(String),
    /// It is from nobody whom one could answer, for that reason. Only its hash is kept.
    Unreadable(String),
    /// It can't be handled, for that reason, and is kept for some days so that somebody can look into it.
    PutBy(String),
    /// It can't be handled now; try again at that time.
    Later(Timestamp),
}

/// How much mail may wait at a time. More is not accepted: whoever brings it keeps it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InboxBounds {
    /// Bytes.
    pub bytes: i64,
    /// Mails.
    pub mails: i64,
}

impl Default for InboxBounds {
    fn default() -> InboxBounds {
        InboxBounds { bytes: 256 << 20, mails: 20_000 }
    }
}

/// One network's share of the bounds, so that whoever fills it leaves room for everybody else.
const SHARE: i64 = 4;

impl Tx<'_> {
    /// Stores a mail. The same bytes for the same envelope from the same peer are stored once; the id is the first one's.
    /// From another peer it may be a copy that proves less, and must not hide the other.
    pub fn inbox_put(
        &self,
        raw: &[u8],
        envelope: &str,
        peer: Option<&str>,
        at: Timestamp,
        bounds: InboxBounds,
    ) -> Stored<i64> {
        let hash = Sha256::new().chain_update(envelope).chain_update([0]).chain_update(peer.unwrap_or_default());
        let hash = hash.chain_update([0]).chain_update(raw).finalize();
        let size = i64::try_from(raw.len()).unwrap_or(i64::MAX);
        let network = network(peer);
        // A lone mail is always accepted, however large: nothing else is waiting.
        let bytes = if self.sql.is_postgres() { "BYTEA" } else { "BLOB" };
        let text = format!(
            "INSERT INTO inbox (hash, raw, envelope, peer, at, network, size)
             SELECT CAST(?1 AS {bytes}), CAST(?2 AS {bytes}), CAST(?3 AS TEXT), CAST(?4 AS TEXT), CAST(?5 AS BIGINT),
               CAST(?6 AS TEXT), CAST(?7 AS BIGINT) FROM (
               SELECT count(*) AS mails, CAST(coalesce(sum(size), 0) AS BIGINT) AS bytes,
                 count(*) FILTER (WHERE network = ?6) AS theirs,
                 CAST(coalesce(sum(size) FILTER (WHERE network = ?6), 0) AS BIGINT) AS their_bytes
               FROM inbox WHERE verdict IS NULL) AS waiting
             WHERE (mails = 0 OR (mails < ?8 AND bytes + ?7 <= ?9))
               AND (theirs = 0 OR (theirs < ?10 AND their_bytes + ?7 <= ?11))
             ON CONFLICT (hash) DO NOTHING RETURNING id"
        );
        let mut statement = self.sql.prepare_cached(&text)?;
        let share = InboxBounds { bytes: bounds.bytes / SHARE, mails: bounds.mails / SHARE };
        let new = statement.insert(params![
            hash.as_slice(),
            raw,
            envelope,
            peer,
            at,
            network,
            size,
            bounds.mails,
            bounds.bytes,
            share.mails,
            share.bytes,
        ]);
        if let Some(id) = new.optional()? {
            self.count(Counter::MailsReceived)?;
            self.wakes(Woken { inbox: true, ..Woken::default() });
            return Ok(id);
        }
        let mut statement = self.sql.prepare_cached("SELECT id FROM inbox WHERE hash = ?1")?;
        match statement.query_row([hash.as_slice()], |row| row.get(0)).optional()? {
            Some(first) => Ok(first),
            None => Err(self.no_room(network.as_deref(), size, share)?),
        }
    }

    /// Why one more mail is one too many.
    fn no_room(&self, network: Option<&str>, size: i64, share: InboxBounds) -> Stored<StoreError> {
        let mut statement = self.sql.prepare_cached(
            "SELECT count(*), count(*) FILTER (WHERE network = ?1),
               CAST(coalesce(sum(size) FILTER (WHERE network = ?1), 0) AS BIGINT) FROM inbox WHERE verdict IS NULL",
        )?;
        let (mails, theirs, bytes): (i64, i64, i64) =
            statement.query_row(params![network], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
        let (mails, whose) = match theirs > 0 && (theirs >= share.mails || bytes + size > share.bytes) {
            true => (theirs, "of its network"),
            false => (mails, "in all"),
        };
        Ok(StoreError::NoRoom(format!("{mails} mails {whose} wait to be handled")))
    }

    /// Takes the mails that have waited longest, up to `limit` of them, leased for `lease` seconds.
    pub fn inbox_take(&self, holder: &str, now: Timestamp, lease: i64, limit: u32) -> Stored<Vec<InMail>> {
        let now = self.shared(now);
        let mut statement = self.sql.prepare_either(
            "UPDATE inbox SET leased = ?2, holder = ?4, attempts = attempts + 1 WHERE id IN
               (SELECT id FROM inbox WHERE verdict IS NULL AND leased <= ?1 ORDER BY id LIMIT ?3)
             RETURNING id, raw, envelope, peer, at, attempts - 1",
            "WITH next AS MATERIALIZED (SELECT id FROM inbox WHERE verdict IS NULL AND leased <= ?1
               ORDER BY id LIMIT ?3 FOR UPDATE SKIP LOCKED)
             UPDATE inbox SET leased = ?2, holder = ?4, attempts = attempts + 1 FROM next WHERE inbox.id = next.id
             RETURNING inbox.id, raw, envelope, peer, at, attempts - 1",
        )?;
        let taken = statement.query_map(params![now, now.saturating_add(lease), limit, holder], |row| {
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

    /// Frees the mails that a dead process was working on for the first time. One that was already tried before may have
    /// killed it, so it waits and lets others go first.
    pub fn inbox_release(&self, holder: &str) -> Stored<()> {
        self.sql
            .prepare_cached(
                "UPDATE inbox SET leased = 0 WHERE verdict IS NULL AND leased > 0 AND attempts <= 1 AND holder = ?1",
            )?
            .execute([holder])?;
        Ok(())
    }

    /// Puts back, until that time, a mail that was taken but not begun: it doesn't count as an attempt.
    pub fn inbox_put_back(&self, id: i64, until: Timestamp) -> Stored<()> {
        self.sql
            .prepare_cached("UPDATE inbox SET leased = ?2, attempts = CASE WHEN attempts > 0 THEN attempts - 1 ELSE 0 END WHERE id = ?1")?
            .execute(params![id, self.shared(until)])?;
        Ok(())
    }

    /// Whether any mail waits.
    pub fn inbox_waits(&self, now: Timestamp) -> Stored<bool> {
        let mut statement =
            self.sql.prepare_cached("SELECT 1 FROM inbox WHERE verdict IS NULL AND leased <= ?1 LIMIT 1")?;
        statement.exists([self.shared(now)])
    }

    /// Notes what became of a mail.
    pub fn inbox_done(&self, id: i64, verdict: &Verdict) -> Stored<()> {
        let (word, kept) = match verdict {
            Verdict::Later(at) => {
                self.sql
                    .prepare_cached("UPDATE inbox SET leased = ?2 WHERE id = ?1")?
                    .execute(params![id, self.shared(*at)])?;
                return Ok(());
            }
            Verdict::Handled => ("handled".to_owned(), true),
            Verdict::Noted => ("handled".to_owned(), false),
            Verdict::Dropped(why) => (format!("dropped: {why}"), false),
            Verdict::Unreadable(why) => {
                self.count(Counter::MailsUnreadable)?;
                (format!("dropped: {why}"), false)
            }
            Verdict::PutBy(why) => (format!("dropped: {why}"), true),
        };
        let handled = matches!(verdict, Verdict::Handled | Verdict::Noted);
        self.count(if handled { Counter::MailsHandled } else { Counter::MailsDropped })?;
        self.set_verdict(id, &word)?;
        if kept { self.index_mail(id) } else { self.empty_mail(id) }
    }

    /// Notes that a mail is handled, which addresses it names, and that it comes from the player of an address, if that is
    /// one's. One that names too many to note them all, or is large, is not kept.
    pub fn mail_handled(&self, id: i64, names: &[String], from: Option<&Mailbox>, key: &TokenKey) -> Stored<()> {
        self.count(Counter::MailsHandled)?;
        let length = self.set_verdict(id, "handled")?;
        if names.len() > NAMED || length > KEPT {
            return self.empty_mail(id);
        }
        let about: Vec<String> = names.iter().map(|name| format!("mail {}", mail_key(key, name))).collect();
        let mut statement = self.sql.prepare_either(
            "INSERT INTO inbox_about (what, mail) SELECT what, CAST(?1 AS BIGINT) FROM (SELECT value AS what FROM json_each(?2)
               UNION SELECT 'by ' || player FROM addresses WHERE address = ?3 AND player IS NOT NULL) AS named
             WHERE true ON CONFLICT (what, mail) DO NOTHING",
            "INSERT INTO inbox_about (what, mail) SELECT what, CAST(?1 AS BIGINT) FROM (
               SELECT json_array_elements_text(CAST(CAST(?2 AS TEXT) AS JSON)) AS what
               UNION SELECT 'by ' || player FROM addresses WHERE address = ?3 AND player IS NOT NULL) AS named
             WHERE true ON CONFLICT (what, mail) DO NOTHING",
        )?;
        statement.execute(params![id, serde_json::to_string(&about)?, from.map(ToString::to_string)])?;
        Ok(())
    }

    /// Notes what became of a mail, which waits no longer, and returns its length.
    fn set_verdict(&self, id: i64, word: &str) -> Stored<usize> {
        let mut statement = self.sql.prepare_cached(
            "UPDATE inbox SET verdict = ?2 WHERE id = ?1
             RETURNING length(raw), EXISTS (SELECT 1 FROM inbox_about WHERE mail = ?1 AND what LIKE 'waits %')",
        )?;
        let found = statement.query_row(params![id, word], |row| Ok((row.get(0)?, row.get(1)?))).optional()?;
        let Some((length, waited)): Option<(i64, bool)> = found else { return Ok(0) };
        if waited {
            self.no_longer_held_back(id)?;
        }
        Ok(usize::try_from(length).unwrap_or(usize::MAX))
    }

    /// Empties a mail. Its hash stays, so that a repeat is still recognised.
    pub fn empty_mail(&self, id: i64) -> Stored<()> {
        self.sql
            .prepare_cached("UPDATE inbox SET raw = ?2, envelope = '{}', peer = NULL WHERE id = ?1")?
            .execute(params![id, &b""[..]])?;
        self.sql.prepare_cached("DELETE FROM inbox_about WHERE mail = ?1")?.execute([id])?;
        Ok(())
    }

    /// Notes the addresses that stand in a mail's bytes as they are.
    fn index_mail(&self, id: i64) -> Stored<()> {
        let mut statement = self.sql.prepare_cached("SELECT raw, envelope FROM inbox WHERE id = ?1")?;
        let found: Option<(Vec<u8>, String)> =
            statement.query_row([id], |row| Ok((row.get(0)?, row.get(1)?))).optional()?;
        let Some((raw, envelope)) = found else { return Ok(()) };
        if raw.len() > KEPT {
            return self.empty_mail(id);
        }
        let mut named = addresses_in(&String::from_utf8_lossy(&raw));
        named.extend(addresses_in(&envelope));
        self.mail_names(id, &named)
    }

    /// Notes that a mail which is kept names these addresses. One that names too many to note them all is not kept.
    fn mail_names(&self, id: i64, addresses: &[String]) -> Stored<()> {
        if addresses.len() > NAMED {
            return self.empty_mail(id);
        }
        for address in addresses {
            let key = self.address_key(address)?;
            self.mail_about(id, &format!("mail {key}"))?;
        }
        Ok(())
    }

    /// Notes that a mail which is kept comes from a player.
    pub fn mail_from(&self, id: i64, player: i64) -> Stored<()> {
        self.mail_about(id, &format!("by {player}"))
    }

    fn mail_about(&self, id: i64, what: &str) -> Stored<()> {
        self.sql
            .prepare_cached(
                "INSERT INTO inbox_about SELECT ?2, id FROM inbox WHERE id = ?1 AND length(raw) > 0
                 ON CONFLICT (what, mail) DO NOTHING",
            )?
            .execute(params![id, what])?;
        Ok(())
    }
}

/// A larger mail is not kept once it is handled: what is played is short.
const KEPT: usize = 100_000;

/// How many of a mail's addresses are noted.
const NAMED: usize = 200;

/// The addresses in a text, each once: what stands around an `@` and could belong to one. Something written before an
/// address without a space (`smtp.mailfrom=`) could too; then it is noted both with and without it.
pub fn addresses_in(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for (at, _) in text.match_indices('@') {
        let local: usize = text[..at].chars().rev().take(LOCAL).take_while(|c| in_local(*c)).map(char::len_utf8).sum();
        let domain: usize = text[at + 1..].chars().take(DOMAIN).take_while(|c| in_domain(*c)).map(char::len_utf8).sum();
        let domain = text[at + 1..at + 1 + domain].trim_matches(['.', '-']);
        let local = text[at - local..at].trim_start_matches(|c: char| !c.is_alphanumeric());
        let bare = local.rsplit(|c: char| c.is_ascii_punctuation() && !"._+-".contains(c)).next().unwrap_or_default();
        for local in [local, bare] {
            let address = format!("{local}@{domain}").to_lowercase();
            if !local.is_empty() && !domain.is_empty() && !found.contains(&address) {
                found.push(address);
            }
        }
        if found.len() > NAMED {
            break;
        }
    }
    found
}

/// The longest parts of an address (RFC 5321 §4.5.3.1), in characters.
const LOCAL: usize = 64;
const DOMAIN: usize = 255;

fn in_local(c: char) -> bool {
    c.is_alphanumeric() || ".!#$%&'*+-/=?^_`{|}~".contains(c)
}

fn in_domain(c: char) -> bool {
    c.is_alphanumeric() || c == '.' || c == '-'
}

/// The network that a mail came from, in the size that is likely to be one person's. Mail from this machine's own mail
/// server, a mailbox or a folder belongs to none: it was bounded there.
fn network(peer: Option<&str>) -> Option<String> {
    match peer?.parse::<IpAddr>().ok()?.to_canonical() {
        peer if peer.is_loopback() => None,
        IpAddr::V4(peer) => {
            let [a, b, c, _] = peer.octets();
            Some(format!("{a}.{b}.{c}.0/24"))
        }
        IpAddr::V6(peer) => {
            let [a, b, c, ..] = peer.segments();
            Some(format!("{a:x}:{b:x}:{c:x}::/48"))
        }
    }
}
