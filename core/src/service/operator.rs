//! What an operator can do by hand. Players are told of everything that affects them.

use crate::clock::moment::Timestamp;
use crate::game::{Ended, Game, GameNumber, Means};
use crate::notice::told::people;
use crate::notice::{Beside, News};
use crate::record::RecordError;
use crate::rules::{Reason, Side};
use crate::service::now::Now;
use crate::service::people::names;
use crate::service::playing::{beside, finish, timing};
use crate::service::post::outgoing::{Outgoing, Topic};
use crate::service::seated::Seated;
use crate::service::{Service, ServiceError};
use crate::store::{Counts, Happening, Player};

/// Why an operator's request can't be fulfilled; `text/operating.rs` says it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// There is no such player.
    NoPlayer(String),
    /// Not a valid name.
    BadName(people::BadName),
    /// Somebody else has it.
    NameTaken(String),
    /// There is no such game.
    NoGame(GameNumber),
    /// It has ended.
    Over(GameNumber),
    /// The record is not of a valid game.
    Record(RecordError),
    /// The record's game is already stored.
    StoredAlready(GameNumber),
    /// The record has one player on both sides.
    Alone,
    /// There is no such event.
    NoEvent(i64),
    /// It is over.
    EventOver(i64),
    /// It hasn't begun, or has no rounds.
    NoTable(i64),
    /// That player is not in it.
    NotEntered(String, i64),
    /// That player is in it already.
    Entered(String, i64),
    /// That player has played in it.
    Played(String, i64),
    /// That player is a computer, which plays where its host invites it and replaces nobody.
    Computer(String),
}

impl From<RecordError> for Refusal {
    fn from(error: RecordError) -> Refusal {
        Refusal::Record(error)
    }
}

/// How an operator ends a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// One side wins.
    Won(Side),
    /// Nobody wins.
    Draw,
    /// It counts for nothing.
    Aborted,
}

impl Service {
    /// Players by id, after a given one.
    pub fn players(&self, after: i64, limit: u32) -> Result<Vec<Player>, ServiceError> {
        Ok(self.store().read(|tx| tx.players_after(after, limit))?)
    }

    /// Games by number, after a given one.
    pub fn games(&self, after: GameNumber, limit: u32) -> Result<Vec<Game>, ServiceError> {
        Ok(self.store().read(|tx| tx.games_after(after, limit))?)
    }

    /// A player's name; empty if there is no such player.
    pub fn name_of(&self, player: i64) -> Result<String, ServiceError> {
        Ok(self.store().read(|tx| tx.player(player))?.map_or_else(String::new, |player| player.name))
    }

    /// Whether there is a player of that name.
    pub fn is_player(&self, name: &str) -> Result<bool, ServiceError> {
        Ok(self.store().read(|tx| tx.player_named(name))?.is_some())
    }

    /// How many of everything there are.
    pub fn counts(&self) -> Result<Counts, ServiceError> {
        Ok(self.store().read(|tx| tx.counts())?)
    }

    /// How many bytes a database server keeps for it; `None` where it is a file.
    pub fn bytes_at_server(&self) -> Result<Option<i64>, ServiceError> {
        Ok(self.store().bytes_at_server()?)
    }

    /// Copies the database to a new file while the server runs.
    pub fn backup(&self, to: &std::path::Path) -> Result<(), ServiceError> {
        Ok(self.store().backup(to)?)
    }

    /// Whether the operator was told of a problem since a time.
    pub fn operator_told(&self, trouble: &'static str, since: Timestamp) -> Result<bool, ServiceError> {
        Ok(self.store().read(|tx| tx.happened(&Happening::OperatorTold { trouble }, since))? > 0)
    }

    /// Records that the operator was told.
    pub fn note_operator_told(&self, trouble: &'static str, at: Timestamp) -> Result<(), ServiceError> {
        Ok(self.store().write(|tx| tx.note_happening(&Happening::OperatorTold { trouble }, at))?)
    }

    /// Announces maintenance, during which clocks stand still.
    pub fn maintenance(&self, begins: Timestamp, ends: Timestamp) -> Result<(), ServiceError> {
        Ok(self.store().write(|tx| tx.insert_maintenance(begins, ends))?)
    }

    /// Gives a player another name.
    pub fn rename_player(&self, name: &str, new: &str, at: Timestamp) -> Result<Result<(), Refusal>, ServiceError> {
        self.with_player(name, at, |now, out, mut player| {
            if let Err(why) = names::check(new) {
                return Ok(Err(Refusal::BadName(why)));
            }
            if now.tx.name_taken(new, Some(player.id))? {
                return Ok(Err(Refusal::NameTaken(new.to_owned())));
            }
            player.name = new.to_owned();
            now.tx.update_player(&player)?;
            let what = people::Told::Renamed { name: new.to_owned(), by_operator: true }.into();
            out.tell(&player, Topic::default(), News::Told { what })?;
            Ok(Ok(()))
        })
    }

    /// Suspends a player (everything they send is refused), or reinstates them.
    pub fn suspend_player(&self, name: &str, on: bool, at: Timestamp) -> Result<Result<(), Refusal>, ServiceError> {
        self.with_player(name, at, |now, _out, mut player| {
            player.suspended = on;
            now.tx.update_player(&player)?;
            Ok(Ok(()))
        })
    }

    /// Ends a game.
    pub fn adjudicate(
        &self,
        number: GameNumber,
        verdict: Verdict,
        at: Timestamp,
    ) -> Result<Result<(), Refusal>, ServiceError> {
        self.with_game(number, at, |now, out, mut game| {
            let since = game.row.revision;
            let change = game.row.note_end(Reason::Adjudicated, None, Means::Server, at);
            game.keep(now.tx, &change)?;
            let (winner, aborted) = match verdict {
                Verdict::Won(side) => (Some(side), false),
                Verdict::Draw => (None, false),
                Verdict::Aborted => (None, true),
            };
            let ended = Ended { at, winner, reason: Reason::Adjudicated, margin: None, aborted };
            finish::end(now, out, None, game, ended, None, since)
        })
    }

    /// Gives a player more time in a game (or less).
    pub fn give_time(
        &self,
        number: GameNumber,
        side: Side,
        seconds: i64,
        at: Timestamp,
    ) -> Result<Result<(), Refusal>, ServiceError> {
        self.with_game(number, at, |now, out, mut game| {
            let change = game.row.give_time(side, seconds, at);
            game.keep(now.tx, &change)?;
            timing::wind(now, &mut game)?;
            now.tx.update_game(&game.row)?;
            let given = Beside::TimeGiven { whom: game.at(side).name.clone(), seconds };
            beside::tell_player(now, out, &game, Side::White, given.clone(), None)?;
            beside::tell_player(now, out, &game, Side::Black, given, None)
        })
    }

    /// Adjourns a game (its clock stands still and no turn is accepted), or resumes it.
    pub fn adjourn(&self, number: GameNumber, on: bool, at: Timestamp) -> Result<Result<(), Refusal>, ServiceError> {
        self.with_game(number, at, |now, out, mut game| {
            let change = if on { game.row.adjourn(at) } else { game.row.resume(at) };
            game.keep(now.tx, &change)?;
            if !on {
                timing::wind(now, &mut game)?;
            }
            now.tx.update_game(&game.row)?;
            let said = Beside::Adjourned { number, resumed: !on };
            beside::tell_player(now, out, &game, Side::White, said.clone(), None)?;
            beside::tell_player(now, out, &game, Side::Black, said, None)
        })
    }

    fn with_player<T>(
        &self,
        name: &str,
        at: Timestamp,
        act: impl Fn(Now<'_>, &mut Outgoing<'_>, Player) -> Result<Result<T, Refusal>, ServiceError>,
    ) -> Result<Result<T, Refusal>, ServiceError> {
        self.store().write(|tx| {
            let Some(player) = tx.player_named(name)? else { return Ok(Err(Refusal::NoPlayer(name.to_owned()))) };
            let player = tx.player_to_change(player.id)?;
            self.without_chance(tx, at, |now| Outgoing::gather(now, |out| act(now, out, player)))
        })
    }

    fn with_game(
        &self,
        number: GameNumber,
        at: Timestamp,
        act: impl Fn(Now<'_>, &mut Outgoing<'_>, Seated) -> Result<(), ServiceError>,
    ) -> Result<Result<(), Refusal>, ServiceError> {
        self.store().write(|tx| {
            let Some(row) = tx.game(number)? else { return Ok(Err(Refusal::NoGame(number))) };
            if row.ended.is_some() {
                return Ok(Err(Refusal::Over(number)));
            }
            self.without_chance(tx, at, |now| Outgoing::gather(now, |out| act(now, out, Seated::of(now.tx, row)?)))?;
            Ok(Ok(()))
        })
    }
}
