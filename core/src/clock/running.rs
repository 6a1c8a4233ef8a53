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
    /// Seconds that White and Black have used so far, up to when their clocks last stopped. What the operator gives a
    /// player counts as not used.
    pub used: [i64; 2],
    /// When the game is over, whatever is left then: the last moment of its round.
    pub until: Option<Timestamp>,
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
        Clock { rule, white: full, black: full, used: [0, 0], until: None, running: None }
    }

    /// Starts that player's clock; one that was running stops without an increment.
    pub fn run(&mut self, side: Side, now: Timestamp) {
        self.pause(now);
        self.running = Some(Running { side, since: now });
    }

    /// Stops the clock for a vacation, an adjournment or the end. Time already used stays used.
    pub fn pause(&mut self, now: Timestamp) {
        if let Some(Running { side, .. }) = self.running {
            let passed = self.passed(side, now);
            if self.rule != ClockRule::None {
                let stored = self.stored(side);
                *stored = stored.saturating_sub(passed);
            }
            self.used[side as usize] = self.used[side as usize].saturating_add(passed);
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
            ClockRule::Bank { start, add, .. } => ((*stored).max(0) + i64::from(add)).min(i64::from(start)),
            ClockRule::PerTurn { each, .. } => i64::from(each),
            ClockRule::None => 0,
        };
        // Time given by an operator may exceed the cap; a turn must not take it away.
        *stored = credited.max(*stored);
        self.running = next.map(|side| Running { side, since: now });
    }

    /// Gives a player more time, or takes some away; a bound on the whole moves along.
    pub fn give(&mut self, side: Side, seconds: i64) {
        let stored = self.stored(side);
        *stored = stored.saturating_add(seconds);
        self.used[side as usize] = self.used[side as usize].saturating_sub(seconds);
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
        let of_all = self.rule.max().map(|max| i64::from(max).saturating_sub(self.used[side as usize]));
        Some(of_all.map_or(stored, |of_all| stored.min(of_all)).saturating_sub(self.passed(side, now)))
    }

    /// The seconds a player has used in all.
    pub fn used_by(&self, side: Side, now: Timestamp) -> i64 {
        self.used[side as usize].saturating_add(self.passed(side, now))
    }

    /// When the running player's time is up, or the game's; `None` while nothing ends.
    pub fn deadline(&self) -> Option<Timestamp> {
        let up = self.running.and_then(|Running { side, since }| Some(since.saturating_add(self.left(side, since)?)));
        [up, self.until].into_iter().flatten().min()
    }

    /// Who loses when the deadline has passed with `to_move` to move: that player, or on the last day of a round whoever
    /// has used more time.
    pub fn loser(&self, to_move: Side, now: Timestamp) -> Side {
        let at = self.until.filter(|until| *until <= now);
        match at.filter(|at| self.left(to_move, *at).is_none_or(|left| left > 0)) {
            Some(at) if self.used_by(to_move.other(), at) > self.used_by(to_move, at) => to_move.other(),
            _ => to_move,
        }
    }

    /// What has passed of a player's time since it began to run. A moment before that (the machine's clock was set back)
    /// costs nothing.
    fn passed(&self, side: Side, now: Timestamp) -> i64 {
        match self.running {
            Some(running) if running.side == side => now.saturating_sub(running.since).max(0),
            _ => 0,
        }
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
        ClockRule::PerTurn { each, .. } => i64::from(each),
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
        let mut clock = Clock::new(ClockRule::per_turn(3 * 86_400));
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
    fn a_bound_on_the_whole_cuts_a_full_bank() {
        let mut clock = Clock::new(ClockRule::default().at_most(12 * 86_400));
        clock.run(White, 0);
        clock.turn_played(White, Some(Black), 9 * DAY);
        clock.turn_played(Black, Some(White), 9 * DAY);
        // The bank holds 1 day and 36 hours; of the 12 days in all 3 are left.
        assert_eq!((clock.white, clock.deadline()), (DAY + 36 * HOUR, Some(9 * DAY + DAY + 36 * HOUR)));
        clock.turn_played(White, Some(Black), 11 * DAY);
        clock.turn_played(Black, Some(White), 11 * DAY);
        assert_eq!((clock.white, clock.left(White, 11 * DAY)), (2 * DAY, Some(DAY)));
        assert_eq!(clock.deadline(), Some(12 * DAY), "the bound, not the bank");
        assert_eq!(clock.left(Black, 11 * DAY), Some(10 * DAY));
        // A vacation uses nothing; what the operator gives lifts the bound with the bank.
        clock.pause(11 * DAY);
        clock.run(White, 20 * DAY);
        clock.give(White, 5 * DAY);
        assert_eq!(clock.deadline(), Some(26 * DAY));
        // Each turn afresh, but only so often.
        let mut clock = Clock::new(ClockRule::per_turn(3 * 86_400).at_most(4 * 86_400));
        clock.run(White, 0);
        clock.turn_played(White, Some(White), 2 * DAY);
        assert_eq!(clock.deadline(), Some(4 * DAY));
    }

    #[test]
    fn a_round_ends_on_its_last_day() {
        let mut clock = Clock { until: Some(8 * DAY), ..Clock::new(ClockRule::default()) };
        clock.run(White, 0);
        assert_eq!(clock.deadline(), Some(8 * DAY));
        clock.turn_played(White, Some(Black), 5 * DAY);
        assert_eq!((clock.deadline(), clock.loser(Black, 8 * DAY)), (Some(8 * DAY), White), "5 days against 3");
        clock.give_back(30 * DAY);
        assert_eq!(clock.deadline(), Some(8 * DAY), "an outage moves no last day");
        clock.pause(6 * DAY);
        assert_eq!(clock.deadline(), Some(8 * DAY), "nor does a stopped clock");
        // Whoever's own time is up loses by it, however much the other has used.
        let mut clock = Clock { until: Some(20 * DAY), ..Clock::new(ClockRule::default()) };
        clock.run(White, 0);
        clock.turn_played(White, Some(Black), 9 * DAY);
        assert_eq!((clock.deadline(), clock.loser(Black, 21 * DAY)), (Some(19 * DAY), Black));
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
