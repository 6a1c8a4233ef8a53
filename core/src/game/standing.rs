//! A game's standing by its rules: the position, and how many turns in a row made no progress. What one turn does to it
//! is stated only here, so that a running game and a replay of its record can't differ.

use sha2::{Digest, Sha256};

use crate::rules::{MoveError, Outcome, Played, Position, Reason};

/// A game's standing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The position.
    pub position: Position,
    /// Turns in a row without progress.
    pub quiet: u32,
}

/// A text that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The turn or spur.
    pub played: Played,
    /// Whether it was a spur: played by the opponent of the player to move, who stays to move.
    pub spur: bool,
    /// Identifies the position after it, where repetition counts.
    pub mark: Option<i64>,
}

impl Standing {
    /// A position nobody has played from yet.
    pub const fn new(position: Position) -> Standing {
        Standing { position, quiet: 0 }
    }

    /// Reads a leniently written turn and plays it.
    pub fn play(&mut self, text: &str) -> Result<Step, MoveError> {
        let mover = self.position.to_move();
        let played = self.position.play(text)?;
        let spur = played.by != mover;
        // A spur is not a turn: it neither adds to the count nor resets it.
        if !spur {
            self.quiet = if played.progress { 0 } else { self.quiet + 1 };
        }
        Ok(Step { played, spur, mark: self.mark() })
    }

    /// The result by the rules, including draws that only the history shows. What the position itself shows (a player
    /// without a legal turn, a captured town) takes precedence. `seen_before` says how often a mark occurred earlier.
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

    /// Identifies the position for repetition; `None` where repetition doesn't count.
    pub fn mark(&self) -> Option<i64> {
        (self.position.game().repetition_draws() && self.position.repeats()).then(|| mark(&self.position))
    }
}

/// Identifies a position for repetition: its string without the turn number (the third field).
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
