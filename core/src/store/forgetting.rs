//! Forgetting somebody: what is theirs alone goes at once; what is left of them in notices and in mails of others is found
//! piece by piece, so that nobody waits for it.

use std::collections::HashSet;

use super::identities::mail_key;
use super::inbox::addresses_in;
use super::sql::params;
use super::{AddressRow, Channel, Stored, Tx};
use crate::notice::Destination;
use crate::token::TokenKey;

/// How many notices one transaction looks at.
const NOTICES: u32 = 200;
/// How many mails one transaction empties.
const MAILS: u32 = 8;

/// Somebody who is being forgotten.
struct Forgetting {
    id: i64,
    player: i64,
    name: Option<String>,
    addresses: HashSet<String>,
    next_notice: i64,
    last_notice: Option<i64>,
    last_mail: i64,
}

impl Tx<'_> {
    /// Deletes all that is a player's alone. Their games stay, under whatever name the player's row has.
    pub fn erase_belongings(&self, player: i64) -> Stored<()> {
        for sql in [
            "DELETE FROM spectacles WHERE account IN (SELECT account FROM discord_users WHERE player = ?1)",
            "DELETE FROM discord_users WHERE player = ?1",
            "DELETE FROM link_codes WHERE player = ?1",
            "DELETE FROM changes WHERE player = ?1",
            "DELETE FROM blocks WHERE player = ?1",
            "DELETE FROM blocks WHERE blocked = ?1",
            "DELETE FROM ratings WHERE player = ?1",
            "DELETE FROM rating_history WHERE player = ?1",
            "DELETE FROM notes WHERE player = ?1",
            "DELETE FROM comments WHERE player = ?1",
            "DELETE FROM plans WHERE player = ?1",
            "DELETE FROM watchers WHERE player = ?1",
            "DELETE FROM questions WHERE player = ?1",
            "DELETE FROM house_work WHERE player = ?1",
            "DELETE FROM house_guests WHERE player = ?1",
            "DELETE FROM digests WHERE player = ?1",
            "DELETE FROM outbox WHERE player = ?1 AND settled IS NULL",
            "UPDATE challenges SET greeting = NULL WHERE challenger = ?1",
        ] {
            self.sql.prepare_cached(sql)?.execute([player])?;
        }
        self.note_leftovers()
    }

    /// Begins to forget a player of that name, who has these addresses and that Discord account: nothing more is sent
    /// there, and no request that others have yet to confirm names them. The rest is for [`Tx::forget_some`].
    pub fn begin_forgetting(
        &self,
        player: i64,
        name: &str,
        addresses: &[AddressRow],
        discord: Option<u64>,
    ) -> Stored<()> {
        let mut keys = Vec::new();
        for AddressRow { address, .. } in addresses {
            keys.push(self.address_key(address)?);
            self.sql
                .prepare_cached("DELETE FROM outbox WHERE state = 'owed' AND channel = 'mail' AND recipient = ?1")?
                .execute([address])?;
            self.sql
                .prepare_either(
                    "UPDATE questions INDEXED BY questions_player SET state = 'answered', kind = 'null'
                     WHERE state = 'open' AND instr(lower(kind), ?1)",
                    "UPDATE questions SET state = 'answered', kind = 'null'
                     WHERE state = 'open' AND strpos(lower(kind), ?1) > 0",
                )?
                .execute([address])?;
        }
        if let Some(user) = discord {
            self.forget_sights(user)?;
            let key = TokenKey::new(self.token_key()?);
            keys.push(recipient_key(&key, Channel::Discord.word(), &Destination::DiscordUser(user).recipient()));
        }
        self.sql
            .prepare_either(
                "INSERT INTO forgetting (player, name, addresses, last_mail)
                 VALUES (?1, ?2, ?3, (SELECT coalesce(max(id), 0) FROM inbox))",
                "INSERT INTO forgetting (player, name, addresses, last_mail, since)
                 VALUES (?1, ?2, ?3, (SELECT coalesce(max(id), 0) FROM inbox), CAST(CAST(pg_current_xact_id() AS TEXT) AS BIGINT))",
            )?
            .execute(params![player, name, serde_json::to_string(&keys)?])?;
        self.note_leftovers()
    }

    /// Does part of what is left to forget; true if there is more to do now.
    pub fn forget_some(&self) -> Stored<bool> {
        for job in self.forgetting()? {
            let more = if job.name.is_some() { self.forget_in_notices(&job)? } else { self.forget_in_mails(&job)? };
            if more {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn forgetting(&self) -> Stored<Vec<Forgetting>> {
        // What began before they asked for it may still write to them: it is waited for.
        let mut statement = self.sql.prepare_either(
            "SELECT id, player, name, addresses, next_notice, last_notice, last_mail FROM forgetting ORDER BY id",
            "SELECT id, player, name, addresses, next_notice, last_notice, last_mail FROM forgetting
             WHERE since < CAST(CAST(pg_snapshot_xmin(pg_current_snapshot()) AS TEXT) AS BIGINT) ORDER BY id",
        )?;
        let mut rows = statement.query([])?;
        let mut found = Vec::new();
        while let Some(row) = rows.next()? {
            let addresses: String = row.get(3)?;
            found.push(Forgetting {
                id: row.get(0)?,
                player: row.get(1)?,
                name: row.get(2)?,
                addresses: serde_json::from_str(&addresses)?,
                next_notice: row.get(4)?,
                last_notice: row.get(5)?,
                last_mail: row.get(6)?,
            });
        }
        Ok(found)
    }

    /// Notices to them, about their games, and those that name them. What others have yet to be told is deleted once they
    /// have been told.
    fn forget_in_notices(&self, job: &Forgetting) -> Stored<bool> {
        let last = match job.last_notice {
            Some(last) => last,
            // This includes what was written along with their farewell.
            None => {
                self.sql.prepare_cached("SELECT coalesce(max(id), 0) FROM outbox")?.query_row([], |row| row.get(0))?
            }
        };
        let mut statement = self.sql.prepare_cached(
            "SELECT id, state, channel, recipient, notice, game IS NULL,
               coalesce(player = ?1, FALSE) OR EXISTS (SELECT 1 FROM games WHERE number = o.game AND ?1 IN (white, black))
               OR EXISTS (SELECT 1 FROM challenges WHERE number = o.game AND ?1 IN (challenger, to_player))
             FROM outbox AS o WHERE id >= ?2 AND id <= ?3 ORDER BY id LIMIT ?4",
        )?;
        let key = TokenKey::new(self.token_key()?);
        let mut rows = statement.query(params![job.player, job.next_notice, last, NOTICES])?;
        let (mut next, mut found) = (None, Vec::new());
        while let Some(row) = rows.next()? {
            let (id, state): (i64, String) = (row.get(0)?, row.get(1)?);
            let (channel, recipient, notice): (String, String, String) = (row.get(2)?, row.get(3)?, row.get(4)?);
            let (of_no_game, theirs): (bool, bool) = (row.get(5)?, row.get(6)?);
            next = Some(id + 1);
            let name = job.name.as_deref().filter(|_| of_no_game).unwrap_or_default().to_lowercase();
            if theirs
                || job.addresses.contains(&recipient_key(&key, &channel, &recipient))
                || names(&serde_json::from_str(&notice)?, &name, &|address| {
                    job.addresses.contains(&mail_key(&key, address))
                })
            {
                found.push((id, state == "owed"));
            }
        }
        drop(rows);
        for (id, owed) in found {
            let sql =
                if owed { "UPDATE outbox SET fleeting = 1 WHERE id = ?1" } else { "DELETE FROM outbox WHERE id = ?1" };
            self.sql.prepare_cached(sql)?.execute([id])?;
        }
        let (next, name) = next.map_or((last, None), |next| (next, job.name.as_ref()));
        self.sql
            .prepare_cached("UPDATE forgetting SET next_notice = ?2, last_notice = ?3, name = ?4 WHERE id = ?1")?
            .execute(params![job.id, next, last, name])?;
        Ok(true)
    }

    /// Their mails, those that name their addresses, and those of people who could have quoted their words: whoever
    /// played with them, watched, or was invited. What still waits comes when it is handled.
    fn forget_in_mails(&self, job: &Forgetting) -> Stored<bool> {
        let mut about: Vec<String> = job.addresses.iter().map(|key| format!("mail {key}")).collect();
        about.push(format!("by {}", job.player));
        let mut statement = self.sql.prepare_cached(
            "SELECT address FROM challenges JOIN addresses ON addresses.id = to_address WHERE challenger = ?1",
        )?;
        let mut rows = statement.query([job.player])?;
        while let Some(row) = rows.next()? {
            about.push(format!("mail {}", self.address_key(&row.get::<_, String>(0)?)?));
        }
        drop(rows);
        let mut statement = self.sql.prepare_cached(
            "SELECT black FROM games WHERE white = ?1 UNION SELECT white FROM games WHERE black = ?1
             UNION SELECT to_player FROM challenges WHERE challenger = ?1 AND to_player IS NOT NULL
             UNION SELECT player FROM watchers WHERE game IN
               (SELECT number FROM games WHERE white = ?1 UNION SELECT number FROM games WHERE black = ?1)",
        )?;
        let mut rows = statement.query([job.player])?;
        while let Some(row) = rows.next()? {
            about.push(format!("by {}", row.get::<_, i64>(0)?));
        }
        drop(rows);
        let mut statement =
            self.sql.prepare_cached("SELECT mail FROM inbox_about WHERE what = ?1 AND mail <= ?2 LIMIT ?3")?;
        for what in about {
            let mails = statement.query_map(params![what, job.last_mail, MAILS], |row| row.get(0))?;
            let mails: Vec<i64> = mails.collect::<Result<_, _>>()?;
            for mail in &mails {
                self.empty_mail(*mail)?;
            }
            if !mails.is_empty() {
                return self.note_leftovers().map(|()| true);
            }
        }
        // A waiting mail may name them too; it is then emptied once it is handled.
        let done = self
            .sql
            .prepare_cached(
                "DELETE FROM forgetting WHERE id = ?1
                 AND NOT EXISTS (SELECT 1 FROM inbox WHERE verdict IS NULL AND id <= last_mail)",
            )?
            .execute([job.id])?;
        Ok(done > 0)
    }
}

/// What stands for a recipient of notices.
fn recipient_key(key: &TokenKey, channel: &str, recipient: &str) -> String {
    match channel == Channel::Mail.word() {
        true => mail_key(key, recipient),
        false => key.hash(&format!("{channel} {recipient}")),
    }
}

/// Whether any text in a JSON value has a name as a word of it (in lower case; an empty one is none), or an address.
fn names(value: &serde_json::Value, name: &str, is_theirs: &dyn Fn(&str) -> bool) -> bool {
    match value {
        serde_json::Value::String(text) => {
            addresses_in(text).iter().any(|address| is_theirs(address)) || has_word(&text.to_lowercase(), name)
        }
        serde_json::Value::Array(values) => values.iter().any(|value| names(value, name, is_theirs)),
        serde_json::Value::Object(fields) => fields.values().any(|value| names(value, name, is_theirs)),
        _ => false,
    }
}

fn has_word(text: &str, word: &str) -> bool {
    let belongs = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
    !word.is_empty()
        && text
            .match_indices(word)
            .any(|(at, _)| !text[..at].ends_with(belongs) && !text[at + word.len()..].starts_with(belongs))
}
