//! What only the HTML part of a mail says.

use crate::command::Command;
use crate::command::parse::{Parsed, parse_line};

/// What to do next, before the form of a turn; the words begin a reply.
pub const REPLY_WITH_MOVE: &str = "Reply with your move";

/// The name of the file with everything stored about somebody.
pub const EXPORT: &str = "turnpost-export.json";

/// The link below each board of a digest.
pub const REPLY_FOR_THIS_GAME: &str = "Reply for this game";

/// Whether something to type does what it says if it is sent alone, in a reply to the mail that has it: a tap on it can
/// write the reply. Turns are examples, or somebody's decision; capitals and brackets stand for what a reader fills in.
pub fn is_reply(typed: &str) -> bool {
    let is_command = |command: &Command| !matches!(command, Command::Turn { .. } | Command::Perhaps { .. });
    !typed.contains(|c: char| c.is_uppercase() || "[]|…".contains(c))
        && matches!(parse_line(typed), Parsed::Commands { commands, comment: None } if commands.iter().all(is_command))
}

#[cfg(test)]
mod tests {
    use super::is_reply;

    #[test]
    fn a_tap_sends_what_can_be_sent_alone() {
        for word in
            ["yes", "no", "help", "away 7d", "away off", "undo", "draw accept", "cancel 41", "unwatch 41", "show 41"]
        {
            assert!(is_reply(word), "{word}");
        }
        for word in
            ["new amazons", "new amazons vs ben@example.net", "moves a7", "plans 41 cancel", "start", "link k7m2p9"]
        {
            assert!(is_reply(word), "{word}");
        }
        for word in
            ["d1-d7/g7", "from-to/arrow", "piece, or piece@square", "name X", "new …", "say", "plan [N] if TURN"]
        {
            assert!(!is_reply(word), "{word}");
        }
    }
}
