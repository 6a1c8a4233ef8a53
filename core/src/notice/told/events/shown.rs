//! Events and their tables, as somebody is shown them.

use serde::{Deserialize, Serialize};

use crate::clock::ClockRule;
use crate::clock::moment::Timestamp;
use crate::event::EventNumber;
use crate::game::GameNumber;
use crate::rules::Side;
use crate::store::EventKind;

/// Which event it is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Heading {
    /// The 12 of T12.
    pub number: EventNumber,
    /// How it is played.
    pub kind: EventKind,
    /// Whether the server itself holds it.
    pub official: bool,
    /// The game, with its variant.
    pub title: String,
    /// Which season.
    pub edition: u32,
}

/// An event in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Listed {
    /// Which.
    pub event: Heading,
    /// How many are in it.
    pub entered: u32,
    /// The fewest and the most.
    pub players: (u32, u32),
    /// When it begins; none: when it is full.
    pub starts: Option<Timestamp>,
    /// The last moment of the round that is played.
    pub last: Option<Timestamp>,
    /// The clock.
    pub clock: ClockRule,
    /// Whether a code is needed.
    pub code: bool,
    /// Whether the reader is in it.
    pub yours: bool,
    /// Whether it is played already.
    pub running: bool,
    /// How many rated games, against how many opponents, the reader lacks some of to enter.
    #[serde(default)]
    pub wants: Option<(u32, u32)>,
}

/// The table of a group.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Table {
    /// The group, from 1.
    pub group: u32,
    /// How many groups the round has.
    pub groups: u32,
    /// Whether it is a cup's final.
    pub is_final: bool,
    /// The rows, in the order of their places.
    pub rows: Vec<Row>,
    /// How many go on or up.
    pub up: u32,
    /// How many go down.
    pub down: u32,
}

/// A player in a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Row {
    /// The place, from 1.
    pub place: u32,
    /// Whether it is shared.
    pub shared: bool,
    /// Who.
    pub name: String,
    /// Whether it is the reader.
    pub you: bool,
    /// Whether they have withdrawn.
    pub gone: bool,
    /// Whether they went on to the next round, once that is decided.
    #[serde(default)]
    pub on: bool,
    /// Points, in halves.
    pub points: u32,
    /// Games finished.
    pub finished: u32,
    /// Sonneborn-Berger, in quarters.
    pub sonneborn: u32,
    /// What they got against each, in the order of the rows.
    pub cells: Vec<Cell>,
}

/// What somebody got against another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Cell {
    /// It is the same player.
    Same,
    /// The game goes on.
    Open,
    /// Won.
    Won,
    /// Lost.
    Lost,
    /// Drawn.
    Drawn,
    /// Won since the other's time was up.
    WonByForfeit,
    /// Lost on time.
    LostByForfeit,
    /// It doesn't count.
    Void,
}

/// All of an event for its host or the operator.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Report {
    /// Which.
    pub event: Heading,
    /// The rounds, each with its tables.
    pub rounds: Vec<Vec<Table>>,
    /// The same in FIDE's format, a file for each group: its name, and what stands in it.
    pub trf: Vec<(String, String)>,
}

/// A game of a round, as one of its players sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pairing {
    /// The game.
    pub game: GameNumber,
    /// Against whom.
    pub opponent: String,
    /// The reader's colour.
    pub side: Side,
    /// Whether the reader begins.
    pub begins: bool,
}

/// Somebody on a ladder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rung {
    /// Who.
    pub name: String,
    /// Whether it is the reader.
    pub you: bool,
    /// Whether the reader can challenge them now.
    pub in_reach: bool,
    /// How many games they have on it now.
    pub playing: u32,
}

/// Where a player stands after a result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stands {
    /// In which event.
    pub event: Heading,
    /// The place.
    pub place: u32,
    /// Of how many.
    pub of: u32,
    /// Points, in halves.
    pub points: u32,
    /// Games finished.
    pub finished: u32,
}
