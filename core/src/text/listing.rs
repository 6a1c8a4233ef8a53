//! The words for reminders and digests.

use super::clause::capital;
use super::{Line, Reader, Span, Wording, joined};
use crate::clock::moment::Timestamp;
use crate::game::GameNumber;
use crate::notice::told::events::Stands;
use crate::notice::told::views;
use crate::notice::{DigestRow, News, Notice, SheetBoard, Told};
use crate::rules::GameKind;
use crate::text::article::Block;
use crate::text::plural::counted;
use crate::text::times;
use crate::text::told::events::{name, stands};

/// What a sheet of boards shows, for those who can't see it.
pub fn sheet(sheet: &[SheetBoard]) -> String {
    let each = |shown: &SheetBoard| format!("{}{}", shown.label, if shown.waiting { ", your turn" } else { "" });
    sheet.iter().map(each).collect::<Vec<_>>().join("; ")
}

/// In how many columns a notice's sheet of boards is laid out, where that says something: in a review what was played
/// stands beside what was better.
pub fn columns(notice: &Notice) -> Option<u32> {
    matches!(notice.news, News::Told { what: Told::Views(views::Told::Review { .. }) }).then_some(2)
}

/// Time is running out.
pub(super) fn reminder(
    reader: &Reader<'_>,
    last: Option<&(String, String)>,
    deadline: Timestamp,
    also: &[(GameNumber, Timestamp)],
) -> Wording {
    let (left, by) = (times::roughly(deadline - reader.notice.at), reader.way.by());
    let others = also
        .iter()
        .map(|(number, at)| Line::words(format!("Game {number} is due too, {by} ")).span(reader.time(*at)).and("."));
    if reader.discord() {
        let game = reader.notice.game.as_ref();
        let turn = game.map_or(0, |game| game.turn);
        let side = reader.notice.board.as_ref().and_then(|board| board.side.clone());
        let side = side.map(|side| format!(" ({})", capital(&side))).unwrap_or_default();
        let whose = match reader.mention() {
            Some(user) => Line::default().span(Span::Mention { user }).and(", still your turn "),
            None => Line::words("Still your turn "),
        };
        let headline = whose.and(format!("{turn}{side}, until ")).span(reader.time(deadline));
        return Wording { headline, above: others.collect(), ..Wording::default() };
    }
    let played = last.map(|(who, turn)| super::playing::did(who, turn).and("."));
    let reply = Line::words("Reply with a move, or ").code("away 7d").and(" to stop the clock.");
    Wording {
        headline: Line::words(format!("Your turn, {left} left: by ")).span(reader.time(deadline)).and("."),
        second: joined(played.into_iter().chain([reply])),
        above: others.collect(),
        pattern: super::refusing::pattern(reader),
        ..Wording::default()
    }
}

/// The waiting games, the most urgent first.
pub(super) fn digest(reader: &Reader<'_>, rows: &[DigestRow], events: &[Stands]) -> Wording {
    let first = rows.iter().filter_map(|row| row.deadline).min();
    let (waiting, by) = (counted(rows.len() as i64, "game"), reader.way.by());
    let headline = Line::words(format!("Your turn in {waiting}"));
    let headline = match first {
        Some(at) if rows.len() == 1 => headline.and(format!(", {by} ")).span(reader.time(at)).and("."),
        Some(at) => headline.and(format!("; the first {by} ")).span(reader.time(at)).and("."),
        None => headline.and("."),
    };
    // A game that this version can't read has at least the usual form.
    let usual = |row: &DigestRow| GameKind::named(&row.board.game).map_or("", GameKind::pattern);
    let pattern = rows.first().map_or("", |row| row.board.now().map_or_else(|_| usual(row), |now| now.pattern()));
    let pattern = pattern.split(',').next().unwrap_or_default();
    let number = rows.first().map_or(0, |row| row.game.number);
    let answer = Line::words("Answer one line per game, number first: ").code(format!("{number} {pattern}"));
    Wording {
        subject: format!("Turnpost: {waiting} {} for you", if rows.len() == 1 { "waits" } else { "wait" }),
        headline,
        second: Some(answer),
        body: rows.iter().map(|row| digest_row(reader, row)).collect(),
        pages: rows.iter().map(|row| row.page.clone()).collect(),
        article: standings(events),
        ..Wording::default()
    }
}

/// Where the reader stands in tables that have changed.
fn standings(events: &[Stands]) -> Vec<Block> {
    let line = |mine: &Stands| Line::words(format!("{}: {}.", capital(&name(&mine.event)), stands(mine)));
    if events.is_empty() { Vec::new() } else { vec![Block::List(events.iter().map(line).collect())] }
}

/// `37 Dameo vs Mia · turn 9 · Mia played f6-f5 · by Fri 29 May 20:00 · Mia: "Good luck."`
fn digest_row(reader: &Reader<'_>, row: &DigestRow) -> Line {
    let DigestRow { game, opponent, last, comments, deadline, .. } = row;
    let mut line = Line::words(format!("{} {} vs {opponent} · turn {}", game.number, game.title, game.turn));
    if let Some((who, turn)) = last {
        line = line.and(" · ").glued(&super::playing::did(who, turn).0);
    }
    if let Some(at) = deadline {
        line = line.and(format!(" · {} ", reader.way.by())).span(reader.time(*at));
    }
    super::comments(reader, comments).into_iter().fold(line, |line, said| line.and(" · ").glued(&said.0))
}
