//! One owner of a game: who plays whom, how it stands, its clock and its end. Every change is a method here that gives
//! the entry to keep; nothing else in the program decides what a turn, a take-back or an end does.
//!
//! A running game holds what a turn needs and no more, so that a turn costs the same in a long one. [`Course`] is the
//! same rules with the whole history in memory; both play through [`Standing`].

use crate::clock::moment::Timestamp;
use crate::clock::running::Clock;
use crate::rules::{Position, Setup, Side};

mod course;
mod ending;
mod entry;
mod examine;
pub mod history;
mod playing;
mod standing;
mod undo;

pub use course::Course;
pub use entry::{Change, Ended, Entry, EntryKind, Means};
pub use standing::{Standing, Step};
pub use undo::{TakeBack, take_back};

/// A game or challenge by its number; a challenge keeps its number as a game.
pub type GameNumber = i64;

/// A game that runs or has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// Its number.
    pub number: GameNumber,
    /// Game, variant and options.
    pub setup: Setup,
    /// The first position, where it isn't the usual one.
    pub first: Option<String>,
    /// White and Black.
    pub players: [i64; 2],
    /// The name of its thread: the players' names as they were when it began. Unknown for older games, and once one of
    /// them is forgotten.
    pub thread: Option<String>,
    /// Whether it counts for ratings.
    pub rated: bool,
    /// The clock. It may begin to run in the future, when its player comes back.
    pub clock: Clock,
    /// The number of the last entry; never goes back.
    pub revision: i64,
    /// The position now. It carries its options' state.
    pub position: String,
    /// The position before the last turn, and that turn.
    pub last: Option<(String, String)>,
    /// Turns in a row without progress.
    pub quiet: u32,
    /// The number of the turn about to be played.
    pub turn: u32,
    /// Who is to move; nobody once it is over.
    pub to_move: Option<Side>,
    /// How many turns each has made that are in force.
    pub made: [u32; 2],
    /// When the next reminder is due.
    pub reminder: Option<Timestamp>,
    /// When Diamond Chess customs forfeit the turn.
    pub forfeit: Option<Timestamp>,
    /// Who offers a draw.
    pub draw_by: Option<Side>,
    /// The revision up to which each was told what happened.
    pub told: [i64; 2],
    /// Whether an operator adjourned it.
    pub adjourned: bool,
    /// When it began.
    pub started: Timestamp,
    /// How and when it ended.
    pub ended: Option<Ended>,
}

/// A stored game that makes no sense, which an operator must look into.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Damaged(pub String);

impl Game {
    /// A new game in its first position.
    pub fn new(
        number: GameNumber,
        setup: Setup,
        position: &Position,
        players: [i64; 2],
        clock: Clock,
        started: Timestamp,
    ) -> Game {
        Game {
            number,
            setup,
            first: None,
            players,
            thread: None,
            rated: false,
            clock,
            revision: 0,
            position: position.text(),
            last: None,
            quiet: 0,
            turn: position.turn_number(),
            to_move: Some(position.to_move()),
            made: [0, 0],
            reminder: None,
            forfeit: None,
            draw_by: None,
            told: [0, 0],
            adjourned: false,
            started,
            ended: None,
        }
    }

    /// The side of a player, if they play.
    pub fn side_of(&self, player: i64) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| self.players[*side as usize] == player)
    }

    /// The player of a side.
    pub const fn player(&self, side: Side) -> i64 {
        self.players[side as usize]
    }

    /// Where it stands.
    pub fn standing(&self) -> Result<Standing, Damaged> {
        Ok(Standing { position: self.parse(&self.position)?, quiet: self.quiet })
    }

    /// The position now.
    pub fn board(&self) -> Result<Position, Damaged> {
        self.parse(&self.position)
    }

    /// The first position.
    pub fn first_position(&self) -> Result<Position, Damaged> {
        match &self.first {
            Some(text) => self.parse(text),
            None => Position::start(&self.setup).map_err(|error| self.damaged(&error)),
        }
    }

    /// Reads a stored position string, which carries its options.
    fn parse(&self, text: &str) -> Result<Position, Damaged> {
        let bare = Setup { options: Vec::new(), ..self.setup.clone() };
        Position::parse(&bare, text).map_err(|error| self.damaged(&error))
    }

    fn damaged(&self, error: &dyn std::error::Error) -> Damaged {
        Damaged(format!("game {}: {error}", self.number))
    }
}
