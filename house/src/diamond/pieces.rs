//! Where the pieces of Diamond Chess go and what they strike, on sets of squares: one `u64`, eight bits a rank from a1.

use super::Board;
use crate::dameo::step;

pub const CANI: usize = 0;
pub const GORMOROR: usize = 1;
pub const HERETHROY: usize = 2;
pub const KHTSOYIS: usize = 3;
pub const ORREN: usize = 4;
pub const RASSIMEL: usize = 5;
pub const SLEETH: usize = 6;
pub const TOWN: usize = 7;
pub const ZI_RI: usize = 8;

/// The letters of the kinds, lower case.
pub const LETTERS: &[u8; 9] = b"cghkorstz";

/// The letter of a kind.
pub fn letter(kind: u8) -> char {
    LETTERS.get(usize::from(kind)).map_or('?', |&letter| char::from(letter))
}

/// a1, b2 … h8.
pub const RIVER: u64 = 0x8040_2010_0804_0201;
const STRAIGHT: [i8; 4] = [8, -8, 1, -1];
const ALL: [i8; 8] = [8, -8, 1, -1, 9, 7, -9, -7];

/// The squares of White's and Black's side of the river.
pub const HOME: [u64; 2] = homes();

const fn homes() -> [u64; 2] {
    let mut homes = [0; 2];
    let mut square = 0;
    while square < 64 {
        let (file, rank) = (square % 8, square / 8);
        if file > rank {
            homes[0] |= 1 << square;
        } else if rank > file {
            homes[1] |= 1 << square;
        }
        square += 1;
    }
    homes
}

const RIM: u64 = 0xff81_8181_8181_81ff;
const KNIGHT: [(i8, i8); 8] = [(1, 2), (1, -2), (-1, 2), (-1, -2), (2, 1), (2, -1), (-2, 1), (-2, -1)];

/// The single squares of a set.
pub fn bits(mut set: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let bit = set & set.wrapping_neg();
        set ^= bit;
        (bit != 0).then_some(bit)
    })
}

/// The squares beside these, along ranks and files.
pub fn beside(set: u64) -> u64 {
    step(set, 8) | step(set, -8) | step(set, 1) | step(set, -1)
}

/// The squares diagonally next to these.
pub fn diagonal(set: u64) -> u64 {
    step(set, 9) | step(set, 7) | step(set, -9) | step(set, -7)
}

fn leaps(from: u64) -> u64 {
    let at = from.trailing_zeros() as i8;
    let (file, rank) = (at % 8, at / 8);
    let land = |(files, ranks): (i8, i8)| {
        let (file, rank) = (file + files, rank + ranks);
        if (0..8).contains(&file) && (0..8).contains(&rank) { 1u64 << (rank * 8 + file) } else { 0 }
    };
    KNIGHT.into_iter().fold(0, |all, leap| all | land(leap))
}

fn slide(from: u64, over: u64, ways: &[i8], steps: u8) -> u64 {
    let mut reach = 0;
    for &by in ways {
        let mut square = from;
        for _ in 0..steps {
            square = step(square, by) & over;
            if square == 0 {
                break;
            }
            reach |= square;
        }
    }
    reach
}

/// The square across the ford, if there is one beside.
fn across_ford(from: u64) -> u64 {
    let at = from.trailing_zeros();
    let (file, rank) = (at % 8, at / 8);
    if rank == file + 1 {
        step(from, -7)
    } else if file == rank + 1 {
        step(from, 7)
    } else {
        0
    }
}

/// What a piece strikes from where it stands: by weapon, and by magic.
pub fn strikes(side: usize, kind: usize, from: u64) -> (u64, u64) {
    let weapon = match kind {
        CANI | GORMOROR | KHTSOYIS | RASSIMEL => beside(from),
        HERETHROY if HOME[side] & from != 0 => beside(from),
        _ => 0,
    };
    let magic = if matches!(kind, ORREN | RASSIMEL | ZI_RI) { diagonal(from) } else { 0 };
    (weapon, magic)
}

impl Board {
    /// Where a piece can go by itself; cani without their pack.
    pub fn reach(&self, side: usize, kind: usize, from: u64) -> u64 {
        let (ground, flyers) = (self.ground(), self.armies[0][ZI_RI] | self.armies[1][ZI_RI]);
        let free = !(ground | flyers);
        match kind {
            CANI => {
                let cani = self.armies[side][CANI];
                let steps = 1 + (beside(from) & cani).count_ones() as u8;
                let over = !((ground & !cani) | flyers);
                slide(from, over, &STRAIGHT, steps) & !cani & !RIVER
            }
            GORMOROR => slide(from, free, &STRAIGHT, 3) & !RIVER,
            HERETHROY => slide(from, free, &ALL, 3) & !RIVER,
            KHTSOYIS => slide(from, free, &ALL, 1),
            ORREN => slide(from, free, &STRAIGHT, 3) | if from & RIVER != 0 { RIVER & free } else { 0 },
            RASSIMEL => slide(from, free & !RIVER, &STRAIGHT, 2) | across_ford(from) & free,
            SLEETH => slide(from, free, &ALL, 3),
            TOWN => slide(from, free, &ALL, 1) & RIM & HOME[side],
            _ => {
                let full = ground & flyers | self.armies[0][ZI_RI] & self.armies[1][ZI_RI];
                leaps(from) & !full
            }
        }
    }

    /// Where the sleeth on that square can pounce.
    pub fn prey(&self, side: usize, from: u64) -> u64 {
        let enemies = self.all(1 - side);
        let own_ground = self.armies[side][..ZI_RI].iter().fold(0, |all, set| all | set);
        let taken = self.ground() | self.armies[0][ZI_RI] | self.armies[1][ZI_RI];
        let mut prey = 0;
        for by in ALL {
            let mut square = from;
            for _ in 0..self.pounce {
                square = step(square, by);
                if square & taken != 0 {
                    prey |= square & enemies & !own_ground;
                    break;
                }
            }
        }
        prey
    }

    /// Goes through a side's pieces on these squares that such an attack isn't lost on.
    pub fn victims(&self, side: usize, cells: u64, weapon: bool, mut visit: impl FnMut(u64, usize)) {
        for kind in 0..9 {
            for at in bits(self.armies[side][kind] & cells) {
                let immune = match kind {
                    HERETHROY => weapon,
                    ZI_RI => !weapon,
                    ORREN => weapon && at & RIVER != 0,
                    _ => false,
                };
                if !immune {
                    visit(at, kind);
                }
            }
        }
    }

    /// Whether that side could capture the other's town if it were to move.
    pub fn threatens_town(&self, side: usize) -> bool {
        let town = self.armies[1 - side][TOWN];
        let near = beside(town) | diagonal(town);
        (0..9).any(|kind| {
            bits(self.armies[side][kind] & near).any(|from| {
                let (weapon, magic) = strikes(side, kind, from);
                (weapon | magic) & town != 0
            })
        }) || bits(self.armies[side][SLEETH]).any(|from| self.prey(side, from) & town != 0)
    }
}
