//! Othello: a board that is quick to play on, and its judgement: corners and the squares beside them, how many turns
//! each side has, and whose discs lie open. Sets of squares are one `u64`, eight bits a rank from a1.

use turnpost_core::board::Square;

use crate::alphabeta::{Duel, LOST, WON};
use crate::dameo::step;
use crate::dice::mix;

const ALL: [i8; 8] = [8, -8, 1, -1, 9, 7, -9, -7];
const CORNERS: u64 = 0x8100_0000_0000_0081;

/// A square, or 64 to pass.
pub type Move = u8;
const PASS: Move = 64;

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    /// White's and Black's discs.
    pub discs: [u64; 2],
    /// Who is to move.
    pub side: usize,
}

impl Board {
    /// Reads a position string as core writes it.
    pub fn read(text: &str) -> Option<Board> {
        let (squares, rest) = text.split_once(' ')?;
        let mut board = Board { discs: [0; 2], side: usize::from(rest.starts_with('b')) };
        for (row, rank) in squares.split('/').zip((0..8).rev()) {
            let mut file = 0;
            for letter in row.bytes() {
                let bit = 1u64.checked_shl(rank * 8 + file)?;
                match letter {
                    b'1'..=b'8' => file += u32::from(letter - b'1'),
                    b'W' => board.discs[0] |= bit,
                    b'B' => board.discs[1] |= bit,
                    _ => return None,
                }
                file += 1;
            }
        }
        Some(board)
    }

    /// The text of a turn, as core reads it.
    pub fn write(turn: Move) -> String {
        match Square::new(turn % 8, turn / 8) {
            Some(square) if turn < PASS => square.to_string(),
            _ => "pass".to_owned(),
        }
    }

    fn empty(&self) -> u64 {
        !(self.discs[0] | self.discs[1])
    }

    /// Where a side can place a disc.
    fn places(&self, side: usize) -> u64 {
        let (own, other, empty) = (self.discs[side], self.discs[1 - side], self.empty());
        ALL.into_iter().fold(0, |all, by| {
            let mut row = step(own, by) & other;
            for _ in 0..5 {
                row |= step(row, by) & other;
            }
            all | step(row, by) & empty
        })
    }

    /// The discs that turn over when who is to move places one there.
    fn turned(&self, at: u64) -> u64 {
        let (own, other) = (self.discs[self.side], self.discs[1 - self.side]);
        ALL.into_iter().fold(0, |all, by| {
            let mut row = 0;
            let mut square = step(at, by);
            while square & other != 0 {
                row |= square;
                square = step(square, by);
            }
            if square & own != 0 { all | row } else { all }
        })
    }
}

fn around(set: u64) -> u64 {
    ALL.into_iter().fold(0, |all, by| all | step(set, by))
}

/// The squares diagonally next to a corner, and those beside one.
const NEXT: u64 = 0x0042_0000_0000_4200;
const BESIDE: u64 = 0x4281_0000_0000_8142;

impl Duel for Board {
    type Move = Move;

    const PATIENCE: u32 = u32::MAX;

    fn key(&self) -> u64 {
        mix(mix(self.discs[0] ^ self.side as u64) ^ self.discs[1].rotate_left(31))
    }

    fn turns(&self, found: &mut Vec<Move>) -> bool {
        let places = self.places(self.side);
        // Corners first, what gives them away last.
        for part in [CORNERS, !(CORNERS | NEXT | BESIDE), BESIDE, NEXT] {
            let mut rest = places & part;
            while rest != 0 {
                found.push(rest.trailing_zeros() as Move);
                rest &= rest - 1;
            }
        }
        if places == 0 && self.places(1 - self.side) != 0 {
            found.push(PASS);
        }
        false
    }

    fn play(&mut self, turn: Move) {
        if turn < PASS {
            let at = 1 << turn;
            let turned = self.turned(at);
            self.discs[self.side] |= turned | at;
            self.discs[1 - self.side] &= !turned;
        }
        self.side = 1 - self.side;
    }

    fn is_progress(&self, _: Move) -> bool {
        true
    }

    fn end(&self) -> i32 {
        match self.discs[self.side].count_ones().cmp(&self.discs[1 - self.side].count_ones()) {
            std::cmp::Ordering::Greater => WON,
            std::cmp::Ordering::Equal => 0,
            std::cmp::Ordering::Less => LOST,
        }
    }

    fn judge(&self) -> i32 {
        let empty = self.empty();
        // Next to a corner that is still empty.
        let open = around(CORNERS & empty);
        let of = |side: usize| {
            let own = self.discs[side];
            let count = |set: u64| set.count_ones() as i32;
            900 * count(own & CORNERS) - 350 * count(own & NEXT & open) - 130 * count(own & BESIDE & open)
                + 70 * count(self.places(side))
                - 30 * count(own & around(empty))
        };
        of(self.side) - of(1 - self.side) + 60
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use turnpost_core::game::Course;
    use turnpost_core::rules::Setup;

    use super::*;
    use crate::alphabeta::search;
    use crate::budget::Budget;
    use crate::dice::Dice;
    use crate::tree::End;

    /// What a position is worth to who is to move, by trying everything.
    fn brute(board: &Board) -> i32 {
        let mut turns = Vec::new();
        board.turns(&mut turns);
        let after = |&turn: &Move| {
            let mut next = *board;
            next.play(turn);
            -brute(&next)
        };
        turns.iter().map(after).max().unwrap_or_else(|| board.end().signum())
    }

    #[test]
    fn turns_are_those_of_the_rules_and_ends_agree_with_trying_everything() {
        let setup = Setup::new("othello", None, &[]).unwrap();
        for seed in 0..30 {
            let mut dice = Dice::new(seed);
            let mut course = Course::new(&setup).unwrap();
            while course.outcome().is_none() {
                let board = Board::read(&course.position().text()).unwrap();
                let mut turns = Vec::new();
                board.turns(&mut turns);
                let mut texts: Vec<String> = turns.iter().map(|&turn| Board::write(turn)).collect();
                texts.sort_unstable();
                assert_eq!(texts, course.position().legal(), "{}", course.position().text());
                // What is forced is played without much of a search.
                if board.empty().count_ones() <= 7 && turns.len() > 1 {
                    let found = search(&board, &[], 0, &mut Budget::nodes(200_000));
                    let end = found.first().unwrap().end;
                    let expected = match brute(&board) {
                        1 => Some(End::Win),
                        -1 => Some(End::Loss),
                        _ => None,
                    };
                    assert_eq!(end, expected, "{}", course.position().text());
                }
                let turn = *dice.pick(&turns).unwrap();
                course.play(&Board::write(turn)).unwrap();
                let mut next = board;
                next.play(turn);
                assert_eq!(Board::read(&course.position().text()).unwrap(), next);
            }
        }
    }
}
