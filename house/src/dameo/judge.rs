//! What is thought of a position of Dameo: men by how far they have come and on which file, kings, and who is backed.

use std::sync::OnceLock;

use super::{Board, step};
use crate::fitted::Table;

/// How many terms a judgement has: 28 squares of men (seven ranks, four files), and the rest.
pub const TERMS: usize = 28 + 9;
/// Stages by how many pieces are left.
pub const STAGES: usize = 3;
/// Pieces taken from one stage to the next.
pub const STAGE: usize = 12;

/// In thousandths of a logit, for who is to move.
pub fn points(board: &Board) -> i32 {
    static TABLE: OnceLock<Table<TERMS>> = OnceLock::new();
    let table = TABLE.get_or_init(|| Table::read(include_str!("../../weights/dameo.txt"), STAGES, STAGE));
    table.points(&terms(board), stage(board))
}

/// How far the game has gone: pieces taken.
pub fn stage(board: &Board) -> usize {
    let pieces = board.pieces(0).count_ones() + board.pieces(1).count_ones();
    36usize.saturating_sub(pieces as usize)
}

/// The terms, for who is to move.
pub fn terms(board: &Board) -> [i32; TERMS] {
    let mut terms = [0; TERMS];
    for (side, sign) in [(board.side, 1), (1 - board.side, -1)] {
        // Black's men are looked at from his own side.
        let turned = |set: u64| if side == 0 { set } else { set.swap_bytes() };
        let (men, kings) = (turned(board.men[side]), turned(board.kings[side]));
        let others = turned(board.pieces(1 - side));
        let mut rest = men;
        while rest != 0 {
            let square = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            let (rank, file) = (square / 8, square % 8);
            terms[(rank.min(6)) * 4 + file.min(7 - file)] += sign;
        }
        let own = men | kings;
        let empty = !(own | others);
        let count = |set: u64| sign * set.count_ones() as i32;
        terms[28] += count(kings);
        terms[29] += sign * i32::from(kings != 0);
        // Men with somebody behind or in front can't be taken along their file, and so along their rank.
        terms[30] += count(men & (step(own, 8) | 0xff));
        terms[31] += count(men & (step(own, 1) | step(own, -1)));
        // Men that an enemy stands beside, with the square behind them empty.
        let taken_along = |by: i8| men & step(others, by) & step(empty, -by);
        terms[32] += count(taken_along(8) | taken_along(-8) | taken_along(1) | taken_along(-1));
        // Free to run: nobody in front on this file or beside it.
        let mut shadow = step(others, -8);
        for _ in 0..6 {
            shadow |= step(shadow, -8);
        }
        let wide = shadow | step(shadow, 1) | step(shadow, -1);
        terms[33] += count(men & !wide);
        // Gaps behind men.
        terms[34] += count(step(men, -8) & empty);
        terms[35] += count(step(men, 8) & empty);
    }
    terms[36] = 1;
    terms
}
