//! The quiet turns: men and lines of men one square forward, kings as chess queens.

use super::{Dameo, Path, Turn};
use crate::board::{Direction, Square, SquareSet, queen_reach};

/// All quiet turns, whether or not a capture forbids them.
pub(super) fn turns(position: &Dameo) -> Vec<Turn> {
    let mut turns = Vec::with_capacity(64);
    let mut push = |from, to| turns.push(Turn { path: Path::at(from).then(to), taken: SquareSet::EMPTY });
    for direction in position.forward() {
        for (steps, tails) in lines(position, direction) {
            tails.into_iter().for_each(|tail| {
                if let Some(to) = ahead(tail, direction, steps) {
                    push(tail, to);
                }
            });
        }
    }
    let empty = position.empty();
    for king in position.own_kings() {
        queen_reach(king, empty).into_iter().for_each(|to| push(king, to));
    }
    turns
}

/// How many [`turns`] there are.
pub(super) fn count(position: &Dameo) -> u64 {
    let men: usize =
        position.forward().iter().flat_map(|&direction| lines(position, direction)).map(|(_, tails)| tails.len()).sum();
    let empty = position.empty();
    let kings: usize = position.own_kings().into_iter().map(|king| queen_reach(king, empty).len()).sum();
    (men + kings) as u64
}

/// For lines of one man, two men and so on, the rearmost men of those that can move that way.
///
/// A man can be the tail of a line of n if the square before him is held by the tail of a line of
/// n − 1; a line of none is an empty square. Kings are no part of a line.
fn lines(position: &Dameo, direction: Direction) -> impl Iterator<Item = (u8, SquareSet)> {
    let back = Direction { files: -direction.files, ranks: -direction.ranks };
    let men = position.own_men();
    let mut before = position.empty();
    (1..8).map_while(move |steps| {
        before = men & before.shifted(back);
        (!before.is_empty()).then_some((steps, before))
    })
}

fn ahead(from: Square, direction: Direction, steps: u8) -> Option<Square> {
    (0..steps).try_fold(from, |square, _| square.step(direction))
}
