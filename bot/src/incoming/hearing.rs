//! Which messages are meant for us: replies to us, mentions and direct messages; in a game's thread also a whole turn
//! that is alone on the first line, a command of the game that is, an answer to what was asked there, words that name
//! their writer's own turn, and what looks like an attempt at any of that. Chatter stays chatter.

use turnpost_core::command::in_thread::Own;
use turnpost_core::command::parse::{parse_chatter, parse_short};
use turnpost_core::message::{self, Message, thread};

/// What decides whether a message is meant for us.
#[derive(Clone, Copy, Debug)]
pub(super) struct Heard<'a> {
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
pub(super) enum Meaning {
    /// Nothing.
    Chatter,
    /// Said to us: to be read in the language of commands.
    Said(String),
    /// A turn, if this is a game's thread.
    PerhapsTurn(Message),
    /// Something as short as `d3` or `pass`, which counts as a turn only where it can be played right now.
    ShortTurn(Message),
    /// A command of the game, if this is its own thread and one of its players says it.
    OfTheGame(Message),
    /// Words that name a turn as their writer's own, which counts where it is the writer's turn.
    OwnTurn {
        /// The turn.
        own: Own,
        /// The guess at what they mean.
        guess: Message,
    },
    /// Yes or no, which counts where its writer is asked something.
    Answer(Message),
    /// What looks like an attempt at a turn or a command, and is answered where it is its writer's turn.
    Attempt(Message),
}

/// Longer messages are never meant for us.
const LONGEST: usize = 2000;

/// What a message is to us, before anything is looked up.
pub(super) fn meaning(heard: &Heard<'_>) -> Meaning {
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
    if parse_chatter(first).is_some() {
        Meaning::PerhapsTurn(message::read_chatter(&text))
    } else if parse_short(first).is_some() {
        Meaning::ShortTurn(message::read_short(&text))
    } else if let Some(read) = thread::read_slip(&text) {
        Meaning::PerhapsTurn(read)
    } else if let Some(read) = thread::read_command(&text) {
        Meaning::OfTheGame(read)
    } else if let Some(read) = thread::read_answer(&text) {
        Meaning::Answer(read)
    } else if let Some((own, guess)) = thread::read_own_turn(&text) {
        Meaning::OwnTurn { own, guess }
    } else if let Some(read) = thread::read_attempt(&text) {
        Meaning::Attempt(read)
    } else {
        Meaning::Chatter
    }
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
        let said = |content| meaning(&Heard { content, by_person: true, direct: false, answers_us: false, us: 7 });
        for turn in [
            "d1-d7/g7",
            "D1–d7/g7",
            "d1d7g7",
            "d4xd6xf6",
            "e1-e3 g2-g4",
            "d4xd5:z",
            "e4^f7",
            "c@g1",
            "#3 d1-d7/g7",
            "d10-d9/z4",
        ] {
            assert!(matches!(said(turn), Meaning::PerhapsTurn(_)), "{turn}");
        }
        for line in ["e3-e4 was better", "b4 we go", "i like d1-d7", "e5?", "10-4", "gg 1-0"] {
            assert_eq!(said(line), Meaning::Chatter, "{line}");
        }
        // A piece to put down, if that can be played there and then; nothing is played without a yes.
        for line in ["k", "c"] {
            assert!(matches!(said(line), Meaning::OwnTurn { own: Own { sure: false, .. }, .. }), "{line}");
        }
        for line in ["yes", "No.", "yes please", "accept", "decline", "yes d1-d7/g7", "no, sorry"] {
            assert!(matches!(said(line), Meaning::Answer(_)), "{line}");
        }
        for line in ["queen takes d7", "move the queen left", "histroy"] {
            assert!(matches!(said(line), Meaning::Attempt(_)), "{line}: {:?}", said(line));
        }
        for turn in ["d1", "D3.", "pass", "d3\nnice one"] {
            assert!(matches!(said(turn), Meaning::ShortTurn(_)), "{turn}");
        }
        for line in ["help", "moves d10", "undo", "resign", "draw\nwhat do you think?"] {
            assert!(matches!(said(line), Meaning::OfTheGame(_)), "{line}");
        }
        // What can't be played of it is refused as if it stood alone.
        for line in
            ["hi ann! my move is d1-d7/g7. good luck!", "j7-j3/g3 and thanks for the game", "move the queen on d1 left"]
        {
            assert!(matches!(said(line), Meaning::OwnTurn { .. }), "{line}");
        }
    }

    #[test]
    fn who_is_spoken_to() {
        let heard = Heard { content: "say hello", by_person: true, direct: false, answers_us: false, us: 7 };
        assert_eq!(meaning(&heard), Meaning::Chatter);
        assert_eq!(meaning(&Heard { direct: true, ..heard }), Meaning::Said("say hello".to_owned()));
        assert_eq!(meaning(&Heard { answers_us: true, ..heard }), Meaning::Said("say hello".to_owned()));
        assert_eq!(meaning(&Heard { content: "<@7> say hello", ..heard }), Meaning::Said("say hello".to_owned()));
        assert_eq!(meaning(&Heard { content: "<@8> resign", ..heard }), Meaning::Chatter);
        assert_eq!(meaning(&Heard { content: "<@7>", ..heard }), Meaning::Chatter);
        let turn = "d1-d7/g7\nhello";
        assert_eq!(meaning(&Heard { content: turn, ..heard }), Meaning::PerhapsTurn(message::read_chatter(turn)));
        assert_eq!(meaning(&Heard { content: turn, by_person: false, ..heard }), Meaning::Chatter);
        assert_eq!(meaning(&Heard { content: "look\nd1-d7/g7 hurts", ..heard }), Meaning::Chatter);
    }
}
