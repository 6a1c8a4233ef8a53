//! Why a game ended, as a phrase: "White won: town captured".

use std::fmt;

use crate::rules::Reason;

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
