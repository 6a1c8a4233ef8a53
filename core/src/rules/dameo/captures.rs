//! The captures: compulsory, along ranks and files, as many as possible.
//!
//! The search goes in layers, one captured piece deeper each time. Routes of one piece that meet on a
//! square having taken the same pieces go on alike, so only the one whose text is first is kept: that
//! bounds the work where a king can wander through many pieces in any order. The last layer that is
//! not empty holds the captures that take the most, and none of them can go on.

use super::Turn;
use super::board::Board;
use crate::board::{Direction, ORTHOGONAL, Square, SquareSet};

/// All legal captures; empty when there is nothing to capture.
pub(super) fn turns(board: &Board) -> Vec<Turn> {
    layers(board, &[]).last().map_or_else(Vec::new, |longest| distinct(&longest))
}

/// Whether the player to move can capture, and so must.
pub(super) fn any(board: &Board) -> bool {
    !first_jumps(board, &[]).is_empty()
}

/// A capture under way or finished.
#[derive(Clone, Copy)]
pub(super) struct Route {
    pub(super) turn: Turn,
    /// How many of the squares asked for it has come through, in their order.
    passed: u8,
}

impl Route {
    /// What decides how it may go on.
    fn state(&self) -> (Square, Square, SquareSet, u8) {
        (self.turn.from(), self.turn.to(), self.turn.taken(), self.passed)
    }

    /// Whether it has come through all these squares and stands on the last.
    pub(super) fn is_through(&self, through: &[Square]) -> bool {
        usize::from(self.passed) == through.len() && through.last() == Some(&self.turn.to())
    }
}

/// The ways to take one piece, two pieces and so on, up to the most that can be taken. Routes that begin
/// at the first of the squares in `through` count how many of the others they come through, in their order.
pub(super) fn layers(board: &Board, through: &[Square]) -> impl Iterator<Item = Vec<Route>> {
    std::iter::successors(Some(first_jumps(board, through)), move |layer| {
        let mut next = Vec::new();
        for route in layer {
            jumps(board, route, through, &mut next);
        }
        next.sort_unstable_by(|a, b| a.state().cmp(&b.state()).then_with(|| a.turn.by_text(&b.turn)));
        next.dedup_by_key(|route| route.state());
        Some(next)
    })
    .take_while(|layer| !layer.is_empty())
}

/// The turns of finished routes. Of those that lead to the same position, the one whose text is first.
pub(super) fn distinct(routes: &[Route]) -> Vec<Turn> {
    let mut turns: Vec<Turn> = routes.iter().map(|route| route.turn).collect();
    turns.sort_unstable_by(|a, b| result(a).cmp(&result(b)).then_with(|| a.by_text(b)));
    turns.dedup_by_key(|turn| result(turn));
    turns
}

/// What decides the position that a capture leads to. Any piece that comes back to its start leaves the same.
pub(super) fn result(turn: &Turn) -> (Option<(Square, Square)>, SquareSet) {
    let ends = (turn.from(), turn.to());
    ((ends.0 != ends.1).then_some(ends), turn.taken())
}

fn first_jumps(board: &Board, through: &[Square]) -> Vec<Route> {
    let mut found = Vec::new();
    for from in men_that_jump(board) | board.own_kings() {
        let passed = u8::from(through.first() == Some(&from));
        jumps(board, &Route { turn: Turn::begin(from), passed }, through, &mut found);
    }
    found
}

fn men_that_jump(board: &Board) -> SquareSet {
    let (enemies, empty) = (board.enemies(), board.empty());
    let mut men = SquareSet::EMPTY;
    for Direction { files, ranks } in ORTHOGONAL {
        let back = Direction { files: -files, ranks: -ranks };
        men |= (empty.shifted(back) & enemies).shifted(back);
    }
    men & board.own_men()
}

/// Adds every way to go on with one more jump. Captured pieces stay until the turn is over, so they block
/// and are not jumped again; the square the piece started from is empty meanwhile.
fn jumps(board: &Board, route: &Route, through: &[Square], found: &mut Vec<Route>) {
    let turn = &route.turn;
    let empty = board.empty() | SquareSet::of(turn.from());
    let targets = board.enemies() - turn.taken();
    let flies = board.own_kings().contains(turn.from());
    for direction in ORTHOGONAL {
        let mut over = turn.to().step(direction);
        while let Some(square) = over.filter(|&square| flies && empty.contains(square)) {
            over = square.step(direction);
        }
        let Some(over) = over.filter(|&square| targets.contains(square)) else { continue };
        let mut landing = over.step(direction);
        while let Some(square) = landing.filter(|&square| empty.contains(square)) {
            // A route that doesn't begin as asked counts nothing.
            let wanted = route.passed > 0 && through.get(usize::from(route.passed)) == Some(&square);
            found.push(Route { turn: turn.taking(over, square), passed: route.passed + u8::from(wanted) });
            landing = if flies { square.step(direction) } else { None };
        }
    }
}
