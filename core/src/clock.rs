//! Clocks: pure functions of a rule, what is left, and the time.
//!
//! A rule is what two players agree on; [`running`] is how much of it is left; [`duration`] and
//! [`moment`] read and print lengths and points of time.

use std::fmt;
use std::str::FromStr;

use duration::{DAY, HOUR, MINUTE};
use serde::{Deserialize, Serialize};

pub mod duration;
pub mod moment;
pub mod running;

/// How much time the players have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ClockRule {
    /// A fixed time at the start and an increment per turn, capped at the starting time: `10d+36h`.
    Bank {
        /// Seconds at the start.
        start: u32,
        /// Seconds added for each turn played.
        add: u32,
        /// The most that one player can use in the whole game: `10d+36h max 45d`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        max: Option<u32>,
    },
    /// A fixed time for each turn: `3d/turn`.
    PerTurn {
        /// Seconds.
        each: u32,
        /// The most that one player can use in the whole game: `3d/turn max 30d`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        max: Option<u32>,
    },
    /// No clock.
    None,
}

/// The least and the most that a clock may give, in seconds.
const RANGE: std::ops::RangeInclusive<u32> = MINUTE..=366 * DAY;

impl Default for ClockRule {
    /// 10 days, and 36 hours per turn.
    fn default() -> ClockRule {
        ClockRule::bank(10 * DAY, 36 * HOUR)
    }
}

impl ClockRule {
    /// A starting time and an increment, both in seconds, with no bound on the whole.
    pub const fn bank(start: u32, add: u32) -> ClockRule {
        ClockRule::Bank { start, add, max: None }
    }

    /// So many seconds for each turn, with no bound on the whole.
    pub const fn per_turn(each: u32) -> ClockRule {
        ClockRule::PerTurn { each, max: None }
    }

    /// The same clock with a bound on what one player can use in all; without a clock there is none.
    #[must_use]
    pub const fn at_most(self, seconds: u32) -> ClockRule {
        match self {
            ClockRule::Bank { start, add, .. } => ClockRule::Bank { start, add, max: Some(seconds) },
            ClockRule::PerTurn { each, .. } => ClockRule::PerTurn { each, max: Some(seconds) },
            ClockRule::None => ClockRule::None,
        }
    }

    /// The most seconds that one player can use in the whole game, if that is bounded.
    pub const fn max(self) -> Option<u32> {
        match self {
            ClockRule::Bank { max, .. } | ClockRule::PerTurn { max, .. } => max,
            ClockRule::None => None,
        }
    }

    /// Whether it is meant for people who sit at the board: it would run out within hours.
    pub fn is_live(self) -> bool {
        match self {
            ClockRule::Bank { start: time, .. } | ClockRule::PerTurn { each: time, .. } => time < 6 * HOUR,
            ClockRule::None => false,
        }
    }

    /// Whether both sit at the board until the game is over: it would run out within the hour.
    pub fn is_under_an_hour(self) -> bool {
        match self {
            ClockRule::Bank { start: time, .. } | ClockRule::PerTurn { each: time, .. } => time < HOUR,
            ClockRule::None => false,
        }
    }

    /// What one turn is worth; when a reminder makes sense is measured by it.
    pub fn allowance(self) -> Option<u32> {
        match self {
            ClockRule::Bank { start, add, .. } => Some(if add == 0 { start } else { add }),
            ClockRule::PerTurn { each, .. } => Some(each),
            ClockRule::None => None,
        }
    }
}

/// The form that [`ClockRule::from_str`] reads back: `10d+36h`, `10d+36h max 45d`, `3d/turn`, `none`.
impl fmt::Display for ClockRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            ClockRule::Bank { start, add, .. } => write!(f, "{}+{}", duration::short(start), duration::short(add))?,
            ClockRule::PerTurn { each, .. } => write!(f, "{}/turn", duration::short(each))?,
            ClockRule::None => f.write_str("none")?,
        }
        self.max().map_or(Ok(()), |max| write!(f, " max {}", duration::short(max)))
    }
}

/// A text that is not a clock; the message says what one looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotAClock {
    /// It can't be read.
    #[error("a clock is written 10d+36h (10 days, plus 36 hours per turn), 10d+36h max 45d, 3d/turn, or none")]
    Unreadable,
    /// It is too short or too long.
    #[error("a clock gives from 1 minute to 366 days")]
    OutOfRange,
    /// Its bound is less than what it begins with.
    #[error("what a clock gives at most, as in 10d+36h max 45d, is not less than what it begins with")]
    BoundBelowStart,
}

/// Reads what people write for clocks, in any case: `10d+36h`, `10 days plus 36 hours per turn`, `3d/turn`,
/// `3 days a move`, `none`; each with `max 45d` behind it, or `at most 45 days in all`. A bare `2 days` is per turn, as correspondence players mean it.
impl FromStr for ClockRule {
    type Err = NotAClock;

    fn from_str(text: &str) -> Result<ClockRule, NotAClock> {
        let text = text.trim().to_lowercase().replace(',', " ");
        if matches!(text.as_str(), "none" | "no" | "off" | "unlimited" | "no clock" | "without clock") {
            return Ok(ClockRule::None);
        }
        let in_range = |text: &str, shortest: u32| {
            let seconds = duration::read(text).ok_or(NotAClock::Unreadable)?;
            if (shortest..=*RANGE.end()).contains(&seconds) { Ok(seconds) } else { Err(NotAClock::OutOfRange) }
        };
        let (text, max) = match bound_behind(text.trim()) {
            Some((text, bound)) => (text, Some(in_range(bound, *RANGE.start())?)),
            None => (text.trim(), None),
        };
        let (text, per_turn) = match without_per_turn(text) {
            Some(rest) => (rest, true),
            None => (text, false),
        };
        let rule = match text.split_once('+').or_else(|| text.split_once(" plus ")) {
            Some((start, add)) => ClockRule::bank(in_range(start, *RANGE.start())?, in_range(add, 0)?),
            None if per_turn || duration::read(text).is_some() => ClockRule::per_turn(in_range(text, *RANGE.start())?),
            None => return Err(NotAClock::Unreadable),
        };
        match (max, rule) {
            (None, rule) => Ok(rule),
            (Some(max), ClockRule::Bank { start: least, .. } | ClockRule::PerTurn { each: least, .. })
                if max < least =>
            {
                Err(NotAClock::BoundBelowStart)
            }
            (Some(max), rule) => Ok(rule.at_most(max)),
        }
    }
}

/// Splits `max 45d`, `at most 45 days in all`, `(45 days at most)` off the end: the clock and the bound.
fn bound_behind(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_end_matches(')').trim_end();
    let words = ["in all", "in total", "altogether", "for the whole game"];
    let bounded = words.iter().find_map(|word| text.strip_suffix(word)).unwrap_or(text).trim_end();
    if let Some(found) = ["max", "at most", "up to"].iter().find_map(|word| {
        let at = bounded.rfind(word)?;
        Some((bounded[..at].strip_suffix([' ', '('])?, bounded[at + word.len()..].trim_start_matches([':', '='])))
    }) && !found.1.trim().is_empty()
    {
        return Some((found.0.trim_end_matches([' ', '(']), found.1.trim()));
    }
    let (clock, bound) = text.strip_suffix("at most")?.rsplit_once('(')?;
    Some((clock.trim_end(), bound.trim()))
}

/// Cuts `/turn`, `per move`, `a turn`… off the end.
fn without_per_turn(text: &str) -> Option<&str> {
    let text = ["turns", "turn", "moves", "move", "ply"].iter().find_map(|word| text.strip_suffix(word))?.trim_end();
    ["/", " per", " each", " every", " a"].iter().find_map(|word| text.strip_suffix(word)).map(str::trim_end)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn what_people_write() {
        let bank = ClockRule::bank;
        let usual = ClockRule::default();
        for (text, rule) in [
            ("10d+36h", ClockRule::default()),
            ("10D + 36H", ClockRule::default()),
            ("10 days, plus 36 hours per turn", ClockRule::default()),
            ("10 days + 36 hours per move", ClockRule::default()),
            ("1w+1d12h/turn", bank(7 * DAY, 36 * HOUR)),
            ("10d+0", bank(10 * DAY, 0)),
            ("3d/turn", ClockRule::per_turn(3 * DAY)),
            ("3 days per turn", ClockRule::per_turn(3 * DAY)),
            ("3 days a move", ClockRule::per_turn(3 * DAY)),
            ("2 days", ClockRule::per_turn(2 * DAY)),
            ("10d+36h max 45d", usual.at_most(45 * DAY)),
            ("10D+36H MAX 45D", usual.at_most(45 * DAY)),
            ("10 days, plus 36 hours per turn, at most 45 days in all", usual.at_most(45 * DAY)),
            ("10 days + 36 hours per turn (45 days at most)", usual.at_most(45 * DAY)),
            ("3d/turn max 30d", ClockRule::per_turn(3 * DAY).at_most(30 * DAY)),
            ("2 days up to 3 weeks", ClockRule::per_turn(2 * DAY).at_most(21 * DAY)),
            ("None", ClockRule::None),
            ("no clock", ClockRule::None),
        ] {
            assert_eq!(text.parse(), Ok(rule), "{text}");
        }
        for text in [
            "",
            "soon",
            "+",
            "d",
            "10",
            "3 fortnights",
            "10d+",
            "+36h",
            "per turn",
            "-3d",
            "1d+1d+1d",
            "größe",
            "max 45d",
            "none max 45d",
            "10d+36h max",
            "10d+36h max soon",
            "10d+36h max 45d max 50d",
        ] {
            assert_eq!(text.parse::<ClockRule>(), Err(NotAClock::Unreadable), "{text}");
        }
        for text in ["1s/turn", "400d", "99999999999999999999d", "10d+9999w", "0d+1h", "10d+36h max 400d"] {
            assert_eq!(text.parse::<ClockRule>(), Err(NotAClock::OutOfRange), "{text}");
        }
        for text in ["10d+36h max 9d", "3d/turn max 2d"] {
            assert_eq!(text.parse::<ClockRule>(), Err(NotAClock::BoundBelowStart), "{text}");
        }
    }

    #[test]
    fn some_are_under_an_hour() {
        for (text, short) in
            [("30m+10s", true), ("59m/turn", true), ("1h+1m", false), ("10d+36h", false), ("none", false)]
        {
            assert_eq!(text.parse().map(ClockRule::is_under_an_hour), Ok(short), "{text}");
        }
    }

    #[test]
    fn prints_short() {
        assert_eq!(ClockRule::default().to_string(), "10d+36h");
    }

    proptest! {
        #[test]
        fn prints_what_it_reads(start in RANGE, add in 0..=366 * DAY) {
            for rule in [ClockRule::bank(start, add), ClockRule::per_turn(start)] {
                prop_assert_eq!(rule.to_string().parse(), Ok(rule));
                let bounded = rule.at_most(start.max(40 * DAY));
                prop_assert_eq!(bounded.to_string().parse(), Ok(bounded));
            }
        }

        #[test]
        fn never_panics(text in "\\PC*") {
            let _ = text.parse::<ClockRule>();
        }
    }
}
