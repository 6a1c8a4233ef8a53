//! The computer player and what it owes: rows made with what causes them, leased to whoever thinks, gone with the answer.

use super::sql::{OptionalExtension, Row, params};
use super::{Queue, StoreError, Stored, Tx, Woken};
use crate::clock::moment::Timestamp;
use crate::game::{Game, GameNumber};
use crate::rules::Side;

/// What is asked of the house.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HouseKind {
    /// Its turn, or its answer to an offer.
    Act,
    /// A turn for somebody who plays it.
    Hint,
    /// A look back at a finished game.
    Review,
}

/// Something that the house owes somebody.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HouseWork {
    /// Its id.
    pub id: i64,
    /// What.
    pub kind: HouseKind,
    /// In which game.
    pub game: GameNumber,
    /// For whom.
    pub player: i64,
    /// The address that they asked from.
    pub address: Option<i64>,
    /// The game's revision.
    pub revision: i64,
    /// When it was asked for.
    pub asked: Timestamp,
    /// How often it was begun before.
    pub attempts: u32,
}

/// A review takes longer than a turn: for so many seconds turns go first.
const REVIEWS_WAIT: i64 = 60;

impl Tx<'_> {
    /// The computer at a level, if it has ever played at that.
    pub fn house_at(&self, level: u8) -> Stored<Option<i64>> {
        let mut statement = self.sql.prepare_cached("SELECT id FROM players WHERE house = ?1")?;
        statement.query_row([level], |row| row.get(0)).optional()
    }

    /// Makes a player the computer at a level.
    pub fn set_house(&self, player: i64, level: u8) -> Stored<()> {
        self.sql.prepare_cached("UPDATE players SET house = ?2 WHERE id = ?1")?.execute(params![player, level])?;
        Ok(())
    }

    /// Notes what the house owes in its game as that now stands: its turn, an answer to an offer, or nothing.
    pub(super) fn owe_by_house(&self, game: &Game, house: Side) -> Stored<()> {
        let asked = game.to_move == Some(house) || game.draw_by == Some(house.other());
        if game.ended.is_some() || game.adjourned || !asked {
            let mut statement = self.sql.prepare_cached("DELETE FROM house_work WHERE game = ?1 AND kind = 'act'")?;
            statement.execute([game.number])?;
            if game.ended.is_some() {
                self.sql
                    .prepare_cached("DELETE FROM house_work WHERE game = ?1 AND kind = 'hint'")?
                    .execute([game.number])?;
            }
            return Ok(());
        }
        self.wakes(Woken { house: true, ..Woken::default() });
        // What is being thought about stays as it is until the game goes on.
        self.sql
            .prepare_cached(
                "INSERT INTO house_work (kind, game, player, revision, asked)
                 VALUES ('act', ?1, ?2, ?3,
                         coalesce((SELECT at FROM entries WHERE entries.game = ?1 AND entries.number = ?3), ?4))
                 ON CONFLICT (kind, game, player) DO UPDATE SET revision = excluded.revision, asked = excluded.asked,
                 leased = 0, holder = NULL, attempts = 0 WHERE house_work.revision <> excluded.revision",
            )?
            .execute(params![game.number, game.player(house.other()), game.revision, game.started])?;
        Ok(())
    }

    /// Notes that the house is to be rated by a game that ended. Everybody who plays a level would wait for each other if
    /// each changed its rating at once: so it is done later, by one, in the order of these rows.
    pub fn owe_house_rating(&self, game: &Game, house: Side) -> Stored<()> {
        // Nobody leases it to think about.
        let mut statement = self.sql.prepare_cached(
            "INSERT INTO house_work (kind, game, player, revision, asked, leased) VALUES ('rate', ?1, ?2, ?3, ?4, ?5)
             ON CONFLICT (kind, game, player) DO NOTHING",
        )?;
        let ended = game.ended.as_ref().map_or(game.started, |ended| ended.at);
        statement.execute(params![game.number, game.player(house), game.revision, ended, Timestamp::MAX])?;
        Ok(())
    }

    /// Takes the next games by which the house is to be rated.
    pub fn take_house_ratings(&self, limit: u32) -> Stored<Vec<GameNumber>> {
        let mut statement = self.sql.prepare_cached(
            "DELETE FROM house_work WHERE id IN (SELECT id FROM house_work WHERE kind = 'rate' ORDER BY id LIMIT ?1)
             RETURNING id, game",
        )?;
        let taken = statement.query_map([limit], |row| Ok((row.get(0)?, row.get(1)?)))?;
        let mut taken: Vec<(i64, GameNumber)> = taken.collect::<Result<_, _>>()?;
        taken.sort_unstable();
        Ok(taken.into_iter().map(|(_, game)| game).collect())
    }

    /// Asks the house for something besides its turns. The same again, while it is owed, is asked only once: false.
    pub fn ask_house(
        &self,
        kind: HouseKind,
        game: &Game,
        player: i64,
        address: Option<i64>,
        at: Timestamp,
    ) -> Stored<bool> {
        self.wakes(Woken { house: true, ..Woken::default() });
        let mut statement = self.sql.prepare_cached(
            "INSERT INTO house_work (kind, game, player, address, revision, asked) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
             ON CONFLICT (kind, game, player) DO NOTHING",
        )?;
        Ok(statement.execute(params![kind.word(), game.number, player, address, game.revision, at])? > 0)
    }

    /// Takes back what was asked for.
    pub fn unask_house(&self, kind: HouseKind, game: GameNumber, player: i64) -> Stored<()> {
        self.sql
            .prepare_cached("DELETE FROM house_work WHERE kind = ?1 AND game = ?2 AND player = ?3")?
            .execute(params![kind.word(), game, player])?;
        Ok(())
    }

    /// Whether anything waits for the house.
    pub fn house_is_asked(&self, now: Timestamp) -> Stored<bool> {
        let mut statement = self.sql.prepare_cached("SELECT 1 FROM house_work WHERE leased <= ?1 LIMIT 1")?;
        statement.exists([self.shared(now)])
    }

    /// Leases what is next: of those who wait, whoever was served longest ago goes first. `at_boards` leaves reviews to
    /// others: whoever looks back at a game can wait, whoever plays one can't.
    pub fn lease_house_work(
        &self,
        holder: &str,
        now: Timestamp,
        lease: i64,
        at_boards: bool,
    ) -> Stored<Option<HouseWork>> {
        // Nobody waits for another worker here: what one has its hands on, the others pass over.
        let mut statement = self.sql.prepare_either(
            "UPDATE house_work SET leased = ?2, holder = ?3, attempts = attempts + 1 WHERE id = (
               SELECT w.id FROM house_work AS w LEFT JOIN house_guests AS g ON g.player = w.player
               WHERE w.leased <= ?1 AND (?5 = 0 OR w.kind <> 'review')
               ORDER BY CASE WHEN w.kind = 'review' AND w.asked > ?4 THEN 1 ELSE 0 END,
                        coalesce(g.served, 0), w.asked, w.id
               LIMIT 1)
             RETURNING id, kind, game, player, address, revision, asked, attempts - 1",
            "WITH next AS MATERIALIZED (
               SELECT w.id FROM house_work AS w LEFT JOIN house_guests AS g ON g.player = w.player
               WHERE w.leased <= ?1 AND (?5 = 0 OR w.kind <> 'review')
               ORDER BY CASE WHEN w.kind = 'review' AND w.asked > ?4 THEN 1 ELSE 0 END,
                        coalesce(g.served, 0), w.asked, w.id
               LIMIT 1 FOR UPDATE OF w SKIP LOCKED)
             UPDATE house_work SET leased = ?2, holder = ?3, attempts = attempts + 1 FROM next
             WHERE house_work.id = next.id
             RETURNING house_work.id, kind, game, player, address, revision, asked, attempts - 1",
        )?;
        let (until, fresh) = (self.shared(now.saturating_add(lease)), now.saturating_sub(REVIEWS_WAIT));
        let wanted = params![self.shared(now), until, holder, fresh, i64::from(at_boards)];
        let found = statement.query_row(wanted, read_work).optional()?;
        let Some(work) = found else { return Ok(None) };
        self.sql
            .prepare_cached(
                "INSERT INTO house_guests (player, served)
                 VALUES (?1, (SELECT coalesce(max(served), 0) + 1 FROM house_guests))
                 ON CONFLICT (player) DO UPDATE SET served = excluded.served",
            )?
            .execute([work.player])?;
        Ok(Some(work))
    }

    /// Extends the lease on something that takes long; false if it is no longer ours.
    pub fn renew_house_work(&self, id: i64, holder: &str, until: Timestamp) -> Stored<bool> {
        let mut statement = self
            .sql
            .prepare_cached("UPDATE house_work SET leased = ?3 WHERE id = ?1 AND holder = ?2 AND leased > 0")?;
        Ok(statement.execute(params![id, holder, self.shared(until)])? > 0)
    }

    /// Gives back what was begun, for others to take.
    pub fn give_back_house_work(&self, id: i64, holder: &str) -> Stored<()> {
        self.sql
            .prepare_cached("UPDATE house_work SET leased = 0, holder = NULL WHERE id = ?1 AND holder = ?2")?
            .execute(params![id, holder])?;
        Ok(())
    }

    /// Gives back all that a dead process had begun.
    pub fn release_house_work(&self, holder: &str) -> Stored<()> {
        self.sql
            .prepare_cached("UPDATE house_work SET leased = 0, holder = NULL WHERE holder = ?1")?
            .execute([holder])?;
        Ok(())
    }

    /// Takes what is answered off the list; none if it was answered, or the game went on. That makes an answer count once.
    pub fn take_house_work(&self, id: i64, revision: i64) -> Stored<Option<HouseWork>> {
        let mut statement = self.sql.prepare_cached(
            "DELETE FROM house_work WHERE id = ?1 AND revision = ?2
             RETURNING id, kind, game, player, address, revision, asked, attempts",
        )?;
        statement.query_row(params![id, revision], read_work).optional()
    }

    /// A player's latest finished games of a kind against the house: its level, and whether the player won.
    pub fn results_with_house(&self, player: i64, game: &str, limit: u32) -> Stored<Vec<(u8, Option<bool>)>> {
        let mut statement = self.sql.prepare_cached(
            "SELECT players.house, games.winner, games.house FROM games
             JOIN players ON players.id = CASE WHEN games.house = 'white' THEN games.white ELSE games.black END
             WHERE (games.white = ?1 OR games.black = ?1) AND games.house IS NOT NULL AND games.game = ?2
             AND games.ended IS NOT NULL AND games.aborted = 0
             ORDER BY games.ended DESC, games.number DESC LIMIT ?3",
        )?;
        let rows = statement.query_map(params![player, game, limit], |row| {
            let (level, winner, house): (u8, Option<String>, String) = (row.get(0)?, row.get(1)?, row.get(2)?);
            Ok((level, winner.map(|winner| winner != house)))
        })?;
        rows.collect::<Result<_, _>>()
    }

    /// How many games a player has running with the house.
    pub fn running_with_house(&self, player: i64) -> Stored<usize> {
        Ok(self.running_games(player)?.iter().filter(|game| game.house().is_some()).count())
    }

    /// What waits for the house, for the operator.
    pub fn house_queue(&self) -> Stored<Queue> {
        let mut statement =
            self.sql.prepare_cached("SELECT count(*), min(asked) FROM house_work WHERE kind <> 'rate'")?;
        statement.query_row([], |row| Ok(Queue { waiting: row.get(0)?, oldest: row.get(1)? }))
    }

    /// Players who wait for the house and don't know yet that it is off.
    pub fn waiting_in_vain(&self, limit: u32) -> Stored<Vec<i64>> {
        let mut statement = self.sql.prepare_cached(
            "SELECT DISTINCT w.player FROM house_work AS w LEFT JOIN house_guests AS g ON g.player = w.player
             WHERE w.kind <> 'rate' AND coalesce(g.told_off, 0) = 0 ORDER BY w.player LIMIT ?1",
        )?;
        let found = statement.query_map([limit], |row| row.get(0))?;
        found.collect::<Result<_, _>>()
    }

    /// The games in which a player waits for the house.
    pub fn waits_for_house(&self, player: i64) -> Stored<Vec<GameNumber>> {
        let mut statement =
            self.sql.prepare_cached("SELECT DISTINCT game FROM house_work WHERE player = ?1 ORDER BY game")?;
        let found = statement.query_map([player], |row| row.get(0))?;
        found.collect::<Result<_, _>>()
    }

    /// Notes that a player knows that the house is off.
    pub fn told_house_is_off(&self, player: i64) -> Stored<()> {
        self.sql
            .prepare_cached(
                "INSERT INTO house_guests (player, told_off) VALUES (?1, 1)
                 ON CONFLICT (player) DO UPDATE SET told_off = 1",
            )?
            .execute([player])?;
        Ok(())
    }

    /// The house is back: should it be off again, that is news.
    pub fn house_is_on(&self) -> Stored<()> {
        self.sql.prepare_cached("UPDATE house_guests SET told_off = 0 WHERE told_off = 1")?.execute([])?;
        Ok(())
    }
}

impl HouseKind {
    const ALL: [(HouseKind, &'static str); 3] =
        [(HouseKind::Act, "act"), (HouseKind::Hint, "hint"), (HouseKind::Review, "review")];

    fn word(self) -> &'static str {
        HouseKind::ALL.iter().find(|(kind, _)| *kind == self).map_or("", |(_, word)| word)
    }
}

fn read_work(row: Row<'_>) -> Stored<HouseWork> {
    let word: String = row.get(1)?;
    let Some(&(kind, _)) = HouseKind::ALL.iter().find(|(_, known)| *known == word) else {
        return Err(StoreError::Nonsense(format!("the house is asked for {word:?}")));
    };
    Ok(HouseWork {
        id: row.get(0)?,
        kind,
        game: row.get(2)?,
        player: row.get(3)?,
        address: row.get(4)?,
        revision: row.get(5)?,
        asked: row.get(6)?,
        attempts: row.get(7)?,
    })
}
