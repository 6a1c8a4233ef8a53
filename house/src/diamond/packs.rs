//! Moves of several cani at once.

use super::pieces::{self, CANI};
use super::{Board, Half, NONE, index};

/// So many moves of each cani, the best, are put together to moves of a pack.
const STEPS: usize = 4;

impl Board {
    /// Adds moves of two or three cani that stand together, put together from the best moves of each; they promise
    /// what these do. Nobody goes where another leaves: who stands where doesn't matter, so that leads nowhere new.
    pub fn packs(&self, halves: &mut Vec<(i32, Half)>) {
        let cani = self.armies[self.side][CANI];
        let steps = |from: u64| -> Vec<(i32, Half)> {
            let own = |(_, half): &&(i32, Half)| usize::from(half.kind) == CANI && half.from == index(from);
            halves.iter().filter(own).take(STEPS).copied().collect()
        };
        let each: Vec<(u64, Vec<(i32, Half)>)> = pieces::bits(cani).map(|from| (from, steps(from))).collect();
        let beside = |one: u64, two: u64| pieces::beside(one) & two != 0;
        let mut reached: Vec<u64> = Vec::new();
        let mut add = |points: i32, parts: &[Half]| {
            let (from, to) =
                parts.iter().fold((0, 0), |(from, to), half| (from | 1u64 << half.from, to | 1u64 << half.to));
            let after = cani & !from | to;
            if to.count_ones() as usize == parts.len() && !reached.contains(&after) {
                reached.push(after);
                let mut pack = NONE;
                for (slot, half) in pack.iter_mut().zip(&parts[1..]) {
                    *slot = (half.from, half.to);
                }
                halves.push((points, Half { pack, ..parts[0] }));
            }
        };
        for (i, (one, ones)) in each.iter().enumerate() {
            for (j, (two, twos)) in each.iter().enumerate().skip(i + 1) {
                let third = each.iter().skip(j + 1).find(|(three, _)| {
                    usize::from(beside(*one, *two))
                        + usize::from(beside(*two, *three))
                        + usize::from(beside(*one, *three))
                        > 1
                });
                let joined =
                    beside(*one, *two) || each.iter().any(|(three, _)| beside(*one, *three) && beside(*two, *three));
                for &(one_points, one) in ones {
                    for &(two_points, two) in twos {
                        if joined {
                            add(one_points + two_points, &[one, two]);
                        }
                        for &(three_points, three) in third.into_iter().flat_map(|(_, threes)| threes) {
                            add(one_points + two_points + three_points, &[one, two, three]);
                        }
                    }
                }
            }
        }
    }
}
