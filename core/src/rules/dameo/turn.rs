//! A turn: the squares its piece comes to, and the pieces it takes.

use std::cmp::Ordering;
use std::fmt;

use super::MOST_PIECES;
use crate::board::{Square, SquareSet};

/// One whole turn. A line that moves is kept, as it is written, as its rearmost man going to the square
/// before its head.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Turn {
    /// Start, landings and end; beyond `len`, the start again.
    squares: [Square; MOST_PIECES + 1],
    len: u8,
    taken: SquareSet,
}

impl Turn {
    /// A turn of that piece that has not gone anywhere yet.
    pub(super) fn begin(from: Square) -> Turn {
        Turn { squares: [from; MOST_PIECES + 1], len: 1, taken: SquareSet::EMPTY }
    }

    /// Going on to a square. Each landing takes a piece, so there is room for all of them.
    pub(super) fn then(mut self, to: Square) -> Turn {
        self.squares[usize::from(self.len)] = to;
        self.len += 1;
        self
    }

    /// Going on to a square by jumping a piece.
    pub(super) fn taking(mut self, over: Square, to: Square) -> Turn {
        self.taken.insert(over);
        self.then(to)
    }

    /// Where the piece, or the rearmost man of the line, starts.
    pub fn from(&self) -> Square {
        self.squares[0]
    }

    /// Where it ends.
    pub fn to(&self) -> Square {
        self.squares[usize::from(self.len) - 1]
    }

    /// Start, landings and end.
    pub fn squares(&self) -> &[Square] {
        &self.squares[..usize::from(self.len)]
    }

    /// The squares of the pieces it takes.
    pub fn taken(&self) -> SquareSet {
        self.taken
    }

    /// Compares as the texts do in byte order, where both have as many squares.
    pub(super) fn by_text(&self, other: &Turn) -> Ordering {
        let letters = |turn: &Turn| turn.squares.map(|square| (square.file(), square.rank()));
        letters(self).cmp(&letters(other))
    }
}

/// The canonical text: `c3-c4`, `d4xd6xf6`.
impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.taken.is_empty() { '-' } else { 'x' };
        write!(f, "{}", self.from())?;
        self.squares().iter().skip(1).try_for_each(|square| write!(f, "{sign}{square}"))
    }
}

impl fmt::Debug for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
