//! The frames that mail clients put around what is not new, known by their shape: quote marks, rules, header blocks,
//! attributions, footers. What names the answered mail makes a frame in any language; for other mails there must be what
//! every language has: a date, an address, a verb, a colon, labels one below the other.

use super::lines::Lines;
use super::phrases::{
    A_MESSAGE, ALONE, ATTRIBUTION_STARTS, CONFIDENTIAL, FOOTERS, HEADER_LABELS, ORIGINAL_MESSAGE, PROGRAMS, QUOTING,
    SAID, SENT_WITH, SMALL_PRINT, WROTE,
};

/// The most lines over which clients wrap an attribution.
const ATTRIBUTION_LINES: usize = 5;

/// The longest attribution, over all its lines.
const LONGEST_ATTRIBUTION: usize = 1_000;

/// A header block is no longer than this, blank lines included.
const HEADER_LINES: usize = 14;

/// The longest label of a header, in characters and in words.
const LONGEST_LABEL: (usize, usize) = (30, 4);

/// What begins at a line and isn't new.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Frame {
    /// So many lines that say who wrote what is quoted below.
    Attribution(usize),
    /// So many lines of the quoted mail's header.
    Headers(usize),
}

/// A quoted line: `>` and its likes, `|` for a bar, and `F>` or `Ann>` for whose words they are.
pub(super) fn is_quote(line: &str) -> bool {
    let line = line.trim_start();
    let initials = line.chars().take_while(|c| c.is_alphabetic()).take(5).count();
    let behind = line.char_indices().nth(initials).map_or("", |(at, _)| &line[at..]);
    let marked = |text: &str| text.starts_with(['>', '＞', '›', '»']);
    let initialled = (1..=4).contains(&initials) && marked(behind) && !line.contains("->");
    (marked(line) || line.starts_with('|') || initialled) && !is_between_marks(line)
}

/// GroupWise has the name of whom it quotes between marks, and no marks below.
fn is_between_marks(line: &str) -> bool {
    let inner = line.trim().strip_prefix(">>>").and_then(|line| line.strip_suffix(">>>"));
    inner.is_some_and(|inner| inner.contains(char::is_alphanumeric))
}

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

/// A line that clients, phones and scanners add unasked: the name of a program with a word for "sent" or with another
/// such name; in some words it has none.
pub(super) fn is_footer(line: &str) -> bool {
    let line = line.trim();
    if line.is_empty() || line.chars().count() > 120 {
        return false;
    }
    let low = line.trim_start_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    let programs = PROGRAMS.iter().filter(|name| low.contains(*name)).take(2).count();
    let advertised = programs >= 2 && low.split_whitespace().count() <= 8;
    programs >= 1 && has(&low, SENT_WITH) || advertised || FOOTERS.iter().any(|words| low.starts_with(words))
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

/// The label that a line begins with; some clients set it in `*bold*`.
pub(super) fn label(line: &str) -> Option<String> {
    let line = line.trim_start_matches(['*', '•', ' ', '\t', '\u{a0}']);
    let (label, value) = line.split_once(is_colon).filter(|(_, value)| !value.starts_with("//"))?;
    let label = label.trim_matches(['*', ' ', '\u{a0}']);
    let short = label.chars().count() <= LONGEST_LABEL.0 && label.split_whitespace().count() <= LONGEST_LABEL.1;
    let odd = |c: char| c.is_ascii_digit() || "@/<>()\"".contains(c);
    if !short || label.contains(odd) || !label.contains(char::is_alphabetic) {
        return None;
    }
    let label = label.to_lowercase();
    (!value.trim().is_empty() || HEADER_LABELS.contains(&label.as_str())).then_some(label)
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
    let named = low.ends_with('>') && low.contains('@') || lines.text(at + 1).trim_start().starts_with('<');
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
    let says = WROTE.iter().chain(SAID).any(|word| low.ends_with(word));
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
    address && has_time(low) || full && (quote_follows() || says && has_year(low))
}

/// Whether a text has a time of day or a year in it.
pub(super) fn is_dated(text: &str) -> bool {
    let text = ascii_digits(text);
    has_time(&text) || has_year(&text)
}

/// Whether a text contains a time of day such as `18:00`, `18.00` or `18h00`.
fn has_time(text: &str) -> bool {
    let bytes = text.as_bytes();
    bytes
        .windows(4)
        .any(|w| w[0].is_ascii_digit() && b":.h".contains(&w[1]) && w[2].is_ascii_digit() && w[3].is_ascii_digit())
}

/// Whether a text contains a year of our time, also as Thailand and Iran count them.
fn has_year(text: &str) -> bool {
    let numbers = text.split(|c: char| !c.is_ascii_digit()).filter(|number| number.len() == 4);
    numbers
        .filter_map(|number| number.parse::<u16>().ok())
        .any(|year| matches!(year, 1390..=1449 | 1990..=2099 | 2540..=2640))
}

fn is_colon(c: char) -> bool {
    matches!(c, ':' | '：' | '﹕' | '︰')
}

/// The digits of other scripts as ASCII ones.
fn ascii_digits(text: &str) -> String {
    const ZEROS: [u32; 6] = [0x660, 0x6f0, 0x966, 0x9e6, 0xe50, 0xff10];
    let ascii = |c: char| {
        let value = ZEROS.iter().find_map(|zero| u32::from(c).checked_sub(*zero).filter(|value| *value < 10));
        value.and_then(|value| char::from_digit(value, 10)).unwrap_or(c)
    };
    text.chars().map(ascii).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quote_marks() {
        for quote in ["> a", ">a", "F> a", "Ann>> a", "＞a", "| a", "  > a", ">", "AB>"] {
            assert!(is_quote(quote), "{quote}");
        }
        for text in ["d1-d7/g7", "a -> b", "F", "Annabel> a", "d1->d7", "1> a"] {
            assert!(!is_quote(text), "{text}");
        }
    }

    #[test]
    fn dates_of_all_calendars_and_scripts() {
        for date in ["1. Juni 2026", "١‏/٦‏/٢٠٢٦", "1 มิ.ย. 2569", "18h00", "１８：００ 18:00", "۱۴۰۵/۳/۱۱", "18.00"]
        {
            assert!(is_dated(date), "{date}");
        }
        for text in ["d1-d7/g7", "37 c3-c4", "game 41", "12345 Berlin", "e10-e7"] {
            assert!(!is_dated(text), "{text}");
        }
    }
}
