//! About vacations, expiries, and clocks set by the operator.

use serde::{Deserialize, Serialize};

use crate::clock::moment::Timestamp;
use crate::game::GameNumber;
use crate::notice::Terms;

/// What somebody is told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Told {
    /// The reader is back.
    Back,
    /// The reader is away.
    Away {
        /// Until when.
        until: Timestamp,
        /// The days left of the year's vacation.
        days_left: i64,
    },
    /// The reader's time ran out, and an automatic vacation began.
    AwayByItself {
        /// In which game.
        number: GameNumber,
        /// Until when.
        until: Timestamp,
    },
    /// An opponent is away.
    OtherAway {
        /// Who.
        who: String,
        /// Until when.
        until: Timestamp,
    },
    /// The computer is switched off, and these games wait for it.
    HouseIsOff {
        /// The games.
        games: Vec<GameNumber>,
    },
    /// Nobody answered the reader's challenge in time.
    ChallengeEnded {
        /// Its number.
        number: GameNumber,
        /// What it was for.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        terms: Option<Terms>,
    },
}

/// Why something was not done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Why {
    /// Not on vacation, so there is nothing to end.
    NotAway,
    /// The day until which they would be away is not to come.
    DayIsPast,
    /// More days than are left.
    TooLong {
        /// The days left of the year's vacation.
        days_left: i64,
        /// Whether the reader is away, and stays so.
        away: bool,
    },
    /// More changes than opponents should have to read about.
    TooOften {
        /// The limit per day.
        most: u32,
        /// Whether the reader is away, and stays so.
        away: bool,
    },
}
