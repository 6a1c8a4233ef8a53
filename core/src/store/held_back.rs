//! Mails that wait because their sender writes more than is handled in an hour. Each is marked with its sender, as a keyed
//! hash, so that none overtakes an earlier one and there are only so many.

use super::sql::params;
use super::{Stored, Tx};
use crate::clock::moment::Timestamp;

impl Tx<'_> {
    /// Puts a mail back until that time, and marks it as one of this sender's that wait.
    pub fn hold_mail_back(&self, id: i64, sender: &str, until: Timestamp) -> Stored<()> {
        self.inbox_put_back(id, until)?;
        self.sql
            .prepare_cached(
                "INSERT INTO inbox_about SELECT ?2, id FROM inbox WHERE id = ?1 ON CONFLICT (what, mail) DO NOTHING",
            )?
            .execute(params![id, mark(sender)])?;
        Ok(())
    }

    /// How many mails of that sender wait.
    pub fn mails_held_back(&self, sender: &str) -> Stored<u32> {
        let mut statement = self.sql.prepare_cached("SELECT count(*) FROM inbox_about WHERE what = ?1")?;
        statement.query_row([mark(sender)], |row| row.get(0))
    }

    /// Until when the earlier mails of that sender wait, if any do.
    pub fn is_behind_another(&self, id: i64, sender: &str) -> Stored<Option<Timestamp>> {
        let mut statement = self.sql.prepare_cached(
            "SELECT max(inbox.leased) FROM inbox_about JOIN inbox ON inbox.id = mail WHERE what = ?1 AND mail < ?2",
        )?;
        let until: Option<Timestamp> = statement.query_row(params![mark(sender), id], |row| row.get(0))?;
        Ok(until.map(|until| self.own(until)))
    }

    /// When the oldest mail that waits for that sender came in.
    pub fn held_back_since(&self, sender: &str) -> Stored<Option<Timestamp>> {
        let mut statement = self
            .sql
            .prepare_cached("SELECT min(inbox.at) FROM inbox_about JOIN inbox ON inbox.id = mail WHERE what = ?1")?;
        statement.query_row([mark(sender)], |row| row.get(0))
    }

    /// A mail waits no longer.
    pub(super) fn no_longer_held_back(&self, id: i64) -> Stored<()> {
        self.sql.prepare_cached("DELETE FROM inbox_about WHERE mail = ?1 AND what LIKE 'waits %'")?.execute([id])?;
        Ok(())
    }
}

fn mark(sender: &str) -> String {
    format!("waits {sender}")
}
