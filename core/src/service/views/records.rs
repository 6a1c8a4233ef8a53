//! Games as text records: exported and imported.

use crate::clock::moment::Timestamp;
use crate::clock::running::Clock;
use crate::game::{Ended, EntryKind, Game, GameNumber, Means};
use crate::record::{End, Record};
use crate::service::playing::recording;
use crate::service::seated::Seated;
use crate::service::{Refusal, Service, ServiceError};
use crate::store::{Challenge, ChallengeState, Invitee, Player, StoreError, Tx};

impl Service {
    /// The record of a game, if there is one with that number.
    pub fn export_game(&self, number: GameNumber) -> Result<Option<Record>, ServiceError> {
        self.store().read(|tx| {
            let Some(row) = tx.game(number)? else { return Ok(None) };
            Ok(Some(recording::record_of(tx, &Seated::of(tx, row)?)?))
        })
    }

    /// Stores a finished or adjourned game played elsewhere under a new number, after replaying it. Players are found
    /// by name; an unknown name becomes a player without a way in.
    pub fn import_game(&self, record: &Record, at: Timestamp) -> Result<Result<GameNumber, Refusal>, ServiceError> {
        let game = match record.replay() {
            Ok(game) => game,
            Err(error) => return Ok(Err(error.into())),
        };
        self.store().write(|tx| {
            if let Some(number) = stored_already(tx, record, &game.position().text())? {
                return Ok(Err(Refusal::StoredAlready(number)));
            }
            let players = [named(tx, &record.white, at)?, named(tx, &record.black, at)?];
            if players[0].id == players[1].id {
                return Ok(Err(Refusal::Alone));
            }
            let started = record.started.unwrap_or(at);
            let number = tx.insert_challenge(&Challenge {
                number: 0,
                state: ChallengeState::Accepted,
                challenger: players[0].id,
                invitee: Invitee::Player(players[1].id),
                setup: record.setup.clone(),
                colour: None,
                clock: record.clock,
                rated: Some(record.rated),
                greeting: None,
                sent: false,
                place: None,
                server: None,
                created: started,
                expires: started,
            })?;
            let (ids, clock) = (players.each_ref().map(|player| player.id), Clock::new(record.clock));
            let mut row = Game {
                first: record.first.clone(),
                rated: record.rated,
                // Whoever played it elsewhere was never asked.
                listed: false,
                ..Game::new(number, record.setup.clone(), game.first(), ids, clock, started)
            };
            tx.insert_game(&row)?;
            for turn in &record.turns {
                let means = if turn.forfeit { Means::Server } else { Means::Import };
                let seen_before = |mark| tx.occurrences(number, mark);
                let played = row.play(&turn.text, means, turn.at.unwrap_or(started), seen_before)?;
                let change = played.map_err(|error| StoreError::Nonsense(error.to_string()))?;
                tx.store_change(&row, &change)?;
            }
            if let Some(end) = record.end {
                if game.outcome().is_none() {
                    let noted = end.at.unwrap_or(at);
                    let change = row.noted(EntryKind::End, None, "imported", Means::Server, noted);
                    tx.store_change(&row, &change)?;
                }
                let End { winner, reason, margin, aborted, at: ended } = end;
                row.ended = Some(Ended { at: ended.unwrap_or(at), winner, reason, margin, aborted });
                row.to_move = None;
            } else {
                row.adjourned = true;
            }
            row.clock.running = None;
            tx.update_game(&row)?;
            Ok(Ok(number))
        })
    }
}

/// The number of a record's game if it is already stored: the same players, start and turns.
fn stored_already(tx: &Tx<'_>, record: &Record, position: &str) -> Result<Option<GameNumber>, ServiceError> {
    let (white, black) = (tx.player_named(&record.white)?, tx.player_named(&record.black)?);
    let Some((white, black)) = white.zip(black) else { return Ok(None) };
    for row in tx.games_like([white.id, black.id], position)? {
        let number = row.number;
        let stored = recording::record_of(tx, &Seated::of(tx, row)?)?;
        let texts = |record: &Record| record.turns.iter().map(|turn| turn.text.clone()).collect::<Vec<_>>();
        if (&stored.setup, &stored.first) == (&record.setup, &record.first)
            && record.started.is_none_or(|started| stored.started == Some(started))
            && texts(&stored) == texts(record)
        {
            return Ok(Some(number));
        }
    }
    Ok(None)
}

fn named(tx: &Tx<'_>, name: &str, at: Timestamp) -> Result<Player, ServiceError> {
    match tx.player_named(name)? {
        Some(player) => Ok(player),
        None => {
            let id = tx.insert_player(name, at)?;
            Ok(tx.known_player(id)?)
        }
    }
}
