//! Comments to the opponent, private notes, and who watches.

use super::sql::params;
use super::{Stored, Tx};
use crate::clock::moment::Timestamp;
use crate::game::GameNumber;

/// A comment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comment {
    /// Its id.
    pub id: i64,
    /// Who wrote it.
    pub player: i64,
    /// What, masked and cut.
    pub text: String,
}

impl Tx<'_> {
    /// Keeps a comment until the other player is told.
    pub fn insert_comment(&self, game: GameNumber, player: i64, text: &str, at: Timestamp) -> Stored<()> {
        self.sql
            .prepare_cached("INSERT INTO comments (game, player, text, at) VALUES (?1, ?2, ?3, ?4)")?
            .execute(params![game, player, text, at])?;
        Ok(())
    }

    /// Keeps a comment that the other player is told at once, for its writer's export.
    pub fn insert_told_comment(&self, game: GameNumber, player: i64, text: &str, at: Timestamp) -> Stored<()> {
        self.sql
            .prepare_cached("INSERT INTO comments (game, player, text, at, told) VALUES (?1, ?2, ?3, ?4, 1)")?
            .execute(params![game, player, text, at])?;
        Ok(())
    }

    /// Comments in a game by others that were not told yet.
    pub fn untold_comments(&self, game: GameNumber, reader: i64) -> Stored<Vec<Comment>> {
        let mut statement = self.sql.prepare_cached(
            "SELECT id, player, text FROM comments WHERE game = ?1 AND player <> ?2 AND told = 0 ORDER BY id",
        )?;
        let rows = statement.query_map(params![game, reader], |row| {
            Ok(Comment { id: row.get(0)?, player: row.get(1)?, text: row.get(2)? })
        })?;
        rows.collect::<Result<_, _>>()
    }

    /// The last comments in a game, the oldest first.
    pub fn last_comments(&self, game: GameNumber, most: u32) -> Stored<Vec<Comment>> {
        let mut statement = self
            .sql
            .prepare_cached("SELECT id, player, text FROM comments WHERE game = ?1 ORDER BY id DESC LIMIT ?2")?;
        let rows = statement.query_map(params![game, most], |row| {
            Ok(Comment { id: row.get(0)?, player: row.get(1)?, text: row.get(2)? })
        })?;
        let mut found: Vec<Comment> = rows.collect::<Result<_, _>>()?;
        found.reverse();
        Ok(found)
    }

    /// Notes that a comment was told.
    pub fn comment_told(&self, id: i64) -> Stored<()> {
        self.sql.prepare_cached("UPDATE comments SET told = 1 WHERE id = ?1")?.execute([id])?;
        Ok(())
    }

    /// Keeps a private note.
    pub fn insert_note(&self, game: GameNumber, player: i64, text: &str, at: Timestamp) -> Stored<()> {
        self.sql
            .prepare_cached("INSERT INTO notes (game, player, text, at) VALUES (?1, ?2, ?3, ?4)")?
            .execute(params![game, player, text, at])?;
        Ok(())
    }

    /// A player's notes on a game.
    pub fn notes(&self, game: GameNumber, player: i64) -> Stored<Vec<(Timestamp, String)>> {
        let mut statement =
            self.sql.prepare_cached("SELECT at, text FROM notes WHERE game = ?1 AND player = ?2 ORDER BY id")?;
        let rows = statement.query_map(params![game, player], |row| Ok((row.get(0)?, row.get(1)?)))?;
        rows.collect::<Result<_, _>>()
    }

    /// Begins or ends watching; says whether that changed anything.
    pub fn set_watching(&self, game: GameNumber, player: i64, on: bool) -> Stored<bool> {
        let sql = if on {
            "INSERT INTO watchers VALUES (?1, ?2) ON CONFLICT (game, player) DO NOTHING"
        } else {
            "DELETE FROM watchers WHERE game = ?1 AND player = ?2"
        };
        Ok(self.sql.prepare_cached(sql)?.execute(params![game, player])? > 0)
    }

    /// Those who watch a game; nobody once either player wants it private.
    pub fn watchers(&self, game: GameNumber) -> Stored<Vec<i64>> {
        let mut statement = self.sql.prepare_cached(
            "SELECT player FROM watchers WHERE game = ?1 AND NOT EXISTS (
               SELECT 1 FROM games JOIN players ON players.id IN (white, black) WHERE number = ?1 AND public = 0)
             ORDER BY player",
        )?;
        let rows = statement.query_map([game], |row| row.get(0))?;
        rows.collect::<Result<_, _>>()
    }

    /// The games that a player watches.
    pub fn watched_by(&self, player: i64) -> Stored<Vec<GameNumber>> {
        let mut statement = self.sql.prepare_cached("SELECT game FROM watchers WHERE player = ?1 ORDER BY game")?;
        let rows = statement.query_map([player], |row| row.get(0))?;
        rows.collect::<Result<_, _>>()
    }
}
