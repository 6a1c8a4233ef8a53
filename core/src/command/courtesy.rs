//! What people add to an answer out of courtesy: `yes, gladly!`, `decline - sorry`. It goes to the opponent. The answer
//! must be set off from it, so that "No way" answers nothing, and what is added must not take it back.

use super::parse::comment_behind;
use super::{Answer, Command};

/// More words than this are a sentence.
const MOST_WORDS: usize = 6;

/// Words that take a yes back, or make it depend on something.
#[rustfmt::skip]
pub(super) const UNLESS: &[&str] = &[
    "after", "although", "before", "but", "can", "can't", "cannot", "decline", "don't", "except", "first", "haven't", "how",
    "however", "if", "instead", "isn't", "later", "maybe", "no", "not", "once", "only", "or", "perhaps", "provided", "stop",
    "though", "unless", "until", "wait", "when", "won't", "would", "wouldn't",
];

/// Words that take a no back.
pub(super) const AFTER_ALL: &[&str] =
    &["accept", "accepted", "agree", "agreed", "but", "except", "if", "or", "unless", "wait", "yes"];

/// Words that tell something, so that a yes or no in front of them may not be to our question.
#[rustfmt::skip]
pub(super) const TELLS: &[&str] = &[
    "are", "did", "do", "does", "had", "has", "he", "i", "i'd", "i'll", "i'm", "i've", "is", "it's", "she", "that", "that's", "they",
    "this", "was", "we", "were", "what", "will", "you", "your",
];

/// Whether words for the opponent may stand behind a command, on its line: whether it is a yes then; `None` if they
/// may not.
pub const fn goes_with(command: &Command) -> Option<bool> {
    match command {
        Command::Accept(_)
        | Command::Rematch(_)
        | Command::Resign { .. }
        | Command::Undo(_)
        | Command::Draw { answer: Answer::Offer | Answer::Accept, .. } => Some(true),
        Command::Decline(_) | Command::Draw { answer: Answer::Decline, .. } => Some(false),
        _ => None,
    }
}

/// The courtesy behind `yes` or `no`, if the rest of the line is one and tells nothing besides.
pub(super) fn behind_bare(line: &str, rest: &str, yes: bool) -> Option<String> {
    behind(line, rest, yes).filter(|_| !plain_words(rest).iter().any(|word| TELLS.contains(&word.as_str())))
}

/// The courtesy behind an answer, if the rest of the line is one.
pub(super) fn behind(line: &str, rest: &str, yes: bool) -> Option<String> {
    let before = line.strip_suffix(rest).unwrap_or(line).trim_end();
    let dashes = ['-', '–', '—'];
    let set_off = before.ends_with([',', '.', '!', ';', ':']) || rest.starts_with(dashes) || before.ends_with(dashes);
    let words = plain_words(rest);
    let against = if yes { UNLESS } else { AFTER_ALL };
    let takes_back = words.iter().any(|word| against.contains(&word.as_str()));
    // Digits may be squares, and a sign of equality explains a word.
    let other = rest.contains(|c: char| c.is_numeric() || matches!(c, '?' | '=' | '·' | '|'));
    let courteous = set_off && !takes_back && !other && (1..=MOST_WORDS).contains(&words.len());
    if courteous { comment_behind(rest) } else { None }
}

/// What stands behind a command's name, without what only sounds friendlier there: "show me game 6 please", "away for a week,
/// thanks".
pub(super) fn without_courtesy(arguments: &str) -> &str {
    let mut said = arguments.trim();
    while let Some((first, behind)) = said.split_once(char::is_whitespace)
        && FILLERS.contains(&first.to_lowercase().as_str())
    {
        said = behind.trim_start();
    }
    loop {
        let bare = said.trim_end_matches(['.', '!', ',', ' ']);
        let last = bare.rsplit(char::is_whitespace).next().unwrap_or_default();
        if last.is_empty() || !ENDS.contains(&last.to_lowercase().as_str()) {
            return said;
        }
        said = bare[..bare.len() - last.len()].trim_end_matches([',', ' ']);
    }
}

/// Whether a text is nothing but that courtesy.
pub(super) fn is_courtesy(text: &str) -> bool {
    let words = plain_words(text);
    !words.is_empty() && words.iter().all(|word| ENDS.contains(&word.as_str()))
}

/// Words in front of what a command takes, and behind it.
const FILLERS: &[&str] = &["me", "us"];
const ENDS: &[&str] = &["please", "pls", "plz", "thanks", "thx"];

/// The words of a text in plain spelling.
pub(crate) fn plain_words(text: &str) -> Vec<String> {
    let plain = |word: &str| word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase().replace('’', "'");
    text.split_whitespace().map(plain).filter(|word| !word.is_empty()).collect()
}
