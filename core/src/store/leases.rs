//! Leases by the database's clock: the machines that share it have clocks of their own, which differ. What says until when
//! something is held, or that it waits, is stored in the database's time and compared in it; everything else that is
//! stored has the time of whoever saw it happen.

use super::sql::params;
use super::{Stored, Tx};
use crate::clock::moment::Timestamp;

impl Tx<'_> {
    /// A moment of this process's clock, as the database's clock has it. No moment at all stays that.
    pub(super) fn shared(&self, at: Timestamp) -> Timestamp {
        match at {
            0 | Timestamp::MAX => at,
            at => at.saturating_add(self.sql.ahead()),
        }
    }

    /// A moment of the database's clock, as this process has it.
    pub(super) fn own(&self, at: Timestamp) -> Timestamp {
        match at {
            0 | Timestamp::MAX => at,
            at => at.saturating_sub(self.sql.ahead()),
        }
    }

    /// Takes or renews a lease; false if somebody else holds it.
    pub fn take_lease(&self, name: &str, holder: &str, now: Timestamp, seconds: i64) -> Stored<bool> {
        let now = self.shared(now);
        let mut statement = self.sql.prepare_cached(
            "INSERT INTO leases VALUES (?1, ?2, ?3) ON CONFLICT (name)
             DO UPDATE SET holder = ?2, until = ?3 WHERE leases.holder = ?2 OR leases.until <= ?4",
        )?;
        Ok(statement.execute(params![name, holder, now.saturating_add(seconds), now])? > 0)
    }

    /// Gives a lease back.
    pub fn drop_lease(&self, name: &str, holder: &str) -> Stored<()> {
        self.sql
            .prepare_cached("DELETE FROM leases WHERE name = ?1 AND holder = ?2")?
            .execute(params![name, holder])?;
        Ok(())
    }

    /// Ends the leases of a process that is dead.
    pub fn drop_leases_of(&self, holder: &str) -> Stored<()> {
        self.sql.prepare_cached("DELETE FROM leases WHERE holder = ?1")?.execute([holder])?;
        self.release_house_work(holder)
    }
}
