//! What is thought of a position of Amazons or Desdemona: who is nearer to which squares, as queens and as kings go,
//! who is hemmed in, and what the stones are worth. The terms are Lieberum's, the weights are fitted.

use std::sync::OnceLock;

use super::reach::{Ways, around};
use super::stones::Stones;
use super::{Board, Kind};
use crate::fitted::Table;
use crate::tree::End;

/// How many terms a judgement has.
pub const TERMS: usize = 23;
/// How many stages of the game have weights of their own; between them they go over into each other.
pub const STAGES: usize = 4;
/// Filled squares from one stage to the next.
pub const STAGE: usize = 20;
/// How far king distances are told apart.
const FAR: usize = 8;

/// The terms of one position for who is to move there.
pub type Terms = [i32; TERMS];
/// Judges positions of one game.
pub struct Judge(Table<TERMS>);

impl Judge {
    /// The one of that game.
    pub fn of(kind: Kind) -> &'static Judge {
        static JUDGES: OnceLock<[Judge; 5]> = OnceLock::new();
        let read = |text| Judge(Table::read(text, STAGES, STAGE));
        let judges = JUDGES.get_or_init(|| {
            [
                read(include_str!("../../weights/amazons.txt")),
                read(include_str!("../../weights/desdemona.txt")),
                read(include_str!("../../weights/cassio.txt")),
                read(include_str!("../../weights/classic.txt")),
                read(include_str!("../../weights/border.txt")),
            ]
        });
        &judges[kind as usize]
    }

    /// What is thought of a position, for who is to move.
    pub fn verdict(&self, board: &Board) -> Verdict {
        let (terms, known) = terms(board);
        match known {
            Known::Nothing => Verdict::Points(self.0.points(&terms, filled(board))),
            // Nobody meets anybody any more: the squares are as good as counted, but for defects.
            Known::Apart(lead) => Verdict::Points((2 * lead - 1) * 700),
            Known::End(end) => Verdict::Certain(end),
        }
    }
}

/// What is thought of a position, for who is to move.
pub enum Verdict {
    /// In thousandths of a logit.
    Points(i32),
    /// It ends like that, whatever is played.
    Certain(End),
}

/// What is known of a position besides its terms, for who is to move.
pub enum Known {
    /// Nothing.
    Nothing,
    /// In Amazons no square can be reached by both sides any more, and he has so many squares more.
    Apart(i32),
    /// It ends like that, whatever is played.
    End(End),
}

/// How far the game has gone: squares that aren't empty.
pub fn filled(board: &Board) -> usize {
    100 - board.empty().count_ones() as usize
}

/// The terms, and what is known besides.
pub fn terms(board: &Board) -> (Terms, Known) {
    let empty = board.empty();
    let (own, other) = (board.amazons[board.side], board.amazons[1 - board.side]);
    let ways = Ways::over(empty);
    let mut terms = [0; TERMS];
    terms[0] = 1;

    // Queen distances, level by level on both sides at once.
    let (mut mine, mut his) = (ways.slide(own) & empty, ways.slide(other) & empty);
    let near = [mine, his];
    let (mut mine_first, mut his_first) = (mine & !his, his & !mine);
    terms[5] = (count(mine) - count(his)) * 16;
    let (mut my_front, mut his_front) = (mine, his);
    let mut worth = 8;
    while my_front | his_front != 0 && worth > 0 {
        my_front = if my_front == 0 || empty & !mine == 0 { 0 } else { ways.slide(my_front) & empty & !mine };
        his_front = if his_front == 0 || empty & !his == 0 { 0 } else { ways.slide(his_front) & empty & !his };
        mine |= my_front;
        his |= his_front;
        mine_first |= mine & !his & !his_first;
        his_first |= his & !mine & !mine_first;
        terms[5] += (count(my_front) - count(his_front)) * worth;
        worth /= 2;
    }
    terms[1] = count(mine_first) - count(his_first);
    terms[2] = count(mine & his & !mine_first & !his_first);

    // King distances.
    let (mut mine, mut his) = (around(own) & empty, around(other) & empty);
    let (mut mine_first, mut his_first) = (mine & !his, his & !mine);
    let mut lead = count(mine) - count(his);
    terms[6] = lead;
    terms[11] = lead;
    let mut level = 1;
    loop {
        let (more_mine, more_his) = (around(mine) & empty, around(his) & empty);
        if more_mine == mine && more_his == his {
            break;
        }
        (mine, his) = (more_mine, more_his);
        mine_first |= mine & !his & !his_first;
        his_first |= his & !mine & !mine_first;
        level += 1;
        // Where both come everywhere there is nothing to count.
        lead = if mine == his { 0 } else { count(mine) - count(his) };
        if level < FAR {
            terms[6] += lead;
        }
        if level == 2 {
            terms[11] += lead;
        }
    }
    if level < 2 {
        terms[11] += lead;
    }
    if level < FAR {
        terms[6] += lead * (FAR - 1 - level) as i32;
    }
    terms[3] = count(mine_first) - count(his_first);
    terms[4] = count(mine & his & !mine_first & !his_first);
    terms[12] = lead;

    // Who is hemmed in: the squares within two steps of each amazon.
    hemmed(own, empty, 1, &mut terms);
    hemmed(other, empty, -1, &mut terms);

    if !board.kind.flips() {
        let known = if mine & his == 0 { Known::Apart(terms[12]) } else { Known::Nothing };
        return (terms, known);
    }
    let hidden = board.careless == Some(1 - board.side);
    let seen = if hidden { [0, near[1]] } else { near };
    let stones = Stones::of(board, empty, seen, [mine, his]);
    terms[13] = stones.lead;
    [terms[14], terms[15]] = stones.any;
    terms[16] = stones.open;
    terms[17] = stones.lead.signum();
    [terms[18], terms[19]] = stones.best;
    terms[20] = stones.safe;
    // As it stands after the largest shot, and after the other's largest in turn.
    terms[21] = (stones.lead + 2 * stones.best[0]).signum();
    terms[22] = (stones.lead + 2 * stones.best[0] - 2 * stones.best[1]).signum();
    (terms, stones.foregone.map_or(Known::Nothing, Known::End))
}

fn count(set: u128) -> i32 {
    set.count_ones() as i32
}

fn hemmed(amazons: u128, empty: u128, sign: i32, terms: &mut Terms) {
    let mut rest = amazons;
    while rest != 0 {
        let amazon = rest & rest.wrapping_neg();
        rest ^= amazon;
        match room(amazon.trailing_zeros(), empty) {
            0 => terms[7] += sign,
            1..=3 => terms[8] += sign,
            4..=7 => terms[9] += sign,
            8..=12 => terms[10] += sign,
            _ => {}
        }
    }
}

/// How many squares an amazon reaches in two steps. They lie within 24 bits of its own: half a set has room for them.
fn room(amazon: u32, empty: u128) -> u32 {
    const MIDDLE: u32 = 24;
    let empty = if amazon < MIDDLE { empty << (MIDDLE - amazon) } else { empty >> (amazon - MIDDLE) } as u64;
    let around = |set: u64| {
        let row = set | set << 1 | set >> 1;
        row | row << 11 | row >> 11
    };
    let near = around(1 << MIDDLE) & empty;
    (around(near) & empty | near).count_ones()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use crate::dice::Dice;

    #[test]
    fn what_is_counted_at_once_is_what_its_parts_are() {
        let mut dice = Dice::new(6);
        for game in 0..20 {
            let mut board = Board::read(Kind::Amazons, "3B2B3/10/10/B8B/10/10/W8W/10/10/3W2W3 w 1").unwrap();
            loop {
                let empty = board.empty();
                let [own, other] = [board.side, 1 - board.side].map(|side| board.amazons[side]);
                let near = |amazons: u128| around(amazons) & empty;
                let two_steps = |amazons: u128| count(near(amazons)) + count(near(near(amazons)));
                let flood = |amazons: u128| {
                    let mut reached = near(amazons);
                    while near(reached) != reached {
                        reached = near(reached);
                    }
                    reached
                };
                let terms = terms(&board).0;
                assert_eq!(terms[11], two_steps(own) - two_steps(other), "{game} {board:?}");
                assert_eq!(terms[12], count(flood(own) & !flood(other)) - count(flood(other) & !flood(own)));
                let mut rest = own | other;
                while rest != 0 {
                    let amazon = rest & rest.wrapping_neg();
                    rest ^= amazon;
                    let within = near(near(amazon)) | near(amazon);
                    assert_eq!(room(amazon.trailing_zeros(), empty), within.count_ones(), "{board:?}");
                }
                let mut turns = Vec::new();
                board.each(|turn| turns.push(turn));
                let Some(&turn) = dice.pick(&turns) else { break };
                board.make(turn);
            }
        }
    }
}
