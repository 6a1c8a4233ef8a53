//! Squares, sets of squares and straight lines, for every board up to 10×10.
//!
//! A set is one `u128`: rank by rank, eleven bits a rank. The eleventh column is a guard that
//! never belongs to a board, so a step over the left or right edge lands on the guard (or outside
//! the word) and is masked away instead of appearing on the other side.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not, Sub};
use std::str::FromStr;

/// Bits per rank: ten files and the guard column.
const STRIDE: u8 = 11;
/// The largest board has ten files and ten ranks.
const MOST: u8 = 10;

/// One square, `a1` to `j10`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// The square at this file and rank, both counted from 0, if any board has it.
    pub const fn new(file: u8, rank: u8) -> Option<Square> {
        if file < MOST && rank < MOST { Some(Square(rank * STRIDE + file)) } else { None }
    }

    /// The square with this name, which must be one; for tables in the program: `Square::at("d1")`.
    ///
    /// # Panics
    /// When the text isn't a square; in a `const` that is a compile error.
    pub const fn at(text: &str) -> Square {
        let bytes = text.as_bytes();
        let rank = match bytes.len() {
            2 => bytes[1] - b'1',
            3 => (bytes[1] - b'0') * 10 + (bytes[2] - b'0') - 1,
            _ => panic!("not a square"),
        };
        match Square::new(bytes[0] - b'a', rank) {
            Some(square) => square,
            None => panic!("not a square"),
        }
    }

    /// The file, 0 for `a`.
    pub const fn file(self) -> u8 {
        self.0 % STRIDE
    }

    /// The rank, 0 for `1`.
    pub const fn rank(self) -> u8 {
        self.0 / STRIDE
    }

    /// The position of this square's bit in a [`SquareSet`], below 110.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The neighbour in that direction, if the largest board has it.
    pub const fn step(self, direction: Direction) -> Option<Square> {
        let file = self.file() as i8 + direction.files;
        let rank = self.rank() as i8 + direction.ranks;
        if file < 0 || rank < 0 { None } else { Square::new(file as u8, rank as u8) }
    }

    /// The direction from here to another square on a common rank, file or diagonal, and how many
    /// steps it takes.
    pub fn line_to(self, other: Square) -> Option<(Direction, u8)> {
        let files = other.file() as i8 - self.file() as i8;
        let ranks = other.rank() as i8 - self.rank() as i8;
        let straight = files == 0 || ranks == 0 || files.abs() == ranks.abs();
        if self == other || !straight {
            return None;
        }
        let direction = Direction { files: files.signum(), ranks: ranks.signum() };
        Some((direction, files.unsigned_abs().max(ranks.unsigned_abs())))
    }

    /// The squares strictly between this one and another on a common line; empty otherwise.
    pub fn between(self, other: Square) -> SquareSet {
        let mut set = SquareSet::EMPTY;
        if let Some((direction, steps)) = self.line_to(other) {
            let mut square = self;
            for _ in 1..steps {
                match square.step(direction) {
                    Some(next) => square = next,
                    None => break,
                }
                set.insert(square);
            }
        }
        set
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.file()), self.rank() + 1)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Reads `d7` or `j10`: lower case, exactly, no sign and no leading zero.
impl FromStr for Square {
    type Err = NotASquare;
    fn from_str(text: &str) -> Result<Square, NotASquare> {
        let (&file, rank) = text.as_bytes().split_first().ok_or(NotASquare)?;
        let rank = match *rank {
            [digit @ b'1'..=b'9'] => digit - b'1',
            [b'1', b'0'] => 9,
            _ => return Err(NotASquare),
        };
        Square::new(file.wrapping_sub(b'a'), rank).ok_or(NotASquare)
    }
}

/// The text names no square of any board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a square")]
pub struct NotASquare;

/// One of the eight ways a queen goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Direction {
    /// Files per step: -1, 0 or 1.
    pub files: i8,
    /// Ranks per step: -1, 0 or 1.
    pub ranks: i8,
}

const fn direction(files: i8, ranks: i8) -> Direction {
    Direction { files, ranks }
}

/// Along ranks and files: up, right, left, down.
pub const ORTHOGONAL: [Direction; 4] = [direction(0, 1), direction(1, 0), direction(-1, 0), direction(0, -1)];
/// Along diagonals.
pub const DIAGONAL: [Direction; 4] = [direction(1, 1), direction(-1, 1), direction(1, -1), direction(-1, -1)];
/// All eight. The first four go towards higher bits of a set, the last four towards lower ones.
pub const ALL_DIRECTIONS: [Direction; 8] = [
    direction(1, 0),
    direction(-1, 1),
    direction(0, 1),
    direction(1, 1),
    direction(-1, 0),
    direction(1, -1),
    direction(0, -1),
    direction(-1, -1),
];

/// A set of squares.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SquareSet(pub u128);

impl SquareSet {
    /// No square.
    pub const EMPTY: SquareSet = SquareSet(0);

    /// All squares of a board of this size.
    pub const fn board(files: u8, ranks: u8) -> SquareSet {
        let mut set = 0u128;
        let mut rank = 0;
        while rank < ranks {
            set |= ((1 << files) - 1) << (rank * STRIDE);
            rank += 1;
        }
        SquareSet(set)
    }

    /// The squares on the rim of a board of this size.
    pub const fn perimeter(files: u8, ranks: u8) -> SquareSet {
        let inner = SquareSet::board(files - 2, ranks - 2).0 << (STRIDE + 1);
        SquareSet(SquareSet::board(files, ranks).0 & !inner)
    }

    /// The set of just this square.
    pub const fn of(square: Square) -> SquareSet {
        SquareSet(1 << square.0)
    }

    /// The set of the squares with these names, which must be squares.
    ///
    /// # Panics
    /// As [`Square::at`].
    pub const fn named(texts: &[&str]) -> SquareSet {
        let mut set = 0;
        let mut i = 0;
        while i < texts.len() {
            set |= 1 << Square::at(texts[i]).0;
            i += 1;
        }
        SquareSet(set)
    }

    /// Whether it holds that square.
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square.0 & 1 == 1
    }

    /// Adds a square.
    pub const fn insert(&mut self, square: Square) {
        self.0 |= 1 << square.0;
    }

    /// Takes a square out.
    pub const fn remove(&mut self, square: Square) {
        self.0 &= !(1 << square.0);
    }

    /// How many squares.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether it holds none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Its first square: lowest rank, then lowest file.
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square(self.0.trailing_zeros() as u8)) }
    }

    /// The set moved one step. Mask the result with the board.
    pub const fn shifted(self, direction: Direction) -> SquareSet {
        let by = direction.ranks * STRIDE as i8 + direction.files;
        if by >= 0 { SquareSet(self.0 << by) } else { SquareSet(self.0 >> -by) }
    }

    /// The squares beside any of these, in all eight directions. Mask the result with the board.
    pub const fn neighbours(self) -> SquareSet {
        let row = self.0 | self.0 << 1 | self.0 >> 1;
        SquareSet((row | row << STRIDE | row >> STRIDE) & !self.0)
    }
}

impl IntoIterator for SquareSet {
    type Item = Square;
    type IntoIter = Squares;
    fn into_iter(self) -> Squares {
        Squares(self)
    }
}

impl FromIterator<Square> for SquareSet {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> SquareSet {
        let mut set = SquareSet::EMPTY;
        squares.into_iter().for_each(|square| set.insert(square));
        set
    }
}

impl fmt::Debug for SquareSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

/// Iterates over a set from its first square to its last.
#[derive(Clone, Debug)]
pub struct Squares(SquareSet);

impl Iterator for Squares {
    type Item = Square;
    fn next(&mut self) -> Option<Square> {
        let first = self.0.first()?;
        self.0.0 &= self.0.0 - 1;
        Some(first)
    }
}

macro_rules! set_operator {
    ($($name:ident $method:ident $how:expr;)*) => {$(
        impl $name for SquareSet {
            type Output = SquareSet;
            fn $method(self, other: SquareSet) -> SquareSet {
                let how: fn(u128, u128) -> u128 = $how;
                SquareSet(how(self.0, other.0))
            }
        }
    )*};
}

set_operator! {
    BitAnd bitand |a, b| a & b;
    BitOr bitor |a, b| a | b;
    BitXor bitxor |a, b| a ^ b;
    Sub sub |a, b| a & !b;
}

impl Not for SquareSet {
    type Output = SquareSet;
    fn not(self) -> SquareSet {
        SquareSet(!self.0)
    }
}

impl BitOrAssign for SquareSet {
    fn bitor_assign(&mut self, other: SquareSet) {
        self.0 |= other.0;
    }
}

impl BitAndAssign for SquareSet {
    fn bitand_assign(&mut self, other: SquareSet) {
        self.0 &= other.0;
    }
}

/// For each of [`ALL_DIRECTIONS`] and each square, the squares from there to the rim of the 10×10 board.
static RAYS: [[u128; 128]; 8] = rays();

const fn rays() -> [[u128; 128]; 8] {
    let mut table = [[0; 128]; 8];
    let mut d = 0;
    while d < 8 {
        let mut index = 0;
        while index < (STRIDE * MOST) as usize {
            if index % (STRIDE as usize) < MOST as usize {
                let mut ray = 0;
                let mut square = Square(index as u8);
                while let Some(next) = square.step(ALL_DIRECTIONS[d]) {
                    ray |= 1 << next.0;
                    square = next;
                }
                table[d][index] = ray;
            }
            index += 1;
        }
        d += 1;
    }
    table
}

/// The squares that a queen on `from` reaches over free squares. On a smaller board `free` simply
/// holds no square outside it.
#[inline]
pub fn queen_reach(from: Square, free: SquareSet) -> SquareSet {
    let blocked = !free.0;
    let mut reach = 0;
    let mut d = 0;
    while d < 4 {
        // Bit 127 belongs to no board and ends every ray that nothing stops.
        let up = RAYS[d][from.index()];
        let stop = (up & blocked | 1 << 127).trailing_zeros() as usize;
        reach |= up & ((1 << stop) - 1);
        let down = RAYS[d + 4][from.index()];
        let stop = (down & blocked).leading_zeros();
        reach |= down & !u128::MAX.checked_shr(stop).unwrap_or(0);
        d += 1;
    }
    SquareSet(reach & free.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slow_reach(from: Square, free: SquareSet) -> SquareSet {
        let mut reach = SquareSet::EMPTY;
        for direction in ALL_DIRECTIONS {
            let mut square = from;
            while let Some(next) = square.step(direction).filter(|&next| free.contains(next)) {
                reach.insert(next);
                square = next;
            }
        }
        reach
    }

    #[test]
    fn texts_round_trip_and_others_are_no_squares() {
        for square in SquareSet::board(10, 10) {
            assert_eq!(square.to_string().parse(), Ok(square));
            assert_eq!(Square::at(&square.to_string()), square);
        }
        for text in ["", "a", "a0", "a11", "k1", "a01", "a+1", "A1", "ä1", "1a", "a1 "] {
            assert_eq!(text.parse::<Square>(), Err(NotASquare), "{text}");
        }
    }

    #[test]
    fn queen_reach_agrees_with_walking() {
        let mut state = 1u64;
        for round in 0..2000 {
            let mut random = 0u128;
            for _ in 0..2 {
                state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                random = random << 64 | u128::from(state ^ state >> 29);
            }
            let size = if round % 2 == 0 { 10 } else { 8 };
            let free = SquareSet(random | random >> 7) & SquareSet::board(size, size);
            for from in SquareSet::board(size, size) {
                assert_eq!(queen_reach(from, free), slow_reach(from, free), "{from} in {free:?}");
            }
        }
    }

    #[test]
    fn lines_and_the_squares_between() {
        let (d1, d7, e3) = (Square::at("d1"), Square::at("d7"), Square::at("e3"));
        assert_eq!(d1.between(d7), SquareSet::named(&["d2", "d3", "d4", "d5", "d6"]));
        assert_eq!(d1.line_to(e3), None);
        assert_eq!(d1.between(e3), SquareSet::EMPTY);
        assert_eq!(SquareSet::perimeter(10, 10).len(), 36);
    }
}
