//! The disk under the database: how much room is left on it, and what deleted rows leave behind in its files.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use rusqlite::{OptionalExtension, params};

use super::lite::{Lite, WAIT};
use super::{Stored, Tx};
use crate::clock::moment::Timestamp;

/// Tells how many bytes are free for the database; `None` where that can't be known.
#[derive(Clone)]
pub struct FreeSpace(Arc<dyn Fn() -> Option<u64> + Send + Sync>);

impl FreeSpace {
    /// As told by this function.
    pub fn told_by(tell: impl Fn() -> Option<u64> + Send + Sync + 'static) -> FreeSpace {
        FreeSpace(Arc::new(tell))
    }

    /// On the disk of that file, as the system tells whoever isn't root.
    pub(super) fn around(file: Option<&Path>) -> FreeSpace {
        let folder = file.and_then(Path::parent).map(|folder| match folder.as_os_str().is_empty() {
            true => PathBuf::from("."),
            false => folder.to_owned(),
        });
        FreeSpace::told_by(move || {
            let told = rustix::fs::statvfs(folder.as_deref()?).ok()?;
            Some(told.f_bavail.saturating_mul(told.f_frsize))
        })
    }

    /// Bytes.
    pub fn bytes(&self) -> Option<u64> {
        (self.0)()
    }
}

impl fmt::Debug for FreeSpace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("FreeSpace(…)")
    }
}

/// A file up to this size is compacted after somebody is forgotten, at most once an hour; a larger one at most once a
/// day; and one so large that others would have to wait, never.
const SMALL: i64 = 64 << 20;
const LARGE: i64 = 1 << 30;

/// How long to wait for others to let go of what is to be overwritten, before leaving it to the next tick.
const BRIEFLY: Duration = Duration::from_millis(500);

impl Tx<'_> {
    /// Notes that something was deleted that must not be left in the files.
    pub(super) fn note_leftovers(&self) -> Stored<()> {
        self.sql
            .prepare_cached("INSERT INTO meta VALUES ('leftovers', 1) ON CONFLICT (name) DO NOTHING")?
            .execute([])?;
        Ok(())
    }

    /// Notes that nothing of the kind is left.
    pub(super) fn no_leftovers(&self) -> Stored<()> {
        self.sql.prepare_cached("DELETE FROM meta WHERE name = 'leftovers'")?.execute([])?;
        Ok(())
    }

    /// Whether something may be left in the files and nothing more is about to be deleted.
    fn leftovers(&self, now: Timestamp) -> Stored<Leftovers> {
        let mut statement = self.sql.prepare_cached(
            "SELECT EXISTS (SELECT 1 FROM meta WHERE name = 'leftovers'),
               EXISTS (SELECT 1 FROM forgetting WHERE name IS NOT NULL)
               OR EXISTS (SELECT 1 FROM outbox WHERE state = 'owed' AND fleeting = 1 AND at > ?1)",
        )?;
        let (any, growing) = statement.query_row([now - 600], |row| Ok((row.get(0)?, row.get(1)?)))?;
        Ok(match (any, growing) {
            (false, _) => Leftovers::None,
            (true, true) => Leftovers::Growing,
            (true, false) => Leftovers::All,
        })
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Leftovers {
    None,
    /// More will be deleted in a moment.
    Growing,
    All,
}

/// Whether the file may be written anew.
#[derive(Clone, Copy, PartialEq)]
enum Compaction {
    Now,
    Later,
    Never,
}

impl Lite {
    /// Makes sure that nothing deleted is left in the files. The log is emptied. Rows that were moved around inside the
    /// database may have left copies in pages that are still in use, which SQLite does not overwrite, so the file is
    /// written anew as often as its size allows.
    pub(super) fn wipe(&mut self, now: Timestamp) -> Stored<()> {
        let found = self.read(|tx| tx.leftovers(now))?;
        if found == Leftovers::None {
            return Ok(());
        }
        let when = self.compaction(now)?;
        let compact = found == Leftovers::All && when == Compaction::Now;
        self.connection.busy_timeout(BRIEFLY)?;
        let wiped = self.wipe_now(compact);
        self.connection.busy_timeout(WAIT)?;
        if wiped? && found == Leftovers::All && when != Compaction::Later {
            self.write(|tx| -> Stored<()> {
                if compact {
                    let noted = "INSERT INTO meta VALUES ('compacted', ?1) ON CONFLICT (name) DO UPDATE SET value = ?1";
                    tx.sql.prepare_cached(noted)?.execute([now])?;
                }
                tx.no_leftovers()
            })?;
        }
        Ok(())
    }

    fn wipe_now(&self, compact: bool) -> Stored<bool> {
        if compact {
            self.connection.execute_batch("VACUUM")?;
        }
        let busy: i64 = self.connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get(0))?;
        Ok(busy == 0)
    }

    fn compaction(&self, now: Timestamp) -> Stored<Compaction> {
        let number = |name| self.connection.pragma_query_value(None, name, |row| row.get::<_, i64>(0));
        let size = number("page_count")?.saturating_mul(number("page_size")?);
        let last = self
            .connection
            .query_row("SELECT value FROM meta WHERE name = 'compacted'", params![], |row| row.get::<_, Timestamp>(0));
        let since = last.optional()?.map_or(i64::MAX, |last| now.saturating_sub(last));
        let pause = if size <= SMALL { 3_600 } else { 86_400 };
        Ok(match size {
            ..=LARGE if since >= pause => Compaction::Now,
            ..=LARGE => Compaction::Later,
            _ => Compaction::Never,
        })
    }
}
