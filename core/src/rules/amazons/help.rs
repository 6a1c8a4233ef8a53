//! Amazons' words: what it tells people about itself.

use crate::board::SquareSet;

pub(super) mod rules;

/// The pattern of a turn.
pub(super) const PATTERN: &str = "from-to/arrow";
/// The rules in short.
pub(super) const BLURB: &str = "Move one amazon like a chess queen, then shoot an arrow the same way;\n\
                                its square is blocked for good. Whoever cannot move loses.";
/// What an amazon shoots.
pub(super) const MISSILE: &str = "arrow";
/// What stands under the three pictures of the lesson.
pub(super) const LESSON: [&str; 3] = ["Move an amazon", "Shoot an arrow", "Its square is blocked"];

/// What keeps a position from being settled: a region in which these amazons meet, and so many others like it.
pub(super) fn unsettled(white: SquareSet, black: SquareSet, others: usize) -> String {
    let named = |amazons: SquareSet| amazons.into_iter().map(|at| at.to_string()).collect::<Vec<_>>().join(", ");
    let more = match others {
        0 => String::new(),
        1 => " There is another such region.".to_owned(),
        several => format!(" There are {several} other such regions."),
    };
    format!("amazons of both colours share a region, White's {} and Black's {}.{more}", named(white), named(black))
}
