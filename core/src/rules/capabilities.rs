//! What some games have and others don't. A game that has none of it says `impl Capabilities for Mine {}`.

use super::{Outcome, Rules, Side};

/// The optional parts of a game; by default the game has none of them.
pub trait Capabilities: Rules {
    /// Whether the third occurrence of a position is a draw.
    const REPETITION_DRAWS: bool = false;
    /// After how many turns in a row without progress the game is a draw.
    const QUIET_LIMIT: Option<u32> = None;
    /// Whether the game goes on until neither player has a turn; otherwise it ends with the player to move.
    const ENDS_FOR_BOTH: bool = false;

    /// Whether that turn, played here, is progress (it restarts the count of [`Self::QUIET_LIMIT`]).
    fn is_progress(&self, turn: &Self::Turn) -> bool {
        let _ = turn;
        true
    }
    /// Whether this position counts for repetition.
    fn repeats(&self) -> bool {
        true
    }
    /// Other orders or spellings in which a person may build that turn step by step, canonical first.
    fn spellings(&self, turn: &Self::Turn) -> Vec<String> {
        vec![self.write(turn)]
    }
    /// Several turns in one text, for the caller to queue: `r o h k s c c g z c`. The first is playable now; the rest
    /// are texts for later turns of the same player.
    fn read_several(&self, text: &str) -> Option<Vec<String>> {
        let _ = text;
        None
    }
    /// Such a text that can be played here, where it is worth proposing.
    fn several_to_propose(&self) -> Option<&'static str> {
        None
    }
    /// How many stones White and Black have, where more of them win.
    fn stones(&self) -> Option<[u32; 2]> {
        None
    }
    /// Counting the end and claiming it.
    fn counting(&self) -> Option<&dyn Counting> {
        None
    }
    /// Spurring a slow opponent on, and forfeited turns, if the game is played so.
    fn customs(&self) -> Option<Customs> {
        None
    }
    /// Who makes that turn: the player to move, except for a spur.
    fn actor(&self, turn: &Self::Turn) -> Side {
        let _ = turn;
        self.to_move()
    }
}

/// A game whose end can be counted before it is played out.
pub trait Counting {
    /// Whether neither side can still take anything from the other; quick to see.
    fn is_settled(&self) -> bool;
    /// How much is left for each side.
    fn count(&self) -> Count;
    /// What a claim gives here.
    fn claim(&self) -> Claim;
    /// What keeps this position from being settled, to follow "the position isn't settled: "; nothing if it is settled.
    fn unsettled(&self) -> Option<String>;
}

/// How much is left in a settled position, or bounds on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Count {
    /// Whether neither side can still take anything from the other.
    pub settled: bool,
    /// The turns White can still play in regions of his own.
    pub white: Bounds,
    /// The same for Black.
    pub black: Bounds,
}

impl Count {
    /// Nothing is left to anybody.
    pub fn nothing() -> Count {
        let none = Bounds { min: 0, max: 0 };
        Count { settled: true, white: none, black: none }
    }
}

/// What a claim of a settled position gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// The game is over already.
    Over,
    /// The position isn't settled.
    NotSettled(Count),
    /// Settled, but the bounds do not decide the winner yet.
    Undecided(Count),
    /// Settled and decided.
    Decided(Count, Outcome),
}

/// Proven bounds of a number; equal when it is exact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Bounds {
    /// At least.
    pub min: u32,
    /// At most.
    pub max: u32,
}

/// Customs as the clock needs them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Customs {
    /// T, in seconds: how long the player to move may wait before he can be spurred.
    pub seconds: u64,
    /// Whether he has been spurred in this turn already.
    pub spurred: bool,
}
