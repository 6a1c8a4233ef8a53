//! The words that all games share: what is wrong with a turn, a position string or a setup, and the steps of choosing a
//! turn. A game's own words stand in its `help.rs`.

use std::fmt;

use crate::board::Square;
use crate::rules::position_text::{Flaw, Place};
use crate::rules::{GameKind, MoveError, NoTurn, SetupError, Unknown};
use crate::text::plural::counted;

/// The names of the three fields that every position string has.
pub const FIELDS: [&str; 3] = ["board", "side to move", "turn number"];

/// What most games count that are decided by it.
pub(crate) const STONE: &str = "stone";

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MoveError::Syntax(why) | MoveError::Illegal { why, .. } => f.write_str(why),
            MoveError::Ambiguous(turns) => write!(f, "that could be {}", turns.join(" or ")),
        }
    }
}

impl fmt::Display for NoTurn<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoTurn::Square { word, size: (files, ranks) } => {
                write!(f, "there is no square {word}, the board is a1 to {}{ranks}", char::from(b'a' + files - 1))
            }
            NoTurn::Form { pattern, example } => write!(f, "a turn is written as {pattern}, like {example}"),
            NoTurn::Over(reason) => write!(f, "the game is over: {reason}"),
        }
    }
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SetupError::Unknown(why) | SetupError::Contradiction(why) => f.write_str(why),
            SetupError::Position { place, why } => write!(f, "position: {place}: {why}"),
        }
    }
}

impl fmt::Display for Unknown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unknown::Game(name) => {
                let games: Vec<&str> = GameKind::ALL.iter().map(|game| game.name()).collect();
                write!(f, "no game {name:?}; the games: {}", games.join(", "))
            }
            Unknown::Variant(game, name) => {
                write!(f, "{} has no variant {name:?}; it has: {}", game.name(), game.variants().join(", "))
            }
            Unknown::Option(game, name) => {
                let options: Vec<String> = game.options().iter().map(|o| format!("{}={}", o.name, o.values)).collect();
                let options = if options.is_empty() { "none".to_owned() } else { options.join("; ") };
                write!(f, "{} has no option {name:?}; its options: {options}", game.name())
            }
            Unknown::Twice(name) => write!(f, "the option {name} is given twice"),
        }
    }
}

impl fmt::Display for Place<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Field(number, name) => write!(f, "field {number} ({name})"),
            Place::Beyond(number) => write!(f, "field {number}"),
            Place::Rank(number) => write!(f, "rank {number}"),
        }
    }
}

impl fmt::Display for Flaw<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Flaw::Missing(names) => write!(f, "missing; the fields are: {}", names.join(", ")),
            Flaw::TooMany(names) => write!(f, "too many; the {} fields are: {}", names.len(), names.join(", ")),
            Flaw::NoSide => f.write_str("it must be w or b"),
            Flaw::NoTurnNumber => write!(f, "it must be a number from 1 to {}", u32::MAX),
            Flaw::Ranks(given, ranks) => {
                write!(f, "it has {}, this board has {ranks}", counted(*given as i64, "rank"))
            }
            Flaw::Squares(given, files) => {
                write!(f, "it has {}, this board has {files}", counted((*given).into(), "square"))
            }
            Flaw::TooLong(files) => write!(f, "it has more than {files} squares"),
            Flaw::Run(most) => write!(f, "a run of empty squares here is a number from 1 to {most}"),
            Flaw::Letter(letter, letters) => write!(f, "unknown letter {letter:?}; it can be one of {letters}"),
        }
    }
}

/// Asks for the first square of a turn: a piece's, where turns begin with one.
pub(crate) fn first(is_piece: bool) -> &'static str {
    if is_piece { "Which piece?" } else { "Which square?" }
}

/// Asks where the piece that was chosen goes.
pub(crate) fn goes_to(piece: Square) -> String {
    format!("{piece} goes to")
}

/// Asks where it goes after that.
pub(crate) fn goes_on_to(from: Square) -> String {
    format!("{from} goes on to")
}

/// What the first squares of turns are called in a list.
pub(crate) fn first_called(is_piece: bool) -> &'static str {
    if is_piece { "piece" } else { "square" }
}

/// A piece's way to a square.
pub(crate) fn to(square: &str) -> String {
    format!("to {square}")
}

/// A capture.
pub(crate) fn take(square: &str) -> String {
    format!("take {square}")
}

/// What a choice is called that leads to several others.
pub(crate) fn with_ways(said: &str, ways: usize) -> String {
    format!("{said} ({ways})")
}

/// What the squares where a piece goes are called in a list.
pub(crate) const GOES_TO: &str = "goes to";

/// What stands under the first picture of a lesson.
pub(crate) fn possible(is_piece: bool) -> &'static str {
    if is_piece { "A piece's squares" } else { "Possible squares" }
}

/// What stands under the picture of a first turn, and under that of the next.
pub(crate) const FIRST_AND_ANSWER: [&str; 2] = ["A first move", "An answer"];
