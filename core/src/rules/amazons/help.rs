//! Amazons' words: what it tells people about itself.

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
/// What keeps a position from being settled.
pub(super) const UNSETTLED: &str = "some region still holds amazons of both colours.";
