//! Ratings, one per player and game, and how they went.

use super::sql::{OptionalExtension, Row, params};
use super::{Stored, Tx};
use crate::clock::moment::Timestamp;
use crate::game::GameNumber;
use crate::rating::Rating;

impl Tx<'_> {
    /// A player's rating, if any.
    pub fn rating(&self, player: i64, game: &str) -> Stored<Option<Rating>> {
        let mut statement = self.sql.prepare_cached(
            "SELECT rating, deviation, volatility, games, at FROM ratings WHERE player = ?1 AND game = ?2",
        )?;
        statement.query_row(params![player, game], |row| read_rating(row, 0)).optional()
    }

    /// Makes sure that until this transaction ends nobody else changes the ratings of these players in a game.
    pub fn lock_ratings(&self, players: [i64; 2], game: &str) -> Stored<()> {
        self.sql.lock_names(players.iter().map(|player| format!("rating {player} {game}")))
    }

    /// Stores a rating.
    pub fn set_rating(&self, player: i64, game: &str, rating: &Rating) -> Stored<()> {
        self.sql
            .prepare_cached(
                "INSERT INTO ratings (player, game, rating, deviation, volatility, games, at)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT (player, game)
                 DO UPDATE SET rating = ?3, deviation = ?4, volatility = ?5, games = ?6, at = ?7",
            )?
            .execute(params![
                player,
                game,
                rating.rating,
                rating.deviation,
                rating.volatility,
                rating.games,
                rating.at
            ])?;
        Ok(())
    }

    /// Remembers the rating that a game led to.
    pub fn note_rating(&self, player: i64, game: &str, number: GameNumber, rating: &Rating) -> Stored<()> {
        self.sql
            .prepare_cached(
                "INSERT INTO rating_history (player, game, games, rating, number, at) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
                 ON CONFLICT (player, game, games) DO UPDATE SET rating = ?4, number = ?5, at = ?6",
            )?
            .execute(params![player, game, rating.games, rating.rating, number, rating.at])?;
        Ok(())
    }

    /// A player's ratings after their last games: after how many games, the rating, and when; the oldest first.
    pub fn rating_history(&self, player: i64, game: &str, most: u32) -> Stored<Vec<(u32, f64, Timestamp)>> {
        let mut statement = self.sql.prepare_cached(
            "SELECT games, rating, at FROM rating_history WHERE player = ?1 AND game = ?2 ORDER BY games DESC LIMIT ?3",
        )?;
        let rows =
            statement.query_map(params![player, game, most], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
        let mut found: Vec<_> = rows.collect::<Result<_, _>>()?;
        found.reverse();
        Ok(found)
    }

    /// The best of a game, by name.
    pub fn best_ratings(&self, game: &str, limit: u32) -> Stored<Vec<(String, Rating)>> {
        let mut statement = self.sql.prepare_cached(
            "SELECT name, rating, deviation, volatility, games, at FROM ratings JOIN players ON players.id = player
             WHERE game = ?1 AND forgotten = 0 ORDER BY rating DESC, players.id LIMIT ?2",
        )?;
        let rows = statement.query_map(params![game, limit], |row| Ok((row.get(0)?, read_rating(row, 1)?)))?;
        rows.collect::<Result<_, _>>()
    }

    /// The best of a game among those who let anybody look.
    pub fn best_public_ratings(&self, game: &str, limit: u32) -> Stored<Vec<(String, Rating)>> {
        let mut statement = self.sql.prepare_cached(
            "SELECT name, rating, deviation, volatility, games, at FROM ratings JOIN players ON players.id = player
             WHERE game = ?1 AND forgotten = 0 AND public = 1 ORDER BY rating DESC, name LIMIT ?2",
        )?;
        let rows = statement.query_map(params![game, limit], |row| Ok((row.get(0)?, read_rating(row, 1)?)))?;
        rows.collect()
    }

    /// What a rated game did to a player's rating: the one after it and, where it is known, the one before.
    pub fn rating_by(&self, player: i64, game: &str, number: GameNumber) -> Stored<Option<(Option<f64>, f64)>> {
        let mut statement = self.sql.prepare_cached(
            "SELECT games, rating FROM rating_history WHERE player = ?1 AND game = ?2 AND number = ?3",
        )?;
        let after: Option<(i64, f64)> =
            statement.query_row(params![player, game, number], |row| Ok((row.get(0)?, row.get(1)?))).optional()?;
        let Some((games, after)) = after else { return Ok(None) };
        let mut statement = self
            .sql
            .prepare_cached("SELECT rating FROM rating_history WHERE player = ?1 AND game = ?2 AND games = ?3")?;
        let before = statement.query_row(params![player, game, games - 1], |row| row.get(0)).optional()?;
        Ok(Some((before, after)))
    }

    /// Everything a player is rated in, by the game's name.
    pub fn ratings_of(&self, player: i64) -> Stored<Vec<(String, Rating)>> {
        let mut statement = self.sql.prepare_cached(
            "SELECT game, rating, deviation, volatility, games, at FROM ratings WHERE player = ?1 ORDER BY game",
        )?;
        let rows = statement.query_map([player], |row| Ok((row.get(0)?, read_rating(row, 1)?)))?;
        rows.collect::<Result<_, _>>()
    }
}

fn read_rating(row: Row<'_>, first: usize) -> Stored<Rating> {
    Ok(Rating {
        rating: row.get(first)?,
        deviation: row.get(first + 1)?,
        volatility: row.get(first + 2)?,
        games: row.get(first + 3)?,
        at: row.get(first + 4)?,
    })
}
