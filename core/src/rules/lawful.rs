//! What a game tells the laws about itself: its symmetries, and what a turn may do to the numbers of pieces.

use std::ops::RangeInclusive;

use crate::scene::PieceKind;

/// A way to turn or mirror the board under which the rules are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Symmetry {
    /// Where squares go.
    pub way: Way,
    /// Whether the sides trade places.
    pub swap: bool,
}

/// Where squares go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Files are reversed.
    LeftRight,
    /// Files and ranks are reversed.
    Turned,
    /// Mirrored at the diagonal from a1: files become ranks.
    Transposed,
    /// Mirrored at the other diagonal.
    Antitransposed,
}

impl Symmetry {
    /// The sides stay as they are.
    pub const fn of(way: Way) -> Symmetry {
        Symmetry { way, swap: false }
    }

    /// The sides trade places.
    pub const fn swapping(way: Way) -> Symmetry {
        Symmetry { way, swap: true }
    }
}

/// By how much one turn may change the numbers of pieces on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Changes {
    /// Of all pieces.
    pub all: RangeInclusive<i32>,
    /// Of the mover's.
    pub own: RangeInclusive<i32>,
    /// Of the opponent's.
    pub enemy: RangeInclusive<i32>,
    /// The kinds of which each side keeps as many as it has.
    pub kept: &'static [PieceKind],
}

impl Changes {
    /// As much as any turn of any game.
    pub const ANY: Changes = Changes { all: -99..=99, own: -99..=99, enemy: -99..=99, kept: &[] };
}
