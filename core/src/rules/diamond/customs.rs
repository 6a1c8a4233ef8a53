//! Customs: the small half-move by which the opponent spurs on the player to move. Whether he has waited long
//! enough is for whoever runs the clock to say.

use super::cells::Cells;
use super::moves::{Move, reach};
use super::packs::open_ends;
use super::pieces::Kind;
use super::{Diamond, Phase};
use crate::rules::{Rules, Side};

/// Why there can be no spur now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoSpur {
    /// The game is over.
    Over,
    /// It has no customs.
    WithoutCustoms,
    /// The pieces are still being put down.
    InSetup,
    /// There was one in this turn.
    Again,
}

/// Why there can be no spur now, if so.
pub fn why_no_spur(position: &Diamond) -> Option<NoSpur> {
    match position.options.waiting {
        _ if position.outcome().is_some() => Some(NoSpur::Over),
        None => Some(NoSpur::WithoutCustoms),
        Some(_) if position.phase != Phase::Play => Some(NoSpur::InSetup),
        Some(waiting) if waiting.spurred => Some(NoSpur::Again),
        Some(_) => None,
    }
}

/// The small half-moves of that side: any move that could be one of the two in a turn, if it ends on a
/// neighbouring square or is a zi ri's leap. No pack moves; the handicap doesn't matter, since nothing is attacked.
pub fn small_moves(position: &Diamond, side: Side) -> Vec<Move> {
    let own = position.board.army(side);
    let crowd = position.board.crowd();
    let mut moves = Vec::new();
    for kind in Kind::ALL {
        for from in own.of(kind) {
            let cani = own.of(Kind::Cani);
            let reach = match kind {
                Kind::Cani => open_ends(from, cani, crowd) - cani,
                _ => reach(kind, side, from, crowd),
            };
            let small = if kind == Kind::ZiRi { reach } else { reach & Cells::of(from).around() };
            moves.extend(small.into_iter().map(|to| Move::single(kind, from, to)));
        }
    }
    moves
}
