//! What is thought of a position of Diamond Chess: the pieces, who can take what next, and how near everybody is to the
//! enemy's town.

use std::sync::OnceLock;

use super::Board;
use super::pieces::{self, GORMOROR, RASSIMEL, SLEETH, TOWN, beside, bits, diagonal};
use crate::fitted::Table;

/// How many terms a judgement has.
pub const TERMS: usize = 22;
/// Stages by how many pieces are left.
pub const STAGES: usize = 2;
/// Pieces taken from one stage to the next.
pub const STAGE: usize = 12;

/// What a piece of each kind is worth when it is only a matter of taking it, in tens of points.
const WORTH: [i32; 9] = [10, 30, 30, 35, 28, 35, 60, 300, 35];

/// In thousandths of a logit, for who is to move.
pub fn points(board: &Board) -> i32 {
    if board.wins_at_once() {
        return 7000;
    }
    static TABLE: OnceLock<Table<TERMS>> = OnceLock::new();
    let table = TABLE.get_or_init(|| Table::read(include_str!("../../weights/diamond.txt"), STAGES, STAGE));
    table.points(&terms(board), stage(board))
}

/// How far the game has gone: pieces taken.
pub fn stage(board: &Board) -> usize {
    let count = |side: usize| board.armies[side].iter().map(|set| set.count_ones()).sum::<u32>();
    22usize.saturating_sub((count(0) + count(1)) as usize)
}

/// The terms, for who is to move.
pub fn terms(board: &Board) -> [i32; TERMS] {
    let mut terms = [0; TERMS];
    terms[0] = 1;
    for (side, sign) in [(board.side, 1), (1 - board.side, -1)] {
        let army = &board.armies[side];
        for kind in 0..9 {
            // The town's term is free for the resistances that are used up.
            if kind != TOWN {
                terms[1 + kind] += sign * army[kind].count_ones() as i32;
            }
        }
        let used = |kind: usize| sign * i32::from(board.used[side] >> kind & 1 == 1);
        terms[1 + TOWN] += used(GORMOROR);
        terms[10] += used(RASSIMEL);
        let goal = board.armies[1 - side][TOWN];
        let (mut near, mut reach) = (goal, 0);
        // Who is one, two, three … steps from the enemy's town.
        for (distance, term) in [(1, 11), (2, 12), (3, 13), (4, 14)] {
            let _ = distance;
            near |= beside(near) | diagonal(near);
            let fighters = army[..TOWN].iter().fold(army[8], |all, set| all | set);
            let here = (fighters & near & !reach).count_ones() as i32;
            terms[term] += sign * here;
            reach |= near;
        }
        let strongest = army[SLEETH] | army[3] | army[5];
        terms[15] += sign * (strongest & reach).count_ones() as i32;
    }
    let (mine, more) = loot(board, board.side);
    let (his, his_more) = loot(board, 1 - board.side);
    (terms[16], terms[17]) = (mine, more);
    (terms[18], terms[19]) = (his, his_more);
    terms[20] = i32::from(board.threatens_town(1 - board.side));
    // How much room the towns have to flee to.
    let room = |side: usize| board.reach(side, TOWN, board.armies[side][TOWN]).count_ones() as i32;
    if board.armies[0][TOWN] != 0 && board.armies[1][TOWN] != 0 {
        terms[21] = room(board.side) - room(1 - board.side);
    }
    terms
}

/// The most that a side could take with one attack if it were to move, and what else is under attack.
fn loot(board: &Board, side: usize) -> (i32, i32) {
    let (mut best, mut all) = (0, 0);
    let mut seen = 0;
    for kind in 0..9 {
        for from in bits(board.armies[side][kind]) {
            let (weapon, magic) = pieces::strikes(side, kind, from);
            let mut here = [0; 3];
            for (cells, by_weapon) in [(weapon, true), (magic, false)] {
                board.victims(1 - side, cells, by_weapon, |at, victim| {
                    let resists = board.used[1 - side] >> victim & 1 == 0
                        && ((victim == GORMOROR && by_weapon) || (victim == RASSIMEL && !by_weapon));
                    let worth = if resists { WORTH[victim] / 3 } else { WORTH[victim] };
                    if seen & at == 0 {
                        all += worth;
                    }
                    seen |= at;
                    here[2] = here[2].max(worth);
                    here.sort_unstable_by(|a, b| b.cmp(a));
                });
            }
            let taken = if kind == pieces::KHTSOYIS { here.iter().sum() } else { here[0] };
            best = best.max(taken);
            if kind == SLEETH {
                for at in bits(board.prey(side, from)) {
                    let worth: i32 =
                        (0..9).filter(|&kind| board.armies[1 - side][kind] & at != 0).map(|kind| WORTH[kind]).sum();
                    best = best.max(worth);
                    if seen & at == 0 {
                        all += worth;
                    }
                    seen |= at;
                }
            }
        }
    }
    (best, all - best)
}
