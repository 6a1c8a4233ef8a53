//! Turns inside sentences: which of them is the writer's own, and which corrects one just written. These are guesses
//! from words alone; the position says whether they can be played.

use super::courtesy::plain_words;
use super::parse::goes_on;
use super::places::places;
use super::sentence::sentences;
use super::turn_text::{self, TurnText, is_short_turn};
use crate::scene::PieceKind;

/// Words that say that a square is to be played, where it is the only one named.
pub(super) const PLAYS: &[&str] =
    &["choose", "drop", "go", "goes", "move", "moves", "place", "play", "put", "take", "turn"];

/// Words that tell what a piece does.
#[rustfmt::skip]
const DOES: &[&str] = &["attack", "capture", "captures", "jump", "jumps", "pounce", "shoot", "shoots", "takes"];

/// So many squares in words are one turn.
const MOST_SQUARES: usize = 3;

/// Words that talk about turns.
#[rustfmt::skip]
pub(super) const TALKS: &[&str] = &[
    "after", "before", "because", "better", "expected", "good", "had", "his", "if", "instead", "later", "like", "liked", "look",
    "nice", "or", "saw", "thought", "was", "were", "why", "your",
];

const WANTS: &[&str] = &["i'd", "would"];

/// The one turn that a text names as its writer's own. Only sentences that name one count: "Nice! I play f2".
pub(super) fn own_turn(text: &str) -> Option<String> {
    let (mut clear, mut squares) = (Vec::new(), Vec::new());
    let mut plays = false;
    for sentence in sentences(text) {
        let turns = turns_of(sentence);
        let said = plain_words(sentence);
        let says = |list: &[&str]| said.iter().any(|word| list.contains(&word.as_str()));
        // What somebody would like is what they want.
        let talks = said.iter().any(|word| TALKS.contains(&word.as_str()) && !(word == "like" && says(WANTS)));
        plays |= says(PLAYS) || piece_named(sentence).is_some();
        if !places(sentence).is_empty() && (sentence.contains('?') || talks) {
            return None;
        }
        for turn in turns {
            if turn.clear { clear.push(turn.text) } else { squares.push(turn.text) }
        }
    }
    let one = |mut found: Vec<String>| {
        found.dedup();
        found.pop().filter(|_| found.is_empty())
    };
    match (clear.len(), squares.len()) {
        (0, 0) => None,
        // Squares one by one are a turn together: "my queen on d1 goes to d7".
        (0, 1..=MOST_SQUARES) => Some(squares.join(" ")).filter(|_| plays),
        (0, _) => None,
        _ => one(clear),
    }
}

/// All the whole turns that a text names, each once. Of squares alone it must say that they are for choice: "d7 or e6".
pub(super) fn all_turns(text: &str) -> Vec<String> {
    let mut turns: Vec<String> = Vec::new();
    let chooses = plain_words(text).iter().any(|word| word == "or");
    for turn in sentences(text).flat_map(named_in).filter(|turn| turn.clear || chooses) {
        if !turns.contains(&turn.text) {
            turns.push(turn.text);
        }
    }
    turns
}

/// The squares that stand alone in a text, each once.
pub(super) fn lone_squares(text: &str) -> Vec<String> {
    let mut squares: Vec<String> = Vec::new();
    for turn in sentences(text).flat_map(named_in).filter(|turn| is_short_turn(&turn.text)) {
        if !squares.contains(&turn.text) {
            squares.push(turn.text);
        }
    }
    squares
}

/// Whether a text tries to play at the places that it names, as far as its words tell: somebody who wants to know why
/// that can't be done. Short words beside a place are an attempt, too: "ok, b8 then".
pub(super) fn tries(text: &str) -> bool {
    const SHORT: usize = 5;
    const MAY: &[&str] = &["can", "could", "may"];
    let mut naming = sentences(text).filter(|sentence| !places(sentence).is_empty()).peekable();
    naming.peek().is_some()
        && naming.all(|sentence| {
            let words = plain_words(sentence);
            let says = |list: &[&str]| words.iter().any(|word| list.contains(&word.as_str()));
            let asks = sentence.contains('?') && !(says(MAY) && says(&["i"]) && says(PLAYS));
            let talks = words.iter().any(|word| TALKS.contains(&word.as_str()) && !(word == "like" && says(WANTS)));
            let others = says(&["he", "she", "they", "you", "your", "you're"]);
            let plays = says(PLAYS) || says(DOES) || piece_named(sentence).is_some();
            !asks && !talks && !others && (plays || words.len() <= SHORT)
        })
}

/// Whether a text names any piece.
pub fn names_piece(text: &str) -> bool {
    joined(plain_words(text)).iter().any(|word| word != "arrow" && PieceKind::named(word).is_some())
}

/// The one kind of piece that a text names.
pub fn piece_named(text: &str) -> Option<String> {
    let mut named: Vec<String> =
        joined(plain_words(text)).into_iter().filter(|word| PieceKind::named(word).is_some()).collect();
    named.retain(|word| word != "arrow");
    named.dedup();
    named.pop().filter(|_| named.is_empty())
}

/// The one name of two words as one.
pub(super) fn joined(words: Vec<String>) -> Vec<String> {
    let mut all: Vec<String> = Vec::with_capacity(words.len());
    for word in words {
        match all.last_mut() {
            Some(last) if last == "zi" && word == "ri" => last.push_str(&word),
            _ => all.push(word.replace("zi-ri", "ziri")),
        }
    }
    all
}

/// The turns written in a line, one after the other, that it doesn't only talk about.
fn turns_of(line: &str) -> Vec<TurnText<'_>> {
    let said = |turn: &TurnText<'_>| {
        let comma = line.trim().strip_suffix(turn.rest).is_some_and(|said| said.trim_end().ends_with(','));
        // "f2 then" ends there, "f2 then f3" goes on.
        let last = turn.rest.split_whitespace().nth(1).is_none();
        turn.set_off || comma || last || !goes_on(turn.rest)
    };
    named_in(line).into_iter().filter(said).collect()
}

/// All turns written in a line.
fn named_in(line: &str) -> Vec<TurnText<'_>> {
    let (mut turns, mut rest) = (Vec::new(), line.trim());
    while !rest.is_empty() {
        match turn_text::split(rest).filter(|turn| turn.on_board && !places(&turn.text).is_empty()) {
            Some(turn) => {
                rest = turn.rest;
                turns.push(turn);
            }
            None => rest = rest.split_once(char::is_whitespace).map_or("", |(_, behind)| behind.trim_start()),
        }
    }
    turns
}

/// Words with which people correct what they have just written.
const CORRECTS: &[&str] = &["correction", "instead", "mean", "meant", "no", "oops", "rather", "sorry", "wait"];

/// Whether a text that names a turn corrects one that was played already: "oops, I meant d3".
pub(super) fn takes_another(text: &str) -> bool {
    const MEANT: &[&str] = &["mean", "meant", "oops", "instead", "wrong"];
    plain_words(text).iter().any(|word| MEANT.contains(&word.as_str()))
}

/// The other turn with which words below a turn correct it: "no wait, c5". It ends what they say, since "sorry, c5 was
/// better" only talks.
pub fn correction(said: &str) -> Option<String> {
    const MOST: usize = 12;
    let words = plain_words(said);
    // "Or maybe c5" offers another one.
    let wavers = words.first().is_some_and(|word| word == "or");
    let corrects = wavers || words.iter().any(|word| CORRECTS.contains(&word.as_str()));
    let talk = |word: &String| TALKS.contains(&word.as_str()) && word != "instead" && !(wavers && word == "or");
    let talks = (said.contains('?') && !wavers) || words.iter().any(talk);
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
    fn the_writers_own_turn_inside_a_sentence() {
        for (text, turn) in [
            ("i also want to move d7-d3/d5", "d7-d3/d5"),
            ("take d4", "d4"),
            ("Hi Ben, I play g10-g5", "g10-g5"),
            ("I put my disc at c2", "c2"),
            ("Hello,\nmy turn is d1-d7/g7, I hope", "d1-d7/g7"),
            ("I play a1 to a5 and shoot a6", "a1-a5/a6"),
            ("my move: f2", "f2"),
            ("My queen on d1 goes to d7", "d1 d7"),
            ("I'll go with b7 then. By the way, a draw?", "b7"),
            ("I'd like to play c5, and offer a draw.", "c5"),
            ("Nice shot! My move is f2.", "f2"),
            ("Good luck. I'd like to play d3", "d3"),
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
            ("or maybe f9-g9/e7", "f9-g9/e7"),
            ("or f9-g9/e7?", "f9-g9/e7"),
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
