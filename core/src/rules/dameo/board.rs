//! The board: four sets of squares, and what a turn does to them.

use super::{MOST_PIECES, Turn};
use crate::board::{Direction, Square, SquareSet};
use crate::rules::Side;

const ALL: SquareSet = SquareSet::board(8, 8);
const FAR_RANK: [SquareSet; 2] = [
    SquareSet::named(&["a8", "b8", "c8", "d8", "e8", "f8", "g8", "h8"]),
    SquareSet::named(&["a1", "b1", "c1", "d1", "e1", "f1", "g1", "h1"]),
];

/// What makes two positions the same: the pieces and the player to move.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Board {
    /// The men of White and Black.
    pub(super) men: [SquareSet; 2],
    /// Their kings.
    pub(super) kings: [SquareSet; 2],
    pub(super) to_move: Side,
}

/// Why a piece of a position string can't be put on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Misplaced {
    /// The side has so many already.
    OneMore { side: Side, most: usize },
    /// There it would have become a king.
    ManOnFarRank(Side),
}

impl Board {
    pub(super) fn own_men(&self) -> SquareSet {
        self.men[self.to_move as usize]
    }

    pub(super) fn own_kings(&self) -> SquareSet {
        self.kings[self.to_move as usize]
    }

    pub(super) fn own(&self) -> SquareSet {
        self.pieces(self.to_move)
    }

    pub(super) fn enemies(&self) -> SquareSet {
        self.pieces(self.to_move.other())
    }

    pub(super) fn occupied(&self) -> SquareSet {
        self.own() | self.enemies()
    }

    pub(super) fn empty(&self) -> SquareSet {
        ALL - self.occupied()
    }

    pub(super) fn owner(&self, square: Square) -> Option<Side> {
        Side::BOTH.into_iter().find(|&side| self.pieces(side).contains(square))
    }

    /// The three ways forward for the men of the player to move.
    pub(super) fn forward(&self) -> [Direction; 3] {
        let ranks = match self.to_move {
            Side::White => 1,
            Side::Black => -1,
        };
        [0, -1, 1].map(|files| Direction { files, ranks })
    }

    /// One king each and nothing else: a draw, unless the player to move can capture.
    pub(super) fn is_king_each(&self) -> bool {
        self.men == [SquareSet::EMPTY; 2] && self.kings.iter().all(|kings| kings.len() == 1)
    }

    /// Whether a man of the player to move becomes a king by that turn; passing the far rank is not enough.
    pub(super) fn promotes(&self, turn: &Turn) -> bool {
        self.own_men().contains(turn.from()) && FAR_RANK[self.to_move as usize].contains(turn.to())
    }

    /// Puts a piece of a position string on the board, if it can stand there and the side has one left.
    pub(super) fn put(&mut self, square: Square, side: Side, is_king: bool) -> Result<(), Misplaced> {
        if self.pieces(side).len() == MOST_PIECES {
            return Err(Misplaced::OneMore { side, most: MOST_PIECES });
        }
        if !is_king && FAR_RANK[side as usize].contains(square) {
            return Err(Misplaced::ManOnFarRank(side));
        }
        let set = if is_king { &mut self.kings } else { &mut self.men };
        set[side as usize].insert(square);
        Ok(())
    }

    /// Plays a legal turn. A line that moves is its rearmost man going to the square before its head.
    pub(super) fn play(&mut self, turn: &Turn) {
        let (own, enemy) = (self.to_move as usize, self.to_move.other() as usize);
        let becomes_king = self.promotes(turn);
        let set = if self.kings[own].contains(turn.from()) { &mut self.kings } else { &mut self.men };
        set[own].remove(turn.from());
        let set = if becomes_king { &mut self.kings } else { set };
        set[own].insert(turn.to());
        self.men[enemy] = self.men[enemy] - turn.taken();
        self.kings[enemy] = self.kings[enemy] - turn.taken();
        self.to_move = self.to_move.other();
    }

    fn pieces(&self, side: Side) -> SquareSet {
        self.men[side as usize] | self.kings[side as usize]
    }
}
