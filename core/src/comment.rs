//! What a player's words may look like when they reach another player: one short paragraph without addresses, phone
//! numbers, links, secrets of ours or anything invisible.

mod mask;

pub(crate) use mask::leads_out;

/// The longest comment, in characters.
pub const LONGEST_COMMENT: usize = 500;
/// The longest greeting of an invitation, in characters.
pub const LONGEST_GREETING: usize = 200;
/// The longest private note, in characters.
pub const LONGEST_NOTE: usize = 2_000;

/// No phone number has fewer digits.
const PHONE_DIGITS: usize = 7;
/// A comment as the opponent may see it; `None` if nothing is left of it.
pub fn clean(text: &str) -> Option<String> {
    shortened(text, LONGEST_COMMENT)
}

/// How many characters of a text count.
pub fn length(text: &str) -> usize {
    one_paragraph(text).chars().count()
}

/// A comment by a player of that name; a mere signature is not one.
pub fn clean_from(author: &str, text: &str) -> Option<String> {
    let comment = clean(text)?;
    let bare = comment.trim_matches(|c: char| !c.is_alphanumeric());
    (!bare.eq_ignore_ascii_case(author)).then_some(comment)
}

/// The greeting of an invitation, which goes to somebody who never asked for it.
pub fn greeting(text: &str) -> Option<String> {
    shortened(text, LONGEST_GREETING)
}

/// A player's text for their own eyes: nothing is masked, but invisible characters are removed.
pub fn private_note(text: &str) -> Option<String> {
    let text: String = one_paragraph(text).chars().take(LONGEST_NOTE).collect();
    (!text.is_empty()).then_some(text)
}

fn shortened(text: &str, longest: usize) -> Option<String> {
    // Nothing beyond this can end up within the limit, however much is masked.
    let start: String = text.chars().take(20 * longest).collect();
    let mut text = one_paragraph(&start);
    // Cutting may make text look like something new, which is then examined again.
    for _ in 0..4 {
        let masked = cut(&without_phone_numbers(&mask::masked(&text)), longest);
        if masked == text {
            break;
        }
        text = masked;
    }
    text.chars().any(|c| !c.is_whitespace()).then_some(text)
}

/// Cuts a text to this many characters, the last of them an ellipsis if there were more.
fn cut(text: &str, longest: usize) -> String {
    if text.chars().count() <= longest {
        return text.to_owned();
    }
    let cut: String = text.chars().take(longest - 1).collect();
    cut.trim_end().trim_end_matches('…').to_owned() + "…"
}

/// Single spaces, no control characters, none that are invisible or turn the direction of writing.
fn one_paragraph(text: &str) -> String {
    let visible = |c: char| if c.is_whitespace() { ' ' } else { c };
    let text: String = text.chars().map(visible).filter(|&c| !is_hidden(c)).collect();
    text.split(' ').filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff0}'..='\u{fffb}' | '\u{1bca0}'..='\u{1bca3}'
            | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e00ff}' | '\u{e01f0}'..='\u{e0fff}')
}

/// Masks runs of digits with what people put between them, unless it is a date.
fn without_phone_numbers(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find(|c: char| c.is_numeric()) {
        let start = rest[..start].trim_end_matches(['+', '(']).len();
        let run = &rest[start..];
        let end = run.find(|c: char| !c.is_numeric() && !parts_digits(c)).unwrap_or(run.len());
        let run = run[..end].trim_end_matches(|c: char| !c.is_numeric());
        out.push_str(&rest[..start]);
        let digits = run.chars().filter(|c| c.is_numeric()).count();
        out.push_str(if digits >= PHONE_DIGITS && !is_date(run) { "[number]" } else { run });
        rest = &rest[start + run.len()..];
    }
    out + rest
}

/// What may stand between the digits of one number: what people put there, and what is invisible.
fn parts_digits(c: char) -> bool {
    " +-‐‑‒–—―−_~*|·•()/.".contains(c) || mask::is_ignored(c)
}

/// `2026-06-04`, `4.6.2026`, perhaps followed by an hour.
fn is_date(run: &str) -> bool {
    let date = run.split(' ').next().unwrap_or_default();
    let parts: Vec<usize> = date.split(['-', '.', '/']).map(str::len).collect();
    let rest_is_short = run.len() - date.len() <= 3;
    rest_is_short && matches!(parts.as_slice(), [4, 1..=2, 1..=2] | [1..=2, 1..=2, 4])
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn masks() {
        for (text, shown) in [
            ("Good luck.", "Good luck."),
            ("  Good \r\n\tluck.\u{200b} ", "Good luck."),
            ("write to ann@example.org, please", "write to [address], please"),
            ("<ann@example.org>!", "[address]!"),
            ("see https://example.org/x?y=1.", "see [link]."),
            ("see www.example.org", "see [link]"),
            ("at example.com (really)", "at [link] (really)"),
            ("discord.gg/abc", "[link]"),
            ("Good.Thanks e.g. this...and that", "Good.Thanks e.g. this...and that"),
            ("call +49 170 1234567 or (030) 12 34 56 78", "call [number] or [number]"),
            ("5551234567", "[number]"),
            ("555‑123‑4567 555—123—4567 or 555_123_4567", "[number] or [number]"),
            ("555\u{200d}123\u{200d}4567, 555\u{206a}1234567", "[number], [number]"),
            ("evil\u{206a}.com evil.\u{1d173}com evil\u{180b}.com", "[link] [link] [link]"),
            ("on 2026-06-04 or 4.6.2026 at 18:00", "on 2026-06-04 or 4.6.2026 at 18:00"),
            ("I like d1-d7/g7 and 10 or 12", "I like d1-d7/g7 and 10 or 12"),
            ("hello <@12345> and @ben", "hello [mention] and @ben"),
            ("a\u{202e}b\u{7}c", "abc"),
            ("größe 🙂", "größe 🙂"),
            ("ann＠example.org or ann(at)example.org or ann[AT]example.org", "[address] or [address] or [address]"),
            ("joe (at) example (dot) com", "[address]"),
            ("write joe [at] example [dot] com, or joe (AT) example.com!", "write [address] or [address]"),
            ("joe . smith (at) mail (dot) example (dot) com ok", "[address] ok"),
            (
                "joe(at) example(dot) com or joe (at)example or joe @ example . com",
                "[address] or [address] or [address]",
            ),
            ("I was @ home (at last), look at d4 . Fine", "I was @ home (at last), look at d4 . Fine"),
            ("siehe:www.example.org (at home)", "[link] (at home)"),
            // Anything that looks like a domain, anywhere in a word.
            ("look,evil.com/win now", "[link] now"),
            ("see:(evil.com) or evil.ai, evil.zip!", "[link]) or [link], [link]!"),
            ("evil。com evil．com evil｡com ｅｖｉｌ．ｃｏｍ evil․com", "[link] [link] [link] [link] [link]"),
            ("evil . com or evil[.]com or evil dot com", "[link] or [link] or [link]"),
            ("evil .com or evil(dot)com or evil [dot] com", "[link] or [link] or [link]"),
            (
                "bücher.example/win xn--bcher-kva.de bücher.de правда.рф 例子。中国",
                "[link] [link] [link] [link] [link]",
            ),
            ("192.0.2.7 or (192.0.2.7:80) or [2001:db8::1]", "[link] or ([link]) or [[link]]"),
            ("hxxp://evil hxxps[:]//evil www.evil", "[link] [link] [link]"),
            ("://ೠ ...://x.", "[link] [link]"),
            ("good.evil.com.thanks evil.com-offer evil.com很好", "[link] [link] [link]"),
            ("e\u{200d}vil.c\u{200d}om evil.COM javascript:alert", "[link] [link] [link]"),
            // And what is prose.
            (
                "e.g. 3.5 or 1.Nf3... ok...no? Mr.Smith a.m. i.e. 10.11.",
                "e.g. 3.5 or 1.Nf3... ok...no? Mr.Smith a.m. i.e. 10.11.",
            ),
            ("Good game. It was fun. No more. To be continued", "Good game. It was fun. No more. To be continued"),
            (
                "the dot to the left, d1-d7/g7 or d3xd5; a/b and/or",
                "the dot to the left, d1-d7/g7 or d3xd5; a/b and/or",
            ),
            ("你好。谢谢你 Ça va . Bien joué", "你好。谢谢你 Ça va . Bien joué"),
            ("my secret is play+aems2amj2rpech9h4tkhyqyx52 ok", "my secret is [secret] ok"),
            ("(AEMS2AMJ2RPECH9H4TKHYQYX52.17)", "([secret])"),
            (
                "ahahahahahahahahahahahahaha hahahahahahahahahahahahaha",
                "ahahahahahahahahahahahahaha hahahahahahahahahahahahaha",
            ),
        ] {
            assert_eq!(clean(text).as_deref(), Some(shown), "{text}");
        }
        assert_eq!(clean(" \u{200b}\n"), None);
        assert_eq!(greeting("me: joe (at) example (dot) com").as_deref(), Some("me: [address]"));
        let said = "https://example.org play+aems2amj2rpech9h4tkhyqyx52 a@b.example 5551234567";
        assert_eq!(greeting(said).as_deref(), Some("[link] [secret] [address] [number]"));
    }

    #[test]
    fn lengths_and_signatures() {
        let long = "word ".repeat(200);
        assert_eq!(clean(&long).map(|c| c.chars().count()), Some(500));
        assert!(greeting(&long).is_some_and(|g| g.chars().count() <= 200 && g.ends_with('…')));
        assert_eq!(clean_from("Ben", "Ben."), None);
        assert_eq!(clean_from("Ben", "Ben?!").is_none(), clean_from("Ben", "- ben -").is_none());
        assert_eq!(clean_from("Ben", "Hi from Ben").as_deref(), Some("Hi from Ben"));
        assert_eq!(private_note(" my\nnumber 5551234567 ").as_deref(), Some("my number 5551234567"));
    }

    proptest! {
        #[test]
        fn cleaning_is_final(text in "(\\PC|[ \n@./+0-9<>]){0,700}") {
            if let Some(once) = clean(&text) {
                prop_assert!(once.chars().count() <= LONGEST_COMMENT);
                prop_assert!(!once.chars().any(char::is_control));
                prop_assert_eq!(clean(&once), Some(once.clone()));
            }
        }
    }
}
