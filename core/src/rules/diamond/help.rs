//! The words of Diamond Chess: all that its players read of it, but for the names of the pieces. Its rules say what is
//! so, in types; here it is put into sentences.

use std::fmt;

use super::Phase;
use super::customs::NoSpur;
use super::refuse::{Fault, Why};
use crate::rules::Reason;

mod attacks;
pub mod guide;
mod moves;
pub mod positions;
pub mod rules;
pub mod setup;
pub mod terms;

/// The game's name in sentences.
pub const TITLE: &str = "Diamond Chess";

/// The form of turns, for those who have none.
const FORM: &str = "a turn is two moves (e1-e3 g2-g4) or one attack (f4xf5, pounce e4^f7)";

/// Why a text is no turn at all.
pub fn form(phase: Phase) -> &'static str {
    match phase {
        Phase::Play => FORM,
        Phase::Setup { .. } => "name a piece to put down, like c, and a square if it isn't the next one, like c@g1",
    }
}

/// A word that means nothing in a turn.
pub fn no_part(word: &str, phase: Phase) -> String {
    format!("{word:?} is no part of a turn: {}", form(phase))
}

/// A square that isn't there.
pub fn no_square(square: &str) -> String {
    format!("there is no square {square}, the board is a1 to h8")
}

/// A turn when the game has ended.
pub fn game_over(reason: Reason) -> String {
    format!("the game is over: {reason}")
}

/// A pass while something can be done.
pub const NO_PASS: &str = "pass: a turn is passed only when there is neither a move nor an attack";

/// A spur that isn't one piece's move.
pub const SPUR_FORM: &str = "a spur is one piece's move by one square: spur c3-c4";

/// A placement when the setup is done.
pub fn all_down() -> String {
    format!("all pieces are down: {FORM}")
}

/// The reason, after the part of the text that it is about.
impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.part {
            Some(part) => write!(f, "{part}: {}", self.why),
            None => write!(f, "{}", self.why),
        }
    }
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Why::Form => f.write_str(FORM),
            Why::NothingOn(at) => write!(f, "nothing stands on {at}"),
            Why::OthersPiece { at, side, kind } => write!(f, "the {} on {at} is {side}'s", kind.word()),
            Why::InTheWay(cell) => write!(f, "{cell} is in the way"),
            Why::MustRelease => f.write_str("your checkmate stands: play a turn that releases it"),
            Why::Owes(owed) => {
                let times = if *owed == 1 { "once".to_owned() } else { format!("{owed} times") };
                write!(f, "before you may capture the town you must give checkmate and release it {times}")
            }
            Why::NoSmallMove => f.write_str("a spur goes one square only (a zi ri: one leap), and no pack moves"),
            Why::AfterFirst(why) => write!(f, "after the first move {why}"),
            Why::Move(why) => write!(f, "{why}"),
            Why::Attack(why) => write!(f, "{why}"),
        }
    }
}

impl fmt::Display for NoSpur {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NoSpur::Over => "the game is over",
            NoSpur::WithoutCustoms => "this game is played without customs, so nobody is spurred on",
            NoSpur::InSetup => "nobody is spurred on in the setup: no piece can move yet",
            NoSpur::Again => "the player to move has been spurred on once in this turn already",
        })
    }
}
