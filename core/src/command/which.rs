//! Which of a list somebody means: `the second one please`, `2`, `the last`.

use serde::{Deserialize, Serialize};

use super::courtesy::plain_words;

/// A place in a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Which {
    /// Counted from 1.
    Nth(usize),
    /// The last.
    Last,
}

impl Which {
    /// What stands there.
    pub fn of<T>(self, list: &[T]) -> Option<&T> {
        match self {
            Which::Nth(place) => list.get(place.checked_sub(1)?),
            Which::Last => list.last(),
        }
    }
}

/// The words for places.
const PLACES: &[(&str, Which)] = &[
    ("first", Which::Nth(1)),
    ("second", Which::Nth(2)),
    ("third", Which::Nth(3)),
    ("fourth", Which::Nth(4)),
    ("fifth", Which::Nth(5)),
    ("sixth", Which::Nth(6)),
    ("former", Which::Nth(1)),
    ("latter", Which::Last),
    ("last", Which::Last),
    ("1st", Which::Nth(1)),
    ("2nd", Which::Nth(2)),
    ("3rd", Which::Nth(3)),
    ("4th", Which::Nth(4)),
    ("5th", Which::Nth(5)),
    ("6th", Which::Nth(6)),
];

/// Words that say nothing else beside a place.
#[rustfmt::skip]
const BESIDE: &[&str] = &[
    "i", "i'd", "i'll", "i'm", "mean", "meant", "want", "take", "like", "choose", "play", "the", "that", "it", "is", "one", "number", "option",
    "of", "them", "those", "these", "turn", "move", "please", "thanks", "thank", "you", "yes", "no", "to", "with", "go", "let's", "would", "my",
];

/// The place that a text names, if it says nothing else.
pub(super) fn which(text: &str) -> Option<Which> {
    let mut found = None;
    for word in plain_words(text) {
        let named = PLACES.iter().find(|(known, _)| *known == word).map(|(_, place)| *place);
        let place = named.or_else(|| word.parse().ok().filter(|place| (1..=9).contains(place)).map(Which::Nth));
        match place {
            Some(_) if found.is_some() => return None,
            Some(place) => found = Some(place),
            None if BESIDE.contains(&word.as_str()) => {}
            None => return None,
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_in_a_list() {
        for (text, place) in [
            ("the second one please", Some(Which::Nth(2))),
            ("2", Some(Which::Nth(2))),
            ("#1", Some(Which::Nth(1))),
            ("I mean the first.", Some(Which::Nth(1))),
            ("The latter, thanks", Some(Which::Last)),
            ("number 3", Some(Which::Nth(3))),
            ("first or second", None),
            ("at first I thought so", None),
            ("", None),
            ("yes please", None),
        ] {
            assert_eq!(which(text), place, "{text}");
        }
        assert_eq!((Which::Nth(2).of(&[5, 6]), Which::Nth(3).of(&[5, 6])), (Some(&6), None));
        assert_eq!((Which::Last.of(&[5, 6]), Which::Nth(0).of(&[5])), (Some(&6), None));
    }
}
