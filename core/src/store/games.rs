//! Games and the entries of their records: rows to values and back.

use std::collections::BTreeMap;

use super::sql::{OptionalExtension, Params, Row, Statement, params};
use super::words::{SideText, clock_columns, clock_of, options_text, reason_of, setup_of};
use super::{StoreError, Stored, Tx, Woken};
use crate::clock::moment::Timestamp;
use crate::clock::running::{Clock, Running};
use crate::game::GameNumber;
use crate::game::{Change, Ended, Entry, EntryKind, Game, Means};
use crate::rules::{Margin, Side};

impl Tx<'_> {
    /// Stores a new game.
    pub fn insert_game(&self, game: &Game) -> Stored<()> {
        let (start, add, max) = clock_columns(game.clock.rule);
        self.sql
            .prepare_cached(
                "INSERT INTO games (number, game, variant, options, first, white, black, rated, clock_start, clock_add,
                 position, turn, left_white, left_black, started, thread, listed, clock_max, event, house)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20)",
            )?
            .execute(params![
                game.number,
                game.setup.game.name(),
                game.setup.variant,
                options_text(&game.setup.options)?,
                game.first,
                game.players[0],
                game.players[1],
                game.rated,
                start,
                add,
                game.position,
                game.turn,
                game.clock.white,
                game.clock.black,
                game.started,
                game.thread,
                game.listed,
                max,
                game.event,
                house_word(game.house),
            ])?;
        self.update_game(game)
    }

    /// The game of that number.
    pub fn game(&self, number: GameNumber) -> Stored<Option<Game>> {
        let mut statement = self.sql.prepare_to_change("SELECT * FROM games WHERE number = ?1")?;
        let mut rows = statement.query([number])?;
        rows.next()?.map(read_game).transpose()
    }

    /// The revision of a game, if there is one of that number.
    pub fn revision(&self, number: GameNumber) -> Stored<Option<i64>> {
        let mut statement = self.sql.prepare_cached("SELECT revision FROM games WHERE number = ?1")?;
        statement.query_row([number], |row| row.get(0)).optional()
    }

    /// Stores all that changes in the course of a game.
    pub fn update_game(&self, game: &Game) -> Stored<()> {
        self.wakes(Woken { games: true, ..Woken::default() });
        let ended = game.ended.as_ref();
        self.sql
            .prepare_cached(
                "UPDATE games SET revision = ?2, position = ?3, position_before = ?4, last = ?5, quiet = ?6, turn = ?7,
                 to_move = ?8, made_white = ?9, made_black = ?10, left_white = ?11, left_black = ?12, runs_from = ?13,
                 deadline = ?14, reminder = ?15, forfeit = ?16, draw_by = ?17, told_white = ?18, told_black = ?19,
                 adjourned = ?20, ended = ?21, winner = ?22, reason = ?23, margin = ?24, aborted = ?25, used_white = ?26,
                 used_black = ?27, until = ?28
                 WHERE number = ?1",
            )?
            .execute(params![
                game.number,
                game.revision,
                game.position,
                game.last.as_ref().map(|(before, _)| before),
                game.last.as_ref().map(|(_, turn)| turn),
                game.quiet,
                game.turn,
                game.to_move.map(SideText),
                game.made[0],
                game.made[1],
                game.clock.white,
                game.clock.black,
                game.clock.running.map(|running| running.since),
                game.clock.deadline(),
                game.reminder,
                game.forfeit,
                game.draw_by.map(SideText),
                game.told[0],
                game.told[1],
                game.adjourned,
                ended.map(|e| e.at),
                ended.and_then(|e| e.winner).map(SideText),
                ended.map(|e| e.reason.word()),
                ended.and_then(|e| e.margin).map(|m| m.halves),
                ended.is_some_and(|e| e.aborted),
                game.clock.used[0],
                game.clock.used[1],
                game.clock.until,
            ])?;
        match game.house() {
            Some(house) => self.owe_by_house(game, house),
            None => Ok(()),
        }
    }

    /// Adds an entry to a game's record. A number that is taken is an error: nothing is ever overwritten.
    pub fn insert_entry(&self, game: GameNumber, entry: &Entry) -> Stored<()> {
        self.sql
            .prepare_cached(
                "INSERT INTO entries (game, number, kind, side, turn, text, hash, at, spent, left_before, via, undone)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)",
            )?
            .execute(params![
                game,
                entry.number,
                entry.kind.word(),
                entry.side.map(SideText),
                entry.turn,
                entry.text,
                entry.hash,
                entry.at,
                entry.spent,
                entry.left_before,
                entry.via.word(),
                entry.undone,
            ])?;
        Ok(())
    }

    /// Keeps what happened in a game. The game itself is stored by [`Self::update_game`].
    pub fn store_change(&self, game: &Game, change: &Change) -> Stored<()> {
        for number in &change.undone {
            self.set_undone(game.number, *number)?;
        }
        self.insert_entry(game.number, &change.entry)
    }

    /// A game's entries after a revision, in order.
    pub fn entries_after(&self, game: GameNumber, revision: i64) -> Stored<Vec<Entry>> {
        self.entries("SELECT * FROM entries WHERE game = ?1 AND number > ?2 ORDER BY number", params![game, revision])
    }

    /// The entries of all games from one to another, each game's in order.
    pub fn entries_between(&self, first: GameNumber, last: GameNumber) -> Stored<BTreeMap<GameNumber, Vec<Entry>>> {
        let sql = "SELECT * FROM entries WHERE game BETWEEN ?1 AND ?2 ORDER BY game, number";
        let mut statement = self.sql.prepare_cached(sql)?;
        let mut rows = statement.query([first, last])?;
        let mut found: BTreeMap<GameNumber, Vec<Entry>> = BTreeMap::new();
        while let Some(row) = rows.next()? {
            found.entry(row.get("game")?).or_default().push(read_entry(row)?);
        }
        Ok(found)
    }

    /// A game's entries about a turn and later ones, in order.
    pub fn entries_from_turn(&self, game: GameNumber, turn: u32) -> Stored<Vec<Entry>> {
        self.entries("SELECT * FROM entries WHERE game = ?1 AND turn >= ?2 ORDER BY number", params![game, turn])
    }

    /// A game's entries after a revision, and those about a turn and later ones, in order.
    pub fn entries_since(&self, game: GameNumber, revision: i64, turn: u32) -> Stored<Vec<Entry>> {
        self.entries(
            "SELECT * FROM entries WHERE game = ?1 AND (number > ?2 OR turn >= ?3) ORDER BY number",
            params![game, revision, turn],
        )
    }

    /// Marks an entry as taken back.
    fn set_undone(&self, game: GameNumber, number: i64) -> Stored<()> {
        self.sql
            .prepare_cached("UPDATE entries SET undone = 1 WHERE game = ?1 AND number = ?2")?
            .execute(params![game, number])?;
        Ok(())
    }

    /// When a player last played a turn of a running game by mail.
    pub fn last_turn_of(&self, player: i64) -> Stored<Option<Timestamp>> {
        let mut statement = self.sql.prepare_cached(
            "SELECT max(entries.at) FROM games JOIN entries ON entries.game = games.number
             WHERE (games.white = ?1 OR games.black = ?1) AND games.ended IS NULL
               AND entries.kind = 'turn' AND entries.via = 'mail'
               AND entries.side = CASE WHEN games.white = ?1 THEN 'white' ELSE 'black' END",
        )?;
        statement.query_row([player], |row| row.get(0))
    }

    /// How often a game's record reached that position.
    pub fn occurrences(&self, game: GameNumber, hash: i64) -> Stored<u32> {
        let mut statement =
            self.sql.prepare_cached("SELECT count(*) FROM entries WHERE game = ?1 AND hash = ?2 AND undone = 0")?;
        statement.query_row(params![game, hash], |row| row.get(0))
    }

    /// A player's running games.
    pub fn running_games(&self, player: i64) -> Stored<Vec<Game>> {
        self.games(
            "SELECT * FROM games WHERE white = ?1 AND ended IS NULL
             UNION ALL SELECT * FROM games WHERE black = ?1 AND ended IS NULL ORDER BY number",
            params![player],
        )
    }

    /// The same, about to be changed: until this transaction ends nobody else changes them.
    pub fn running_games_to_change(&self, player: i64) -> Stored<Vec<Game>> {
        self.games_to_change(
            "SELECT * FROM games WHERE (white = ?1 OR black = ?1) AND ended IS NULL ORDER BY number",
            params![player],
        )
    }

    /// A player's finished games, the latest first.
    pub fn finished_games(&self, player: i64, limit: u32) -> Stored<Vec<Game>> {
        self.games(
            "SELECT * FROM (
               SELECT * FROM (SELECT * FROM games WHERE white = ?1 AND ended > 0 ORDER BY ended DESC LIMIT ?2) AS w
               UNION ALL
               SELECT * FROM (SELECT * FROM games WHERE black = ?1 AND ended > 0 ORDER BY ended DESC LIMIT ?2) AS b) AS of_both
             ORDER BY ended DESC, number DESC LIMIT ?2",
            params![player, limit],
        )
    }

    /// Whether a player has finished any game.
    pub fn has_finished(&self, player: i64) -> Stored<bool> {
        let mut statement = self.sql.prepare_cached(
            "SELECT 1 FROM games WHERE white = ?1 AND ended > 0 UNION ALL SELECT 1 FROM games WHERE black = ?1 AND ended > 0 LIMIT 1",
        )?;
        statement.exists([player])
    }

    /// Whether two players have played each other, or do, or one has challenged the other.
    pub fn have_met(&self, one: i64, other: i64) -> Stored<bool> {
        let mut statement = self.sql.prepare_cached(
            "SELECT 1 FROM games WHERE white = ?1 AND black = ?2 UNION ALL
             SELECT 1 FROM games WHERE white = ?2 AND black = ?1 UNION ALL
             SELECT 1 FROM challenges WHERE state = 'open'
               AND (challenger = ?1 AND to_player = ?2 OR challenger = ?2 AND to_player = ?1)",
        )?;
        statement.exists(params![one, other])
    }

    /// Games between two players that stand at this position.
    pub fn games_like(&self, players: [i64; 2], position: &str) -> Stored<Vec<Game>> {
        self.games(
            "SELECT * FROM games WHERE white = ?1 AND black = ?2 AND position = ?3 ORDER BY number",
            params![players[0], players[1], position],
        )
    }

    /// Games in the order of their numbers, after this one.
    pub fn games_after(&self, number: GameNumber, limit: u32) -> Stored<Vec<Game>> {
        self.games("SELECT * FROM games WHERE number > ?1 ORDER BY number LIMIT ?2", params![number, limit])
    }

    /// Games whose player to move has run out of time.
    pub fn games_timed_out(&self, now: Timestamp, limit: u32) -> Stored<Vec<Game>> {
        self.games_to_change(
            "SELECT * FROM games WHERE deadline <= ?1 ORDER BY deadline, number LIMIT ?2",
            params![now, limit],
        )
    }

    /// When the next clock runs out, the next turn is forfeited, or an event is to be looked at.
    pub fn next_deadline(&self) -> Stored<Option<Timestamp>> {
        let mut statement = self.sql.prepare_cached(
            "SELECT min(at) FROM (SELECT min(deadline) AS at FROM games WHERE deadline IS NOT NULL
             UNION ALL SELECT min(forfeit) FROM games WHERE forfeit IS NOT NULL
             UNION ALL SELECT min(due) FROM events WHERE due IS NOT NULL) AS due",
        )?;
        statement.query_row([], |row| row.get(0))
    }

    /// Games with a reminder due.
    pub fn games_to_remind(&self, now: Timestamp, limit: u32) -> Stored<Vec<Game>> {
        self.games_to_change(
            "SELECT * FROM games WHERE reminder <= ?1 ORDER BY reminder, number LIMIT ?2",
            params![now, limit],
        )
    }

    /// Games with a turn to forfeit.
    pub fn games_to_forfeit(&self, now: Timestamp, limit: u32) -> Stored<Vec<Game>> {
        self.games_to_change(
            "SELECT * FROM games WHERE forfeit <= ?1 ORDER BY forfeit, number LIMIT ?2",
            params![now, limit],
        )
    }

    /// Gives back the time between two moments to every clock that ran then, and moves reminders and
    /// forfeits along; but no deadline moves past the last day of its round.
    pub fn give_back(&self, from: Timestamp, until: Timestamp) -> Stored<usize> {
        let mut statement = self.sql.prepare_cached(
            "UPDATE games SET reminder = reminder + (?2 - CASE WHEN runs_from > ?1 THEN runs_from ELSE ?1 END),
             forfeit = forfeit + (?2 - CASE WHEN runs_from > ?1 THEN runs_from ELSE ?1 END),
             deadline = CASE WHEN until < deadline + (?2 - CASE WHEN runs_from > ?1 THEN runs_from ELSE ?1 END) THEN until
                 ELSE deadline + (?2 - CASE WHEN runs_from > ?1 THEN runs_from ELSE ?1 END) END,
             runs_from = runs_from + (?2 - CASE WHEN runs_from > ?1 THEN runs_from ELSE ?1 END)
             WHERE ended IS NULL AND runs_from < ?2",
        )?;
        statement.execute(params![from, until])
    }

    fn entries(&self, sql: &str, params: impl Params) -> Stored<Vec<Entry>> {
        let mut statement = self.sql.prepare_cached(sql)?;
        let mut rows = statement.query(params)?;
        let mut found = Vec::new();
        while let Some(row) = rows.next()? {
            found.push(read_entry(row)?);
        }
        Ok(found)
    }

    pub(super) fn games(&self, sql: &str, params: impl Params) -> Stored<Vec<Game>> {
        read_games(self.sql.prepare_cached(sql)?, params)
    }

    /// The games that a query finds, the newest first, with the names of White and Black.
    pub(super) fn named_games(&self, sql: &str, params: impl Params) -> Stored<Vec<(Game, [String; 2])>> {
        let text = format!(
            "SELECT found.*, w.name AS white_name, b.name AS black_name FROM ({sql}) AS found
             JOIN players AS w ON w.id = found.white JOIN players AS b ON b.id = found.black ORDER BY found.number DESC"
        );
        let mut statement = self.sql.prepare_cached(&text)?;
        let mut rows = statement.query(params)?;
        let mut found = Vec::new();
        while let Some(row) = rows.next()? {
            found.push((read_game(row)?, [row.get("white_name")?, row.get("black_name")?]));
        }
        Ok(found)
    }

    fn games_to_change(&self, sql: &str, params: impl Params) -> Stored<Vec<Game>> {
        read_games(self.sql.prepare_to_change(sql)?, params)
    }
}

fn read_games(mut statement: Statement<'_>, params: impl Params) -> Stored<Vec<Game>> {
    let mut rows = statement.query(params)?;
    let mut found = Vec::new();
    while let Some(row) = rows.next()? {
        found.push(read_game(row)?);
    }
    Ok(found)
}

fn read_game(row: Row<'_>) -> Stored<Game> {
    let text = |column: &str| row.get_ref(column)?.as_str().map_err(rusqlite::Error::from).map_err(StoreError::from);
    let side = |column: &str| -> Stored<Option<Side>> { Ok(row.get::<_, Option<SideText>>(column)?.map(|s| s.0)) };
    let before: Option<String> = row.get("position_before")?;
    let last: Option<String> = row.get("last")?;
    let ended: Option<Timestamp> = row.get("ended")?;
    let since: Option<Timestamp> = row.get("runs_from")?;
    let to_move = side("to_move")?;
    let ended = match ended {
        None => None,
        Some(at) => Some(Ended {
            at,
            winner: side("winner")?,
            reason: reason_of(text("reason")?)?,
            margin: row.get::<_, Option<u32>>("margin")?.map(|halves| Margin { halves }),
            aborted: row.get("aborted")?,
        }),
    };
    Ok(Game {
        number: row.get("number")?,
        setup: setup_of(text("game")?, text("variant")?, text("options")?)?,
        first: row.get("first")?,
        players: [row.get("white")?, row.get("black")?],
        thread: row.get("thread")?,
        house: house_of(row.get::<_, Option<String>>("house")?.as_deref()),
        rated: row.get("rated")?,
        listed: row.get("listed")?,
        event: row.get("event")?,
        clock: Clock {
            rule: clock_of(row.get("clock_start")?, row.get("clock_add")?, row.get("clock_max")?),
            white: row.get("left_white")?,
            black: row.get("left_black")?,
            used: [row.get("used_white")?, row.get("used_black")?],
            until: row.get("until")?,
            running: to_move.zip(since).map(|(side, since)| Running { side, since }),
        },
        revision: row.get("revision")?,
        position: row.get("position")?,
        last: before.zip(last),
        quiet: row.get("quiet")?,
        turn: row.get("turn")?,
        to_move,
        made: [row.get("made_white")?, row.get("made_black")?],
        reminder: row.get("reminder")?,
        forfeit: row.get("forfeit")?,
        draw_by: side("draw_by")?,
        told: [row.get("told_white")?, row.get("told_black")?],
        adjourned: row.get("adjourned")?,
        started: row.get("started")?,
        ended,
    })
}

fn read_entry(row: Row<'_>) -> Stored<Entry> {
    let word: String = row.get("kind")?;
    let via: String = row.get("via")?;
    Ok(Entry {
        number: row.get("number")?,
        kind: EntryKind::named(&word).ok_or_else(|| StoreError::Nonsense(format!("an entry of kind {word:?}")))?,
        side: row.get::<_, Option<SideText>>("side")?.map(|s| s.0),
        turn: row.get("turn")?,
        text: row.get("text")?,
        hash: row.get("hash")?,
        at: row.get("at")?,
        spent: row.get("spent")?,
        left_before: row.get("left_before")?,
        via: Means::named(&via).ok_or_else(|| StoreError::Nonsense(format!("an entry by {via:?}")))?,
        undone: row.get("undone")?,
    })
}

/// The sides that the computer plays, as they are stored.
const fn house_word(house: [bool; 2]) -> Option<&'static str> {
    match house {
        [false, false] => None,
        [true, false] => Some("white"),
        [false, true] => Some("black"),
        [true, true] => Some("both"),
    }
}

fn house_of(word: Option<&str>) -> [bool; 2] {
    [matches!(word, Some("white" | "both")), matches!(word, Some("black" | "both"))]
}
