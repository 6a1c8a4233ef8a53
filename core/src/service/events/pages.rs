//! Events as anybody may see them on a page: the tables with the games behind them, ladders, and what there is.
//! What is by invitation has no page.

use crate::clock::ClockRule;
use crate::clock::moment::Timestamp;
use crate::event::EventNumber;
use crate::game::GameNumber;
use crate::notice::told::events::{Heading, Listed, Table};
use crate::rules::{GameKind, Side};
use crate::service::events::standing::{self, Team, heading};
use crate::service::now::Now;
use crate::service::{Service, ServiceError};
use crate::store::{EntrantState, Event, EventKind, EventState};
use crate::text::in_page::PRIVATE;

/// Events in a list.
const LISTED: u32 = 60;
/// Events in the list of those that are over.
const OVER: u32 = 20;
/// Games of a ladder in a list.
const GAMES: usize = 60;

/// An event.
#[derive(Clone, Debug, PartialEq)]
pub struct EventPage {
    /// Which.
    pub heading: Heading,
    /// Its game.
    pub game: GameKind,
    /// The round, from 1; 0 before the start.
    pub round: u32,
    /// The last moment of the round that is played.
    pub last: Option<Timestamp>,
    /// When it begins, while it can be entered; none where that is when it is full.
    pub starts: Option<Timestamp>,
    /// What it is now.
    pub stage: Stage,
    /// The fewest and the most players.
    pub players: (u32, u32),
    /// The clock of its games.
    pub clock: ClockRule,
    /// Whether its games count for ratings.
    pub rated: bool,
    /// The rounds, the latest first.
    pub rounds: Vec<Round>,
    /// Who is in it, or on the ladder from its top.
    pub entrants: Vec<Named>,
    /// Its games, the latest first.
    pub games: Vec<Match>,
    /// When its table last changed.
    pub changed: Timestamp,
}

/// What an event is now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// It can be entered.
    Open,
    /// It is played.
    Running,
    /// It is over.
    Over,
    /// It was cancelled.
    Cancelled,
}

/// A round of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Round {
    /// Which, from 1.
    pub number: u32,
    /// Its groups.
    pub groups: Vec<GroupTable>,
}

/// A group's table, and what stands behind it.
#[derive(Clone, Debug, PartialEq)]
pub struct GroupTable {
    /// The table.
    pub table: Table,
    /// Whether each row's player has a page.
    pub known: Vec<bool>,
    /// The game behind each cell of each row.
    pub games: Vec<Vec<Option<GameNumber>>>,
}

/// Somebody as anybody may see them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// Their name, or that they want none shown.
    pub name: String,
    /// Whether they have a page.
    pub known: bool,
}

/// A game of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Match {
    /// Its number.
    pub number: GameNumber,
    /// The round; 0 on a ladder.
    pub round: u32,
    /// White and Black.
    pub players: [Named; 2],
    /// When it ended and who won, once it is over.
    pub ended: Option<(Timestamp, Option<Side>)>,
    /// When it began.
    pub began: Timestamp,
}

impl Service {
    /// An event that anybody may look at.
    pub fn public_event(&self, number: EventNumber) -> Result<Option<EventPage>, ServiceError> {
        self.reading(|now| match now.tx.event(number)?.filter(is_public) {
            Some(event) => page(now, &event).map(Some),
            None => Ok(None),
        })
    }

    /// Events that can be entered or are played, and the last that are over.
    pub fn public_events(&self) -> Result<[Vec<Listed>; 2], ServiceError> {
        self.reading(|now| {
            let list = |events: Vec<Event>| {
                let shown = events.iter().filter(|event| is_public(event) && event.server.is_none());
                shown.map(|event| standing::listed(now, event, None)).collect::<Result<Vec<_>, _>>()
            };
            Ok([list(now.tx.events_listed(None, LISTED)?)?, list(now.tx.events_over(OVER)?)?])
        })
    }

    /// The ladder of a game.
    pub fn public_ladder(&self, game: GameKind) -> Result<Option<EventNumber>, ServiceError> {
        self.reading(|now| {
            Ok(now.tx.latest_official(EventKind::Ladder, game.name(), u32::MAX)?.map(|event| event.number))
        })
    }
}

fn is_public(event: &Event) -> bool {
    event.code.is_none()
}

fn page(now: Now<'_>, event: &Event) -> Result<EventPage, ServiceError> {
    let ladder = event.kind == EventKind::Ladder;
    let mut rounds = Vec::new();
    for number in (1..=if ladder { 0 } else { event.round }).rev() {
        let teams = standing::teams(now, event, number)?;
        let groups = teams.iter().map(|team| group(now, event, team, teams.len())).collect::<Result<_, _>>()?;
        rounds.push(Round { number, groups });
    }
    let mut entrants = Vec::new();
    if ladder || event.round == 0 {
        for entrant in now.tx.entrants(event.number)?.iter().filter(|entrant| entrant.state == EntrantState::In) {
            entrants.push(named(now, entrant.player)?);
        }
    }
    let stage = match event.state {
        EventState::Open => Stage::Open,
        EventState::Running => Stage::Running,
        EventState::Over => Stage::Over,
        EventState::Cancelled => Stage::Cancelled,
    };
    Ok(EventPage {
        heading: heading(event),
        game: event.setup.game,
        round: event.round,
        last: event.last.filter(|_| stage == Stage::Running),
        starts: event.starts.filter(|_| stage == Stage::Open),
        stage,
        players: (event.fewest, event.most),
        clock: event.clock,
        rated: event.rated,
        rounds,
        entrants,
        games: games(now, event)?,
        changed: event.changed.max(event.created),
    })
}

fn group(now: Now<'_>, event: &Event, team: &Team, teams: usize) -> Result<GroupTable, ServiceError> {
    let mut table = standing::table(event, team, teams, None);
    // The rows are in the order of the places, the slots in that of the draw.
    let order: Vec<usize> = team.group.table().iter().map(|row| row.player).collect();
    let behind = |one: usize, other: usize| {
        let meets = |white: i64, black: i64| {
            let pair = (usize::try_from(white).ok(), usize::try_from(black).ok());
            pair == (Some(one), Some(other)) || pair == (Some(other), Some(one))
        };
        team.games.iter().find(|game| meets(game.white, game.black)).map(|game| game.game)
    };
    let games = order.iter().map(|one| order.iter().map(|other| behind(*one, *other)).collect()).collect();
    let mut known = Vec::new();
    for (row, slot) in table.rows.iter_mut().zip(order.iter().filter_map(|at| team.slots.get(*at))) {
        let player = named(now, slot.player)?;
        row.name = player.name;
        known.push(player.known);
    }
    Ok(GroupTable { table, known, games })
}

fn games(now: Now<'_>, event: &Event) -> Result<Vec<Match>, ServiceError> {
    let mut found = Vec::new();
    for round in 0..=event.round {
        for game in now.tx.event_games(event.number, round)? {
            let Some(row) = now.tx.game(game.game)? else { continue };
            found.push(Match {
                number: row.number,
                round,
                players: [named(now, row.players[0])?, named(now, row.players[1])?],
                ended: row.ended.map(|ended| (ended.at, ended.winner)),
                began: row.started,
            });
        }
    }
    found.sort_by_key(|game| (std::cmp::Reverse(game.ended.map_or(game.began, |(at, _)| at)), game.number));
    if event.kind == EventKind::Ladder {
        found.truncate(GAMES);
    }
    Ok(found)
}

fn named(now: Now<'_>, player: i64) -> Result<Named, ServiceError> {
    let player = now.player(player)?;
    let known = player.public && !player.forgotten;
    Ok(Named { name: if known { player.name } else { PRIVATE.to_owned() }, known })
}
