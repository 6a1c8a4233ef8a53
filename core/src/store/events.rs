//! Events and who enters them: rows to values and back.

use super::sql::{OptionalExtension, Params, Row, Statement, params};
use super::words::{clock_columns, clock_of, options_text, setup_of};
use super::{StoreError, Stored, Tx};
use crate::clock::ClockRule;
use crate::clock::moment::Timestamp;
use crate::event::EventNumber;
use crate::rules::Setup;

/// An event's row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// The 12 of T12.
    pub number: EventNumber,
    /// How it is played.
    pub kind: EventKind,
    /// Whether the server itself holds it.
    pub official: bool,
    /// Game, variant and options.
    pub setup: Setup,
    /// Whether its games count for ratings.
    pub rated: bool,
    /// The clock of its games; always with a bound.
    pub clock: ClockRule,
    /// Seconds of leave that a player has in it.
    pub pause: u32,
    /// Who hosts it.
    pub host: Option<i64>,
    /// The Discord server that it is for.
    pub server: Option<u64>,
    /// Where it lives in Discord.
    pub channel: Option<u64>,
    /// Its post there.
    pub message: Option<u64>,
    /// When the post was last brought up to date.
    pub posted: Timestamp,
    /// Who knows this word may enter.
    pub code: Option<String>,
    /// The fewest that it begins with.
    pub fewest: u32,
    /// The most that can enter.
    pub most: u32,
    /// When it begins; none: when it is full.
    pub starts: Option<Timestamp>,
    /// How often it was put off.
    pub put_off: u32,
    /// Which season.
    pub edition: u32,
    /// Decides lots.
    pub seed: i64,
    /// What it is now.
    pub state: EventState,
    /// The round, from 1; 0 before the start.
    pub round: u32,
    /// When the round began.
    pub began: Option<Timestamp>,
    /// The round's last moment.
    pub last: Option<Timestamp>,
    /// When it is looked at next.
    pub due: Option<Timestamp>,
    /// When the table last changed.
    pub changed: Timestamp,
    /// When it was made.
    pub created: Timestamp,
    /// When it ended.
    pub ended: Option<Timestamp>,
}

/// How an event is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum EventKind {
    /// Divisions, season by season.
    League,
    /// Groups and a final.
    Cup,
    /// Everybody meets everybody.
    RoundRobin,
    /// Challenges upwards.
    Ladder,
}

/// What an event is now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventState {
    /// It can be entered.
    Open,
    /// It is played.
    Running,
    /// It has ended.
    Over,
    /// It was cancelled.
    Cancelled,
}

/// Somebody in an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entrant {
    /// The event.
    pub event: EventNumber,
    /// Who.
    pub player: i64,
    /// When they entered.
    pub entered: Timestamp,
    /// Whether their place is not renewed.
    pub once: bool,
    /// What they are now.
    pub state: EntrantState,
    /// Where they stand on a ladder, from 1.
    pub rank: Option<i64>,
    /// Their place in the end.
    pub place: Option<u32>,
    /// Seconds of leave up to the end of the present one.
    pub pause_used: i64,
    /// Until when the present leave counts here.
    pub pause_until: Option<Timestamp>,
    /// Games lost on time in it.
    pub timeouts: u32,
    /// When they were asked whether they are still there.
    pub asked: Option<Timestamp>,
    /// When they last had news of it.
    pub told: Timestamp,
    /// When they withdrew.
    pub left: Option<Timestamp>,
}

/// What somebody in an event is now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntrantState {
    /// They play.
    In,
    /// They have withdrawn, or were.
    Withdrawn,
    /// Their place waits for a yes.
    Unsure,
}

impl EventKind {
    const ALL: [(EventKind, &'static str); 4] = [
        (EventKind::League, "league"),
        (EventKind::Cup, "cup"),
        (EventKind::RoundRobin, "roundrobin"),
        (EventKind::Ladder, "ladder"),
    ];

    fn word(self) -> &'static str {
        EventKind::ALL.iter().find(|(kind, _)| *kind == self).map_or("", |(_, word)| word)
    }
}

impl EventState {
    const fn word(self) -> &'static str {
        match self {
            EventState::Open => "open",
            EventState::Running => "running",
            EventState::Over => "over",
            EventState::Cancelled => "cancelled",
        }
    }

    fn of(word: &str) -> EventState {
        let all = [EventState::Open, EventState::Running, EventState::Over];
        all.into_iter().find(|state| state.word() == word).unwrap_or(EventState::Cancelled)
    }
}

impl EntrantState {
    const fn word(self) -> &'static str {
        match self {
            EntrantState::In => "in",
            EntrantState::Withdrawn => "withdrawn",
            EntrantState::Unsure => "unsure",
        }
    }

    fn of(word: &str) -> EntrantState {
        match word {
            "in" => EntrantState::In,
            "unsure" => EntrantState::Unsure,
            _ => EntrantState::Withdrawn,
        }
    }
}

impl Tx<'_> {
    /// Stores a new event (its number is ignored) and returns its number.
    pub fn insert_event(&self, event: &Event) -> Stored<EventNumber> {
        let (start, add, max) = clock_columns(event.clock);
        let mut statement = self.sql.prepare_cached(
            "INSERT INTO events (kind, official, game, variant, options, rated, clock_start, clock_add, clock_max, pause,
             host, server, channel, code, fewest, most, edition, seed, state, created)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20)
             RETURNING number",
        )?;
        let number = statement.insert(params![
            event.kind.word(),
            event.official,
            event.setup.game.name(),
            event.setup.variant,
            options_text(&event.setup.options)?,
            event.rated,
            start,
            add,
            max,
            event.pause,
            event.host,
            event.server.map(u64::cast_signed),
            event.channel.map(u64::cast_signed),
            event.code,
            event.fewest,
            event.most,
            event.edition,
            event.seed,
            event.state.word(),
            event.created,
        ])?;
        self.update_event(&Event { number, ..event.clone() })?;
        Ok(number)
    }

    /// Stores all that changes in the course of an event.
    pub fn update_event(&self, event: &Event) -> Stored<()> {
        self.sql
            .prepare_cached(
                "UPDATE events SET channel = ?2, message = ?3, posted = ?4, starts = ?5, put_off = ?6, state = ?7, round = ?8,
                 began = ?9, last = ?10, due = ?11, changed = ?12, ended = ?13, host = ?14 WHERE number = ?1",
            )?
            .execute(params![
                event.number,
                event.channel.map(u64::cast_signed),
                event.message.map(u64::cast_signed),
                event.posted,
                event.starts,
                event.put_off,
                event.state.word(),
                event.round,
                event.began,
                event.last,
                event.due,
                event.changed,
                event.ended,
                event.host,
            ])?;
        Ok(())
    }

    /// The event of that number.
    pub fn event(&self, number: EventNumber) -> Stored<Option<Event>> {
        Ok(self.events_to_change("SELECT * FROM events WHERE number = ?1", params![number])?.pop())
    }

    /// Events that are open or running, of one game if it is named; the open ones first.
    pub fn events_listed(&self, game: Option<&str>, limit: u32) -> Stored<Vec<Event>> {
        match game {
            Some(game) => self.events(
                "SELECT * FROM events WHERE state IN ('open', 'running') AND game = ?1 ORDER BY state, number LIMIT ?2",
                params![game, limit],
            ),
            None => self.events(
                "SELECT * FROM events WHERE state IN ('open', 'running') ORDER BY state, number LIMIT ?1",
                params![limit],
            ),
        }
    }

    /// Events that are over, the latest first.
    pub fn events_over(&self, limit: u32) -> Stored<Vec<Event>> {
        self.events(
            "SELECT * FROM events WHERE state = 'over' ORDER BY ended DESC, number DESC LIMIT ?1",
            params![limit],
        )
    }

    /// Events to be looked at now, the longest due first.
    pub fn events_due(&self, now: Timestamp, limit: u32) -> Stored<Vec<Event>> {
        self.events_to_change("SELECT * FROM events WHERE due <= ?1 ORDER BY due, number LIMIT ?2", params![now, limit])
    }

    /// Events in the order of their numbers, after this one.
    pub fn events_after(&self, number: EventNumber, limit: u32) -> Stored<Vec<Event>> {
        self.events("SELECT * FROM events WHERE number > ?1 ORDER BY number LIMIT ?2", params![number, limit])
    }

    /// The latest official event of a kind and game.
    pub fn latest_official(&self, kind: EventKind, game: &str, below: u32) -> Stored<Option<Event>> {
        let found = self.events(
            "SELECT * FROM events WHERE kind = ?1 AND game = ?2 AND official = 1 AND edition < ?3 AND state <> 'cancelled'
             ORDER BY edition DESC, number DESC LIMIT 1",
            params![kind.word(), game, below],
        )?;
        Ok(found.into_iter().next())
    }

    /// The events that a player is in and that are not over, in order; those they withdrew from don't count.
    pub fn events_of(&self, player: i64) -> Stored<Vec<Event>> {
        self.events(
            "SELECT events.* FROM events JOIN entrants ON event = number
             WHERE player = ?1 AND entrants.state <> 'withdrawn' AND events.state IN ('open', 'running') ORDER BY number",
            params![player],
        )
    }

    /// How many events that are not over a player hosts.
    pub fn events_hosted(&self, player: i64) -> Stored<u32> {
        let mut statement =
            self.sql.prepare_cached("SELECT count(*) FROM events WHERE host = ?1 AND state IN ('open', 'running')")?;
        statement.query_row([player], |row| row.get(0))
    }

    /// Events that a player hosted have no host any more.
    pub fn unhost_events(&self, player: i64) -> Stored<()> {
        self.sql.prepare_cached("UPDATE events SET host = NULL WHERE host = ?1")?.execute([player])?;
        Ok(())
    }

    /// Has an event looked at in the next tick.
    pub fn wake_event(&self, number: EventNumber, now: Timestamp) -> Stored<()> {
        self.sql
            .prepare_cached(
                "UPDATE events SET due = ?2, changed = ?2 WHERE number = ?1 AND state IN ('open', 'running')",
            )?
            .execute(params![number, now])?;
        Ok(())
    }

    /// Enters somebody; once.
    pub fn insert_entrant(&self, entrant: &Entrant) -> Stored<()> {
        self.sql
            .prepare_cached(
                "INSERT INTO entrants (event, player, entered, state) VALUES (?1, ?2, ?3, ?4)
                 ON CONFLICT (event, player) DO NOTHING",
            )?
            .execute(params![entrant.event, entrant.player, entrant.entered, entrant.state.word()])?;
        self.update_entrant(entrant)
    }

    /// Stores all that changes about somebody in an event.
    pub fn update_entrant(&self, entrant: &Entrant) -> Stored<()> {
        self.sql
            .prepare_cached(
                "UPDATE entrants SET once = ?3, state = ?4, rank = ?5, place = ?6, pause_used = ?7, pause_until = ?8,
                 timeouts = ?9, asked = ?10, told = ?11, gone = ?12, entered = ?13 WHERE event = ?1 AND player = ?2",
            )?
            .execute(params![
                entrant.event,
                entrant.player,
                entrant.once,
                entrant.state.word(),
                entrant.rank,
                entrant.place,
                entrant.pause_used,
                entrant.pause_until,
                entrant.timeouts,
                entrant.asked,
                entrant.told,
                entrant.left,
                entrant.entered,
            ])?;
        Ok(())
    }

    /// Takes an entry back.
    pub fn delete_entrant(&self, event: EventNumber, player: i64) -> Stored<()> {
        self.sql
            .prepare_cached("DELETE FROM entrants WHERE event = ?1 AND player = ?2")?
            .execute(params![event, player])?;
        Ok(())
    }

    /// Somebody in an event.
    pub fn entrant(&self, event: EventNumber, player: i64) -> Stored<Option<Entrant>> {
        let mut statement = self.sql.prepare_cached("SELECT * FROM entrants WHERE event = ?1 AND player = ?2")?;
        statement.query_row(params![event, player], read_entrant).optional()
    }

    /// Everybody in an event, in the order in which they entered; on a ladder from the top.
    pub fn entrants(&self, event: EventNumber) -> Stored<Vec<Entrant>> {
        let mut statement = self
            .sql
            .prepare_cached("SELECT * FROM entrants WHERE event = ?1 ORDER BY coalesce(rank, 0), entered, player")?;
        let rows = statement.query_map([event], read_entrant)?;
        rows.collect()
    }

    /// When a player withdrew from events, the latest first.
    pub fn withdrawals(&self, player: i64) -> Stored<Vec<Timestamp>> {
        let mut statement = self.sql.prepare_cached(
            "SELECT gone FROM entrants WHERE player = ?1 AND gone IS NOT NULL ORDER BY gone DESC LIMIT 9",
        )?;
        let rows = statement.query_map([player], |row| row.get(0))?;
        rows.collect()
    }

    /// How many finished rated games of any kind a player has, and against how many opponents; counted up to a few.
    pub fn experience(&self, player: i64) -> Stored<(u32, u32)> {
        let mut statement = self.sql.prepare_cached(
            "SELECT count(*), count(DISTINCT other) FROM (
             SELECT * FROM (SELECT black AS other FROM games WHERE white = ?1 AND ended > 0 AND rated = 1 AND aborted = 0
              ORDER BY ended DESC LIMIT 20) AS w
             UNION ALL SELECT * FROM (SELECT white AS other FROM games WHERE black = ?1 AND ended > 0 AND rated = 1 AND aborted = 0
              ORDER BY ended DESC LIMIT 20) AS b) AS x",
        )?;
        statement.query_row([player], |row| Ok((row.get(0)?, row.get(1)?)))
    }

    /// Whether a player has played a turn in any game since a moment.
    pub fn acted_since(&self, player: i64, since: Timestamp) -> Stored<bool> {
        let mut statement = self.sql.prepare_cached(
            "SELECT 1 FROM games JOIN entries ON entries.game = games.number AND entries.side = 'white' AND entries.at > ?2
             WHERE games.white = ?1 AND (games.ended IS NULL OR games.ended > ?2)
             UNION ALL
             SELECT 1 FROM games JOIN entries ON entries.game = games.number AND entries.side = 'black' AND entries.at > ?2
             WHERE games.black = ?1 AND (games.ended IS NULL OR games.ended > ?2) LIMIT 1",
        )?;
        statement.exists(params![player, since])
    }

    fn events(&self, sql: &str, params: impl Params) -> Stored<Vec<Event>> {
        found(self.sql.prepare_cached(sql)?, params)
    }

    /// The same, of what is about to change.
    fn events_to_change(&self, sql: &str, params: impl Params) -> Stored<Vec<Event>> {
        found(self.sql.prepare_to_change(sql)?, params)
    }
}

fn found(mut statement: Statement<'_>, params: impl Params) -> Stored<Vec<Event>> {
    let mut rows = statement.query(params)?;
    let mut found = Vec::new();
    while let Some(row) = rows.next()? {
        found.push(read_event(row)?);
    }
    Ok(found)
}

fn read_event(row: Row<'_>) -> Stored<Event> {
    let word = |column: &str| row.get::<_, String>(column);
    let kind = word("kind")?;
    let kind = EventKind::ALL.iter().find(|(_, known)| *known == kind).map(|(kind, _)| *kind);
    let id = |column: &str| -> Stored<Option<u64>> { Ok(row.get::<_, Option<i64>>(column)?.map(i64::cast_unsigned)) };
    Ok(Event {
        number: row.get("number")?,
        kind: kind.ok_or_else(|| StoreError::Nonsense("an event's kind".to_owned()))?,
        official: row.get("official")?,
        setup: setup_of(&word("game")?, &word("variant")?, &word("options")?)?,
        rated: row.get("rated")?,
        clock: clock_of(row.get("clock_start")?, row.get("clock_add")?, row.get("clock_max")?),
        pause: row.get("pause")?,
        host: row.get("host")?,
        server: id("server")?,
        channel: id("channel")?,
        message: id("message")?,
        posted: row.get("posted")?,
        code: row.get("code")?,
        fewest: row.get("fewest")?,
        most: row.get("most")?,
        starts: row.get("starts")?,
        put_off: row.get("put_off")?,
        edition: row.get("edition")?,
        seed: row.get("seed")?,
        state: EventState::of(&word("state")?),
        round: row.get("round")?,
        began: row.get("began")?,
        last: row.get("last")?,
        due: row.get("due")?,
        changed: row.get("changed")?,
        created: row.get("created")?,
        ended: row.get("ended")?,
    })
}

fn read_entrant(row: Row<'_>) -> Stored<Entrant> {
    Ok(Entrant {
        event: row.get("event")?,
        player: row.get("player")?,
        entered: row.get("entered")?,
        once: row.get("once")?,
        state: EntrantState::of(&row.get::<_, String>("state")?),
        rank: row.get("rank")?,
        place: row.get("place")?,
        pause_used: row.get("pause_used")?,
        pause_until: row.get("pause_until")?,
        timeouts: row.get("timeouts")?,
        asked: row.get("asked")?,
        told: row.get("told")?,
        left: row.get("gone")?,
    })
}
