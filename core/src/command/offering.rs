//! Draws that are offered in somebody's own words beside a turn.

use super::courtesy::plain_words;
use super::sentence::sentences;

/// Whether words clearly propose a draw, whatever else they say: "I offer a draw, what do you say?" Whoever declines one,
/// or speaks of a later one, proposes none.
pub(crate) fn proposes_draw(said: &str) -> bool {
    const PROPOSES: &[&str] = &[
        "a draw",
        "agree on a draw",
        "agree to a draw",
        "agreed draw",
        "be a draw",
        "call it a draw",
        "draw",
        "draw agreed",
        "draw offer",
        "draw offered",
        "how about a draw",
        "i offer a draw",
        "i offer draw",
        "i offer you a draw",
        "i propose a draw",
        "offer a draw",
        "offer draw",
        "offer of a draw",
        "offer you a draw",
        "offering a draw",
        "remis",
        "shall we draw",
        "suggest a draw",
        "take a draw",
        "what about a draw",
    ];
    /// These are offers only where nothing else is said.
    const ALONE: &[&str] = &["a draw", "be a draw", "draw", "remis", "take a draw"];
    const UNLESS: &[&str] = &[
        "accept", "decline", "declined", "did", "didn't", "does", "don't", "doubt", "early", "if", "later", "never",
        "next", "no", "not", "refuse", "soon", "unless", "until", "was", "when", "won't", "yet", "your",
    ];
    sentences(said).any(|sentence| {
        let words = plain_words(sentence);
        let spaced = format!(" {} ", words.join(" "));
        let names = |phrase: &&&str| match ALONE.contains(*phrase) {
            true => words.len() <= 3 && sentence.ends_with('?') && spaced.contains(&format!(" {phrase} ")),
            false => spaced.contains(&format!(" {phrase} ")),
        };
        PROPOSES.iter().any(|phrase| names(&phrase)) && !words.iter().any(|word| UNLESS.contains(&word.as_str()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offers_and_what_only_speaks_of_draws() {
        for said in [
            "I offer a draw, what do you say?",
            "Nice game. Shall we call it a draw?",
            "draw?",
            "a draw?",
            "How about a draw?",
        ] {
            assert!(proposes_draw(said), "{said}");
        }
        for said in [
            "",
            "good luck",
            "I don't want to offer a draw",
            "No draw offer yet",
            "that looks like a draw",
            "I'll offer a draw later",
            "a draw would be a pity",
            "I decline your draw offer",
        ] {
            assert!(!proposes_draw(said), "{said}");
        }
    }
}
