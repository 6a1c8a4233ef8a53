//! How games end: who won, why, and by how much.

use std::fmt;

use super::Side;

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Who won; `None` is a draw.
    pub winner: Option<Side>,
    /// Why.
    pub reason: Reason,
    /// By how much, in games with margins.
    pub margin: Option<Margin>,
}

/// Why a game ended. The first group is found by the rules, the second by whoever runs the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Reason {
    /// The player to move has no legal turn and so loses (Amazons, Dameo).
    NoTurn,
    /// Nobody can go on, and the stones decide (Desdemona, Othello).
    Stones,
    /// The town was captured (Diamond Chess).
    TownCaptured,
    /// One king each and no capture (Dameo).
    KingEach,
    /// The same position for the third time.
    Repetition,
    /// Too many turns in a row without progress.
    NoProgress,
    /// A settled position was counted on a player's claim (Amazons).
    Counted,
    /// The loser resigned.
    Resigned,
    /// The loser's time ran out.
    Timeout,
    /// The players agreed on a draw.
    Agreed,
    /// An operator decided.
    Adjudicated,
}

impl Reason {
    /// All of them.
    pub const ALL: [Reason; 11] = [
        Reason::NoTurn,
        Reason::Stones,
        Reason::TownCaptured,
        Reason::KingEach,
        Reason::Repetition,
        Reason::NoProgress,
        Reason::Counted,
        Reason::Resigned,
        Reason::Timeout,
        Reason::Agreed,
        Reason::Adjudicated,
    ];

    /// The word that stands for it in records and in the store; it never changes.
    pub const fn word(self) -> &'static str {
        match self {
            Reason::NoTurn => "no-turn",
            Reason::Stones => "stones",
            Reason::TownCaptured => "town",
            Reason::KingEach => "king-each",
            Reason::Repetition => "repetition",
            Reason::NoProgress => "no-progress",
            Reason::Counted => "counted",
            Reason::Resigned => "resigned",
            Reason::Timeout => "timeout",
            Reason::Agreed => "agreed",
            Reason::Adjudicated => "adjudicated",
        }
    }

    /// The reason with that word.
    pub fn named(word: &str) -> Option<Reason> {
        Reason::ALL.into_iter().find(|reason| reason.word() == word)
    }
}

/// A whole phrase, as in "White won: the town was captured".
impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Reason::NoTurn => "no legal turn left",
            Reason::Stones => "no legal turn left, stones counted",
            Reason::TownCaptured => "town captured",
            Reason::KingEach => "one king each and no capture",
            Reason::Repetition => "third occurrence of the position",
            Reason::NoProgress => "too many turns without progress",
            Reason::Counted => "settled position counted",
            Reason::Resigned => "resignation",
            Reason::Timeout => "time ran out",
            Reason::Agreed => "draw by agreement",
            Reason::Adjudicated => "decided by the operator",
        })
    }
}

/// A margin of victory, kept in halves of a move so that it is exact. Prints as `3½`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Margin {
    /// Twice the margin.
    pub halves: u32,
}

impl Margin {
    /// As a number: 3.5.
    pub fn number(self) -> f64 {
        f64::from(self.halves) / 2.0
    }
}

impl fmt::Display for Margin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.halves / 2, self.halves % 2) {
            (whole, 0) => write!(f, "{whole}"),
            (0, _) => f.write_str("½"),
            (whole, _) => write!(f, "{whole}½"),
        }
    }
}
