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
    },
    /// A fixed time for each turn: `3d/turn`.
    PerTurn {
        /// Seconds.
        each: u32,
    },
    /// No clock.
    None,
}

/// The least and the most that a clock may give, in seconds.
const RANGE: std::ops::RangeInclusive<u32> = MINUTE..=366 * DAY;

impl Default for ClockRule {
    /// 10 days, and 36 hours per turn.
    fn default() -> ClockRule {
        ClockRule::Bank { start: 10 * DAY, add: 36 * HOUR }
    }
}

impl ClockRule {
    /// Whether it is meant for people who sit at the board: it would run out within hours.
    pub fn is_live(self) -> bool {
        match self {
            ClockRule::Bank { start: time, .. } | ClockRule::PerTurn { each: time } => time < 6 * HOUR,
            ClockRule::None => false,
        }
    }

    /// Whether both sit at the board until the game is over: it would run out within the hour.
    pub fn is_under_an_hour(self) -> bool {
        match self {
            ClockRule::Bank { start: time, .. } | ClockRule::PerTurn { each: time } => time < HOUR,
            ClockRule::None => false,
        }
    }

    /// What one turn is worth; when a reminder makes sense is measured by it.
    pub fn allowance(self) -> Option<u32> {
        match self {
            ClockRule::Bank { start, add } => Some(if add == 0 { start } else { add }),
            ClockRule::PerTurn { each } => Some(each),
            ClockRule::None => None,
        }
    }
}

/// The form that [`ClockRule::from_str`] reads back: `10d+36h`, `3d/turn`, `none`.
impl fmt::Display for ClockRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            ClockRule::Bank { start, add } => write!(f, "{}+{}", duration::short(start), duration::short(add)),
            ClockRule::PerTurn { each } => write!(f, "{}/turn", duration::short(each)),
            ClockRule::None => f.write_str("none"),
        }
    }
}

/// A text that is not a clock; the message says what one looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotAClock {
    /// It can't be read.
    #[error("a clock is written 10d+36h (10 days, plus 36 hours per turn), 3d/turn, or none")]
    Unreadable,
    /// It is too short or too long.
    #[error("a clock gives from 1 minute to 366 days")]
    OutOfRange,
}

/// Reads what people write for clocks, in any case: `10d+36h`, `10 days plus 36 hours per turn`, `3d/turn`,
/// `3 days a move`, `none`. A bare `2 days` is per turn, as correspondence players mean it.
impl FromStr for ClockRule {
    type Err = NotAClock;

    fn from_str(text: &str) -> Result<ClockRule, NotAClock> {
        let text = text.trim().to_lowercase().replace(',', " ");
        if matches!(text.as_str(), "none" | "no" | "off" | "unlimited" | "no clock" | "without clock") {
            return Ok(ClockRule::None);
        }
        let (text, per_turn) = match without_per_turn(text.trim()) {
            Some(rest) => (rest, true),
            None => (text.trim(), false),
        };
        let in_range = |text: &str, shortest: u32| {
            let seconds = duration::read(text).ok_or(NotAClock::Unreadable)?;
            if (shortest..=*RANGE.end()).contains(&seconds) { Ok(seconds) } else { Err(NotAClock::OutOfRange) }
        };
        match text.split_once('+').or_else(|| text.split_once(" plus ")) {
            Some((start, add)) => {
                Ok(ClockRule::Bank { start: in_range(start, *RANGE.start())?, add: in_range(add, 0)? })
            }
            None if per_turn || duration::read(text).is_some() => {
                Ok(ClockRule::PerTurn { each: in_range(text, *RANGE.start())? })
            }
            None => Err(NotAClock::Unreadable),
        }
    }
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
        let bank = |start, add| ClockRule::Bank { start, add };
        for (text, rule) in [
            ("10d+36h", ClockRule::default()),
            ("10D + 36H", ClockRule::default()),
            ("10 days, plus 36 hours per turn", ClockRule::default()),
            ("10 days + 36 hours per move", ClockRule::default()),
            ("1w+1d12h/turn", bank(7 * DAY, 36 * HOUR)),
            ("10d+0", bank(10 * DAY, 0)),
            ("3d/turn", ClockRule::PerTurn { each: 3 * DAY }),
            ("3 days per turn", ClockRule::PerTurn { each: 3 * DAY }),
            ("3 days a move", ClockRule::PerTurn { each: 3 * DAY }),
            ("2 days", ClockRule::PerTurn { each: 2 * DAY }),
            ("None", ClockRule::None),
            ("no clock", ClockRule::None),
        ] {
            assert_eq!(text.parse(), Ok(rule), "{text}");
        }
        for text in ["", "soon", "+", "d", "10", "3 fortnights", "10d+", "+36h", "per turn", "-3d", "1d+1d+1d", "größe"]
        {
            assert_eq!(text.parse::<ClockRule>(), Err(NotAClock::Unreadable), "{text}");
        }
        for text in ["1s/turn", "400d", "99999999999999999999d", "10d+9999w", "0d+1h"] {
            assert_eq!(text.parse::<ClockRule>(), Err(NotAClock::OutOfRange), "{text}");
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
            for rule in [ClockRule::Bank { start, add }, ClockRule::PerTurn { each: start }] {
                prop_assert_eq!(rule.to_string().parse(), Ok(rule));
            }
        }

        #[test]
        fn never_panics(text in "\\PC*") {
            let _ = text.parse::<ClockRule>();
        }
    }
}
