//! How an event stands: its groups with their games, and the tables that are told of.

use crate::clock::moment::Timestamp;
use crate::event::ranking::{Group, Row as Ranked};
use crate::event::score::{Own, Played};
use crate::event::withdrawal::Fate;
use crate::event::{cup, league};
use crate::notice::told::events::{Cell, Heading, Listed, Row, Stands, Table};
use crate::rules::Side;
use crate::service::ServiceError;
use crate::service::now::Now;
use crate::store::{EntrantState, Event, EventGame, EventKind, EventState, Player, Slot};

/// A group of a round, with its games.
#[derive(Clone, Debug)]
pub(in crate::service) struct Team {
    pub number: u32,
    pub slots: Vec<Slot>,
    /// What the players are called, in the order of the slots.
    pub names: Vec<String>,
    pub games: Vec<EventGame>,
    pub group: Group,
}

impl Team {
    /// The players, in the order of the group's list.
    pub fn players(&self) -> Vec<i64> {
        self.slots.iter().map(|slot| slot.player).collect()
    }

    /// Whether all games that count have ended.
    pub fn is_finished(&self) -> bool {
        self.group.counting().iter().all(|game| game.result.is_some())
    }
}

/// Which event it is, for whoever is told of it.
pub(in crate::service) fn heading(event: &Event) -> Heading {
    let title = event.setup.title();
    Heading { number: event.number, kind: event.kind, official: event.official, title, edition: event.edition }
}

/// The event as a list shows it to somebody.
pub(in crate::service) fn listed(now: Now<'_>, event: &Event, me: Option<&Player>) -> Result<Listed, ServiceError> {
    let entrants = now.tx.entrants(event.number)?;
    let entered = entrants.iter().filter(|entrant| entrant.state == EntrantState::In).count();
    let is_me = |player: i64| me.is_some_and(|me| me.id == player);
    Ok(Listed {
        event: heading(event),
        entered: u32::try_from(entered).unwrap_or(u32::MAX),
        players: (event.fewest, event.most),
        starts: event.starts.filter(|_| event.state == EventState::Open),
        last: event.last.filter(|_| event.state == EventState::Running),
        clock: event.clock,
        code: event.code.is_some(),
        yours: entrants.iter().any(|e| is_me(e.player) && e.state != EntrantState::Withdrawn),
        running: event.state != EventState::Open,
        wants: None,
    })
}

/// The groups of a round.
pub(in crate::service) fn teams(now: Now<'_>, event: &Event, round: u32) -> Result<Vec<Team>, ServiceError> {
    let games = now.tx.event_games(event.number, round)?;
    let names = now.tx.names_in_groups(event.number, round)?;
    let named = |slot: &Slot| names.iter().find(|(player, _)| *player == slot.player).map(|(_, name)| name.clone());
    let own = Own::of(event.setup.game, event.setup.begins());
    let place = |slot: i64| usize::try_from(slot).unwrap_or(usize::MAX);
    let teams = now.tx.groups(event.number, round)?.into_iter().map(|slots| {
        let number = slots.first().map_or(0, |slot| slot.team);
        let games: Vec<EventGame> = games.iter().filter(|game| game.team == number).cloned().collect();
        let played =
            games.iter().map(|game| Played { white: place(game.white), black: place(game.black), result: game.result });
        let group = Group {
            void: slots.iter().map(|slot| slot.fate == Some(Fate::Void)).collect(),
            gone: slots.iter().map(|slot| slot.fate.is_some()).collect(),
            ..Group::new(slots.len(), played.collect(), own)
        };
        let names = slots.iter().map(|slot| named(slot).unwrap_or_default()).collect();
        Team { number, slots, names, games, group }
    });
    Ok(teams.collect())
}

/// How many go on or up from a group of so many, and how many down.
pub(in crate::service) fn lines(event: &Event, team: u32, teams: usize) -> (u32, u32) {
    let moved = u32::try_from(league::MOVED).unwrap_or(0);
    match event.kind {
        EventKind::League => {
            let lowest = usize::try_from(team).unwrap_or(0) == teams;
            (if team > 1 { moved } else { 0 }, if lowest { 0 } else { moved })
        }
        EventKind::Cup if teams > 1 => (u32::try_from(cup::GO_ON).unwrap_or(0), 0),
        EventKind::Cup | EventKind::RoundRobin | EventKind::Ladder => (0, 0),
    }
}

/// A group's table, as somebody reads it.
pub(in crate::service) fn table(event: &Event, team: &Team, teams: usize, reader: Option<i64>) -> Table {
    let ranked = team.group.table();
    let (up, down) = lines(event, team.number, teams);
    let mut rows = Vec::new();
    for row in &ranked {
        let (Some(slot), Some(name)) = (team.slots.get(row.player), team.names.get(row.player)) else { continue };
        rows.push(Row {
            place: number(row.place),
            shared: row.shared,
            name: name.clone(),
            you: reader == Some(slot.player),
            gone: slot.fate.is_some(),
            on: slot.went_on,
            points: row.points,
            finished: row.finished,
            sonneborn: row.sonneborn,
            cells: ranked.iter().map(|other| cell(&team.group, row, other)).collect(),
        });
    }
    let is_final = event.kind == EventKind::Cup && teams == 1;
    Table { group: team.number, groups: number(teams), is_final, rows, up, down }
}

/// The group that a player plays in.
pub(in crate::service) fn team_of(teams: &[Team], player: i64) -> Option<&Team> {
    teams.iter().find(|team| team.slots.iter().any(|slot| slot.player == player))
}

/// Where a player stands in an event now.
pub(in crate::service) fn stands(now: Now<'_>, event: &Event, player: i64) -> Result<Option<Stands>, ServiceError> {
    let teams = teams(now, event, event.round)?;
    let Some(team) = team_of(&teams, player) else { return Ok(None) };
    let row = team.group.table().into_iter().find(|row| team.slots.get(row.player).is_some_and(|s| s.player == player));
    Ok(row.map(|row| Stands {
        event: heading(event),
        place: number(row.place),
        of: number(team.slots.len()),
        points: row.points,
        finished: row.finished,
    }))
}

/// The strength of a player in a game, for seeding.
pub(in crate::service) fn strength(now: Now<'_>, game: &str, player: i64) -> Result<i64, ServiceError> {
    let rating = now.tx.rating(player, game)?;
    Ok(rating.map_or(1_500, |rating| rating.rating.round() as i64))
}

/// When a day is over for those who count in days.
pub(in crate::service) const DAY: Timestamp = 86_400;

fn cell(group: &Group, row: &Ranked, other: &Ranked) -> Cell {
    if row.player == other.player {
        return Cell::Same;
    }
    let meets = |game: &&Played| {
        (game.white, game.black) == (row.player, other.player) || (game.white, game.black) == (other.player, row.player)
    };
    let Some(game) = group.games.iter().find(meets) else { return Cell::Void };
    let void = |player: usize| group.void.get(player).copied().unwrap_or(false);
    let side = if game.white == row.player { Side::White } else { Side::Black };
    match game.result {
        _ if void(row.player) || void(other.player) => Cell::Void,
        None => Cell::Open,
        Some(result) => match (result.winner, result.forfeit) {
            (None, _) => Cell::Drawn,
            (Some(winner), false) if winner == side => Cell::Won,
            (Some(_), false) => Cell::Lost,
            (Some(winner), true) if winner == side => Cell::WonByForfeit,
            (Some(_), true) => Cell::LostByForfeit,
        },
    }
}

fn number(size: usize) -> u32 {
    u32::try_from(size).unwrap_or(u32::MAX)
}
