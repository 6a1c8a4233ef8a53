//! Clocks: pure functions of a rule, what is left, and the time.

/// How much time the players have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClockRule {
    /// So much at the start, so much added per turn, never more than at the start: `10d+36h`.
    Bank {
        /// Seconds at the start.
        start: u32,
        /// Seconds added for each turn played.
        add: u32,
    },
    /// So much for each turn: `3d/turn`.
    PerTurn {
        /// Seconds.
        each: u32,
    },
    /// No clock.
    None,
}

impl Default for ClockRule {
    /// 10 days, and 36 hours per turn.
    fn default() -> ClockRule {
        ClockRule::Bank { start: 10 * 86_400, add: 36 * 3_600 }
    }
}
