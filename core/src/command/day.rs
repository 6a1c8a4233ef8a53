//! Days as people name them: `Monday`, `tomorrow`, `1 Dec`, `2026-12-01`. Which day that is depends on the reader's own
//! calendar, and is asked of it only when the command runs.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::words::Words;

/// A day without a year that everybody knows, or a date.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Day {
    /// The next day.
    Tomorrow,
    /// The next one of this name; Monday is 0.
    Weekday(u8),
    /// A date; without a year the next one.
    Date {
        /// Its day of the month.
        day: i8,
        /// Its month.
        month: i8,
        /// Its year.
        year: Option<i16>,
    },
}

const WEEKDAYS: [&str; 7] = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
const MONTHS: [&str; 12] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

impl Day {
    /// The day that these words begin with.
    pub(super) fn read(words: &mut Words<'_>) -> Option<Day> {
        if words.take("tomorrow") {
            return Some(Day::Tomorrow);
        }
        words.take("next");
        let said = words.peek()?.trim_end_matches(['.', ',']).to_ascii_lowercase();
        let named = |day: &str| said.len() >= 3 && day.to_ascii_lowercase().starts_with(&said);
        if let Some(place) = WEEKDAYS.iter().position(|day| named(day)) {
            words.next();
            return u8::try_from(place).ok().map(Day::Weekday);
        }
        date(words).map(|(day, month, year)| Day::Date { day, month, year })
    }

    /// How many days it is from a date to this one, at least one.
    pub fn days_from(self, today: jiff::civil::Date) -> Option<u32> {
        let there = match self {
            Day::Tomorrow => today.tomorrow().ok()?,
            Day::Weekday(place) => {
                let weekday = jiff::civil::Weekday::from_monday_zero_offset(i8::try_from(place).ok()?).ok()?;
                today.nth_weekday(1, weekday).ok()?
            }
            Day::Date { day, month, year: Some(year) } => jiff::civil::Date::new(year, month, day).ok()?,
            Day::Date { day, month, year: None } => (0..=8)
                .filter_map(|later| jiff::civil::Date::new(today.year() + later, month, day).ok())
                .find(|date| *date > today)?,
        };
        let days = (there - today).get_days();
        u32::try_from(days).ok().filter(|days| *days > 0)
    }
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Day::Tomorrow => f.write_str("tomorrow"),
            Day::Weekday(place) => f.write_str(WEEKDAYS.get(usize::from(place)).unwrap_or(&"")),
            Day::Date { day, month, year } => {
                write!(f, "{day} {}", month_name(month))?;
                year.map_or(Ok(()), |year| write!(f, " {year}"))
            }
        }
    }
}

/// `1 Dec`, `1 December 2026`, `Dec 1`, `2026-12-01`: day, month and perhaps the year.
pub(super) fn date(words: &mut Words<'_>) -> Option<(i8, i8, Option<i16>)> {
    let word = words.next()?;
    if let Ok(date) = word.parse::<jiff::civil::Date>() {
        return Some((date.day(), date.month(), Some(date.year())));
    }
    let other = words.next()?;
    let (day, month) = match month(other) {
        Some(month) => (word, month),
        None => (other, month(word)?),
    };
    let day =
        number::<i8>(day.trim_end_matches(|c: char| c.is_ascii_alphabetic())).filter(|day| (1..=31).contains(day))?;
    let year = words.peek().filter(|word| word.len() == 4).and_then(number::<i16>);
    if year.is_some() {
        words.next();
    }
    Some((day, month, year))
}

fn month(word: &str) -> Option<i8> {
    let word = word.to_ascii_lowercase();
    let place = MONTHS.iter().position(|month| word.starts_with(&month.to_ascii_lowercase()))?;
    i8::try_from(place + 1).ok().filter(|_| word.chars().all(|c| c.is_ascii_alphabetic()))
}

/// A month as it is printed: `Dec`.
pub(super) fn month_name(month: i8) -> &'static str {
    usize::try_from(month).ok().and_then(|month| MONTHS.get(month.wrapping_sub(1)).copied()).unwrap_or("")
}

/// A number of digits alone.
pub(super) fn number<T: std::str::FromStr>(text: &str) -> Option<T> {
    text.bytes().all(|b| b.is_ascii_digit()).then(|| text.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_counted_from_today() {
        // A Wednesday.
        let today = jiff::civil::date(2026, 11, 18);
        for (text, printed, days) in [
            ("Monday", "Monday", Some(5)),
            ("mon", "Monday", Some(5)),
            ("next Wednesday", "Wednesday", Some(7)),
            ("tomorrow", "tomorrow", Some(1)),
            ("1 Dec", "1 Dec", Some(13)),
            ("1st of", "", None),
            ("Dec 1", "1 Dec", Some(13)),
            ("1 Jan", "1 Jan", Some(44)),
            ("18 Nov", "18 Nov", Some(365)),
            ("2026-11-20", "20 Nov 2026", Some(2)),
            ("17 Nov 2026", "17 Nov 2026", None),
            ("29 Feb", "29 Feb", Some(468)),
            ("the end", "", None),
        ] {
            let day = Day::read(&mut Words::new(text));
            assert_eq!(day.map_or(String::new(), |day| day.to_string()), printed, "{text}");
            assert_eq!(day.and_then(|day| day.days_from(today)), days, "{text}");
        }
    }
}
