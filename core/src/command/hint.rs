//! What a message without any command may mean all the same: an answer to the question that it replies to, a turn inside a
//! sentence, a wish that one of the commands grants. These are guesses from words alone; what is done about them is
//! decided by what the message answers.

use serde::{Deserialize, Serialize};

use super::answering;
pub use super::answering::Answered;
use super::courtesy::plain_words;
use super::own_turn::{all_turns, names_piece, own_turn, piece_named, takes_another, tries};
use super::parse::{Parsed, parse_line};
use super::questions::{asks_help, asks_when_drawn};
use super::sentence::sentences;
pub use super::taking::Taking;
use super::taking::taking;
pub use super::which::Which;
use super::which::which;
use super::words::Words;
use super::{Command, NewGame, Opponent, new_game, wishing};
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
    /// The capture that they announce by the names of pieces.
    #[serde(default)]
    pub taking: Option<Taking>,
    /// Whether they try to play at the places that they name.
    #[serde(default)]
    pub tries: bool,
    /// The words beside the turn or the wish, for the opponent.
    #[serde(default)]
    pub beside: Option<String>,
}

/// The command that begins a game.
const NEW: &str = "new";

/// Longer texts are letters; and a wish is said in few words.
const MOST_WORDS: usize = 40;
const WORDS_OF_A_WISH: usize = 16;
const WORDS_OF_ARGUMENTS: usize = 10;

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
            wish: said_as_command(first).or_else(|| worded(text)),
            turns: Some(all_turns(text)).filter(|turns| turns.len() > 1).unwrap_or_default(),
            which: which(first),
            taking: taking(text),
            tries: tries(text),
            beside: None,
        },
        false => Hint { answer, ..Hint::default() },
    };
    let names = hint.turn.is_some() || !hint.turns.is_empty() || hint.which.is_some() || hint.taking.is_some();
    let says = hint.answer.is_some() || hint.wish.is_some() || hint.tries || names;
    says.then_some((hint, said.flatten()))
}

/// The command that grants the wish of a text, however it is told.
fn wished(text: &str) -> Option<&'static str> {
    let another = || (own_turn(text).is_some() && takes_another(text)).then_some("undo");
    asks_when_drawn(text).or(asks_help(text)).or(wish(text)).or(asks_rules(text)).or(wants_game(text)).or_else(another)
}

/// The command that grants a wish in somebody's own words, with what it is about.
fn worded(text: &str) -> Option<String> {
    let word = wishing::own_words(text).or_else(|| wished(text).map(str::to_owned))?;
    Some(with_its_arguments(&word, text))
}

/// A game asked for in our own words behind a greeting or among others: "Hi! new othello level 1".
fn said_as_command(text: &str) -> Option<String> {
    let asked = |sentence: &str| match parse_line(sentence.trim_end_matches(['.', '!'])) {
        Parsed::Commands { commands, comment: None } => match &commands[..] {
            [command @ Command::New(_)] => Some(command.to_string()),
            _ => None,
        },
        _ => None,
    };
    let begun = |sentence: &&str| Words::new(sentence).take("new");
    sentences(text).filter(begun).find_map(asked)
}

/// Whoever asks about a piece without naming any place wants to know its rules: "What can the cani do?"
fn asks_rules(text: &str) -> Option<&'static str> {
    const RULES: &str = "rules";
    let asks = |sentence: &str| {
        let short = plain_words(sentence).len() <= WORDS_OF_A_WISH / 2;
        let lower = sentence.to_lowercase();
        let named = GameKind::ALL.iter().any(|game| lower.contains(&game.title().to_lowercase()));
        let game = named && lower.starts_with("what");
        short && sentence.ends_with('?') && (game || names_piece(sentence))
    };
    (places(text).is_empty() && sentences(text).any(asks)).then_some(RULES)
}

/// Whoever would like to play a game that they name wants a new one: "I would like to play dameo with ben".
fn wants_game(text: &str) -> Option<&'static str> {
    const WANTS: &[&str] = &["can", "could", "let's", "like", "love", "may", "start", "want", "wish"];
    let wants = |sentence: &str, alone: bool| {
        let words = plain_words(sentence);
        let has = |list: &[&str]| words.iter().any(|word| list.contains(&word.as_str()));
        let named = words.iter().any(|word| GameKind::named(word).is_ok());
        let plays = has(&["play", "game", "match", "try"]);
        let computer = has(&["computer", "house"]);
        let begins =
            words.len() <= WORDS_OF_A_WISH / 2 && words.first().is_some_and(|word| GameKind::named(word).is_ok());
        let bare = begins && computer && has(&["vs", "against", "with"]);
        match alone {
            true => words.len() <= WORDS_OF_A_WISH && named && ((plays && has(WANTS)) || bare),
            false => words.len() <= WORDS_OF_A_WISH * 3 / 2 && named && computer && plays && has(WANTS),
        }
    };
    // The game may be named in one sentence, and that the computer shall play it in the next.
    (sentences(text).any(|sentence| wants(sentence, true)) || wants(text, false)).then_some(NEW)
}

/// The command that grants a wish, if it clearly asks us for something: it begins a game of ours, or asks for the rules of
/// one. Nobody writes that by chance, and no machine does.
pub fn clear_request(wish: &str) -> Option<Command> {
    match parse_line(wish) {
        Parsed::Commands { commands, comment: None } => match &commands[..] {
            [command @ (Command::New(_) | Command::Rules(Some(_)))] => Some(command.clone()),
            _ => None,
        },
        Parsed::Commands { .. } | Parsed::Wrong(_) | Parsed::Prose => None,
    }
}

/// A command with what the text says of what it takes: "I'd like to play dameo with ben" is `new dameo vs ben`. The longest
/// words that it can be read with count.
fn with_its_arguments(word: &str, text: &str) -> String {
    let read = |line: &str| match parse_line(line) {
        Parsed::Commands { commands, comment: None } => <[Command; 1]>::try_from(commands).ok(),
        _ => None,
    };
    let is_game = |name: &str| GameKind::named(name).is_ok();
    // They begin with a game, or a word that says how long.
    let begins = |words: &&[String]| {
        let first = words.first().map_or("", String::as_str);
        ["until", "till", "for", "back"].contains(&first) || is_game(first)
    };
    // Whom somebody wants to play is told by a word of its own: "othello here" is nobody.
    let tells = |words: &&[String]| {
        let against = words.iter().any(|word| ["vs", "against", "with"].contains(&word.as_str()));
        word != NEW || against || is_game(&words.join(" "))
    };
    let said: Vec<Vec<String>> = sentences(text).map(plain_words).collect();
    let said: Vec<Vec<String>> = said
        .into_iter()
        .map(|words| words.into_iter().filter(|word| !BESIDE.contains(&word.as_str())).collect())
        .collect();
    let windows =
        (1..=WORDS_OF_ARGUMENTS).rev().flat_map(|long| said.iter().flat_map(move |words| words.windows(long)));
    let mut readable =
        windows.filter(begins).filter(tells).filter_map(|words| read(&format!("{word} {}", words.join(" "))));
    match readable.next() {
        // What somebody wants is also told without a game or a time; rules are those of the game that is named.
        Some([Command::New(new)]) if read(word).is_none() => {
            // Without the address nobody can be invited, and anyone isn't meant.
            let friend = said.iter().flat_map(|words| words.windows(2)).any(|pair| {
                ["with", "against"].contains(&pair[0].as_str()) && ["my", "our"].contains(&pair[1].as_str())
            });
            match new_game::completed(new, text) {
                NewGame { opponent: Opponent::Anyone, .. } if friend => word.to_owned(),
                new => Command::New(new).to_string(),
            }
        }
        Some([command]) if read(word).is_none() || matches!(command, Command::Rules(_)) => command.to_string(),
        _ => word.to_owned(),
    }
}

/// Words that stand between a game and whom it is played with, and say nothing of either.
const BESIDE: &[&str] = &["by", "email", "game", "games", "here", "mail", "now", "online", "please", "some", "today"];

/// The command whose wishes a text names; the longest one counts.
pub(super) fn wish(text: &str) -> Option<&'static str> {
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
            ("I'm so bored, can I quit this game?", "resign"),
            ("What should I do? Any hint?", "hint"),
            ("Can you give me some advice please", "hint"),
            ("how many men do I have left?", "count"),
            ("how many moves do i have left?", "count"),
            ("is it over yet?", "count"),
            ("what moves can I make?", "moves"),
            ("wait, can I change my move?", "undo"),
            ("What pieces do I still have?", "show"),
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
            (
                "I found you. Can I play Othello here against ben@example.net? Thanks. Dan",
                "new othello vs ben@example.net",
            ),
            ("I'd like to play Othello by mail, thanks Dan", "new othello"),
            ("What are the rules of Dameo?", "rules dameo"),
            ("Whose turn is it?", "show"),
            ("What is Diamond Chess?", "rules diamond"),
            ("Hi! new othello level 1", "new othello vs house level 1"),
            ("othello against the computer", "new othello vs house"),
            (
                "I'd like to learn Diamond Chess. Can I play it with the computer at the lowest level?",
                "new diamond vs house level 1",
            ),
            (
                "I'd like to play othello against the computer. I'm a beginner, so level 1",
                "new othello vs house level 1",
            ),
            ("Can I play a quick game of diamond chess with the computer?", "new diamond quick vs house"),
            ("I'd like to play othello with black pieces against level 1", "new othello vs house level 1 as black"),
            ("Can I play othello with my brother tom@example.net?", "new othello vs tom@example.net"),
            ("Can I play othello with my brother?", "new"),
            ("I'd like to play othello against a human, not the computer", "new othello"),
            ("please show me the board", "show"),
            ("How long do I have?", "show"),
            ("Shall we call it a draw?", "draw"),
            ("Is it a draw if we both have 32?", "rules"),
            ("Thanks. Who starts? And how do I shoot?", "rules"),
            ("which piece is the zi ri?", "rules"),
            ("What happens if I am too late?", "help clock"),
            ("How do I tell Ann something without moving?", "help say"),
            ("oops, I meant d3", "undo"),
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
