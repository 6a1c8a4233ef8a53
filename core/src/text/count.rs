//! The words for a count of what is left to play.

use super::Reader;
use super::clause::capital;
use crate::rules::{Bounds, Count, Side};
use crate::scene::PieceKind;
use crate::text::plural::counted;

/// Whether the position is settled, and what each side has left.
pub(crate) fn lines(count: &Count) -> Vec<String> {
    let settled = if count.settled { "The position is settled." } else { "The position is not settled yet." };
    vec![settled.to_owned(), format!("White: {} left. Black: {} left.", turns(count.white), turns(count.black))]
}

/// `Discs: you 12, Ann 9`, the reader's first.
pub(super) fn stones(reader: &Reader<'_>, what: &str, stones: [u32; 2]) -> String {
    let sides = if reader.plays(Side::Black) { [Side::Black, Side::White] } else { Side::BOTH };
    let each = sides.map(|side| format!("{} {}", called(reader, side), stones[side as usize]));
    format!("{}s: {}.", capital(what), each.join(", "))
}

/// `On the board: you 17 men and 1 king, Ann 18 men`, the reader's first.
pub(super) fn pieces(reader: &Reader<'_>, pieces: &[Vec<(PieceKind, u32)>; 2]) -> String {
    let sides = if reader.plays(Side::Black) { [Side::Black, Side::White] } else { Side::BOTH };
    let kinds = |side: Side| {
        let each = pieces[side as usize].iter().map(|&(kind, number)| match number {
            1 => format!("1 {}", kind.word()),
            _ => format!("{number} {}", kind.plural()),
        });
        each.collect::<Vec<_>>().join(", ")
    };
    let each = sides.map(|side| format!("{} {}", called(reader, side), kinds(side)));
    format!("On the board: {}.", each.join("; "))
}

/// Who has more, and what that means.
pub(super) fn leads(reader: &Reader<'_>, what: &str, [white, black]: [u32; 2]) -> String {
    let more = if white > black { Side::White } else { Side::Black };
    let by = counted(white.abs_diff(black).into(), what);
    match (white == black, reader.plays(more)) {
        (true, _) => format!("Nobody leads. Whoever has more {what}s at the end wins."),
        (false, true) => format!("You lead by {by}. Whoever has more at the end wins."),
        (false, false) => format!("{} leads by {by}. Whoever has more at the end wins.", called(reader, more)),
    }
}

fn called<'a>(reader: &Reader<'a>, side: Side) -> &'a str {
    if reader.plays(side) { "you" } else { reader.name_of(side.word()) }
}

/// Who would win if the game were counted now, and how that comes about.
pub(super) fn verdict(count: &Count, to_move: Side, winner: Option<&(Side, String)>) -> Option<String> {
    if !count.settled {
        return None;
    }
    let Some((winner, margin)) = winner else {
        return Some("Who would win isn't decided by that yet; play on.".to_owned());
    };
    let of = |side: Side| number(if side == Side::White { count.white } else { count.black });
    let (more, fewer) = (of(*winner), of(winner.other()));
    let half = format!("½ is taken off {to_move}'s, who is to move");
    Some(format!("{winner} would win by {margin}: turns left {more} to {fewer}, and {half}. `claim` ends the game so."))
}

/// `12 turns`, `8 to 12 turns`.
pub(super) fn turns(bounds: Bounds) -> String {
    format!("{} {}", number(bounds), if bounds.min == 1 && bounds.max == 1 { "turn" } else { "turns" })
}

/// `12`, `8 to 12`.
pub(super) fn number(bounds: Bounds) -> String {
    match bounds.min == bounds.max {
        true => bounds.min.to_string(),
        false => format!("{} to {}", bounds.min, bounds.max),
    }
}
