//! What a button, select or modal carries: version, game, revision, step and path, all in its `custom_id`,
//! so that it works after a restart. Nothing here is trusted: who clicks is checked by the user's id, and
//! what a path says by the rules.

use std::fmt;

use turnpost_core::game::GameNumber;

use crate::limits::sizes::CUSTOM_ID;

/// Raised when buttons of earlier versions can no longer be understood; whoever clicks one is told so.
const VERSION: char = '1';

/// What somebody pressed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Press {
    /// Accept, decline or explain a challenge.
    Challenge(GameNumber, ChallengeReply),
    /// A button below a board as it was at a revision.
    Board(At, BoardButton),
    /// A select of the picker, with the part of the turn chosen so far. The number tells two selects apart.
    Pick(At, u8, String),
    /// Show the picker at this path.
    Show(At, String),
    /// Play this turn.
    Play(At, String),
    /// Close the picker.
    Close,
    /// Answer a question by its id.
    Answer(i64, bool),
    /// Another page of what this command shows.
    Page(usize, String),
    /// A modal with a turn to play.
    Typed(At),
    /// A modal with turns to preview.
    Tried(At),
}

/// A game at a revision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct At {
    /// The game.
    pub game: GameNumber,
    /// Its revision when the board was shown.
    pub revision: i64,
}

/// What is done about a challenge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ChallengeReply {
    /// Accept it.
    Accept,
    /// Decline it.
    Decline,
    /// Show the rules.
    Rules,
    /// Play the house instead; for whoever made it.
    House,
}

/// The buttons of a board and of its menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BoardButton {
    /// The guided picker.
    Move,
    /// The modal.
    Type,
    /// The menu.
    More,
    /// The board from the other side.
    Flip,
    /// The turns played.
    History,
    /// Try turns without playing them.
    Preview,
    /// Offer a draw.
    Draw,
    /// Resign; asks first.
    Resign,
    /// Have a settled position counted.
    Claim,
    /// Take one's last turn back.
    Undo,
    /// Challenge the same opponent again.
    Rematch,
}

const REPLIES: [(char, ChallengeReply); 4] = [
    ('a', ChallengeReply::Accept),
    ('d', ChallengeReply::Decline),
    ('r', ChallengeReply::Rules),
    ('h', ChallengeReply::House),
];
const BUTTONS: [(char, BoardButton); 11] = [
    ('n', BoardButton::Rematch),
    ('m', BoardButton::Move),
    ('t', BoardButton::Type),
    ('o', BoardButton::More),
    ('f', BoardButton::Flip),
    ('h', BoardButton::History),
    ('p', BoardButton::Preview),
    ('d', BoardButton::Draw),
    ('r', BoardButton::Resign),
    ('c', BoardButton::Claim),
    ('u', BoardButton::Undo),
];

/// The `custom_id`.
impl fmt::Display for Press {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{VERSION}")?;
        match self {
            Press::Challenge(game, reply) => write!(f, "c:{game}:{}", letter(&REPLIES, *reply)),
            Press::Board(at, button) => write!(f, "b:{at}:{}", letter(&BUTTONS, *button)),
            Press::Pick(at, select, path) => write!(f, "p:{at}:{select}:{path}"),
            Press::Show(at, path) => write!(f, "s:{at}:{path}"),
            Press::Play(at, path) => write!(f, "y:{at}:{path}"),
            Press::Close => write!(f, "x"),
            Press::Answer(question, yes) => write!(f, "q:{question}:{}", if *yes { 'y' } else { 'n' }),
            Press::Page(page, line) => write!(f, "l:{page}:{line}"),
            Press::Typed(at) => write!(f, "t:{at}"),
            Press::Tried(at) => write!(f, "v:{at}"),
        }
    }
}

impl fmt::Display for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.game, self.revision)
    }
}

impl Press {
    /// Reads a `custom_id` (untrusted). `None` for what we never wrote in this version.
    pub(crate) fn read(id: &str) -> Option<Press> {
        let rest = id.strip_prefix(VERSION).filter(|_| id.len() <= CUSTOM_ID)?;
        if rest == "x" {
            return Some(Press::Close);
        }
        let (kind, rest) = rest.split_once(':')?;
        match kind {
            "c" => {
                let (game, reply) = rest.split_once(':')?;
                Some(Press::Challenge(positive(game)?, named(&REPLIES, reply)?))
            }
            "b" => at(rest).and_then(|(at, button)| Some(Press::Board(at, named(&BUTTONS, button?)?))),
            "p" => {
                let (at, rest) = at(rest)?;
                let (select, path) = rest?.split_once(':')?;
                Some(Press::Pick(at, select.parse().ok()?, walked(path)?))
            }
            "s" => at(rest).and_then(|(at, path)| Some(Press::Show(at, walked(path?)?))),
            "y" => at(rest).and_then(|(at, path)| Some(Press::Play(at, walked(path?)?))),
            "q" => {
                let (question, answer) = rest.split_once(':')?;
                let yes = [("y", true), ("n", false)].into_iter().find(|(letter, _)| *letter == answer)?.1;
                Some(Press::Answer(positive(question)?, yes))
            }
            "l" => {
                let (page, line) = rest.split_once(':')?;
                let plain = line.chars().all(|c| c.is_alphanumeric() || " -_#.".contains(c));
                Some(Press::Page(usize::try_from(positive(page)?).ok()?, plain.then(|| line.to_owned())?))
            }
            "t" => at(rest).filter(|(_, more)| more.is_none()).map(|(at, _)| Press::Typed(at)),
            "v" => at(rest).filter(|(_, more)| more.is_none()).map(|(at, _)| Press::Tried(at)),
            _ => None,
        }
    }
}

/// A game, a revision, and what follows them, if anything.
fn at(text: &str) -> Option<(At, Option<&str>)> {
    let (game, rest) = text.split_once(':')?;
    let (revision, more) = match rest.split_once(':') {
        Some((revision, more)) => (revision, Some(more)),
        None => (rest, None),
    };
    Some((At { game: positive(game)?, revision: positive(revision)? }, more))
}

/// Only digits, so that each number has one spelling.
fn positive(text: &str) -> Option<i64> {
    let plain = text.bytes().all(|b| b.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
    if plain { text.parse().ok() } else { None }
}

/// A path has only the characters of canonical turns.
fn walked(path: &str) -> Option<String> {
    let fine = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b"-/@+^,: ".contains(&b);
    path.bytes().all(fine).then(|| path.to_owned())
}

fn letter<T: PartialEq + Copy>(table: &[(char, T)], wanted: T) -> char {
    table.iter().find(|(_, value)| *value == wanted).map_or('?', |(letter, _)| *letter)
}

fn named<T: Copy>(table: &[(char, T)], text: &str) -> Option<T> {
    table.iter().find(|(letter, _)| text.chars().eq([*letter])).map(|(_, value)| *value)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn all() -> Vec<Press> {
        let at = At { game: i64::MAX, revision: i64::MAX };
        let longest = "a10-b10 ".repeat(7);
        let mut all: Vec<Press> = BUTTONS.iter().map(|(_, button)| Press::Board(at, *button)).collect();
        all.extend(REPLIES.iter().map(|(_, reply)| Press::Challenge(41, *reply)));
        all.extend([Press::Close, Press::Answer(7, true), Press::Answer(7, false), Press::Typed(at), Press::Tried(at)]);
        all.push(Press::Page(12, "history 41".to_owned()));
        all.push(Press::Show(at, String::new()));
        all.push(Press::Play(At { game: 41, revision: 9 }, "d4xc4,d5:z".to_owned()));
        all.push(Press::Pick(At { game: 99_999_999, revision: 9_999 }, 1, longest));
        all
    }

    #[test]
    fn every_press_fits_and_reads_back() {
        for press in all() {
            let id = press.to_string();
            assert!(id.len() <= CUSTOM_ID, "{id}");
            assert_eq!(Press::read(&id), Some(press), "{id}");
        }
    }

    #[test]
    fn forged_ids_are_nothing() {
        let forged = [
            "",
            "1",
            "2x",
            "1z:1",
            "1c:41",
            "1c:41:q",
            "1c:-1:a",
            "1c:041:a",
            "1b:1:2:zz",
            "1b:1",
            "1b::2:m",
            "1p:1:2:x:d1",
            "1s:1:2:D1",
            "1s:1:2:d1;drop",
            "1q:1:maybe",
            "1t:1:2:3",
            "1c:99999999999999999999:a",
            "1y:1:2:é",
            "1b:1:2:",
        ];
        for id in forged {
            assert_eq!(Press::read(id), None, "{id:?}");
        }
        assert_eq!(Press::read(&format!("1s:1:2:{}", "a".repeat(100))), None);
    }
}
