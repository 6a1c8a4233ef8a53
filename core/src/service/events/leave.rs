//! Leave within events: it is capped for each of them, so that the last day of a round holds.

use crate::clock::moment::Timestamp;
use crate::game::Game;
use crate::service::ServiceError;
use crate::service::now::Now;
use crate::store::{Entrant, EntrantState, Event, EventState, Player};

/// When a player who is away is back as far as a game goes: none if their clock runs.
pub fn back(now: Now<'_>, game: &Game, player: &Player) -> Result<Option<Timestamp>, ServiceError> {
    match game.event {
        None => Ok(player.away_until),
        Some(event) => Ok(now.tx.entrant(event, player.id)?.and_then(|entrant| entrant.pause_until)),
    }
}

/// A player goes away: each event they play in allows what is left of its leave.
pub fn begins(now: Now<'_>, player: i64, until: Timestamp) -> Result<(), ServiceError> {
    for event in now.tx.events_of(player)? {
        if let Some(mut entrant) = now.tx.entrant(event.number, player)? {
            take(now, &event, &mut entrant, until)?;
        }
    }
    Ok(())
}

/// A player is back earlier: what is left of the present leave is theirs again. Returns until when it would have counted in
/// each event.
pub fn ends(now: Now<'_>, player: i64) -> Result<Vec<(i64, Timestamp)>, ServiceError> {
    let mut before = Vec::new();
    for event in now.tx.events_of(player)? {
        let Some(mut entrant) = now.tx.entrant(event.number, player)? else { continue };
        if let Some(until) = entrant.pause_until.take() {
            before.push((event.number, until));
            entrant.pause_used = (entrant.pause_used - (until - now.at).max(0)).max(0);
            now.tx.update_entrant(&entrant)?;
        }
    }
    Ok(before)
}

/// Lets an entrant who is away use what is left of an event's leave.
pub fn take(now: Now<'_>, event: &Event, entrant: &mut Entrant, until: Timestamp) -> Result<(), ServiceError> {
    if event.state != EventState::Running || entrant.state == EntrantState::Withdrawn || until <= now.at {
        return Ok(());
    }
    let used = entrant.pause_used - entrant.pause_until.map_or(0, |until| (until - now.at).max(0));
    let allowed = (until - now.at).min(i64::from(event.pause) - used.max(0)).max(0);
    entrant.pause_used = used.max(0) + allowed;
    entrant.pause_until = Some(now.at + allowed);
    Ok(now.tx.update_entrant(entrant)?)
}

/// Seconds of leave that a player has left in the event of a game; none if it belongs to none.
pub fn left(now: Now<'_>, game: &Game, player: i64) -> Result<Option<i64>, ServiceError> {
    let Some(number) = game.event else { return Ok(None) };
    let (Some(event), Some(entrant)) = (now.tx.event(number)?, now.tx.entrant(number, player)?) else {
        return Ok(Some(0));
    };
    Ok(Some((i64::from(event.pause) - entrant.pause_used).max(0)))
}
