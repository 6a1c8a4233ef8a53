//! What a game's record tells: which turns are in force, what was taken back, and the position at a revision.

use super::{Course, Damaged, Entry, EntryKind, Game};
use crate::rules::{Position, Side};

/// The turns, spurs and forfeits in force.
pub fn in_force(entries: &[Entry]) -> impl DoubleEndedIterator<Item = &Entry> {
    entries.iter().filter(|entry| entry.kind.moves() && !entry.undone)
}

/// Whether these entries changed the board.
pub fn has_moved(since: &[Entry]) -> bool {
    since.iter().any(|entry| entry.kind.moves() || entry.kind == EntryKind::Undo)
}

/// Whether that side has played since, and the turn stands.
pub fn has_played(since: &[Entry], side: Side) -> bool {
    in_force(since).any(|entry| entry.side == Some(side))
}

/// The turns in force at a revision, judged by the take-backs alone, whatever the entries' own flags say. `None` if
/// they take back more than there is.
pub fn in_force_at(entries: &[Entry], revision: i64) -> Option<Vec<&Entry>> {
    let mut kept: Vec<&Entry> = Vec::new();
    for entry in entries.iter().take_while(|entry| entry.number <= revision) {
        match entry.kind {
            kind if kind.moves() => kept.push(entry),
            EntryKind::Undo => kept.truncate(kept.len().checked_sub(taken_by(entry)?)?),
            _ => {}
        }
    }
    Some(kept)
}

/// Who took which turn back since a revision, of those in force then. What was played and taken back since leaves no
/// trace on the board, so that this comes before all that was played since and is in force.
pub fn taken_back_since(entries: &[Entry], revision: i64) -> Vec<(Side, String)> {
    let undos = entries.iter().filter(|entry| entry.kind == EntryKind::Undo && entry.number > revision);
    undos
        .filter_map(|undo| {
            let before = in_force_at(entries, undo.number - 1)?;
            let first = before.get(before.len().checked_sub(taken_by(undo)?)?)?;
            (first.number <= revision).then_some((undo.side?, first.text.clone()))
        })
        .collect()
}

/// How many turns a take-back took back.
fn taken_by(undo: &Entry) -> Option<usize> {
    undo.text.parse().ok()
}

impl Game {
    /// This game from its starting position, with these turns replayed.
    pub fn replayed<'t>(&self, turns: impl IntoIterator<Item = &'t Entry>) -> Result<Course, Damaged> {
        self.continued(Course::begin(self.setup.clone(), self.first_position()?), turns)
    }

    /// The course with these turns played too.
    pub(super) fn continued<'t>(
        &self,
        mut course: Course,
        turns: impl IntoIterator<Item = &'t Entry>,
    ) -> Result<Course, Damaged> {
        for turn in turns {
            course.play(&turn.text).map_err(|error| {
                Damaged(format!("game {}: the stored turn {} can't be played: {error}", self.number, turn.text))
            })?;
        }
        Ok(course)
    }

    /// The position at a revision.
    pub fn position_at(&self, entries: &[Entry], revision: i64) -> Result<Position, Damaged> {
        let turns = in_force_at(entries, revision)
            .ok_or_else(|| Damaged(format!("game {}: its undos take back more than was played", self.number)))?;
        Ok(self.replayed(turns)?.position().clone())
    }
}
