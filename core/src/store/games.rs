//! Games and the entries of their records.

use rusqlite::{Row, params};

use super::words::{SideText, clock_columns, clock_of, options_text, reason_of, setup_of};
use super::{StoreError, Stored, Tx};
use crate::clock::running::{Clock, Running};
use crate::command::GameNumber;
use crate::request::Timestamp;
use crate::rules::{Margin, Position, Reason, Setup, Side};

/// A game's row: what a turn needs, so that long histories cost nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRow {
    /// Its number.
    pub number: GameNumber,
    /// Game, variant and options.
    pub setup: Setup,
    /// The first position, where it isn't the usual one.
    pub first: Option<String>,
    /// White and Black.
    pub players: [i64; 2],
    /// The name of its thread: the players' names as they were when it began. Unknown for older games, and once one of
    /// them is forgotten.
    pub thread: Option<String>,
    /// Whether it counts for ratings.
    pub rated: bool,
    /// The clock. It may begin to run in the future, when its player comes back.
    pub clock: Clock,
    /// The number of the last entry; never goes back.
    pub revision: i64,
    /// The position now. It carries its options' state.
    pub position: String,
    /// The position before the last turn, and that turn.
    pub last: Option<(String, String)>,
    /// Turns in a row without progress.
    pub quiet: u32,
    /// The number of the turn about to be played.
    pub turn: u32,
    /// Who is to move; nobody once it is over.
    pub to_move: Option<Side>,
    /// How many turns each has made that are in force.
    pub made: [u32; 2],
    /// When the next reminder is due.
    pub reminder: Option<Timestamp>,
    /// When Diamond Chess customs forfeit the turn.
    pub forfeit: Option<Timestamp>,
    /// Who offers a draw.
    pub draw_by: Option<Side>,
    /// The revision up to which each was told what happened.
    pub told: [i64; 2],
    /// Whether an operator adjourned it.
    pub adjourned: bool,
    /// When it began.
    pub started: Timestamp,
    /// How and when it ended.
    pub ended: Option<Ended>,
}

impl GameRow {
    /// A game in its first position that nobody has played in.
    pub fn new(
        number: GameNumber,
        setup: Setup,
        position: &Position,
        players: [i64; 2],
        clock: Clock,
        started: Timestamp,
    ) -> GameRow {
        GameRow {
            number,
            setup,
            first: None,
            players,
            thread: None,
            rated: false,
            clock,
            revision: 0,
            position: position.text(),
            last: None,
            quiet: 0,
            turn: position.turn_number(),
            to_move: Some(position.to_move()),
            made: [0, 0],
            reminder: None,
            forfeit: None,
            draw_by: None,
            told: [0, 0],
            adjourned: false,
            started,
            ended: None,
        }
    }
}

/// The end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ended {
    /// When.
    pub at: Timestamp,
    /// Who won; nobody in a draw or an aborted game.
    pub winner: Option<Side>,
    /// Why.
    pub reason: Reason,
    /// By how much.
    pub margin: Option<Margin>,
    /// Whether it counts for nothing.
    pub aborted: bool,
}

/// One entry of a game's record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The revision it made.
    pub number: i64,
    /// What it is.
    pub kind: EntryKind,
    /// Who did it; nobody where the server did.
    pub side: Option<Side>,
    /// The number of the turn it is, or is about.
    pub turn: u32,
    /// The canonical turn, or empty.
    pub text: String,
    /// Identifies the position after it, where repetition counts.
    pub hash: Option<i64>,
    /// When.
    pub at: Timestamp,
    /// Seconds of the clock that it took.
    pub spent: i64,
    /// What was left before it.
    pub left_before: Option<i64>,
    /// By what it came: `mail`, `discord`, `console`, `plan`, `server`.
    pub via: String,
    /// Whether an undo took it back.
    pub undone: bool,
}

/// The kinds of entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryKind {
    /// A turn.
    Turn,
    /// A spur: the turn stays where it is.
    Spur,
    /// A turn that customs forfeited.
    Forfeit,
    /// A turn was taken back.
    Undo,
    /// A draw was offered.
    DrawOffer,
    /// An offer was declined or withdrawn.
    DrawDeclined,
    /// Taking back was asked for.
    UndoRequest,
    /// Taking back was refused.
    UndoDeclined,
    /// The game ended otherwise than by a turn.
    End,
    /// An operator stepped in.
    Operator,
}

impl EntryKind {
    const ALL: [(EntryKind, &'static str); 10] = [
        (EntryKind::Turn, "turn"),
        (EntryKind::Spur, "spur"),
        (EntryKind::Forfeit, "forfeit"),
        (EntryKind::Undo, "undo"),
        (EntryKind::DrawOffer, "draw-offer"),
        (EntryKind::DrawDeclined, "draw-declined"),
        (EntryKind::UndoRequest, "undo-request"),
        (EntryKind::UndoDeclined, "undo-declined"),
        (EntryKind::End, "end"),
        (EntryKind::Operator, "operator"),
    ];

    /// Its word in the record.
    pub fn word(self) -> &'static str {
        EntryKind::ALL.iter().find(|(kind, _)| *kind == self).map_or("", |(_, word)| word)
    }

    /// Whether it changes the position.
    pub const fn moves(self) -> bool {
        matches!(self, EntryKind::Turn | EntryKind::Spur | EntryKind::Forfeit)
    }
}

impl GameRow {
    /// The side of a player, if they play.
    pub fn side_of(&self, player: i64) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| self.players[*side as usize] == player)
    }

    /// The player of a side.
    pub const fn player(&self, side: Side) -> i64 {
        self.players[side as usize]
    }
}

impl Tx<'_> {
    /// Stores a new game.
    pub fn insert_game(&self, game: &GameRow) -> Stored<()> {
        let (start, add) = clock_columns(game.clock.rule);
        self.sql
            .prepare_cached(
                "INSERT INTO games (number, game, variant, options, first, white, black, rated, clock_start, clock_add,
                 position, turn, left_white, left_black, started, thread)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16)",
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
            ])?;
        self.update_game(game)
    }

    /// The game of that number.
    pub fn game(&self, number: GameNumber) -> Stored<Option<GameRow>> {
        let mut statement = self.sql.prepare_cached("SELECT * FROM games WHERE number = ?1")?;
        let mut rows = statement.query([number])?;
        rows.next()?.map(read_game).transpose()
    }

    /// Stores all that changes in the course of a game.
    pub fn update_game(&self, game: &GameRow) -> Stored<()> {
        let ended = game.ended.as_ref();
        self.sql
            .prepare_cached(
                "UPDATE games SET revision = ?2, position = ?3, position_before = ?4, last = ?5, quiet = ?6, turn = ?7,
                 to_move = ?8, made_white = ?9, made_black = ?10, left_white = ?11, left_black = ?12, runs_from = ?13,
                 deadline = ?14, reminder = ?15, forfeit = ?16, draw_by = ?17, told_white = ?18, told_black = ?19,
                 adjourned = ?20, ended = ?21, winner = ?22, reason = ?23, margin = ?24, aborted = ?25
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
            ])?;
        Ok(())
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
                entry.via,
                entry.undone,
            ])?;
        Ok(())
    }

    /// A game's entries behind a revision, in order.
    pub fn entries_after(&self, game: GameNumber, revision: i64) -> Stored<Vec<Entry>> {
        let mut statement =
            self.sql.prepare_cached("SELECT * FROM entries WHERE game = ?1 AND number > ?2 ORDER BY number")?;
        let mut rows = statement.query(params![game, revision])?;
        let mut found = Vec::new();
        while let Some(row) = rows.next()? {
            found.push(read_entry(row)?);
        }
        Ok(found)
    }

    /// Marks an entry as taken back.
    pub fn set_undone(&self, game: GameNumber, number: i64) -> Stored<()> {
        self.sql
            .prepare_cached("UPDATE entries SET undone = 1 WHERE game = ?1 AND number = ?2")?
            .execute(params![game, number])?;
        Ok(())
    }

    /// How often a game's record reached that position.
    pub fn occurrences(&self, game: GameNumber, hash: i64) -> Stored<u32> {
        let mut statement =
            self.sql.prepare_cached("SELECT count(*) FROM entries WHERE game = ?1 AND hash = ?2 AND undone = 0")?;
        Ok(statement.query_row(params![game, hash], |row| row.get(0))?)
    }

    /// A player's running games.
    pub fn running_games(&self, player: i64) -> Stored<Vec<GameRow>> {
        self.games(
            "SELECT * FROM games WHERE white = ?1 AND ended IS NULL
             UNION ALL SELECT * FROM games WHERE black = ?1 AND ended IS NULL ORDER BY number",
            params![player],
        )
    }

    /// A player's finished games, the latest first.
    pub fn finished_games(&self, player: i64, limit: u32) -> Stored<Vec<GameRow>> {
        self.games(
            "SELECT * FROM (SELECT * FROM (SELECT * FROM games WHERE white = ?1 AND ended > 0 ORDER BY ended DESC LIMIT ?2)
             UNION ALL SELECT * FROM (SELECT * FROM games WHERE black = ?1 AND ended > 0 ORDER BY ended DESC LIMIT ?2))
             ORDER BY ended DESC LIMIT ?2",
            params![player, limit],
        )
    }

    /// Whether a player has finished any game.
    pub fn has_finished(&self, player: i64) -> Stored<bool> {
        let mut statement = self.sql.prepare_cached(
            "SELECT 1 FROM games WHERE white = ?1 AND ended > 0 UNION ALL SELECT 1 FROM games WHERE black = ?1 AND ended > 0 LIMIT 1",
        )?;
        Ok(statement.exists([player])?)
    }

    /// Whether two players have played each other, or do, or one has challenged the other.
    pub fn have_met(&self, one: i64, other: i64) -> Stored<bool> {
        let mut statement = self.sql.prepare_cached(
            "SELECT 1 FROM games WHERE white = ?1 AND black = ?2 UNION ALL
             SELECT 1 FROM games WHERE white = ?2 AND black = ?1 UNION ALL
             SELECT 1 FROM challenges WHERE state = 'open' AND (challenger, to_player) IN (VALUES (?1, ?2), (?2, ?1))",
        )?;
        Ok(statement.exists(params![one, other])?)
    }

    /// Games between two players that stand as this position says.
    pub fn games_like(&self, players: [i64; 2], position: &str) -> Stored<Vec<GameRow>> {
        self.games(
            "SELECT * FROM games WHERE white = ?1 AND black = ?2 AND position = ?3 ORDER BY number",
            params![players[0], players[1], position],
        )
    }

    /// Games by number behind one of them.
    pub fn games_after(&self, number: GameNumber, limit: u32) -> Stored<Vec<GameRow>> {
        self.games("SELECT * FROM games WHERE number > ?1 ORDER BY number LIMIT ?2", params![number, limit])
    }

    /// Games whose time is over.
    pub fn games_timed_out(&self, now: Timestamp, limit: u32) -> Stored<Vec<GameRow>> {
        self.games("SELECT * FROM games WHERE deadline <= ?1 ORDER BY deadline LIMIT ?2", params![now, limit])
    }

    /// Games with a reminder due.
    pub fn games_to_remind(&self, now: Timestamp, limit: u32) -> Stored<Vec<GameRow>> {
        self.games("SELECT * FROM games WHERE reminder <= ?1 ORDER BY reminder LIMIT ?2", params![now, limit])
    }

    /// Games with a turn to forfeit.
    pub fn games_to_forfeit(&self, now: Timestamp, limit: u32) -> Stored<Vec<GameRow>> {
        self.games("SELECT * FROM games WHERE forfeit <= ?1 ORDER BY forfeit LIMIT ?2", params![now, limit])
    }

    /// Gives back the time between two moments to every clock that ran then, and moves reminders and
    /// forfeits along.
    pub fn give_back(&self, from: Timestamp, until: Timestamp) -> Stored<usize> {
        let mut statement = self.sql.prepare_cached(
            "UPDATE games SET reminder = reminder + (?2 - max(?1, runs_from)), forfeit = forfeit + (?2 - max(?1, runs_from)),
             deadline = deadline + (?2 - max(?1, runs_from)), runs_from = runs_from + (?2 - max(?1, runs_from))
             WHERE ended IS NULL AND runs_from < ?2",
        )?;
        Ok(statement.execute(params![from, until])?)
    }

    fn games(&self, sql: &str, params: impl rusqlite::Params) -> Stored<Vec<GameRow>> {
        let mut statement = self.sql.prepare_cached(sql)?;
        let mut rows = statement.query(params)?;
        let mut found = Vec::new();
        while let Some(row) = rows.next()? {
            found.push(read_game(row)?);
        }
        Ok(found)
    }
}

fn read_game(row: &Row<'_>) -> Stored<GameRow> {
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
    Ok(GameRow {
        number: row.get("number")?,
        setup: setup_of(text("game")?, text("variant")?, text("options")?)?,
        first: row.get("first")?,
        players: [row.get("white")?, row.get("black")?],
        thread: row.get("thread")?,
        rated: row.get("rated")?,
        clock: Clock {
            rule: clock_of(row.get("clock_start")?, row.get("clock_add")?),
            white: row.get("left_white")?,
            black: row.get("left_black")?,
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

fn read_entry(row: &Row<'_>) -> Stored<Entry> {
    let word: String = row.get("kind")?;
    let kind = EntryKind::ALL.iter().find(|(_, known)| *known == word);
    Ok(Entry {
        number: row.get("number")?,
        kind: kind.ok_or_else(|| StoreError::Nonsense(format!("an entry of kind {word:?}")))?.0,
        side: row.get::<_, Option<SideText>>("side")?.map(|s| s.0),
        turn: row.get("turn")?,
        text: row.get("text")?,
        hash: row.get("hash")?,
        at: row.get("at")?,
        spent: row.get("spent")?,
        left_before: row.get("left_before")?,
        via: row.get("via")?,
        undone: row.get("undone")?,
    })
}
