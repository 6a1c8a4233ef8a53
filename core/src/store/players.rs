//! Players: their names and how they want things.

use super::sql::{OptionalExtension, Row, params};
use serde::{Deserialize, Serialize};

use super::happening::Counter;
use super::{StoreError, Stored, Tx};
use crate::clock::moment::Timestamp;
use crate::command::Transport;
use crate::likeness::skeleton;

/// A player's row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// Their id, never shown.
    pub id: i64,
    /// The name they go by.
    pub name: String,
    /// When they were made.
    pub created: Timestamp,
    /// The time zone they chose.
    pub zone: Option<String>,
    /// Minutes east of UTC in their last mail.
    pub mail_offset: Option<i16>,
    /// The theme they chose.
    pub theme: Option<String>,
    /// Whether boards are turned to their side.
    pub my_side: bool,
    /// When notices are sent.
    pub mode: Mode,
    /// Reminders this many hours before time runs out, the earliest first.
    pub reminders: Vec<u32>,
    /// Whether mailed turns get a receipt.
    pub receipts: bool,
    /// Whether others may look at their games.
    pub public: bool,
    /// The transport they chose.
    pub transport: Option<Transport>,
    /// The transport they last acted by.
    pub last_transport: Option<Transport>,
    /// Until when they are away.
    pub away_until: Option<Timestamp>,
    /// The year of `vacation_used`.
    pub vacation_year: i16,
    /// Seconds of vacation taken in that year.
    pub vacation_used: i64,
    /// Whether a turn that they pick is asked about first.
    pub confirm: bool,
    /// Whether they are sent the addresses of pages with their boards, and those pages work.
    pub page_links: bool,
    /// How many games they want at most at a time.
    pub most_games: Option<u32>,
    /// Whether they want news of events between the rounds.
    pub news: bool,
    /// Whether an operator suspended them.
    pub suspended: bool,
    /// Whether they asked to be forgotten.
    pub forgotten: bool,
    /// The level, if it is the computer.
    pub house: Option<u8>,
    /// When they last did something, if they are a guest: somebody at a page, whom nobody can reach.
    pub guest: Option<Timestamp>,
    /// The player that they turned out to be, if they were a guest.
    pub became: Option<i64>,
}

/// When a player's notices are sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Mode {
    /// At once.
    Now,
    /// Together, at that minute of their day.
    Digest(u16),
    /// Only reminders.
    Reminders,
}

impl Tx<'_> {
    /// Makes a player; the name must be free.
    pub fn insert_player(&self, name: &str, at: Timestamp) -> Stored<i64> {
        let mut statement = self.sql.prepare_cached(
            "INSERT INTO players (name, folded, skeleton, created) VALUES (?1, ?2, ?3, ?4) RETURNING id",
        )?;
        let id = statement.insert(params![name, name.to_lowercase(), skeleton(name), at])?;
        self.count(Counter::PlayersMade)?;
        Ok(id)
    }

    /// The player with that id.
    pub fn player(&self, id: i64) -> Stored<Option<Player>> {
        let mut statement = self.sql.prepare_cached("SELECT * FROM players WHERE id = ?1")?;
        statement.query_row([id], read_player).optional()
    }

    /// The same, about to be changed: until this transaction ends nobody else changes them.
    pub fn player_to_change(&self, id: i64) -> Stored<Player> {
        let mut statement = self.sql.prepare_to_change("SELECT * FROM players WHERE id = ?1")?;
        let found = statement.query_row([id], read_player).optional()?;
        found.ok_or_else(|| StoreError::Nonsense(format!("player {id} is missing")))
    }

    /// The player a row refers to, who must be there.
    pub fn known_player(&self, id: i64) -> Stored<Player> {
        self.player(id)?.ok_or_else(|| StoreError::Nonsense(format!("player {id} is missing")))
    }

    /// The player of that name, in any case. Guests are nobody to others.
    pub fn player_named(&self, name: &str) -> Stored<Option<Player>> {
        let mut statement =
            self.sql.prepare_cached("SELECT * FROM players WHERE folded = ?1 AND forgotten = 0 AND guest IS NULL")?;
        statement.query_row([name.to_lowercase()], read_player).optional()
    }

    /// The same, who is about to be changed.
    pub fn player_named_to_change(&self, name: &str) -> Stored<Option<Player>> {
        let mut statement = self
            .sql
            .prepare_to_change("SELECT * FROM players WHERE folded = ?1 AND forgotten = 0 AND guest IS NULL")?;
        statement.query_row([name.to_lowercase()], read_player).optional()
    }

    /// The player whom a Discord account acts as, who is about to be changed.
    pub fn discord_player_to_change(&self, user: u64) -> Stored<Option<Player>> {
        let mut statement = self.sql.prepare_to_change(
            "SELECT * FROM players WHERE id = (SELECT player FROM discord_users WHERE account = ?1)",
        )?;
        statement.query_row([user.cast_signed()], read_player).optional()
    }

    /// Whether somebody else goes by that name, or by one that looks like it.
    pub fn name_taken(&self, name: &str, by_others_than: Option<i64>) -> Stored<bool> {
        // Nobody takes one that looks like it until this transaction has, or has not.
        self.sql.lock_names(std::iter::once(format!("name {}", skeleton(name))))?;
        let mut statement = self.sql.prepare_cached(
            "SELECT 1 FROM players WHERE (folded = ?1 OR skeleton = ?2) AND forgotten = 0 AND (id <> ?3 OR ?3 IS NULL)",
        )?;
        statement.exists(params![name.to_lowercase(), skeleton(name), by_others_than])
    }

    /// Names that begin like this, for completion and "did you mean".
    pub fn names_like(&self, beginning: &str, limit: u32) -> Stored<Vec<String>> {
        let low = beginning.to_lowercase();
        let mut statement = self.sql.prepare_cached(
            "SELECT name FROM players WHERE folded >= ?1 AND folded < ?2 AND forgotten = 0 AND guest IS NULL
             ORDER BY folded LIMIT ?3",
        )?;
        let names = statement
            .query_map(params![low, format!("{low}\u{10ffff}"), limit], |row| row.get(0))?
            .collect::<Result<_, _>>()?;
        Ok(names)
    }

    /// Players in the order of their ids, after this one.
    pub fn players_after(&self, id: i64, limit: u32) -> Stored<Vec<Player>> {
        let mut statement = self.sql.prepare_cached("SELECT * FROM players WHERE id > ?1 ORDER BY id LIMIT ?2")?;
        let rows = statement.query_map(params![id, limit], read_player)?.collect::<Result<_, _>>()?;
        Ok(rows)
    }

    /// Stores everything about the player, who was read by [`Self::player_to_change`]. That the name is free, the caller has
    /// checked.
    pub fn update_player(&self, player: &Player) -> Stored<()> {
        let (mode, minute) = match player.mode {
            Mode::Now => ("now", None),
            Mode::Digest(minute) => ("digest", Some(minute)),
            Mode::Reminders => ("reminders", None),
        };
        let reminders: Vec<String> = player.reminders.iter().map(u32::to_string).collect();
        self.sql
            .prepare_cached(
                "UPDATE players SET name = ?2, folded = ?3, zone = ?4, mail_offset = ?5, theme = ?6, my_side = ?7,
                 mode = ?8, digest_minute = ?9, reminders = ?10, receipts = ?11, transport = ?12, last_transport = ?13,
                 away_until = ?14, vacation_year = ?15, vacation_used = ?16, suspended = ?17, forgotten = ?18, skeleton = ?19,
                 confirm = ?20, public = ?21, page_links = ?22, most_games = ?23, news = ?24
                 WHERE id = ?1",
            )?
            .execute(params![
                player.id,
                player.name,
                player.name.to_lowercase(),
                player.zone,
                player.mail_offset,
                player.theme,
                player.my_side,
                mode,
                minute,
                reminders.join(","),
                player.receipts,
                player.transport.map(transport_word),
                player.last_transport.map(transport_word),
                player.away_until,
                player.vacation_year,
                player.vacation_used,
                player.suspended,
                player.forgotten,
                (!player.forgotten).then(|| skeleton(&player.name)),
                player.confirm,
                player.public,
                player.page_links,
                player.most_games,
                player.news,
            ])?;
        Ok(())
    }

    /// Removes a player's name and settings; the row stays, for the games they played, which nobody else sees any more.
    pub fn forget_player(&self, id: i64) -> Stored<()> {
        self.sql
            .prepare_cached(
                "UPDATE players SET name = 'a former player', folded = 'former ' || id, skeleton = NULL, forgotten = 1, zone = NULL,
                 mail_offset = NULL, theme = NULL, mode = 'now', digest_due = NULL, transport = NULL,
                 last_transport = NULL, away_until = NULL, public = 0 WHERE id = ?1",
            )?
            .execute([id])?;
        self.sql.prepare_cached("UPDATE games SET thread = NULL WHERE white = ?1 OR black = ?1")?.execute([id])?;
        Ok(())
    }

    /// Makes two players one: everything of the first's becomes the second's.
    pub fn merge_players(&self, from: i64, into: i64, at: Timestamp) -> Stored<()> {
        for sql in [
            "UPDATE addresses SET player = ?2, since = ?3 WHERE player = ?1",
            "UPDATE discord_users SET player = ?2, since = ?3 WHERE player = ?1",
        ] {
            self.sql.prepare_cached(sql)?.execute(params![from, into, at])?;
        }
        for sql in [
            "UPDATE games SET white = ?2 WHERE white = ?1",
            "UPDATE games SET black = ?2 WHERE black = ?1",
            "UPDATE challenges SET challenger = ?2 WHERE challenger = ?1",
            "UPDATE challenges SET to_player = ?2 WHERE to_player = ?1",
            "UPDATE comments SET player = ?2 WHERE player = ?1",
            "UPDATE notes SET player = ?2 WHERE player = ?1",
            "UPDATE plans SET player = ?2 WHERE player = ?1",
            "UPDATE watchers SET player = ?2 WHERE player = ?1
             AND NOT EXISTS (SELECT 1 FROM watchers AS w WHERE w.player = ?2 AND w.game = watchers.game)",
            "UPDATE blocks SET player = ?2 WHERE player = ?1
             AND NOT EXISTS (SELECT 1 FROM blocks AS b WHERE b.player = ?2 AND b.blocked = blocks.blocked)",
            "UPDATE blocks SET blocked = ?2 WHERE blocked = ?1
             AND NOT EXISTS (SELECT 1 FROM blocks AS b WHERE b.blocked = ?2 AND b.player = blocks.player)",
            // How a rating went goes with that rating, and there is only one for each game.
            "UPDATE rating_history SET player = ?2 WHERE player = ?1
             AND NOT EXISTS (SELECT 1 FROM ratings WHERE player = ?2 AND game = rating_history.game)",
            "UPDATE ratings SET player = ?2 WHERE player = ?1
             AND NOT EXISTS (SELECT 1 FROM ratings AS r WHERE r.player = ?2 AND r.game = ratings.game)",
            // Whoever wanted to be private as one of the two is private as both.
            "UPDATE players SET public = 0 WHERE id = ?2
             AND EXISTS (SELECT 1 FROM players AS p WHERE p.id = ?1 AND p.public = 0)",
            // Where both were in an event, the later entry was withdrawn before, and stays with who is left.
            "UPDATE slots SET player = ?2 WHERE player = ?1 AND fate IS NULL AND NOT EXISTS (SELECT 1 FROM slots AS other
             WHERE other.event = slots.event AND other.round = slots.round AND other.player = ?2)",
            "UPDATE entrants SET player = ?2 WHERE player = ?1
             AND NOT EXISTS (SELECT 1 FROM entrants AS other WHERE other.event = entrants.event AND other.player = ?2)",
            "UPDATE event_games SET white = ?2 WHERE white = ?1 AND round = 0",
            "UPDATE event_games SET black = ?2 WHERE black = ?1 AND round = 0",
            "UPDATE events SET host = ?2 WHERE host = ?1",
            "UPDATE questions SET player = ?2 WHERE player = ?1",
            "UPDATE digests SET player = ?2 WHERE player = ?1",
            "UPDATE changes SET player = ?2 WHERE player = ?1",
            "UPDATE outbox SET player = ?2 WHERE player = ?1",
            "UPDATE house_work SET player = ?2 WHERE player = ?1 AND NOT EXISTS (SELECT 1 FROM house_work AS other
             WHERE other.player = ?2 AND other.kind = house_work.kind AND other.game = house_work.game)",
        ] {
            self.sql.prepare_cached(sql)?.execute(params![from, into])?;
        }
        let public: bool = self.known_player(from)?.public;
        self.erase_belongings(from)?;
        self.forget_player(from)?;
        // If they part again, they are as public as they were.
        self.sql.prepare_cached("UPDATE players SET public = ?2 WHERE id = ?1")?.execute(params![from, public])?;
        Ok(())
    }

    /// Sets when the next digest is due.
    pub fn set_digest_due(&self, player: i64, due: Option<Timestamp>) -> Stored<()> {
        self.sql.prepare_cached("UPDATE players SET digest_due = ?2 WHERE id = ?1")?.execute(params![player, due])?;
        Ok(())
    }

    /// Players whose digest is due.
    pub fn digests_due(&self, now: Timestamp) -> Stored<Vec<Player>> {
        let mut statement = self.sql.prepare_cached("SELECT * FROM players WHERE digest_due <= ?1 ORDER BY id")?;
        let rows = statement.query_map([now], read_player)?.collect::<Result<_, _>>()?;
        Ok(rows)
    }

    /// Players whose vacation is over.
    pub fn back_from_vacation(&self, now: Timestamp) -> Stored<Vec<Player>> {
        let mut statement = self.sql.prepare_to_change("SELECT * FROM players WHERE away_until <= ?1 ORDER BY id")?;
        let rows = statement.query_map([now], read_player)?.collect::<Result<_, _>>()?;
        Ok(rows)
    }

    /// Blocks or unblocks.
    pub fn set_block(&self, player: i64, blocked: i64, on: bool) -> Stored<()> {
        let sql = if on {
            "INSERT INTO blocks VALUES (?1, ?2) ON CONFLICT (player, blocked) DO NOTHING"
        } else {
            "DELETE FROM blocks WHERE player = ?1 AND blocked = ?2"
        };
        self.sql.prepare_cached(sql)?.execute(params![player, blocked])?;
        Ok(())
    }

    /// Whether `player` blocks `other`.
    pub fn blocks(&self, player: i64, other: i64) -> Stored<bool> {
        let mut statement = self.sql.prepare_cached("SELECT 1 FROM blocks WHERE player = ?1 AND blocked = ?2")?;
        statement.exists(params![player, other])
    }

    /// Whether somebody blocks a player with an address that counts as the same: another way to the same mailbox.
    pub fn blocks_from(&self, counted: &str, other: i64) -> Stored<bool> {
        let mut statement = self.sql.prepare_cached(
            "SELECT 1 FROM addresses JOIN blocks ON blocks.player = addresses.player
             WHERE addresses.counted = ?1 AND blocks.blocked = ?2",
        )?;
        statement.exists(params![counted, other])
    }

    /// Who blocks a player.
    pub fn blocked_by(&self, player: i64) -> Stored<Vec<i64>> {
        let mut statement = self.sql.prepare_cached("SELECT player FROM blocks WHERE blocked = ?1 ORDER BY player")?;
        let rows = statement.query_map([player], |row| row.get(0))?;
        rows.collect::<Result<_, _>>()
    }

    /// The names that a player blocks.
    pub fn blocked_names(&self, player: i64) -> Stored<Vec<String>> {
        let mut statement = self.sql.prepare_cached(
            "SELECT name FROM blocks JOIN players ON players.id = blocked WHERE player = ?1 ORDER BY folded",
        )?;
        let names = statement.query_map([player], |row| row.get(0))?.collect::<Result<_, _>>()?;
        Ok(names)
    }
}

pub(super) fn read_player(row: Row<'_>) -> Stored<Player> {
    let mode: String = row.get("mode")?;
    let minute: Option<u16> = row.get("digest_minute")?;
    let reminders: String = row.get("reminders")?;
    let transport = |column| -> Stored<Option<Transport>> {
        let word: Option<String> = row.get(column)?;
        Ok(word.as_deref().and_then(transport_of))
    };
    Ok(Player {
        id: row.get("id")?,
        name: row.get("name")?,
        created: row.get("created")?,
        zone: row.get("zone")?,
        mail_offset: row.get("mail_offset")?,
        theme: row.get("theme")?,
        my_side: row.get("my_side")?,
        mode: match (mode.as_str(), minute) {
            ("digest", Some(minute)) => Mode::Digest(minute),
            ("reminders", _) => Mode::Reminders,
            _ => Mode::Now,
        },
        reminders: reminders.split(',').filter_map(|hours| hours.parse().ok()).collect(),
        receipts: row.get("receipts")?,
        public: row.get("public")?,
        transport: transport("transport")?,
        last_transport: transport("last_transport")?,
        away_until: row.get("away_until")?,
        vacation_year: row.get("vacation_year")?,
        vacation_used: row.get("vacation_used")?,
        confirm: row.get("confirm")?,
        page_links: row.get("page_links")?,
        most_games: row.get("most_games")?,
        news: row.get("news")?,
        suspended: row.get("suspended")?,
        forgotten: row.get("forgotten")?,
        house: row.get("house")?,
        guest: row.get("guest")?,
        became: row.get("became")?,
    })
}

const fn transport_word(transport: Transport) -> &'static str {
    match transport {
        Transport::Mail => "mail",
        Transport::Discord => "discord",
    }
}

fn transport_of(word: &str) -> Option<Transport> {
    match word {
        "mail" => Some(Transport::Mail),
        "discord" => Some(Transport::Discord),
        _ => None,
    }
}
