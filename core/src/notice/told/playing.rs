//! About playing, and what is settled beside the turns.

use serde::{Deserialize, Serialize};

use crate::game::GameNumber;

/// What somebody is told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Told {
    /// The reader's plans in a game.
    Plans {
        /// The game.
        game: GameNumber,
        /// The lines: the opponent's turn (`None` is any) and one's own, by turns. None are there while this is stored.
        lines: Vec<Vec<Option<String>>>,
    },
}

/// What somebody is asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ask {}

/// Why something was not done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Why {}
