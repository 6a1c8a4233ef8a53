//! Captures told by the names of the pieces: "my sleeth takes the town". Where they stand is for the position to say.

use serde::{Deserialize, Serialize};

use super::courtesy::plain_words;
use super::own_turn::{TALKS, joined};
use super::sentence::sentences;
use crate::scene::PieceKind;

/// A piece that shall be taken, and perhaps what takes it, as their writer calls them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Taking {
    /// What takes.
    pub by: Option<String>,
    /// What is taken.
    pub taken: String,
}

/// Words for it.
#[rustfmt::skip]
const TAKES: &[&str] = &[
    "attack", "attacks", "capture", "captures", "eat", "eats", "hit", "hits", "kill", "kills", "pounce", "pounces", "take", "takes",
];

/// The capture that a text announces; none if it asks about one, or only talks.
pub(super) fn taking(text: &str) -> Option<Taking> {
    let mut found = sentences(text).filter_map(announced);
    found.next().filter(|_| found.next().is_none())
}

fn announced(sentence: &str) -> Option<Taking> {
    let words = joined(plain_words(sentence));
    let talks = words.iter().any(|word| TALKS.contains(&word.as_str()));
    if sentence.contains('?') || talks {
        return None;
    }
    let verb = words.iter().position(|word| TAKES.contains(&word.as_str()))?;
    let (before, behind) = words.split_at(verb);
    let is_piece = |word: &&String| PieceKind::named(word).is_some();
    let mut others = behind.iter().filter(is_piece).cloned();
    let taken = others.next()?;
    // "I take the town with my sleeth."
    Some(Taking { by: before.iter().rev().find(is_piece).cloned().or_else(|| others.next()), taken })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn captures_told_by_the_names_of_pieces() {
        for (text, by, taken) in [
            ("sleeth takes the town", Some("sleeth"), "town"),
            ("My zi ri hits the gormoror!", Some("ziri"), "gormoror"),
            ("I take the town with my cat.", Some("cat"), "town"),
            ("Hello Ben. I capture the khtsoyis on e4", None, "khtsoyis"),
        ] {
            let found = taking(text).map(|taking| (taking.by, taking.taken));
            assert_eq!(found, Some((by.map(str::to_owned), taken.to_owned())), "{text}");
        }
        for text in ["", "your sleeth takes my town", "Can the sleeth take the town?", "take care", "the sleeth"] {
            assert_eq!(taking(text), None, "{text}");
        }
    }
}
