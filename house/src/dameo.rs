//! Dameo: a board that is quick to play on. Sets of squares are one `u64`, eight bits a rank from a1.

use crate::alphabeta::{Duel, LOST};
use crate::dice::mix;

use ends::Ends;

mod ends;
pub mod judge;

/// Works out the ends that are looked up.
pub fn prepare() {
    Ends::get();
}

/// One whole turn. Which way a capture went doesn't matter to the board, only what it took.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Move {
    from: u8,
    to: u8,
    taken: u64,
}

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    /// White's and Black's men.
    pub men: [u64; 2],
    /// Their kings.
    pub kings: [u64; 2],
    /// Who is to move.
    pub side: usize,
}

const FILE_A: u64 = 0x0101_0101_0101_0101;
const FILE_H: u64 = FILE_A << 7;
/// With more pieces a search doesn't ask for the ends that are solved: it hardly ever comes to one.
const NEAR_THE_ENDS: u32 = 10;
const FAR_RANK: [u64; 2] = [0xff << 56, 0xff];
/// The four ways along ranks and files, as steps between bits: up, down, right, left.
const STRAIGHT: [i8; 4] = [8, -8, 1, -1];
const ALL: [i8; 8] = [8, -8, 1, -1, 9, 7, -9, -7];
/// The ways in which White's and Black's men go.
const FORWARD: [[i8; 3]; 2] = [[8, 7, 9], [-8, -7, -9]];

/// A set moved one step, without what falls off the board.
pub const fn step(set: u64, by: i8) -> u64 {
    let kept = match by {
        1 | 9 | -7 => set & !FILE_H,
        -1 | -9 | 7 => set & !FILE_A,
        _ => set,
    };
    if by >= 0 { kept << by } else { kept >> -by }
}

fn bits(mut set: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let bit = set & set.wrapping_neg();
        set ^= bit;
        (bit != 0).then_some(bit)
    })
}

impl Board {
    /// Reads a position string as core writes it.
    pub fn read(text: &str) -> Option<Board> {
        let (squares, rest) = text.split_once(' ')?;
        let mut board = Board { men: [0; 2], kings: [0; 2], side: usize::from(rest.starts_with('b')) };
        for (row, rank) in squares.split('/').zip((0..8).rev()) {
            let mut file = 0;
            for letter in row.bytes() {
                let bit = 1u64.checked_shl(rank * 8 + file)?;
                match letter {
                    b'1'..=b'8' => file += u32::from(letter - b'1'),
                    b'w' => board.men[0] |= bit,
                    b'b' => board.men[1] |= bit,
                    b'W' => board.kings[0] |= bit,
                    b'B' => board.kings[1] |= bit,
                    _ => return None,
                }
                file += 1;
            }
        }
        Some(board)
    }

    /// A side's pieces.
    pub fn pieces(&self, side: usize) -> u64 {
        self.men[side] | self.kings[side]
    }

    fn empty(&self) -> u64 {
        !(self.pieces(0) | self.pieces(1))
    }

    /// Whether who is to move can capture.
    pub fn can_capture(&self) -> bool {
        let (enemies, empty) = (self.pieces(1 - self.side), self.empty());
        STRAIGHT.into_iter().any(|by| step(step(self.men[self.side], by) & enemies, by) & empty != 0)
            || bits(self.kings[self.side]).any(|king| {
                STRAIGHT.into_iter().any(|by| {
                    let mut square = step(king, by);
                    while square & empty != 0 {
                        square = step(square, by);
                    }
                    step(square & enemies, by) & empty != 0
                })
            })
    }

    /// Adds the captures that take the most, without those that lead to the same position.
    fn captures(&self, found: &mut Vec<Move>) {
        let mut most = 1;
        let mut layer: Vec<(u64, u64)> = Vec::new();
        let mut next: Vec<(u64, u64)> = Vec::new();
        let jumpers = STRAIGHT.into_iter().fold(0, |all, by| {
            let over = step(self.empty(), -by) & self.pieces(1 - self.side);
            all | step(over, -by)
        }) & self.men[self.side];
        for from in bits(jumpers | self.kings[self.side]) {
            let flies = self.kings[self.side] & from != 0;
            let empty = self.empty() | from;
            layer.clear();
            layer.push((from, 0));
            let mut taken_now = 0;
            loop {
                next.clear();
                for &(at, taken) in &layer {
                    let targets = self.pieces(1 - self.side) & !taken;
                    for by in STRAIGHT {
                        let mut over = step(at, by);
                        while flies && over & empty != 0 {
                            over = step(over, by);
                        }
                        if over & targets == 0 {
                            continue;
                        }
                        let mut landing = step(over, by);
                        while landing & empty != 0 {
                            next.push((landing, taken | over));
                            landing = if flies { step(landing, by) } else { 0 };
                        }
                    }
                }
                if next.is_empty() {
                    break;
                }
                taken_now += 1;
                next.sort_unstable();
                next.dedup();
                std::mem::swap(&mut layer, &mut next);
            }
            if taken_now == 0 || taken_now < most {
                continue;
            }
            if taken_now > most {
                most = taken_now;
                found.clear();
            }
            let from = from.trailing_zeros() as u8;
            found.extend(layer.iter().map(|&(to, taken)| Move { from, to: to.trailing_zeros() as u8, taken }));
        }
        // Pieces that come back to where they started leave the same position, whichever it was.
        let mut rounds: Vec<u64> = Vec::new();
        found.retain(|turn| {
            let round = turn.from == turn.to;
            let seen = round && rounds.contains(&turn.taken);
            if round {
                rounds.push(turn.taken);
            }
            !seen
        });
    }

    fn quiet(&self, found: &mut Vec<Move>) {
        let empty = self.empty();
        let own = self.men[self.side];
        for by in FORWARD[self.side] {
            let mut tails = empty;
            for men in 1i8.. {
                tails = own & step(tails, -by);
                if tails == 0 {
                    break;
                }
                for tail in bits(tails) {
                    let from = tail.trailing_zeros() as i8;
                    found.push(Move { from: from as u8, to: (from + by * men) as u8, taken: 0 });
                }
            }
        }
        for king in bits(self.kings[self.side]) {
            let from = king.trailing_zeros() as u8;
            for by in ALL {
                let mut square = step(king, by);
                while square & empty != 0 {
                    found.push(Move { from, to: square.trailing_zeros() as u8, taken: 0 });
                    square = step(square, by);
                }
            }
        }
    }

    fn count(&self) -> u32 {
        (self.pieces(0) | self.pieces(1)).count_ones()
    }

    fn is_king_each(&self) -> bool {
        self.men == [0; 2] && self.kings.iter().all(|kings| kings.count_ones() == 1)
    }
}

impl Duel for Board {
    type Move = Move;

    const PATIENCE: u32 = 50;

    fn key(&self) -> u64 {
        let [white, black] = self.men;
        let [white_kings, black_kings] = self.kings;
        let one = mix(white ^ 0x9e37_79b9_7f4a_7c15).wrapping_add(black.rotate_left(32));
        let two = mix(one ^ self.side as u64).wrapping_add(white_kings);
        mix(mix(two) ^ black_kings.rotate_left(17))
    }

    fn turns(&self, found: &mut Vec<Move>) -> bool {
        if self.can_capture() {
            self.captures(found);
            return true;
        }
        if !self.is_king_each() {
            self.quiet(found);
        }
        false
    }

    fn play(&mut self, turn: Move) {
        let (from, to) = (1u64 << turn.from, 1u64 << turn.to);
        let side = self.side;
        if self.men[side] & from != 0 {
            self.men[side] &= !from;
            let crowned = if to & FAR_RANK[side] != 0 { &mut self.kings } else { &mut self.men };
            crowned[side] |= to;
        } else {
            self.kings[side] = self.kings[side] & !from | to;
        }
        self.men[1 - side] &= !turn.taken;
        self.kings[1 - side] &= !turn.taken;
        self.side = 1 - side;
    }

    fn is_progress(&self, turn: Move) -> bool {
        turn.taken != 0 || self.men[self.side] >> turn.from & 1 == 1
    }

    fn end(&self) -> i32 {
        if self.is_king_each() { 0 } else { LOST }
    }

    fn is_near_known(&self) -> bool {
        self.count() <= NEAR_THE_ENDS
    }

    fn known(&self, plies: u32) -> Option<i32> {
        if self.count() <= ends::MOST { Ends::get().points(self, plies) } else { None }
    }

    fn judge(&self) -> i32 {
        judge::points(self)
    }
}

#[cfg(test)]
mod tests;
