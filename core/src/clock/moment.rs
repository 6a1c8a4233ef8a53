//! Points of time, and the zones that people live in. `text/times.rs` has the words for them.

use std::time::{SystemTime, UNIX_EPOCH};

use jiff::Zoned;
use jiff::tz::{Offset, TimeZone};

/// Seconds since 1970, UTC.
pub type Timestamp = i64;

/// The time by the machine's clock. It is for front ends, which hand it on: nothing in this crate asks for it.
pub fn now() -> Timestamp {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Timestamp::try_from(since.as_secs()).unwrap_or(Timestamp::MAX)
}

/// The zone of an IANA name (any case) or an offset such as `+02:00`, `UTC+2`, `-0530`.
pub fn zone(text: &str) -> Option<TimeZone> {
    let text = text.trim();
    if text.eq_ignore_ascii_case("utc") || text.eq_ignore_ascii_case("gmt") || text.eq_ignore_ascii_case("z") {
        return Some(TimeZone::UTC);
    }
    match offset(text) {
        Some(offset) => Some(TimeZone::fixed(offset)),
        // A name with no slash, such as `EST`, is a zone too; jiff's database decides.
        None => TimeZone::get(text).ok().or_else(|| by_city(text)),
    }
}

/// The zone that is named after a city: `Paris`, `New York`.
fn by_city(city: &str) -> Option<TimeZone> {
    let city = city.replace(' ', "_");
    let names = jiff::tz::db().available();
    let mut named =
        names.filter(|name| name.as_str().rsplit_once('/').is_some_and(|(_, last)| last.eq_ignore_ascii_case(&city)));
    TimeZone::get(named.next()?.as_str()).ok()
}

/// The name under which a zone is kept: the database's spelling (`Europe/Berlin`), or `+02:00`.
pub fn zone_name(text: &str) -> Option<String> {
    let zone = zone(text)?;
    match zone.iana_name() {
        Some(name) => Some(name.to_owned()),
        None => zone.to_fixed_offset().ok().map(|offset| offset_name((offset.seconds() / 60) as i16)),
    }
}

/// An offset in minutes east, as a zone: `+02:00`.
pub fn offset_name(minutes: i16) -> String {
    let sign = if minutes < 0 { '-' } else { '+' };
    let minutes = minutes.unsigned_abs();
    format!("{sign}{:02}:{:02}", minutes / 60, minutes % 60)
}

/// `2026-06-04 18:00`, for records and lists.
pub fn stamp(at: Timestamp, zone: &TimeZone) -> String {
    zoned(at, zone).map_or_else(String::new, |zoned| zoned.strftime("%Y-%m-%d %H:%M").to_string())
}

/// The next time that a clock in that zone shows this minute of the day, later than `now`.
pub fn next_minute_of_day(minute: u16, now: Timestamp, zone: &TimeZone) -> Option<Timestamp> {
    let now = zoned(now, zone)?;
    let time = jiff::civil::time((minute / 60 % 24) as i8, (minute % 60) as i8, 0, 0);
    let today = now.date().to_datetime(time).to_zoned(zone.clone()).ok()?;
    let next =
        if today > now { today } else { now.date().tomorrow().ok()?.to_datetime(time).to_zoned(zone.clone()).ok()? };
    Some(next.timestamp().as_second())
}

/// The calendar year at that moment, in which vacation days are counted.
pub fn year(at: Timestamp, zone: &TimeZone) -> Option<i16> {
    zoned(at, zone).map(|zoned| zoned.year())
}

pub(crate) fn zoned(at: Timestamp, zone: &TimeZone) -> Option<Zoned> {
    Some(jiff::Timestamp::from_second(at).ok()?.to_zoned(zone.clone()))
}

fn offset(text: &str) -> Option<Offset> {
    let text = ["utc", "gmt", "UTC", "GMT"].iter().find_map(|name| text.strip_prefix(name)).unwrap_or(text);
    let (sign, digits) = match text.strip_prefix('+') {
        Some(digits) => (1, digits),
        None => (-1, text.strip_prefix(['-', '\u{2212}'])?),
    };
    let (hours, minutes) = match digits.split_once(':') {
        Some((hours, minutes)) => (hours, minutes),
        None if digits.len() == 4 => digits.split_at_checked(2)?,
        None => (digits, "0"),
    };
    let number = |text: &str| text.bytes().all(|b| b.is_ascii_digit()).then(|| text.parse::<i32>().ok()).flatten();
    let (hours, minutes) = (number(hours)?, number(minutes)?);
    if hours > 14 || minutes > 59 {
        return None;
    }
    Offset::from_seconds(sign * (hours * 3600 + minutes * 60)).ok()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    /// 2026-05-25 16:00 UTC, a Monday.
    const NOW: Timestamp = 1_779_724_800;
    const DAY: i64 = 86_400;

    #[test]
    fn records_and_vacations() {
        let berlin = zone("europe/berlin").unwrap();
        assert_eq!(stamp(NOW, &berlin), "2026-05-25 18:00");
        assert_eq!(year(NOW, &berlin), Some(2026));
    }

    #[test]
    fn zones() {
        for (text, name) in [
            ("EUROPE/berlin", Some("Europe/Berlin")),
            ("+2", Some("+02:00")),
            ("UTC-05:30", Some("-05:30")),
            ("+0545", Some("+05:45")),
            ("utc", Some("UTC")),
            ("paris", Some("Europe/Paris")),
            ("New York", Some("America/New_York")),
            ("Middle/Earth", None),
            ("+99:00", None),
            ("+é1", None),
            ("", None),
        ] {
            assert_eq!(zone_name(text).as_deref(), name, "{text}");
        }
        assert_eq!(offset_name(-150), "-02:30");
    }

    #[test]
    fn the_digest_s_hour_skips_to_tomorrow() {
        let berlin = zone("Europe/Berlin").unwrap();
        assert_eq!(next_minute_of_day(18 * 60 + 1, NOW, &berlin), Some(NOW + 60));
        assert_eq!(next_minute_of_day(18 * 60, NOW, &berlin), Some(NOW + DAY));
        assert_eq!(next_minute_of_day(8 * 60, NOW, &berlin), Some(NOW + 14 * 3600));
    }
}
