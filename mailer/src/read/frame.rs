//! The frames that mail clients put around what is not new: quote marks, rules, header blocks, attributions, footers.

use super::phrases::{ATTRIBUTION_STARTS, FOOTERS, HEADER_LABELS, ORIGINAL_MESSAGE, SMALL_PRINT, WROTE};

/// The most lines over which clients wrap an attribution.
const ATTRIBUTION_LINES: usize = 4;

/// A header block shows its second label within this many lines.
const HEADER_WINDOW: usize = 6;

/// The longest label of a header, including decoration.
const LONGEST_LABEL: usize = 80;

/// The longest attribution, over all its lines.
const LONGEST_ATTRIBUTION: usize = 1_000;

/// A quoted line. `|` is what some clients draw for a bar.
pub(super) fn is_quote(line: &str) -> bool {
    let line = line.trim_start();
    line.starts_with(['>', '＞', '|'])
}

/// A line after which nothing by the sender is expected: the first of a signature or footer, a rule, or the head of an
/// unmarked quote.
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
    let dash = |c: &char| "-‐‑–—_".contains(*c);
    if line.chars().take_while(dash).count() >= 2 && line.chars().rev().take_while(dash).count() >= 2 {
        return true;
    }
    let low = bare.trim_end_matches(':').trim_end().trim_start_matches(['[', '(', '<']).to_lowercase();
    let begins = |list: &[&str]| list.iter().any(|words| low.starts_with(words));
    ORIGINAL_MESSAGE.contains(&low.as_str()) || begins(SMALL_PRINT) || line.chars().count() <= 120 && begins(FOOTERS)
}

/// Two labels of a mail header in neighbouring lines, such as `Von: …` and `Gesendet: …`; or three in one line.
pub(super) fn is_header_block(lines: &[&str]) -> bool {
    let labels = |line: &&str| header_label(line);
    let Some(first) = lines.first().and_then(labels) else {
        return false;
    };
    let in_line = lines[0].split_whitespace().filter(|word| word.ends_with(':')).filter_map(header_label);
    if in_line.filter(|label| *label != first).count() >= 2 {
        return true;
    }
    let below = &lines[1..];
    let block = below.iter().take(HEADER_WINDOW).take_while(|line| !line.is_empty());
    // Where each line is a paragraph, there are blank lines in between.
    let next = below.iter().take(HEADER_WINDOW).find(|line| !line.trim().is_empty());
    block.chain(next).filter_map(labels).any(|label| label != first)
}

/// The label that a line begins with; some clients set it in `*bold*`.
fn header_label(line: &str) -> Option<String> {
    let line = line.trim_start_matches(['*', ' ', '\u{a0}']);
    let (label, _) = line.split_once([':', '：']).filter(|(label, _)| label.len() <= LONGEST_LABEL)?;
    let label = label.trim_matches(['*', ' ', '\u{a0}']).to_lowercase();
    HEADER_LABELS.contains(&label.as_str()).then_some(label)
}

/// The number of lines of an attribution ("On …, … wrote:") that begins here.
pub(super) fn attribution(lines: &[&str]) -> Option<usize> {
    let mut joined = String::new();
    for (index, line) in lines.iter().take(ATTRIBUTION_LINES).enumerate() {
        let line = line.trim();
        if line.is_empty() || is_quote(line) {
            return None;
        }
        // A user's own line above an attribution must not be taken for its beginning.
        if index == 1 && !begins_attribution(&joined) {
            return None;
        }
        if joined.len() + line.len() > LONGEST_ATTRIBUTION {
            return None;
        }
        joined.push_str(line);
        if is_attribution(&joined) {
            return Some(index + 1);
        }
        joined.push(' ');
    }
    None
}

fn begins_attribution(line: &str) -> bool {
    let low = line.trim().to_lowercase();
    let start = ATTRIBUTION_STARTS.iter().any(|word| low.strip_prefix(word).is_some_and(|rest| rest.starts_with(' ')));
    (start || has_time(&low)) && low.contains(|c: char| c.is_ascii_digit())
}

/// Ends in a colon, and either names an address in brackets or has a word for "wrote" and a date.
fn is_attribution(text: &str) -> bool {
    let text = text.trim_end_matches([' ', '\u{a0}', '*', '_']);
    let Some(text) = text.strip_suffix([':', '：']) else {
        return false;
    };
    let low = text.to_lowercase();
    let wrote = WROTE.iter().any(|word| low.contains(word));
    let digit = low.contains(|c: char| c.is_ascii_digit());
    let address = low.contains('@') && low.contains(['<', '(', '[', '"']);
    (wrote && (digit || address)) || (address && has_time(&low))
}

/// Whether a text contains a time of day such as `18:00` or `18.00`.
fn has_time(text: &str) -> bool {
    let bytes = text.as_bytes();
    bytes.windows(4).any(|w| {
        w[0].is_ascii_digit() && (w[1] == b':' || w[1] == b'.') && w[2].is_ascii_digit() && w[3].is_ascii_digit()
    })
}
