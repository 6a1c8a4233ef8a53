//! Who sees which place in Discord, whether we may write there, and how far was read.

use super::sql::{OptionalExtension, params};
use super::{Stored, Tx};
use crate::clock::moment::Timestamp;
use crate::game::GameNumber;

/// Whether a user sees a channel, as Discord said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sight {
    /// Whether they do.
    pub sees: bool,
    /// When Discord was asked.
    pub asked: Timestamp,
}

/// A channel where games are played, and how far it was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Heard {
    /// The channel or thread.
    pub channel: u64,
    /// Whose direct messages it is; `None` in a server.
    pub user: Option<u64>,
    /// The last message handled.
    pub message: u64,
}

/// Whether we may write in a game's place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Door {
    /// As far as we know.
    Open,
    /// Discord refused it the last time.
    Shut {
        /// Whether anybody there was told why.
        told: bool,
    },
}

impl Tx<'_> {
    /// Whether a user sees a channel, if that was ever asked.
    pub fn sight(&self, channel: u64, user: u64) -> Stored<Option<Sight>> {
        let mut statement =
            self.sql.prepare_cached("SELECT sees, asked FROM sights WHERE channel = ?1 AND account = ?2")?;
        let sight = statement.query_row(params![channel.cast_signed(), user.cast_signed()], |row| {
            Ok(Sight { sees: row.get(0)?, asked: row.get(1)? })
        });
        sight.optional()
    }

    /// Stores what Discord said.
    pub fn set_sight(&self, channel: u64, user: u64, sight: Sight) -> Stored<()> {
        self.sql
            .prepare_cached(
                "INSERT INTO sights (channel, account, sees, asked) VALUES (?1, ?2, ?3, ?4)
                 ON CONFLICT (channel, account) DO UPDATE SET sees = ?3, asked = ?4",
            )?
            .execute(params![channel.cast_signed(), user.cast_signed(), sight.sees, sight.asked])?;
        Ok(())
    }

    /// Whether we may write in a game's place.
    pub fn door(&self, number: GameNumber) -> Stored<Door> {
        let mut statement = self.sql.prepare_cached("SELECT shut, shut_told FROM places WHERE number = ?1")?;
        let found: Option<(Option<i64>, Option<i64>)> =
            statement.query_row([number], |row| Ok((row.get(0)?, row.get(1)?))).optional()?;
        Ok(match found {
            Some((Some(_), told)) => Door::Shut { told: told.is_some() },
            _ => Door::Open,
        })
    }

    /// Stores whether we may write there.
    pub fn set_door(&self, number: GameNumber, door: Door, now: Timestamp) -> Stored<()> {
        let (shut, told) = match door {
            Door::Open => (None, None),
            Door::Shut { told } => (Some(now), told.then_some(now)),
        };
        self.sql
            .prepare_cached("UPDATE places SET shut = ?2, shut_told = ?3 WHERE number = ?1")?
            .execute(params![number, shut, told])?;
        Ok(())
    }

    /// Begins to read a channel from a message on, unless that has begun.
    pub fn begin_hearing(&self, heard: Heard) -> Stored<()> {
        self.sql
            .prepare_cached(
                "INSERT INTO heard (channel, account, message) VALUES (?1, ?2, ?3) ON CONFLICT (channel) DO NOTHING",
            )?
            .execute(params![
                heard.channel.cast_signed(),
                heard.user.map(u64::cast_signed),
                heard.message.cast_signed()
            ])?;
        Ok(())
    }

    /// Notes that everything up to a message was handled, in a channel that is read.
    pub fn heard(&self, channel: u64, message: u64) -> Stored<()> {
        self.sql
            .prepare_cached("UPDATE heard SET message = ?2 WHERE channel = ?1 AND message < ?2")?
            .execute(params![channel.cast_signed(), message.cast_signed()])?;
        Ok(())
    }

    /// The channels where running games are played, with the last message handled there: the places of games, and the
    /// direct messages of their players. The newest games first.
    pub fn hearing(&self, most: u32) -> Stored<Vec<Heard>> {
        let mut statement = self.sql.prepare_cached(
            "SELECT channel, account, message FROM heard AS h WHERE
               EXISTS (SELECT 1 FROM places JOIN games ON games.number = places.number
                       WHERE places.channel = h.channel AND games.ended IS NULL)
               OR EXISTS (SELECT 1 FROM discord_users AS d JOIN games ON games.white = d.player
                          WHERE d.account = h.account AND games.ended IS NULL)
               OR EXISTS (SELECT 1 FROM discord_users AS d JOIN games ON games.black = d.player
                          WHERE d.account = h.account AND games.ended IS NULL)
             ORDER BY message DESC LIMIT ?1",
        )?;
        let rows = statement.query_map([most], |row| {
            Ok(Heard {
                channel: row.get::<_, i64>(0)?.cast_unsigned(),
                user: row.get::<_, Option<i64>>(1)?.map(i64::cast_unsigned),
                message: row.get::<_, i64>(2)?.cast_unsigned(),
            })
        })?;
        rows.collect::<Result<_, _>>()
    }

    /// Forgets what a Discord user sees, and where they write to us.
    pub fn forget_sights(&self, user: u64) -> Stored<()> {
        for sql in ["DELETE FROM sights WHERE account = ?1", "DELETE FROM heard WHERE account = ?1"] {
            self.sql.prepare_cached(sql)?.execute([user.cast_signed()])?;
        }
        Ok(())
    }
}
