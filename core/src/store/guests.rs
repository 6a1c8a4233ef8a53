//! Guests: players who came to a page and began a game with the house. Nobody can reach them; what they leave behind is
//! removed.

use super::sql::params;
use super::{Stored, Tx};
use crate::clock::moment::Timestamp;

impl Tx<'_> {
    /// Makes a guest; the name must be free.
    pub fn insert_guest(&self, name: &str, at: Timestamp) -> Stored<i64> {
        let id = self.insert_player(name, at)?;
        self.guest_is_here(id, at)?;
        Ok(id)
    }

    /// Notes that a guest does something.
    pub fn guest_is_here(&self, id: i64, at: Timestamp) -> Stored<()> {
        self.sql.prepare_cached("UPDATE players SET guest = ?2 WHERE id = ?1")?.execute(params![id, at])?;
        Ok(())
    }

    /// A guest is one no more: somebody with an address.
    pub fn guest_stays(&self, id: i64) -> Stored<()> {
        self.sql.prepare_cached("UPDATE players SET guest = NULL WHERE id = ?1")?.execute([id])?;
        Ok(())
    }

    /// A guest turned out to be a player whom we know, and everything of the guest's is theirs now.
    pub fn guest_became(&self, id: i64, player: i64) -> Stored<()> {
        self.sql
            .prepare_cached("UPDATE players SET guest = NULL, became = ?2 WHERE id = ?1")?
            .execute(params![id, player])?;
        Ok(())
    }

    /// Some guests who have done nothing since a time.
    pub fn guests_gone(&self, since: Timestamp, limit: u32) -> Stored<Vec<i64>> {
        let mut statement =
            self.sql.prepare_to_change("SELECT id FROM players WHERE guest < ?1 ORDER BY guest LIMIT ?2")?;
        let rows = statement.query_map(params![since, limit], |row| row.get(0))?;
        rows.collect::<Result<_, _>>()
    }

    /// Removes a guest with all games of theirs, as if they had never been here.
    pub fn erase_guest(&self, id: i64) -> Stored<()> {
        self.erase_belongings(id)?;
        const GAMES: &str = "(SELECT number FROM games WHERE white = ?1 OR black = ?1)";
        for table in ["entries", "comments", "notes", "plans", "watchers", "spectacles", "house_work", "outbox"] {
            self.sql.prepare_cached(&format!("DELETE FROM {table} WHERE game IN {GAMES}"))?.execute([id])?;
        }
        for sql in [
            "DELETE FROM outbox WHERE player = ?1",
            "DELETE FROM games WHERE white = ?1 OR black = ?1",
            "DELETE FROM challenges WHERE challenger = ?1",
            "DELETE FROM players WHERE id = ?1",
        ] {
            self.sql.prepare_cached(sql)?.execute([id])?;
        }
        Ok(())
    }
}
