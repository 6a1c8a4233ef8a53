//! The pages of tournaments.

use crate::notice::told::events::{Cell, Heading, Listed, Table};
use crate::service::{EventPage, Match, Stage};
use crate::store::EventKind;
use crate::text::plural::counted;
use crate::text::told::events::{self as told};
use crate::text::{clause, clocks};

/// The page of all events.
pub const TOURNAMENTS: &str = "Tournaments";
/// Events that are over.
pub const OVER: &str = "Over";
/// How to enter any of them.
pub const HOW: &str = "By mail or in Discord, write what stands behind a tournament to enter it.";
/// There is none.
pub const NONE: &str = "No tournament is open or running.";
/// Above those who have entered.
pub const ENTERED: &str = "Entered";
/// Above a ladder.
pub const LADDER: &str = "The ladder";
/// Nobody is in it.
pub const NOBODY: &str = "Nobody is in it yet.";
/// Above a list of games.
pub const GAMES: &str = "Games";
/// Columns of a table.
pub const POINTS: &str = "Points";
/// What breaks ties.
pub const SONNEBORN: &str = "SB";
/// The same in full.
pub const SONNEBORN_BERGER: &str = "Sonneborn-Berger score, which breaks ties";
/// The column of places.
pub const PLACE: &str = "Place";
/// Behind somebody who has withdrawn.
pub const WITHDRAWN: &str = "(withdrawn)";

/// What an event is called, as a headline.
pub fn title(event: &Heading) -> String {
    clause::capital(&told::name(event))
}

/// A round's heading.
pub fn round(number: u32) -> String {
    format!("Round {number}")
}

/// What a group is called; nothing where there is only one.
pub fn group(event: &Heading, table: &Table) -> Option<String> {
    told::title(event.kind, table)
}

/// What stands in a cell that leads to a game.
pub const fn seen(cell: Cell) -> &'static str {
    match cell {
        Cell::Void => "–",
        cell => told::sign(cell),
    }
}

/// What it means, for those who only hear it: `1, Ann against Ben: won, game 41`. It begins with what others see there.
pub fn heard(cell: Cell, row: &str, other: &str, game: i64) -> String {
    let means = match cell {
        Cell::Same | Cell::Void => "doesn't count",
        Cell::Open => "goes on",
        Cell::Won => "won",
        Cell::Lost => "lost",
        Cell::Drawn => "drawn",
        Cell::WonByForfeit => "won by forfeit",
        Cell::LostByForfeit => "lost by forfeit",
    };
    format!("{}, {row} against {other}: {means}, game {game}", seen(cell))
}

/// `4½`.
pub fn points(halves: u32) -> String {
    told::points(halves)
}

/// `12¼`.
pub fn sonneborn(quarters: u32) -> String {
    told::quarters(quarters)
}

/// What a page says first: how far it is. A moment may follow.
pub fn stage(event: &EventPage) -> &'static str {
    match (event.stage, event.starts, event.last) {
        (Stage::Running, ..) if event.heading.kind == EventKind::Ladder => {
            "Open at any time. Whoever wins against somebody a few places above stands above them."
        }
        (Stage::Open, Some(_), _) => "Open to everybody. It begins on",
        (Stage::Open, None, _) => "Open to everybody. It begins when it is full.",
        (Stage::Running, _, Some(_)) => "Being played. The round ends by",
        (Stage::Running, _, None) => "Being played.",
        (Stage::Over, ..) => "Over.",
        (Stage::Cancelled, ..) => "It did not take place.",
    }
}

/// How to enter.
pub fn enter(event: &Heading) -> String {
    format!("join T{}", event.number)
}

/// In front of that.
pub const ENTER: &str = "To enter, write or type";

/// The terms.
pub fn terms(event: &EventPage) -> String {
    let rated = if event.rated { "rated" } else { "unrated" };
    format!("{}, {}, {rated}.", event.game.title(), clocks::brief(event.clock))
}

/// Whether somebody can enter it now: a ladder at any time.
pub fn can_be_entered(event: &Heading, running: bool) -> bool {
    !running || event.kind == EventKind::Ladder
}

/// An event in a list: who plays, and how far it is. A moment may follow.
pub fn listed(event: &Listed) -> String {
    let players = counted(event.entered.into(), "player");
    let stage = match (event.running, event.starts, event.last) {
        (true, ..) if event.event.kind == EventKind::Ladder => "open at any time".to_owned(),
        (true, _, Some(_)) => "being played, the round ends by".to_owned(),
        (true, ..) => "being played".to_owned(),
        (false, Some(_), _) => "begins on".to_owned(),
        (false, None, _) => format!("begins with {}", event.players.1),
    };
    format!("{players}, {stage}")
}

/// Its clock.
pub fn clock(event: &Listed) -> String {
    clocks::brief(event.clock)
}

/// How a game of it stands, for a list and a feed: `Ann vs Ben: Ann won`.
pub fn stands(game: &Match) -> String {
    let [white, black] = &game.players;
    let pair = format!("Game {}: {} vs {}", game.number, white.name, black.name);
    match game.ended {
        None => format!("{pair}, being played"),
        Some((_, None)) => format!("{pair}, drawn"),
        Some((_, Some(winner))) => format!("{pair}, {winner} won"),
    }
}
