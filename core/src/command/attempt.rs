//! What somebody who is to move says in the thread of their game and what looks like an attempt: at a turn that can't be
//! read, or at a command that is misspelt. It gets an answer, so that nobody waits for what was never done; what people
//! say to each other gets none.

use super::courtesy::plain_words;
use super::fault::Fault;
use super::in_thread::{JOINS, MINE, NOT_MINE, is_of_a_game, words_and_pieces};
use super::nearest::nearest;
use super::own_turn::{PLAYS, TALKS};
use super::parse::{Parsed, parse_command, parse_line};
use super::places;
use super::table::{self, Entry};
use crate::request::CommandError;
use crate::scene::PieceKind;

/// Longer lines talk.
const MOST_WORDS: usize = 12;
/// Shorter words are near to too many others.
const SHORTEST: usize = 5;

/// Words that tell what a piece does, besides those that ask for a turn.
#[rustfmt::skip]
const DOES: &[&str] = &[
    "arrow", "attack", "attacks", "capture", "captures", "fire", "fires", "flip", "flips", "jump", "jumps", "pounce", "pounces",
    "shoot", "shooting", "shoots", "takes",
];

/// Words that describe a position rather than change it.
const IS: &[&str] = &["am", "are", "be", "been", "did", "does", "for", "has", "have", "is", "looks", "makes"];

/// What is wrong with a line that is an attempt at a turn or at a command; none for chatter, and for what can be read.
pub fn attempt(line: &str) -> Option<CommandError> {
    let words = words_and_pieces(line);
    if words.is_empty() || words.len() > MOST_WORDS || line.contains('?') {
        return None;
    }
    let wrong = parse_command(line).err()?;
    if calls(line) || is_misspelt(&words) || names_no_place(line) {
        return Some(wrong);
    }
    says_to_play(line, &words).then_some(CommandError { why: Fault::Neither, ..wrong })
}

/// A command as other programs want it, with a sign in front: `/mvoe d1-d7/g7`.
fn calls(line: &str) -> bool {
    line.trim().strip_prefix(['/', '!']).is_some_and(|rest| rest.starts_with(char::is_alphabetic))
}

/// A word alone that is nearly that of a command of the game.
fn is_misspelt(words: &[String]) -> bool {
    let [word] = words else { return false };
    word.chars().count() >= SHORTEST && table::entry(word).is_none() && nearest(word, of_the_game()).is_some()
}

/// The words of the commands that are heard in a game's thread.
fn of_the_game() -> impl Iterator<Item = &'static str> {
    let heard = |entry: &&Entry| match parse_line(entry.example) {
        Parsed::Commands { commands, .. } => commands.iter().all(is_of_a_game),
        _ => false,
    };
    table::all().filter(heard).map(|entry| entry.word)
}

/// A command of the game whose square or number doesn't exist: `moves z9`, `show x3`.
fn names_no_place(line: &str) -> bool {
    let Some(begun) = table::begin(line).filter(|_| matches!(parse_line(line), Parsed::Wrong(_))) else { return false };
    let named = plain_words(begun.rest);
    of_the_game().any(|word| word == begun.entry.word)
        && !named.is_empty()
        && named.iter().all(|word| word.contains(|c: char| c.is_ascii_digit()))
}

/// Places and pieces with what shall be done with them: "move the queen on d1 to the left".
fn says_to_play(line: &str, words: &[String]) -> bool {
    let says = |list: &[&str]| words.iter().any(|word| list.contains(&word.as_str()));
    // People speak of arrows without wanting anything.
    let is_piece = |word: &String| word != "arrow" && PieceKind::named(word).is_some();
    let names = !places(line).is_empty() || words.iter().any(is_piece);
    let others = [NOT_MINE, TALKS, IS].iter().any(|list| says(list));
    // Without a verb it must be nothing but a turn, however it is told.
    let bare = || {
        let part = |word: &String| {
            let known = JOINS.contains(&word.as_str()) || MINE.contains(&word.as_str());
            known || is_piece(word) || !places(word).is_empty()
        };
        words.len() > 1 && words.iter().all(part)
    };
    names && !others && (says(PLAYS) || says(DOES) || bare())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attempts_and_chatter() {
        for line in [
            "move the queen on d1 up and shoot left",
            "I move my amazon to the left",
            "sleeth takes the town",
            "the zi ri goes to g6",
            "queen d7",
            "I put the rassimel in the corner",
            "rseign",
            "histroy",
            "moves z9",
            "show x3",
            "/mvoe d1-d7/g7",
            "!foo",
            "pounce with the sleeth",
        ] {
            assert!(attempt(line).is_some(), "{line}");
        }
        for line in [
            "nice move",
            "good luck",
            "hello there",
            "e3-e4 was better",
            "b4 we go",
            "i like d1-d7",
            "I'll play tonight",
            "I need a move like that",
            "my town is in trouble",
            "should I take the cani?",
            "you should move your king",
            "take your time",
            "what a shot",
            "thanks",
            "again",
            "start",
            "stop",
            "help me",
            "count me in",
            "show me",
            "draw a card",
            "claim to fame",
            "history repeats itself",
            "your queen on d7 looks strong",
            "that arrow hurts",
            "gg",
            "ok",
            "10-4",
            "e5?",
        ] {
            assert_eq!(attempt(line), None, "{line}");
        }
    }
}
