//! Looking around: games that others play or have played, and what is known of a player.

use super::lists::{rated, title};
use crate::clock::moment::Timestamp;
use crate::game::GameNumber;
use crate::notice::told::views::{A_PAGE, Against, Course, FinishedRow, Rated, RunningRow};
use crate::rules::Side;
use crate::text::plural::counted;
use crate::text::{Reader, graph, literal, times};

/// Finished games, the reader's own or another player's.
pub(super) fn finished(
    reader: &Reader<'_>,
    player: Option<&str>,
    rows: &[FinishedRow],
    page: u32,
    all: u32,
) -> Vec<String> {
    let games = counted(all.into(), "finished game");
    // Of somebody else's there may be more than the reader may look at.
    let games = match player {
        Some(name) => format!("{games} of {} to look at", literal(name)),
        None if all == 1 => "Your only finished game".to_owned(),
        None => format!("Your {games}"),
    };
    let first = match page {
        1 if all == 1 => format!("{games}:"),
        1 => format!("{games}, the latest first:"),
        _ => format!("{games}, page {page}:"),
    };
    let older = (page.saturating_mul(A_PAGE) < all).then(|| {
        let whose = player.map(|name| format!(" {name}")).unwrap_or_default();
        format!("Older ones: `finished{whose} page {}`.", page + 1)
    });
    let look = rows.first().map(|row| look(row.number, false));
    let rows = rows.iter().map(|row| game(reader, row, player.is_none()));
    [first].into_iter().chain(rows).chain(look).chain(older).collect()
}

/// `41 Amazons vs Ben · you won · 38 turns · 4 Jun 2026`; of others `41 Amazons, Ann vs Ben · Ann won · …`
fn game(reader: &Reader<'_>, row: &FinishedRow, own: bool) -> String {
    let FinishedRow { number, title, side, turns, .. } = row;
    let name = |side: Side| literal(&row.players[side as usize]);
    let between = match own {
        true => format!(" vs {}", name(side.other())),
        false => format!(", {} vs {}", name(Side::White), name(Side::Black)),
    };
    let end = match row.winner {
        _ if row.aborted => "aborted".to_owned(),
        None => "draw".to_owned(),
        Some(winner) if own => if winner == *side { "you won" } else { "you lost" }.to_owned(),
        Some(winner) => format!("{} won", name(winner)),
    };
    let day = times::day(row.ended, &reader.zone);
    format!("{number} {title}{between} · {end} · {} · {day}", counted((*turns).into(), "turn"))
}

/// Running games of others.
pub(super) fn others(rows: &[RunningRow], all: u32) -> Vec<String> {
    let first = match (rows.len() as u32, all) {
        (0, _) => return vec!["Nobody else plays a game that you could look at; `new amazons` starts one.".to_owned()],
        (shown, all) if shown < all => format!("The newest {shown} of {all} games that others play:"),
        (1, _) => "One game of others to look at:".to_owned(),
        (shown, _) => format!("{shown} games of others to look at, the newest first:"),
    };
    let row = |row: &RunningRow| {
        let name = |side: Side| literal(&row.players[side as usize]);
        let whose = row.to_move.map(|side| format!(" · {} to move", name(side))).unwrap_or_default();
        let (white, black) = (name(Side::White), name(Side::Black));
        format!("{} {}, {white} vs {black} · turn {}{whose}", row.number, row.title, row.turn)
    };
    let look = rows.first().map(|row| look(row.number, true));
    [first].into_iter().chain(rows.iter().map(row)).chain(look).collect()
}

/// How to look at a listed game: one that goes on, or one that is over.
fn look(number: GameNumber, running: bool) -> String {
    match running {
        true => format!("To look: `show {number}` or `history {number}`; `watch {number}` sends you every turn."),
        false => format!("To look: `show {number}` for the last board, `history {number}` for all turns."),
    }
}

/// A player's games, ratings and vacation, and how the reader fared against them.
pub(super) fn player(
    reader: &Reader<'_>,
    (name, running, away): (&str, usize, Option<Timestamp>),
    ratings: &[(String, Rated)],
    courses: &[Course],
    against: &[Against],
) -> Vec<String> {
    let mut lines = vec![format!("{}: {}.", literal(name), counted(running as i64, "running game"))];
    for (game, rating) in ratings {
        let course = courses.iter().find(|course| course.game == *game).and_then(graph::range);
        let range = course.map(|range| format!(", {range}")).unwrap_or_default();
        lines.push(format!("{}: {}{range}", title(game), rated(rating)));
    }
    if !against.is_empty() {
        let scores: Vec<String> = against.iter().map(score).collect();
        lines.push(format!("You against {}: {}.", literal(name), scores.join("; ")));
    }
    lines.extend(away.map(|until| format!("Away until {}.", reader.local(until))));
    lines
}

/// `Amazons 3 won, 1 lost`
fn score(against: &Against) -> String {
    let Against { game, won, lost, drawn } = against;
    let parts = [(won, "won"), (lost, "lost"), (drawn, "drawn")];
    let parts: Vec<String> =
        parts.iter().filter(|(count, _)| **count > 0).map(|(count, word)| format!("{count} {word}")).collect();
    format!("{} {}", title(game), parts.join(", "))
}
