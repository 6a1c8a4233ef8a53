//! What several processes share among them: pieces of something, each held by one process, and turns at something that
//! may not be done too often.

use std::collections::{BTreeMap, BTreeSet};

use super::sql::params;
use super::{Stored, Tx};
use crate::clock::moment::Timestamp;

impl Tx<'_> {
    /// Takes a turn at something that is done once within so many seconds, whoever does it. False if it is too early.
    pub fn take_turn(&self, name: &str, holder: &str, now: Timestamp, seconds: i64) -> Stored<bool> {
        let now = self.shared(now);
        let mut statement = self.sql.prepare_cached(
            "INSERT INTO leases VALUES (?1, ?2, ?3) ON CONFLICT (name)
             DO UPDATE SET holder = ?2, until = ?3 WHERE leases.until <= ?4",
        )?;
        Ok(statement.execute(params![name, holder, now.saturating_add(seconds), now])? > 0)
    }

    /// Takes or renews a holder's fair share of the pieces of something, for so many seconds, and returns it. Pieces beyond
    /// that stay theirs until they are given back, which they do once they are done with them; then others take them.
    pub fn share(&self, what: &str, pieces: u32, holder: &str, now: Timestamp, seconds: i64) -> Stored<BTreeSet<u32>> {
        let now = self.shared(now);
        self.sql.lock_names(std::iter::once(format!("share {what}")))?;
        let mut statement = self.sql.prepare_cached(
            "SELECT name, holder FROM leases WHERE name >= ?1 AND name < ?2 AND (until > ?3 OR holder = ?4)",
        )?;
        let (first, last) = (format!("{what} "), format!("{what}!"));
        let held = statement.query_map(params![first, last, now, holder], |row| Ok((row.get(0)?, row.get(1)?)))?;
        let held: BTreeMap<String, String> = held.collect::<Result<_, _>>()?;
        let presence = format!("{what} by {holder}");
        let others = held.keys().filter(|name| name.starts_with(&format!("{what} by ")) && **name != presence).count();
        let fair = usize::try_from(pieces).unwrap_or(usize::MAX).div_ceil(others + 1);
        let of = |piece: &u32| held.get(&piece_of(what, *piece)).map(String::as_str);
        let all = 0..pieces;
        let mine: Vec<u32> = all.clone().filter(|piece| of(piece) == Some(holder)).collect();
        let free: Vec<u32> = all.filter(|piece| of(piece).is_none()).collect();
        let share: BTreeSet<u32> = mine.iter().copied().chain(free).take(fair.max(mine.len())).collect();
        let until = now.saturating_add(seconds);
        let mut statement = self.sql.prepare_cached(
            "INSERT INTO leases VALUES (?1, ?2, ?3) ON CONFLICT (name) DO UPDATE SET holder = ?2, until = ?3",
        )?;
        statement.execute(params![presence, holder, until])?;
        for piece in &share {
            statement.execute(params![piece_of(what, *piece), holder, until])?;
        }
        // The highest ones are given up, so that what remains is a range as far as possible.
        Ok(share.into_iter().take(fair).collect())
    }

    /// Gives a piece back that nobody works on any more.
    pub fn leave_piece(&self, what: &str, piece: u32, holder: &str) -> Stored<()> {
        self.drop_lease(&piece_of(what, piece), holder)
    }

    /// Takes part no longer: others share what this one gave back.
    pub fn leave_share(&self, what: &str, holder: &str) -> Stored<()> {
        self.drop_lease(&format!("{what} by {holder}"), holder)
    }
}

/// The name of a piece's lease.
fn piece_of(what: &str, piece: u32) -> String {
    format!("{what} {piece:05}")
}
