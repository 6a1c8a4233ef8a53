//! The ways in: addresses and Discord accounts that act as a player, since when, and what changed about them lately.

use super::sql::{OptionalExtension, params};
use serde::{Deserialize, Serialize};

use super::{Stored, Tx};
use crate::clock::moment::Timestamp;
use crate::game::GameNumber;

/// How somebody acts as a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Way {
    /// Mail from the address of that id.
    Address(i64),
    /// The Discord account of that user.
    Discord(u64),
}

/// A change to a player's ways in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Change {
    /// These joined.
    Joined {
        /// Which, and since when they had belonged to whom they did.
        ways: Vec<(Way, Timestamp)>,
        /// The player they were before, if any.
        merged: Option<Merged>,
    },
    /// This one was removed.
    Left {
        /// Which.
        way: Way,
        /// Since when it had been the player's.
        since: Timestamp,
    },
}

/// A player who became another one: what it takes to part them again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Merged {
    /// The id of the row that is left.
    pub player: i64,
    /// The name they went by.
    pub name: String,
    /// The numbers of their games and challenges.
    pub numbers: Vec<GameNumber>,
}

impl Tx<'_> {
    /// A player's ways in, and since when each has been theirs.
    pub fn ways_of(&self, player: i64) -> Stored<Vec<(Way, Timestamp)>> {
        let mut addresses = self.sql.prepare_cached("SELECT id, since FROM addresses WHERE player = ?1 ORDER BY id")?;
        let addresses = addresses.query_map([player], |row| Ok((Way::Address(row.get(0)?), row.get(1)?)))?;
        let mut users = self.sql.prepare_cached("SELECT account, since FROM discord_users WHERE player = ?1")?;
        let users =
            users.query_map([player], |row| Ok((Way::Discord(row.get::<_, i64>(0)?.cast_unsigned()), row.get(1)?)))?;
        addresses.chain(users).collect::<Result<_, _>>()
    }

    /// The player whom a way in acts as.
    pub fn player_by(&self, way: Way) -> Stored<Option<i64>> {
        match way {
            Way::Address(id) => Ok(self.address_by_id(id)?.and_then(|row| row.player)),
            Way::Discord(user) => self.discord_player(user),
        }
    }

    /// Gives a way in to a player, or to nobody, since a time.
    pub fn set_way(&self, way: Way, player: Option<i64>, since: Timestamp) -> Stored<()> {
        match way {
            Way::Address(id) => {
                let mut statement =
                    self.sql.prepare_cached("UPDATE addresses SET player = ?2, since = ?3 WHERE id = ?1")?;
                statement.execute(params![id, player, since])?;
                Ok(())
            }
            Way::Discord(user) => self.set_discord_player(user, player, since),
        }
    }

    /// Remembers a change and returns its id.
    pub fn insert_change(&self, player: i64, change: &Change, at: Timestamp) -> Stored<i64> {
        let mut statement =
            self.sql.prepare_cached("INSERT INTO changes (player, what, at) VALUES (?1, ?2, ?3) RETURNING id")?;
        statement.insert(params![player, serde_json::to_string(change)?, at])
    }

    /// A change since a time, and whose it is, unless it was undone.
    pub fn change(&self, id: i64, since: Timestamp) -> Stored<Option<(i64, Change)>> {
        let mut statement = self.sql.prepare_cached("SELECT player, what FROM changes WHERE id = ?1 AND at >= ?2")?;
        let found: Option<(i64, String)> =
            statement.query_row([id, since], |row| Ok((row.get(0)?, row.get(1)?))).optional()?;
        found.map(|(player, text)| Ok((player, serde_json::from_str(&text)?))).transpose()
    }

    /// Changes to a player's ways in since a time, the latest first.
    pub fn changes_of(&self, player: i64, since: Timestamp) -> Stored<Vec<(i64, Change)>> {
        let mut statement =
            self.sql.prepare_cached("SELECT id, what FROM changes WHERE player = ?1 AND at >= ?2 ORDER BY id DESC")?;
        let mut rows = statement.query([player, since])?;
        let mut found = Vec::new();
        while let Some(row) = rows.next()? {
            let text: String = row.get(1)?;
            found.push((row.get(0)?, serde_json::from_str(&text)?));
        }
        Ok(found)
    }

    /// Marks a change as no longer undoable.
    pub fn forget_change(&self, id: i64) -> Stored<()> {
        self.sql.prepare_cached("DELETE FROM changes WHERE id = ?1")?.execute([id])?;
        Ok(())
    }

    /// Forgets changes that are too old to be undone.
    pub fn forget_changes(&self, before: Timestamp) -> Stored<()> {
        self.sql.prepare_cached("DELETE FROM changes WHERE at < ?1")?.execute([before])?;
        Ok(())
    }

    /// The numbers of all games and challenges of a player.
    pub fn numbers_of(&self, player: i64) -> Stored<Vec<GameNumber>> {
        let mut statement = self.sql.prepare_cached(
            "SELECT number FROM games WHERE white = ?1 OR black = ?1
             UNION SELECT number FROM challenges WHERE challenger = ?1 OR to_player = ?1",
        )?;
        let numbers = statement.query_map([player], |row| row.get(0))?;
        numbers.collect::<Result<_, _>>()
    }

    /// Parts a player from the one they became: their games and challenges, and what was written there, are theirs again.
    pub fn part_players(&self, merged: &Merged, name: &str, from: i64) -> Stored<()> {
        self.sql
            .prepare_cached("UPDATE players SET name = ?2, folded = ?3, forgotten = 0 WHERE id = ?1")?
            .execute(params![merged.player, name, name.to_lowercase()])?;
        for number in &merged.numbers {
            for sql in [
                "UPDATE games SET white = ?2 WHERE white = ?1 AND number = ?3",
                "UPDATE games SET black = ?2 WHERE black = ?1 AND number = ?3",
                "UPDATE challenges SET challenger = ?2 WHERE challenger = ?1 AND number = ?3",
                "UPDATE challenges SET to_player = ?2 WHERE to_player = ?1 AND number = ?3",
                "UPDATE comments SET player = ?2 WHERE player = ?1 AND game = ?3",
                "UPDATE notes SET player = ?2 WHERE player = ?1 AND game = ?3",
                "UPDATE plans SET player = ?2 WHERE player = ?1 AND game = ?3",
                "UPDATE questions SET player = ?2 WHERE player = ?1 AND game = ?3",
                "UPDATE outbox SET player = ?2 WHERE player = ?1 AND game = ?3",
            ] {
                self.sql.prepare_cached(sql)?.execute(params![from, merged.player, number])?;
            }
        }
        Ok(())
    }
}
