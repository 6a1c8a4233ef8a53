//! Yes and no as people write them in reply to a question: `Yes, that was me!`, `No, sorry, I play it with Cyril first`,
//! `Sure, why not`, `Yes I'm in`. The answer begins the text. How far the words behind it leave it standing is told with
//! it, since that matters more for what ends a game than for what does nothing; whoever knows the question decides. Where
//! nobody was asked such words are prose.

use serde::{Deserialize, Serialize};

use super::courtesy::{AFTER_ALL, TELLS, UNLESS, plain_words};
use super::own_turn::correction;
use super::parse::comment_behind;
use super::places::places;
use super::sentence::{first_sentence, sentences};
use super::turn_text;
use super::words::Words;

/// An answer in somebody's own words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answered {
    /// Whether it is a yes.
    pub yes: bool,
    /// Whether the words behind it also tell something, so that it may be about something else.
    pub tells: bool,
    /// Whether it is a sentence of its own, and what follows others.
    #[serde(default)]
    pub alone: bool,
    /// Whether the words behind it may take it back, so that it counts only where it does nothing.
    #[serde(default)]
    pub wavers: bool,
    /// The turn that goes with it: a first one with a yes, another one with a no.
    pub turn: Option<String>,
}

/// A plain yes or no, and whether any words may follow it.
#[rustfmt::skip]
const ANSWERS: &[(&str, bool, Follows)] = &[
    ("yes", true, Follows::Anything), ("y", true, Follows::Anything), ("yes indeed", true, Follows::Anything),
    ("yes please do", true, Follows::Anything), ("please do", true, Follows::Little), ("oh yes", true, Follows::Anything), ("yes yes", true, Follows::Anything), ("yes of course", true, Follows::Anything),
    ("yep", true, Follows::Little), ("yeah", true, Follows::Little), ("yup", true, Follows::Little), ("ok", true, Follows::Little),
    ("okay", true, Follows::Little), ("sure", true, Follows::Little), ("of course", true, Follows::Little), ("alright", true, Follows::Little),
    ("all right", true, Follows::Little), ("agreed", true, Follows::Little), ("gladly", true, Follows::Little),
    ("with pleasure", true, Follows::Little), ("absolutely", true, Follows::Little), ("definitely", true, Follows::Little),
    ("why not", true, Follows::Little), ("i accept", true, Follows::Little), ("i agree", true, Follows::Little),
    ("i'm in", true, Follows::Little), ("i am in", true, Follows::Little), ("count me in", true, Follows::Little),
    ("i'd love to", true, Follows::Little), ("i would love to", true, Follows::Little), ("let's play", true, Follows::Little),
    ("sounds like fun", true, Follows::Little), ("sounds good", true, Follows::Little), ("sounds great", true, Follows::Little),
    ("fine with me", true, Follows::Little), ("fine by me", true, Follows::Little),
    ("no", false, Follows::Anything), ("n", false, Follows::Anything), ("nope", false, Follows::Anything), ("nah", false, Follows::Anything),
    ("sorry no", false, Follows::Anything), ("i'd rather not", false, Follows::Anything),
    ("rather not", false, Follows::Anything), ("not this time", false, Follows::Anything),
    ("not now", false, Follows::Anything), ("not interested", false, Follows::Anything), ("i'm not interested", false, Follows::Anything),
    ("i am not interested", false, Follows::Anything), ("sorry not interested", false, Follows::Anything),
    ("sorry i'm not interested", false, Follows::Anything), ("sorry not now", false, Follows::Anything),
    // Whoever says this wants nothing done for now.
    ("no wait", false, Follows::Anything),
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

/// Words that are nothing but polite behind an answer: those that ask for something come first.
const POLITE: &[&str] = &["please", "pls", "thanks", "thank you", "thx", "many thanks", "sorry"];
const ASKING: usize = 2;

/// More words than these in a sentence, or in all, are a letter; and so many are few.
const MOST_WORDS: usize = 30;
const MOST_IN_ALL: usize = 150;
const FEW_WORDS: usize = 6;

/// Said behind a yes, these only say it again. The longer ones come first.
#[rustfmt::skip]
const SAME: &[&str] = &[
    "let's call it a draw", "i accept the draw", "i accept your draw", "i accept your offer", "i accept the offer", "i'd be happy to",
    "i would be happy to", "i'd be glad to", "i would love to", "i'd love to", "i'd like to", "i accept", "i agree", "i am sure", "i'm sure",
    "i am in", "i'm in", "count me in", "i'm ready", "i am ready", "i do", "i resign", "i give up", "it was me", "that was me", "that's me",
    "it's me", "that's right", "that is right", "that's it", "play it", "let's play", "let us play", "let's go", "let's do it",
    "let's do this", "sounds good", "sounds great", "sounds fun", "fine with me", "fine by me", "happy to", "glad to", "with pleasure",
    "of course", "for sure", "no problem", "not bad", "why not", "gladly", "absolutely", "definitely", "certainly",
    "please do so", "please do", "do that", "do it", "do so", "go ahead", "send them", "send it", "that's what i meant",
    "that is what i meant", "that's what i mean", "that is what i mean", "i meant that", "i did", "it is", "you may", "you can",
];

/// Said behind a no, these only say it again.
#[rustfmt::skip]
const SAME_NO: &[&str] = &[
    "i'd rather not", "i would rather not", "rather not", "i don't want to", "i do not want to", "i don't want that", "i don't",
    "i do not", "i didn't", "i did not", "i won't", "i can't", "don't", "do not", "let's not", "not now", "not today", "not yet",
    "never mind", "leave it", "forget it", "i'm not", "i am not", "it wasn't me", "that wasn't me", "it was not me", "that was not me",
    "i decline", "i'm sorry", "i am sorry",
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

/// What a later sentence begins with if it may take the answer back, and what it then says.
#[rustfmt::skip]
const TURNS_ABOUT: &[&str] = &[
    "actually", "although", "but", "except", "however", "if", "maybe", "no", "not", "only", "perhaps", "though", "unless", "wait", "yes",
];
#[rustfmt::skip]
const TAKES_BACK: &[&str] = &[
    "can't", "cannot", "decline", "don't", "first", "if", "instead", "later", "maybe", "no", "not", "only", "or", "perhaps", "rather", "unless",
    "until", "wait", "when", "won't", "yes",
];

/// Anywhere behind an answer, these take it back or put it off.
#[rustfmt::skip]
const ELSE_MEANT: &[&str] = &[
    "changed my mind", "do not want", "don't want", "get back to you", "i decline", "let me see", "let me think", "need to think", "not accept",
    "on second thought", "on second thoughts", "play on", "rather not", "think about it", "think it over",
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
    // "Please" is said to us; thanks and regrets are a part of what the opponent is told.
    let mut polite = false;
    while words.take_any(&POLITE[..ASKING]) {
        polite = true;
    }
    let from_thanks = words.rest();
    while words.take_any(POLITE) {
        polite = true;
    }
    let rest = words.rest();
    let before = text.strip_suffix(rest).unwrap_or(text).trim_end();
    // A question is none, and signs explain something.
    if before.ends_with('?') || text.contains(['=', '·', '|']) || plain_words(text).len() > MOST_IN_ALL {
        return None;
    }
    let waits = phrase == "no wait";
    let plain = Answered { yes, tells: false, alone: false, wavers: waits, turn: None };
    if !rest.contains(|c: char| c.is_alphanumeric()) {
        return (!rest.contains('?')).then(|| (plain, comment_behind(rest)));
    }
    let dashes = ['-', '–', '—'];
    let stop = before.ends_with([',', '.', '!', ';', ':', ')']) || before.ends_with(dashes) || rest.starts_with(dashes);
    let again = if yes { SAME } else { SAME_NO }.iter().any(|same| begins_with(rest, same));
    // "Yes please tell me more" asks for something; whoever thanks has what they wanted.
    let thanks = polite && (!yes || !asked_for(before));
    if follows == Follows::Nothing || !(stop || again || thanks) {
        return None;
    }
    if !yes && !places(rest).is_empty() {
        return correction(text).map(|turn| (Answered { turn: Some(turn), ..plain }, None));
    }
    // A first turn goes with a yes: "Yes! My move is d1-d7/g7. Good luck".
    let (named, others): (Vec<&str>, Vec<&str>) = sentences(rest).partition(|part| !places(part).is_empty());
    let turn = match &named[..] {
        [] => None,
        [sentence] => Some(announced(sentence)?),
        _ => return None,
    };
    let others = others.join(" ");
    let rest = if turn.is_some() { &others } else { rest };
    let alone = before.ends_with(['.', '!']);
    let (own, later) = if alone { ("", rest) } else { first_sentence(rest) };
    if own.contains('?') || own.contains(|c: char| c.is_numeric()) || plain_words(own).len() > MOST_WORDS {
        return None;
    }
    let said = if yes { besides(own) } else { plain_words(own) };
    let has = |list: &[&str]| said.iter().any(|word| list.contains(&word.as_str()));
    // Where nothing else is in its sentence, the next one shows what it is about.
    let shown = if own.is_empty() { besides(first_sentence(later).0) } else { said.clone() };
    let tells = shown.iter().any(|word| TELLS.contains(&word.as_str()));
    let against = match yes {
        true => has(UNLESS) || has(HESITATES),
        false => AFTER_ALL.iter().any(|word| *word != "but" && said.iter().any(|said| said == word)) || has(ALLOWS),
    };
    let wavers = waits || against || takes_back(later, yes) || (own.is_empty() && !yes && allows(later));
    let agrees_after_all = !yes && plain_words(rest).iter().any(|word| word == "yes");
    let much = follows == Follows::Little && (tells || shown.len() > FEW_WORDS);
    if much || agrees_after_all || (yes && wavers) {
        return None;
    }
    let said = if turn.is_some() { rest } else { from_thanks };
    let sorry =
        phrase.starts_with("sorry ").then(|| comment_behind(said)).flatten().map(|said| format!("Sorry, {said}"));
    Some((Answered { tells, alone, wavers, turn, ..plain }, sorry.or_else(|| comment_behind(said))))
}

/// Whether the last word asks for something.
fn asked_for(before: &str) -> bool {
    plain_words(before).last().is_some_and(|word| matches!(word.as_str(), "please" | "pls"))
}

/// Whether a sentence behind an answer takes it back.
fn takes_back(later: &str, yes: bool) -> bool {
    let said = format!(" {} ", plain_words(later).join(" "));
    if ELSE_MEANT.iter().any(|phrase| said.contains(&format!(" {phrase} "))) {
        return yes;
    }
    sentences(later).any(|sentence| {
        let words = plain_words(sentence);
        let begins = words.first().is_some_and(|word| TURNS_ABOUT.contains(&word.as_str()));
        begins && words.iter().any(|word| TAKES_BACK.contains(&word.as_str()))
    })
}

/// Whether a sentence behind a no says that its writer doesn't mind.
fn allows(later: &str) -> bool {
    plain_words(first_sentence(later).0).iter().any(|word| ALLOWS.contains(&word.as_str()))
}

/// Whether a text begins with these words.
fn begins_with(text: &str, phrase: &str) -> bool {
    let said = plain_words(text);
    let wanted = phrase.split(' ');
    wanted.clone().count() <= said.len() && wanted.zip(&said).all(|(wanted, said)| wanted == said)
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
            ("Yes I'm in", true, "I'm in"),
            ("Yes I would love to!", true, "I would love to!"),
            ("yes of course, good luck", true, "good luck"),
            ("Yes. I know checkers, so this should be easy.", true, "I know checkers, so this should be easy."),
            ("Yes! How does it work?", true, "How does it work?"),
            (
                "Yes, gladly. But I am a beginner, and I haven't got much time.",
                true,
                "gladly. But I am a beginner, and I haven't got much time.",
            ),
            ("I'd love to!", true, ""),
            ("I accept, thanks", true, ""),
            ("Gladly!", true, ""),
            ("Yes thanks for the invitation, I like it", true, "thanks for the invitation, I like it"),
            ("Sounds like fun, yes! What are these animals?", true, "yes! What are these animals?"),
            ("Fine with me", true, ""),
            ("Sorry, no, I have no time", false, "Sorry, I have no time"),
            ("No, sorry, I play it with Cyril first", false, "sorry, I play it with Cyril first"),
            ("No thanks, not today", false, "thanks, not today"),
            ("no wait", false, ""),
            ("No, wait, I play on", false, "I play on"),
            ("No, I meant d1-d6/g6", false, "d1-d6/g6"),
            ("OK, I try: d1-d5/g8", true, "d1-d5/g8"),
            ("Yes, I'd love to. My first move is d1-d7/g7. Good luck!", true, "d1-d7/g7"),
            ("Sure, my first move is d1-d7/g7", true, "d1-d7/g7"),
            ("No, sorry, I want the real one with the setup.", false, "sorry, I want the real one with the setup."),
            ("yes, please do", true, ""),
            ("Yes do that", true, "do that"),
            ("ok go ahead", true, "go ahead"),
            ("sure, send them", true, "send them"),
            ("no I'd rather not", false, "I'd rather not"),
            ("no don't", false, "don't"),
            ("no never mind", false, "never mind"),
            ("No way :-)", false, ":-)"),
            ("No way!", false, ""),
            ("No thanks, I have enough games", false, "thanks, I have enough games"),
            ("No thank you", false, ""),
            ("no thanks I am busy", false, "thanks I am busy"),
            ("Nope", false, ""),
            ("Sorry, I'm not interested", false, ""),
            ("Not now, next month", false, "next month"),
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
            "Yes. But not this week.",
            "Yes. Let me think about it.",
            "Yes! No, wait!",
            "Yes I know",
            "Gladly accepted terms",
            "Oh no!",
            "No. Fine with me.",
        ] {
            assert!(answered(text).is_none_or(|(answer, _)| answer.wavers && !answer.yes), "{text}");
        }
        let letter = format!("Yes, it is{}", " so very".repeat(20));
        assert_eq!(answered(&letter), None);
    }

    #[test]
    fn what_tells_something_is_told_from_what_does_not() {
        for text in [
            "yes, gladly",
            "Yes, I accept the draw",
            "Yes, I accept the draw. You played well.",
            "Yes, I am sure",
            "Yes please",
            "yes, good game",
        ] {
            assert!(answered(text).is_some_and(|(answer, _)| !answer.tells), "{text}");
        }
        for text in ["Yes, that was a nice game", "Yes, you were lucky", "Yes, I like it here", "Yes. That was lucky."]
        {
            assert!(answered(text).is_some_and(|(answer, _)| answer.tells), "{text}");
        }
    }
}
