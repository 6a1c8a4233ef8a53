//! How the numbers of pieces may change by one turn, for each game.

use turnpost_core::rules::{GameKind, Position, Side};
use turnpost_core::scene::PieceKind;

/// Checks the pieces before and after a turn.
pub fn check(before: &Position, after: &Position) {
    let all = |position: &Position| position.scene().pieces.len();
    let of = |position: &Position, side: Side| {
        position.scene().pieces.iter().filter(|piece| piece.side == Some(side)).count()
    };
    let amazons = |position: &Position| {
        let pieces = position.scene().pieces;
        Side::BOTH.map(|side| pieces.iter().filter(|p| p.kind == PieceKind::Amazon && p.side == Some(side)).count())
    };
    let (own, enemy) = (before.to_move(), before.to_move().other());
    match before.game() {
        GameKind::Amazons => {
            assert_eq!(amazons(after), [4, 4]);
            assert_eq!(all(after), all(before) + 1, "one arrow a turn");
        }
        GameKind::Desdemona => {
            assert_eq!(amazons(after), [4, 4]);
            let shots = usize::from(before.turn_number() > 1);
            assert_eq!(all(after), all(before) + shots, "one stone a turn, but none on the first");
        }
        GameKind::Dameo => {
            assert_eq!(of(after, own), of(before, own), "nobody loses pieces by his own turn");
            assert!(of(after, enemy) <= of(before, enemy));
        }
        GameKind::Diamond => {
            let in_setup = before.text().contains(" setup:");
            assert!(of(after, own) <= of(before, own) + usize::from(in_setup));
            assert!(of(after, enemy) <= of(before, enemy));
        }
    }
}
