//! The links of our pages as mail programs write them into text: `help <mailto:play%2Bsecret@…?subject=…&body=help>`.
//! They are no words of anybody's, and they hold the reader's secret. Links without a Subject are none of ours: they name
//! people, above quotes.

use std::borrow::Cow;

const SCHEME: &[u8] = b"mailto:";
/// What programs put around a link, and where it ends.
const AROUND: [(u8, u8); 3] = [(b'<', b'>'), (b'[', b']'), (b'(', b')')];
/// The longest link that is recognised.
const LONGEST: usize = 1_000;

/// A text without links that write a mail. Programs wrap lines before a link; that break goes with it.
pub(super) fn without_links(text: &str) -> Cow<'_, str> {
    let bytes = text.as_bytes();
    let mut out = String::new();
    let (mut kept, mut at) = (0, 0);
    while let Some(found) = find(bytes, at) {
        at = found + SCHEME.len();
        let opened = found.checked_sub(1).and_then(|before| bytes.get(before));
        let closing = opened.and_then(|c| AROUND.iter().find(|(opens, _)| opens == c)).map(|(_, closes)| *closes);
        let rest = &bytes[at..bytes.len().min(at + LONGEST)];
        let length = closing.and_then(|closing| rest.iter().position(|byte| *byte == closing));
        let length = length.filter(|length| rest[..*length].contains(&b'?'));
        // Both ends are ASCII characters, so the text can be cut there.
        let (Some(length), Some(before)) = (length, text.get(kept..found - usize::from(opened.is_some()))) else {
            continue;
        };
        let words = without_break(before);
        out.push_str(words);
        at += length + 1;
        // What followed the link on its line went to the next one with it: `· games`, never a turn.
        if words.len() < before.trim_end_matches([' ', '\t']).len()
            && let Some(below) = bytes.get(at..).and_then(goes_on)
        {
            out.push(' ');
            at += below;
        }
        kept = at;
    }
    if kept == 0 {
        return Cow::Borrowed(text);
    }
    out.push_str(text.get(kept..).unwrap_or_default());
    Cow::Owned(out)
}

/// Where the next link begins, in either case.
fn find(bytes: &[u8], from: usize) -> Option<usize> {
    let rest = bytes.get(from..)?;
    rest.windows(SCHEME.len()).position(|part| part.eq_ignore_ascii_case(SCHEME)).map(|at| from + at)
}

/// How much lies before what goes on in the next line.
fn goes_on(behind: &[u8]) -> Option<usize> {
    let rest = behind.strip_prefix(b"\r").unwrap_or(behind).strip_prefix(b"\n")?.trim_ascii_start();
    let first = char::from(*rest.first()?);
    // Any other sign, such as a middle dot, begins with a byte that is none of ASCII.
    let sign = !first.is_ascii() || matches!(first, ':' | '=' | ',' | '.' | ';');
    (sign && !is_letter(rest)).then(|| behind.len() - rest.len())
}

/// Whether a text begins with a letter.
fn is_letter(text: &[u8]) -> bool {
    let whole = text.get(..text.len().min(4)).unwrap_or_default();
    let first = whole.utf8_chunks().next().and_then(|chunk| chunk.valid().chars().next());
    first.is_some_and(char::is_alphanumeric)
}

/// Without the spaces at its end, and one break of a line behind words.
fn without_break(text: &str) -> &str {
    let line = text.trim_end_matches([' ', '\t', '\r']);
    match line.strip_suffix('\n').map(|before| before.trim_end_matches([' ', '\t', '\r'])) {
        Some(before) if !before.is_empty() && !before.ends_with(['\n', '>']) => before,
        _ => line,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_go_and_words_stay() {
        let link = "mailto:play%2Bk7@example.org?subject=Re%3A%20Amazons%2041&body=help";
        for (text, left) in [
            (format!("help <{link}> · games<{link}>"), "help · games"),
            (format!("help\n<{link}>\n · games\n<{link}>\r\n· stop"), "help · games · stop"),
            (format!("stop\n<{link}>\nd1-d7/g7"), "stop\nd1-d7/g7"),
            (format!("stop\n<{link}>\nпривет"), "stop\nпривет"),
            (format!("[help]({link}) and more"), "[help] and more"),
            ("help [MAILTO:x@y?subject=z] and".to_owned(), "help and"),
            ("From: Ann [mailto:ann@example.net]".to_owned(), "From: Ann [mailto:ann@example.net]"),
            (format!("> help\n> <{link}>\nd1-d7/g7"), "> help\n>\nd1-d7/g7"),
            ("write to mailto: me <mailto:".to_owned(), "write to mailto: me <mailto:"),
            (format!("Ä <{link}> ö"), "Ä ö"),
            ("no link".to_owned(), "no link"),
        ] {
            assert_eq!(without_links(&text), left, "{text}");
        }
    }
}
