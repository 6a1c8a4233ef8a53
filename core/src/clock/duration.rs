//! Lengths of time: reading what people type, and printing them short, in words, or roughly.

use crate::plural::counted;

/// Seconds in a minute.
pub const MINUTE: u32 = 60;
/// Seconds in an hour.
pub const HOUR: u32 = 60 * MINUTE;
/// Seconds in a day.
pub const DAY: u32 = 24 * HOUR;

/// The units, largest first: their length, letter and word.
const UNITS: [(u32, &str, &str); 4] =
    [(DAY, "d", "day"), (HOUR, "h", "hour"), (MINUTE, "m", "minute"), (1, "s", "second")];

/// Reads `7d`, `36h`, `1d12h`, `2 weeks`, `1 day and 6 hours`: numbers with units, largest first or not. A lone `0`
/// needs no unit. Too much is [`u32::MAX`].
pub fn read(text: &str) -> Option<u32> {
    let text = text.trim().to_lowercase();
    if text == "0" {
        return Some(0);
    }
    let mut rest = text.as_str();
    let mut total: Option<u32> = None;
    while !rest.is_empty() {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        if digits == 0 {
            return None;
        }
        let number = rest[..digits].parse().unwrap_or(u32::MAX);
        rest = rest[digits..].trim_start();
        let letters = rest.find(|c: char| !c.is_alphabetic()).unwrap_or(rest.len());
        let unit = unit(&rest[..letters])?;
        total = Some(total.unwrap_or(0).saturating_add(number.saturating_mul(unit)));
        rest = rest[letters..].trim_start_matches([' ', ',']);
        rest = rest.strip_prefix("and ").unwrap_or(rest).trim_start();
    }
    total
}

/// `10d`, `36h`, `90m`: in the largest unit that divides it, which [`read`] reads back.
pub fn short(seconds: u32) -> String {
    let (length, letter, _) = fitting(seconds);
    format!("{}{letter}", seconds / length)
}

/// `10 days`, `36 hours`, `1 minute`: exact, in the largest unit that divides it.
pub fn exactly(seconds: u32) -> String {
    let (length, _, word) = fitting(seconds);
    counted(i64::from(seconds / length), word)
}

/// `10 days`, `47 hours`, `6 hours`, `25 minutes`, `less than a minute`: to the nearest unit, for what is left.
/// Days only from two days up, hours from two hours up, so that it is never far off.
pub fn roughly(seconds: i64) -> String {
    for (length, _, word) in UNITS.into_iter().take(3) {
        let length = i64::from(length);
        if seconds >= 2 * length || (word == "minute" && seconds >= length) {
            return counted((seconds + length / 2) / length, word);
        }
    }
    "less than a minute".to_owned()
}

fn fitting(seconds: u32) -> (u32, &'static str, &'static str) {
    // Every unit divides zero; hours are the usual unit for an increment.
    let fits =
        |&(length, ..): &(u32, &str, &str)| if seconds == 0 { length == HOUR } else { seconds.is_multiple_of(length) };
    UNITS.into_iter().find(fits).unwrap_or(UNITS[3])
}

fn unit(word: &str) -> Option<u32> {
    Some(match word {
        "w" | "wk" | "wks" | "week" | "weeks" => 7 * DAY,
        "d" | "day" | "days" => DAY,
        "h" | "hr" | "hrs" | "hour" | "hours" => HOUR,
        "m" | "min" | "mins" | "minute" | "minutes" => MINUTE,
        "s" | "sec" | "secs" | "second" | "seconds" => 1,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reading() {
        for (text, seconds) in [
            ("7d", Some(7 * DAY)),
            ("36 H", Some(36 * HOUR)),
            ("1d12h", Some(36 * HOUR)),
            ("1 day and 12 hours", Some(36 * HOUR)),
            ("2 weeks", Some(14 * DAY)),
            ("0", Some(0)),
            ("7", None),
            ("d", None),
            ("", None),
            ("7 suns", None),
            ("-7d", None),
            ("99999999999d", Some(u32::MAX)),
        ] {
            assert_eq!(read(text), seconds, "{text}");
        }
    }

    #[test]
    fn printing() {
        assert_eq!((short(36 * HOUR).as_str(), exactly(36 * HOUR).as_str()), ("36h", "36 hours"));
        assert_eq!((short(DAY).as_str(), exactly(DAY).as_str()), ("1d", "1 day"));
        assert_eq!((short(0).as_str(), exactly(61).as_str()), ("0h", "61 seconds"));
        for (seconds, text) in [
            (10 * 86_400, "10 days"),
            (10 * 86_400 - 40, "10 days"),
            (2 * 86_400 - 1, "48 hours"),
            (6 * 3600, "6 hours"),
            (2 * 3600 - 1, "120 minutes"),
            (60, "1 minute"),
            (59, "less than a minute"),
            (-5, "less than a minute"),
        ] {
            assert_eq!(roughly(seconds), text);
        }
    }
}
