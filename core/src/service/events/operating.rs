//! What an operator can do with events by hand, and see of them. Players are told of everything that affects them.

use crate::clock::moment::Timestamp;
use crate::event::EventNumber;
use crate::notice::News;
use crate::notice::told::events::{By, Cause, Report, Told};
use crate::service::events::{absence, beginning, entering, hosting, showing, standing};
use crate::service::lobby::starting;
use crate::service::now::Now;
use crate::service::operator::Refusal;
use crate::service::post::outgoing::{Outgoing, Topic};
use crate::service::seated::Seated;
use crate::service::{Service, ServiceError};
use crate::store::{Entrant, EntrantState, Event, EventGame, EventKind, EventState, Player, Slot};

/// A round: its groups, and its games.
pub type Round = (Vec<Vec<Slot>>, Vec<EventGame>);

impl Service {
    /// Events by number, after a given one.
    pub fn events(&self, after: EventNumber, limit: u32) -> Result<Vec<Event>, ServiceError> {
        Ok(self.store().read(|tx| tx.events_after(after, limit))?)
    }

    /// One event.
    pub fn event(&self, number: EventNumber) -> Result<Option<Event>, ServiceError> {
        Ok(self.store().read(|tx| tx.event(number))?)
    }

    /// The groups and games of a round.
    pub fn event_round(&self, number: EventNumber, round: u32) -> Result<Round, ServiceError> {
        self.store().read(|tx| -> Result<Round, ServiceError> {
            Ok((tx.groups(number, round)?, tx.event_games(number, round)?))
        })
    }

    /// Everybody in an event: id, name, and whether they have withdrawn.
    pub fn event_entrants(&self, number: EventNumber) -> Result<Vec<(Player, EntrantState)>, ServiceError> {
        self.store().read(|tx| {
            let entrants = tx.entrants(number)?;
            entrants.into_iter().map(|entrant| Ok((tx.known_player(entrant.player)?, entrant.state))).collect()
        })
    }

    /// Everybody's place in an event that is over, by their ids.
    pub fn event_places(&self, number: EventNumber) -> Result<Vec<(i64, Option<u32>)>, ServiceError> {
        let entrants = self.store().read(|tx| tx.entrants(number))?;
        Ok(entrants.into_iter().map(|entrant| (entrant.player, entrant.place)).collect())
    }

    /// Records where an event's post in Discord is.
    pub fn event_posted(&self, number: EventNumber, channel: u64, message: u64) -> Result<(), ServiceError> {
        self.store().write(|tx| -> Result<(), ServiceError> {
            if let Some(event) = tx.event(number)? {
                tx.update_event(&Event { channel: Some(channel), message: Some(message), ..event })?;
            }
            Ok(())
        })
    }

    /// All of an event, to be kept elsewhere.
    pub fn event_report(&self, number: EventNumber, at: Timestamp) -> Result<Result<Report, Refusal>, ServiceError> {
        self.store().read(|tx| {
            let Some(event) = tx.event(number)? else { return Ok(Err(Refusal::NoEvent(number))) };
            if event.round == 0 {
                return Ok(Err(Refusal::NoTable(number)));
            }
            self.without_chance(tx, at, |now| showing::report(now, &event).map(Ok))
        })
    }

    /// Cancels an event. Games that run go on, without it.
    pub fn cancel_event(&self, number: EventNumber, at: Timestamp) -> Result<Result<(), Refusal>, ServiceError> {
        self.with_event(number, at, |now, out, mut event| {
            hosting::call_off(now, out, &mut event, By::Operator, None).map(Ok)
        })
    }

    /// Removes somebody: before the start their entry, later they are withdrawn without staying out.
    pub fn remove_entrant(
        &self,
        number: EventNumber,
        name: &str,
        at: Timestamp,
    ) -> Result<Result<(), Refusal>, ServiceError> {
        self.with_event(number, at, |now, out, event| {
            let Some(player) = now.tx.player_named(name)? else { return Ok(Err(Refusal::NoPlayer(name.to_owned()))) };
            if now.tx.entrant(number, player.id)?.is_none_or(|entrant| entrant.state == EntrantState::Withdrawn) {
                return Ok(Err(Refusal::NotEntered(name.to_owned(), number)));
            }
            let told = absence::withdraw(now, out, None, &event, &player, Cause::Operator)?;
            if event.state == EventState::Open {
                entering::take_back(now, &event, player.id)?;
            }
            out.tell(&player, Topic::default(), News::Told { what: told.into() })?;
            Ok(Ok(()))
        })
    }

    /// Lets somebody else play in a player's place, as long as none of their games has a turn.
    pub fn replace_entrant(
        &self,
        number: EventNumber,
        name: &str,
        by: &str,
        at: Timestamp,
    ) -> Result<Result<(), Refusal>, ServiceError> {
        self.with_event(number, at, |now, out, event| {
            let (old, new) = (now.tx.player_named(name)?, now.tx.player_named(by)?);
            let Some(old) = old else { return Ok(Err(Refusal::NoPlayer(name.to_owned()))) };
            let Some(new) = new else { return Ok(Err(Refusal::NoPlayer(by.to_owned()))) };
            if let Some(computer) = [&old, &new].into_iter().find(|player| player.house.is_some()) {
                return Ok(Err(Refusal::Computer(computer.name.clone())));
            }
            let Some(entrant) = now.tx.entrant(number, old.id)? else {
                return Ok(Err(Refusal::NotEntered(name.to_owned(), number)));
            };
            if now.tx.entrant(number, new.id)?.is_some() {
                return Ok(Err(Refusal::Entered(by.to_owned(), number)));
            }
            let games: Vec<_> =
                now.tx.running_games_to_change(old.id)?.into_iter().filter(|row| row.event == Some(number)).collect();
            let begun = now.tx.event_games(number, event.round)?.iter().filter(|game| game.result.is_some()).count();
            if begun > 0 && games.is_empty() || games.iter().any(|row| row.made != [0, 0]) {
                return Ok(Err(Refusal::Played(name.to_owned(), number)));
            }
            now.tx.delete_entrant(number, old.id)?;
            let fresh = entering::fresh(&event, new.id, entrant.entered);
            now.tx.insert_entrant(&Entrant { rank: entrant.rank, ..fresh })?;
            now.tx.replace_player(number, event.round, old.id, new.id)?;
            let mut taken_over = Vec::new();
            for row in games {
                let Some(row) = now.tx.game(row.number)? else { continue };
                let mut game = Seated::of(now.tx, row)?;
                game.row.thread = starting::thread_name(&game);
                now.tx.update_game(&game.row)?;
                taken_over.push(game);
            }
            tell_replaced(now, out, &event, (&old, &new), taken_over)?;
            Ok(Ok(()))
        })
    }

    fn with_event(
        &self,
        number: EventNumber,
        at: Timestamp,
        act: impl Fn(Now<'_>, &mut Outgoing<'_>, Event) -> Result<Result<(), Refusal>, ServiceError>,
    ) -> Result<Result<(), Refusal>, ServiceError> {
        self.store().write(|tx| {
            let Some(event) = tx.event(number)? else { return Ok(Err(Refusal::NoEvent(number))) };
            if matches!(event.state, EventState::Over | EventState::Cancelled) {
                return Ok(Err(Refusal::EventOver(number)));
            }
            self.without_chance(tx, at, |now| Outgoing::gather(now, |out| act(now, out, event.clone())))
        })
    }
}

/// Everybody learns whom they play: who comes in as at the start of the round, who is replaced, and the others by game.
fn tell_replaced(
    now: Now<'_>,
    out: &mut Outgoing<'_>,
    event: &Event,
    (old, new): (&Player, &Player),
    games: Vec<Seated>,
) -> Result<(), ServiceError> {
    let told = |game: Option<i64>| {
        let (old, new) = (old.name.clone(), new.name.clone());
        News::Told { what: Told::Replaced { event: standing::heading(event), old, new, game }.into() }
    };
    out.tell(old, Topic::default(), told(None))?;
    let teams = standing::teams(now, event, event.round)?;
    match standing::team_of(&teams, new.id) {
        Some(team) => beginning::tell(now, out, event, team, teams.len(), new, &games)?,
        None => {
            let listed = standing::listed(now, event, Some(new))?;
            let what = Told::Joined { event: listed, renewed: event.kind == EventKind::League };
            out.tell(new, Topic::default(), News::Told { what: what.into() })?;
        }
    }
    for mut game in games {
        let Some(side) = game.side_of(new) else { continue };
        let other = game.at(side.other()).clone();
        out.tell(&other, game.topic(Some(side.other())), told(Some(game.row.number)))?;
        beginning::show(now, out, &mut game)?;
    }
    Ok(())
}
