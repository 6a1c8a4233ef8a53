//! What Desdemona's stones are worth: who can turn over how many next, and which can never be turned over again.

use super::reach::{STEPS, Ways, around, step};
use super::{BOARD, Board, Kind};
use crate::tree::End;

/// What there is to know about the stones, for who is to move.
pub struct Stones {
    /// How many more he has.
    pub lead: i32,
    /// How many of his stones, less the other's, can't be turned over any more.
    pub safe: i32,
    /// How many more lie next to an empty square.
    pub open: i32,
    /// For him and the other: the most stones that one shot turns over next.
    pub best: [i32; 2],
    /// For him and the other: how many different stones he could turn over next.
    pub any: [i32; 2],
    /// How the game ends, whatever is played.
    pub foregone: Option<End>,
}

impl Stones {
    /// Those of a position. `slides` are the empty squares that each side's amazons reach in one move, who is to move
    /// first, and `floods` those that they reach ever.
    pub fn of(board: &Board, empty: u128, slides: [u128; 2], floods: [u128; 2]) -> Stones {
        let sides = [board.side, 1 - board.side];
        let [mine, his] = sides.map(|side| board.stones[side]);
        let (my_best, my_any) = shots(slides[0], his, empty);
        let (his_best, his_any) = shots(slides[1], mine, empty);
        let beside_empty = around(empty);
        let [my_risk, his_risk] = at_risk(board, empty, floods).map(count);
        let lead = count(mine) - count(his);
        Stones {
            lead,
            safe: lead - my_risk + his_risk,
            open: count(mine & beside_empty) - count(his & beside_empty),
            best: [my_best, his_best],
            any: [my_any, his_any].map(count),
            foregone: foregone(board.kind, lead + 2 * his_risk, lead - 2 * my_risk),
        }
    }
}

/// How a game ends, whatever is played, in which a player leads by so much if he turns over all the stones that he ever
/// could, and by so much if the other does.
fn foregone(kind: Kind, most: i32, least: i32) -> Option<End> {
    let certain = match kind {
        // Stones never become more.
        Kind::Cassio => least > 0 || most < 0 || most == least,
        // They do with every stone that is turned over, and only then.
        Kind::Desdemona => most == least,
        Kind::Amazons | Kind::Classic | Kind::Border => false,
    };
    certain.then(|| match least.signum() {
        1 => End::Win,
        0 if most == 0 => End::Draw,
        _ => End::Loss,
    })
}

/// The most stones that a shot from one of these squares turns over, and all that any shot does: those in a row that
/// begins beside the square and ends before an empty one.
fn shots(from: u128, stones: u128, empty: u128) -> (i32, u128) {
    if around(from) & stones == 0 {
        return (0, 0);
    }
    let (mut most, mut all) = (0, 0);
    for by in STEPS {
        // Rows that begin beside different squares never meet, since an empty square lies before each.
        let mut ahead = step(from, by) & stones;
        let (mut length, mut reached) = (0, 0);
        while ahead != 0 {
            length += 1;
            reached |= ahead;
            let next = step(ahead, by);
            if next & empty != 0 {
                most = most.max(length);
            }
            ahead = next & stones;
        }
        let mut back = step(empty, -by) & reached;
        while back != 0 {
            all |= back;
            back = step(back, -by) & reached;
        }
    }
    (most, all & BOARD)
}

/// The stones of who is to move, and of the other, that the enemy may still turn over. A shot along a line needs an enemy
/// amazon at one end of a row of stones and an empty square at the other. Squares are never emptied but by an amazon that
/// leaves, so a row that ends at the rim or at a neutral stone stays as it is, and so does one that the enemy can't get to
/// either end of. Stones of both colours count as one row, since each may become the other.
fn at_risk(board: &Board, empty: u128, floods: [u128; 2]) -> [u128; 2] {
    let stones = board.stones[0] | board.stones[1];
    if stones == 0 {
        return [0; 2];
    }
    let open = empty | board.amazons[0] | board.amazons[1];
    let rows = Ways::over(stones);
    let (open_up, open_down) = (rows.up_lines(open), rows.down_lines(open));
    let turned_by = |reach: u128| {
        let (up, down) = (rows.up_lines(reach), rows.down_lines(reach));
        (0..4).fold(0, |all, line| all | up[line] & open_down[line] | down[line] & open_up[line])
    };
    let [mine, his] = [board.side, 1 - board.side].map(|side| (board.stones[side], board.amazons[side]));
    [mine.0 & turned_by(ever(floods[1] | his.1, open)), his.0 & turned_by(ever(floods[0] | mine.1, open))]
}

/// The squares that these could come to if every amazon made way.
fn ever(mut reach: u128, open: u128) -> u128 {
    loop {
        let more = around(reach) & open;
        if more == reach {
            return reach;
        }
        reach = more;
    }
}

fn count(set: u128) -> i32 {
    set.count_ones() as i32
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::super::Move;
    use super::*;
    use crate::dice::Dice;
    use crate::tree::Ground;

    fn turns(board: &Board) -> Vec<Move> {
        let mut turns = Vec::new();
        board.each(|turn| turns.push(turn));
        turns
    }

    /// Random games, and from each position what came of it in the end.
    fn games(kind: Kind, mut visit: impl FnMut(&Board, &Board)) {
        for seed in 0..20 {
            let mut dice = Dice::new(seed);
            let text = match kind {
                Kind::Cassio | Kind::Desdemona => "3B2W3/10/10/W8B/4bw4/4wb4/B8W/10/10/3W2B3 b 2",
                _ => "3B2W3/10/10/W8B/10/10/B8W/10/10/3W2B3 b 2",
            };
            let mut board = Board::read(kind, text).unwrap();
            let mut all = vec![board.clone()];
            while let Some(&turn) = dice.pick(&turns(&board)) {
                board.make(turn);
                all.push(board.clone());
            }
            all.iter().for_each(|earlier| visit(earlier, &board));
        }
    }

    #[test]
    fn what_is_safe_keeps_its_colour_to_the_end() {
        for kind in [Kind::Classic, Kind::Border] {
            let (mut kept, mut turned) = (0, 0);
            games(kind, |board, end| {
                let at_risk = at_risk(board, board.empty(), [0; 2]);
                for (side, at_risk) in [board.side, 1 - board.side].into_iter().zip(at_risk) {
                    let safe = board.stones[side] & !at_risk;
                    assert_eq!(safe & !end.stones[side], 0, "{kind:?} {board:?}");
                    kept += safe.count_ones();
                    turned += (board.stones[side] & !end.stones[side]).count_ones();
                }
            });
            assert!(kept > 50 && turned > 1000, "{kept} {turned}");
        }
    }

    #[test]
    fn what_is_foregone_comes_true() {
        for kind in [Kind::Cassio, Kind::Desdemona] {
            let mut told = [0; 2];
            games(kind, |board, end| {
                let stones = Stones::of(board, board.empty(), [0; 2], [0; 2]);
                let really = if end.side == board.side { end.end() } else { end.end().other() };
                if let Some(foregone) = stones.foregone {
                    assert_eq!(foregone, really, "{kind:?} {board:?}");
                    told[usize::from(foregone == End::Draw)] += 1;
                }
            });
            assert!(told.into_iter().all(|told| told > 20), "{told:?}");
        }
    }

    #[test]
    fn shots_turn_over_what_they_are_said_to() {
        games(Kind::Border, |board, _| {
            let (own, other) = (board.side, 1 - board.side);
            let (mut most, mut all) = (0, 0);
            for turn in turns(board) {
                let mut next = board.clone();
                next.make(turn);
                let turned = board.stones[other] & next.stones[own];
                // A shot onto the square that the amazon came from isn't looked for.
                if next.empty() & board.amazons[own] != 0 {
                    most = most.max(count(turned));
                    all |= turned;
                }
            }
            let empty = board.empty();
            let slides = Ways::over(empty).slide(board.amazons[own]) & empty;
            assert_eq!(shots(slides, board.stones[other], empty), (most, all), "{board:?}");
        });
    }
}
