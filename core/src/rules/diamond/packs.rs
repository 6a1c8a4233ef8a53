//! The moves of cani: each by itself or several of a pack at once.

use super::cells::{Cell, Cells, Lines, RIVER, slide};
use super::moves::{Move, Part};
use super::pieces::Crowd;

/// A move of one or more cani.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PackMove {
    /// Where the side's cani stand after it.
    pub after: Cells,
    /// Who moves where.
    pub by: Move,
}

/// How many squares a cani on `from` may go: 1 plus the number of own cani beside it.
pub fn reach_of(from: Cell, cani: Cells) -> u8 {
    1 + (Cells::of(from).beside() & cani).len() as u8
}

/// The cani that are connected to that one, including itself.
pub fn pack_of(one: Cell, cani: Cells) -> Cells {
    let mut pack = Cells::of(one);
    // There are three cani at most: two rounds find them all.
    for _ in 0..2 {
        pack |= pack.beside() & cani;
    }
    pack
}

/// Where a cani could end if every other cani made room. The side's own cani don't stop it, but a zi ri on one does.
pub fn open_ends(from: Cell, cani: Cells, crowd: Crowd) -> Cells {
    let barred = (crowd.ground - cani) | crowd.flyers();
    slide(from, !barred, Lines::Straight, reach_of(from, cani)) - RIVER
}

/// All squares that these cani could come over if nothing stood in their way.
pub fn ways_of(cani: Cells) -> Cells {
    let way = |from: Cell| slide(from, !Cells::EMPTY, Lines::Straight, reach_of(from, cani));
    cani.into_iter().fold(Cells::EMPTY, |ways, from| ways | way(from))
}

/// Whether these parts are a move of these cani, those in `moved` excepted.
pub fn is_pack_move(parts: &[Part], cani: Cells, moved: Cells, crowd: Crowd) -> bool {
    let Some(first) = parts.first() else { return false };
    let pack = pack_of(first.from, cani) & (cani - moved);
    let goes = |part: &Part| pack.contains(part.from) && open_ends(part.from, cani, crowd).contains(part.to);
    let froms: Cells = parts.iter().map(|part| part.from).collect();
    let tos: Cells = parts.iter().map(|part| part.to).collect();
    let stay = cani - froms;
    let all_differ = froms.len() as usize == parts.len() && tos.len() as usize == parts.len() && !tos.meets(stay);
    all_differ && parts.iter().all(goes) && stay | tos != cani
}

/// Every move of these cani, those in `moved` excepted, in the order of (result, text). Of the moves with the same
/// result only those with the fewest parts are there; nothing is lost by that, since the others move more cani to
/// no effect. Several remain where different cani can do it.
pub fn pack_moves(cani: Cells, moved: Cells, crowd: Crowd) -> Vec<PackMove> {
    let mut found = Vec::new();
    let mut rest = cani;
    while let Some(one) = rest.first() {
        let pack = pack_of(one, cani);
        rest = rest - pack;
        let undecided = pack - moved;
        let mut search = Search { cani, crowd, parts: Vec::with_capacity(3), found: &mut found };
        search.go(undecided, cani - undecided);
    }
    found.sort_unstable_by(|a, b| rank(a).cmp(&rank(b)));
    let mut best = (Cells::EMPTY, 0);
    found.retain(|m| {
        if best.0 != m.after {
            best = (m.after, m.by.parts().len());
        }
        best.1 == m.by.parts().len()
    });
    found
}

fn rank(pack: &PackMove) -> (Cells, usize, &[Part]) {
    (pack.after, pack.by.parts().len(), pack.by.parts())
}

struct Search<'a> {
    cani: Cells,
    crowd: Crowd,
    parts: Vec<Part>,
    found: &'a mut Vec<PackMove>,
}

impl Search<'_> {
    /// Lets the first of the undecided cani stay or go, and then the others. `ended` are the squares on which cani
    /// end that are decided, or take no part.
    fn go(&mut self, undecided: Cells, ended: Cells) {
        let Some(from) = undecided.first() else {
            // Cani that merely trade places have not moved.
            if ended != self.cani
                && let Some(by) = Move::pack(&self.parts)
            {
                self.found.push(PackMove { after: ended, by });
            }
            return;
        };
        let here = Cells::of(from);
        if !ended.contains(from) {
            self.go(undecided - here, ended | here);
        }
        for to in open_ends(from, self.cani, self.crowd) - ended {
            self.parts.push(Part { from, to });
            self.go(undecided - here, ended | Cells::of(to));
            self.parts.pop();
        }
    }
}
