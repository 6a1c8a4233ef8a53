//! The handicap: when a checkmate stands, and how it changes what the stronger player owes.

use super::attacks::{Pounce, can_capture_town, is_struck_from_beside};
use super::options::Handicap;
use super::pieces::{Board, Kind};
use super::turns::{Mover, Turn};
use crate::rules::Side;

/// Whether `stronger` has given checkmate on this board with the other player to move: his town could be captured
/// if he did nothing, still can be after each of his turns, and he can't capture hers. What she owes plays no part
/// in what "could be captured".
pub fn is_checkmate(board: &Board, stronger: Side, pounce: Pounce) -> bool {
    let weaker = stronger.other();
    let Some(town) = board.army(weaker).place_of(Kind::Town) else { return false };
    if !can_capture_town(board, stronger, pounce) || can_capture_town(board, weaker, pounce) {
        return false;
    }
    let mover = Mover { board, side: weaker, pounce, spares_town: false };
    let saves = |turn: Turn| {
        let mut after = board.clone();
        turn.make(&mut after, weaker);
        !can_capture_town(&after, stronger, pounce)
    };
    let mut saved = false;
    // Against a threat from beside the town only an attack or a move of the town can help: nothing can come between.
    // What else is allowed matters only where there is no such turn.
    if is_struck_from_beside(board, stronger, town) {
        let mut any = false;
        let mut see = |turn: Turn| {
            any = true;
            saved = saved || saves(turn);
        };
        mover.each_attack(&mut see);
        mover.each_two_moves(Some(Kind::Town), &mut see);
        if any {
            return !saved;
        }
    }
    mover.each_turn(&mut |turn| saved = saved || saves(turn));
    !saved
}

impl Handicap {
    /// Whether this player may not capture the town yet.
    pub fn binds(self, side: Side) -> bool {
        self.side == side && self.owed > 0
    }

    /// What is owed after a turn of the stronger player that left this board.
    pub fn after(self, board: &Board, pounce: Pounce) -> Handicap {
        match (self.stands, is_checkmate(board, self.side, pounce)) {
            (_, true) => Handicap { stands: true, ..self },
            (true, false) => Handicap { stands: false, owed: self.owed - 1, ..self },
            (false, false) => self,
        }
    }

    /// Of these turns of the stronger player those she may choose from: with a checkmate standing only the ones that
    /// release it, if there are any.
    pub fn narrow(self, board: &Board, pounce: Pounce, turns: Vec<Turn>) -> Vec<Turn> {
        let releasing: Vec<Turn> = turns
            .iter()
            .copied()
            .filter(|turn| {
                let mut after = board.clone();
                turn.make(&mut after, self.side);
                !is_checkmate(&after, self.side, pounce)
            })
            .collect();
        if releasing.is_empty() { turns } else { releasing }
    }
}
