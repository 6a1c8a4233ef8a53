//! How far amazons are from every square: floods over sets of squares, as queens and as kings go.

/// The eight ways, as steps between bits.
pub const STEPS: [i8; 8] = [1, 10, 11, 12, -1, -10, -11, -12];

/// A set moved one step. Mask the result with the board.
pub const fn step(set: u128, by: i8) -> u128 {
    if by >= 0 { set << by } else { set >> -by }
}

/// The squares beside any of these, and these.
pub const fn around(set: u128) -> u128 {
    let row = set | set << 1 | set >> 1;
    row | row << 11 | row >> 11
}

/// What sliding over a set of empty squares needs, the same for all that slide there: where two and where four
/// empty squares in a row end, for each of four lines and both ways along it.
pub struct Ways {
    empty: u128,
    up: [[u128; 2]; 4],
    down: [[u128; 2]; 4],
}

impl Ways {
    /// Over these squares.
    #[inline]
    pub fn over(empty: u128) -> Ways {
        Ways {
            empty,
            up: [pairs_up::<1>(empty), pairs_up::<10>(empty), pairs_up::<11>(empty), pairs_up::<12>(empty)],
            down: [pairs_down::<1>(empty), pairs_down::<10>(empty), pairs_down::<11>(empty), pairs_down::<12>(empty)],
        }
    }

    /// Every square that queens on these squares reach in one move, and these squares.
    #[inline]
    pub fn slide(&self, from: u128) -> u128 {
        self.up::<1>(from, 0)
            | self.up::<10>(from, 1)
            | self.up::<11>(from, 2)
            | self.up::<12>(from, 3)
            | self.down::<1>(from, 0)
            | self.down::<10>(from, 1)
            | self.down::<11>(from, 2)
            | self.down::<12>(from, 3)
    }

    /// For each of the four lines, what these reach upwards, and these squares.
    #[inline]
    pub fn up_lines(&self, from: u128) -> [u128; 4] {
        [self.up::<1>(from, 0), self.up::<10>(from, 1), self.up::<11>(from, 2), self.up::<12>(from, 3)]
    }

    /// For each of the four lines, what these reach downwards, and these squares.
    #[inline]
    pub fn down_lines(&self, from: u128) -> [u128; 4] {
        [self.down::<1>(from, 0), self.down::<10>(from, 1), self.down::<11>(from, 2), self.down::<12>(from, 3)]
    }

    /// Steps of 1, 2, 4 and 2 squares make nine, and no slide is longer on this board.
    #[inline(always)]
    fn up<const S: u32>(&self, mut set: u128, line: usize) -> u128 {
        let [two, four] = self.up[line];
        set |= set << S & self.empty;
        set |= set << (2 * S) & two;
        set |= set << (4 * S) & four;
        set | set << (2 * S) & two
    }

    #[inline(always)]
    fn down<const S: u32>(&self, mut set: u128, line: usize) -> u128 {
        let [two, four] = self.down[line];
        set |= set >> S & self.empty;
        set |= set >> (2 * S) & two;
        set |= set >> (4 * S) & four;
        set | set >> (2 * S) & two
    }
}

#[inline(always)]
fn pairs_up<const S: u32>(empty: u128) -> [u128; 2] {
    let two = empty & empty << S;
    [two, two & two << (2 * S)]
}

#[inline(always)]
fn pairs_down<const S: u32>(empty: u128) -> [u128; 2] {
    let two = empty & empty >> S;
    [two, two & two >> (2 * S)]
}

#[cfg(test)]
mod tests {
    use super::super::BOARD;
    use super::*;
    use crate::Dice;
    use turnpost_core::board::{Square, SquareSet, queen_reach};

    #[test]
    fn slides_go_as_queens_do() {
        let mut dice = Dice::new(1);
        let mut random = || u128::from(dice.roll()) << 64 | u128::from(dice.roll());
        for _ in 0..2000 {
            let empty = (random() | random()) & BOARD;
            let from = random() & random() & random() & BOARD & !empty;
            let one_by_one = SquareSet(from)
                .into_iter()
                .fold(from, |all, square: Square| all | queen_reach(square, SquareSet(empty)).0);
            assert_eq!(Ways::over(empty).slide(from), one_by_one);
        }
    }
}
