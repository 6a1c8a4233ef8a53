//! What a game is to the rest of the program: the trait every game implements, and the words of refusals.
//!
//! Each game states its rules once, in [`Rules::legal_turns`]; reading, validation, hints and
//! pictures derive from it. The server speaks to [`Position`], which hides which game it is.

use std::fmt;

use crate::board::{Square, SquareSet};
use crate::scene::{Mark, Scene};

pub mod amazons;
pub mod dameo;
pub mod desdemona;
pub mod diamond;
mod outcome;
#[cfg(test)]
mod perft_table;
mod position;
pub mod position_text;
pub mod shooting;
mod turn_number;

pub use outcome::{Margin, Outcome, Reason};
pub use position::{GameKind, Played, Position, Setup, perft};
pub use turn_number::TurnNumber;

/// One of the two players of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
pub enum Side {
    /// Moves first.
    White,
    /// Moves second.
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

/// Why a text is not a turn that can be played. What a player sees is built from this.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoveError {
    /// The text is not a turn of this game at all; the sentence says what one looks like.
    #[error("{0}")]
    Syntax(String),
    /// The text reads as a turn, but a rule stands against it.
    #[error("{why}")]
    Illegal {
        /// What was understood, in canonical spelling as far as that is possible.
        text: String,
        /// The rule, as a phrase that can follow "Not played: ": `d1-d7: d5 is in the way`.
        why: String,
        /// The legal turns nearest to it, canonical, few.
        near: Vec<String>,
        /// The piece it is about, whose targets a picture may dot.
        about: Option<Square>,
    },
    /// The text fits several legal turns: these (canonical, in byte order, perhaps not all).
    #[error("that could be {}", .0.join(" or "))]
    Ambiguous(Vec<String>),
}

/// A position string, variant or option that makes no sense.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// No such game, variant, option or value: the sentence lists the right ones.
    #[error("{0}")]
    Unknown(String),
    /// The position string can't be read: where (a square, rank or field) and why.
    #[error("position: {place}: {why}")]
    Position {
        /// Where: `rank 3`, `e4`, `field 2 (side to move)`.
        place: String,
        /// What is wrong there and what would be right.
        why: String,
    },
    /// An option that contradicts the position string that carries it.
    #[error("{0}")]
    Contradiction(String),
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
}

/// How much is left in a settled Amazons position, or bounds on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
    /// Whether no region holds amazons of both colours.
    pub settled: bool,
    /// The turns White can still play in regions of his own.
    pub white: Bounds,
    /// The same for Black.
    pub black: Bounds,
}

/// What a claim of a settled position gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// The game does not know claims.
    Unknown,
    /// The game is over already.
    Over,
    /// Some region still holds amazons of both colours.
    NotSettled(Count),
    /// Settled, but the bounds do not decide the winner yet.
    Undecided(Count),
    /// Settled and decided.
    Decided(Count, Outcome),
}

/// Proven bounds of a number; equal when it is exact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// At least.
    pub min: u32,
    /// At most.
    pub max: u32,
}

/// Diamond Chess customs as the clock needs them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Customs {
    /// T, in seconds: how long the player to move may wait before he can be spurred.
    pub seconds: u64,
    /// Whether he has been spurred in this turn already.
    pub spurred: bool,
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
    /// The pattern of a turn, for "reply above this line": `from-to/arrow`.
    const PATTERN: &'static str;
    /// The rules in our own words, 40 to 80 lines.
    const HELP: &'static str;
    /// The rules in two or three short lines, for invitations.
    const BLURB: &'static str;
    /// Files and ranks of the board.
    const SIZE: (u8, u8);
    /// Whether the third occurrence of a position is a draw.
    const REPETITION_DRAWS: bool = false;
    /// After how many turns in a row without progress the game is a draw.
    const QUIET_LIMIT: Option<u32> = None;

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
    /// How many there are; a faster way may stand beside `legal_turns`.
    fn count_turns(&self) -> u64 {
        self.legal_turns().len() as u64
    }
    /// Plays a turn that `legal_turns` or `read` gave for this very position.
    fn play(&mut self, turn: &Self::Turn);
    /// The end, as far as this one position shows it.
    fn outcome(&self) -> Option<Outcome>;

    /// The canonical text of a legal turn.
    fn write(&self, turn: &Self::Turn) -> String;
    /// Other orders or spellings in which a person may build that turn step by step, canonical first.
    fn spellings(&self, turn: &Self::Turn) -> Vec<String> {
        vec![self.write(turn)]
    }
    /// Reads a lenient text (untrusted, any length) into the one legal turn that fits. Also takes what
    /// is never listed: Diamond Chess's `spur …`, and `pass` where customs is on.
    fn read(&self, text: &str) -> Result<Self::Turn, MoveError>;
    /// Several turns in one text, for the caller to queue: Diamond Chess's `r o h k s c c g z c`.
    /// The first is playable now; the rest are texts for later turns of the same player.
    fn read_several(&self, text: &str) -> Option<Vec<String>> {
        let _ = text;
        None
    }

    /// Who makes that turn; only a spur is not the player to move's.
    fn actor(&self, turn: &Self::Turn) -> Side {
        let _ = turn;
        self.to_move()
    }
    /// Whether that turn, played here, is progress (it restarts the count of [`Self::QUIET_LIMIT`]).
    fn is_progress(&self, turn: &Self::Turn) -> bool {
        let _ = turn;
        true
    }
    /// Whether this position counts for repetition.
    fn repeats(&self) -> bool {
        true
    }
    /// Amazons: the count of the end.
    fn count(&self) -> Option<Count> {
        None
    }
    /// Amazons: what a claim gives here.
    fn claim(&self) -> Claim {
        Claim::Unknown
    }
    /// Diamond Chess: customs, if on.
    fn customs(&self) -> Option<Customs> {
        None
    }

    /// What to draw of this position, without marks and targets.
    fn scene(&self) -> Scene;
    /// What that turn, played here, does, for the picture of the position after it.
    fn marks(&self, turn: &Self::Turn) -> Vec<Mark>;
    /// Where the piece on that square can go (or attack, or, for an empty numbered square, be placed).
    fn targets(&self, from: Square) -> SquareSet;
}
