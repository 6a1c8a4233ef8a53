//! The setup: how the pieces come onto the board.

use super::Phase;
use super::cells::{Cell, Cells, corner, slots};
use super::pieces::{Army, Board, Kind};
use super::turns::Turn;
use crate::rules::Side;

/// The order of pieces that `quick` starts with, from square 2 to square 11.
pub const QUICK: [Kind; 10] = [
    Kind::Rassimel,
    Kind::Orren,
    Kind::Herethroy,
    Kind::Khtsoyis,
    Kind::Sleeth,
    Kind::Cani,
    Kind::Cani,
    Kind::Gormoror,
    Kind::ZiRi,
    Kind::Cani,
];

/// Both towns in their corners.
pub fn towns() -> Board {
    let mut board = Board::default();
    for side in Side::BOTH {
        board.army_mut(side).put(Kind::Town, corner(side));
    }
    board
}

/// The board that `quick` starts with.
pub fn quick() -> Board {
    let mut board = towns();
    for side in Side::BOTH {
        for (kind, &cell) in QUICK.into_iter().zip(slots(side)) {
            board.army_mut(side).put(kind, cell);
        }
    }
    board
}

/// A side's numbered squares that are still empty, with their numbers, in order.
pub fn open_slots(army: &Army, side: Side) -> impl Iterator<Item = (Cell, u8)> {
    let taken = army.all();
    slots(side).iter().copied().zip(2..).filter(move |(cell, _)| !taken.contains(*cell))
}

/// The kinds that a side has still to put down.
pub fn left_to_place(army: &Army) -> impl Iterator<Item = Kind> + use<'_> {
    Kind::ALL.into_iter().filter(|&kind| kind != Kind::Town && army.of(kind).len() < kind.most())
}

/// The same, and how many of each.
pub fn how_many_left(army: &Army) -> impl Iterator<Item = (Kind, u32)> + use<'_> {
    left_to_place(army).map(|kind| (kind, kind.most() - army.of(kind).len()))
}

/// Goes through every placement. A player who has placed everything while the other is still placing
/// passes; that happens only after a forfeited turn, or in a made-up position.
pub fn each_turn(board: &Board, side: Side, visit: &mut impl FnMut(Turn)) {
    let army = board.army(side);
    let open: Cells = open_slots(army, side).map(|(cell, _)| cell).collect();
    for kind in left_to_place(army) {
        for at in open {
            visit(Turn::Place { kind, at });
        }
    }
    if left_to_place(army).next().is_none() {
        visit(Turn::Pass);
    }
}

/// The phase after that placement by `side` on a board that still lacks it: if it is out of order, whoever was going to
/// move first moves second.
pub fn first_after(board: &Board, side: Side, first: Side, at: Cell) -> Side {
    let next = open_slots(board.army(side), side).next();
    let in_order = next.is_some_and(|(cell, _)| cell == at);
    if !in_order && side == first { side.other() } else { first }
}

/// The phase and the player to move after a turn by `side` that left this board.
pub fn next(board: &Board, side: Side, first: Side) -> (Phase, Side) {
    let complete = Side::BOTH.into_iter().all(|side| left_to_place(board.army(side)).next().is_none());
    if complete { (Phase::Play, first) } else { (Phase::Setup { first }, side.other()) }
}
