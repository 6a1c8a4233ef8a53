//! What is told of a player: ratings, how they went, and how the reader fared against them.

use serde::{Deserialize, Serialize};

use crate::rating::Rating;

/// A rating as displayed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rated {
    /// The number.
    pub rating: i32,
    /// Whether it is uncertain, after few games or a long absence.
    pub provisional: bool,
    /// How many rated games it is based on.
    pub games: u32,
}

impl From<&Rating> for Rated {
    fn from(rating: &Rating) -> Rated {
        Rated { rating: whole(rating.rating), provisional: rating.is_provisional(), games: rating.games }
    }
}

/// How a rating went, as far as it is known.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Course {
    /// The game's name.
    pub game: String,
    /// The rating now.
    pub now: Rated,
    /// After how many rated games, and the rating then; the oldest first. Before the first game it is everybody's.
    pub points: Vec<(u32, i32)>,
}

/// How the reader's games against a player ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Against {
    /// The game's name.
    pub game: String,
    /// How many the reader won.
    pub won: u32,
    /// How many the reader lost.
    pub lost: u32,
    /// How many nobody won.
    pub drawn: u32,
}

/// A rating as a whole number.
pub fn whole(rating: f64) -> i32 {
    rating.round_ties_even() as i32
}
