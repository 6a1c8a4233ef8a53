//! Boards that follow a game in a Discord channel, and where a server's games open.

use super::sql::{OptionalExtension, Row, params};
use super::{Stored, Tx};
use crate::game::{Game, GameNumber};

/// A board that follows a game in a channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spectacle {
    /// The game.
    pub game: GameNumber,
    /// The channel.
    pub channel: u64,
    /// The message.
    pub message: u64,
    /// The revision of the game that it shows.
    pub revision: i64,
    /// The Discord user who asked for it.
    pub user: u64,
}

impl Tx<'_> {
    /// Keeps a board that follows a game, in place of an earlier one in the same channel.
    pub fn set_spectacle(&self, board: &Spectacle) -> Stored<()> {
        let Spectacle { game, channel, message, revision, user } = *board;
        self.sql
            .prepare_cached(
                "INSERT INTO spectacles (game, channel, message, revision, account) VALUES (?1, ?2, ?3, ?4, ?5)
                 ON CONFLICT (game, channel) DO UPDATE SET message = ?3, revision = ?4, account = ?5",
            )?
            .execute(params![game, channel.cast_signed(), message.cast_signed(), revision, user.cast_signed()])?;
        Ok(())
    }

    /// The board that follows that game in that channel.
    pub fn spectacle(&self, game: GameNumber, channel: u64) -> Stored<Option<Spectacle>> {
        let mut statement = self.sql.prepare_cached("SELECT * FROM spectacles WHERE game = ?1 AND channel = ?2")?;
        statement.query_row(params![game, channel.cast_signed()], read).optional()
    }

    /// How many boards follow that game, and how many there are in that channel.
    pub fn count_spectacles(&self, game: GameNumber, channel: u64) -> Stored<(u32, u32)> {
        let mut statement = self.sql.prepare_cached(
            "SELECT (SELECT count(*) FROM spectacles WHERE game = ?1), (SELECT count(*) FROM spectacles WHERE channel = ?2)",
        )?;
        statement.query_row(params![game, channel.cast_signed()], |row| Ok((row.get(0)?, row.get(1)?)))
    }

    /// Some of the boards that don't show the newest position of their game.
    pub fn spectacles_behind(&self, limit: u32) -> Stored<Vec<Spectacle>> {
        let mut statement = self.sql.prepare_cached(
            "SELECT spectacles.* FROM spectacles JOIN games ON games.number = spectacles.game WHERE spectacles.revision < games.revision
             ORDER BY spectacles.game, spectacles.channel LIMIT ?1",
        )?;
        let rows = statement.query_map([limit], read)?.collect::<Result<_, _>>()?;
        Ok(rows)
    }

    /// Forgets a board, which no longer follows its game.
    pub fn end_spectacle(&self, game: GameNumber, channel: u64) -> Stored<()> {
        let mut statement = self.sql.prepare_cached("DELETE FROM spectacles WHERE game = ?1 AND channel = ?2")?;
        statement.execute(params![game, channel.cast_signed()])?;
        Ok(())
    }

    /// The channel in which a server's games open, if one was chosen.
    pub fn server_channel(&self, server: u64) -> Stored<Option<u64>> {
        let mut statement = self.sql.prepare_cached("SELECT channel FROM servers WHERE server = ?1")?;
        let channel = statement.query_row([server.cast_signed()], |row| row.get::<_, i64>(0)).optional()?;
        Ok(channel.map(i64::cast_unsigned))
    }

    /// Chooses it; nothing means wherever they are asked for.
    pub fn set_server_channel(&self, server: u64, channel: Option<u64>) -> Stored<()> {
        match channel {
            Some(channel) => self
                .sql
                .prepare_cached("INSERT INTO servers VALUES (?1, ?2) ON CONFLICT (server) DO UPDATE SET channel = ?2")?
                .execute([server.cast_signed(), channel.cast_signed()])?,
            None => {
                self.sql.prepare_cached("DELETE FROM servers WHERE server = ?1")?.execute([server.cast_signed()])?
            }
        };
        Ok(())
    }

    /// The running games whose challenge was made in that server, the newest first.
    pub fn server_games(&self, server: u64, limit: u32) -> Stored<Vec<Game>> {
        self.games(
            "SELECT games.* FROM games JOIN challenges ON challenges.number = games.number
             WHERE challenges.server = ?1 AND games.ended IS NULL ORDER BY games.number DESC LIMIT ?2",
            params![server.cast_signed(), limit],
        )
    }
}

fn read(row: Row<'_>) -> Stored<Spectacle> {
    let unsigned = |column: &str| row.get::<_, i64>(column).map(i64::cast_unsigned);
    Ok(Spectacle {
        game: row.get("game")?,
        channel: unsigned("channel")?,
        message: unsigned("message")?,
        revision: row.get("revision")?,
        user: unsigned("account")?,
    })
}
