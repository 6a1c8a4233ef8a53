//! The captures: compulsory, along ranks and files, as many as possible.
//!
//! The search goes in layers, one captured piece deeper each time. Routes of one piece that meet on a
//! square having taken the same pieces go on alike, so only the one whose text is first is kept: that
//! bounds the work also where kings can wander through many pieces in any order. The last layer that is
//! not empty holds the captures that take the most, and none of them can be continued.

use super::{Dameo, Path, Turn};
use crate::board::{Direction, ORTHOGONAL, Square, SquareSet};

/// All legal captures; empty when there is nothing to capture.
pub(super) fn turns(position: &Dameo) -> Vec<Turn> {
    distinct(longest(position, &[])).into_iter().map(|route| route.turn).collect()
}

/// Whether the player to move can capture, and so must.
pub(super) fn any(position: &Dameo) -> bool {
    !first_jumps(position, &[]).is_empty()
}

/// A capture under way or finished.
#[derive(Clone, Copy)]
pub(super) struct Route {
    pub(super) turn: Turn,
    /// How many of the squares asked for it has come through, in their order.
    pub(super) passed: u8,
}

impl Route {
    /// What decides how it may go on.
    fn state(&self) -> (Square, Square, SquareSet, u8) {
        (self.turn.from(), self.turn.to(), self.turn.taken, self.passed)
    }

    /// What decides the position it leads to: any piece that comes back to its start leaves the same.
    pub(super) fn result(&self) -> (Option<(Square, Square)>, SquareSet) {
        let (from, to) = (self.turn.from(), self.turn.to());
        ((from != to).then_some((from, to)), self.turn.taken)
    }
}

/// The captures that take the most. Those that come through the same number of the squares in `through`,
/// counted in their order, and take the same pieces between the same squares, are given once, by the
/// first of their texts.
pub(super) fn longest(position: &Dameo, through: &[Square]) -> Vec<Route> {
    let mut layer = first_jumps(position, through);
    loop {
        let mut next = Vec::new();
        for route in &layer {
            jumps(position, route, through, &mut next);
        }
        if next.is_empty() {
            return layer;
        }
        next.sort_unstable_by(|a, b| a.state().cmp(&b.state()).then_with(|| by_text(a, b)));
        next.dedup_by_key(|route| route.state());
        layer = next;
    }
}

/// Of the routes that lead to the same position, the one whose text is first.
pub(super) fn distinct(mut routes: Vec<Route>) -> Vec<Route> {
    routes.sort_unstable_by(|a, b| a.result().cmp(&b.result()).then_with(|| by_text(a, b)));
    routes.dedup_by_key(|route| route.result());
    routes
}

fn by_text(a: &Route, b: &Route) -> std::cmp::Ordering {
    a.turn.path.text_order().cmp(b.turn.path.text_order())
}

fn first_jumps(position: &Dameo, through: &[Square]) -> Vec<Route> {
    let mut found = Vec::new();
    for start in men_that_jump(position) | position.own_kings() {
        let passed = u8::from(through.first() == Some(&start));
        let turn = Turn { path: Path::at(start), taken: SquareSet::EMPTY };
        jumps(position, &Route { turn, passed }, through, &mut found);
    }
    found
}

fn men_that_jump(position: &Dameo) -> SquareSet {
    let (enemies, empty) = (position.enemies(), position.empty());
    let mut men = SquareSet::EMPTY;
    for Direction { files, ranks } in ORTHOGONAL {
        let back = Direction { files: -files, ranks: -ranks };
        men |= (empty.shifted(back) & enemies).shifted(back);
    }
    men & position.own_men()
}

/// Adds every way to go on with one more jump. Captured pieces stay till the turn is over, so they block
/// and are not jumped again; the square the piece started from is empty meanwhile.
fn jumps(position: &Dameo, route: &Route, through: &[Square], found: &mut Vec<Route>) {
    let mut empty = position.empty();
    empty.insert(route.turn.from());
    let targets = position.enemies() - route.turn.taken;
    let flies = position.own_kings().contains(route.turn.from());
    for direction in ORTHOGONAL {
        let mut over = route.turn.to().step(direction);
        if flies {
            while let Some(square) = over.filter(|&square| empty.contains(square)) {
                over = square.step(direction);
            }
        }
        let Some(over) = over.filter(|&square| targets.contains(square)) else { continue };
        let mut taken = route.turn.taken;
        taken.insert(over);
        let mut landing = over.step(direction);
        while let Some(square) = landing.filter(|&square| empty.contains(square)) {
            let wanted = through.get(usize::from(route.passed)) == Some(&square);
            // A route that doesn't begin as asked never counts as passing anything.
            let passed = route.passed + u8::from(wanted && route.passed > 0);
            found.push(Route { turn: Turn { path: route.turn.path.then(square), taken }, passed });
            landing = if flies { square.step(direction) } else { None };
        }
    }
}
