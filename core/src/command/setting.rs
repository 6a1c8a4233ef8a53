//! Reading and printing one setting: `digest 8:00`, `reminders 24h 6h`, `theme dark`…

use std::fmt;

use super::arguments::short;
use super::fault::{SettingSlip, Slip};
use super::nearest::nearest;
use super::words::Words;
use super::{Setting, Transport};
use crate::clock::duration::{self, HOUR};
use crate::clock::moment;

/// What can be set.
pub(super) const NAMES: &[&str] = &[
    "notices",
    "digest",
    "reminders",
    "receipts",
    "public",
    "theme",
    "board",
    "zone",
    "transport",
    "confirm",
    "page-links",
    "games",
    "news",
];

/// The themes of the pictures, which `render` draws (a test there says that it draws these and no others).
pub const THEMES: &[&str] = &["classic", "dark", "contrast", "paper"];

/// The settings themselves where nothing is named.
pub(super) fn read(words: &mut Words<'_>) -> Result<Option<Setting>, Slip> {
    let Some(typed) = words.next().map(str::to_ascii_lowercase) else { return Ok(None) };
    let name = match typed.as_str() {
        "notice" | "notify" => "notices",
        "reminder" => "reminders",
        "receipt" => "receipts",
        "side" => "board",
        "timezone" | "tz" => "zone",
        "via" => "transport",
        "pages" | "page" | "links" | "pagelinks" | "page-link" => "page-links",
        other => other,
    };
    let setting = match name {
        "digest" => digest(words),
        "notices" => notices(words),
        "at-once" | "immediate" => Ok(Setting::AtOnce),
        "reminders" => reminders(words),
        "receipts" => on_or_off(words).map(Setting::Receipts),
        "public" => on_or_off(words).map(Setting::Public),
        "page-links" => on_or_off(words).map(Setting::PageLinks),
        "theme" => theme(words).map(Setting::Theme),
        "board" => board(words),
        "zone" => zone(words),
        "transport" => transport(words),
        "confirm" => on_or_off(words).map(Setting::Confirm),
        "games" => most_games(words).map(Setting::Games),
        "news" => on_or_off(words).map(Setting::News),
        other => {
            let near = nearest(other, NAMES.iter().copied()).map(str::to_owned);
            return Err(Slip::NoSetting { word: short(other), near });
        }
    };
    setting.map(Some).map_err(|slip| Slip::Setting { name: name.to_owned(), slip })
}

/// As it stands behind `set`.
impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let switch = |on: bool| if on { "on" } else { "off" };
        match self {
            Setting::AtOnce => f.write_str("notices at-once"),
            Setting::Digest { minute } => write!(f, "digest {}:{:02}", minute / 60, minute % 60),
            Setting::RemindersOnly => f.write_str("notices reminders"),
            Setting::Reminders(hours) if hours.is_empty() => f.write_str("reminders off"),
            Setting::Reminders(hours) => {
                f.write_str("reminders")?;
                hours.iter().try_for_each(|hours| write!(f, " {hours}h"))
            }
            Setting::Receipts(on) => write!(f, "receipts {}", switch(*on)),
            Setting::Public(on) => write!(f, "public {}", switch(*on)),
            Setting::PageLinks(on) => write!(f, "page-links {}", switch(*on)),
            Setting::Theme(name) => write!(f, "theme {name}"),
            Setting::MySide(mine) => write!(f, "board {}", if *mine { "mine" } else { "white" }),
            Setting::Zone(zone) => write!(f, "zone {zone}"),
            Setting::Transport(Transport::Mail) => f.write_str("transport mail"),
            Setting::Transport(Transport::Discord) => f.write_str("transport discord"),
            Setting::Confirm(on) => write!(f, "confirm {}", switch(*on)),
            Setting::Games(Some(most)) => write!(f, "games {most}"),
            Setting::Games(None) => f.write_str("games off"),
            Setting::News(on) => write!(f, "news {}", switch(*on)),
        }
    }
}

fn digest(words: &mut Words<'_>) -> Result<Setting, SettingSlip> {
    words.take_any(&["at", "on"]);
    if words.take_any(&["off", "no", "none"]) {
        return Ok(Setting::AtOnce);
    }
    let said = words.take_rest().to_ascii_lowercase().replace("o'clock", "");
    let said =
        said.replace(" in the morning", "am").replace(" in the evening", "pm").replace(" in the afternoon", "pm");
    let text = said.replace(' ', "");
    if text.is_empty() {
        return Err(SettingSlip::Missing);
    }
    let minute = time_of_day(&text).ok_or_else(|| SettingSlip::NoTimeOfDay(short(&text)))?;
    Ok(Setting::Digest { minute })
}

fn notices(words: &mut Words<'_>) -> Result<Setting, SettingSlip> {
    if words.take_any(&["at-once", "at once", "all", "on", "now", "always", "immediately"]) {
        Ok(Setting::AtOnce)
    } else if words.take_any(&["reminders", "reminders only", "none", "off", "no"]) {
        words.take("only");
        Ok(Setting::RemindersOnly)
    } else if words.take("digest") {
        digest(words)
    } else {
        Err(SettingSlip::Missing)
    }
}

/// At most five, latest last, each once.
fn reminders(words: &mut Words<'_>) -> Result<Setting, SettingSlip> {
    if words.take_any(&["off", "none", "no", "never"]) {
        return Ok(Setting::Reminders(Vec::new()));
    }
    if words.take("only") {
        return Ok(Setting::RemindersOnly);
    }
    let text =
        words.take_rest().to_ascii_lowercase().replace(" hours", "h").replace(" days", "d").replace(" and ", " ");
    let mut hours = Vec::new();
    for word in text.split([' ', ',']).filter(|word| !word.is_empty()) {
        let read = match word.parse::<u32>() {
            Ok(hours) => Some(hours),
            Err(_) => duration::read(word).map(|seconds| seconds / HOUR),
        };
        match read {
            Some(number @ 1..=720) => hours.push(number),
            _ => return Err(SettingSlip::NoReminder(short(word))),
        }
    }
    hours.sort_unstable_by(|a, b| b.cmp(a));
    hours.dedup();
    match hours.len() {
        0 => Err(SettingSlip::Missing),
        1..=5 => Ok(Setting::Reminders(hours)),
        _ => Err(SettingSlip::TooManyReminders),
    }
}

/// A number of games, or `off` for no bound.
fn most_games(words: &mut Words<'_>) -> Result<Option<u32>, SettingSlip> {
    if words.take_any(&["off", "none", "no", "any", "unlimited"]) {
        return Ok(None);
    }
    let word = words.next().filter(|word| !word.is_empty()).ok_or(SettingSlip::Missing)?;
    let number = word.parse().ok().filter(|number| (1..=500).contains(number));
    number.map(Some).ok_or_else(|| SettingSlip::NoBound(short(word)))
}

fn on_or_off(words: &mut Words<'_>) -> Result<bool, SettingSlip> {
    if words.take_any(&["on", "yes", "always"]) {
        Ok(true)
    } else if words.take_any(&["off", "no", "none", "never"]) {
        Ok(false)
    } else {
        Err(SettingSlip::Missing)
    }
}

fn theme(words: &mut Words<'_>) -> Result<String, SettingSlip> {
    let word = words.next().ok_or(SettingSlip::Missing)?.to_ascii_lowercase();
    let known = THEMES.contains(&word.as_str());
    if known { Ok(word) } else { Err(SettingSlip::NoTheme(short(&word))) }
}

fn board(words: &mut Words<'_>) -> Result<Setting, SettingSlip> {
    if words.take_any(&["mine", "my side", "from my side", "on", "own"]) {
        Ok(Setting::MySide(true))
    } else if words.take_any(&["white", "from white", "off", "fixed"]) {
        Ok(Setting::MySide(false))
    } else {
        Err(SettingSlip::Missing)
    }
}

fn zone(words: &mut Words<'_>) -> Result<Setting, SettingSlip> {
    let text = words.take_rest().trim_matches(['.', ',', '"', '\'']).replace(' ', "_");
    match moment::zone_name(&text) {
        Some(zone) => Ok(Setting::Zone(zone)),
        None if text.is_empty() => Err(SettingSlip::Missing),
        None => Err(SettingSlip::NoZone(short(&text))),
    }
}

fn transport(words: &mut Words<'_>) -> Result<Setting, SettingSlip> {
    if words.take_any(&["mail", "email", "e-mail"]) {
        Ok(Setting::Transport(Transport::Mail))
    } else if words.take("discord") {
        Ok(Setting::Transport(Transport::Discord))
    } else {
        Err(SettingSlip::Missing)
    }
}

/// `8`, `8:00`, `8.30`, `20h`, `8am`, `8:30pm`, `8 Uhr` without the space: minutes after midnight.
fn time_of_day(text: &str) -> Option<u16> {
    let (text, afternoon) = match (text.strip_suffix("am"), text.strip_suffix("pm")) {
        (Some(text), _) => (text, Some(false)),
        (_, Some(text)) => (text, Some(true)),
        _ => (text.trim_end_matches(['h', '.']), None),
    };
    let (hour, minute) = text.split_once([':', '.', 'h']).unwrap_or((text, "0"));
    let number = |text: &str| text.bytes().all(|b| b.is_ascii_digit()).then(|| text.parse::<u16>().ok()).flatten();
    let (hour, minute) = (number(hour)?, number(minute)?);
    let hour = match afternoon {
        Some(_) if !(1..=12).contains(&hour) => return None,
        Some(true) => hour % 12 + 12,
        Some(false) => hour % 12,
        None => hour,
    };
    (hour < 24 && minute < 60).then_some(hour * 60 + minute)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_setting_says_how_it_is_typed() {
        let forms = crate::command::table::SETTING_FORMS;
        assert_eq!(forms.iter().map(|(name, _)| *name).collect::<Vec<_>>(), NAMES);
        for (name, form) in forms {
            let (first, _) = form.split_once(['`', ',']).unwrap_or_default();
            assert_eq!(first, "Type ", "{name}");
            for example in form.split('`').skip(1).step_by(2) {
                let typed = example.strip_prefix("set ").unwrap_or(example);
                assert!(matches!(read(&mut Words::new(typed)), Ok(Some(_))), "{example}");
            }
        }
        let (_, themes) = forms.iter().find(|(name, _)| *name == "theme").unwrap_or(&("", ""));
        assert!(THEMES.iter().all(|theme| themes.contains(&format!("`theme {theme}`"))));
    }

    #[test]
    fn times_of_day() {
        for (text, minute) in [
            ("8", Some(480)),
            ("8:00", Some(480)),
            ("08.30", Some(510)),
            ("8am", Some(480)),
            ("12am", Some(0)),
            ("8:30pm", Some(1230)),
            ("20h", Some(1200)),
            ("20h15", Some(1215)),
            ("24:00", None),
            ("13pm", None),
            ("8:60", None),
            ("noon", None),
            ("", None),
            ("+8", None),
        ] {
            assert_eq!(time_of_day(text), minute, "{text}");
        }
    }
}
