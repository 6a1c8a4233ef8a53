//! Makes what people wrote harmless in Discord's markup: no formatting, no mentions, no links that unfold, all on one
//! line.

/// The characters that mean something in Discord's markup wherever they stand.
const SPECIAL: &[char] = &['\\', '*', '_', '~', '`', '|', '[', ']', '<', '@'];
/// Those that only change the direction of the text after them.
const TURNS_TEXT: &[char] = &[
    '\u{61c}', '\u{200e}', '\u{200f}', '\u{202a}', '\u{202b}', '\u{202c}', '\u{202d}', '\u{202e}', '\u{2066}',
    '\u{2067}', '\u{2068}', '\u{2069}',
];
/// Those that mean something at the beginning of a line.
const AT_START: &[char] = &['>', '#', '-', '+'];

/// A name or comment as plain text. A zero-width space after `@`, inside `://` and behind a host's name keeps a
/// mention, a link or an invitation to a server from forming where a backslash doesn't.
pub(crate) fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    for (n, c) in text.chars().enumerate() {
        if c.is_control() {
            out.push(' ');
            continue;
        }
        if TURNS_TEXT.contains(&c) {
            continue;
        }
        if c == '/' && out.ends_with(':') {
            out.push('\u{200b}');
        }
        if SPECIAL.contains(&c) || (n == 0 && AT_START.contains(&c)) {
            out.push('\\');
        }
        // `discord.gg/x` unfolds without `https://`; a turn has no dot.
        let host = c == '/' && out.rsplit(char::is_whitespace).next().is_some_and(|word| word.contains('.'));
        out.push(c);
        if c == '@' || host {
            out.push('\u{200b}');
        }
    }
    out
}

/// Monospaced. A backtick can't be escaped inside, so it is left out.
pub(crate) fn code(text: &str) -> String {
    let inside: String = text.chars().filter(|c| *c != '`' && !c.is_control()).collect();
    format!("`{inside}`")
}

/// A text cut to at most `most` characters, with an ellipsis where something is missing.
pub(crate) fn cut(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let mut kept: String = text.chars().take(most.saturating_sub(1)).collect();
    // Half of an escape would escape the ellipsis, or what follows it.
    while kept.ends_with('\\') {
        kept.pop();
    }
    kept.push('…');
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_people_write_is_markup() {
        assert_eq!(plain("**bold** _x_"), "\\*\\*bold\\*\\* \\_x\\_");
        for hostile in ["@everyone", "<@123456>", "<@&1>", "<#1>", "https://example.net", "<t:1:R>", "[a](http://b)"] {
            let shown = plain(hostile);
            assert!(!shown.contains("@e") && !shown.contains("<@1") && !shown.contains("://"), "{shown}");
            assert!(!shown.contains("<#") || shown.contains("\\<#"), "{shown}");
            assert!(!shown.contains("](") || shown.contains("\\]("), "{shown}");
        }
        assert_eq!(plain("a\nb"), "a b");
        assert_eq!(plain("# head"), "\\# head");
        assert_eq!(plain("turn 3 (White): d1-d7"), "turn 3 (White): d1-d7");
        assert_eq!(plain("d1-d7/g7"), "d1-d7/g7");
        assert_eq!(plain("\u{202e}nnA"), "nnA");
        assert_eq!(plain("discord.gg/x"), "discord.gg/\u{200b}x");
        assert_eq!(code("a`b\nc"), "`abc`");
    }

    #[test]
    fn cutting_keeps_whole_escapes() {
        assert_eq!(cut("abcdef", 4), "abc…");
        assert_eq!(cut("ab\\*cd", 4), "ab…");
        assert_eq!(cut("é".repeat(3).as_str(), 3), "ééé");
    }
}
