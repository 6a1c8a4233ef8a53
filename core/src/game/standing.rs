//! Where a game stands by its rules: a position, and the turns in a row without progress. What one turn does to
//! that is stated here and nowhere else, so that a running game and a replay of its record can't differ.

use sha2::{Digest, Sha256};

use crate::rules::{MoveError, Outcome, Played, Position, Reason};

/// Where a game stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The position.
    pub position: Position,
    /// Turns in a row without progress.
    pub quiet: u32,
}

/// One text that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// What it was.
    pub played: Played,
    /// Whether the turn stays where it was: the opponent of the player to move made it.
    pub spur: bool,
    /// Identifies the position after it, where repetition counts.
    pub mark: Option<i64>,
}

impl Standing {
    /// A position that nobody has played from yet.
    pub const fn new(position: Position) -> Standing {
        Standing { position, quiet: 0 }
    }

    /// Reads a lenient text and plays it.
    pub fn play(&mut self, text: &str) -> Result<Step, MoveError> {
        let mover = self.position.to_move();
        let played = self.position.play(text)?;
        let spur = played.by != mover;
        // A spur is not a turn: it neither counts nor restarts the count.
        if !spur {
            self.quiet = if played.progress { 0 } else { self.quiet + 1 };
        }
        Ok(Step { played, spur, mark: self.mark() })
    }

    /// The end by the rules, with the draws that only the history shows. What one position shows (a player without a
    /// legal turn, a captured town) comes before any of them. `seen_before` says how often a mark stood here earlier.
    pub fn outcome<E>(&self, seen_before: impl FnOnce(i64) -> Result<u32, E>) -> Result<Option<Outcome>, E> {
        let draw = |reason| Ok(Some(Outcome { winner: None, reason, margin: None }));
        if let Some(outcome) = self.position.outcome() {
            return Ok(Some(outcome));
        }
        if let Some(mark) = self.mark()
            && seen_before(mark)? >= 2
        {
            return draw(Reason::Repetition);
        }
        if self.position.game().quiet_limit().is_some_and(|limit| self.quiet >= limit) {
            return draw(Reason::NoProgress);
        }
        Ok(None)
    }

    /// Identifies the position for repetition: nothing where that doesn't count.
    pub fn mark(&self) -> Option<i64> {
        (self.position.game().repetition_draws() && self.position.repeats()).then(|| mark(&self.position))
    }
}

/// Identifies a position for repetition: all of its string but the turn number (the third field).
pub(super) fn mark(position: &Position) -> i64 {
    let mut hash = Sha256::new();
    for (_, field) in position.text().split(' ').enumerate().filter(|(i, _)| *i != 2) {
        hash.update(field);
        hash.update(" ");
    }
    let mut bytes = [0; 8];
    bytes.iter_mut().zip(hash.finalize()).for_each(|(to, from)| *to = from);
    i64::from_le_bytes(bytes)
}
