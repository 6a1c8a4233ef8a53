//! Amazons once no two enemies can meet any more: what is left is filling one's own regions without waste, which the
//! rules' own counting decides.

use turnpost_core::rules::{Bounds, Claim, Count, Position, Side};

use crate::chance::Chance;
use crate::shooting::{Board, Move};

/// Where the count is too much to search to its end, it isn't asked for every turn.
const MOST_TRIED: u64 = 60;

/// A turn of a settled position after which the player to move can still play as many as before but one; with his
/// chance, and how many turns were counted. `None` where the position isn't settled.
pub fn filling(position: &Position, board: &Board) -> Option<(String, Chance, u64)> {
    let count = position.count().filter(|count| count.settled)?;
    let side = position.to_move();
    let own = own_bounds(count, side);
    let chance = match position.claim() {
        Some(Claim::Decided(_, outcome)) => Chance::from(u8::from(outcome.winner == Some(side))),
        _ => 0.5,
    };
    // Filling from the rim, and behind oneself, rarely cuts anything off.
    let mut turns: Vec<(u32, Move)> = Vec::new();
    board.each(|turn| turns.push((board.openness(turn), turn)));
    turns.sort_by_key(|(openness, _)| *openness);
    let mut best: Option<(u32, String)> = None;
    let mut tried = 0;
    for (_, turn) in turns {
        let text = board.write(turn);
        let mut next = position.clone();
        if next.play(&text).is_err() {
            continue;
        }
        tried += 1;
        let left = next.count().map_or(0, |count| own_bounds(count, side).min);
        if best.as_ref().is_none_or(|(most, _)| left > *most) {
            best = Some((left, text));
        }
        if left + 1 >= own.max || (tried >= MOST_TRIED && own.min < own.max) {
            break;
        }
    }
    best.map(|(_, turn)| (turn, chance, tried))
}

fn own_bounds(count: Count, side: Side) -> Bounds {
    match side {
        Side::White => count.white,
        Side::Black => count.black,
    }
}
