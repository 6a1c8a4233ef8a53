//! What a name looks like to somebody who reads it quickly: which names can be mistaken for one another, and which for
//! the server and those who run it.

use std::collections::HashSet;
use std::sync::OnceLock;

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;
use unicode_security::{GeneralSecurityProfile, RestrictionLevel, RestrictionLevelDetection};

/// Words that speak for the server. No name may have one of them as one of its parts.
const OURS: [&str; 32] = [
    "turnpost",
    "abuse",
    "admin",
    "administrator",
    "arbiter",
    "automod",
    "bot",
    "computer",
    "daemon",
    "discord",
    "guest",
    "helpdesk",
    "hostmaster",
    "house",
    "mailerdaemon",
    "moderator",
    "noreply",
    "donotreply",
    "official",
    "operator",
    "owner",
    "postmaster",
    "referee",
    "root",
    "security",
    "server",
    "staff",
    "support",
    "sysadmin",
    "sysop",
    "system",
    "webmaster",
];
/// Words that mean something else where a name could stand. A name may contain them beside others.
const MEANINGS: [&str; 33] = [
    "anyone",
    "anybody",
    "nobody",
    "noone",
    "everyone",
    "everybody",
    "somebody",
    "someone",
    "here",
    "you",
    "me",
    "myself",
    "white",
    "black",
    "random",
    "former",
    "as",
    "if",
    "no",
    "yes",
    "vs",
    "draw",
    "all",
    "none",
    "any",
    "mod",
    "mods",
    "ok",
    "stop",
    "start",
    "help",
    "resign",
    "anonymous",
];

/// The skeleton of a name (UTS 39 §4), without regard to case. Beyond Unicode's own table an i is an l: in many fonts
/// `I`, `l` and `1` are one stroke, and case is ignored.
pub fn skeleton(name: &str) -> String {
    let stroke = |c: char| if c == 'i' { 'l' } else { c };
    let lower = name.to_lowercase();
    unicode_security::skeleton(&lower).flat_map(char::to_lowercase).map(stroke).collect()
}

/// Whether a name poses as the server or its people, or means something else.
pub fn is_reserved(name: &str) -> bool {
    let (ours, meanings) = reserved();
    let whole = plain(&letters(name));
    let singular = |word: &str| word.strip_suffix('s').is_some_and(|word| ours.contains(word));
    let poses = |part: &str| {
        let (part, bare) = (plain(part), plain(part.trim_matches(|c: char| c.is_ascii_digit())));
        ours.contains(&part) || ours.contains(&bare) || singular(&part) || singular(&bare)
    };
    meanings.contains(&whole)
        || poses(&letters(name))
        || whole.contains(&plain("turnpost"))
        || parts(name).iter().any(|part| poses(part))
}

/// Whether a letter may stand in a name at all: one that is in use, has one form, and belongs to some language's words.
pub fn is_ordinary(c: char) -> bool {
    c.identifier_allowed()
}

/// Whether all letters of a name are of one script: mixing scripts is how one letter is made to pass for another. The
/// scripts that a language is written in are one, and so are these with Latin letters (UTS 39 §5.2, "highly
/// restrictive"): Japanese, Chinese, Korean.
pub fn is_of_one_script(name: &str) -> bool {
    name.check_restriction_level(RestrictionLevel::HighlyRestrictive)
}

/// Whether a character can be part of a name's words: a letter, a mark on one, a digit, of any script in use.
pub fn is_of_words(c: char) -> bool {
    (c.is_alphanumeric() || is_combining_mark(c)) && is_ordinary(c)
}

/// Whether marks are heaped on one letter, or stand on none. No language needs more than three.
pub fn has_loose_marks(name: &str) -> bool {
    let mut marks = 3;
    name.chars().any(|c| {
        marks = if is_combining_mark(c) { marks + 1 } else { 0 };
        marks > 3
    })
}

/// A name as it is stored and looked up: each letter with its marks in one form, however a keyboard wrote it.
pub fn composed(name: &str) -> String {
    name.nfc().collect()
}

fn reserved() -> &'static (HashSet<String>, HashSet<String>) {
    static WORDS: OnceLock<(HashSet<String>, HashSet<String>)> = OnceLock::new();
    let folded = |words: &[&str]| words.iter().map(|word| plain(word)).collect();
    WORDS.get_or_init(|| (folded(&OURS), folded(&MEANINGS)))
}

/// The skeleton without marks, its digits replaced by the letters that they stand in for.
fn plain(name: &str) -> String {
    let letter = |c: char| match c {
        '3' => 'e',
        '4' => 'a',
        '5' => 's',
        '7' => 't',
        '8' => 'b',
        '9' => 'g',
        c => c,
    };
    skeleton(name).nfd().filter(|&c| !is_combining_mark(c)).map(letter).collect()
}

/// A name without what may stand between its words.
fn letters(name: &str) -> String {
    name.chars().filter(|c| !matches!(c, '-' | '_')).collect()
}

/// The words of a name: `Turnpost-Admin`, `turnpost_admin`, `TheAdmin`.
fn parts(name: &str) -> Vec<String> {
    let mut found: Vec<String> = name.split(['-', '_']).map(str::to_owned).collect();
    let mut word = String::new();
    let mut small = false;
    for c in name.chars() {
        if matches!(c, '-' | '_') || (small && c.is_uppercase()) {
            found.push(std::mem::take(&mut word));
        }
        if !matches!(c, '-' | '_') {
            word.push(c);
        }
        small = c.is_lowercase();
    }
    found.push(word);
    found.retain(|part| !part.is_empty());
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_pose_as_us() {
        for name in [
            "Turnpost",
            "Turnpost-Admin",
            "Postmaster",
            "0perator",
            "admın",
            "4dm1n",
            "Admin2",
            "ADMINS",
            "the_admin",
            "TheAdmin",
            "SupportTeam",
            "no-reply",
            "mailer-daemon",
            "ad-min",
            "Adrnin",
            "Ädmin",
            "TurnpostHelp",
            "turnp0st",
            "xTurnpostx",
            "Moderat0r",
            "5ystem",
            "b0t",
            "Discord",
            "White",
            "b1ack",
            "N0",
            "Yes",
            "draw",
            "House",
        ] {
            assert!(is_reserved(name), "{name}");
        }
        for name in [
            "Ann",
            "Abbott",
            "Padmini",
            "Badminton",
            "Armin",
            "Mr-White",
            "Jack_Black",
            "player-1234",
            "Blackwood",
            "Rooter",
            "Botticelli",
            "Noor",
            "Meyer",
            "Ashouse",
            "Drawn",
            "Robot",
        ] {
            assert!(!is_reserved(name), "{name}");
        }
    }

    #[test]
    fn marks_stand_on_letters() {
        for name in ["सुनील", "José", "ดารุณี", "Ann"] {
            assert!(!has_loose_marks(name), "{name}");
        }
        for name in ["\u{301}Ann", "A\u{301}\u{302}\u{303}\u{304}nn"] {
            assert!(has_loose_marks(name), "{name:?}");
        }
        assert_eq!(composed("Jose\u{301}"), "José");
    }

    #[test]
    fn names_that_look_alike() {
        for (a, b) in [
            ("Billy", "Bǀlly"),
            ("Billy", "BILLY"),
            ("Billy", "Bi11y"),
            ("Bob", "B0b"),
            ("Armin", "Arrnin"),
            ("Ann", "Аnn"),
            ("Ilya", "llya"),
        ] {
            assert_eq!(skeleton(a), skeleton(b), "{a} {b}");
        }
        for (a, b) in [("Ann", "Anna"), ("Jose", "José"), ("player-10", "player-11"), ("Muller", "Müller")] {
            assert_ne!(skeleton(a), skeleton(b), "{a} {b}");
        }
    }
}
