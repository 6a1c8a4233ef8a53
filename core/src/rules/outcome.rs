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

/// Makes the enum, the list and the words of one table, so that no row can be missing in any of them.
macro_rules! reasons {
    ($($(#[$doc:meta])+ $reason:ident: $word:literal;)+) => {
        /// Why a game ended. The first group is found by the rules, the second by whoever runs the game. The words for
        /// them are in `text/reason.rs`.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
        pub enum Reason {
            $($(#[$doc])+ $reason,)+
        }

        impl Reason {
            /// All of them.
            pub const ALL: &'static [Reason] = &[$(Reason::$reason),+];

            /// The word that stands for it in records and in the store; it never changes.
            pub const fn word(self) -> &'static str {
                match self {
                    $(Reason::$reason => $word,)+
                }
            }
        }
    };
}

reasons! {
    /// The player to move has no legal turn and so loses.
    NoTurn: "no-turn";
    /// Nobody can go on, and the stones decide.
    Stones: "stones";
    /// The town was captured.
    TownCaptured: "town";
    /// One king each and no capture.
    KingEach: "king-each";
    /// The same position for the third time.
    Repetition: "repetition";
    /// Too many turns in a row without progress.
    NoProgress: "no-progress";
    /// A settled position was counted on a player's claim.
    Counted: "counted";
    /// The loser resigned.
    Resigned: "resigned";
    /// The loser's time ran out.
    Timeout: "timeout";
    /// The players agreed on a draw.
    Agreed: "agreed";
    /// An operator decided.
    Adjudicated: "adjudicated";
}

impl Reason {
    /// Whether the turn just played brought it about, rather than what could or couldn't be played next.
    pub const fn is_of_last_turn(self) -> bool {
        matches!(self, Reason::TownCaptured | Reason::KingEach | Reason::Repetition | Reason::NoProgress)
    }

    /// The reason with that word.
    pub fn named(word: &str) -> Option<Reason> {
        Reason::ALL.iter().copied().find(|reason| reason.word() == word)
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
