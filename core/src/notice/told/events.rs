//! About tournaments: what somebody is told and asked, and why something was not done. The events and tables that it is
//! about stand in `shown`.

use serde::{Deserialize, Serialize};

use crate::clock::ClockRule;
use crate::clock::moment::Timestamp;
use crate::event::EventNumber;
use crate::event::league::Moves;
use crate::game::GameNumber;

mod shown;

pub use shown::{Cell, Heading, Listed, Pairing, Report, Row, Rung, Stands, Table};

/// Who cancelled something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum By {
    /// Its host.
    Host,
    /// The operator.
    Operator,
    /// Nobody: too few entered.
    TooFew,
}

/// How somebody came to be withdrawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Cause {
    /// They asked for it.
    Asked,
    /// They didn't answer.
    Silent,
    /// The operator did it.
    Operator,
    /// Two entrants are one player now.
    Linked,
}

/// What somebody is told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Told {
    /// The events there are.
    Events {
        /// Of which game, if one was named.
        game: Option<String>,
        /// The events.
        rows: Vec<Listed>,
    },
    /// The reader has entered.
    Joined {
        /// Which, as it is listed now.
        event: Listed,
        /// Whether the place is renewed each season.
        renewed: bool,
    },
    /// A computer player that the reader invited is in.
    Invited {
        /// Where.
        event: Listed,
        /// Who.
        name: String,
    },
    /// The reader has taken the entry back.
    Left {
        /// From what.
        event: Heading,
    },
    /// The reader has withdrawn, or was.
    Withdrawn {
        /// From what.
        event: Heading,
        /// How many running games were resigned.
        resigned: u32,
        /// Whether none of the reader's games counts in the table.
        void: bool,
        /// Until when the reader can't enter anything.
        until: Timestamp,
        /// How it came.
        cause: Cause,
    },
    /// The reader hosts it.
    Hosted {
        /// What.
        event: Listed,
        /// The word that entrants need.
        code: Option<String>,
        /// Where it was posted, if so.
        posted: bool,
    },
    /// It won't take place.
    Cancelled {
        /// What.
        event: Heading,
        /// By whom.
        by: By,
    },
    /// It begins later.
    PutOff {
        /// What.
        event: Heading,
        /// How many have entered.
        entered: u32,
        /// How many it needs.
        fewest: u32,
        /// When it begins now.
        starts: Timestamp,
    },
    /// A round begins.
    RoundBegins {
        /// Of what.
        event: Heading,
        /// Which.
        round: u32,
        /// The reader's games.
        games: Vec<Pairing>,
        /// The last moment.
        last: Timestamp,
        /// The clock.
        clock: ClockRule,
        /// Seconds of leave.
        pause: u32,
        /// The pattern of a turn.
        #[serde(default)]
        pattern: String,
        /// The reader's table.
        table: Table,
    },
    /// The reader's place is renewed.
    Renewed {
        /// In what.
        event: Heading,
        /// When it begins.
        starts: Timestamp,
    },
    /// The tables of an event.
    Standings {
        /// Which.
        event: Heading,
        /// Which round.
        round: u32,
        /// The tables of the round, the reader's own first.
        tables: Vec<Table>,
        /// The last moment of the round; none once it is over.
        last: Option<Timestamp>,
        /// The rounds before, each with its tables, for the way to a final.
        before: Vec<Vec<Table>>,
    },
    /// An event that has no tables yet.
    NotBegun {
        /// Which.
        event: Listed,
    },
    /// The table has changed: the week's news.
    Weekly {
        /// Of what.
        event: Heading,
        /// The reader's table.
        table: Table,
        /// The last moment of the round.
        last: Option<Timestamp>,
    },
    /// The reader's part of a round is decided.
    RoundOver {
        /// Of what.
        event: Heading,
        /// Which round.
        round: u32,
        /// Whether the reader goes on.
        on: bool,
        /// Whether a lot decided that, among those who share a place.
        #[serde(default)]
        lot: bool,
        /// The reader's table.
        table: Table,
    },
    /// It is over, or the reader's division of it is.
    Over {
        /// What.
        event: Heading,
        /// The reader's table at the end.
        table: Table,
        /// Where the reader goes, in a league of several divisions.
        #[serde(default)]
        moves: Option<Moves>,
        /// How many games of the table still run.
        #[serde(default)]
        running: u32,
    },
    /// A ladder.
    Ladder {
        /// Which.
        event: Heading,
        /// From the top.
        rungs: Vec<Rung>,
        /// How many rated games, against how many opponents, it wants of the reader first.
        #[serde(default)]
        wants: Option<(u32, u32)>,
    },
    /// A game of a ladder begins.
    LadderGame {
        /// Of which.
        event: Heading,
        /// The game.
        game: GameNumber,
        /// Against whom.
        opponent: String,
        /// Whether the reader made the challenge.
        mine: bool,
    },
    /// The reader left the ladder by silence.
    OffLadder {
        /// Which.
        event: Heading,
    },
    /// Somebody plays in another's place.
    Replaced {
        /// In what.
        event: Heading,
        /// Who did.
        old: String,
        /// Who does now.
        new: String,
        /// In which game against the reader; none if it is the reader who is replaced.
        game: Option<GameNumber>,
    },
    /// The report of an event.
    Export {
        /// The report.
        report: Report,
    },
    /// The reader stays.
    Stays {
        /// In what.
        event: Heading,
    },
    /// An event as its post in Discord shows it.
    Post {
        /// Which.
        event: Listed,
        /// The tables of the round.
        tables: Vec<Table>,
    },
}

/// What somebody is asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ask {
    /// Whether to withdraw.
    Withdraw {
        /// From what.
        event: Heading,
        /// How many running games would be resigned.
        games: u32,
        /// For how many days the reader couldn't enter.
        days: u32,
    },
    /// Whether the reader is still there.
    StillThere {
        /// In what.
        event: Heading,
        /// Until when to answer.
        until: Timestamp,
    },
    /// Whether to renew a place.
    Renew {
        /// In what.
        event: Heading,
        /// When it begins, which is when the question ends.
        starts: Timestamp,
    },
}

/// Why something was not done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Why {
    /// There is none of that number.
    NoEvent {
        /// The number.
        number: EventNumber,
    },
    /// The reader is in none.
    NoneOfYours,
    /// It has begun, is over, or was cancelled.
    NotOpen {
        /// Which.
        event: Heading,
    },
    /// It is full.
    Full {
        /// Which.
        event: Heading,
        /// With how many.
        most: u32,
    },
    /// It needs a code, or another one.
    WrongCode {
        /// Which.
        event: Heading,
        /// Whether one was given.
        given: bool,
    },
    /// It is for the members of a Discord server.
    ElsewhereOnly {
        /// Which.
        event: Heading,
    },
    /// The reader is in it already.
    Already {
        /// Which.
        event: Heading,
    },
    /// The reader is not in it.
    NotIn {
        /// Which.
        event: Heading,
    },
    /// It has begun: withdrawing is something else than leaving.
    Begun {
        /// Which.
        event: Heading,
    },
    /// It hasn't begun: there is nothing to withdraw from.
    NotBegun {
        /// Which.
        event: Heading,
    },
    /// More games than the reader wants.
    TooManyGames {
        /// How many they want at most.
        most: u32,
        /// How many they could have with it.
        would: u32,
    },
    /// Rated events want some experience.
    TooNew {
        /// Finished rated games wanted.
        games: u32,
        /// Different opponents wanted.
        opponents: u32,
        /// Of which game the event is.
        #[serde(default)]
        title: String,
    },
    /// The reader withdrew lately.
    KeptOut {
        /// Until when.
        until: Timestamp,
    },
    /// Only computer players are invited by name.
    NoComputer {
        /// Into what.
        number: EventNumber,
    },
    /// Computers play in unrated events that somebody hosts.
    NoComputers {
        /// Not in this.
        event: Heading,
    },
    /// That computer player is in it already.
    InvitedAlready {
        /// Which.
        event: Heading,
    },
    /// The computer is switched off.
    HouseIsOff,
    /// It hasn't begun, or has no rounds: there is no table.
    NoTable {
        /// Which.
        event: Heading,
    },
    /// The reader isn't its host.
    NotHost {
        /// Which.
        event: Heading,
    },
    /// No such number of players.
    Players {
        /// The fewest there can be.
        fewest: u32,
        /// The most.
        most: u32,
    },
    /// A day that has passed, or doesn't exist, or is too far.
    Day,
    /// A clock without a bound.
    NoBound,
    /// A clock too fast for people who don't sit at the board.
    TooFast,
    /// More events than one can host at a time.
    TooManyHosted {
        /// The most.
        most: u32,
    },
    /// The game has no ladder.
    NoLadder,
    /// The reader isn't on the ladder.
    NotOnLadder {
        /// Which.
        event: Heading,
        /// How many rated games, against how many opponents, it wants of the reader first.
        #[serde(default)]
        wants: Option<(u32, u32)>,
    },
    /// Nobody of that name is on it.
    NobodyThere {
        /// Which.
        event: Heading,
    },
    /// The other stands too far up, or below.
    OutOfReach {
        /// How many places up.
        reach: u32,
    },
    /// One of the two has as many challenges as one can have.
    Busy {
        /// The most.
        most: u32,
        /// Whether it is the reader.
        you: bool,
    },
    /// The other has as many games as they want at a time.
    OtherIsFull,
    /// They have played lately.
    TooSoon {
        /// After how many days again.
        days: u32,
    },
}
