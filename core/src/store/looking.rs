//! Games as others look at them: what is public is decided here and nowhere else, for lists and for single games.

use super::sql::{OptionalExtension, params};
use super::{Stored, Tx};
use crate::game::{Game, GameNumber};

/// How two players' finished games ended, for the first of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// How many they won.
    pub won: u32,
    /// How many they lost.
    pub lost: u32,
    /// How many nobody won.
    pub drawn: u32,
}

/// Whether a game `g` may be looked at by anybody.
macro_rules! public {
    () => {
        "g.listed = 1 AND EXISTS (SELECT 1 FROM players WHERE id = g.white AND public = 1)
         AND EXISTS (SELECT 1 FROM players WHERE id = g.black AND public = 1)"
    };
}

impl Tx<'_> {
    /// Whether anybody may look at a game.
    pub fn is_public(&self, number: GameNumber) -> Stored<bool> {
        let mut statement =
            self.sql.prepare_cached(concat!("SELECT 1 FROM games AS g WHERE number = ?1 AND ", public!()))?;
        statement.exists([number])
    }

    /// Which players of a game anybody may know, White and Black; none if nobody else may look at the game at all. Where
    /// somebody asked to be forgotten it is gone for others.
    pub fn seen_players(&self, number: GameNumber) -> Stored<Option<[bool; 2]>> {
        let mut statement = self.sql.prepare_cached(
            "SELECT w.public, b.public FROM games AS g JOIN players AS w ON w.id = g.white JOIN players AS b ON b.id = g.black
             WHERE g.number = ?1 AND g.listed = 1 AND w.forgotten = 0 AND b.forgotten = 0",
        )?;
        statement.query_row([number], |row| Ok([row.get(0)?, row.get(1)?])).optional()
    }

    /// Running games of others that anybody may look at, the newest first, without those of players whom the viewer
    /// blocks; and how many there are.
    pub fn games_of_others(&self, viewer: i64, most: u32) -> Stored<(Vec<Game>, u32)> {
        const WHERE: &str = concat!(
            "g.listed = 1 AND g.ended IS NULL AND g.adjourned = 0 AND ?1 NOT IN (g.white, g.black)
             AND NOT EXISTS (SELECT 1 FROM blocks WHERE player = ?1 AND blocked IN (g.white, g.black)) AND ",
            public!()
        );
        let games = self.games(
            &format!("SELECT * FROM games AS g WHERE {WHERE} ORDER BY number DESC LIMIT ?2"),
            params![viewer, most],
        )?;
        let count = format!("SELECT count(*) FROM games AS g WHERE {WHERE}");
        let mut statement = self.sql.prepare_cached(&count)?;
        let all = statement.query_row([viewer], |row| row.get(0))?;
        Ok((games, all))
    }

    /// Running games that anybody may look at, the newest first, with the names of White and Black.
    pub fn public_games(&self, most: u32) -> Stored<Vec<(Game, [String; 2])>> {
        const WHERE: &str = concat!("g.listed = 1 AND g.ended IS NULL AND g.adjourned = 0 AND ", public!());
        self.named_games(
            &format!("SELECT * FROM games AS g WHERE {WHERE} ORDER BY number DESC LIMIT ?1"),
            params![most],
        )
    }

    /// The running games of a player that anybody may look at, the newest first, with the names of White and Black.
    pub fn public_games_of(&self, player: i64, most: u32) -> Stored<Vec<(Game, [String; 2])>> {
        const WHERE: &str = concat!("g.ended IS NULL AND g.adjourned = 0 AND ", public!());
        // Two selects, so that each has its index.
        let side = |column: &str| format!("SELECT * FROM games AS g WHERE {column} = ?1 AND {WHERE}");
        let both = format!("{} UNION ALL {}", side("white"), side("black"));
        self.named_games(&format!("SELECT * FROM ({both}) AS g ORDER BY number DESC LIMIT ?2"), params![player, most])
    }

    /// A game that somebody else may look at, with the names of those of its players whom anybody may know.
    pub fn seen_game(&self, number: GameNumber) -> Stored<Option<(Game, [Option<String>; 2])>> {
        let mut found = self.named_games("SELECT * FROM games WHERE number = ?1", params![number])?;
        let Some((game, names)) = found.pop() else { return Ok(None) };
        let Some(known) = self.seen_players(number)? else { return Ok(None) };
        let [white, black] = names;
        Ok(Some((game, [Some(white).filter(|_| known[0]), Some(black).filter(|_| known[1])])))
    }

    /// How many running games of a player somebody else may look at.
    pub fn running_games_seen(&self, player: i64, viewer: Option<i64>) -> Stored<u32> {
        const SEEN: &str = concat!("g.ended IS NULL AND (?2 IN (g.white, g.black) OR ", public!(), ")");
        // Two selects, so that each has its index.
        let side = |column: &str| format!("SELECT 1 FROM games AS g WHERE {column} = ?1 AND {SEEN}");
        let both = format!("SELECT count(*) FROM ({} UNION ALL {}) AS of_both", side("white"), side("black"));
        let mut statement = self.sql.prepare_cached(&both)?;
        statement.query_row(params![player, viewer], |row| row.get(0))
    }

    /// A player's finished games that somebody else may look at, the latest first, so many after skipping some; and how
    /// many there are. Games between the two are both players' own. What was aborted is of no interest to others.
    pub fn finished_games_seen(&self, player: i64, viewer: i64, most: u32, skip: u32) -> Stored<(Vec<Game>, u32)> {
        self.finished_games_where(
            concat!("g.aborted = 0 AND (?2 IN (g.white, g.black) OR ", public!(), ")"),
            player,
            viewer,
            most,
            skip,
        )
    }

    /// The same of a player's own, which are all of them.
    pub fn finished_games_own(&self, player: i64, most: u32, skip: u32) -> Stored<(Vec<Game>, u32)> {
        self.finished_games_where("?2 = ?1", player, player, most, skip)
    }

    fn finished_games_where(
        &self,
        which: &str,
        player: i64,
        viewer: i64,
        most: u32,
        skip: u32,
    ) -> Stored<(Vec<Game>, u32)> {
        // Two selects, so that each has its index.
        let side = |column: &str| format!("SELECT * FROM games AS g WHERE {column} = ?1 AND ended > 0 AND {which}");
        let both = format!("{} UNION ALL {}", side("white"), side("black"));
        let games = self.games(
            &format!("SELECT * FROM ({both}) AS of_both ORDER BY ended DESC, number DESC LIMIT ?3 OFFSET ?4"),
            params![player, viewer, most, skip],
        )?;
        let count = format!("SELECT count(*) FROM ({both}) AS of_both");
        let mut statement = self.sql.prepare_cached(&count)?;
        let all = statement.query_row([player, viewer], |row| row.get(0))?;
        Ok((games, all))
    }

    /// How the finished games between two players ended for the first of them, by the game's name.
    pub fn scores_between(&self, player: i64, other: i64) -> Stored<Vec<(String, Score)>> {
        let mut statement = self.sql.prepare_cached(
            "SELECT game, count(*) FILTER (WHERE winner = side), count(*) FILTER (WHERE winner <> side),
               count(*) FILTER (WHERE winner IS NULL) FROM (
               SELECT game, winner, 'white' AS side FROM games WHERE white = ?1 AND black = ?2 AND ended > 0 AND aborted = 0
               UNION ALL
               SELECT game, winner, 'black' FROM games WHERE white = ?2 AND black = ?1 AND ended > 0 AND aborted = 0
             ) AS of_both GROUP BY game ORDER BY game",
        )?;
        let rows = statement.query_map([player, other], |row| {
            Ok((row.get(0)?, Score { won: row.get(1)?, lost: row.get(2)?, drawn: row.get(3)? }))
        })?;
        rows.collect::<Result<_, _>>()
    }
}
