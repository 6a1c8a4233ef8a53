//! Games as text records: attached to results, exported and imported.

use std::cell::RefCell;

use crate::clock::moment::Timestamp;
use crate::clock::running::Clock;
use crate::game::GameNumber;
use crate::game::history::in_force;
use crate::game::{Ended, Entry, EntryKind, Game, Means};
use crate::record::{End, Record, RecordedTurn};
use crate::rules::Side;
use crate::service::now::Now;
use crate::service::playing::board::Seated;
use crate::service::post::work::Work;
use crate::service::{Randomness, Service, ServiceError};
use crate::store::{Challenge, ChallengeState, Invitee, Player, StoreError};

impl Work<'_> {
    /// A game's record, as far as it went.
    pub fn record(&self, game: &Seated) -> Result<Record, ServiceError> {
        let entries = self.tx.entries_after(game.row.number, 0)?;
        Ok(Record {
            setup: game.row.setup.clone(),
            first: game.row.first.clone(),
            number: Some(game.row.number),
            white: game.players[0].name.clone(),
            black: game.players[1].name.clone(),
            rated: game.row.rated,
            clock: game.row.clock.rule,
            started: Some(game.row.started),
            turns: in_force(&entries).filter_map(|entry| recorded(entry, &game.row)).collect(),
            end: game.row.ended.map(|Ended { at, winner, reason, margin, aborted }| End {
                winner,
                reason,
                margin,
                aborted,
                at: Some(at),
            }),
        })
    }
}

impl Service {
    /// The record of a game, if there is one of that number.
    pub fn export_game(&self, number: GameNumber) -> Result<Option<Record>, ServiceError> {
        self.store().read(|tx| {
            let random = RefCell::new(Randomness::fixed(0));
            let work = Work::new(Now { tx, settings: &self.settings, key: &self.key, at: 0, random: &random });
            let Some(row) = tx.game(number)? else { return Ok(None) };
            let game = work.seated(row)?;
            Ok(Some(work.record(&game)?))
        })
    }

    /// Stores a finished or adjourned game that was played elsewhere, after a replay, under a new number. Players are
    /// found by name; a name that nobody has becomes a player without a way in.
    pub fn import_game(
        &self,
        record: &Record,
        at: Timestamp,
    ) -> Result<Result<GameNumber, crate::service::Refusal>, ServiceError> {
        let game = match record.replay() {
            Ok(game) => game,
            Err(error) => return Ok(Err(error.to_string())),
        };
        self.store().write(|tx| {
            let random = RefCell::new(Randomness::fixed(0));
            let work = Work::new(Now { tx, settings: &self.settings, key: &self.key, at, random: &random });
            if let Some(number) = work.stored_already(record, &game.position().text())? {
                return Ok(Err(format!("this game is stored already, as game {number}")));
            }
            let players = [work.named(&record.white)?, work.named(&record.black)?];
            if players[0].id == players[1].id {
                return Ok(Err("one can't play against oneself".to_owned()));
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
                created: started,
                expires: started,
            })?;
            let (ids, clock) = (players.each_ref().map(|player| player.id), Clock::new(record.clock));
            let mut row = Game {
                first: record.first.clone(),
                rated: record.rated,
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

impl Work<'_> {
    /// The number of the game that a record is of, if it is here: the same players, start and turns.
    fn stored_already(&self, record: &Record, position: &str) -> Result<Option<GameNumber>, ServiceError> {
        let (white, black) = (self.tx.player_named(&record.white)?, self.tx.player_named(&record.black)?);
        let Some((white, black)) = white.zip(black) else { return Ok(None) };
        for row in self.tx.games_like([white.id, black.id], position)? {
            let number = row.number;
            let stored = self.record(&self.seated(row)?)?;
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

    fn named(&self, name: &str) -> Result<Player, ServiceError> {
        match self.tx.player_named(name)? {
            Some(player) => Ok(player),
            None => {
                let id = self.tx.insert_player(name, self.at)?;
                Ok(self.tx.player(id)?.ok_or_else(|| StoreError::Nonsense("a new player is missing".to_owned()))?)
            }
        }
    }
}

fn recorded(entry: &Entry, game: &Game) -> Option<RecordedTurn> {
    let side = entry.side?;
    let left = entry.left_before.filter(|_| game.clock.rule != crate::clock::ClockRule::None).map(|before| {
        let mut clock = Clock::new(game.clock.rule);
        let stored = match side {
            Side::White => &mut clock.white,
            Side::Black => &mut clock.black,
        };
        *stored = before - entry.spent;
        if entry.kind != EntryKind::Spur {
            clock.turn_played(side, None, entry.at);
        }
        if side == Side::White { clock.white } else { clock.black }
    });
    Some(RecordedTurn {
        number: entry.turn,
        side,
        text: entry.text.clone(),
        forfeit: entry.kind == EntryKind::Forfeit,
        at: Some(entry.at),
        left,
    })
}
