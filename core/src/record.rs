//! A game as text: everything that was agreed, played and decided, without loss. What is printed is read back as the
//! same record, and a replay shows whether it is a game by the rules.

use crate::clock::ClockRule;
use crate::clock::moment::Timestamp;
use crate::game::Course;
use crate::game::GameNumber;
use crate::rules::{Margin, Reason, Setup, Side};

mod print;
mod read;

/// A game from its first position to its end, as far as it went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Game, variant and options.
    pub setup: Setup,
    /// The first position, where it isn't the usual one.
    pub first: Option<String>,
    /// Its number on the server it was played on.
    pub number: Option<GameNumber>,
    /// White's name.
    pub white: String,
    /// Black's name.
    pub black: String,
    /// Whether it counted for ratings.
    pub rated: bool,
    /// The clock.
    pub clock: ClockRule,
    /// When it began.
    pub started: Option<Timestamp>,
    /// The turns in force, in order; what was taken back is not among them.
    pub turns: Vec<RecordedTurn>,
    /// The end, if there was one.
    pub end: Option<End>,
}

/// One turn, spur or forfeit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedTurn {
    /// The turn's number; of a spur, that of the turn being waited for.
    pub number: u32,
    /// Who made it.
    pub side: Side,
    /// The canonical text.
    pub text: String,
    /// Whether the clock made it rather than the player (customs).
    pub forfeit: bool,
    /// When.
    pub at: Option<Timestamp>,
    /// The seconds that its player had left afterwards.
    pub left: Option<i64>,
}

/// How and when a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct End {
    /// Who won; nobody in a draw or an aborted game.
    pub winner: Option<Side>,
    /// Why.
    pub reason: Reason,
    /// By how much.
    pub margin: Option<Margin>,
    /// Whether it was aborted and counts for nothing.
    pub aborted: bool,
    /// When.
    pub at: Option<Timestamp>,
}

/// What is wrong with a record.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordError {
    /// A line can't be read.
    #[error("line {line}: {why}")]
    Line {
        /// Which, counted from 1.
        line: usize,
        /// What is wrong and what would be right.
        why: String,
    },
    /// Something is missing altogether.
    #[error("{0}")]
    Missing(&'static str),
    /// A turn is not what the rules say.
    #[error("turn {number}: {why}")]
    Turn {
        /// The turn's number in the record.
        number: u32,
        /// What is wrong.
        why: String,
    },
    /// The end is not what the rules say.
    #[error("the result: {0}")]
    End(String),
}

impl Record {
    /// Plays it again and checks every turn and the end against the rules.
    pub fn replay(&self) -> Result<Course, RecordError> {
        let first = match &self.first {
            Some(position) => Course::from_position(&self.setup, position),
            None => Course::new(&self.setup),
        };
        let mut game = first.map_err(|error| RecordError::Line { line: 1, why: error.to_string() })?;
        for turn in &self.turns {
            let wrong = |why: String| RecordError::Turn { number: turn.number, why };
            let number = game.position().turn_number();
            if turn.number != number {
                return Err(wrong(format!("turn {number} comes here")));
            }
            let played = game.play(&turn.text).map_err(|error| wrong(error.to_string()))?;
            if played.text != turn.text {
                return Err(wrong(format!("{} is spelled {}", turn.text, played.text)));
            }
            if played.by != turn.side {
                return Err(wrong(format!("it is {}'s, not {}'s", played.by, turn.side)));
            }
        }
        self.check_end(&game)?;
        Ok(game)
    }

    /// What the rules say of the end must be what the record says. A claim is decided by whoever ran the game, with the
    /// count that the rules give.
    fn check_end(&self, game: &Course) -> Result<(), RecordError> {
        let seen_by_rules = match self.end.map(|end| end.reason) {
            Some(Reason::Resigned | Reason::Timeout | Reason::Agreed | Reason::Adjudicated) => false,
            Some(Reason::Counted) => {
                let claim = game.claim();
                let end = self.end.map(|end| (end.winner, end.margin));
                return match claim {
                    Some(crate::rules::Claim::Decided(_, outcome)) if Some((outcome.winner, outcome.margin)) == end => {
                        Ok(())
                    }
                    _ => Err(RecordError::End("the count of the last position gives another".to_owned())),
                };
            }
            _ => true,
        };
        match (game.outcome(), self.end) {
            (Some(outcome), Some(end)) if seen_by_rules => {
                // Records of before tell no difference in stones.
                let margin = end.margin.is_none() && end.reason == Reason::Stones || end.margin == outcome.margin;
                if margin && (outcome.winner, outcome.reason) == (end.winner, end.reason) {
                    Ok(())
                } else {
                    Err(RecordError::End(format!("the rules say {}", outcome.reason)))
                }
            }
            (Some(outcome), _) => Err(RecordError::End(format!("the game was over by the rules: {}", outcome.reason))),
            (None, Some(end)) if seen_by_rules => Err(RecordError::End(format!("the rules don't see {}", end.reason))),
            (None, _) => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests;
