//! How many turns the amazons of one colour can still play in regions of their own: the search behind counting.
//!
//! A region is a joined set of squares without arrows, the amazons' own squares included. Every turn takes one
//! square out of it, the one the arrow hits; where the amazon goes changes nothing about its shape. So at most
//! as many turns can be played in a region as it has empty squares, and what is searched for is the least **waste**:
//! the empty squares that are left over, cut off from every amazon, when no amazon can move.

use std::collections::HashMap;

use super::shape::{RegionHasher, is_bridge, joined_parts, neighbours};
use crate::board::{Square, SquareSet, queen_reach};
use crate::rules::Bounds;

/// A joined set of squares without arrows, with amazons of one colour in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Region {
    /// All its squares, the amazons' included.
    pub squares: SquareSet,
    /// The amazons.
    pub amazons: SquareSet,
}

/// For each region, bounds on the greatest number of turns that its amazons can play in it. The search ends after
/// looking at a number of turns, with the bounds it has proven by then; it depends on nothing else, so every machine
/// counts the same.
pub fn most_turns(regions: &[Region], nodes: u64) -> Vec<Bounds> {
    let mut found = vec![Bounds { min: 0, max: 0 }; regions.len()];
    // What the small ones leave of their shares goes to the large ones.
    let mut order: Vec<usize> = (0..regions.len()).collect();
    order.sort_by_key(|&i| regions[i].squares.len());
    let mut left = nodes;
    for (done, i) in order.into_iter().enumerate() {
        let share = left / (regions.len() - done) as u64;
        let mut search = Search { known: HashMap::default(), nodes: share };
        let waste = search.least_waste(regions[i]);
        left -= share - search.nodes;
        let room = regions[i].room();
        found[i] = Bounds { min: room - waste.max, max: room - waste.min };
    }
    found
}

impl Region {
    /// Its empty squares: as many turns as it has if nothing is wasted.
    fn room(self) -> u32 {
        (self.squares - self.amazons).len() as u32
    }

    /// All turns, those first that hit a square with few neighbours: filling from the rim, and behind
    /// oneself, rarely cuts anything off.
    fn turns(self) -> Vec<Filling> {
        let empty = self.squares - self.amazons;
        let mut turns = Vec::new();
        for from in self.amazons {
            let free = empty | SquareSet::of(from);
            for to in queen_reach(from, empty) {
                let shots = queen_reach(to, free).into_iter();
                turns.extend(shots.map(|shot| Filling { openness: neighbours(shot, self.squares), shot, from, to }));
            }
        }
        turns.sort_unstable();
        turns
    }

    /// The squares and amazons after a turn, perhaps in several parts by now.
    fn after(self, turn: Filling) -> Region {
        let mut next = self;
        next.squares.remove(turn.shot);
        next.amazons.remove(turn.from);
        next.amazons.insert(turn.to);
        next
    }

    /// The parts with amazons that can move, and how many empty squares are in parts without any amazon.
    fn parts(self) -> (Vec<Region>, u32) {
        let mut wasted = 0;
        let mut parts = Vec::new();
        for squares in joined_parts(self.squares) {
            let amazons = squares & self.amazons;
            if amazons.is_empty() {
                wasted += squares.len() as u32;
            } else if amazons != squares {
                parts.push(Region { squares, amazons });
            }
        }
        (parts, wasted)
    }
}

/// A turn, in the order in which turns are tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Filling {
    /// How many squares of the region lie around the shot.
    openness: u8,
    shot: Square,
    from: Square,
    to: Square,
}

/// The budget of nodes is used up.
#[derive(Clone, Copy, Debug)]
struct OutOfNodes;

struct Search {
    /// What has been proven of regions' least waste.
    known: HashMap<Region, Bounds, RegionHasher>,
    nodes: u64,
}

impl Search {
    /// Bounds on the least waste. Most regions can be filled without any, and the first line tried shows it. Where
    /// not, half of the nodes go into proving waste from below, and what is left into finding better lines.
    fn least_waste(&mut self, region: Region) -> Bounds {
        let mut waste = Bounds { min: 0, max: first_line(region) };
        let reserve = self.nodes / 2;
        self.nodes -= reserve;
        while waste.min < waste.max {
            match self.fills(region, waste.min) {
                Ok(true) => waste.max = waste.min,
                Ok(false) => waste.min += 1,
                Err(OutOfNodes) => break,
            }
        }
        self.nodes += reserve;
        while waste.min < waste.max {
            match self.fills(region, waste.max - 1) {
                Ok(true) => waste.max -= 1,
                Ok(false) => waste.min = waste.max,
                Err(OutOfNodes) => break,
            }
        }
        waste
    }

    /// Whether a region can be filled with at most this much waste.
    fn fills(&mut self, region: Region, limit: u32) -> Result<bool, OutOfNodes> {
        let mut known = self.known.get(&region).copied().unwrap_or(Bounds { min: 0, max: region.room() });
        if limit < known.min || limit >= known.max {
            return Ok(limit >= known.max);
        }
        let mut found = false;
        for turn in region.turns() {
            found = self.fills_after(region, turn, limit)?;
            if found {
                break;
            }
        }
        if found {
            known.max = limit;
        } else {
            known.min = limit + 1;
        }
        self.known.insert(region, known);
        Ok(found)
    }

    /// The same for what a turn leaves. Parts don't see each other any more, so they are searched one by one.
    fn fills_after(&mut self, region: Region, turn: Filling, limit: u32) -> Result<bool, OutOfNodes> {
        self.nodes = self.nodes.checked_sub(1).ok_or(OutOfNodes)?;
        let next = region.after(turn);
        if !is_bridge(turn.shot, region.squares) {
            return self.fills(next, limit);
        }
        let (parts, cut_off) = next.parts();
        let Some(mut left) = limit.checked_sub(cut_off) else { return Ok(false) };
        let Some((last, others)) = parts.split_last() else { return Ok(true) };
        for &part in others {
            match self.least_within(part, left)? {
                Some(waste) => left -= waste,
                None => return Ok(false),
            }
        }
        self.fills(*last, left)
    }

    /// The least waste of a region, if it is at most `limit`.
    fn least_within(&mut self, region: Region, limit: u32) -> Result<Option<u32>, OutOfNodes> {
        for waste in 0..=limit {
            if self.fills(region, waste)? {
                return Ok(Some(waste));
            }
        }
        Ok(None)
    }
}

/// The waste of a line played without looking ahead: whatever cuts off least is played.
fn first_line(region: Region) -> u32 {
    let mut waste = 0;
    let mut open = vec![region];
    while let Some(region) = open.pop() {
        let cut = |turn: &Filling| {
            if is_bridge(turn.shot, region.squares) { region.after(*turn).parts().1 } else { 0 }
        };
        let turns = region.turns();
        let Some(best) = turns.iter().min_by_key(|turn| cut(turn)) else { continue };
        let (parts, cut_off) = region.after(*best).parts();
        waste += cut_off;
        open.extend(parts);
    }
    waste
}

#[cfg(test)]
mod tests;
