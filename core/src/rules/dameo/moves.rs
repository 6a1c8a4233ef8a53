//! The quiet turns: men and lines of men one square forward, kings as chess queens.

use super::Turn;
use super::board::Board;
use crate::board::{Direction, Square, SquareSet, queen_reach};

/// All quiet turns, whether or not a capture forbids them.
pub(super) fn turns(board: &Board) -> Vec<Turn> {
    let mut turns = Vec::with_capacity(64);
    for direction in board.forward() {
        for (men, tails) in lines(board, direction) {
            turns.extend(
                tails.into_iter().filter_map(|tail| Some(Turn::begin(tail).then(ahead(tail, direction, men)?))),
            );
        }
    }
    let empty = board.empty();
    for king in board.own_kings() {
        turns.extend(queen_reach(king, empty).into_iter().map(|to| Turn::begin(king).then(to)));
    }
    turns
}

/// How many [`turns`] there are.
pub(super) fn count(board: &Board) -> u64 {
    let of_men = |direction| lines(board, direction).map(|(_, tails)| tails.len()).sum::<usize>();
    let men: usize = board.forward().into_iter().map(of_men).sum();
    let empty = board.empty();
    let kings: usize = board.own_kings().into_iter().map(|king| queen_reach(king, empty).len()).sum();
    (men + kings) as u64
}

/// For lines of one man, two men and so on, the rearmost men of those that can move that way.
///
/// A man can be the tail of a line of n if before him stands the tail of a line of n − 1; a line of
/// none is an empty square. Kings are never part of a line.
fn lines(board: &Board, direction: Direction) -> impl Iterator<Item = (u8, SquareSet)> {
    let back = Direction { files: -direction.files, ranks: -direction.ranks };
    let own_men = board.own_men();
    let mut tails = board.empty();
    (1..).map_while(move |men| {
        tails = own_men & tails.shifted(back);
        (!tails.is_empty()).then_some((men, tails))
    })
}

fn ahead(from: Square, direction: Direction, steps: u8) -> Option<Square> {
    (0..steps).try_fold(from, |square, _| square.step(direction))
}
