//! The frames that mail clients put around what is not new, known by their shape: quote marks, header blocks and
//! attributions. What names the answered mail makes a frame in any language; for other mails there must be what
//! every language has: a date, an address, a verb, a colon, labels one below the other.

use super::dates::{ascii_digits, has_time, has_year, is_dated};
use super::lines::Lines;
use super::phrases::{ATTRIBUTION_STARTS, HEADER_LABELS, QUOTING, SAID, WROTE};
use super::signs::{is_colon, is_quote};

/// The most lines over which clients wrap an attribution.
const ATTRIBUTION_LINES: usize = 5;

/// The longest attribution, over all its lines.
const LONGEST_ATTRIBUTION: usize = 1_000;

/// A header block is no longer than this, blank lines included.
const HEADER_LINES: usize = 14;

/// What begins at a line and isn't new.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Frame {
    /// So many lines that say who wrote what is quoted below.
    Attribution(usize),
    /// So many lines of the quoted mail's header.
    Headers(usize),
}

/// The frame that begins at a line.
pub(super) fn frame(lines: &Lines, at: usize) -> Option<Frame> {
    if lines.is_blank(at) {
        return None;
    }
    let found = match is_one_line_header(lines, at) {
        true => Some(Frame::Headers(1)),
        false => headers(lines, at).map(Frame::Headers),
    };
    // "Begin forwarded message:", in whatever language.
    let introduces = || {
        let next = lines.text(at).trim_end().ends_with(is_colon).then(|| lines.next(at + 1)).flatten()?;
        headers(lines, next).map(|length| Frame::Headers(next - at + length))
    };
    let found = found.or_else(introduces).or_else(|| attribution(lines, at).map(Frame::Attribution));
    found.filter(|_| !lines.is_order(at))
}

/// Several labels in one line, as where a client lost the line ends.
fn is_one_line_header(lines: &Lines, at: usize) -> bool {
    let line = lines.text(at);
    let chars: Vec<char> = line.chars().take(LONGEST_ATTRIBUTION).collect();
    let is_label = |c: &&[char]| c[0].is_alphabetic() && is_colon(c[1]) && !c[2].is_numeric() && c[2] != '/';
    let labels = chars.windows(3).filter(is_label).count();
    let known = || {
        let labels = line.split_whitespace().filter_map(|word| word.strip_suffix(is_colon)).map(str::to_lowercase);
        labels.filter(|label| HEADER_LABELS.contains(&label.as_str())).count()
    };
    let mail = || line.contains('@') || lines.names(at);
    labels >= 3 && (mail() || lines.is_dated(at) || known() >= 3) || labels >= 2 && mail() && lines.is_dated(at)
}

/// The number of lines of a header block: labels one below the other, perhaps each in a paragraph. Which language they
/// are in doesn't matter if they hold what headers hold.
fn headers(lines: &Lines, first: usize) -> Option<usize> {
    lines.label(first)?;
    let holds = |at: usize| lines.names(at) || lines.text(at).contains('@') || lines.is_dated(at);
    if is_sentence(lines.text(first)) && !holds(first) {
        return None;
    }
    let mut known: Vec<&str> = Vec::new();
    let (mut labels, mut ours, mut address, mut dated) = (0, false, false, false);
    let (mut length, mut blank) = (0, false);
    // Either all of them are paragraphs of their own or none is: somebody's own `word: …` may stand above.
    let apart = lines.is_blank(first + 1);
    for at in first..lines.len().min(first + HEADER_LINES) {
        if lines.is_blank(at) {
            blank = true;
            continue;
        }
        let text = lines.text(at);
        match lines.label(at) {
            Some(_) if labels >= 2 && apart && !blank => return None,
            Some(_) if labels >= 1 && !apart && blank => break,
            Some(label) => {
                labels += 1;
                if HEADER_LABELS.contains(&label) && !known.contains(&label) {
                    known.push(label);
                }
            }
            // A list of recipients goes on below its label.
            None if !blank && text.contains('@') => {}
            None => break,
        }
        blank = false;
        length = at + 1 - first;
        ours |= lines.names(at) || lines.answered.names_writer(text);
        address |= text.contains('@');
        dated |= lines.is_dated(at);
    }
    let holds = labels >= 2 && (ours || address && dated) || labels >= 3 && (address || dated);
    (known.len() >= 2 || holds).then_some(length)
}

/// The number of lines of an attribution ("On …, … wrote:") that begins here.
fn attribution(lines: &Lines, first: usize) -> Option<usize> {
    let mut joined = String::new();
    for at in first..lines.len().min(first + ATTRIBUTION_LINES) {
        let line = lines.text(at).trim();
        if line.is_empty() || is_quote(line) || joined.len() + line.len() > LONGEST_ATTRIBUTION {
            return None;
        }
        // A user's own line above an attribution must not be taken for its beginning, unless a name goes on behind it.
        let across = || lines.answered.names_across(lines.text(at - 1), line);
        let wrapped = at == first || begins_attribution(lines, first);
        if !wrapped && (at > first + 1 || !across()) {
            return None;
        }
        joined.push_str(line);
        if lines.names(at) || at > first && across() || lines.answered.is_signed(line) {
            return Some(at + 1 - first + rest_of_paragraph(lines, at + 1));
        }
        if wrapped && is_attribution(&joined, || quote_follows(lines, at + 1)) {
            return Some(at + 1 - first);
        }
        joined.push(' ');
    }
    None
}

/// Below the line that names our mail the attribution may go on.
fn rest_of_paragraph(lines: &Lines, from: usize) -> usize {
    let frame = |at: &usize| !lines.is_blank(*at) && !lines.is_quote(*at) && !lines.is_known(*at);
    (from..from + ATTRIBUTION_LINES).take_while(frame).count()
}

/// Whether the next line with words in it is a quote.
fn quote_follows(lines: &Lines, from: usize) -> bool {
    let next = lines.next(from).filter(|next| *next < from + 4);
    next.is_some_and(|next| lines.is_quote(next) || lines.is_known(next))
}

fn begins_attribution(lines: &Lines, at: usize) -> bool {
    let low = ascii_digits(&lines.text(at).trim().to_lowercase());
    let start = ATTRIBUTION_STARTS.iter().any(|word| low.strip_prefix(word).is_some_and(|rest| rest.starts_with(' ')));
    // The name may stand on one line, the address or the rest on the next.
    let open = low.rfind('<').is_some_and(|open| !low[open..].contains('>'));
    let named = low.contains('<') && low.contains('@') || lines.text(at + 1).trim_start().starts_with('<');
    let begins = start && (low.contains(|c: char| c.is_ascii_digit()) || low.ends_with(','))
        || lines.is_dated(at)
        || open
        || named;
    begins && !is_sentence(&low) && !lines.is_order(at)
}

/// Whether a line ends as sentences do, and not in an abbreviation such as `p.m.`
fn is_sentence(line: &str) -> bool {
    let last = line.rsplit(' ').next().unwrap_or_default();
    let word = last.trim_end_matches(['.', '!', '?', '…', '。', '！', '？']);
    word.len() < last.len() && !word.contains('.') && word.chars().filter(|c| c.is_alphabetic()).count() >= 3
}

/// Whether a text says who wrote what is below it. With a quote below, less evidence is needed.
fn is_attribution(text: &str, quote_follows: impl Fn() -> bool) -> bool {
    let text = text.trim_end_matches([' ', '\u{a0}', '*', '_']);
    let bare = text.trim_end_matches(|c| is_colon(c) || c == ' ' || c == '\u{a0}');
    let colon = bare.len() < text.len() && text.ends_with(is_colon);
    let low = ascii_digits(&bare.to_lowercase());
    // "napisal(a)"
    let low =
        low.rsplit_once('(').filter(|(_, gender)| gender.chars().count() <= 4).map_or(low.as_str(), |(low, _)| low);
    let wrote = WROTE.iter().any(|word| low.contains(word));
    // In some languages the verb comes first.
    let says =
        WROTE.iter().any(|word| low.starts_with(word)) || WROTE.iter().chain(SAID).any(|word| low.ends_with(word));
    let digit = low.contains(|c: char| c.is_ascii_digit());
    let address = low.contains('@') && low.contains(['<', '(', '[', '"']);
    let short = low.split_whitespace().count() <= 8;
    if colon {
        let dated = has_year(low) && has_time(low);
        let quoting = QUOTING.iter().any(|word| low.starts_with(word));
        return quote_follows()
            || wrote && (digit || address)
            || (says || quoting) && short
            || address && has_time(low)
            || dated;
    }
    // An address in brackets and a time: nobody writes that by hand.
    let full = is_dated(low) && (wrote || address);
    let numbers = low.split(|c: char| !c.is_ascii_digit()).filter(|number| !number.is_empty()).count();
    let date_and_time = has_time(low) && numbers >= 4 && !is_sentence(low);
    address && has_time(low) || (full || date_and_time) && quote_follows() || full && says && has_year(low)
}
