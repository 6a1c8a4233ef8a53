//! Examining the stored games: a replay of each record must give what its row says.

use super::table::{parse, position_hash};
use super::{Service, ServiceError};
use crate::command::GameNumber;
use crate::game::Game;
use crate::rules::Reason;
use crate::store::{Entry, EntryKind, GameRow, Tx};

/// What an examination of some games found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Examined {
    /// How many games were looked at.
    pub games: usize,
    /// The number of the last one; go on behind it. `None` when there are no more.
    pub last: Option<GameNumber>,
    /// What is wrong, a sentence each.
    pub problems: Vec<String>,
}

impl Service {
    /// Examines up to `limit` games behind a number, every one or every so-manieth.
    pub fn examine(&self, after: GameNumber, limit: u32, every: usize) -> Result<Examined, ServiceError> {
        self.store().read(|tx| {
            let rows = tx.games_after(after, limit)?;
            let mut found = Examined { last: rows.last().map(|row| row.number), ..Examined::default() };
            for row in rows.iter().step_by(every.max(1)) {
                found.games += 1;
                let wrong = problems(tx, row)?;
                found.problems.extend(wrong.into_iter().map(|what| format!("game {}: {what}", row.number)));
            }
            Ok(found)
        })
    }

    /// SQLite's own examination; empty when all is well.
    pub fn integrity(&self) -> Result<Vec<String>, ServiceError> {
        Ok(self.store().integrity()?)
    }
}

fn problems(tx: &Tx<'_>, row: &GameRow) -> Result<Vec<String>, ServiceError> {
    let entries = tx.entries_after(row.number, 0)?;
    let mut wrong = Vec::new();
    let mut check = |right: bool, what: &str| {
        if !right {
            wrong.push(what.to_owned());
        }
    };
    let numbers = entries.iter().map(|entry| entry.number);
    check(numbers.eq(1..=row.revision), "its entries are not numbered from 1 to its revision");
    check(
        in_force(&entries) == Some(entries.iter().filter(|e| e.kind.moves() && !e.undone).collect()),
        "its undos don't fit",
    );
    let begun = match &row.first {
        Some(text) => parse(&row.setup, text).map(|_| Game::from_position(&row.setup, text)),
        None => Ok(Game::new(&row.setup)),
    }?;
    let Ok(mut game) = begun else {
        wrong.push("its first position makes no sense".to_owned());
        return Ok(wrong);
    };
    let mut made = [0u32; 2];
    let mut before = None;
    for entry in entries.iter().filter(|entry| entry.kind.moves() && !entry.undone) {
        let position = game.position().text();
        let turn = game.position().turn_number();
        match game.play(&entry.text) {
            Err(error) => {
                wrong.push(format!("turn {} ({}) can't be played: {error}", entry.turn, entry.text));
                return Ok(wrong);
            }
            Ok(played) if played.text != entry.text || Some(played.by) != entry.side || turn != entry.turn => {
                wrong.push(format!("entry {} isn't what a replay gives", entry.number));
            }
            Ok(_) => {}
        }
        let hash = position_hash(&game.position().text());
        if entry.hash.is_some_and(|stored| stored != hash) {
            wrong.push(format!("entry {} has another position's mark", entry.number));
        }
        if let (Some(side), EntryKind::Turn) = (entry.side, entry.kind) {
            made[side as usize] += 1;
        }
        before = Some((position, entry.text.clone()));
    }
    let mut check = |right: bool, what: &str| {
        if !right {
            wrong.push(what.to_owned());
        }
    };
    check(row.position == game.position().text(), "its position isn't what a replay gives");
    check(row.last == before, "its last turn isn't what a replay gives");
    check(row.turn == game.position().turn_number(), "its turn number isn't what a replay gives");
    check(row.made == made, "its numbers of turns made don't fit");
    match (&row.ended, game.outcome()) {
        (None, None) => check(row.to_move == game.to_move(), "the wrong player is to move"),
        (None, Some(_)) => check(false, "it is over by the rules, but goes on"),
        (Some(ended), Some(outcome)) => {
            let same = (ended.winner, ended.reason, ended.margin) == (outcome.winner, outcome.reason, outcome.margin);
            check(same, "its result isn't what a replay gives");
        }
        (Some(ended), None) => check(
            matches!(
                ended.reason,
                Reason::Resigned | Reason::Timeout | Reason::Agreed | Reason::Adjudicated | Reason::Counted
            ),
            "it isn't over by the rules",
        ),
    }
    check(row.ended.is_none() || row.to_move.is_none(), "it is over, but somebody is to move");
    Ok(wrong)
}

/// The moving entries that the undos leave, if these make sense.
fn in_force(entries: &[Entry]) -> Option<Vec<&Entry>> {
    let mut kept: Vec<&Entry> = Vec::new();
    for entry in entries {
        match entry.kind {
            kind if kind.moves() => kept.push(entry),
            EntryKind::Undo => {
                let back = entry.text.parse::<usize>().ok()?;
                kept.truncate(kept.len().checked_sub(back)?);
            }
            _ => {}
        }
    }
    Some(kept)
}
