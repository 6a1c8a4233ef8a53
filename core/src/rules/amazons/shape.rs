//! The shapes of regions: which squares join, and whether taking one out could tear a region apart.

use std::hash::{BuildHasherDefault, Hasher};

use crate::board::{Square, SquareSet};

/// The parts of a set of squares that join as a king walks, in the order of their first squares.
pub fn joined_parts(squares: SquareSet) -> impl Iterator<Item = SquareSet> {
    let mut rest = squares;
    std::iter::from_fn(move || {
        let mut part = SquareSet::of(rest.first()?);
        loop {
            let more = part.neighbours() & rest;
            if more.is_empty() {
                break;
            }
            part |= more;
        }
        rest = rest - part;
        Some(part)
    })
}

/// How many of these squares lie around a square.
pub fn neighbours(square: Square, squares: SquareSet) -> u8 {
    ring(square, squares).count_ones() as u8
}

/// Whether a joined set may fall apart without that square, as far as the eight squares around it show.
pub fn is_bridge(square: Square, squares: SquareSet) -> bool {
    !JOINED_RINGS[ring(square, squares) as usize]
}

/// The squares of the set around a square, one bit each: the three below, left, right, the three above.
fn ring(square: Square, squares: SquareSet) -> u8 {
    // A rank has eleven bits. Moved up by twelve, the square below left of `square` is where `square` was.
    let around = squares.0 << 12 >> square.index();
    let (below, beside, above) = (around & 7, around >> 11 & 7, around >> 22 & 7);
    (below | (beside & 1) << 3 | (beside >> 2) << 4 | above << 5) as u8
}

/// For each ring, whether its squares join without the middle.
static JOINED_RINGS: [bool; 256] = joined_rings();

const fn joined_rings() -> [bool; 256] {
    // Column and row of each bit of a ring.
    const PLACES: [(i8, i8); 8] = [(0, 0), (1, 0), (2, 0), (0, 1), (2, 1), (0, 2), (1, 2), (2, 2)];
    let mut table = [false; 256];
    let mut ring = 1;
    while ring < 256usize {
        let mut part = ring & ring.wrapping_neg();
        let mut rounds = 0;
        while rounds < 8 {
            let mut i = 0;
            while i < 64 {
                let (a, b) = (i / 8, i % 8);
                let beside = (PLACES[a].0 - PLACES[b].0).abs() <= 1 && (PLACES[a].1 - PLACES[b].1).abs() <= 1;
                if beside && part >> a & 1 == 1 {
                    part |= ring & 1 << b;
                }
                i += 1;
            }
            rounds += 1;
        }
        table[ring] = part == ring;
        ring += 1;
    }
    table
}

/// A quick hash for tables of regions, which live as long as one count and are not built from what a stranger
/// could choose at leisure.
pub type RegionHasher = BuildHasherDefault<Folding>;

/// Multiplies and folds what it is given.
#[derive(Clone, Copy, Debug, Default)]
pub struct Folding(u64);

impl Hasher for Folding {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u128(byte.into()));
    }

    fn write_u128(&mut self, word: u128) {
        for half in [word as u64, (word >> 64) as u64] {
            let product = u128::from(self.0 ^ half ^ 0x2545_f491_4f6c_dd1d) * 0x9e37_79b9_7f4a_7c15;
            self.0 = product as u64 ^ (product >> 64) as u64;
        }
    }
}
