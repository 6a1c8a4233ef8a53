//! Ends of at most three pieces, solved once: from what is won or lost at once, backwards to all that leads there.

use std::ops::Range;
use std::sync::OnceLock;

use super::{ALL, Board, FAR_RANK, FORWARD, Move, bits, step};
use crate::alphabeta::{Duel, LOST, WON};

/// With more pieces than that nothing is known.
pub const MOST: u32 = 3;
/// A piece is its square, and half of this more if it is a king.
const PIECES: usize = 128;
/// Two pieces against one, who is to move having two or one; then one against one.
const SIZE: usize = ALONE + PIECES * PIECES;
/// From here on there is one piece of each.
const ALONE: usize = 2 * PIECES * PIECES * PIECES;

/// What becomes of every position with so few pieces.
pub struct Ends {
    /// In how many plies, and one more: positive where who is to move wins, negative where he loses, 0 for a draw.
    known: Vec<i8>,
}

impl Ends {
    /// Works them out, the first time: that takes some tenths of a second.
    pub fn get() -> &'static Ends {
        static ENDS: OnceLock<Ends> = OnceLock::new();
        ENDS.get_or_init(Ends::solve)
    }

    /// The points of a position for who is to move, if it is over after no more plies than that or drawn.
    pub fn points(&self, board: &Board, plies: u32) -> Option<i32> {
        let known = self.known[index(board)?];
        let distance = i32::from(known.unsigned_abs()) - 1;
        match known.signum() {
            0 => Some(0),
            _ if distance > plies as i32 => None,
            1 => Some(WON - distance),
            _ => Some(LOST + distance),
        }
    }

    fn solve() -> Ends {
        let mut ends = Ends { known: vec![0; SIZE] };
        // What has two pieces first: captures of three lead there.
        for range in [ALONE..SIZE, 0..ALONE] {
            Backwards { ends: &mut ends, left: vec![0; SIZE], layers: Vec::new() }.run(range);
        }
        ends
    }
}

/// One count of pieces at a time: what has fewer is known.
struct Backwards<'a> {
    ends: &'a mut Ends,
    /// How many quiet turns of a position don't lose yet.
    left: Vec<u8>,
    /// The positions that are won or lost in so many plies.
    layers: Vec<Vec<u32>>,
}

impl Backwards<'_> {
    fn run(mut self, range: Range<usize>) {
        let mut turns = Vec::new();
        for (at, board) in range.filter_map(|at| Some((at, position(at)?))) {
            turns.clear();
            let captures = board.turns(&mut turns);
            if captures {
                self.settle(at, self.by_captures(&board, &turns));
            } else if !turns.is_empty() {
                self.left[at] = turns.len() as u8;
            } else if board.end() == LOST {
                self.settle(at, -1);
            }
        }
        let mut plies = 0;
        while plies < self.layers.len() {
            for at in std::mem::take(&mut self.layers[plies]) {
                let known = self.ends.known[at as usize];
                if let Some(board) = position(at as usize) {
                    each_before(&board, |before| self.led_to(before, known));
                }
            }
            plies += 1;
        }
    }

    /// Captures lead to fewer pieces, so that what they are worth is known.
    fn by_captures(&self, board: &Board, turns: &[Move]) -> i8 {
        let after = turns.iter().map(|&turn| {
            let mut next = *board;
            next.play(turn);
            // Who has nothing left has lost.
            index(&next).map_or(-1, |at| self.ends.known[at])
        });
        // Wins as soon as possible, then draws, then losses as late as possible.
        let worth = |known: i8| if known == 0 { 0 } else { i32::from(known.signum()) * (i32::from(known.abs()) - 200) };
        match after.max_by_key(|&known| worth(known)).unwrap_or(-1) {
            0 => 0,
            known => -(known + known.signum()),
        }
    }

    /// A quiet turn of `before` leads to what is known of a position after it.
    fn led_to(&mut self, before: &Board, known: i8) {
        // Where there is something to capture, no quiet turn was counted.
        let open = |at: &usize| self.left[*at] > 0 && self.ends.known[*at] == 0;
        let Some(at) = index(before).filter(open) else { return };
        if known > 0 {
            self.left[at] -= 1;
        }
        if known < 0 || self.left[at] == 0 {
            self.settle(at, -(known + known.signum()));
        }
    }

    fn settle(&mut self, at: usize, known: i8) {
        if known != 0 {
            self.ends.known[at] = known;
            let plies = usize::from(known.unsigned_abs()) - 1;
            if self.layers.len() <= plies {
                self.layers.resize_with(plies + 1, Vec::new);
            }
            self.layers[plies].push(at as u32);
        }
    }
}

/// Where a position stands in the table; none if nothing is known of so many pieces, or if a side has none.
fn index(board: &Board) -> Option<usize> {
    let (own, other) = (board.pieces(board.side), board.pieces(1 - board.side));
    let place = |piece: u64| {
        let square = piece.trailing_zeros() as usize;
        // Seen by who is to move, who goes up the board.
        let square = if board.side == 0 { square } else { square ^ 56 };
        let king = (board.kings[0] | board.kings[1]) & piece != 0;
        square + if king { PIECES / 2 } else { 0 }
    };
    let pair = |set: u64| {
        let first = set & set.wrapping_neg();
        let (one, two) = (place(first), place(set ^ first));
        one.min(two) * PIECES + one.max(two)
    };
    match (own.count_ones(), other.count_ones()) {
        (2, 1) => Some(pair(own) * PIECES + place(other)),
        (1, 2) => Some((PIECES * PIECES + pair(other)) * PIECES + place(own)),
        (1, 1) => Some(ALONE + place(own) * PIECES + place(other)),
        _ => None,
    }
}

/// The position that stands there, White to move; none where none does. Those of Black are the same, seen from his side.
fn position(at: usize) -> Option<Board> {
    let (pair, last) = (at / PIECES, at % PIECES);
    let (one, two) = (pair / PIECES, pair % PIECES);
    let mut board = Board { men: [0; 2], kings: [0; 2], side: 0 };
    match one / PIECES {
        0 => board.put(0, one) && board.put(0, two) && board.put(1, last) && one < two,
        1 => board.put(1, one % PIECES) && board.put(1, two) && board.put(0, last) && one % PIECES < two,
        _ => board.put(0, two) && board.put(1, last),
    }
    .then_some(board)
}

impl Board {
    /// Adds a piece, if it can stand there.
    fn put(&mut self, side: usize, piece: usize) -> bool {
        let square = 1u64 << (piece % (PIECES / 2));
        let fits = self.empty() & square != 0;
        if piece >= PIECES / 2 {
            self.kings[side] |= square;
            return fits;
        }
        self.men[side] |= square;
        fits && square & FAR_RANK[side] == 0
    }
}

/// Goes through the positions from which a quiet turn leads to this one, and those from which it would but for captures.
fn each_before(board: &Board, mut visit: impl FnMut(&Board)) {
    let side = 1 - board.side;
    let empty = board.empty();
    let mut came = |was_king: bool, is_king: bool, from: u64, to: u64| {
        let mut before = Board { side, ..*board };
        let now = if is_king { &mut before.kings } else { &mut before.men };
        now[side] &= !to;
        let then = if was_king { &mut before.kings } else { &mut before.men };
        then[side] |= from;
        visit(&before);
    };
    for king in bits(board.kings[side]) {
        for by in ALL {
            let mut from = step(king, by);
            while from & empty != 0 {
                came(true, true, from, king);
                from = step(from, by);
            }
        }
    }
    let crowned = board.kings[side] & FAR_RANK[side];
    for to in bits(board.men[side] | crowned) {
        for by in FORWARD[side] {
            let mut from = step(to, -by);
            // Past those who went along in a line.
            while from & board.men[side] != 0 {
                from = step(from, -by);
            }
            if from & empty != 0 {
                came(false, to & crowned != 0, from, to);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use turnpost_core::rules::{Position, Setup};

    use super::super::tests::text;
    use super::*;
    use crate::dice::Dice;

    /// What a position is worth by what the ones after it are: that is right if it is right for all of them, since
    /// the distances only grow from the ends on.
    fn by_those_after(ends: &Ends, after: impl Iterator<Item = Board>) -> i8 {
        let worth: Vec<i8> = after.map(|next| index(&next).map_or(-1, |at| ends.known[at])).collect();
        match worth.iter().filter(|known| **known < 0).max() {
            Some(nearest) => 1 - nearest,
            None if worth.contains(&0) => 0,
            None => -1 - worth.iter().max().unwrap_or(&0),
        }
    }

    #[test]
    fn every_position_is_worth_what_its_turns_lead_to() {
        let ends = Ends::get();
        let (mut won, mut lost, mut drawn, mut longest) = (0, 0, 0, 0);
        for (at, board) in (0..SIZE).filter_map(|at| Some((at, position(at)?))) {
            let mut turns = Vec::new();
            board.turns(&mut turns);
            let after = turns.iter().map(|&turn| {
                let mut next = board;
                next.play(turn);
                next
            });
            let expected = if turns.is_empty() && board.end() == 0 { 0 } else { by_those_after(ends, after) };
            let known = ends.known[at];
            assert_eq!(known, expected, "{}", text(&board));
            match known.signum() {
                1 => won += 1,
                0 => drawn += 1,
                _ => lost += 1,
            }
            longest = longest.max(known.unsigned_abs());
        }
        println!("{won} won, {drawn} drawn, {lost} lost, at most {longest} plies");
        assert!(won > 100_000 && lost > 100_000 && drawn > 10_000);
        assert!(longest < 100, "a byte has room for {longest} plies");
    }

    #[test]
    fn they_agree_with_the_rules() {
        let ends = Ends::get();
        let setup = Setup::new("dameo", None, &[]).unwrap();
        let mut dice = Dice::new(8);
        let mut looked = 0;
        while looked < 1000 {
            let at = dice.below(SIZE);
            let Some(mut board) = position(at) else { continue };
            if dice.below(2) == 0 {
                let turned = |[white, black]: [u64; 2]| [black.swap_bytes(), white.swap_bytes()];
                board = Board { men: turned(board.men), kings: turned(board.kings), side: 1 };
            }
            let position = Position::parse(&setup, &text(&board)).unwrap();
            let expected = match position.outcome() {
                Some(outcome) => -i8::from(outcome.winner.is_some()),
                None => by_those_after(ends, super::super::tests::after_all(&position).into_iter()),
            };
            assert_eq!(ends.known[index(&board).unwrap()], expected, "{}", text(&board));
            looked += 1;
        }
    }
}
