//! What stands below a text and isn't its writer's word: rules and signatures, small print, the lines that programs add.

use super::phrases::{
    A_MESSAGE, ALONE, CONFIDENTIAL, DEVICES, FOOTERS, ORIGINAL_MESSAGE, PROGRAMS, SENT_WITH, SMALL_PRINT,
};
use super::signs::is_between_marks;

/// A line after which nothing by the sender is expected: the first of a signature, a rule, the head of an unmarked quote,
/// small print.
pub(super) fn ends_all(line: &str) -> bool {
    let line = line.trim();
    if line.is_empty() {
        return false;
    }
    let rule = |c: char| "-‐‑–—_=~*".contains(c);
    let bare = line.trim_matches(rule).trim();
    if bare.is_empty() {
        // RFC 3676 §4.3 has `-- `; clients drop the space, users draw longer ones. A single dash is a bullet.
        return line.chars().count() >= 2;
    }
    if is_between_marks(line) {
        return true;
    }
    // Behind the second rule some clients go on with the header, on the same line.
    let dash = |c: &char| "-‐‑–—_".contains(*c);
    let first = line.chars().take_while(dash).count();
    let second = line.chars().skip(first).skip_while(|c| !dash(c)).collect::<Vec<_>>();
    let longest = second.chunk_by(|a, b| dash(a) && dash(b)).filter(|run| dash(&run[0])).map(<[char]>::len).max();
    if first >= 5 || first >= 2 && longest.is_some_and(|second| second >= first.min(4)) {
        return true;
    }
    let low = bare.trim_end_matches(':').trim_end().trim_start_matches(['[', '(', '<']).to_lowercase();
    let headed = |words: &&&str| low.strip_prefix(**words).is_some_and(|rest| rest.is_empty() || rest.starts_with(':'));
    ORIGINAL_MESSAGE.iter().chain(ALONE).any(|words| headed(&words))
        || SMALL_PRINT.iter().any(|words| low.starts_with(words))
        || has(&low, CONFIDENTIAL) && has(&low, A_MESSAGE)
}

/// What servers of companies put above mail that comes from outside.
pub(super) fn is_banner(line: &str) -> bool {
    let low = line.trim().to_lowercase();
    has(&low, &["outside", "external", "externe", "extern "]) && has(&low, A_MESSAGE) && low.split(' ').count() >= 3
}

/// A few words around the name of a device, without the marks of a sentence: "sent from my …" in a language of which we
/// know nothing. It must be the last line of a paragraph.
pub(super) fn is_device(line: &str) -> bool {
    let low = line.trim().to_lowercase();
    has(&low, DEVICES) && low.split_whitespace().count() <= 7 && !low.contains([',', '.', '!', '?', ':', ';'])
}

/// What clients that make text of a page put where a picture was.
pub(super) fn is_picture(line: &str) -> bool {
    let line = line.trim().to_lowercase();
    let inner = line.strip_prefix(['[', '<']).and_then(|line| line.strip_suffix([']', '>']));
    inner.is_some_and(|inner| {
        inner.starts_with("cid:") || [".png", ".gif", ".jpg"].iter().any(|end| inner.ends_with(end))
    })
}

fn has(text: &str, words: &[&str]) -> bool {
    words.iter().any(|word| text.contains(word))
}

/// A line that clients, phones and scanners add unasked: the name of a program and a word for "sent"; in some words it
/// has no such name.
pub(super) fn is_footer(line: &str) -> bool {
    let line = line.trim();
    if line.is_empty() || line.chars().count() > 120 {
        return false;
    }
    let low = line.trim_start_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    let short = low.split(' ').count() <= 8;
    let named = low.contains("outlook") || low.starts_with("get ") && has(&low, PROGRAMS);
    let advertised = named && short && has(&low, &["ios", "android", "mobil"]);
    has(&low, PROGRAMS) && has(&low, SENT_WITH) || advertised || FOOTERS.iter().any(|words| low.starts_with(words))
}
