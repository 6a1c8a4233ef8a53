//! What a message without any command may mean all the same: an answer to the question that it replies to, a turn inside a
//! sentence, a wish that one of the commands grants. These are guesses from words alone; what is done about them is
//! decided by what the message answers.

use serde::{Deserialize, Serialize};

use super::Command;
use super::answering;
pub use super::answering::Answered;
use super::courtesy::plain_words;
use super::own_turn::{all_turns, own_turn, piece_named};
use super::parse::{Parsed, parse_line};
use super::sentence::sentences;
pub use super::which::Which;
use super::which::which;
use super::{places, table};
use crate::rules::GameKind;

/// A guess at what words mean.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hint {
    /// The answer that they begin with.
    pub answer: Option<Answered>,
    /// The one turn that they name as their writer's own, as it is written.
    pub turn: Option<String>,
    /// The piece that they name.
    #[serde(default)]
    pub piece: Option<String>,
    /// The command that grants their wish.
    pub wish: Option<String>,
    /// All whole turns that they name, where there are several.
    #[serde(default)]
    pub turns: Vec<String>,
    /// Which of a list they mean.
    #[serde(default)]
    pub which: Option<Which>,
}

/// Longer texts are letters; and a wish is said in few words.
const MOST_WORDS: usize = 40;
const WORDS_OF_A_WISH: usize = 16;
const WORDS_OF_ARGUMENTS: usize = 6;

/// The guess at a text, of which `first` is the paragraph where an answer would stand; and the words behind the answer,
/// for the opponent.
pub fn hint(first: &str, text: &str) -> Option<(Hint, Option<String>)> {
    let short = text.split_whitespace().nth(MOST_WORDS).is_none();
    let (answer, said) = answering::answered(first).unzip();
    let hint = match short {
        true => Hint {
            answer,
            turn: own_turn(text),
            piece: piece_named(text),
            wish: wish(text).or(asks_rules(text)).or(wants_game(text)).map(|word| with_its_arguments(word, text)),
            turns: Some(all_turns(text)).filter(|turns| turns.len() > 1).unwrap_or_default(),
            which: which(first),
        },
        false => Hint { answer, ..Hint::default() },
    };
    let names = hint.turn.is_some() || !hint.turns.is_empty() || hint.which.is_some();
    let says = hint.answer.is_some() || hint.wish.is_some() || names;
    says.then_some((hint, said.flatten()))
}

/// The sentences of a text that name no places and no wish: words for the opponent beside a turn.
pub fn beside_turn(text: &str) -> Option<String> {
    let others = sentences(text).filter(|sentence| places(sentence).is_empty() && wish(sentence).is_none());
    let said = others.collect::<Vec<_>>().join(" ");
    said.contains(char::is_alphabetic).then_some(said)
}

/// Whoever asks about a piece without naming any place wants to know its rules: "What can the cani do?"
fn asks_rules(text: &str) -> Option<&'static str> {
    const RULES: &str = "rules";
    let asks = |sentence: &str| {
        let short = plain_words(sentence).len() <= WORDS_OF_A_WISH / 2;
        let lower = sentence.to_lowercase();
        let named = GameKind::ALL.iter().any(|game| lower.contains(&game.title().to_lowercase()));
        let game = named && lower.starts_with("what");
        short && sentence.ends_with('?') && (game || piece_named(sentence).is_some())
    };
    (places(text).is_empty() && sentences(text).any(asks)).then_some(RULES)
}

/// Whoever would like to play a game that they name wants a new one: "I would like to play dameo with ben".
fn wants_game(text: &str) -> Option<&'static str> {
    const NEW: &str = "new";
    let words = plain_words(text);
    let has = |list: &[&str]| words.iter().any(|word| list.contains(&word.as_str()));
    let named = words.iter().any(|word| GameKind::named(word).is_ok());
    (words.len() <= WORDS_OF_A_WISH && named && has(&["play"]) && has(&["like", "want", "wish"])).then_some(NEW)
}

/// A command that needs more than its word, with what the text says of it: "I'd like to play dameo with ben" is
/// `new dameo vs ben`. The longest words that it can be read with count.
fn with_its_arguments(word: &str, text: &str) -> String {
    let read = |line: &str| match parse_line(line) {
        Parsed::Commands { commands, comment: None } => <[Command; 1]>::try_from(commands).ok(),
        _ => None,
    };
    if read(word).is_some() {
        return word.to_owned();
    }
    let said = plain_words(text);
    // They begin with a game, or a word that says how long.
    let begins = |words: &&[String]| {
        let first = words.first().map_or("", String::as_str);
        ["until", "till", "for", "back"].contains(&first) || GameKind::named(first).is_ok()
    };
    let windows = (1..=WORDS_OF_ARGUMENTS).rev().flat_map(|long| said.windows(long)).filter(begins);
    let mut readable = windows.filter_map(|words| read(&format!("{word} {}", words.join(" "))));
    readable.next().map_or_else(|| word.to_owned(), |[command]| command.to_string())
}

/// The command whose wishes a text names; the longest one counts.
fn wish(text: &str) -> Option<&'static str> {
    let words = plain_words(text);
    if words.len() > WORDS_OF_A_WISH {
        return None;
    }
    let said = format!(" {} ", words.join(" "));
    let named = table::wishes().filter(|(phrase, _)| said.contains(&format!(" {phrase} ")));
    named.max_by_key(|(phrase, _)| phrase.len()).map(|(_, word)| word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wish_names_the_command_that_grants_it() {
        for (text, command) in [
            ("Undo please, that was a typo", "undo"),
            ("Oh no, may I take that back?", "undo"),
            ("I think I have lost. I give up.", "resign"),
            ("You are too strong, I resign this one", "resign"),
            ("Hey jo, how about a draw? I lost my sleeth...", "draw"),
            ("I think you won Gina, who is winning?", "count"),
            ("I claim the win!", "claim"),
            ("I am away next week, on holiday", "away"),
            ("I am on holiday until the end of the month. Your ticket is 17.", "away"),
            ("Could you send me the rules of this?", "rules"),
            ("How does this game work?", "rules"),
            ("Sorry, what does flip mean?", "rules"),
            ("can you show me what is possible?", "moves"),
            ("Which moves do I have here?", "moves"),
            ("Hm, who is winning this?", "count"),
            ("I'd like a draw", "draw"),
            ("Shall we call it a draw?", "draw"),
            ("Could you show me the board again?", "show"),
            ("Please stop sending me these", "stop"),
            ("Shall we play again?", "rematch"),
        ] {
            assert_eq!(wish(text), Some(command), "{text}");
        }
        for text in
            ["", "Nice move!", "How do I move?", "I have drawn a blank", "Thanks, I will think about it", "Hello Ann"]
        {
            assert_eq!(wish(text), None, "{text}");
        }
        let letter = format!("I would like a draw{}", " and so on".repeat(20));
        assert_eq!(hint(&letter, &letter), None);
    }

    #[test]
    fn a_wish_brings_its_arguments() {
        for (text, command) in [
            ("I'm on holiday until Monday, so please be patient", "away until Monday"),
            ("I am away for 3 days", "away 3d"),
            ("I am away next week, on holiday", "away"),
            ("I would like to play dameo with ben", "new dameo vs ben"),
            ("Hello, I'd like to play amazons against the computer", "new amazons vs house"),
            ("Whose turn is it?", "show"),
            ("What is Diamond Chess?", "rules"),
            ("please show me the board", "show"),
            ("How long do I have?", "show"),
            ("Shall we call it a draw?", "draw"),
        ] {
            let wish = hint(text, text).and_then(|(hint, _)| hint.wish);
            assert_eq!(wish.as_deref(), Some(command), "{text}");
        }
    }

    #[test]
    fn every_wish_is_one_of_a_command_and_in_plain_spelling() {
        for (phrase, word) in table::wishes() {
            assert_eq!(plain_words(phrase).join(" "), phrase, "{word}");
            assert!(table::entry(word).is_some(), "{word}");
        }
    }
}
