//! What is waiting to be done, and for how long: for the operator.

use super::sql::OptionalExtension;
use super::{Channel, Stored, Tx};
use crate::clock::moment::Timestamp;

/// Something that waits in line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Queue {
    /// How many there are.
    pub waiting: i64,
    /// When the oldest of them was added.
    pub oldest: Option<Timestamp>,
}

/// All lines at one moment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Waiting {
    /// Notices owed, by the front end that delivers them.
    pub owed: Vec<(Channel, Queue)>,
    /// Mails that came in and haven't been looked at yet.
    pub mails: Queue,
    /// What the house owes.
    pub house: Queue,
    /// When the server last let time pass.
    pub last_tick: Option<Timestamp>,
}

/// What waits because its sender writes too often is no backlog.
const NOT_HELD_BACK: &str = "NOT EXISTS (SELECT 1 FROM inbox_about WHERE mail = inbox.id AND what LIKE 'waits %')";

impl Tx<'_> {
    /// What waits now.
    pub fn waiting(&self) -> Stored<Waiting> {
        let mut owed = Vec::new();
        for channel in [Channel::Mail, Channel::Discord, Channel::Console] {
            let sql = "SELECT count(*), min(at) FROM outbox WHERE state = 'owed' AND channel = ?1";
            let mut statement = self.sql.prepare_cached(sql)?;
            let queue =
                statement.query_row([channel.word()], |row| Ok(Queue { waiting: row.get(0)?, oldest: row.get(1)? }))?;
            owed.push((channel, queue));
        }
        let waiting = self
            .sql
            .prepare_cached(&format!("SELECT count(*) FROM inbox WHERE verdict IS NULL AND {NOT_HELD_BACK}"))?
            .query_row([], |row| row.get(0))?;
        let oldest = self
            .sql
            .prepare_cached(&format!(
                "SELECT at FROM inbox WHERE verdict IS NULL AND {NOT_HELD_BACK} ORDER BY id LIMIT 1"
            ))?
            .query_row([], |row| row.get(0))
            .optional()?;
        Ok(Waiting { owed, mails: Queue { waiting, oldest }, house: self.house_queue()?, last_tick: self.last_tick()? })
    }
}
