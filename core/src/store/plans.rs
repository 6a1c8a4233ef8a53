//! Conditional turns that wait for their moment.

use super::happening::Happening;
use super::sql::params;
use super::{Stored, Tx};
use crate::clock::moment::Timestamp;
use crate::game::GameNumber;
use crate::rules::Side;

/// One line of a player's plans in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanRow {
    /// Its id, in the order of entry.
    pub id: i64,
    /// The opponent's turn (`None` is any) and one's own alternate, the opponent's first.
    pub line: Vec<Option<String>>,
}

impl Tx<'_> {
    /// Notes that a plan of that side's was played, to be told at that time unless it is told before.
    pub fn tell_plan_by(&self, game: GameNumber, side: Side, due: Timestamp) -> Stored<()> {
        let what = Happening::PlanPlayed { game, side };
        if self.happened(&what, 0)? == 0 { self.note_happening(&what, due) } else { Ok(()) }
    }

    /// Plans that were played and should have been told by now.
    pub fn untold_plans(&self, now: Timestamp, limit: u32) -> Stored<Vec<(GameNumber, Side)>> {
        let mut statement = self.sql.prepare_cached(
            "SELECT DISTINCT what FROM happenings WHERE what >= 'planned ' AND what < 'planned!' AND at <= ?1 LIMIT ?2",
        )?;
        let rows = statement.query_map(params![now, limit], |row| row.get(0))?;
        let found: Vec<String> = rows.collect::<Result<_, _>>()?;
        let parts = |what: &String| {
            let (game, side) = what.strip_prefix("planned ")?.split_once(' ')?;
            Some((game.parse().ok()?, Side::named(side)?))
        };
        Ok(found.iter().filter_map(parts).collect())
    }

    /// Notes that it is told.
    pub fn plan_told(&self, game: GameNumber, side: Side) -> Stored<()> {
        self.unhappen(&Happening::PlanPlayed { game, side })
    }

    /// Keeps a line.
    pub fn insert_plan(&self, game: GameNumber, player: i64, line: &[Option<String>]) -> Stored<()> {
        self.sql.prepare_cached("INSERT INTO plans (game, player, line) VALUES (?1, ?2, ?3)")?.execute(params![
            game,
            player,
            serde_json::to_string(line)?
        ])?;
        Ok(())
    }

    /// A player's lines in a game.
    pub fn plans(&self, game: GameNumber, player: i64) -> Stored<Vec<PlanRow>> {
        let mut statement =
            self.sql.prepare_cached("SELECT id, line FROM plans WHERE game = ?1 AND player = ?2 ORDER BY id")?;
        let mut rows = statement.query(params![game, player])?;
        let mut found = Vec::new();
        while let Some(row) = rows.next()? {
            let line: String = row.get(1)?;
            found.push(PlanRow { id: row.get(0)?, line: serde_json::from_str(&line)? });
        }
        Ok(found)
    }

    /// Drops one line.
    pub fn delete_plan(&self, id: i64) -> Stored<()> {
        self.sql.prepare_cached("DELETE FROM plans WHERE id = ?1")?.execute([id])?;
        Ok(())
    }

    /// Drops all lines of a game, of one player if given.
    pub fn delete_plans(&self, game: GameNumber, player: Option<i64>) -> Stored<usize> {
        let mut statement =
            self.sql.prepare_cached("DELETE FROM plans WHERE game = ?1 AND (player = ?2 OR ?2 IS NULL)")?;
        statement.execute(params![game, player])
    }

    /// Replaces a line by what is left of it.
    pub fn set_plan_line(&self, id: i64, line: &[Option<String>]) -> Stored<()> {
        self.sql
            .prepare_cached("UPDATE plans SET line = ?2 WHERE id = ?1")?
            .execute(params![id, serde_json::to_string(line)?])?;
        Ok(())
    }
}
