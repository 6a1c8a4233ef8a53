//! When seasons and cups begin, and the last moment of a round: arithmetic, so that it is known when the round begins.

use jiff::civil::{Date, date};
use jiff::tz::TimeZone;

use crate::clock::moment::{Timestamp, zoned};
use crate::command::Day;

/// When the next season of a league begins: 1 January, 1 May or 1 September, 0:00 UTC, later than `now`.
pub fn next_season(now: Timestamp) -> Option<Timestamp> {
    first_of_month_after(now, |month| matches!(month, 1 | 5 | 9))
}

/// When the next cup begins: the first of a month, 0:00 UTC, later than `now`.
pub fn next_cup(now: Timestamp) -> Option<Timestamp> {
    first_of_month_after(now, |_| true)
}

/// The last moment of a round. Each of two players can use the bound of the clock and stand still for the leave, and one of
/// both clocks always runs.
pub const fn last_moment(start: Timestamp, most: u32, leave: u32) -> Timestamp {
    start + 2 * (most as i64 + leave as i64)
}

/// The start of a day, UTC.
pub fn midnight(day: Date) -> Option<Timestamp> {
    day.to_zoned(TimeZone::UTC).ok().map(|zoned| zoned.timestamp().as_second())
}

/// The day of a month named without a year: the next one, today included.
pub fn next_day(day: i8, month: i8, now: Timestamp) -> Option<Date> {
    let today = zoned(now, &TimeZone::UTC)?.date();
    let years = today.year()..=today.year().saturating_add(4);
    years.filter_map(|year| Date::new(year, month, day).ok()).find(|found| *found >= today)
}

/// The beginning of a day that is named by its place in the week, or as the next one.
pub fn coming(day: Day, now: Timestamp) -> Option<Timestamp> {
    let today = zoned(now, &TimeZone::UTC)?.date();
    midnight(today.checked_add(jiff::Span::new().days(i64::from(day.days_from(today)?))).ok()?)
}

fn first_of_month_after(now: Timestamp, wanted: impl Fn(i8) -> bool) -> Option<Timestamp> {
    let today = zoned(now, &TimeZone::UTC)?.date();
    let months = (i32::from(today.year()) * 12 + i32::from(today.month()) - 1)..;
    months.take(14).find_map(|count| {
        let (year, month) = (i16::try_from(count / 12).ok()?, i8::try_from(count % 12 + 1).ok()?);
        let start = midnight(date(year, month, 1))?;
        (wanted(month) && start > now).then_some(start)
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::clock::moment::stamp;

    /// 2026-11-18 01:00 UTC.
    const NOW: Timestamp = 1_794_963_600;

    #[test]
    fn seasons_and_cups() {
        let shown = |at: Option<Timestamp>| stamp(at.unwrap(), &TimeZone::UTC);
        assert_eq!(shown(Some(NOW)), "2026-11-18 01:00");
        assert_eq!([shown(next_season(NOW)), shown(next_cup(NOW))], ["2027-01-01 00:00", "2026-12-01 00:00"]);
        let new_year = next_season(NOW).unwrap();
        assert_eq!(shown(next_season(new_year)), "2027-05-01 00:00", "never the one that begins now");
        assert_eq!(shown(next_season(new_year - 1)), "2027-01-01 00:00");
        assert_eq!(shown(next_season(next_season(new_year).unwrap())), "2027-09-01 00:00");
    }

    #[test]
    fn a_round_of_a_league_fits_into_its_season() {
        let day = 86_400;
        assert_eq!(last_moment(0, 45 * day as u32, 7 * day as u32), 104 * day);
        let mut start = next_season(NOW).unwrap();
        for _ in 0..30 {
            let next = next_season(start).unwrap();
            assert!(last_moment(start, 45 * day as u32, 7 * day as u32) + 14 * day <= next);
            start = next;
        }
        assert_eq!(last_moment(0, 21 * day as u32, 3 * day as u32), 48 * day);
    }

    #[test]
    fn days_without_a_year_are_to_come() {
        let shown = |day, month| next_day(day, month, NOW).unwrap().to_string();
        assert_eq!([shown(1, 12), shown(18, 11), shown(17, 11)], ["2026-12-01", "2026-11-18", "2027-11-17"]);
        assert_eq!(shown(29, 2), "2028-02-29");
        assert_eq!(next_day(31, 2, NOW), None);
    }
}
