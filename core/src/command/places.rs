//! The places that words name in order, whatever else they say: "I play e8 to h5 and shoot f7". Whether they are those of a
//! turn is for the position to say.

use super::turn_text::{MOST_WORDS, PlacedWord, placed_words, placement};
use crate::notation;

/// More places than these are not one turn.
const MOST: usize = 16;
/// Longer texts are letters, not near misses.
const LONGEST: usize = 4_000;

/// The places that a text names, in order; none if there are too many to be one turn's.
pub fn places(text: &str) -> Vec<String> {
    let mut named = Vec::new();
    let is_letter = |line: &str| line.split_whitespace().count() > MOST_WORDS;
    if text.len() > LONGEST || text.lines().any(is_letter) {
        return named;
    }
    for line in text.lines() {
        let said = placed_words(line);
        let mut at = 0;
        while let Some(word) = said.get(at) {
            at += match placement(&said[at..]) {
                // A letter alone may be any word; a piece has its square behind it.
                Some((piece, Some(square), words)) => {
                    named.push(format!("{piece}@{square}"));
                    words
                }
                _ => {
                    named.extend(of_word(word));
                    1
                }
            };
        }
    }
    if named.len() > MOST { Vec::new() } else { named }
}

fn of_word(word: &PlacedWord<'_>) -> Vec<String> {
    notation::places(&word.plain)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::rules::{GameKind, Position, Setup};

    #[test]
    fn places_in_prose() {
        for (text, named) in [
            ("I play e8 to h5 and shoot f7", "e8 h5 f7"),
            ("mein Zug: d6-c7/b6", "d6 c7 b6"),
            ("Dame e8 nach h5, Pfeil f7", "e8 h5 f7"),
            ("E8–H5 → F7", "e8 h5 f7"),
            ("Zug:d6-c7/b6!", "d6 c7 b6"),
            ("From (d1), to (d7);\nthen the arrow on „g7“.", "d1 d7 g7"),
            ("my man c3xe3xe5 takes two", "c3 e3 e5"),
            ("I take d1d7g7", "d1 d7 g7"),
            ("the cani on g1, please", "c@g1"),
            ("I'd put c@g1 and z@g2 now", "c@g1 z@g2"),
            ("j10 and k12", "j10 k12"),
            ("thanks, I'll look at e8 later", "e8"),
            ("How do I move?", ""),
            ("my mp3 player, an h264 film and a b2b shop", ""),
            ("on 3 May at 10:30, v0.1.2", ""),
            ("", ""),
        ] {
            assert_eq!(places(text).join(" "), named, "{text}");
        }
        assert_eq!(places(&"d1\n".repeat(100)), Vec::<String>::new());
        assert_eq!(places(&format!("d1 d7 g7{}", " and so on".repeat(20))), Vec::<String>::new());
    }

    /// Every turn of every game is found by the places it names, in whatever words.
    #[test]
    fn turns_of_all_games_are_found_by_their_places() {
        for game in GameKind::ALL {
            for variant in game.variants() {
                let setup = Setup { game: *game, variant, options: Vec::new() };
                let mut position = Position::start(&setup).unwrap();
                for step in 0..40_usize {
                    let legal = position.legal();
                    for turn in legal.iter().skip(step % 7).step_by(1 + legal.len() / 3) {
                        let own = notation::places(turn);
                        let words = format!("I think that it is {}, is it not?", own.join(" and then "));
                        let found = position.naming(&places(&words));
                        let named = turn != "pass";
                        assert_eq!(found.contains(turn), named, "{turn} {words} {found:?}");
                    }
                    let Some(turn) = legal.get(step * 17 % legal.len().max(1)) else { break };
                    position.play(turn).unwrap();
                }
            }
        }
    }
}
