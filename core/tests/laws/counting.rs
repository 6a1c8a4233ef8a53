//! How the numbers of pieces change by one turn: as the game says that they may.

use turnpost_core::rules::{Position, Side};
use turnpost_core::scene::PieceKind;

/// Checks the pieces before and after a turn.
pub fn check(before: &Position, after: &Position) {
    let (own, enemy) = (before.to_move(), before.to_move().other());
    let may = before.changes();
    let change = |side: Option<Side>| {
        count(after, |_, whose| side.is_none() || whose == side)
            - count(before, |_, whose| side.is_none() || whose == side)
    };
    for (what, allowed, side) in
        [("all", &may.all, None), ("own", &may.own, Some(own)), ("enemy", &may.enemy, Some(enemy))]
    {
        assert!(allowed.contains(&change(side)), "{what} by {}: {} -> {}", change(side), before.text(), after.text());
    }
    for &kept in may.kept {
        for side in Side::BOTH {
            let of = |position| count(position, |kind, whose| kind == kept && whose == Some(side));
            assert_eq!(of(before), of(after), "{kept:?} of {side}: {} -> {}", before.text(), after.text());
        }
    }
}

fn count(position: &Position, counts: impl Fn(PieceKind, Option<Side>) -> bool) -> i32 {
    let pieces = position.scene().pieces;
    i32::try_from(pieces.iter().filter(|piece| counts(piece.kind, piece.side)).count()).unwrap()
}
