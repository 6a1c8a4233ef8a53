//! Checking the stored games: replaying each record must give what its row says.

use std::collections::BTreeMap;

use crate::game::GameNumber;
use crate::service::{Service, ServiceError};

/// What a check of some games found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Examined {
    /// How many games were checked.
    pub games: usize,
    /// The number of the last one, to continue from; `None` when there are no more.
    pub last: Option<GameNumber>,
    /// What is wrong, one sentence each.
    pub problems: Vec<String>,
}

impl Service {
    /// Checks up to `limit` games after a number, every `every`-th of them.
    pub fn examine(&self, after: GameNumber, limit: u32, every: usize) -> Result<Examined, ServiceError> {
        self.store().read(|tx| {
            let rows = tx.games_after(after, limit)?;
            let mut found = Examined { last: rows.last().map(|row| row.number), ..Examined::default() };
            // All of them are read at once; of few, each by itself.
            let mut together = match (every, rows.first(), rows.last()) {
                (0 | 1, Some(first), Some(last)) => tx.entries_between(first.number, last.number)?,
                _ => BTreeMap::new(),
            };
            for row in rows.iter().step_by(every.max(1)) {
                found.games += 1;
                let entries = match every {
                    0 | 1 => together.remove(&row.number).unwrap_or_default(),
                    _ => tx.entries_after(row.number, 0)?,
                };
                let wrong = row.problems(&entries);
                found.problems.extend(wrong.into_iter().map(|what| format!("game {}: {what}", row.number)));
            }
            Ok(found)
        })
    }

    /// SQLite's own integrity check; empty when all is well.
    pub fn integrity(&self) -> Result<Vec<String>, ServiceError> {
        Ok(self.store().integrity()?)
    }
}
