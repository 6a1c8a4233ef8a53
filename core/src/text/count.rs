//! The words for a count of what is left to play.

use crate::rules::{Bounds, Count};

/// Whether the position is settled, and what each side has left.
pub(crate) fn lines(count: &Count) -> Vec<String> {
    let settled = if count.settled { "The position is settled." } else { "The position is not settled yet." };
    vec![settled.to_owned(), format!("White: {} left. Black: {} left.", turns(count.white), turns(count.black))]
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
