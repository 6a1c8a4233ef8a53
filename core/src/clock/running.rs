//! A game's clock as it runs: what each player has left, whose time is passing, and since when. Every change
//! is a function of the state and the moment, so a restart resumes from what is stored.

use super::ClockRule;
use crate::clock::moment::Timestamp;
use crate::rules::Side;

/// What the clock of a game shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// What the players agreed on.
    pub rule: ClockRule,
    /// Seconds that White had left when his clock last stopped.
    pub white: i64,
    /// The same for Black.
    pub black: i64,
    /// Whose time is passing, and since when; `None` while the clock is stopped.
    pub running: Option<Running>,
}

/// Somebody's time is passing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Running {
    /// For whom.
    pub side: Side,
    /// Since when.
    pub since: Timestamp,
}

impl Clock {
    /// A full clock, stopped.
    pub fn new(rule: ClockRule) -> Clock {
        let full = full(rule);
        Clock { rule, white: full, black: full, running: None }
    }

    /// Starts that player's clock; one that was running stops without an increment.
    pub fn run(&mut self, side: Side, now: Timestamp) {
        self.pause(now);
        self.running = Some(Running { side, since: now });
    }

    /// Stops the clock for a vacation, an adjournment or the end. Time already used stays used.
    pub fn pause(&mut self, now: Timestamp) {
        if let Some(Running { side, .. }) = self.running {
            *self.stored(side) = self.left(side, now).unwrap_or(0);
            self.running = None;
        }
    }

    /// A turn was played at `now`: the mover gets the increment, capped at the starting time, and the next player's
    /// clock starts. `next` may be the mover again (Diamond Chess's first turn after the setup).
    pub fn turn_played(&mut self, by: Side, next: Option<Side>, now: Timestamp) {
        self.pause(now);
        let rule = self.rule;
        let stored = self.stored(by);
        let credited = match rule {
            ClockRule::Bank { start, add } => ((*stored).max(0) + i64::from(add)).min(i64::from(start)),
            ClockRule::PerTurn { each } => i64::from(each),
            ClockRule::None => 0,
        };
        // Time given by an operator may exceed the cap; a turn must not take it away.
        *stored = credited.max(*stored);
        self.running = next.map(|side| Running { side, since: now });
    }

    /// Gives a player more time, or takes some away.
    pub fn give(&mut self, side: Side, seconds: i64) {
        let stored = self.stored(side);
        *stored = stored.saturating_add(seconds);
    }

    /// Gives back the time during which the server was down.
    pub fn give_back(&mut self, seconds: i64) {
        if let Some(running) = &mut self.running {
            running.since = running.since.saturating_add(seconds);
        }
    }

    /// The seconds a player has left, negative once time has run out; `None` without a clock.
    pub fn left(&self, side: Side, now: Timestamp) -> Option<i64> {
        if self.rule == ClockRule::None {
            return None;
        }
        let stored = match side {
            Side::White => self.white,
            Side::Black => self.black,
        };
        // A moment before the turn began (the machine's clock was set back) costs nothing.
        let passed = match self.running {
            Some(running) if running.side == side => now.saturating_sub(running.since).max(0),
            _ => 0,
        };
        Some(stored.saturating_sub(passed))
    }

    /// When the running player's time is up; `None` while nothing runs and without a clock.
    pub fn deadline(&self) -> Option<Timestamp> {
        let Running { side, since } = self.running?;
        self.left(side, since).map(|left| since.saturating_add(left))
    }

    fn stored(&mut self, side: Side) -> &mut i64 {
        match side {
            Side::White => &mut self.white,
            Side::Black => &mut self.black,
        }
    }
}

fn full(rule: ClockRule) -> i64 {
    match rule {
        ClockRule::Bank { start, .. } => i64::from(start),
        ClockRule::PerTurn { each } => i64::from(each),
        ClockRule::None => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Side::{Black, White};
    use proptest::prelude::*;

    const DAY: i64 = 86_400;
    const HOUR: i64 = 3_600;

    #[test]
    fn a_turn_credits_up_to_the_start() {
        let mut clock = Clock::new(ClockRule::default());
        clock.run(White, 0);
        assert_eq!(clock.deadline(), Some(10 * DAY));
        clock.turn_played(White, Some(Black), 5 * DAY);
        assert_eq!(clock.left(White, 6 * DAY), Some(5 * DAY + 36 * HOUR));
        assert_eq!((clock.left(Black, 6 * DAY), clock.deadline()), (Some(9 * DAY), Some(15 * DAY)));
        clock.turn_played(Black, Some(White), 5 * DAY + HOUR);
        assert_eq!(clock.left(Black, 99 * DAY), Some(10 * DAY), "never more than at the start");
    }

    #[test]
    fn per_turn_starts_afresh() {
        let mut clock = Clock::new(ClockRule::PerTurn { each: 3 * 86_400 });
        clock.run(White, 0);
        clock.turn_played(White, Some(Black), 2 * DAY);
        assert_eq!((clock.left(White, 9 * DAY), clock.deadline()), (Some(3 * DAY), Some(5 * DAY)));
    }

    #[test]
    fn vacation_and_outages_take_nothing() {
        let mut clock = Clock::new(ClockRule::default());
        clock.run(White, 0);
        clock.pause(DAY);
        assert_eq!((clock.deadline(), clock.left(White, 50 * DAY)), (None, Some(9 * DAY)));
        clock.run(White, 50 * DAY);
        clock.give_back(2 * HOUR);
        assert_eq!(clock.deadline(), Some(59 * DAY + 2 * HOUR));
        clock.give(White, 20 * DAY);
        clock.turn_played(White, Some(Black), 51 * DAY);
        assert_eq!(clock.left(White, 51 * DAY), Some(28 * DAY + 2 * HOUR), "a gift is not capped away");
    }

    #[test]
    fn no_clock_never_runs_out() {
        let mut clock = Clock::new(ClockRule::None);
        clock.run(White, 0);
        clock.turn_played(White, Some(Black), 9000 * DAY);
        assert_eq!((clock.deadline(), clock.left(Black, i64::MAX)), (None, None));
    }

    proptest! {
        /// Whatever the order of turns, pauses and returns, a bank never exceeds its start, and the other player's time
        /// doesn't pass.
        #[test]
        fn nobody_gains_or_loses_out_of_turn(steps in proptest::collection::vec((0..3u8, 0..5 * DAY), 0..40)) {
            let mut clock = Clock::new(ClockRule::default());
            let (mut side, mut now) = (White, 0);
            clock.run(side, now);
            for (what, later) in steps {
                now += later;
                let idle = clock.left(side.other(), now);
                match what {
                    0 => { clock.turn_played(side, Some(side.other()), now); side = side.other(); prop_assert_eq!(clock.left(side, now), idle) }
                    1 => { clock.pause(now); prop_assert_eq!(clock.left(side.other(), now), idle) }
                    _ => { clock.run(side, now); prop_assert_eq!(clock.left(side.other(), now), idle) }
                }
                prop_assert!(clock.white <= 10 * DAY && clock.black <= 10 * DAY);
            }
        }
    }
}
