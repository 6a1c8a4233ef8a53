//! What only the HTML part of a mail says.

/// What to do next, before the form of a turn; the words begin a reply.
pub const REPLY_WITH_MOVE: &str = "Reply with your move";

/// The name of the file with everything stored about somebody.
pub const EXPORT: &str = "turnpost-export.json";

/// The link below each board of a digest.
pub const REPLY_FOR_THIS_GAME: &str = "Reply for this game";

/// Words that do what they say if they are sent alone, in a reply to the mail that has them.
const REPLIES: &[&str] = &[
    "accept",
    "away 7d",
    "cancel",
    "claim",
    "count",
    "decline",
    "draw",
    "draw accept",
    "draw decline",
    "games",
    "help",
    "no",
    "plans",
    "rematch",
    "resign",
    "rules",
    "settings",
    "start",
    "stop",
    "undo",
    "yes",
];

/// Whether something to type is such a word: a tap on it can write the reply.
pub fn is_reply(typed: &str) -> bool {
    REPLIES.contains(&typed)
}

#[cfg(test)]
mod tests {
    use super::REPLIES;
    use crate::command::parse::{Parsed, parse_line};

    #[test]
    fn each_of_them_is_obeyed_alone() {
        for word in REPLIES {
            assert!(matches!(parse_line(word), Parsed::Commands { comment: None, .. }), "{word}");
        }
    }
}
