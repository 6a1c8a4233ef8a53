//! Words about lines meant as commands that can't be read: what is wrong, and what would be right.

use crate::command::fault::{Fault, Missing, Once, SettingSlip, Slip};
use crate::command::table::{self, SETTING_FORMS};
use crate::command::turn_text;
use crate::text::way::Way;
use crate::text::{help, literal};

/// The reason by mail.
#[cfg(test)]
pub(crate) fn why(fault: &Fault) -> Vec<String> {
    why_on(Way::Mail, fault)
}

/// The reason as it follows a colon, then the remedy.
pub(super) fn why_on(way: Way, fault: &Fault) -> Vec<String> {
    let line = match fault {
        Fault::NoCommand { word, near } => {
            format!("no command \"{}\"; did you mean `{}`?", literal(word), literal(near))
        }
        Fault::Neither => "that is neither a turn nor a command; `help` lists them.".to_owned(),
        Fault::YesToNumber(number) => {
            format!(
                "`yes` answers the message that it replies to; to accept challenge {number}, type `accept {number}`."
            )
        }
        Fault::TurnAsks(turn) => {
            format!(
                "{turn} ends in a question mark, so nothing was played; send it without one, or type `preview {turn}`."
            )
        }
        Fault::Arguments { command, slip } => format!("{} {}", self::slip(command, slip), form(way, command, slip)),
        Fault::Unread { command } => return unread(command.as_deref()),
        Fault::TooManyCommands { most } => {
            format!("at most {most} commands are read from one message; send the others in another.")
        }
        Fault::Dated => "the date of your mail is months old, or still to come, so nothing in it was read. \
                         Set the clock of your device and send it again."
            .to_owned(),
        Fault::TooMuch => "there is too much in your mail, so nothing in it was read. \
                           Send what you want alone, without quotes and attachments."
            .to_owned(),
        Fault::NotHere => {
            "nobody here is known by that mention; pick a member, or challenge a player by name.".to_owned()
        }
        Fault::ABot => "that is a bot, and bots don't play here; challenge a person.".to_owned(),
        Fault::Ourselves => {
            "I carry the games and don't play myself; challenge a person, or leave the opponent out to find \
                            one."
                .to_owned()
        }
        Fault::TooManyHere => {
            "there were too many challenges in this server just now; try again in a few minutes.".to_owned()
        }
    };
    vec![line]
}

/// What would be right: for that setting, or for that command.
fn form(way: Way, command: &str, slip: &Slip) -> String {
    let setting = |name: &str| SETTING_FORMS.iter().find(|(known, _)| *known == name).map(|(_, form)| *form);
    let special = match slip {
        Slip::BehindSetting { setting, .. } => return format!("Type `{}`.", literal(setting)),
        Slip::Setting { name, .. } => setting(name),
        Slip::NoSetting { near: Some(near), .. } => setting(near),
        Slip::NoSetting { near: None, .. } => Some("Type `settings` to see yours."),
        Slip::CannotRead(_) if command == "name" => {
            Some("A name is 2 to 20 letters of any script, digits, - or _, without spaces.")
        }
        _ => None,
    };
    special.map_or_else(|| table::entry(command).map(|entry| help::form(entry, way)).unwrap_or_default(), str::to_owned)
}

fn slip(command: &str, slip: &Slip) -> String {
    match slip {
        Slip::Missing(what) => missing(command, *what),
        Slip::CannotRead(words) | Slip::BehindSetting { words, .. } => format!("I can't read {} there.", quoted(words)),
        Slip::BehindPass => "nothing stands behind a pass.".to_owned(),
        Slip::TurnAsks(turn) => {
            format!("{turn} ends in a question mark, so nothing is played; `preview` shows where it leads.")
        }
        Slip::NoteIsPrivate => "a note is private; `say` is for your opponent.".to_owned(),
        Slip::EndsWithTheirTurn => "the line ends with your opponent's turn; what shall be played then?".to_owned(),
        Slip::NoNumberInFront => "it takes no game's number in front.".to_owned(),
        Slip::TwoGames => "two different games are named.".to_owned(),
        Slip::NoCommand { word, near: Some(near) } => format!("no command {}; did you mean {near}?", quoted(word)),
        Slip::NoCommand { word, near: None } => format!("no command {}; `help` alone lists them.", quoted(word)),
        Slip::NoGame { word, near: Some(near) } => format!("no game {}; did you mean {near}?", quoted(word)),
        Slip::NoGame { word, near: None } => format!("no game {}; there are {}.", quoted(word), help::games()),
        Slip::NoVariant { word, near } => format!("no variant {}; did you mean {near}?", quoted(word)),
        Slip::NoLevel(word) => match word.is_empty() {
            true => "which level? They are 1 to 8.".to_owned(),
            false => format!("{} is no level; they are 1 to 8.", quoted(word)),
        },
        Slip::LevelOfAPerson => "only the house has levels: `vs house level 5`.".to_owned(),
        Slip::NoName(word) => format!("{} is no player's name.", quoted(word)),
        Slip::NoTurn(word) => format!("{} is no turn.", quoted(word)),
        Slip::NoCode(word) => format!("{} is no code.", quoted(word)),
        Slip::NoAddress { word, why } => format!("{} is no mail address: {why}.", quoted(word)),
        Slip::NoClock => "a clock is written 10d+36h, 10d+36h max 45d, 3d/turn or none.".to_owned(),
        Slip::NoDay(word) => format!("{} is no day; one is written 1 Dec, or 2026-12-01.", quoted(word)),
        Slip::NoPlayers(word) => format!("{} is no number of players; it is written 8-16, or 8.", quoted(word)),
        Slip::NoEventCode => "a code is one word of 3 to 20 letters and digits.".to_owned(),
        Slip::NoOption(word) => format!("an option is written name=value, not {}.", quoted(word)),
        Slip::SaysNothing(word) => format!("{} says nothing to me here.", quoted(word)),
        Slip::Twice(what) => format!("the {} is given twice.", once(*what)),
        Slip::NoSetting { word, near: Some(near) } => format!("no setting {}; did you mean {near}?", quoted(word)),
        Slip::NoSetting { word, near: None } => {
            let all: Vec<&str> = SETTING_FORMS.iter().map(|(name, _)| *name).collect();
            format!("no setting {}; there are {}.", quoted(word), all.join(", "))
        }
        Slip::Setting { name, slip } => setting(name, slip),
    }
}

fn missing(command: &str, what: Missing) -> String {
    match what {
        Missing::Turn => "which turn?",
        Missing::Turns => "which turns?",
        Missing::Piece => {
            let mut letters = turn_text::letters_of_pieces();
            let last = letters.pop().unwrap_or_default();
            return format!("which piece? It is {} or {last}, or its whole name.", letters.join(", "));
        }
        Missing::Move => "which move?",
        Missing::Words => return format!("{command} what?"),
        Missing::Answer => "what shall be played then?",
        Missing::Game => "which game?",
        Missing::Name => "which name?",
        Missing::Player => "which player?",
        Missing::Opponent => "against whom?",
        Missing::Days => "for how many days?",
        Missing::Way => "which one?",
        Missing::Page => "which page? They are counted from 1.",
        Missing::Event => "which event? `tournaments` lists them, each with its number, such as T12.",
        Missing::Format => "how is it played: roundrobin, or cup?",
    }
    .to_owned()
}

fn setting(name: &str, slip: &SettingSlip) -> String {
    match slip {
        SettingSlip::Missing => match name {
            "digest" => "at what hour?",
            "notices" => "which notices?",
            "reminders" => "how long before your time runs out?",
            "receipts" | "public" | "confirm" | "news" | "page-links" => "on, or off?",
            "games" => "how many at most?",
            "theme" => "which theme?",
            "board" => "whose side at the bottom?",
            "zone" => "which zone?",
            _ => "by mail, or by discord?",
        }
        .to_owned(),
        SettingSlip::NoTimeOfDay(word) => format!("{} is no time of the day.", quoted(word)),
        SettingSlip::NoReminder(word) => {
            format!("{} is no time for a reminder; it is from 1h to 30d.", quoted(word))
        }
        SettingSlip::TooManyReminders => "at most five reminders.".to_owned(),
        SettingSlip::NoTheme(word) => format!("no theme {}.", quoted(word)),
        SettingSlip::NoBound(word) => format!("{} is no number of games; it is from 1 to 500, or off.", quoted(word)),
        SettingSlip::NoZone(word) => format!("no time zone {}.", quoted(word)),
    }
}

const fn once(what: Once) -> &'static str {
    match what {
        Once::Game => "game",
        Once::Variant => "variant",
        Once::Opponent => "opponent",
        Once::Colour => "colour",
        Once::Clock => "clock",
        Once::Rated => "rated or not",
        Once::Level => "level",
        Once::Format => "way it is played",
        Once::Start => "start",
        Once::Players => "number of players",
        Once::Code => "code",
    }
}

/// In words that repeat nothing of what was written: the mail may not be from that address.
fn unread(command: Option<&str>) -> Vec<String> {
    let Some(entry) = command.and_then(table::entry) else {
        return vec!["no command in your mail could be read.".to_owned(), "Reply `help` to see them all.".to_owned()];
    };
    let mut lines = vec![format!("what follows {} in your mail could not be read.", entry.word)];
    lines.extend((entry.word == "new").then(|| format!("The games: {}.", help::games())));
    lines.push(help::form(entry, Way::Mail));
    lines
}

/// A stranger's word, in quotes.
fn quoted(word: &str) -> String {
    format!("\"{}\"", literal(word))
}
