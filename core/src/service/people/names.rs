//! Players' names: which are valid, and how a first one is found.

use crate::notice::told::people::BadName;
use crate::service::ServiceError;
use crate::service::now::Now;
use crate::store::Player;
use crate::{comment, house, likeness};

/// The length of a name in characters.
const LEAST: usize = 2;
const MOST: usize = 20;
/// Too few for a phone number.
const MOST_DIGITS: usize = 6;

/// Checks a requested name: 2 to 20 letters with their marks, digits, `-` and `_`, all of one script, and nothing that
/// poses as the server or is reserved.
pub fn check(name: &str) -> Result<(), BadName> {
    let length = name.chars().count();
    if !(LEAST..=MOST).contains(&length) {
        return Err(BadName::Length { least: LEAST, most: MOST });
    }
    if let Some(c) = name.chars().find(|c| !fits(*c)) {
        return Err(BadName::Character(c));
    }
    if let Some(mark) = name.chars().find(|_| likeness::has_loose_marks(name)) {
        return Err(BadName::Character(mark));
    }
    if !name.chars().any(char::is_alphabetic) {
        return Err(BadName::NoLetter);
    }
    if name.chars().filter(|c| c.is_numeric()).count() > MOST_DIGITS && !is_given(name) {
        return Err(BadName::Digits { most: MOST_DIGITS });
    }
    if !likeness::is_of_one_script(name) {
        return Err(BadName::Scripts);
    }
    if likeness::is_reserved(name) {
        return Err(BadName::Reserved(name.to_owned()));
    }
    Ok(())
}

/// The first word of a display name that makes a valid name. An address shown as a name is not one. Where words are
/// single signs, as in `李 明`, all of them are the name.
pub(in crate::service) fn from_display(display: &str) -> Option<String> {
    let display = likeness::composed(display);
    let words = || display.split_whitespace().take_while(|word| !word.contains('@'));
    let signs = || words().all(|word| word.chars().count() == 1 && !word.is_ascii());
    words().find_map(from_word).or_else(|| if signs() { from_word(&words().collect::<String>()) } else { None })
}

/// The name that a Discord username makes: it is plain, but may have more digits than a name, or periods.
fn from_username(username: &str) -> Option<String> {
    let mut digits = 0;
    let fewer = |c: &char| {
        digits += usize::from(c.is_numeric());
        fits(*c) && (!c.is_numeric() || digits <= MOST_DIGITS)
    };
    let name: String = username.chars().filter(fewer).take(MOST).collect();
    check(&name).is_ok().then_some(name)
}

/// "Ann," and "O'Brien" keep their letters; "Dr." and "J." are not names. A word in two scripts may keep too little.
fn from_word(word: &str) -> Option<String> {
    let name: String = word.chars().filter(|c| fits(*c)).take(MOST).collect();
    let whole = word.chars().all(|c| fits(c) || !c.is_alphabetic());
    let kept = !word.ends_with('.') && !comment::leads_out(word) && (whole || name.chars().count() > 2);
    (kept && check(&name).is_ok()).then_some(name)
}

/// The player of that name, or the one whom a Discord mention means.
pub fn player_called(now: Now<'_>, name: &str) -> Result<Option<Player>, ServiceError> {
    match mentioned(name) {
        Some(user) => now.tx.discord_player(user)?.map(|id| now.player(id)).transpose(),
        None => match house::level_called(name) {
            Some(level) => now.tx.house_at(level)?.map(|id| now.player(id)).transpose(),
            None => Ok(now.tx.player_named(name)?),
        },
    }
}

/// The Discord user in `<@1>` or `<@!1>`.
pub fn mentioned(name: &str) -> Option<u64> {
    name.strip_prefix("<@")?.strip_suffix('>')?.trim_start_matches('!').parse().ok()
}

/// An unused name based on the display name, or else on the username, or `player-1234` if neither makes one.
pub fn free_name(now: Now<'_>, (display, username): (Option<&str>, Option<&str>)) -> Result<String, ServiceError> {
    if let Some(name) = display.and_then(from_display).or_else(|| username.and_then(from_username)) {
        if !now.tx.name_taken(&name, None)? {
            return Ok(name);
        }
        let stem: String = name.chars().take(16).collect();
        for number in 2..100 {
            let name = format!("{stem}-{number}");
            if !now.tx.name_taken(&name, None)? {
                return Ok(name);
            }
        }
    }
    loop {
        let name = format!("player-{}", 1000 + now.chance() % 9_999_000);
        if !now.tx.name_taken(&name, None)? {
            return Ok(name);
        }
    }
}

/// Whether a name is one of those given to people without a usable name.
pub fn is_given(name: &str) -> bool {
    name.strip_prefix("player-")
        .is_some_and(|number| number.len() <= 8 && number.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Letters of every script in use with their marks, digits, `-` and `_`.
fn fits(c: char) -> bool {
    matches!(c, '-' | '_') || likeness::is_of_words(c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        for good in [
            "Ann",
            "Bo",
            "jürgen_3",
            "player-1234",
            "player-9999999",
            "ÆON",
            "Иван",
            "王伟",
            "علي",
            "たろう太郎",
            "김철수",
            "Κώστας",
            "सुनील",
            "ดารุณี",
            "שרה",
            "Նարեկ",
            "გიორგი",
            "Kenji太郎",
            "Иван-2",
        ] {
            assert_eq!(check(good), Ok(()), "{good}");
        }
        for bad in [
            "A",
            "Me",
            "no",
            "a b c",
            "ann@example.net",
            "123",
            "Аnn",
            "x".repeat(21).as_str(),
            "Anyone",
            "<b>",
            "",
            "any\u{202e}x",
            "Turnpost-Admin",
            "Postmaster",
            "0perator",
            "admın",
            "Bǀlly",
            "Call-5551234",
            "Иvan",
            "Ивαν",
            "王",
            "Ａnn",
            "\u{301}Ann",
            "А\u{301}\u{302}\u{303}\u{304}нна",
            "ааа٣٣٣٣٣٣٣",
            "😀😀",
            "Ann\u{200d}a",
        ] {
            assert!(check(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn first_words() {
        assert_eq!(from_display("Ann Lee").as_deref(), Some("Ann"));
        assert_eq!(from_display("O'Brien, Pat").as_deref(), Some("OBrien"));
        assert_eq!(from_display("ann@example.net"), None);
        assert_eq!(from_display("Bo").as_deref(), Some("Bo"));
        assert_eq!(from_display("张伟 Zhang").as_deref(), Some("张伟"));
        assert_eq!(from_display("李 明").as_deref(), Some("李明"));
        assert_eq!(from_display("Иван Петров").as_deref(), Some("Иван"));
        assert_eq!(from_display("علي حسن").as_deref(), Some("علي"));
        assert_eq!(from_display("Jose\u{301} Garcia").as_deref(), Some("José"));
        assert_eq!(from_display("Dr. J. Anna Lee").as_deref(), Some("Anna"));
        assert_eq!(from_display("You Me Ann").as_deref(), Some("Ann"));
        assert_eq!(from_display("Аnn Lee").as_deref(), Some("Lee"), "the first letter is Cyrillic");
        assert_eq!(from_display("Ann ann@example.net").as_deref(), Some("Ann"));
        assert_eq!(from_display("ann@example.net via List"), None);
        assert_eq!(from_display("王"), None);
        assert_eq!(from_display("evil.com Ann").as_deref(), Some("Ann"), "no domain becomes a name");
        assert_eq!(from_display("www.evil.example"), None);
        assert_eq!(from_display("Turnpost Support"), None);
        assert_eq!(from_display(""), None);
    }

    #[test]
    fn usernames() {
        assert_eq!(from_username("ann_lee").as_deref(), Some("ann_lee"));
        assert_eq!(from_username("ann.lee").as_deref(), Some("annlee"));
        assert_eq!(from_username("user1234567890").as_deref(), Some("user123456"));
        assert_eq!(from_username("a".repeat(32).as_str()).as_deref(), Some("a".repeat(20).as_str()));
        assert_eq!(from_username("_12"), None);
        assert_eq!(from_username("admin"), None);
    }
}
