//! The table of one group: places, what they are based on, and who stands where once some have withdrawn.

use super::score::{Own, Played};
use super::tie_break::{self, Figures};

/// A group: its games, and whose games don't count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// How many play.
    pub players: usize,
    /// The games, finished or not.
    pub games: Vec<Played>,
    /// Whether each player's games count for nothing: withdrawn before half of them were finished.
    pub void: Vec<bool>,
    /// Whether each player has withdrawn, with games that count: they go neither on nor up.
    pub gone: Vec<bool>,
    /// The game's own tie-break.
    pub own: Own,
}

/// A row of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// The player's place in the group's list.
    pub player: usize,
    /// The place, from 1; several may share it.
    pub place: usize,
    /// Whether the place is shared.
    pub shared: bool,
    /// Points, in halves.
    pub points: u32,
    /// Games finished that count.
    pub finished: u32,
    /// Sonneborn-Berger, in quarters.
    pub sonneborn: u32,
    /// Games won.
    pub wins: u32,
    /// The game's own tie-break.
    pub own: i32,
}

impl Group {
    /// A group whose games are yet to be played.
    pub fn new(players: usize, games: Vec<Played>, own: Own) -> Group {
        Group { players, games, void: vec![false; players], gone: vec![false; players], own }
    }

    /// The games that count.
    pub fn counting(&self) -> Vec<Played> {
        let void = |player: usize| self.void.get(player).copied().unwrap_or(false);
        self.games.iter().filter(|game| !void(game.white) && !void(game.black)).copied().collect()
    }

    /// Whether a player can go on, up, or hold a place: nobody who has withdrawn.
    pub fn stays(&self, player: usize) -> bool {
        !self.void.get(player).copied().unwrap_or(false) && !self.gone.get(player).copied().unwrap_or(false)
    }

    /// The table: whoever's games count in order, then those whose don't.
    pub fn table(&self) -> Vec<Row> {
        let games = self.counting();
        let figures = tie_break::figures(self.players, &games, self.own);
        let (void, counted): (Vec<usize>, Vec<usize>) =
            (0..self.players).partition(|player| self.void.get(*player).copied().unwrap_or(false));
        let mut rows = Vec::new();
        for tied in tie_break::ranked(&games, &figures, &counted) {
            let place = rows.len() + 1;
            rows.extend(tied.iter().map(|player| row(&figures, *player, place, tied.len() > 1)));
        }
        let place = rows.len() + 1;
        rows.extend(void.iter().map(|player| row(&figures, *player, place, void.len() > 1)));
        rows
    }
}

fn row(figures: &Figures, player: usize, place: usize, shared: bool) -> Row {
    let sums = figures.sums.get(player).copied().unwrap_or_default();
    let sonneborn = figures.sonneborn.get(player).copied().unwrap_or(0);
    Row {
        player,
        place,
        shared,
        points: sums.points,
        finished: sums.finished,
        sonneborn,
        wins: sums.wins,
        own: sums.own,
    }
}

/// Those within the first `line` places who stay; a tie across the line takes all who share the place.
pub fn first(group: &Group, line: usize) -> Vec<usize> {
    over(group, &group.table(), line)
}

/// Those within the last `line` places who stay; a tie across the line spares all who share the place.
pub fn last(group: &Group, line: usize) -> Vec<usize> {
    let rows: Vec<Row> = group.table().into_iter().filter(|row| group.stays(row.player)).collect();
    let safe = rows.len().saturating_sub(line);
    match rows.get(safe.wrapping_sub(1)) {
        Some(line) => rows.iter().skip(safe).filter(|row| row.place != line.place).map(|row| row.player).collect(),
        None => rows.iter().map(|row| row.player).collect(),
    }
}

fn over(group: &Group, table: &[Row], line: usize) -> Vec<usize> {
    let rows: Vec<&Row> = table.iter().filter(|row| group.stays(row.player)).collect();
    let Some(last) = line.checked_sub(1).and_then(|at| rows.get(at.min(rows.len().saturating_sub(1)))) else {
        return Vec::new();
    };
    rows.iter().filter(|row| row.place <= last.place).map(|row| row.player).collect()
}

#[cfg(test)]
pub(in crate::event) mod tests;
