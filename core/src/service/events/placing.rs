//! The places in which an event, or a division of a league, ends. Games that still run then may yet fill the table, so
//! that places are noted again with each of them.

use crate::event::EventNumber;
use crate::service::ServiceError;
use crate::service::events::standing::{self, Team};
use crate::service::now::Now;
use crate::store::{Event, EventKind, EventState};

/// Whether a division has ended: its players have their places.
pub fn has_ended(now: Now<'_>, event: &Event, team: &Team) -> Result<bool, ServiceError> {
    for slot in &team.slots {
        if now.tx.entrant(event.number, slot.player)?.is_some_and(|entrant| entrant.place.is_some()) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Notes the places of a division; divisions stand one below the other.
pub fn division(now: Now<'_>, event: &Event, team: &Team, teams: &[Team]) -> Result<(), ServiceError> {
    let above: usize = teams.iter().filter(|one| one.number < team.number).map(|one| one.slots.len()).sum();
    for row in team.group.table() {
        if let Some(slot) = team.slots.get(row.player) {
            put(now, event.number, slot.player, above + row.place)?;
        }
    }
    Ok(())
}

/// Notes everybody's place once an event is over: whoever came further stands before the others, and the groups of a round
/// stand side by side.
pub fn everybody(now: Now<'_>, event: &Event) -> Result<(), ServiceError> {
    if event.kind == EventKind::League {
        let teams = standing::teams(now, event, event.round)?;
        return teams.iter().try_for_each(|team| division(now, event, team, &teams));
    }
    let mut placed: Vec<i64> = Vec::new();
    for round in (1..=event.round).rev() {
        let mut rows = Vec::new();
        for team in standing::teams(now, event, round)? {
            let ranked = team.group.table().into_iter();
            let found = ranked.filter_map(|row| Some((row.place, team.slots.get(row.player)?.player)));
            rows.extend(found.filter(|(_, player)| !placed.contains(player)));
        }
        rows.sort_unstable();
        let before = placed.len();
        for (place, player) in &rows {
            let ahead = rows.iter().filter(|(other, _)| other < place).count();
            put(now, event.number, *player, before + ahead + 1)?;
            placed.push(*player);
        }
    }
    Ok(())
}

/// Notes the places anew after a game that ended later than its event, or its division.
pub fn again(now: Now<'_>, event: &Event) -> Result<(), ServiceError> {
    match (event.state, event.kind) {
        (EventState::Over, _) => everybody(now, event),
        (EventState::Running, EventKind::League) => {
            let teams = standing::teams(now, event, event.round)?;
            for team in &teams {
                if has_ended(now, event, team)? {
                    division(now, event, team, &teams)?;
                }
            }
            Ok(())
        }
        _ => Ok(()),
    }
}

fn put(now: Now<'_>, event: EventNumber, player: i64, place: usize) -> Result<(), ServiceError> {
    if let Some(mut entrant) = now.tx.entrant(event, player)? {
        entrant.place = u32::try_from(place).ok();
        entrant.asked = None;
        now.tx.update_entrant(&entrant)?;
    }
    Ok(())
}
