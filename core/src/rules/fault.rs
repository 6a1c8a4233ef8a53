//! What can be wrong with a text that a game reads, as facts; the words that all games share for it stand in
//! `text/rules.rs`, a game's own in its `help.rs`.

use serde::{Deserialize, Serialize};

use super::{GameKind, Reason};

/// Why a text is not a turn that can be played. What a player sees is built from this.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveError {
    /// The text is not a turn of this game at all; the sentence says what one looks like.
    Syntax(String),
    /// The text reads as a turn, but a rule forbids it.
    Illegal {
        /// What was understood, in canonical spelling as far as that is possible.
        text: String,
        /// The rule, as a phrase that can follow "Not played: ": `d1-d7: d5 is in the way`.
        why: String,
        /// The legal turns nearest to it, canonical, few.
        near: Vec<String>,
        /// What a picture may dot: a square, where the piece on it can go; or the beginning of a turn, perhaps an
        /// empty one, the squares that may follow it.
        about: Option<String>,
    },
    /// The text fits several legal turns: these (canonical, in byte order, perhaps not all).
    Ambiguous(Vec<String>),
}

impl std::error::Error for MoveError {}

/// A position string, variant or option that makes no sense.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum SetupError {
    /// No such game, variant, option or value: the sentence lists the right ones.
    Unknown(String),
    /// The position string can't be read: where (a square, rank or field) and why.
    Position {
        /// Where: `rank 3`, `e4`, `field 2 (side to move)`.
        place: String,
        /// What is wrong there and what would be right.
        why: String,
    },
    /// An option that contradicts the position string that carries it.
    Contradiction(String),
}

impl std::error::Error for SetupError {}

/// What keeps a text from being a turn, whatever the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoTurn<'a> {
    /// A board of that size, in files and ranks, has no such square.
    Square {
        /// What stands in its place.
        word: &'a str,
        /// Files and ranks.
        size: (u8, u8),
    },
    /// Turns are written otherwise.
    Form {
        /// The pattern of a turn.
        pattern: &'a str,
        /// One of them.
        example: &'a str,
    },
    /// The game has ended.
    Over(Reason),
}

impl From<NoTurn<'_>> for MoveError {
    fn from(fault: NoTurn<'_>) -> MoveError {
        MoveError::Syntax(fault.to_string())
    }
}

/// A name that nothing has, or that stands there twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unknown<'a> {
    /// A game.
    Game(&'a str),
    /// A variant of that game.
    Variant(GameKind, &'a str),
    /// An option of that game.
    Option(GameKind, &'a str),
    /// An option that was given before.
    Twice(&'a str),
}

impl From<Unknown<'_>> for SetupError {
    fn from(fault: Unknown<'_>) -> SetupError {
        SetupError::Unknown(fault.to_string())
    }
}
