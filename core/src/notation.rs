//! What all games' readers share: bringing what people and their keyboards type into one plain form,
//! and finding the squares in it.

use crate::board::Square;

/// Longer texts can't be turns of any game; reading stops there, so that a hostile text costs nothing.
const LONGEST: usize = 400;

/// Lower case ASCII with plain dashes and single spaces: full-width characters folded, dashes and
/// arrows of every kind as `-`, multiplication signs as `x`, invisible characters gone, a move number in
/// front (`7.`, `7...`, `12)`, `#12`) and sentence punctuation behind cut off.
pub fn normal(text: &str) -> String {
    let mut plain = String::with_capacity(text.len().min(LONGEST));
    for c in text.chars().filter(|&c| !is_invisible(c)).map(fold).take(LONGEST) {
        if c == ' ' && (plain.is_empty() || plain.ends_with(' ')) {
            continue;
        }
        plain.push(c);
    }
    let plain = plain.trim_end_matches([' ', '.', '…', '!', '?', ',', ';', ':', '"', '\'', '`', '*', '_']);
    let plain = plain.trim_start_matches(['"', '\'', '`', '*', '_', ' ']);
    without_number(plain).to_owned()
}

/// The squares named in a normal text, in order, whatever stands between them, with the byte offset
/// of each. `a10` is read as one square; on smaller boards the caller refuses what lies outside.
pub fn squares(text: &str) -> Vec<(usize, Square)> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut i = 0;
    while i < bytes.len() {
        let longest = [3, 2].into_iter().find_map(|n| {
            let word = text.get(i..i + n)?;
            Some((n, word.parse::<Square>().ok()?))
        });
        match longest {
            Some((n, square)) => {
                found.push((i, square));
                i += n;
            }
            None => i += 1,
        }
    }
    found
}

/// The places that a normal text names, in order: squares, and pieces with the square they are put on (`c@g1`). Words
/// that only contain a square, such as `mp3`, name none.
pub fn places(text: &str) -> Vec<String> {
    let mut named: Vec<String> = Vec::new();
    let mut piece = None;
    for run in text.split_inclusive(|c: char| !c.is_alphanumeric()) {
        let word = run.trim_end_matches(|c: char| !c.is_alphanumeric());
        let squares = squares_of(word).unwrap_or_default();
        match (piece.take(), &squares[..]) {
            (Some(piece), [square]) => named.push(format!("{piece}@{square}")),
            _ => named.extend(squares),
        }
        piece = Some(word).filter(|word| word.len() == 1 && run.ends_with('@'));
    }
    named
}

/// The squares that a word consists of, `d1d7` or `c3xe3`; nothing if it holds anything else.
fn squares_of(word: &str) -> Option<Vec<String>> {
    let mut found = Vec::new();
    let mut rest = word;
    while !rest.is_empty() {
        rest = if found.is_empty() { rest } else { rest.strip_prefix('x').unwrap_or(rest) };
        let digits = rest.bytes().skip(1).take_while(u8::is_ascii_digit).count();
        if rest.is_empty() && !found.is_empty() {
            break;
        }
        let is_rank = (1..=2).contains(&digits) && !rest[1..].starts_with('0');
        if !rest.starts_with(|c: char| c.is_ascii_lowercase()) || !is_rank {
            return None;
        }
        let (square, behind) = rest.split_at(1 + digits);
        found.push(square.to_owned());
        rest = behind;
    }
    Some(found)
}

/// Whether a normal text ends in a sign that something should follow: `d1-d7/g7x`. A bracket closes.
pub fn ends_in_sign(text: &str) -> bool {
    text.trim_end().ends_with(|c: char| c == 'x' || (c.is_ascii_punctuation() && !matches!(c, ')' | ']')))
}

/// Where the next square of a canonical text that goes on after `from` bytes ends: the stages in which
/// a turn is completed (`d1`, `d1-d7`, `d1-d7/g7`).
pub fn next_stop(text: &str, from: usize) -> usize {
    let end = |i: usize| {
        let digits = text[i + 1..].bytes().take_while(u8::is_ascii_digit).count();
        let end = i + 1 + digits;
        // A named target, `d4xd5:z`, ends after its letter.
        if text[end..].starts_with(':') { (end + 2).min(text.len()) } else { end }
    };
    squares(text).into_iter().map(|(i, _)| end(i)).find(|&end| end > from).unwrap_or(text.len())
}

fn fold(c: char) -> char {
    let c = match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(c as u32 - 0xfee0).unwrap_or(c),
        _ => c,
    };
    match c {
        '\u{ad}'
        | '\u{2010}'..='\u{2015}'
        | '\u{2043}'
        | '\u{207b}'
        | '\u{208b}'
        | '\u{2212}'
        | '\u{58a}'
        | '\u{5be}'
        | '\u{1400}'
        | '\u{1806}'
        | '\u{2e17}'
        | '\u{2e1a}'
        | '\u{2e3a}'
        | '\u{2e3b}'
        | '\u{2e40}'
        | '\u{2e5d}'
        | '\u{301c}'
        | '\u{3030}'
        | '\u{30a0}'
        | '\u{30fc}'
        | '\u{fe31}'
        | '\u{fe32}'
        | '\u{fe58}'
        | '\u{fe63}'
        | '\u{10d6e}'
        | '\u{10ead}'
        | '~'
        | '→'
        | '➔'
        | '➙'
        | '➛'
        | '➜'
        | '➝'
        | '➞'
        | '➡'
        | '⇒'
        | '⟶'
        | '⟹'
        | '↦' => '-',
        '×' | '✕' | '✖' | '⨯' | '⨉' | '╳' | '❌' => 'x',
        '⁄' | '∕' | '⧸' | '\\' => '/',
        '‘' | '’' | '′' => '\'',
        '“' | '”' | '„' => '"',
        // Cyrillic letters that look like ours: people don't notice which keyboard layout is on.
        'а' | 'А' => 'a',
        'В' => 'b',
        'с' | 'С' => 'c',
        'е' | 'Е' => 'e',
        'Н' => 'h',
        'х' | 'Х' => 'x',
        c if c.is_whitespace() => ' ',
        c => c.to_ascii_lowercase(),
    }
}

fn is_invisible(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2064}' | '\u{2066}'..='\u{206f}'
        | '\u{feff}' | '\u{fe00}'..='\u{fe0f}')
        || (c.is_control() && !c.is_whitespace())
}

/// Cuts `7.`, `7...`, `12)`, `#12`, `#12:` off the front; a bare number stays, it may mean something.
fn without_number(text: &str) -> &str {
    let (hash, rest) = match text.strip_prefix('#') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let behind = rest.trim_start_matches(|c: char| c.is_ascii_digit());
    if behind.len() == rest.len() {
        return text;
    }
    let cut = behind.trim_start_matches(['.', ')', ':']);
    if hash || cut.len() < behind.len() { cut.trim_start() } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keyboards_and_move_numbers() {
        for (typed, plain) in [
            ("D1–d7/g7", "d1-d7/g7"),
            ("d1 - d7 / g7.", "d1 - d7 / g7"),
            ("ｄ１－ｄ７／ｇ７", "d1-d7/g7"),
            ("с3хе3, А1-В1/Н7", "c3xe3, a1-b1/h7"),
            ("7. d1-d7/g7", "d1-d7/g7"),
            ("7... d1-d7/g7!", "d1-d7/g7"),
            ("#12 c3×e3", "c3xe3"),
            ("12) c3→c4", "c3-c4"),
            ("d1\u{a0}d7\u{200b}g7", "d1 d7g7"),
            ("\u{feff}  `d1-d7/g7`  ", "d1-d7/g7"),
            ("12", "12"),
            ("", ""),
        ] {
            assert_eq!(normal(typed), plain, "{typed:?}");
        }
    }

    #[test]
    fn signs_at_the_end() {
        for (text, sign) in [("d1-d7/g7x", true), ("d1-d7/g7 -", true), ("d1-d7(g7)", false), ("d1-d7/g7", false)] {
            assert_eq!(ends_in_sign(text), sign, "{text}");
        }
    }

    #[test]
    fn squares_and_stops() {
        let names = |text: &str| squares(text).iter().map(|(_, s)| s.to_string()).collect::<Vec<_>>();
        assert_eq!(names("d1d10g7"), ["d1", "d10", "g7"]);
        assert_eq!(names("a100"), ["a10"]);
        assert_eq!(names("größe"), Vec::<String>::new());
        assert_eq!(next_stop("d1-d10/g7", 0), 2);
        assert_eq!(next_stop("d1-d10/g7", 2), 6);
        assert_eq!(next_stop("d1-d10/g7", 6), 9);
        assert_eq!(next_stop("d4xd5:z", 2), 7);
        assert_eq!(next_stop("pass", 0), 4);
    }
}
