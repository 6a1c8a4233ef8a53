//! Which messages are meant for us. A reply to us, a mention and a direct message are; in a game's thread,
//! besides, only a whole turn alone on the first line: chatter stays chatter.

use turnpost_core::notation;

/// A message as far as hearing goes.
#[derive(Clone, Copy, Debug)]
pub struct Heard<'a> {
    /// What was written.
    pub content: &'a str,
    /// Whether a person wrote it just now: no bot, no webhook, no system message, no edit.
    pub by_person: bool,
    /// Whether it is a direct message to us.
    pub direct: bool,
    /// Whether it answers a message of ours.
    pub answers_us: bool,
    /// Our own id, to find a mention.
    pub us: u64,
}

/// What a message is to us.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// Nothing.
    Chatter,
    /// Said to us: to be read in the language of commands.
    Said(String),
    /// A turn, if this is a game's thread.
    PerhapsTurn(String),
}

/// Longer messages say nothing that we could do.
const LONGEST: usize = 2000;

/// What a message is to us, before anything is looked up.
pub fn meaning(heard: &Heard<'_>) -> Meaning {
    if !heard.by_person || heard.content.chars().count() > LONGEST {
        return Meaning::Chatter;
    }
    let (text, mentioned) = without_mention(heard.content, heard.us);
    if text.is_empty() {
        return Meaning::Chatter;
    }
    if heard.direct || heard.answers_us || mentioned {
        return Meaning::Said(text);
    }
    let first = text.lines().next().unwrap_or_default();
    if is_whole_turn(first) { Meaning::PerhapsTurn(text) } else { Meaning::Chatter }
}

/// Whether a line is nothing but a whole turn: at least two squares (or a piece put on one) and the marks between
/// them, no word besides. `k`, `c` and `yes` are none, though they may be read as turns or answers elsewhere.
pub fn is_whole_turn(line: &str) -> bool {
    let text = notation::normal(line);
    let text = text.strip_prefix("spur ").unwrap_or(&text);
    let squares = notation::squares(text);
    let mut between = String::new();
    let mut end = 0;
    for (start, square) in &squares {
        between += text.get(end..*start).unwrap_or_default();
        end = start + square.to_string().len();
    }
    between += text.get(end..).unwrap_or_default();
    let placed = between.len() == 2 && between.ends_with('@') && squares.len() == 1;
    // The letter of a named target: `d4xd5:z`.
    let named = |before: Option<&u8>, byte: u8| before == Some(&b':') && byte.is_ascii_lowercase();
    let bytes = between.as_bytes();
    let mark = |n: usize| b"-/+^,:() x>".contains(&bytes[n]) || (n > 0 && named(bytes.get(n - 1), bytes[n]));
    placed || (squares.len() >= 2 && (0..bytes.len()).all(mark))
}

/// The text without our mention, and whether there was one.
fn without_mention(content: &str, us: u64) -> (String, bool) {
    let mut text = content.to_owned();
    for mention in [format!("<@{us}>"), format!("<@!{us}>")] {
        text = text.replace(&mention, "");
    }
    let mentioned = text.len() != content.len();
    (text.trim().to_owned(), mentioned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_turns_and_chatter() {
        let turns = [
            "d1-d7/g7",
            "D1–d7/g7",
            "d1 - d7 / g7",
            "d1d7g7",
            "d1-d7(g7)",
            "d1-d5xg8",
            "c3-c4",
            "d4xd6xf6",
            "c1 c4",
            "e1-e3 g2-g4",
            "d6-b6+e6-c6",
            "f4xf5",
            "d4xc4,d5,d5",
            "d4xd5:z",
            "e4^f7",
            "c@g1",
            "spur c3-c4",
            "d1-d7/g7.",
            "7. d1-d7/g7",
            "d10→a10/b10",
        ];
        for turn in turns {
            assert!(is_whole_turn(turn), "{turn}");
        }
        let chatter = [
            "k",
            "c",
            "yes",
            "no",
            "e3-e4 was better",
            "b4 we go",
            "d1",
            "a1 is nice",
            "i like d1-d7",
            "",
            "e5?",
            "lol",
            "-",
            "x",
            "10-4",
            "c3 or c4",
            "gg 1-0",
            "r o h k s c c g z c",
            "pass",
            "a1 @b2",
            "see you at 7",
        ];
        for line in chatter {
            assert!(!is_whole_turn(line), "{line}");
        }
    }

    #[test]
    fn who_is_spoken_to() {
        let heard = Heard { content: "resign", by_person: true, direct: false, answers_us: false, us: 7 };
        assert_eq!(meaning(&heard), Meaning::Chatter);
        assert_eq!(meaning(&Heard { direct: true, ..heard }), Meaning::Said("resign".to_owned()));
        assert_eq!(meaning(&Heard { answers_us: true, ..heard }), Meaning::Said("resign".to_owned()));
        assert_eq!(meaning(&Heard { content: "<@7> resign", ..heard }), Meaning::Said("resign".to_owned()));
        assert_eq!(meaning(&Heard { content: "<@8> resign", ..heard }), Meaning::Chatter);
        assert_eq!(meaning(&Heard { content: "<@7>", ..heard }), Meaning::Chatter);
        let turn = "d1-d7/g7\nhello";
        assert_eq!(meaning(&Heard { content: turn, ..heard }), Meaning::PerhapsTurn(turn.to_owned()));
        assert_eq!(meaning(&Heard { content: turn, by_person: false, ..heard }), Meaning::Chatter);
        assert_eq!(meaning(&Heard { content: "look\nd1-d7/g7", ..heard }), Meaning::Chatter);
    }
}
