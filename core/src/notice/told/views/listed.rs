//! Games in lists for people who needn't play in them.

use serde::{Deserialize, Serialize};

use crate::clock::moment::Timestamp;
use crate::game::GameNumber;
use crate::rules::Side;

/// Games on a page of a list, or in a list without pages.
pub const A_PAGE: u32 = 20;

/// A finished game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FinishedRow {
    /// Its number.
    pub number: GameNumber,
    /// Its title.
    pub title: String,
    /// White's name and Black's.
    pub players: [String; 2],
    /// The side of the one whose list it is.
    pub side: Side,
    /// How many turns were played.
    pub turns: u32,
    /// When it ended.
    pub ended: Timestamp,
    /// Who won; none in a draw, and in one that was aborted.
    pub winner: Option<Side>,
    /// Whether it was aborted.
    pub aborted: bool,
}

/// A finished game to be replayed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Replay {
    /// Its record.
    pub record: String,
    /// Whether to show it as an animation as well, which is large and slow to draw.
    pub animated: bool,
}

/// A running game of others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunningRow {
    /// Its number.
    pub number: GameNumber,
    /// Its title.
    pub title: String,
    /// White's name and Black's.
    pub players: [String; 2],
    /// The turn about to be played.
    pub turn: u32,
    /// Who is to move.
    pub to_move: Option<Side>,
}
