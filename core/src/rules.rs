//! What a game is to the rest of the program: the traits that every game implements, and what a refusal says.
//!
//! Each game states its rules once, in [`Rules::legal_turns`]; reading, validation, hints and
//! pictures derive from it. [`Guided`] is what a game tells people about itself, [`Capabilities`] what it has and
//! others don't. The server speaks to [`Position`], which hides which game it is.

use std::fmt;

use crate::board::{Square, SquareSet};
use crate::scene::{Mark, PieceKind, Scene};

#[macro_use]
mod table;

mod capabilities;
mod fair_turn;
mod fault;
mod guided;
mod lawful;
mod outcome;
#[cfg(test)]
mod perft_table;
pub mod position_text;
pub mod shooting;
pub mod squares_alone;
mod study;
mod turn_number;

pub mod amazons;
pub mod dameo;
pub mod desdemona;
pub mod diamond;
pub mod othello;

// The one table of games: each row is a type that implements `Guided`, and its module.
games! {
    Amazons: amazons;
    Desdemona: desdemona;
    Dameo: dameo;
    Diamond: diamond;
    Othello: othello;
}

// After the table, whose macro it uses.
mod begun;
mod position;

pub use capabilities::{Bounds, Capabilities, Claim, Count, Counting, Customs};
pub use fault::{MoveError, NoTurn, SetupError, Unknown};
pub use guided::{Guided, Lesson, Offer, Step};
pub use lawful::{Changes, Symmetry, Way};
pub use outcome::{Margin, Outcome, Reason};
pub use position::{OfAnyGame, Played, Setup, perft};
pub use study::{Diagram, Study, StudyError};
pub use turn_number::TurnNumber;

/// One of the two players of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
pub enum Side {
    /// Named first; whether he begins is the game's business.
    White,
    /// The other.
    Black,
}

impl Side {
    /// Both, White first.
    pub const BOTH: [Side; 2] = [Side::White, Side::Black];

    /// The other player.
    pub const fn other(self) -> Side {
        match self {
            Side::White => Side::Black,
            Side::Black => Side::White,
        }
    }

    /// The side of that word, `white` or `black`.
    pub fn named(word: &str) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| side.word() == word)
    }

    /// `w` or `b`, as in a position string.
    pub const fn letter(self) -> char {
        match self {
            Side::White => 'w',
            Side::Black => 'b',
        }
    }

    /// `white` or `black`, as in JSON and commands.
    pub const fn word(self) -> &'static str {
        match self {
            Side::White => "white",
            Side::Black => "black",
        }
    }
}

/// `White` or `Black`.
impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Side::White => "White",
            Side::Black => "Black",
        })
    }
}

/// An option that a game takes, for help and for refusing unknown ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OptionHelp {
    /// Its name, the part before `=`.
    pub name: &'static str,
    /// The form of its values: `adjacent`, `white:N or black:N`.
    pub values: &'static str,
    /// One line that says what it does.
    pub help: &'static str,
    /// Whether a side takes it on, `white:2`. A number alone means the side of whoever asks for it.
    pub one_sided: bool,
    /// A value, for the laws to try.
    pub example: &'static str,
}

/// A position of one game, as a value. `Eq` and `Hash` are repetition equality: everything but the
/// turn number.
pub trait Rules: Clone + Eq + std::hash::Hash + fmt::Debug + Sized {
    /// One whole turn.
    type Turn: Clone + Eq + fmt::Debug;

    /// The game's name in commands and contracts.
    const NAME: &'static str;
    /// Its name in sentences: `Diamond Chess`.
    const TITLE: &'static str;
    /// The variants, the default first. A game without variants has one, `standard`.
    const VARIANTS: &'static [&'static str];
    /// The options it takes.
    const OPTIONS: &'static [OptionHelp] = &[];
    /// Files and ranks of the board.
    const SIZE: (u8, u8);

    /// The first position. The variant is one of [`Self::VARIANTS`], the options' names are of
    /// [`Self::OPTIONS`]; their values are checked here.
    fn start(variant: &'static str, options: &[(String, String)]) -> Result<Self, SetupError>;
    /// Reads a position string (untrusted). The options must not contradict those it carries.
    fn parse(variant: &'static str, options: &[(String, String)], text: &str) -> Result<Self, SetupError>;
    /// The position string; `parse` reads it back.
    fn position(&self) -> String;

    /// Whose turn it is, also when the game is over.
    fn to_move(&self) -> Side;
    /// The number of the turn about to be played, from 1.
    fn turn_number(&self) -> u32;
    /// The one statement of the rules: all distinct turns, in any order; none once the game is over.
    fn legal_turns(&self) -> Vec<Self::Turn>;
    /// How many there are; a game may have a faster way than listing them.
    fn count_turns(&self) -> u64 {
        self.legal_turns().len() as u64
    }
    /// Plays a turn that `legal_turns` or `read` gave for this very position.
    fn play(&mut self, turn: &Self::Turn);
    /// The end, as far as this one position shows it.
    fn outcome(&self) -> Option<Outcome>;

    /// The canonical text of a legal turn.
    fn write(&self, turn: &Self::Turn) -> String;
    /// Reads a lenient text (untrusted, any length) into the one legal turn that fits. Also takes what
    /// is never listed: a spur, and a pass by customs; see [`Capabilities`].
    fn read(&self, text: &str) -> Result<Self::Turn, MoveError>;

    /// What to draw of this position, without marks and targets.
    fn scene(&self) -> Scene;
    /// What that turn, played here, does, for the picture of the position after it.
    fn marks(&self, turn: &Self::Turn) -> Vec<Mark>;
    /// Where the piece on that square can go (or attack, or, for an empty numbered square, be placed).
    fn targets(&self, from: Square) -> SquareSet;
}
