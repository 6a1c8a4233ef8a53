//! The words for moments and lengths of time.

use jiff::tz::TimeZone;

use super::plural::counted;
use crate::clock::duration::{DAY, HOUR, MINUTE, fitting};
use crate::clock::moment::{Timestamp, zoned};

/// The units, largest first.
const UNITS: [(u32, &str); 4] = [(DAY, "day"), (HOUR, "hour"), (MINUTE, "minute"), (1, "second")];

/// `10 days`, `36 hours`, `1 minute`: exact, in the largest unit that divides it.
pub fn exactly(seconds: u32) -> String {
    let (length, _) = fitting(seconds);
    let word = UNITS.iter().find(|unit| unit.0 == length).map_or("second", |unit| unit.1);
    counted(i64::from(seconds / length), word)
}

/// `10 days`, `47 hours`, `6 hours`, `25 minutes`, `less than a minute`: to the nearest unit, for what is left.
/// Days only from two days up, hours from two hours up, so that it is never far off.
pub fn roughly(seconds: i64) -> String {
    for (length, word) in UNITS.into_iter().take(3) {
        let length = i64::from(length);
        if seconds >= 2 * length || (word == "minute" && seconds >= length) {
            return counted((seconds + length / 2) / length, word);
        }
    }
    "less than a minute".to_owned()
}

/// `Thu 4 Jun 18:00`; with the year where it isn't obvious, more than 300 days away from `now`.
pub fn absolute(at: Timestamp, now: Timestamp, zone: &TimeZone) -> String {
    let Some(zoned) = zoned(at, zone) else { return "an unknown time".to_owned() };
    let far = (at - now).abs() > 300 * i64::from(DAY);
    zoned.strftime(if far { "%a %-d %b %Y %H:%M" } else { "%a %-d %b %H:%M" }).to_string()
}

/// `4 Jun 2026`
pub fn day(at: Timestamp, zone: &TimeZone) -> String {
    zoned(at, zone).map_or_else(|| "an unknown day".to_owned(), |zoned| zoned.strftime("%-d %b %Y").to_string())
}

/// The name of the zone at that moment, behind a space: ` CEST`, ` UTC`, ` UTC+5:30` where it has no letters.
pub fn zone(at: Timestamp, zone: &TimeZone) -> String {
    let Some(zoned) = zoned(at, zone) else { return String::new() };
    let name = zoned.strftime("%Z").to_string();
    if name.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return format!(" {name}");
    }
    let minutes = zoned.offset().seconds() / 60;
    let (sign, minutes) = (if minutes < 0 { '-' } else { '+' }, minutes.unsigned_abs());
    match (minutes / 60, minutes % 60) {
        (0, 0) => " UTC".to_owned(),
        (hours, 0) => format!(" UTC{sign}{hours}"),
        (hours, minutes) => format!(" UTC{sign}{hours}:{minutes:02}"),
    }
}

/// `by Thu 4 Jun 18:00 CEST (10 days)`: absolute first, since mail ages.
pub fn by(deadline: Timestamp, now: Timestamp, zone: &TimeZone) -> String {
    let named = self::zone(deadline, zone);
    format!("by {}{named} ({})", absolute(deadline, now, zone), roughly(deadline - now))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::clock::moment::zone;

    /// 2026-05-25 16:00 UTC, a Monday.
    const NOW: Timestamp = 1_779_724_800;

    #[test]
    fn deadlines_are_absolute_first() {
        let (berlin, day) = (zone("europe/berlin").unwrap(), i64::from(DAY));
        assert_eq!(by(NOW + 10 * day, NOW, &berlin), "by Thu 4 Jun 18:00 CEST (10 days)");
        assert_eq!(absolute(NOW + 10 * day, NOW, &zone("-0530").unwrap()), "Thu 4 Jun 10:30");
        assert_eq!(absolute(NOW + 400 * day, NOW, &TimeZone::UTC), "Tue 29 Jun 2027 16:00");
        assert_eq!(absolute(i64::MAX, 0, &TimeZone::UTC), "an unknown time");
    }

    #[test]
    fn a_zone_has_a_name() {
        let named = |text: &str| super::zone(NOW, &zone(text).unwrap());
        assert_eq!([named("UTC"), named("europe/berlin"), named("America/New_York")], [" UTC", " CEST", " EDT"]);
        assert_eq!([named("+02:00"), named("-0530"), named("America/Sao_Paulo")], [" UTC+2", " UTC-5:30", " UTC-3"]);
    }

    #[test]
    fn lengths() {
        assert_eq!([exactly(36 * HOUR), exactly(DAY), exactly(61)], ["36 hours", "1 day", "61 seconds"]);
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
