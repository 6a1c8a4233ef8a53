//! What a message without any command may mean all the same: an answer to the question that it replies to, a turn inside a
//! sentence, a wish that one of the commands grants. These are guesses from words alone; what is done about them is
//! decided by what the message answers.

use serde::{Deserialize, Serialize};

use super::answering;
pub use super::answering::Answered;
use super::courtesy::plain_words;
use super::parse::goes_on;
use super::turn_text::{self, TurnText};
use super::{places, table};

/// A guess at what words mean.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hint {
    /// The answer that they begin with.
    pub answer: Option<Answered>,
    /// The one turn that they name as their writer's own, as it is written.
    pub turn: Option<String>,
    /// The command that grants their wish.
    pub wish: Option<String>,
}

/// Longer texts are letters; and a wish is said in few words.
const MOST_WORDS: usize = 40;
const WORDS_OF_A_WISH: usize = 16;

/// The guess at a text, of which `first` is the paragraph where an answer would stand; and the words behind the answer,
/// for the opponent.
pub fn hint(first: &str, text: &str) -> Option<(Hint, Option<String>)> {
    if text.split_whitespace().nth(MOST_WORDS).is_some() {
        return None;
    }
    let (answer, said) = answering::answered(first).unzip();
    let hint = Hint { answer, turn: own_turn(text), wish: wish(text).map(str::to_owned) };
    (hint != Hint::default()).then_some((hint, said.flatten()))
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

/// Words that say that a square is to be played, where it is the only one named.
const PLAYS: &[&str] = &["choose", "drop", "go", "move", "place", "play", "put", "take"];

/// Words that talk about turns.
#[rustfmt::skip]
const TALKS: &[&str] = &[
    "after", "before", "because", "better", "expected", "good", "had", "his", "if", "instead", "later", "like", "liked", "look",
    "nice", "or", "saw", "thought", "was", "were", "why", "your",
];

/// The one turn that a text names as its writer's own.
fn own_turn(text: &str) -> Option<String> {
    let words = plain_words(text);
    let says = |list: &[&str]| words.iter().any(|word| list.contains(&word.as_str()));
    if text.contains('?') || says(TALKS) {
        return None;
    }
    let turns: Vec<TurnText<'_>> = text.lines().flat_map(turns_of).collect();
    let one = |mut found: Vec<String>| {
        found.dedup();
        found.pop().filter(|_| found.is_empty())
    };
    let clear: Vec<String> = turns.iter().filter(|turn| turn.clear).map(|turn| turn.text.clone()).collect();
    if !clear.is_empty() {
        return one(clear);
    }
    let squares: Vec<String> =
        turns.iter().filter(|turn| !places(&turn.text).is_empty()).map(|turn| turn.text.clone()).collect();
    one(squares).filter(|_| says(PLAYS))
}

/// The turns written in a line, one after the other.
fn turns_of(line: &str) -> Vec<TurnText<'_>> {
    let (mut turns, mut rest) = (Vec::new(), line.trim());
    while !rest.is_empty() {
        match turn_text::split(rest).filter(|turn| turn.on_board && !places(&turn.text).is_empty()) {
            Some(turn) => {
                rest = turn.rest;
                if turn.set_off || !goes_on(turn.rest) {
                    turns.push(turn);
                }
            }
            None => rest = rest.split_once(char::is_whitespace).map_or("", |(_, behind)| behind.trim_start()),
        }
    }
    turns
}

/// Words with which people correct what they have just written.
const CORRECTS: &[&str] = &["correction", "instead", "mean", "meant", "no", "oops", "rather", "sorry", "wait"];

/// The other turn with which words below a turn correct it: "no wait, c5". It ends what they say, since "sorry, c5 was
/// better" only talks.
pub fn correction(said: &str) -> Option<String> {
    const MOST: usize = 12;
    let words = plain_words(said);
    let corrects = words.iter().any(|word| CORRECTS.contains(&word.as_str()));
    let talks = said.contains('?') || words.iter().any(|word| TALKS.contains(&word.as_str()) && word != "instead");
    if !corrects || talks || words.len() > MOST {
        return None;
    }
    let mut turns = turns_of(said);
    let last = turns.pop().filter(|_| turns.is_empty())?;
    let ends =
        plain_words(last.rest).iter().all(|word| ["instead", "please", "sorry", "thanks"].contains(&word.as_str()));
    ends.then_some(last.text)
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
            ("I claim the win!", "claim"),
            ("I am away next week, on holiday", "away"),
            ("Could you send me the rules of this?", "rules"),
            ("How does this game work?", "rules"),
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
    fn every_wish_is_one_of_a_command_and_in_plain_spelling() {
        for (phrase, word) in table::wishes() {
            assert_eq!(plain_words(phrase).join(" "), phrase, "{word}");
            assert!(table::entry(word).is_some(), "{word}");
        }
    }

    #[test]
    fn the_writers_own_turn_inside_a_sentence() {
        for (text, turn) in [
            ("i also want to move d7-d3/d5", "d7-d3/d5"),
            ("take d4", "d4"),
            ("Hi Ben, I play g10-g5", "g10-g5"),
            ("I put my disc at c2", "c2"),
            ("Hello,\nmy turn is d1-d7/g7, I hope", "d1-d7/g7"),
            ("I play a1 to a5 and shoot a6", "a1-a5/a6"),
        ] {
            assert_eq!(own_turn(text).as_deref(), Some(turn), "{text}");
        }
        for text in [
            "",
            "Hello",
            "your g10-g5 hurt",
            "g10-g5 was strong",
            "What about g10-g5?",
            "thanks, I'll look at e8 later",
            "I see d4",
            "I play d1-d2 hello e1-e2",
            "I take d4 or d5",
            "my mp3 player plays h264",
        ] {
            assert_eq!(own_turn(text), None, "{text}");
        }
    }

    #[test]
    fn a_turn_is_corrected_by_words_below_it() {
        for (said, turn) in [
            ("no wait, c5", "c5"),
            ("No, wait: c3-c4!", "c3-c4"),
            ("sorry, I mean d1-d7/g7", "d1-d7/g7"),
            ("no, rather c5", "c5"),
            ("oops, rather c5, sorry", "c5"),
        ] {
            assert_eq!(correction(said).as_deref(), Some(turn), "{said}");
        }
        for said in [
            "c5 next",
            "sorry, c5 was better",
            "sorry, why not c5?",
            "no wait",
            "sorry, I had to wait for you after c5",
            "No hurry, c5 is yours",
        ] {
            assert_eq!(correction(said), None, "{said}");
        }
    }
}
