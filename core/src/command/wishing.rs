//! Wishes for one particular setting or thing, in the words that people have for it: "one mail a day please", "make the
//! board dark". The table of commands has wishes for whole commands; these name what follows the command, too. Like those
//! they are only suggested, unless the command shows something.

use super::courtesy::plain_words;
use super::parse::{Parsed, parse_line};

/// A wish is said in few words.
const MOST_WORDS: usize = 16;

/// What people say, in plain spelling, and the command that grants it.
#[rustfmt::skip]
const WISHES: &[(&str, &str)] = &[
    ("mail a day", "digest 8:00"), ("mails a day", "digest 8:00"), ("email a day", "digest 8:00"), ("daily mail", "digest 8:00"),
    ("mail per day", "digest 8:00"), ("email per day", "digest 8:00"), ("daily digest", "digest 8:00"), ("so many mails", "digest 8:00"), ("so many emails", "digest 8:00"),
    ("too many mails", "digest 8:00"), ("too many emails", "digest 8:00"), ("so much mail", "digest 8:00"), ("too much mail", "digest 8:00"),
    ("fewer mails", "digest 8:00"), ("fewer emails", "digest 8:00"), ("less mail", "digest 8:00"), ("less mails", "digest 8:00"),
    ("dark board", "theme dark"), ("board dark", "theme dark"), ("board darker", "theme dark"), ("darker board", "theme dark"), ("dark mode", "theme dark"), ("dark theme", "theme dark"), ("dark colours", "theme dark"), ("dark colors", "theme dark"),
    ("more contrast", "theme contrast"), ("high contrast", "theme contrast"),
    ("flip the board", "board white"), ("turn the board", "board white"), ("board the other way", "board white"), ("other side of the board", "board white"),
    ("pictures bigger", "help pictures"), ("picture bigger", "help pictures"), ("bigger picture", "help pictures"), ("bigger pictures", "help pictures"),
    ("board bigger", "help pictures"), ("bigger board", "help pictures"), ("larger pictures", "help pictures"), ("larger picture", "help pictures"), ("larger board", "help pictures"), ("pictures larger", "help pictures"), ("picture larger", "help pictures"), ("board larger", "help pictures"),
    ("in the picture mean", "help pictures"), ("on the picture mean", "help pictures"), ("on the board mean", "help pictures"), ("on the picture", "help pictures"), ("in the picture", "help pictures"),
    ("week off", "away 7d"), ("a week's holiday", "away 7d"),
    ("my time zone", "help zone"), ("my timezone", "help zone"),
    ("tournament with my friends", "help host"), ("tournament with friends", "help host"), ("tournament for my friends", "help host"), ("tournament for us", "help host"),
    ("organise a tournament", "help host"), ("organize a tournament", "help host"), ("host a tournament", "help host"), ("run a tournament", "help host"), ("own tournament", "help host"),
    ("organise a little tournament", "help host"), ("organise a small tournament", "help host"), ("start a tournament", "help host"), ("make a tournament", "help host"),
    ("leave the tournament", "help leave"), ("leave this tournament", "help leave"), ("withdraw from the tournament", "help leave"), ("out of the tournament", "help leave"),
    ("cup stand", "standings"), ("league stand", "standings"), ("tournament stand", "standings"), ("ladder stand", "standings"),
    ("cup stands", "standings"), ("league stands", "standings"), ("tournament stands", "standings"), ("ladder stands", "standings"),
    ("when does the tournament start", "tournaments"), ("when does the tournament begin", "tournaments"),
    ("join the ladder", "tournaments"), ("join a ladder", "tournaments"), ("join the league", "tournaments"), ("join the cup", "tournaments"),
];

/// Words in front of a zone. Where somebody lives may be told to the opponent.
const ZONES: &[&str] = &["my time zone is", "my timezone is", "my zone is"];

/// The command that grants such a wish; the longest words count.
pub(super) fn own_words(text: &str) -> Option<String> {
    let words = plain_words(text);
    if words.len() > MOST_WORDS {
        return None;
    }
    let said = format!(" {} ", words.join(" "));
    zone(&said).or_else(|| {
        let named = WISHES.iter().filter(|(phrase, _)| said.contains(&format!(" {phrase} ")));
        named.max_by_key(|(phrase, _)| phrase.len()).map(|(_, command)| (*command).to_owned())
    })
}

/// The setting for the zone of a place that we know.
fn zone(said: &str) -> Option<String> {
    let place = ZONES.iter().find_map(|phrase| said.split_once(&format!(" {phrase} ")))?.1;
    let words: Vec<&str> = place.split_whitespace().collect();
    (1..=words.len().min(3)).rev().find_map(|long| match parse_line(&format!("zone {}", words[..long].join(" "))) {
        Parsed::Commands { commands, .. } => commands.first().map(|zone| zone.to_string().replacen("set ", "", 1)),
        _ => None,
    })
}

#[cfg(test)]
fn is_command(line: &str) -> bool {
    matches!(parse_line(line), Parsed::Commands { comment: None, .. })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_wish_is_granted_by_a_command_and_in_plain_spelling() {
        for (phrase, command) in WISHES {
            assert_eq!(plain_words(phrase).join(" "), *phrase);
            assert!(is_command(command), "{command}");
        }
    }

    #[test]
    fn wishes_of_people_who_do_not_know_the_settings() {
        for (text, command) in [
            ("I would like one mail a day only please", Some("digest 8:00")),
            ("stop sending me so many mails", Some("digest 8:00")),
            ("make the board dark", Some("theme dark")),
            ("can you make the pictures bigger?", Some("help pictures")),
            ("What does the red triangle in the picture mean?", Some("help pictures")),
            ("I need a week off", Some("away 7d")),
            ("Can I organise a little tournament with my friends?", Some("help host")),
            ("How does the Desdemona cup stand?", Some("standings")),
            ("my time zone is Berlin", Some("zone Europe/Berlin")),
            ("my time zone is Europe/Paris", Some("zone Europe/Paris")),
            ("I live in Berlin", None),
            ("Nice move!", None),
        ] {
            assert_eq!(own_words(text).as_deref(), command, "{text}");
        }
    }
}
