//! Addresses, Discord accounts and the codes that join them to one player.

use super::sql::{OptionalExtension, Row, params};
use super::{Stored, Tx};
use crate::address::Mailbox;
use crate::clock::moment::Timestamp;
use crate::token::TokenKey;

/// How the replacement of a forgotten address begins.
pub(super) const FORGOTTEN: &str = "forgotten ";

/// An email address, of a player or of somebody who was written to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AddressRow {
    /// Its id, which secrets name.
    pub id: i64,
    /// The address, as [`Mailbox`] writes it.
    pub address: String,
    /// Whose it is, once proven.
    pub player: Option<i64>,
    /// Whether its owner said stop.
    pub stopped: bool,
    /// Why mail to it is held back.
    pub suspended: Option<String>,
    /// What limits count by, hashed: all spellings and tags of one mailbox have it in common.
    pub counted: String,
    /// Whether a mail of ours was answered from there.
    pub answered: bool,
    /// How many mails to it came back since it last worked.
    pub bounces: u32,
}

impl Tx<'_> {
    /// The row of an address, made if there is none.
    pub fn address(&self, mailbox: &Mailbox) -> Stored<AddressRow> {
        if let Some(row) = self.known_address(mailbox)? {
            return Ok(row);
        }
        let (text, counted) = (mailbox.to_string(), mailbox.counted_by(&TokenKey::new(self.token_key()?)));
        // Whoever said stop before being forgotten is known by a hash, and still gets no mail.
        let mut statement = self.sql.prepare_cached("SELECT at FROM stops WHERE hash = ?1")?;
        let since: Option<Timestamp> = statement.query_row([self.hashed(&text)?], |row| row.get(0)).optional()?;
        let mut statement = self
            .sql
            .prepare_cached("INSERT INTO addresses (address, counted, stopped) VALUES (?1, ?2, ?3) RETURNING id")?;
        let id = statement.insert(params![text, counted, since])?;
        let (player, stopped, suspended, answered) = (None, since.is_some(), None, false);
        Ok(AddressRow { id, address: text, player, stopped, suspended, counted, answered, bounces: 0 })
    }

    /// The row of an address, if there is one.
    pub fn known_address(&self, mailbox: &Mailbox) -> Stored<Option<AddressRow>> {
        let mut statement = self.sql.prepare_cached("SELECT * FROM addresses WHERE address = ?1")?;
        statement.query_row([mailbox.to_string()], read_address).optional()
    }

    /// The address with that id, unless it is forgotten.
    pub fn address_by_id(&self, id: i64) -> Stored<Option<AddressRow>> {
        let mut statement = self.sql.prepare_cached("SELECT * FROM addresses WHERE id = ?1")?;
        let row = statement.query_row([id], read_address).optional()?;
        Ok(row.filter(|row| !row.address.starts_with(FORGOTTEN)))
    }

    /// A player's addresses, the one last used first.
    pub fn addresses_of(&self, player: i64) -> Stored<Vec<AddressRow>> {
        let mut statement =
            self.sql.prepare_cached("SELECT * FROM addresses WHERE player = ?1 ORDER BY used DESC, id")?;
        let rows = statement.query_map([player], read_address)?.collect::<Result<_, _>>()?;
        Ok(rows)
    }

    /// Gives an address to a player, or to nobody.
    pub fn set_address_player(&self, id: i64, player: Option<i64>, at: Timestamp) -> Stored<()> {
        self.sql
            .prepare_cached("UPDATE addresses SET player = ?2, used = ?3, since = ?3 WHERE id = ?1")?
            .execute(params![id, player, at])?;
        Ok(())
    }

    /// Notes that an address was written from, proven: it works, whatever bounced before.
    pub fn address_used(&self, id: i64, at: Timestamp) -> Stored<()> {
        self.sql
            .prepare_cached("UPDATE addresses SET used = ?2, suspended = NULL, bounces = 0 WHERE id = ?1")?
            .execute(params![id, at])?;
        Ok(())
    }

    /// Notes that somebody answered a mail of ours from an address.
    pub fn address_answered(&self, id: i64, at: Timestamp) -> Stored<()> {
        self.sql
            .prepare_cached("UPDATE addresses SET answered = ?2 WHERE id = ?1 AND answered IS NULL")?
            .execute(params![id, at])?;
        Ok(())
    }

    /// Whether anybody said stop from an address that counts as the same as this one.
    pub fn said_stop(&self, counted: &str) -> Stored<bool> {
        let mut statement = self.sql.prepare_cached(
            "SELECT 1 FROM addresses WHERE counted = ?1 AND stopped IS NOT NULL
                                     UNION ALL SELECT 1 FROM stops WHERE hash = ?1",
        )?;
        statement.exists([counted])
    }

    /// Stops mail to an address, or lets it flow again.
    pub fn set_stopped(&self, id: i64, since: Option<Timestamp>) -> Stored<()> {
        let mut statement = self.sql.prepare_cached("UPDATE addresses SET stopped = ?2 WHERE id = ?1 RETURNING *")?;
        let row = statement.query_row(params![id, since], read_address).optional()?;
        if let (Some(row), None) = (row, since) {
            self.sql
                .prepare_cached("DELETE FROM stops WHERE hash IN (?1, ?2)")?
                .execute([self.hashed(&row.address)?, row.counted])?;
        }
        Ok(())
    }

    /// Notes a bounce and says how many there were since the address last worked.
    pub fn count_bounce(&self, id: i64) -> Stored<u32> {
        let mut statement =
            self.sql.prepare_cached("UPDATE addresses SET bounces = bounces + 1 WHERE id = ?1 RETURNING bounces")?;
        Ok(statement.query_row([id], |row| row.get(0)).optional()?.unwrap_or(0))
    }

    /// Somebody writes from an address, proven: earlier bounces no longer count.
    pub fn forget_bounces(&self, id: i64) -> Stored<()> {
        self.sql.prepare_cached("UPDATE addresses SET bounces = 0 WHERE id = ?1 AND bounces > 0")?.execute([id])?;
        Ok(())
    }

    /// Holds mail to an address back, or not.
    pub fn set_suspended(&self, id: i64, why: Option<&str>) -> Stored<()> {
        self.sql.prepare_cached("UPDATE addresses SET suspended = ?2 WHERE id = ?1")?.execute(params![id, why])?;
        Ok(())
    }

    /// Makes an address nobody's and unreadable; its stop, if any, is remembered by a hash alone. The questions it was
    /// asked go with it, since a first confirmation belongs to nobody who is a player yet.
    pub fn scrub_address(&self, address: &AddressRow) -> Stored<()> {
        if address.stopped {
            let mut statement = self.sql.prepare_cached(
                "INSERT INTO stops SELECT ?2, stopped FROM addresses WHERE id = ?1 AND stopped IS NOT NULL
                 ON CONFLICT (hash) DO NOTHING",
            )?;
            for hash in [&self.hashed(&address.address)?, &address.counted] {
                statement.execute(params![address.id, hash])?;
            }
        }
        let stand_in = format!("{FORGOTTEN}{}", address.id);
        self.sql
            .prepare_cached(
                "UPDATE addresses SET address = ?2, player = NULL, suspended = NULL, answered = NULL,
                 counted = NULL WHERE id = ?1",
            )?
            .execute(params![address.id, stand_in])?;
        self.sql.prepare_cached("DELETE FROM questions WHERE address = ?1")?.execute([address.id])?;
        Ok(())
    }

    /// What stands for an address where only its owner may find it.
    pub fn address_key(&self, address: &str) -> Stored<String> {
        Ok(mail_key(&TokenKey::new(self.token_key()?), address))
    }

    /// What stands for an address in the list of stops. Without the key nobody can find it by trying addresses.
    fn hashed(&self, address: &str) -> Stored<String> {
        Ok(TokenKey::new(self.token_key()?).hash(address))
    }

    /// The player of a Discord account.
    pub fn discord_player(&self, user: u64) -> Stored<Option<i64>> {
        let mut statement = self.sql.prepare_cached("SELECT player FROM discord_users WHERE account = ?1")?;
        statement.query_row([user.cast_signed()], |row| row.get(0)).optional()
    }

    /// A player's Discord account.
    pub fn discord_of(&self, player: i64) -> Stored<Option<u64>> {
        let mut statement = self.sql.prepare_cached("SELECT account FROM discord_users WHERE player = ?1")?;
        let user: Option<i64> = statement.query_row([player], |row| row.get(0)).optional()?;
        Ok(user.map(i64::cast_unsigned))
    }

    /// Gives a Discord account to a player, or to nobody, since a time.
    pub fn set_discord_player(&self, user: u64, player: Option<i64>, since: Timestamp) -> Stored<()> {
        let user = user.cast_signed();
        match player {
            Some(player) => self
                .sql
                .prepare_cached(
                    "INSERT INTO discord_users (account, player, since) VALUES (?1, ?2, ?3)
                     ON CONFLICT (account) DO UPDATE SET player = ?2, since = ?3",
                )?
                .execute(params![user, player, since])?,
            None => self.sql.prepare_cached("DELETE FROM discord_users WHERE account = ?1")?.execute([user])?,
        };
        Ok(())
    }

    /// Keeps a link code and returns its id; the player's older codes stop working.
    pub fn put_link_code(&self, code: &str, player: i64, only_address: Option<i64>, expires: Timestamp) -> Stored<i64> {
        self.sql.prepare_cached("DELETE FROM link_codes WHERE player = ?1")?.execute([player])?;
        let mut statement = self.sql.prepare_cached(
            "INSERT INTO link_codes (code, player, only_address, expires) VALUES (?1, ?2, ?3, ?4)
             ON CONFLICT (code) DO UPDATE SET player = ?2, only_address = ?3, expires = ?4 RETURNING id",
        )?;
        statement.insert(params![code, player, only_address, expires])
    }

    /// The link code of that id, as long as it works.
    pub fn link_code(&self, id: i64, now: Timestamp) -> Stored<Option<String>> {
        let mut statement = self.sql.prepare_cached("SELECT code FROM link_codes WHERE id = ?1 AND expires >= ?2")?;
        statement.query_row([id, now], |row| row.get(0)).optional()
    }

    /// Whether a link code is meant for that address.
    pub fn link_code_fits(&self, code: &str, address: i64, now: Timestamp) -> Stored<bool> {
        let mut statement = self
            .sql
            .prepare_cached("SELECT 1 FROM link_codes WHERE code = ?1 AND only_address = ?2 AND expires >= ?3")?;
        statement.exists(params![code, address, now])
    }

    /// Whether a link code works now, from wherever.
    pub fn link_code_works(&self, code: &str, now: Timestamp) -> Stored<bool> {
        let mut statement = self.sql.prepare_cached("SELECT 1 FROM link_codes WHERE code = ?1 AND expires >= ?2")?;
        statement.exists(params![code, now])
    }

    /// Takes a link code: whose it is, and the one address it works from, if it is bound to one.
    pub fn take_link_code(&self, code: &str, now: Timestamp) -> Stored<Option<(i64, Option<i64>)>> {
        let mut statement = self.sql.prepare_cached(
            "DELETE FROM link_codes WHERE code = ?1 AND expires >= ?2 RETURNING player, only_address",
        )?;
        statement.query_row(params![code, now], |row| Ok((row.get(0)?, row.get(1)?))).optional()
    }
}

/// A keyed hash of an address, whatever its spelling.
pub(super) fn mail_key(key: &TokenKey, address: &str) -> String {
    // What is not an address to us can still be somebody's, in a text.
    let one = Mailbox::parse(address).map_or_else(|_| address.trim().to_owned(), |mailbox| mailbox.to_string());
    key.hash(&format!("mail {}", one.to_lowercase()))
}

fn read_address(row: Row<'_>) -> Stored<AddressRow> {
    let stopped: Option<i64> = row.get("stopped")?;
    Ok(AddressRow {
        id: row.get("id")?,
        address: row.get("address")?,
        player: row.get("player")?,
        stopped: stopped.is_some(),
        suspended: row.get("suspended")?,
        counted: row.get::<_, Option<String>>("counted")?.unwrap_or_default(),
        answered: row.get::<_, Option<i64>>("answered")?.is_some(),
        bounces: row.get("bounces")?,
    })
}
