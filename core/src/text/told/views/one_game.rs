//! One game: how it stands, its history, its legal turns, counts, notes and watchers.

use crate::clock::moment::Timestamp;
use crate::game::GameNumber;
use crate::notice::told::views::{Now, Standing, Turns};
use crate::rules::Side;
use crate::text::plural::counted;
use crate::text::times;
use crate::text::{Reader, literal};

/// Two lines on how a game stands.
pub(super) fn standing(reader: &Reader<'_>, standing: &Standing) -> Vec<String> {
    let Standing { number, title, players: [white, black], turn, now } = standing;
    let name = |side: Side| literal(if side == Side::White { white } else { black });
    let (white, black) = (name(Side::White), name(Side::Black));
    let second = match *now {
        Now::ToMove { side, deadline } => {
            let by = deadline.map(|at| match reader.discord() {
                true => format!(", until {}", reader.local(at)),
                false => format!(", {}", times::by(at, reader.notice.at, &reader.zone)),
            });
            format!("{} ({side}) is to move{}.", name(side), by.unwrap_or_default())
        }
        Now::Nobody => "Nobody is to move.".to_owned(),
        Now::Aborted => "It was aborted and counts for nothing.".to_owned(),
        Now::Over { winner: Some(side), reason } => format!("{} ({side}) won: {reason}.", name(side)),
        Now::Over { winner: None, reason } => format!("A draw: {reason}."),
    };
    vec![format!("Game {number}: {title}, {white} (White) vs {black} (Black), turn {turn}."), second]
}

/// All its turns. Each begins with a name, so that a quoted history isn't read as moves.
pub(super) fn history(reader: &Reader<'_>, game: &Standing, turns: &[(u32, String, String)]) -> Vec<String> {
    // As wide as the longer name, so that a row fits on a phone.
    let wide = turns.iter().map(|(_, by, _)| by.chars().count()).max().unwrap_or(0);
    let rows = turns.iter().map(|(number, by, text)| format!("{number:>3}. {:<wide$}  {text}", literal(by)));
    standing(reader, game).into_iter().chain(rows).collect()
}

/// The legal turns, in rows; a dot in front keeps a quoted row from being read as a move.
pub(super) fn moves(reader: &Reader<'_>, count: usize, from: &str, turns: &Turns) -> Vec<String> {
    let rows = |texts: &[String]| texts.chunks(6).map(|row| format!("· {}", row.join("  "))).collect::<Vec<_>>();
    let with = if from.is_empty() { String::new() } else { format!(" with {from}") };
    // Whoever isn't to move is told whose they are.
    let mover = reader.position().map(|position| position.to_move()).filter(|mover| !reader.plays(*mover));
    let whose = mover.map_or_else(String::new, |side| format!(" for {}", literal(reader.name_of(side.word()))));
    let mut first = format!("{}{whose}{with}.", counted(count as i64, "legal turn"));
    let rows = match turns {
        Turns::Each(turns) => rows(turns),
        Turns::Beginnings(stages) => {
            if let Some((stage, _)) = stages.first() {
                first += &format!(" By how they begin; `moves {stage}` tells more of these:");
            }
            rows(&stages.iter().map(|(stage, count)| format!("{stage} ({count})")).collect::<Vec<_>>())
        }
    };
    [first].into_iter().chain(rows).collect()
}

/// The reader's notes, the oldest first.
pub(super) fn notes(
    reader: &Reader<'_>,
    number: GameNumber,
    notes: &[(Timestamp, String)],
    older: usize,
) -> Vec<String> {
    let first = match notes.len() {
        0 => format!("You have no notes on game {number}; `note` and some words keeps one."),
        _ => format!("Your notes on game {number}, which nobody else sees:"),
    };
    let gap = if reader.discord() { ": " } else { "  " };
    let rows = notes.iter().map(|(at, text)| format!("{}{gap}{}", reader.local(*at), literal(text)));
    let more = (older > 0).then(|| format!("Not shown: {older} older; `export me` has them all."));
    [first].into_iter().chain(rows).chain(more).collect()
}

/// Whether the reader watches a game.
pub(super) fn watching(reader: &Reader<'_>, number: GameNumber, on: bool, changed: bool) -> String {
    reader.way.settled(match (on, changed) {
        (true, true) => format!("you watch game {number}; `unwatch {number}` ends it."),
        (true, false) => format!("you watch game {number} already."),
        (false, true) => format!("you don't watch game {number} any more."),
        (false, false) => format!("you didn't watch game {number}."),
    })
}
