//! Lengths of time: reading what people type, and printing them so that they can be read back. `text/times.rs` has the
//! words for them.

/// Seconds in a minute.
pub const MINUTE: u32 = 60;
/// Seconds in an hour.
pub const HOUR: u32 = 60 * MINUTE;
/// Seconds in a day.
pub const DAY: u32 = 24 * HOUR;

/// The units, largest first: their length and letter.
const UNITS: [(u32, &str); 4] = [(DAY, "d"), (HOUR, "h"), (MINUTE, "m"), (1, "s")];

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
        let one = ["a ", "an ", "one "].into_iter().find_map(|word| rest.strip_prefix(word));
        let (number, behind) = match (one, digits) {
            (Some(behind), _) => (1, behind),
            (None, 0) => return None,
            (None, _) => (rest[..digits].parse().unwrap_or(u32::MAX), &rest[digits..]),
        };
        rest = behind.trim_start();
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
    let (length, letter) = fitting(seconds);
    format!("{}{letter}", seconds / length)
}

/// The largest unit that divides a length, and its letter.
pub(crate) fn fitting(seconds: u32) -> (u32, &'static str) {
    // Every unit divides zero; hours are the usual unit for an increment.
    let fits = |&(length, _): &(u32, &str)| if seconds == 0 { length == HOUR } else { seconds.is_multiple_of(length) };
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
            ("a week", Some(7 * DAY)),
            ("a day and an hour", Some(25 * HOUR)),
            ("a", None),
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
        assert_eq!([short(36 * HOUR), short(DAY), short(0), short(61)], ["36h", "1d", "0h", "61s"]);
    }
}
