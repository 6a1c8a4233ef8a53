//! Finds what a reader, or a reader's mail program, takes for a way out of a message: links, addresses, secrets. Texts
//! are folded first (NFKC, lower case, every dot a dot), since programs fold them too; what is found is masked whole.

use std::net::{Ipv4Addr, Ipv6Addr};

use psl::{Psl, Type};
use unicode_normalization::UnicodeNormalization;

use crate::token::looks_like_token;

/// Domain endings that are not words in any language written here: what may follow a spelled-out dot.
const ABBREVIATIONS: [&str; 24] = [
    "ai", "app", "biz", "cc", "cn", "co", "com", "dev", "edu", "gg", "gov", "info", "io", "ly", "net", "org", "ru",
    "su", "tk", "tv", "uk", "xn", "xyz", "zip",
];
/// Ways to write a dot that people understand and programs don't.
const WRITTEN_DOTS: [&str; 9] = ["[.]", "(.)", "{.}", "<.>", "[dot]", "(dot)", "{dot}", "<dot>", "[punkt]"];
/// Ways to write an at sign.
const WRITTEN_AT_SIGNS: [&str; 4] = ["(at)", "[at]", "{at}", "<at>"];
/// The most words of one address: names of people and hosts with spaces around every sign.
const LONGEST_ADDRESS: usize = 16;
/// What begins a link without `://`.
const SCHEMES: [&str; 8] = ["mailto:", "tel:", "sms:", "callto:", "skype:", "javascript:", "magnet:", "xmpp:"];

/// A paragraph of words with single spaces, masked.
pub(super) fn masked(paragraph: &str) -> String {
    let words: Vec<&str> = paragraph.split(' ').collect();
    let folded: Vec<String> = words.iter().map(|word| fold(word)).collect();
    let mut out = Vec::with_capacity(words.len());
    let mut at = 0;
    while let (Some(word), Some(rest)) = (words.get(at), folded.get(at..)) {
        let (address, link) = (spaced_address(rest), spaced_link(rest));
        out.push(match (address, link) {
            (1.., _) => "[address]".to_owned(),
            (0, 1..) => "[link]".to_owned(),
            (0, 0) => masked_word(word),
        });
        at += address.max(link).max(1);
    }
    out.join(" ")
}

/// Whether something in a word would be masked.
pub(crate) fn leads_out(word: &str) -> bool {
    masked_word(word) != word
}

fn masked_word(word: &str) -> String {
    let edge = |c: char| (c.is_ascii_punctuation() || "„“”‘’«»…".contains(c)) && !matches!(c, '<' | '@' | '>');
    let bare = word.trim_matches(edge);
    let folded = fold(word);
    let mask = if bare.starts_with("<@") || bare.starts_with("<#") {
        "[mention]"
    } else if has_address(&folded) {
        "[address]"
    } else if folded.split(|c: char| !c.is_alphanumeric()).any(looks_like_token) {
        "[secret]"
    } else if is_link(&folded) {
        "[link]"
    } else {
        return word.to_owned();
    };
    // What makes it a link mustn't be left beside the mask, which would then be one.
    let beside = folded.contains("://") && !fold(bare).contains("://");
    if bare.is_empty() || beside { mask.to_owned() } else { word.replacen(bare, mask, 1) }
}

/// A word as programs compare it.
fn fold(word: &str) -> String {
    let dot = |c: char| if "。·•‧∙⋅・۔".contains(c) { '.' } else { c };
    let mut folded: String = word.nfkc().filter(|&c| !is_ignored(c)).map(dot).flat_map(char::to_lowercase).collect();
    for written in WRITTEN_DOTS {
        if folded.contains(written) {
            folded = folded.replace(written, ".");
        }
    }
    folded
}

/// What is neither drawn nor compared, but may stand in honest text: joiners and variation selectors.
pub(super) const fn is_ignored(c: char) -> bool {
    matches!(c, '\u{34f}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180d}' | '\u{180f}' | '\u{200c}' | '\u{200d}' | '\u{3164}'
        | '\u{fe00}'..='\u{fe0f}' | '\u{e0100}'..='\u{e01ef}')
}

/// Something on both sides of an at sign, however that is written.
fn has_address(folded: &str) -> bool {
    let plain = with_at_signs(folded);
    let bare = plain.trim_matches(|c: char| !c.is_alphanumeric() && c != '@');
    bare.split('@').filter(|part| part.contains(char::is_alphanumeric)).count() > 1
}

fn with_at_signs(folded: &str) -> String {
    WRITTEN_AT_SIGNS.iter().fold(folded.to_owned(), |text, written| text.replace(written, "@"))
}

/// How many words, from the first, make an address whose signs are set apart: "joe (at) example (dot) com",
/// "joe @ example.com". A sign in brackets is meant as one; a bare one needs a domain behind it.
fn spaced_address(words: &[String]) -> usize {
    let Some((first, rest)) = words.split_first() else { return 0 };
    let mut text = with_at_signs(first);
    let mut meant = text != *first;
    let (mut count, mut behind_dot) = (1, false);
    for word in rest.iter().take(LONGEST_ADDRESS - 1) {
        let piece = if ["dot", "punkt"].contains(&word.as_str()) { ".".to_owned() } else { with_at_signs(word) };
        let at_sign = piece.starts_with('@') || text.ends_with('@');
        let top = piece.strip_prefix('.').is_some_and(ends_names) || text.ends_with('.') && ends_names(&piece);
        if !(at_sign || top || piece == "." || behind_dot) {
            break;
        }
        meant |= piece != *word && piece.contains('@');
        behind_dot = piece == ".";
        text.push_str(&piece);
        count += 1;
    }
    let named = |name: &str| name.ends_with(char::is_alphanumeric);
    let hosted = |host: &str| host.starts_with(char::is_alphanumeric) && (meant || has_domain(host));
    let whole = text.split_once('@').is_some_and(|(name, host)| named(name) && hosted(host));
    if whole && count > 1 { count } else { 0 }
}

/// Whether a word begins with what may follow a spelled-out dot.
fn ends_names(word: &str) -> bool {
    let label = word.find(|c: char| !c.is_alphanumeric()).map_or(word, |end| &word[..end]);
    ABBREVIATIONS.contains(&label)
}

fn is_link(folded: &str) -> bool {
    let begins = |scheme: &str| {
        folded.match_indices(scheme).any(|(at, _)| !folded[..at].ends_with(char::is_alphanumeric))
            && !folded.ends_with(scheme)
    };
    // With nothing after it, it leads nowhere.
    folded.split_once("://").is_some_and(|(_, behind)| behind.contains(char::is_alphanumeric))
        || folded.contains("hxxp")
        || folded.contains("www.")
        || SCHEMES.iter().any(|scheme| begins(scheme))
        || has_domain(folded)
        || has_number(folded)
}

/// A name followed by a dot and a top-level domain, anywhere, or any name with dots and then a path.
fn has_domain(folded: &str) -> bool {
    let in_name = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.') || is_mark(c);
    let mut rest = folded;
    while let Some(start) = rest.find(in_name) {
        let name = &rest[start..];
        let end = name.find(|c: char| !in_name(c)).unwrap_or(name.len());
        let (name, behind) = name.split_at(end);
        let labels: Vec<&str> = name.split('.').collect();
        if labels.windows(2).any(|pair| matches!(pair, [a, b] if !a.is_empty() && begins_with_top(b))) {
            return true;
        }
        let is_word = |label: &&str| label.chars().count() > 1 && label.chars().all(char::is_alphabetic);
        let whole = labels.len() > 1 && labels.iter().all(|label| !label.is_empty());
        let path = behind.starts_with(['/', '?', '#'])
            || behind.strip_prefix(':').is_some_and(|port| port.starts_with(|c: char| c.is_ascii_digit()));
        if path && whole && labels.last().is_some_and(is_word) {
            return true;
        }
        rest = behind;
    }
    false
}

/// Whether a label is a top-level domain, or would be one to a program that stops at a hyphen or at the first letter of
/// another script.
fn begins_with_top(label: &str) -> bool {
    let latin = label.find(|c: char| !c.is_ascii_alphanumeric()).map_or(label, |end| &label[..end]);
    is_top(label) || is_top(latin)
}

/// Whether a label ends names, by the public suffix list.
fn is_top(label: &str) -> bool {
    if label.chars().count() < 2 || label.bytes().all(|byte| byte.is_ascii_digit()) {
        return false;
    }
    let Ok(ascii) = idna::domain_to_ascii(label) else { return false };
    let name = format!("x.{ascii}");
    let known = |suffix: psl::Suffix<'_>| suffix.is_known() && suffix.typ() == Some(Type::Icann);
    ascii == "onion" || psl::List.suffix(name.as_bytes()).is_some_and(known)
}

/// An IP address.
fn has_number(folded: &str) -> bool {
    let v4 = |run: &str| {
        let parts: Vec<&str> = run.split('.').collect();
        parts.windows(4).any(|four| four.join(".").parse::<Ipv4Addr>().is_ok())
    };
    let v6 = |run: &str| run.len() > 5 && run.trim_matches('.').parse::<Ipv6Addr>().is_ok();
    folded.split(|c: char| !c.is_ascii_digit() && c != '.').any(v4)
        || folded.split(|c: char| !c.is_ascii_hexdigit() && !matches!(c, ':' | '.')).any(v6)
}

/// How many words, from the first, make a name whose dot is set apart or spelled out: "evil . com", "evil dot com",
/// "evil .com", "evil. com".
fn spaced_link(words: &[String]) -> usize {
    let named = |word: &str| word.ends_with(char::is_alphanumeric);
    let top = ends_names;
    match words {
        [name, dot, end, ..] if named(name) && [".", "dot", "punkt"].contains(&dot.as_str()) && top(end) => 3,
        [name, end, ..] if named(name) && end.strip_prefix('.').is_some_and(top) => 2,
        [name, end, ..] if name.strip_suffix('.').is_some_and(named) && top(end) => 2,
        _ => 0,
    }
}

/// A mark that belongs to the letter before it.
fn is_mark(c: char) -> bool {
    unicode_normalization::char::is_combining_mark(c)
}
