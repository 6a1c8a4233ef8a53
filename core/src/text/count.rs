//! The words for a count of what is left to play.

use crate::rules::{Bounds, Count};
use crate::text::plural::counted;

/// Whether the position is settled, and what each side has left.
pub(crate) fn lines(count: &Count) -> Vec<String> {
    let bounds = |b: Bounds| match b.min == b.max {
        true => format!("{} left", counted(b.min.into(), "turn")),
        false => format!("{} to {} turns left", b.min, b.max),
    };
    let settled = if count.settled { "The position is settled." } else { "The position is not settled yet." };
    vec![settled.to_owned(), format!("White: {}. Black: {}.", bounds(count.white), bounds(count.black))]
}
