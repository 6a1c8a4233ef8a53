//! Yes and no as people write them in reply to a question: `Yes, that was me!`, `No, sorry, I play it with Cyril first`,
//! `Sure, why not`. The answer must begin the text and be set off from what follows, which must not take it back. Where
//! nobody was asked such words are prose, so that this is only a guess until it is known what they answer.

use serde::{Deserialize, Serialize};

use super::courtesy::{AFTER_ALL, TELLS, UNLESS, plain_words};
use super::parse::comment_behind;
use super::places::places;
use super::turn_text;
use super::words::Words;

/// An answer in somebody's own words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answered {
    /// Whether it is a yes.
    pub yes: bool,
    /// Whether the words behind it also tell something, so that it may be about something else.
    pub tells: bool,
    /// The turn that goes with a yes.
    pub turn: Option<String>,
}

/// A plain yes or no, and whether any words may follow it.
#[rustfmt::skip]
const ANSWERS: &[(&str, bool, Follows)] = &[
    ("yes", true, Follows::Anything), ("y", true, Follows::Anything), ("yes indeed", true, Follows::Anything),
    ("yep", true, Follows::Little), ("yeah", true, Follows::Little), ("yup", true, Follows::Little), ("ok", true, Follows::Little),
    ("okay", true, Follows::Little), ("sure", true, Follows::Little), ("of course", true, Follows::Little), ("alright", true, Follows::Little),
    ("all right", true, Follows::Little), ("agreed", true, Follows::Little),
    ("no", false, Follows::Anything), ("n", false, Follows::Anything), ("nope", false, Follows::Anything), ("nah", false, Follows::Anything),
    // Also said in wonder: "No way, great move" answers nothing.
    ("no way", false, Follows::Nothing),
];

/// What may follow an answer.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Follows {
    Anything,
    /// A few words that tell nothing: the answer is also said before one begins to talk.
    Little,
    Nothing,
}

/// Words that are nothing but polite behind an answer.
const POLITE: &[&str] = &["please", "pls", "thanks", "thank you", "thx", "many thanks", "sorry"];

/// More words than these are a letter; and so many are few.
const MOST_WORDS: usize = 30;
const FEW_WORDS: usize = 6;

/// Said behind an answer, these say nothing else.
#[rustfmt::skip]
const SAME: &[&str] = &[
    "why not", "i accept the draw", "i accept your draw", "i accept your offer", "i accept the offer", "i accept", "i agree", "i am sure",
    "i'm sure", "i do", "i resign", "i give up", "it was me", "that was me", "i'd love to", "i would love to", "i'd like to", "let's play",
    "let us play", "no problem", "not bad",
];

/// Words of somebody who has not made up their mind.
#[rustfmt::skip]
const HESITATES: &[&str] = &[
    "consider", "got", "idea", "know", "let", "mail", "message", "minute", "moment", "rather", "received", "see", "sleep", "sometime", "soon", "think", "thinking",
    "tomorrow", "tonight", "understand", "wonder", "wondering",
];

/// Words that may make a no mean "I don't mind".
#[rustfmt::skip]
const ALLOWS: &[&str] = &[
    "ahead", "allow", "allowed", "course", "doubt", "fine", "gladly", "idea", "matter", "mind", "objection", "objections", "ok", "okay",
    "problem", "sure", "trouble", "understand", "why", "worries", "worry",
];

/// Words with which people announce a first turn: "OK, I try: d1-d5/g8".
#[rustfmt::skip]
const ANNOUNCES: &[&str] = &[
    "a", "and", "begin", "first", "go", "here", "i", "i'll", "is", "it", "let's", "let", "me", "move", "my", "play", "start", "take", "the",
    "then", "try", "turn", "will", "with",
];

/// The answer that a paragraph begins with, and the words behind it.
pub(super) fn answered(text: &str) -> Option<(Answered, Option<String>)> {
    let text = text.trim();
    let mut words = Words::new(text);
    let begins = |phrase: &str| {
        let mut ahead = words;
        ahead.take(phrase)
    };
    let taken = ANSWERS.iter().filter(|(phrase, ..)| begins(phrase)).max_by_key(|(phrase, ..)| phrase.len());
    let &(phrase, yes, follows) = taken?;
    words.take(phrase);
    let mut polite = false;
    while words.take_any(POLITE) {
        polite = true;
    }
    let rest = words.rest();
    let before = text.strip_suffix(rest).unwrap_or(text).trim_end();
    // A question is none, and signs explain something.
    if text.contains(['?', '=', '·', '|']) || plain_words(text).len() > MOST_WORDS {
        return None;
    }
    let answer = |tells, turn, said| Some((Answered { yes, tells, turn }, said));
    if !rest.contains(|c: char| c.is_alphanumeric()) {
        return answer(false, None, comment_behind(rest));
    }
    let dashes = ['-', '–', '—'];
    let stop = before.ends_with([',', '.', '!', ';', ':', ')']) || before.ends_with(dashes) || rest.starts_with(dashes);
    if follows == Follows::Nothing || !(stop || polite && !yes) {
        return None;
    }
    if !places(rest).is_empty() {
        return announced(rest).filter(|_| yes).and_then(|turn| answer(false, Some(turn), None));
    }
    let said = if yes { besides(rest) } else { plain_words(rest) };
    let has = |list: &[&str]| said.iter().any(|word| list.contains(&word.as_str()));
    let tells = has(TELLS);
    let taken_back = match yes {
        true => has(UNLESS) || has(HESITATES),
        false => AFTER_ALL.iter().any(|word| *word != "but" && said.iter().any(|said| said == word)) || has(ALLOWS),
    };
    let much = follows == Follows::Little && (tells || said.len() > FEW_WORDS);
    if taken_back || much || rest.contains(|c: char| c.is_numeric()) {
        return None;
    }
    answer(tells, None, comment_behind(rest))
}

/// The words of a text, without those that only say the answer again.
fn besides(text: &str) -> Vec<String> {
    let mut said = format!(" {} ", plain_words(text).join(" "));
    for same in SAME {
        said = said.replace(&format!(" {same} "), " ");
    }
    said.split_whitespace().map(str::to_owned).collect()
}

/// The turn that ends a text, if the other words only announce it.
fn announced(text: &str) -> Option<String> {
    let starts = std::iter::once(0).chain(text.char_indices().filter(|(_, c)| c.is_whitespace()).map(|(at, _)| at));
    let (at, turn) = starts
        .filter_map(|at| Some((at, turn_text::split(&text[at..])?)))
        .find(|(_, turn)| !places(&turn.text).is_empty())?;
    let announces = plain_words(&text[..at]).iter().all(|word| ANNOUNCES.contains(&word.as_str()));
    (announces && turn.on_board && plain_words(turn.rest).is_empty()).then_some(turn.text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> Option<(bool, Option<String>)> {
        answered(text).map(|(answer, said)| (answer.yes, answer.turn.or(said)))
    }

    #[test]
    fn answers_in_peoples_own_words() {
        for (text, yes, said) in [
            ("Yes, that was me!", true, "that was me!"),
            ("Yes, I am sure", true, "I am sure"),
            ("Yes. I'm sure.", true, "I'm sure."),
            ("yes - it was me", true, "it was me"),
            ("Yes please, I accept the draw", true, "I accept the draw"),
            ("Yes, I accept your offer, well played", true, "I accept your offer, well played"),
            ("Yes, I would love to play with you", true, "I would love to play with you"),
            ("Yes, I am Ann from the club, hello there", true, "I am Ann from the club, hello there"),
            ("Yes, you may have it", true, "you may have it"),
            ("Sure, why not", true, "why not"),
            ("Sure!", true, ""),
            ("ok", true, ""),
            ("OK.", true, ""),
            ("ok, thanks", true, ""),
            ("Okay, gladly", true, "gladly"),
            ("okay, I accept", true, "I accept"),
            ("Ok, let's play!", true, "let's play!"),
            ("yep", true, ""),
            ("Yeah, good game", true, "good game"),
            ("Yup :-)", true, ":-)"),
            ("Of course!", true, ""),
            ("Agreed.", true, ""),
            ("All right, good luck", true, "good luck"),
            ("OK, I try: d1-d5/g8", true, "d1-d5/g8"),
            ("Sure, my first move is d1-d7/g7", true, "d1-d7/g7"),
            ("No, sorry, I play it with Cyril first", false, "I play it with Cyril first"),
            ("No, sorry, I want the real one with the setup.", false, "I want the real one with the setup."),
            ("No way :-)", false, ":-)"),
            ("No way!", false, ""),
            ("No thanks, I have enough games", false, "I have enough games"),
            ("No thank you", false, ""),
            ("no thanks I am busy", false, "I am busy"),
            ("Nope", false, ""),
            ("Nope, sorry", false, ""),
            ("nah, I play on", false, "I play on"),
            ("No, that was not me.", false, "that was not me."),
            ("No! You played it, you live with it", false, "You played it, you live with it"),
            ("No, but thanks for asking", false, "but thanks for asking"),
            ("No, I am still winning this", false, "I am still winning this"),
        ] {
            let said = Some(said).filter(|said| !said.is_empty()).map(str::to_owned);
            assert_eq!(shown(text), Some((yes, said)), "{text}");
        }
    }

    #[test]
    fn prose_that_only_begins_like_an_answer() {
        for text in [
            "",
            "No idea what you mean by that",
            "Yes and no",
            "Yes, and no",
            "No move comes to mind",
            "ok I will think about it tomorrow",
            "ok, I will think about it tomorrow",
            "OK, let me see",
            "Sure thing is that I lose",
            "Sure, but not this week",
            "sure, later",
            "Yes, but not this week",
            "yes, if I may have white",
            "Yes, I will think about it",
            "Yes, let me think",
            "Yes, I see",
            "Yes, we received your letter",
            "Yes, maybe tomorrow",
            "Yes? What is it",
            "Yes, really?",
            "yes please tell me more",
            "Yes sir that was a move",
            "no wait, yes",
            "No, wait",
            "No, yes",
            "No problem",
            "No, no problem, take it back",
            "No, I don't mind",
            "No, go ahead",
            "No, fine with me",
            "No way, great move",
            "No way you saw that",
            "no one told me",
            "No worries, I am patient",
            "Nope?",
            "Yes, d4 was strong",
            "Yes, I saw d1-d7/g7",
            "OK, d1-d7/g7 or d1-d5/g8",
            "No, d4 was weak",
            "okay so how does this work",
            "Of course you would say that",
            "yesterday was fun",
            "Note to self",
            "Agreed terms apply",
            "Yes, yes = accept",
            "Yes, they said no",
            "Hello, yes",
        ] {
            assert_eq!(answered(text), None, "{text}");
        }
        let letter = format!("Yes, it is{}", " so very".repeat(20));
        assert_eq!(answered(&letter), None);
    }

    #[test]
    fn what_tells_something_is_told_from_what_does_not() {
        for text in ["yes, gladly", "Yes, I accept the draw", "Yes, I am sure", "Yes please", "yes, good game"] {
            assert!(answered(text).is_some_and(|(answer, _)| !answer.tells), "{text}");
        }
        for text in ["Yes, that was a nice game", "Yes, you were lucky", "Yes, I like it here"] {
            assert!(answered(text).is_some_and(|(answer, _)| answer.tells), "{text}");
        }
    }
}
