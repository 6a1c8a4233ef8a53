//! The end of a round: who goes on, what they are told, and the places at the end.

use crate::event::cup;
use crate::notice::News;
use crate::notice::told::events::Told;
use crate::service::ServiceError;
use crate::service::events::standing::{self, DAY, Team};
use crate::service::events::{drawing, posting};
use crate::service::now::Now;
use crate::service::post::outgoing::{Outgoing, Topic};
use crate::store::{EntrantState, Event, EventKind, EventState, Mode};

/// News of a table are told at most so often.
const WEEK: i64 = 7 * DAY;

/// Looks whether the round is decided or its last moment has come, and goes on then.
pub fn look(now: Now<'_>, out: &mut Outgoing<'_>, event: &mut Event, teams: &[Team]) -> Result<(), ServiceError> {
    let out_of_time = event.last.is_some_and(|last| last <= now.at);
    let is_final = event.kind != EventKind::Cup || teams.len() < 2;
    let done = if is_final {
        teams.iter().all(Team::is_finished)
    } else {
        teams.iter().all(|team| team.is_finished() || cup::is_decided(&team.group))
    };
    match (done || out_of_time, is_final) {
        (true, true) => over(now, out, event, teams),
        (true, false) => next_round(now, out, event, teams),
        (false, _) => {
            weekly(now, out, event, teams)?;
            // At the latest on the last moment; a week's news may be due before.
            let next = [event.last, Some(now.at + DAY)].into_iter().flatten().min();
            event.due = next;
            now.tx.update_event(event)?;
            posting::update(now, out, event, false)
        }
    }
}

/// Two of each group go on; the others are told that it is over for them.
fn next_round(now: Now<'_>, out: &mut Outgoing<'_>, event: &mut Event, teams: &[Team]) -> Result<(), ServiceError> {
    let seed = event.seed.cast_unsigned().wrapping_add(event.round.into());
    let mut on = Vec::new();
    for team in teams {
        on.push(cup::go_on(&team.players(), &team.group, seed));
    }
    for team in teams {
        let table = |reader: i64| standing::table(now, event, team, teams.len(), Some(reader));
        for slot in team.slots.iter().filter(|slot| slot.fate.is_none()) {
            let goes_on = on.iter().flatten().any(|player| *player == slot.player);
            if goes_on {
                now.tx.set_went_on(event.number, event.round, slot.player)?;
                continue;
            }
            let what = Told::RoundOver {
                event: standing::heading(event),
                round: event.round,
                on: false,
                table: table(slot.player)?,
            };
            out.tell(&now.player(slot.player)?, Topic::default(), News::Told { what: what.into() })?;
        }
    }
    let field = cup::field(&on);
    if field.len() < 2 {
        return over(now, out, event, teams);
    }
    drawing::round(now, event, &cup::groups(&field))
}

/// It is over: everybody has a place.
fn over(now: Now<'_>, out: &mut Outgoing<'_>, event: &mut Event, teams: &[Team]) -> Result<(), ServiceError> {
    event.state = EventState::Over;
    event.ended = Some(now.at);
    event.due = None;
    event.changed = now.at;
    now.tx.update_event(event)?;
    let mut placed: Vec<i64> = Vec::new();
    for round in (1..=event.round).rev() {
        let mut rows = Vec::new();
        for team in standing::teams(now, event, round)? {
            for row in team.group.table() {
                let Some(slot) = team.slots.get(row.player).filter(|slot| !placed.contains(&slot.player)) else {
                    continue;
                };
                // Divisions stand one below the other, the groups of a cup side by side.
                let level = if event.kind == EventKind::Cup { 0 } else { team.number };
                rows.push(((level, row.place), slot.player));
            }
        }
        rows.sort_unstable();
        let before = placed.len();
        let mut shared = None;
        for (index, (key, player)) in rows.iter().enumerate() {
            let place = match shared {
                Some((same, place)) if same == *key => place,
                _ => u32::try_from(before + index + 1).unwrap_or(u32::MAX),
            };
            shared = Some((*key, place));
            placed.push(*player);
            if let Some(mut entrant) = now.tx.entrant(event.number, *player)? {
                entrant.place = Some(place);
                entrant.asked = None;
                now.tx.update_entrant(&entrant)?;
            }
        }
    }
    for team in teams {
        for slot in team.slots.iter().filter(|slot| slot.fate.is_none()) {
            let table = standing::table(now, event, team, teams.len(), Some(slot.player))?;
            let what = Told::Over { event: standing::heading(event), table };
            out.tell(&now.player(slot.player)?, Topic::default(), News::Told { what: what.into() })?;
        }
    }
    posting::update(now, out, event, true)
}

/// The week's news of a table that has changed, for those who are reached by mail and want them.
fn weekly(now: Now<'_>, out: &mut Outgoing<'_>, event: &Event, teams: &[Team]) -> Result<(), ServiceError> {
    for team in teams {
        for slot in team.slots.iter().filter(|slot| slot.fate.is_none()) {
            let Some(mut entrant) = now.tx.entrant(event.number, slot.player)? else { continue };
            let changed = team.games.iter().any(|game| game.result.is_some()) && event.changed > entrant.told;
            if entrant.state != EntrantState::In || !changed || entrant.told + WEEK > now.at {
                continue;
            }
            let player = now.player(slot.player)?;
            entrant.told = now.at;
            now.tx.update_entrant(&entrant)?;
            if player.news && player.mode != Mode::Reminders && !now.is_in_discord(&player)? {
                let table = standing::table(now, event, team, teams.len(), Some(slot.player))?;
                let what = Told::Weekly { event: standing::heading(event), table, last: event.last };
                out.tell(&player, Topic::default(), News::Told { what: what.into() })?;
            }
        }
    }
    Ok(())
}
