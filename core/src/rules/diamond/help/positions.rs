//! What is said of position strings that can't be read.

use std::fmt;

use super::super::options::AgainstOption;
use super::super::position::AgainstSquare;
use crate::rules::SetupError;
use crate::rules::position_text::wrong;

/// The fields of a position string.
pub const FIELDS: [&str; 5] = ["board", "side to move", "turn number", "phase", "options"];

const PHASE: &str = "field 4 (phase)";
const OPTIONS: &str = "field 5 (options)";

/// A phase that isn't one.
pub fn no_phase() -> SetupError {
    wrong(PHASE, "it must be setup:w, setup:b or play")
}

/// A board with no town.
pub fn no_town() -> SetupError {
    wrong(FIELDS[0], "neither side has a town; at most one can have been captured")
}

/// An option that can't be that.
pub fn wrong_option(why: &AgainstOption<'_>) -> SetupError {
    wrong(OPTIONS, why.to_string())
}

/// A spur, or a checkmate that stands, before the pieces are down.
pub fn pending_in_setup() -> SetupError {
    wrong(OPTIONS, "in the setup there is neither a spur nor a checkmate")
}

impl fmt::Display for AgainstSquare {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            AgainstSquare::NoSquare => f.write_str("no square of this board"),
            AgainstSquare::SharedInSetup => f.write_str("in the setup no pieces share a square"),
            AgainstSquare::BracketsForOne => f.write_str("brackets are for two pieces that share a square"),
            AgainstSquare::BracketOpen => {
                f.write_str("at most two pieces share a square, and a bracket closes them: (Rz)")
            }
            AgainstSquare::SharedWithoutZiRi => f.write_str("of two pieces that share a square one is a zi ri"),
            AgainstSquare::Letter(letter) => {
                write!(f, "unknown letter {letter:?}; it can be one of cghkorstz, upper case for White")
            }
            AgainstSquare::TooMany(side, kind) => write!(f, "{side} has more than {} {}", kind.most(), kind.word()),
            AgainstSquare::NoResistance(kind) => {
                write!(f, "a {} has no resistance to use up: the mark ' is for g and r", kind.word())
            }
            AgainstSquare::TownOffCorner { side, corner } => {
                write!(f, "in the setup {side}'s town stands on {corner}")
            }
            AgainstSquare::Unnumbered(side) => {
                write!(f, "in the setup {side}'s pieces stand on his numbered squares")
            }
            AgainstSquare::TownOffEdge(side) => {
                write!(f, "{side}'s town stays on the edge of its own side, off the river")
            }
            AgainstSquare::InRiver(kind) => write!(f, "a {} can't stand in the river", kind.word()),
        }
    }
}
