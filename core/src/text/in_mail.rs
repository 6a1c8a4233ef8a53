//! What only the HTML part of a mail says.

use super::Line;

/// What to do next, if a turn of this form is expected.
pub fn reply_with(pattern: &str) -> Line {
    Line::words("Reply with your move: ").code(pattern).and(".")
}

/// The link below each board of a digest.
pub const REPLY_FOR_THIS_GAME: &str = "Reply for this game";
