//! The computer player as the rest of Turnpost knows it: its levels, what people call it, what it may be asked, and
//! what it answers. How it thinks is the crate `turnpost-house`; nothing here depends on that.

use serde::{Deserialize, Serialize};

use crate::clock::moment::Timestamp;
use crate::game::{Course, GameNumber};
use crate::rules::Side;

/// Its levels, from the weakest to the strongest.
pub const LEVELS: std::ops::RangeInclusive<u8> = 1..=8;

/// Where a newcomer begins.
pub const FIRST_LEVEL: u8 = 3;

/// Something that the house owes somebody, leased to whoever thinks about it.
#[derive(Clone, Debug)]
pub struct Task {
    /// Its row.
    pub id: i64,
    /// What is owed.
    pub errand: Errand,
    /// In which game.
    pub game: GameNumber,
    /// The revision that it is owed for: once the game has gone on, the answer is no longer wanted.
    pub revision: i64,
    /// The game up to there.
    pub course: Course,
    /// When the game began: games with the same number on different servers shall not be alike.
    pub started: Timestamp,
    /// When it was asked for.
    pub asked: Timestamp,
    /// How often it was begun before, and not finished.
    pub attempts: u32,
}

/// What the house is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Errand {
    /// Its own turn, or its answer to an offer.
    Act {
        /// Its level.
        level: u8,
        /// Whether a draw is offered to it.
        offered: bool,
        /// Whether it is to move; otherwise only the offer is to be answered.
        to_move: bool,
    },
    /// A turn for somebody who plays it.
    Hint,
    /// A look back at a finished game.
    Review,
}

/// What the house answers.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// Its turn.
    Play(String),
    /// It gives the game up.
    Resign,
    /// It has a settled position counted.
    Claim,
    /// It agrees to a draw.
    AgreeToDraw,
    /// It doesn't, and isn't to move.
    DeclineDraw,
    /// What it would play.
    Hint(Advice),
    /// How a finished game went.
    Review(Review),
}

/// A turn that the house thinks well of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Advice {
    /// The turn.
    pub turn: String,
    /// The chance to win of whoever plays it, in per cent.
    pub chance: u8,
    /// What the house expects after it.
    pub line: Vec<String>,
}

/// How a finished game went, as the house judges it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Review {
    /// White's chance to win, in per cent, at the beginning and after each turn.
    pub chances: Vec<u8>,
    /// The turns that lost most, in order; at most three, and none where none lost much.
    pub moments: Vec<Moment>,
}

/// What one of the boards of a review shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    /// The turn that was played.
    Played,
    /// A better one.
    Better,
}

/// A turn that lost chances, and a better one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Moment {
    /// Its number.
    pub turn: u32,
    /// How many turns were played before it.
    pub after: u32,
    /// Who played it.
    pub side: Side,
    /// The position it was played on.
    pub position: String,
    /// The turn.
    pub played: String,
    /// The chance to win of whoever played it, after it, in per cent.
    pub left: u8,
    /// What would have been better.
    pub better: Advice,
}

/// The level that a name means: `house-5`; `house` alone is where a newcomer begins. `None` for anybody else.
pub fn level_called(name: &str) -> Option<u8> {
    let lower = name.to_lowercase();
    let rest = lower.strip_prefix("house")?.trim_start_matches(['-', '_', ' ']);
    match rest {
        "" => Some(FIRST_LEVEL),
        digits => digits.parse().ok().filter(|level| LEVELS.contains(level)),
    }
}

/// The level that suits a player, by their last games with the house, the latest first: its level, and whether they won
/// (half a win is none). Two wins in a row at a level lead to the next, two losses to the one below.
pub fn suitable(games: &[(u8, Option<bool>)]) -> u8 {
    let Some(&(level, last)) = games.first() else { return FIRST_LEVEL };
    let before = games.get(1).filter(|(before, _)| *before == level).map(|(_, won)| *won);
    let next = match (last, before) {
        (Some(true), Some(Some(true))) => level.saturating_add(1),
        (Some(false), Some(Some(false))) => level.saturating_sub(1),
        _ => level,
    };
    next.clamp(*LEVELS.start(), *LEVELS.end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_mean_levels() {
        assert_eq!(
            (level_called("House"), level_called("house-5"), level_called("house8")),
            (Some(3), Some(5), Some(8))
        );
        for other in ["houses", "house-9", "house-0", "ann", "", "housekeeper"] {
            assert_eq!(level_called(other), None, "{other}");
        }
    }

    #[test]
    fn the_level_follows_two_results_in_a_row() {
        let (won, lost, drawn) = (Some(true), Some(false), None);
        assert_eq!(suitable(&[]), 3);
        assert_eq!(suitable(&[(3, won)]), 3);
        assert_eq!(suitable(&[(3, won), (3, won)]), 4);
        assert_eq!(suitable(&[(4, won), (3, won)]), 4, "the first win at a level is one");
        assert_eq!(suitable(&[(3, lost), (3, lost)]), 2);
        assert_eq!(suitable(&[(3, drawn), (3, lost)]), 3);
        assert_eq!(suitable(&[(8, won), (8, won)]), 8);
        assert_eq!(suitable(&[(1, lost), (1, lost)]), 1);
    }
}
