//! What players say in the thread of their game, among chatter, and mean for the game: a command alone on its line, their
//! own turn inside a sentence, a turn with a slip of the finger. Everything else is what people say to each other.

use super::courtesy::{goes_with, plain_words};
use super::own_turn::{self, TALKS};
use super::parse::{Parsed, comment_behind, goes_on, parse_line};
use super::sentence::sentences;
use super::words::Words;
use super::{Command, places, table, turn_text};
use crate::board::Square;
use crate::command::beside::beside;
use crate::notation::normal;
use crate::scene::PieceKind;

/// The command that a line wholly is, with the words behind it for the opponent: one of a game or of looking, by its own
/// name. Its other names are also plain words, `again` or `tie`, unless they are several: `take back`.
pub fn command(line: &str) -> Option<(Command, Option<String>)> {
    let Parsed::Commands { commands, comment } = parse_line(line) else { return None };
    let [command] = <[Command; 1]>::try_from(commands).ok()?;
    let mut words = Words::new(line.trim().trim_start_matches(['/', '!']));
    words.take("please");
    words.game();
    let begun = table::begin(words.rest())?;
    let other = |name: &&&str| !name.contains(' ') && words.clone().take(name);
    let by_another = begun.entry.synonyms.iter().find(other).is_some();
    // What is said bare stands bare: "help me" is a sigh.
    let bare = command.to_string() == begun.entry.word && begun.implied.is_empty();
    let sighs = bare && comment.is_none() && !Words::new(begun.rest).is_done();
    (is_of_a_game(&command) && !by_another && !sighs).then_some((command, comment))
}

/// Whether a command is about the game in whose thread it is said, or only looks.
pub(super) const fn is_of_a_game(command: &Command) -> bool {
    matches!(
        command,
        Command::Help(_)
            | Command::Rules(_)
            | Command::Games
            | Command::Show { .. }
            | Command::History(_)
            | Command::Moves { .. }
            | Command::Preview { .. }
            | Command::Count(_)
            | Command::Resign { sure: false, .. }
            | Command::Draw { .. }
            | Command::Undo(_)
            | Command::Claim(_)
            | Command::Rematch(_)
            | Command::AskHint(_)
            | Command::Review(_)
            | Command::Plan { .. }
            | Command::Plans { .. }
    )
}

/// Whether words below such a command are for the opponent.
pub const fn takes_words(command: &Command) -> bool {
    goes_with(command).is_some()
}

/// A turn that its writer says to be their own, and what else they say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Own {
    /// The turn as it is written; none if only its places are named.
    pub turn: Option<String>,
    /// Whether it is meant as a turn whatever the position says; otherwise it is one only if it can be played.
    pub sure: bool,
    /// Whether it is a piece to put down and nothing else.
    pub alone: bool,
    /// The places that the text names.
    pub places: Vec<String>,
    /// Words for the opponent.
    pub said: Option<String>,
}

/// Longer messages talk.
const MOST_WORDS: usize = 30;
const WORDS_BEHIND: usize = 10;

/// Words with which people are kind to each other behind a turn.
pub(super) const KIND: &[&str] = &[
    "cheers", "fun", "gg", "gl", "glhf", "hello", "hey", "hf", "hi", "luck", "please", "sorry", "thank", "thanks",
    "thx",
];

/// Words of somebody who speaks of what they do themselves.
pub(super) const MINE: &[&str] = &["i", "i'd", "i'll", "i'm", "me", "move", "my", "play"];

/// Words of somebody who doesn't: of others, of what is not done, of what might be.
#[rustfmt::skip]
pub(super) const NOT_MINE: &[&str] = &[
    "afraid", "almost", "can't", "cannot", "considered", "could", "couldn't", "didn't", "don't", "he", "maybe", "might", "nearly",
    "never", "no", "not", "perhaps", "she", "should", "they", "wanted", "we", "won't", "would've", "you", "you'd", "you'll", "you're",
];

/// The turn that a message names as its writer's own: whole, with a kind word behind it; a piece to put down, alone; in a
/// sentence about what they do; or by nothing but places and pieces.
pub fn own_turn(text: &str) -> Option<Own> {
    if text.split_whitespace().nth(MOST_WORDS).is_some() {
        return None;
    }
    let own = |turn: String, sure, said: Option<String>| {
        let said = said.filter(|said| plain_words(said) != ["please"]);
        Own { turn: Some(turn), sure, alone: false, places: places(text), said }
    };
    let first = text.lines().next().unwrap_or_default();
    if let Some(turn) = turn_text::split(first).filter(|turn| turn.on_board && !turn.question) {
        if is_kind(turn.rest) || is_smile(turn.rest) {
            return Some(own(turn.text, turn.clear, comment_behind(turn.rest)));
        }
        if turn.rest.is_empty() && !turn.clear {
            return Some(Own { alone: true, ..own(turn.text, false, None) });
        }
        if turn.clear && is_beside(turn.rest, turn.set_off) {
            return Some(own(turn.text, false, comment_behind(turn.rest)));
        }
    }
    if let Some(places) = only_places(text) {
        return Some(Own { turn: None, sure: false, alone: false, places, said: None });
    }
    // Who names other places besides talks.
    let turn = own_turn::own_turn(text).filter(|turn| places(turn).len() == places(text).len())?;
    let names = |sentence: &&str| !places(sentence).is_empty();
    let theirs = sentences(text).filter(names).all(|sentence| {
        let words = plain_words(sentence);
        let says = |list: &[&str]| words.iter().any(|word| list.contains(&word.as_str()));
        let alone = turn_text::split(sentence).is_some_and(|turn| turn.clear && turn.rest.is_empty());
        alone || says(MINE) && !says(NOT_MINE)
    });
    let leads_up =
        || plain_words(text).iter().all(|word| LEADS_UP.contains(&word.as_str()) || !places(word).is_empty());
    (theirs || leads_up()).then(|| own(turn, theirs, beside(text)))
}

/// Words that lead up to a turn, in a line that has nothing else.
#[rustfmt::skip]
const LEADS_UP: &[&str] = &[
    "ah", "alright", "and", "go", "going", "here", "hm", "hmm", "let", "let's", "now", "oh", "ok", "okay", "right", "so", "then", "try",
    "trying", "us", "well", "yes", "yep",
];

/// Words that join places and pieces to a turn, in a line that has nothing else.
pub(super) const JOINS: &[&str] =
    &["and", "arrow", "at", "from", "moves", "my", "on", "shoot", "shoots", "takes", "the", "then", "to", "with"];

/// The places of a line that consists of places and pieces alone: `cani f3 to f4 and g2-g4`.
fn only_places(text: &str) -> Option<Vec<String>> {
    let words = words_and_pieces(text);
    let is_part =
        |word: &String| JOINS.contains(&word.as_str()) || PieceKind::named(word).is_some() || !places(word).is_empty();
    let named = places(text);
    (named.len() > 1 && !text.contains('?') && words.iter().all(is_part)).then_some(named)
}

/// The words of a text in plain spelling, the one piece with two of them as one.
pub(super) fn words_and_pieces(text: &str) -> Vec<String> {
    let mut words = plain_words(text);
    while let Some(at) = words.windows(2).position(|pair| pair[0] == "zi" && pair[1] == "ri") {
        words.splice(at..at + 2, ["ziri".to_owned()]);
    }
    words
}

/// Whether what stands behind a turn is a smile: no letters or digits that would say anything.
fn is_smile(rest: &str) -> bool {
    let letters = rest.chars().filter(|c| c.is_alphanumeric()).count();
    !rest.is_empty() && !rest.contains('?') && (letters == 0 || letters == 1 && rest.starts_with([':', ';']))
}

/// Whether words behind a turn stand beside it, and don't make it part of what they say: "ok", "wish me luck".
fn is_beside(rest: &str, set_off: bool) -> bool {
    let words = plain_words(rest);
    let talks = words.iter().any(|word| TALKS.contains(&word.as_str()) || NOT_MINE.contains(&word.as_str()));
    let said = !words.is_empty() && words.len() <= WORDS_BEHIND;
    said && !talks && !rest.contains('?') && places(rest).is_empty() && (set_off || !goes_on(rest))
}

/// Whether what stands behind a turn is only kind: "good luck", "and thanks for the game".
fn is_kind(rest: &str) -> bool {
    let words = plain_words(rest);
    let says = |list: &[&str]| words.iter().any(|word| list.contains(&word.as_str()));
    let links = goes_on(rest) && words.first().is_some_and(|first| first != "and");
    let talks = words.iter().any(|word| TALKS.contains(&word.as_str()) && !["good", "nice"].contains(&word.as_str()));
    let other = rest.contains('?') || !places(rest).is_empty() || talks || says(NOT_MINE) || links;
    says(KIND) && !other && words.len() <= WORDS_BEHIND
}

/// A turn alone on its line in which a square is wrong, so that it can be told what: `d10-d9/z4`. It begins with a real
/// square, and what is joined to it are squares or, behind two real ones, what is left of them.
pub fn slip(line: &str) -> Option<Command> {
    let mut words = Words::new(line);
    let guard = words.guard();
    let text = normal(words.rest());
    // Whoever asks about a turn doesn't play it.
    if words.rest().contains(|c: char| c.is_whitespace() || c == '?') {
        return None;
    }
    let joints = ['-', '/', 'x', '^'];
    let parts: Vec<&str> = text.split(joints).collect();
    let real = |part: &&&str| part.parse::<Square>().is_ok();
    let square = |part: &&str| {
        let digits = part.trim_start_matches(|c: char| c.is_ascii_lowercase());
        part.len() - digits.len() == 1 && matches!(digits.len(), 1 | 2) && digits.bytes().all(|b| b.is_ascii_digit())
    };
    let short = |part: &&str| matches!(part.len(), 1..=3) && part.bytes().all(|b| b.is_ascii_alphanumeric());
    let squares = parts.iter().filter(real).count();
    let looks = parts.len() > 1
        && parts.first().is_some_and(|first| real(&first))
        && (parts.iter().all(square) || squares > 1 && parts.iter().all(short));
    looks.then_some(Command::Turn { game: None, guard, text })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_alone_on_their_line() {
        for line in [
            "help",
            "Help!",
            "help moves",
            "show",
            "show #3",
            "moves d10",
            "games",
            "undo",
            "draw",
            "draw accept",
            "resign",
            "Resign.",
            "count",
            "claim",
            "history",
            "hint",
            "/show",
            "if d7-d5/b3 then g10-g8/e8",
            "any then g10-g8/e8",
            "plans",
            "rules",
            "preview d1-d7/g7",
            "take back",
            "offer a draw",
            "i resign",
            "undo please",
            "review",
            "rematch",
            "Rematch please",
        ] {
            assert!(command(line).is_some(), "{line}");
        }
        for line in [
            "yes",
            "no",
            "y",
            "stop",
            "start",
            "k",
            "c",
            "again",
            "tie",
            "back",
            "board",
            "log",
            "help me",
            "help me out here",
            "show me",
            "count me in",
            "games tonight?",
            "draw a card",
            "who is that",
            "say hello",
            "name it",
            "resign yes",
            "link",
            "forget me",
            "new",
            "accept",
            "away 7d",
            "set theme dark",
            "history repeats itself",
            "undo that and I'll be happy",
            "if e3-e4 then he wins",
            "claim to fame",
            "no draw",
            "d1-d7/g7",
            "hint hint",
        ] {
            assert_eq!(command(line), None, "{line}");
        }
        let (resigned, said) = command("resign, thanks for the game").unwrap_or_else(|| panic!("a kind word"));
        assert_eq!((takes_words(&resigned), said.as_deref()), (true, Some("thanks for the game")));
    }

    #[test]
    fn own_turns_among_chatter() {
        for (text, turn, said) in [
            ("hi ann! my move is d1-d7/g7. good luck!", "d1-d7/g7", Some("hi ann! good luck!")),
            ("j7-j3/g3 and thanks for the game", "j7-j3/g3", Some("and thanks for the game")),
            ("d1-d7/g7 good luck", "d1-d7/g7", Some("good luck")),
            ("Hello! d1-d7/g7. Have fun", "d1-d7/g7", Some("Hello! Have fun")),
            ("d3 :)", "d3", Some(":)")),
            ("c5 - good luck!", "c5", Some("good luck!")),
            ("my move is c5", "c5", None),
            ("rassimel", "r", None),
            ("I'll play c3-c4", "c3-c4", None),
            ("ok I move e1-e3 g2-g4", "e1-e3 g2-g4", None),
            ("d1-d7/g7 wish me luck", "d1-d7/g7", Some("wish me luck")),
            ("ok, d1-d7/g7", "d1-d7/g7", None),
        ] {
            let own = own_turn(text).unwrap_or_else(|| panic!("{text}"));
            assert_eq!((own.turn.as_deref(), own.said.as_deref()), (Some(turn), said), "{text}");
        }
        let named = own_turn("cani f3 to f4 and g2-g4").map(|own| (own.turn, own.places.len()));
        assert_eq!(named, Some((None, 4)));
        for text in ["sleeth f2 to c5 and zi ri h4-g6", "zi ri h4-g6 g3-g5"] {
            assert_eq!(own_turn(text).map(|own| (own.turn, own.places.len())), Some((None, 4)), "{text}");
        }
        for text in [
            "e3-e4 was better",
            "d1-d7/g7 was my idea",
            "b4 we go",
            "i like d1-d7",
            "you should play e3-e4",
            "watch out for e3-e4",
            "I couldn't play e3-e4",
            "what about d1-d7/g7?",
            "d1-d7/g7 no thanks",
            "d1-d7/g7 would be nice, thanks",
            "e3-e4 or e3-e5, thanks",
            "I was afraid of e3-e4",
            "nice game",
            "thanks",
            "look\nd1-d7/g7 hurts",
            "I saw d1-d7/g7",
            "my e3-e4 was bad",
            "e3-e4 then I play d3-d4",
        ] {
            assert_eq!(own_turn(text), None, "{text}");
        }
    }

    #[test]
    fn slips_of_the_finger() {
        for text in ["d10-d9/z4", "D10–d9/Z4", "c3-v4", "d1-d7/g", "d1-d7/77", "d4xz6xf6", "#3 d1-d7/z7"] {
            assert!(slip(text).is_some(), "{text}");
        }
        for text in [
            "r2-d2",
            "c3-po",
            "10-4",
            "1-0",
            "mp3-x",
            "a4-size",
            "e4",
            "gg",
            "d1-",
            "x-d1",
            "d1-d7 hm",
            "b2b-c",
            "d1-d7/g7?",
        ] {
            assert_eq!(slip(text), None, "{text}");
        }
    }
}
