//! Counting the end: the regions of a position, the turns left in them, and what a claim gives.

use super::filling::{Region, most_turns};
use super::shape::joined_parts;
use crate::board::{Square, SquareSet};
use crate::rules::{Bounds, Claim, Count, Margin, Outcome, Reason, Side};

/// How many turns one count may look at. A budget of time would count differently on different machines.
const NODES: u64 = 2_000_000;

/// The squares not hit by an arrow, parted into what joins in eight directions, by whose amazons stand there.
#[derive(Clone, Debug)]
pub struct Regions {
    /// Regions with amazons of one colour alone.
    owned: Vec<(Side, Region)>,
    /// White's and Black's amazons in each region where they meet.
    contested: Vec<[SquareSet; 2]>,
    /// The empty squares of those regions.
    open: u32,
}

impl Regions {
    /// The regions of a board: its squares without arrows, White's and Black's amazons.
    pub fn new(squares: SquareSet, amazons: [SquareSet; 2]) -> Regions {
        let mut regions = Regions { owned: Vec::new(), contested: Vec::new(), open: 0 };
        for squares in joined_parts(squares) {
            let [white, black] = amazons.map(|amazons| squares & amazons);
            match (white.is_empty(), black.is_empty()) {
                (true, true) => {}
                (false, true) => regions.owned.push((Side::White, Region { squares, amazons: white })),
                (true, false) => regions.owned.push((Side::Black, Region { squares, amazons: black })),
                (false, false) => {
                    regions.contested.push([white, black]);
                    regions.open += (squares - white - black).len() as u32;
                }
            }
        }
        regions
    }

    /// Whether no region holds amazons of both colours.
    pub fn are_settled(&self) -> bool {
        self.contested.is_empty()
    }

    /// White's and Black's amazons in each region where they meet.
    pub fn contested(&self) -> &[[SquareSet; 2]] {
        &self.contested
    }

    /// The turns left to each side. While the position isn't settled, nobody is sure of a turn in a region
    /// where both stand, so it adds nothing to the least numbers; but each turn there takes an empty square, so
    /// it adds those to the greatest.
    pub fn count(&self) -> Count {
        let regions: Vec<Region> = self.owned.iter().map(|&(_, region)| region).collect();
        let mut left = [Bounds { min: 0, max: self.open }; 2];
        for (&(side, _), turns) in self.owned.iter().zip(most_turns(&regions, NODES)) {
            left[side as usize].min += turns.min;
            left[side as usize].max += turns.max;
        }
        let [white, black] = left;
        Count { settled: self.are_settled(), white, black }
    }

    /// The owner of each square of a settled position, in the order of squares; none before it is settled.
    pub fn territory(&self) -> Vec<(Square, Side)> {
        if !self.are_settled() {
            return Vec::new();
        }
        let squares = |&(side, region): &(Side, Region)| region.squares.into_iter().map(move |square| (square, side));
        let mut territory: Vec<(Square, Side)> = self.owned.iter().flat_map(squares).collect();
        territory.sort_unstable();
        territory
    }
}

/// What a claim gives with that count. The player to move has half a turn taken off, so there is always a winner;
/// where the bounds prove who it is, the margin is the least they prove.
pub fn claim(count: Count, to_move: Side) -> Claim {
    if !count.settled {
        return Claim::NotSettled(count);
    }
    let halves = |side: Side, turns: u32| 2 * i64::from(turns) - i64::from(side == to_move);
    for (winner, own, other) in [(Side::White, count.white, count.black), (Side::Black, count.black, count.white)] {
        let lead = halves(winner, own.min) - halves(winner.other(), other.max);
        if let Some(margin) = u32::try_from(lead).ok().filter(|&halves| halves > 0) {
            let margin = Some(Margin { halves: margin });
            return Claim::Decided(count, Outcome { winner: Some(winner), reason: Reason::Counted, margin });
        }
    }
    Claim::Undecided(count)
}

/// The margin of a game played to the bitter end: half a turn, and what the winner could still play (at least, if
/// that is too much to search) on the squares without arrows and the loser's amazons.
pub fn margin_at_the_end(squares: SquareSet, winners: SquareSet) -> Margin {
    let count = Regions::new(squares, [winners, SquareSet::EMPTY]).count();
    Margin { halves: 1 + 2 * count.white.min }
}

#[cfg(test)]
mod tests;
