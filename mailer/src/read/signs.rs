//! What a line shows by itself: quote marks, the label of a header.

use super::phrases::HEADER_LABELS;

/// The longest label of a header, in characters and in words.
const LONGEST_LABEL: (usize, usize) = (30, 4);

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
pub(super) fn is_between_marks(line: &str) -> bool {
    let inner = line.trim().strip_prefix(">>>").and_then(|line| line.strip_suffix(">>>"));
    inner.is_some_and(|inner| inner.contains(char::is_alphanumeric))
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

/// The colons of all scripts.
pub(super) fn is_colon(c: char) -> bool {
    matches!(c, ':' | '：' | '﹕' | '︰')
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
}
