//! The groups of events and their games.

use super::sql::params;

use super::{Entrant, Stored, Tx};
use crate::clock::moment::Timestamp;
use crate::event::EventNumber;
use crate::event::score::Outcome;
use crate::event::withdrawal::Fate;
use crate::game::GameNumber;
use crate::rules::Side;

use super::words::{SideText, reason_of};

/// Somebody's place in a group of a round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slot {
    /// The group, from 1.
    pub team: u32,
    /// The place in its list, from 0.
    pub slot: u32,
    /// Who.
    pub player: i64,
    /// What becomes of their games, if they have withdrawn.
    pub fate: Option<Fate>,
    /// Whether they went on to the next round.
    pub went_on: bool,
}

/// A game of an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventGame {
    /// The group.
    pub team: u32,
    /// White's slot.
    pub white: i64,
    /// Black's slot.
    pub black: i64,
    /// The game.
    pub game: GameNumber,
    /// How it ended; none while it goes on.
    pub result: Option<Outcome>,
    /// When it ended.
    pub ended: Option<Timestamp>,
}

impl Tx<'_> {
    /// Stores who plays in which group of a round; what is there already stays.
    pub fn insert_slot(&self, event: EventNumber, round: u32, slot: &Slot) -> Stored<()> {
        self.sql
            .prepare_cached(
                "INSERT INTO slots (event, round, team, slot, player) VALUES (?1, ?2, ?3, ?4, ?5)
                 ON CONFLICT (event, round, team, slot) DO NOTHING",
            )?
            .execute(params![event, round, slot.team, slot.slot, slot.player])?;
        Ok(())
    }

    /// The groups of a round, one list of slots each, in their order.
    pub fn groups(&self, event: EventNumber, round: u32) -> Stored<Vec<Vec<Slot>>> {
        let mut statement =
            self.sql.prepare_cached("SELECT * FROM slots WHERE event = ?1 AND round = ?2 ORDER BY team, slot")?;
        let rows = statement.query_map(params![event, round], |row| {
            let fate: Option<String> = row.get("fate")?;
            Ok(Slot {
                team: row.get("team")?,
                slot: row.get("slot")?,
                player: row.get("player")?,
                fate: fate.map(|word| if word == "void" { Fate::Void } else { Fate::Forfeit }),
                went_on: row.get("went_on")?,
            })
        })?;
        let slots = rows.collect::<Result<Vec<Slot>, _>>()?;
        Ok(slots.chunk_by(|one, next| one.team == next.team).map(<[Slot]>::to_vec).collect())
    }

    /// The names of all who play in a round, in the order of the groups: one question instead of one for each of them.
    pub fn names_in_groups(&self, event: EventNumber, round: u32) -> Stored<Vec<(i64, String)>> {
        let mut statement = self.sql.prepare_cached(
            "SELECT players.id, players.name FROM slots JOIN players ON players.id = slots.player
             WHERE slots.event = ?1 AND slots.round = ?2 ORDER BY slots.team, slots.slot",
        )?;
        let rows = statement.query_map(params![event, round], |row| Ok((row.get(0)?, row.get(1)?)))?;
        rows.collect()
    }

    /// Notes what becomes of a withdrawn player's games in a round.
    pub fn set_fate(&self, event: EventNumber, round: u32, player: i64, fate: Fate) -> Stored<()> {
        let word = if fate == Fate::Void { "void" } else { "forfeit" };
        self.sql
            .prepare_cached(
                "UPDATE slots SET fate = ?4 WHERE event = ?1 AND round = ?2 AND player = ?3 AND fate IS NULL",
            )?
            .execute(params![event, round, player, word])?;
        Ok(())
    }

    /// Notes who goes on from a round.
    pub fn set_went_on(&self, event: EventNumber, round: u32, player: i64) -> Stored<()> {
        self.sql
            .prepare_cached("UPDATE slots SET went_on = 1 WHERE event = ?1 AND round = ?2 AND player = ?3")?
            .execute(params![event, round, player])?;
        Ok(())
    }

    /// Puts somebody in another player's place: in the group, and in the games.
    pub fn replace_player(&self, event: EventNumber, round: u32, old: i64, new: i64) -> Stored<()> {
        self.sql
            .prepare_cached("UPDATE slots SET player = ?4 WHERE event = ?1 AND round = ?2 AND player = ?3")?
            .execute(params![event, round, old, new])?;
        for column in ["white", "black"] {
            self.sql
                .prepare_cached(&format!(
                    "UPDATE games SET {column} = ?3 WHERE event = ?1 AND {column} = ?2 AND ended IS NULL"
                ))?
                .execute(params![event, old, new])?;
        }
        Ok(())
    }

    /// Two players swap their entries in an event, with their places in its groups.
    pub fn swap_entries(&self, event: EventNumber, one: i64, other: i64) -> Stored<()> {
        let both = (self.entrant(event, one)?, self.entrant(event, other)?);
        let (Some(first), Some(second)) = both else { return Ok(()) };
        self.update_entrant(&Entrant { player: other, ..first })?;
        self.update_entrant(&Entrant { player: one, ..second })?;
        self.sql
            .prepare_cached(
                "UPDATE slots SET player = CASE WHEN player = ?2 THEN ?3 ELSE ?2 END WHERE event = ?1 AND player IN (?2, ?3)",
            )?
            .execute(params![event, one, other])?;
        Ok(())
    }

    /// Stores a game of a round. A pair that has one already is an error.
    pub fn insert_event_game(&self, event: EventNumber, round: u32, game: &EventGame) -> Stored<()> {
        self.sql
            .prepare_cached(
                "INSERT INTO event_games (event, round, team, white, black, game) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
            )?
            .execute(params![event, round, game.team, game.white, game.black, game.game])?;
        Ok(())
    }

    /// The games of a round, by groups.
    pub fn event_games(&self, event: EventNumber, round: u32) -> Stored<Vec<EventGame>> {
        let mut statement = self.sql.prepare_cached(
            "SELECT team, event_games.white, event_games.black, event_games.game, ended, winner, reason, margin
             FROM event_games JOIN games ON number = event_games.game
             WHERE event_games.event = ?1 AND round = ?2 ORDER BY team, event_games.white, event_games.black, event_games.game",
        )?;
        let mut rows = statement.query(params![event, round])?;
        let mut found = Vec::new();
        while let Some(row) = rows.next()? {
            let ended: Option<Timestamp> = row.get(4)?;
            let result = match ended {
                None => None,
                Some(_) => {
                    let winner: Option<Side> = row.get::<_, Option<SideText>>(5)?.map(|side| side.0);
                    let reason: String = row.get(6)?;
                    Some(Outcome::of(winner, reason_of(&reason)?, row.get(7)?))
                }
            };
            found.push(EventGame {
                team: row.get(0)?,
                white: row.get(1)?,
                black: row.get(2)?,
                game: row.get(3)?,
                result,
                ended,
            });
        }
        Ok(found)
    }

    /// How many groups of a round have their games.
    pub fn groups_begun(&self, event: EventNumber, round: u32) -> Stored<Vec<u32>> {
        let mut statement = self
            .sql
            .prepare_cached("SELECT DISTINCT team FROM event_games WHERE event = ?1 AND round = ?2 ORDER BY team")?;
        let rows = statement.query_map(params![event, round], |row| row.get(0))?;
        rows.collect()
    }

    /// Whether a game of that pair was begun on a ladder since a moment, or goes on.
    pub fn met_on_ladder(&self, event: EventNumber, one: i64, other: i64, since: i64) -> Stored<bool> {
        let mut statement = self.sql.prepare_cached(
            "SELECT 1 FROM event_games JOIN games ON number = event_games.game
             WHERE event_games.event = ?1 AND round = 0 AND (ended IS NULL OR ended > ?4)
             AND ((event_games.white = ?2 AND event_games.black = ?3) OR (event_games.white = ?3 AND event_games.black = ?2))
             LIMIT 1",
        )?;
        statement.exists(params![event, one, other, since])
    }

    /// How many games run on a ladder that a player has begun, and that others have begun with them.
    pub fn ladder_games(&self, event: EventNumber, player: i64) -> Stored<(u32, u32)> {
        let mut statement = self.sql.prepare_cached(
            "SELECT coalesce(sum(CASE WHEN team = ?2 THEN 1 ELSE 0 END), 0), coalesce(sum(CASE WHEN team <> ?2 THEN 1 ELSE 0 END), 0)
             FROM event_games JOIN games ON number = event_games.game
             WHERE event_games.event = ?1 AND round = 0 AND ended IS NULL AND (event_games.white = ?2 OR event_games.black = ?2)",
        )?;
        statement.query_row(params![event, player], |row| Ok((row.get(0)?, row.get(1)?)))
    }
}
