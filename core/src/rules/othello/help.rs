//! Othello's words: what it tells people about itself, and the rule that forbids a turn.

use std::fmt;

use super::Fault;
use crate::board::{Square, SquareSet};
use crate::text::plural::counted;

pub(super) mod rules;

/// The pattern of a turn.
pub(super) const PATTERN: &str = "a square";
/// What is put down and counted.
pub(super) const DISC: &str = "disc";
/// The rules in short.
pub(super) const BLURB: &str = "Put a disc down so that it and another of yours enclose a row of enemy discs,\n\
                                which turn and are yours. Whoever has more at the end wins.";

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
            Fault::NotEmpty { at, open } if open.is_empty() => {
                write!(f, "{at} is not empty; no square turns any, so pass is the only turn")
            }
            Fault::NotEmpty { at, open } => write!(f, "{at} is not empty; a disc turns some on {}", named(open)),
            Fault::TurnsNone { at, open } if open.is_empty() => {
                write!(f, "a disc on {at} turns none; no square turns any, so pass is the only turn")
            }
            Fault::TurnsNone { at, open } => write!(f, "a disc on {at} turns none; it does on {}", named(open)),
        }
    }
}

/// More squares than this are counted, and only the first of them named.
const MOST_NAMED: usize = 6;
const SOME: usize = 4;

/// `c4, d3 or e6`, `9 squares, such as a5, b1, b3 or b4`.
fn named(squares: SquareSet) -> String {
    let mut names: Vec<String> = squares.into_iter().map(|square| square.to_string()).collect();
    names.sort();
    let front = match names.len() {
        all if all > MOST_NAMED => {
            names.truncate(SOME);
            format!("{all} squares, such as ")
        }
        _ => String::new(),
    };
    match names.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{front}{} or {last}", rest.join(", ")),
        _ => names.concat(),
    }
}
