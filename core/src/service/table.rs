//! A stored game at play: reading its position, playing a turn on it, and what the history says about the
//! end. Only the row and the entries are used, so that a turn costs the same in a long game; `doctor` checks
//! that a replay gives the same.

use sha2::{Digest, Sha256};

use super::ServiceError;
use crate::request::Timestamp;
use crate::rules::{MoveError, Outcome, Position, Reason, Setup, Side};
use crate::store::{Entry, EntryKind, GameRow, StoreError, Tx};

/// What became of a text.
pub(super) enum Attempt {
    /// It was played.
    Played {
        /// The end, if it ended the game by the rules.
        outcome: Option<Outcome>,
    },
    /// It can't be.
    Refused(MoveError),
}

/// The position of a stored game. The string carries its options.
pub(super) fn position(game: &GameRow) -> Result<Position, ServiceError> {
    parse(&game.setup, &game.position)
}

/// Reads a stored position string.
pub(super) fn parse(setup: &Setup, text: &str) -> Result<Position, ServiceError> {
    let bare = Setup { options: Vec::new(), ..setup.clone() };
    Ok(Position::parse(&bare, text).map_err(|error| StoreError::Nonsense(error.to_string()))?)
}

/// The first position of a stored game.
pub(super) fn first_position(game: &GameRow) -> Result<Position, ServiceError> {
    match &game.first {
        Some(text) => parse(&game.setup, text),
        None => Ok(Position::start(&game.setup).map_err(|error| StoreError::Nonsense(error.to_string()))?),
    }
}

/// Plays a text for whoever's it is, and adds it to the record. The clock, and what follows, is the caller's.
pub(super) fn play(
    tx: &Tx<'_>,
    game: &mut GameRow,
    mut position: Position,
    text: &str,
    via: &str,
    at: Timestamp,
) -> Result<Attempt, ServiceError> {
    let played = match position.play(text) {
        Ok(played) => played,
        Err(error) => return Ok(Attempt::Refused(error)),
    };
    let by = played.by;
    let kind = match (Some(by) == game.to_move, via) {
        (false, _) => EntryKind::Spur,
        (true, "server") => EntryKind::Forfeit,
        (true, _) => EntryKind::Turn,
    };
    let hash = (game.setup.game.repetition_draws() && position.repeats()).then(|| position_hash(&position.text()));
    game.quiet = if played.progress { 0 } else { game.quiet + 1 };
    let outcome = outcome(tx, game, &position, hash)?;
    let left_before = match by {
        Side::White => game.clock.white,
        Side::Black => game.clock.black,
    };
    let spent = game.clock.running.map_or(0, |running| (at - running.since).max(0));
    game.revision += 1;
    let entry = Entry {
        number: game.revision,
        kind,
        side: Some(by),
        turn: game.turn,
        text: played.text.clone(),
        hash,
        at,
        spent: if kind == EntryKind::Spur { 0 } else { spent },
        left_before: Some(left_before),
        via: via.to_owned(),
        undone: false,
    };
    tx.insert_entry(game.number, &entry)?;
    let before = std::mem::replace(&mut game.position, position.text());
    game.last = Some((before, played.text.clone()));
    game.turn = position.turn_number();
    game.to_move = outcome.is_none().then(|| position.to_move());
    if kind == EntryKind::Turn {
        game.made[by as usize] += 1;
    }
    if kind != EntryKind::Spur {
        game.clock.turn_played(by, game.to_move, at);
    }
    if game.draw_by == Some(by.other()) {
        game.draw_by = None;
    }
    Ok(Attempt::Played { outcome })
}

/// Adds an entry that is no turn, which raises the revision.
pub(super) fn note(
    tx: &Tx<'_>,
    game: &mut GameRow,
    kind: EntryKind,
    side: Option<Side>,
    text: &str,
    via: &str,
    at: Timestamp,
) -> Result<(), ServiceError> {
    game.revision += 1;
    let entry = Entry {
        number: game.revision,
        kind,
        side,
        turn: game.turn,
        text: text.to_owned(),
        hash: None,
        at,
        spent: 0,
        left_before: None,
        via: via.to_owned(),
        undone: false,
    };
    Ok(tx.insert_entry(game.number, &entry)?)
}

/// Identifies a position for repetition: all of its string but the turn number (the third field).
pub(super) fn position_hash(text: &str) -> i64 {
    let mut hash = Sha256::new();
    for (_, field) in text.split(' ').enumerate().filter(|(i, _)| *i != 2) {
        hash.update(field);
        hash.update(" ");
    }
    let mut bytes = [0; 8];
    bytes.iter_mut().zip(hash.finalize()).for_each(|(to, from)| *to = from);
    i64::from_le_bytes(bytes)
}

/// The end by the rules, as [`crate::game::Game::outcome`] states it.
fn outcome(
    tx: &Tx<'_>,
    game: &GameRow,
    position: &Position,
    hash: Option<i64>,
) -> Result<Option<Outcome>, ServiceError> {
    let draw = |reason| Ok(Some(Outcome { winner: None, reason, margin: None }));
    if let Some(outcome) = position.outcome() {
        return Ok(Some(outcome));
    }
    if let Some(hash) = hash {
        let before = tx.occurrences(game.number, hash)?;
        let first = || -> Result<bool, ServiceError> { Ok(position_hash(&first_position(game)?.text()) == hash) };
        if before >= 2 || (before == 1 && first()?) {
            return draw(Reason::Repetition);
        }
    }
    if game.setup.game.quiet_limit().is_some_and(|limit| game.quiet >= limit) {
        return draw(Reason::NoProgress);
    }
    Ok(None)
}

/// A replayed game: what its row must say.
pub(super) struct Replayed {
    pub position: Position,
    pub last: Option<(String, String)>,
    pub quiet: u32,
}

/// Plays stored turns again from the first position.
pub(super) fn replay<'t>(game: &GameRow, turns: impl IntoIterator<Item = &'t str>) -> Result<Replayed, ServiceError> {
    let mut replayed = Replayed { position: first_position(game)?, last: None, quiet: 0 };
    for turn in turns {
        let before = replayed.position.text();
        let played = replayed.position.play(turn).map_err(|error| {
            StoreError::Nonsense(format!("game {}: the stored turn {turn} can't be played: {error}", game.number))
        })?;
        replayed.quiet = if played.progress { 0 } else { replayed.quiet + 1 };
        replayed.last = Some((before, played.text));
    }
    Ok(replayed)
}
