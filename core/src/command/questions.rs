//! What new players ask, and the help that answers it.

use super::courtesy::plain_words;
use super::sentence::sentences;

/// "Is it a draw if we both have 32?" asks about the rules and offers nothing.
pub(super) fn asks_when_drawn(text: &str) -> Option<&'static str> {
    let asks = |sentence: &str| {
        let words = plain_words(sentence);
        let has = |word: &str| words.iter().any(|said| said == word);
        sentence.ends_with('?') && has("draw") && (has("if") || has("when"))
    };
    sentences(text).any(asks).then_some("rules")
}

/// Questions of new players, and what answers them.
const QUESTIONS: &[(&str, &str)] = &[
    ("am too late", "help clock"),
    ("i'm too late", "help clock"),
    ("out of time", "help clock"),
    ("time runs out", "help clock"),
    ("without moving", "help say"),
    ("send a message", "help say"),
    ("who starts", "rules"),
    ("who begins", "rules"),
    ("how do i shoot", "rules"),
    ("how do i win", "rules"),
    ("do i win this", "rules"),
    ("the difference between", "rules"),
];

/// The help that answers a question in a text.
pub(super) fn asks_help(text: &str) -> Option<&'static str> {
    let asked =
        sentences(text).filter(|sentence| sentence.ends_with('?')).map(|sentence| plain_words(sentence).join(" "));
    let said: Vec<String> = asked.map(|said| format!(" {said} ")).collect();
    let named = |(phrase, _): &&(&str, &str)| said.iter().any(|said| said.contains(&format!(" {phrase} ")));
    QUESTIONS.iter().find(named).map(|(_, word)| *word)
}
