//! What the end of a game means for the event that it belongs to.

use crate::event::ladder;
use crate::game::{Ended, Game};
use crate::notice::told::events::Stands;
use crate::rules::{Reason, Side};
use crate::service::ServiceError;
use crate::service::events::{placing, standing};
use crate::service::now::Now;
use crate::store::{Entrant, EntrantState, Event, EventKind};

/// Waits to be asked whether they are still there.
pub const TO_BE_ASKED: i64 = 0;

/// Takes note of a game's end: its event is looked at in the next tick. Who times out without any turn, or for the second
/// time, will be asked whether they are still there.
pub fn note(now: Now<'_>, game: &Game, ended: &Ended) -> Result<(), ServiceError> {
    let Some(number) = game.event else { return Ok(()) };
    let Some(event) = now.tx.event(number)? else { return Ok(()) };
    // A ladder has no table that anybody could hold up: silence is looked at there.
    if event.kind == EventKind::Ladder {
        climb(now, game, ended)?;
    } else if let (Reason::Timeout, Some(winner)) = (ended.reason, ended.winner) {
        let loser = winner.other();
        if let Some(mut entrant) = now.tx.entrant(number, game.player(loser))? {
            entrant.timeouts += 1;
            let absent = game.made[loser as usize] == 0 || entrant.timeouts > 1;
            if absent && entrant.asked.is_none() && still_plays(now, &event, &entrant)? {
                entrant.asked = Some(TO_BE_ASKED);
            }
            now.tx.update_entrant(&entrant)?;
        }
    }
    placing::again(now, &event)?;
    Ok(now.tx.wake_event(number, now.at)?)
}

/// Whether others wait for somebody in an event. Who is out of a cup, or whose division has ended, only plays on for ratings.
fn still_plays(now: Now<'_>, event: &Event, entrant: &Entrant) -> Result<bool, ServiceError> {
    if entrant.state != EntrantState::In || entrant.place.is_some() {
        return Ok(false);
    }
    let groups = now.tx.groups(event.number, event.round)?;
    Ok(groups.iter().flatten().any(|slot| slot.player == entrant.player))
}

/// Where a side stands in the event after a result.
pub fn stands(now: Now<'_>, game: &Game, side: Side) -> Result<Option<Stands>, ServiceError> {
    let Some(number) = game.event else { return Ok(None) };
    match now.tx.event(number)? {
        Some(event) if event.kind != EventKind::Ladder => standing::stands(now, &event, game.player(side)),
        _ => Ok(None),
    }
}

/// The ladder after a game.
fn climb(now: Now<'_>, game: &Game, ended: &Ended) -> Result<(), ServiceError> {
    let (Some(number), Some(winner)) = (game.event, ended.winner) else { return Ok(()) };
    let entrants = now.tx.entrants(number)?;
    let standing: Vec<i64> =
        entrants.iter().filter(|e| e.state == EntrantState::In).map(|entrant| entrant.player).collect();
    let walkover = ended.reason == Reason::Timeout;
    let after = ladder::after(&standing, game.player(winner), game.player(winner.other()), walkover);
    for (rank, player) in (1..).zip(after) {
        if let Some(mut entrant) = now.tx.entrant(number, player)?
            && entrant.rank != Some(rank)
        {
            entrant.rank = Some(rank);
            now.tx.update_entrant(&entrant)?;
        }
    }
    Ok(())
}
