//! Challenges and invitations.

use super::sql::{Params, Row, Statement, params};
use super::words::{clock_columns, clock_of, options_text, setup_of};
use super::{Stored, Tx};
use crate::clock::ClockRule;
use crate::clock::moment::Timestamp;
use crate::command::Colour;
use crate::game::GameNumber;
use crate::rules::{Setup, Side};

/// A challenge's row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Challenge {
    /// Its number, which the game keeps.
    pub number: GameNumber,
    /// What became of it.
    pub state: ChallengeState,
    /// Who made it.
    pub challenger: i64,
    /// Whom it is for.
    pub invitee: Invitee,
    /// The game. Options may still hold a handicap that has no colour yet.
    pub setup: Setup,
    /// The challenger's colour as asked.
    pub colour: Option<Colour>,
    /// The clock.
    pub clock: ClockRule,
    /// Rated or not, as asked or else settled when it was posted; `None` where that depends on who accepts.
    pub rated: Option<bool>,
    /// Words for the invited.
    pub greeting: Option<String>,
    /// Whether the invited was written to.
    pub sent: bool,
    /// The Discord channel it was made in.
    pub place: Option<u64>,
    /// The server that is in.
    pub server: Option<u64>,
    /// When it was made.
    pub created: Timestamp,
    /// When it ends by itself.
    pub expires: Timestamp,
}

/// Whom a challenge is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Invitee {
    /// Whoever accepts first.
    Anyone,
    /// A player.
    Player(i64),
    /// The owner of an address who is no player yet.
    Address(i64),
}

/// What became of a challenge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum ChallengeState {
    Open,
    Accepted,
    Declined,
    Cancelled,
    Expired,
}

impl Tx<'_> {
    /// Stores a new challenge (its number is ignored) and returns its number.
    pub fn insert_challenge(&self, challenge: &Challenge) -> Stored<GameNumber> {
        let (to_player, to_address) = match challenge.invitee {
            Invitee::Anyone => (None, None),
            Invitee::Player(id) => (Some(id), None),
            Invitee::Address(id) => (None, Some(id)),
        };
        let (start, add, max) = clock_columns(challenge.clock);
        let mut statement = self.sql.prepare_cached(
            "INSERT INTO challenges (state, challenger, to_player, to_address, game, variant, options, colour,
             clock_start, clock_add, rated, greeting, sent, place, created, expires, server, clock_max)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18)
             RETURNING number",
        )?;
        statement.insert(params![
            challenge.state.word(),
            challenge.challenger,
            to_player,
            to_address,
            challenge.setup.game.name(),
            challenge.setup.variant,
            options_text(&challenge.setup.options)?,
            challenge.colour.map(colour_word),
            start,
            add,
            challenge.rated,
            challenge.greeting,
            challenge.sent,
            challenge.place.map(u64::cast_signed),
            challenge.created,
            challenge.expires,
            challenge.server.map(u64::cast_signed),
            max,
        ])
    }

    /// The challenge of that number.
    pub fn challenge(&self, number: GameNumber) -> Stored<Option<Challenge>> {
        let mut statement = self.sql.prepare_to_change("SELECT * FROM challenges WHERE number = ?1")?;
        let mut rows = statement.query([number])?;
        rows.next()?.map(read_challenge).transpose()
    }

    /// Sets what became of a challenge.
    pub fn set_challenge_state(&self, number: GameNumber, state: ChallengeState) -> Stored<()> {
        self.sql
            .prepare_cached("UPDATE challenges SET state = ?2 WHERE number = ?1")?
            .execute(params![number, state.word()])?;
        Ok(())
    }

    /// Open challenges for anyone, of one game if given: those of a server first, then the oldest.
    pub fn open_challenges(&self, game: Option<&str>, server: Option<u64>, limit: u32) -> Stored<Vec<Challenge>> {
        self.challenges(
            "SELECT * FROM challenges WHERE state = 'open' AND to_player IS NULL AND to_address IS NULL
             AND (game = ?1 OR ?1 IS NULL) ORDER BY CASE WHEN server = ?3 THEN 0 ELSE 1 END, number LIMIT ?2",
            params![game, limit, server.map(u64::cast_signed)],
        )
    }

    /// Open challenges that a player made.
    pub fn challenges_by(&self, player: i64) -> Stored<Vec<Challenge>> {
        self.challenges(
            "SELECT * FROM challenges WHERE challenger = ?1 AND state = 'open' ORDER BY number LIMIT 100",
            params![player],
        )
    }

    /// How many challenges of a player's since a time were accepted by nobody.
    pub fn vain_challenges_by(&self, player: i64, since: Timestamp) -> Stored<u32> {
        let mut statement = self.sql.prepare_cached(
            "SELECT count(*) FROM challenges WHERE challenger = ?1 AND created > ?2 AND state <> 'accepted'",
        )?;
        statement.query_row(params![player, since], |row| row.get(0))
    }

    /// Open challenges to a player, by name or to one of their addresses.
    pub fn challenges_to(&self, player: i64) -> Stored<Vec<Challenge>> {
        self.challenges(
            "SELECT * FROM challenges WHERE state = 'open' AND (to_player = ?1
               OR to_address IN (SELECT id FROM addresses WHERE player = ?1)) ORDER BY number LIMIT 100",
            params![player],
        )
    }

    /// Open challenges to an address.
    pub fn challenges_to_address(&self, address: i64) -> Stored<Vec<Challenge>> {
        self.challenges(
            "SELECT * FROM challenges WHERE state = 'open' AND to_address = ?1 ORDER BY number LIMIT 100",
            params![address],
        )
    }

    /// Open challenges that have expired.
    pub fn challenges_due(&self, now: Timestamp) -> Stored<Vec<Challenge>> {
        self.challenges_to_change(
            "SELECT * FROM challenges WHERE state = 'open' AND expires <= ?1 ORDER BY number LIMIT 100",
            params![now],
        )
    }

    /// How many invitations to addresses that are counted as one were sent and are open, and how many went unanswered.
    pub fn invitations_to(&self, counted: &str) -> Stored<(u32, u32)> {
        let mut statement = self.sql.prepare_cached(
            "SELECT count(*) FILTER (WHERE state = 'open' AND sent = 1),
                    count(*) FILTER (WHERE state IN ('expired', 'cancelled') AND sent = 1)
             FROM challenges WHERE to_address IN (SELECT id FROM addresses WHERE counted = ?1)",
        )?;
        statement.query_row([counted], |row| Ok((row.get(0)?, row.get(1)?)))
    }

    fn challenges(&self, sql: &str, params: impl Params) -> Stored<Vec<Challenge>> {
        read_challenges(self.sql.prepare_cached(sql)?, params)
    }

    fn challenges_to_change(&self, sql: &str, params: impl Params) -> Stored<Vec<Challenge>> {
        read_challenges(self.sql.prepare_to_change(sql)?, params)
    }
}

fn read_challenges(mut statement: Statement<'_>, params: impl Params) -> Stored<Vec<Challenge>> {
    let mut rows = statement.query(params)?;
    let mut found = Vec::new();
    while let Some(row) = rows.next()? {
        found.push(read_challenge(row)?);
    }
    Ok(found)
}

impl ChallengeState {
    const fn word(self) -> &'static str {
        match self {
            ChallengeState::Open => "open",
            ChallengeState::Accepted => "accepted",
            ChallengeState::Declined => "declined",
            ChallengeState::Cancelled => "cancelled",
            ChallengeState::Expired => "expired",
        }
    }

    fn of(word: &str) -> ChallengeState {
        match word {
            "open" => ChallengeState::Open,
            "accepted" => ChallengeState::Accepted,
            "declined" => ChallengeState::Declined,
            "cancelled" => ChallengeState::Cancelled,
            _ => ChallengeState::Expired,
        }
    }
}

fn read_challenge(row: Row<'_>) -> Stored<Challenge> {
    let text = |column: &str| row.get::<_, String>(column);
    let state = text("state")?;
    let colour: Option<String> = row.get("colour")?;
    let to_player: Option<i64> = row.get("to_player")?;
    let to_address: Option<i64> = row.get("to_address")?;
    Ok(Challenge {
        number: row.get("number")?,
        state: ChallengeState::of(&state),
        challenger: row.get("challenger")?,
        invitee: match (to_player, to_address) {
            (Some(id), _) => Invitee::Player(id),
            (None, Some(id)) => Invitee::Address(id),
            (None, None) => Invitee::Anyone,
        },
        setup: setup_of(&text("game")?, &text("variant")?, &text("options")?)?,
        colour: colour.as_deref().map(colour_of),
        clock: clock_of(row.get("clock_start")?, row.get("clock_add")?, row.get("clock_max")?),
        rated: row.get("rated")?,
        greeting: row.get("greeting")?,
        sent: row.get("sent")?,
        place: row.get::<_, Option<i64>>("place")?.map(i64::cast_unsigned),
        server: row.get::<_, Option<i64>>("server")?.map(i64::cast_unsigned),
        created: row.get("created")?,
        expires: row.get("expires")?,
    })
}

const fn colour_word(colour: Colour) -> &'static str {
    match colour {
        Colour::Side(side) => side.word(),
        Colour::Random => "random",
    }
}

fn colour_of(word: &str) -> Colour {
    match word {
        "white" => Colour::Side(Side::White),
        "black" => Colour::Side(Side::Black),
        _ => Colour::Random,
    }
}
