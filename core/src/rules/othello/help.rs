//! Othello's words: what it tells people about itself, and the rule that forbids a turn.

use std::fmt;

use super::Fault;
use crate::board::Square;
use crate::text::plural::counted;

pub(super) mod rules;

/// The pattern of a turn.
pub(super) const PATTERN: &str = "square";
/// The rules in short.
pub(super) const BLURB: &str = "Put a disc down so that it and another of yours enclose a row of enemy discs:\n\
                                they turn and are yours. Whoever has more at the end wins.";

/// What a square is called in a list, with how many discs turn.
pub(super) fn turns(at: Square, discs: usize) -> String {
    format!("{at} (turns {discs})")
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Fault::Squares(named) => {
                write!(f, "a turn is one square; {} are named", counted(named as i64, "square"))
            }
            Fault::NotEmpty(at) => write!(f, "{at} is not empty"),
            Fault::TurnsNone { at, others: 0 } => {
                write!(f, "a disc on {at} turns none; no square turns any, so pass is the only turn")
            }
            Fault::TurnsNone { at, others } => {
                write!(f, "a disc on {at} turns none; {} would", counted(others as i64, "other square"))
            }
        }
    }
}
