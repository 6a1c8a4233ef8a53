//! Making the record of a game from its stored entries.

use crate::clock::running::Clock;
use crate::game::history::in_force;
use crate::game::{Ended, Entry, EntryKind, Game};
use crate::record::{End, Record, RecordedTurn};
use crate::rules::Side;
use crate::service::ServiceError;
use crate::service::seated::Seated;
use crate::store::Tx;

/// The record of a game so far.
pub fn record_of(tx: &Tx<'_>, game: &Seated) -> Result<Record, ServiceError> {
    let entries = tx.entries_after(game.row.number, 0)?;
    Ok(Record {
        setup: game.row.setup.clone(),
        first: game.row.first.clone(),
        number: Some(game.row.number),
        white: game.players[0].name.clone(),
        black: game.players[1].name.clone(),
        rated: game.row.rated,
        clock: game.row.clock.rule,
        started: Some(game.row.started),
        turns: in_force(&entries).filter_map(|entry| recorded(entry, &entries, &game.row)).collect(),
        end: game.row.ended.map(|Ended { at, winner, reason, margin, aborted }| End {
            winner,
            reason,
            margin,
            aborted,
            at: Some(at),
        }),
    })
}

/// An entry as a turn of the record; none if no side made it. What was used of a bound on the whole is the sum of what
/// all turns up to this one took, those taken back too.
fn recorded(entry: &Entry, entries: &[Entry], game: &Game) -> Option<RecordedTurn> {
    let side = entry.side?;
    let left = entry.left_before.filter(|_| game.clock.rule != crate::clock::ClockRule::None).map(|before| {
        let mut clock = Clock::new(game.clock.rule);
        let stored = match side {
            Side::White => &mut clock.white,
            Side::Black => &mut clock.black,
        };
        *stored = before - entry.spent;
        if entry.kind != EntryKind::Spur {
            clock.turn_played(side, None, entry.at);
        }
        if game.clock.rule.max().is_some() {
            let so_far = entries.iter().filter(|e| e.number <= entry.number && e.side == Some(side) && e.kind.moves());
            clock.used[side as usize] = so_far.map(|entry| entry.spent).sum();
        }
        clock.left(side, entry.at).unwrap_or(0)
    });
    Some(RecordedTurn {
        number: entry.turn,
        side,
        text: entry.text.clone(),
        forfeit: entry.kind == EntryKind::Forfeit,
        at: Some(entry.at),
        left,
    })
}
