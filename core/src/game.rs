//! The one owner of a game: its players, its position, its clock and its end. Every change is a method here that
//! returns the entry to store; nothing else in the program decides what a turn, a take-back or an end does.
//!
//! A running game holds only what a turn needs, so that a turn costs the same in a long game. [`Course`] applies the
//! same rules with the whole history in memory; both play through [`Standing`].

use crate::clock::moment::Timestamp;
use crate::clock::running::Clock;
use crate::event::EventNumber;
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

/// The number of a game or challenge; a challenge keeps its number as a game.
pub type GameNumber = i64;

/// A running or finished game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// Its number.
    pub number: GameNumber,
    /// Game, variant and options.
    pub setup: Setup,
    /// The starting position, if it isn't the usual one.
    pub first: Option<String>,
    /// White and Black.
    pub players: [i64; 2],
    /// The name of its thread: the players' names when it began. Unknown for older games, and once either is forgotten.
    pub thread: Option<String>,
    /// Whether the computer plays White, and Black: both, where two of its levels meet in an event.
    pub house: [bool; 2],
    /// Whether it counts for ratings.
    pub rated: bool,
    /// Whether others may look at it, as long as both players are public.
    pub listed: bool,
    /// The event it belongs to.
    pub event: Option<EventNumber>,
    /// The clock. It may start in the future, when its player comes back.
    pub clock: Clock,
    /// The number of the last entry; never goes back.
    pub revision: i64,
    /// The current position, including the state of its options.
    pub position: String,
    /// The position before the last turn, and that turn.
    pub last: Option<(String, String)>,
    /// Turns in a row without progress.
    pub quiet: u32,
    /// The number of the turn about to be played.
    pub turn: u32,
    /// Who is to move; `None` once it is over.
    pub to_move: Option<Side>,
    /// How many turns in force each side has made.
    pub made: [u32; 2],
    /// When the next reminder is due.
    pub reminder: Option<Timestamp>,
    /// When Diamond Chess customs forfeit the turn.
    pub forfeit: Option<Timestamp>,
    /// Who offers a draw.
    pub draw_by: Option<Side>,
    /// The revision up to which each side has been told.
    pub told: [i64; 2],
    /// Whether an operator adjourned it.
    pub adjourned: bool,
    /// When it began.
    pub started: Timestamp,
    /// How and when it ended.
    pub ended: Option<Ended>,
}

/// A stored game that makes no sense and needs an operator's attention.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Damaged(pub String);

impl Game {
    /// A new game in its starting position.
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
            house: [false; 2],
            rated: false,
            listed: true,
            event: None,
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

    /// The side that the computer plays, if it does; where it plays both, the one that is to move.
    pub fn house(&self) -> Option<Side> {
        match self.house {
            [false, false] => None,
            [true, false] => Some(Side::White),
            [false, true] => Some(Side::Black),
            [true, true] => self.to_move.or(Some(Side::White)),
        }
    }

    /// The player of a side.
    pub const fn player(&self, side: Side) -> i64 {
        self.players[side as usize]
    }

    /// Its current standing.
    pub fn standing(&self) -> Result<Standing, Damaged> {
        Ok(Standing { position: self.parse(&self.position)?, quiet: self.quiet })
    }

    /// The current position.
    pub fn board(&self) -> Result<Position, Damaged> {
        self.parse(&self.position)
    }

    /// The starting position.
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
