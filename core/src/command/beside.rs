//! Words for the opponent beside a turn or a wish in a letter. What is neither the turn nor what is asked of us is never
//! dropped in silence: it is shown with the question, and goes along with a yes.

use super::courtesy::plain_words;
use super::hint::wish;
use super::own_turn::piece_named;
use super::places::places;
use super::sentence::sentences;

/// Words that say nothing to anybody where they stand alone around a turn.
#[rustfmt::skip]
const FILLERS: &[&str] = &[
    "a", "actually", "ah", "alright", "and", "but", "hey", "finally", "first", "for", "hm", "hmm", "i", "i'd", "i'll", "instead", "is", "it", "its",
    "it's", "just", "like", "maybe", "me", "meant", "mine", "move", "my", "next", "now", "oh", "ok", "okay", "oops", "or", "perhaps", "play", "please",
    "pls", "plz", "right", "shall", "so", "that", "the", "then", "think", "this", "time", "to", "turn", "um", "wait", "well", "will", "would", "yeah",
    "yep", "yes",
];

/// Words that join what follows a turn to it.
const JOINS: &[&str] = &["and", "but", "now", "ok", "okay", "please", "pls", "plz", "so", "then", "too"];

/// What goes on with the turn itself: "with my sleeth".
const GOES_ON: &[&str] = &["at", "by", "from", "in", "into", "of", "on", "onto", "over", "to", "using", "via", "with"];

/// What is told of a turn itself.
const TELLS_OF: &[&str] =
    &["had", "has", "hurt", "hurts", "is", "looked", "looks", "seemed", "seems", "was", "were", "would"];

/// Where a clause ends.
const STOPS: [char; 7] = [',', ';', ':', '–', '—', '(', ')'];

/// The words of a text that are neither a turn nor a wish.
pub fn beside(text: &str) -> Option<String> {
    let kept: Vec<String> = sentences(text).flat_map(of_sentence).collect();
    let said = kept.join(" ");
    said.contains(char::is_alphabetic).then_some(said)
}

fn of_sentence(sentence: &str) -> Vec<String> {
    let Some((front, behind)) = around(sentence) else {
        return match wish(sentence) {
            None => vec![sentence.to_owned()],
            Some(_) => besides_wish(sentence),
        };
    };
    let said = without_wish(joined_off(behind));
    // "e3 was better" is said of the turn, as a whole.
    let of_turn = plain_words(behind).first().is_some_and(|first| TELLS_OF.contains(&first.as_str()));
    if of_turn && said.is_some() {
        return vec![sentence.to_owned()];
    }
    // The clause in which the turn stands announces it.
    let front = front.trim_end().trim_end_matches(':');
    let front = front.rfind(STOPS).map_or("", |end| &front[..end]);
    [without_wish(front), said].into_iter().flatten().collect()
}

/// The clauses of a sentence that name no wish.
fn besides_wish(sentence: &str) -> Vec<String> {
    let kept = sentence.split([',', ';']).map(str::trim).filter(|clause| wish(clause).is_none() && tells(clause));
    let said = kept.collect::<Vec<_>>().join(", ");
    // Where no clause alone has it, all of them do.
    let whole = sentence.split([',', ';']).all(|clause| wish(clause).is_none());
    if whole || said.is_empty() { Vec::new() } else { vec![said] }
}

/// Such words, unless they are a wish or say nothing.
fn without_wish(words: &str) -> Option<String> {
    let words = words.trim_matches(|c: char| c.is_whitespace() || STOPS.contains(&c));
    let goes_on = plain_words(words).first().is_some_and(|first| GOES_ON.contains(&first.as_str()));
    let of_turn = goes_on && piece_named(words).is_some();
    (tells(words) && !of_turn && wish(words).is_none()).then(|| words.to_owned())
}

/// Whether words say anything.
fn tells(words: &str) -> bool {
    plain_words(words).iter().any(|word| !FILLERS.contains(&word.as_str()) && !word.chars().all(char::is_numeric))
}

/// What stands in front of the first place in a sentence, and behind the last; nothing if none is named.
fn around(sentence: &str) -> Option<(&str, &str)> {
    let mut ends = None;
    let mut at = 0;
    for word in sentence.split_inclusive(char::is_whitespace) {
        if !places(word).is_empty() {
            let (first, _) = ends.unwrap_or((at, at));
            ends = Some((first, at + word.len()));
        }
        at += word.len();
    }
    let (first, last) = ends?;
    Some((&sentence[..first], &sentence[last..]))
}

/// Words behind a turn without what joins them to it.
fn joined_off(words: &str) -> &str {
    let mut said = words.trim_start_matches(|c: char| c.is_whitespace() || STOPS.contains(&c) || c == '-');
    while let Some((first, behind)) = said.split_once(char::is_whitespace)
        && JOINS.contains(&first.trim_end_matches(STOPS).to_lowercase().as_str())
    {
        said = behind.trim_start();
    }
    said
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_beside_a_turn_are_kept() {
        for (text, said) in [
            ("I'll move the man on c3 to c4, good luck Ivy!", "good luck Ivy!"),
            ("g1-g4/e2 and good luck Ann", "good luck Ann"),
            ("I play a7-b7/c7, hope that is fine", "hope that is fine"),
            ("c4 and good luck!", "good luck!"),
            ("my disc goes on a5, good luck", "good luck"),
            ("ouch. d6xb6 and I'm even again", "ouch. I'm even again"),
            ("i5-g7/i5 thanks!", "thanks!"),
            ("Hi Ben, glad you joined, I'll go d1-d7/g7", "Hi Ben, glad you joined"),
            ("I resign. Thanks for the game, that was fun!", "Thanks for the game, that was fun!"),
            ("I give up, you win. Well played!", "you win. Well played!"),
            ("please move e1 to e2 and then f3 to f4. Thanks", "Thanks"),
            ("e3 was better", "e3 was better"),
        ] {
            assert_eq!(beside(text).as_deref(), Some(said), "{text}");
        }
        for text in [
            "d1-d7/g7",
            "ok, b8 then",
            "I want to capture c4 with my sleeth",
            "my move is d3, please",
            "I'd like to play c5, and offer a draw.",
            "I resign",
            "Shall we call it a draw?",
            "d7 it is",
            "mein Zug: j7-h7/h3",
        ] {
            assert_eq!(beside(text), None, "{text}");
        }
    }
}
