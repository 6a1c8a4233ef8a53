//! The end of a round: who goes on, what they are told, and the places at the end.

use crate::event::{close, cup, league};
use crate::notice::News;
use crate::notice::told::events::Told;
use crate::service::ServiceError;
use crate::service::events::standing::{self, DAY, Team};
use crate::service::events::{drawing, news, placing, posting};
use crate::service::now::Now;
use crate::service::post::outgoing::{Outgoing, Topic};
use crate::store::{Event, EventKind, EventState};

/// Looks whether the round, or a division, is decided or its last moment has come, and goes on then.
pub fn look(now: Now<'_>, out: &mut Outgoing<'_>, event: &mut Event, teams: &[Team]) -> Result<(), ServiceError> {
    let out_of_time = event.last.is_some_and(|last| last <= now.at);
    let finished = |team: &Team| out_of_time || team.is_finished();
    if event.kind == EventKind::League {
        return league(now, out, event, teams, finished);
    }
    let is_final = event.kind != EventKind::Cup || teams.len() < 2;
    match is_final {
        true if teams.iter().all(finished) => over(now, out, event, teams),
        false if teams.iter().all(|team| finished(team) || cup::is_decided(&team.group)) => {
            next_round(now, out, event, teams)
        }
        _ => goes_on(now, out, event, teams, teams.len()),
    }
}

/// Divisions end one by one, each as soon as it is decided; with the last of them the season is over.
fn league(
    now: Now<'_>,
    out: &mut Outgoing<'_>,
    event: &mut Event,
    teams: &[Team],
    finished: impl Fn(&Team) -> bool,
) -> Result<(), ServiceError> {
    let mut open = Vec::new();
    for (division, team) in (1..).zip(teams) {
        if placing::has_ended(now, event, team)? {
            continue;
        }
        if finished(team) || league::is_decided(&team.group, division, teams.len()) {
            placing::division(now, event, team, teams)?;
            tell_end(now, out, event, team, teams.len())?;
        } else {
            open.push(team.clone());
        }
    }
    if open.is_empty() { end(now, out, event) } else { goes_on(now, out, event, &open, teams.len()) }
}

/// Nothing is decided: a week's news may be due, and the post in Discord.
fn goes_on(
    now: Now<'_>,
    out: &mut Outgoing<'_>,
    event: &mut Event,
    open: &[Team],
    teams: usize,
) -> Result<(), ServiceError> {
    news::weekly(now, out, event, open, teams)?;
    // At the latest on the last moment; a week's news may be due before.
    event.due = [event.last, Some(now.at + DAY)].into_iter().flatten().min();
    now.tx.update_event(event)?;
    posting::update(now, out, event, false)
}

/// Two of each group go on; the others are told that it is over for them.
fn next_round(now: Now<'_>, out: &mut Outgoing<'_>, event: &mut Event, teams: &[Team]) -> Result<(), ServiceError> {
    let seed = event.seed.cast_unsigned().wrapping_add(event.round.into());
    let mut on = Vec::new();
    for team in teams {
        on.push(cup::go_on(&team.players(), &team.group, seed));
    }
    for team in teams {
        let table = |reader: i64| standing::table(event, team, teams.len(), Some(reader));
        let end = close::completed(&team.group).table();
        let place = |player: i64| {
            let at = team.slots.iter().position(|slot| slot.player == player);
            end.iter().find(|row| Some(row.player) == at).map(|row| row.place)
        };
        for slot in team.slots.iter().filter(|slot| slot.fate.is_none()) {
            let is_on = |player: i64| on.iter().flatten().any(|on| *on == player);
            let goes_on = is_on(slot.player);
            if goes_on {
                now.tx.set_went_on(event.number, event.round, slot.player)?;
                continue;
            }
            let what = Told::RoundOver {
                event: standing::heading(event),
                round: event.round,
                on: false,
                lot: team.slots.iter().any(|other| is_on(other.player) && place(other.player) == place(slot.player)),
                table: table(slot.player),
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

/// It is over: everybody has a place and is told.
fn over(now: Now<'_>, out: &mut Outgoing<'_>, event: &mut Event, teams: &[Team]) -> Result<(), ServiceError> {
    placing::everybody(now, event)?;
    for team in teams {
        tell_end(now, out, event, team, teams.len())?;
    }
    end(now, out, event)
}

fn end(now: Now<'_>, out: &mut Outgoing<'_>, event: &mut Event) -> Result<(), ServiceError> {
    event.state = EventState::Over;
    event.ended = Some(now.at);
    event.due = None;
    event.changed = now.at;
    now.tx.update_event(event)?;
    posting::update(now, out, event, true)
}

/// Tells the players of a group that it has ended, and where that leaves them.
fn tell_end(
    now: Now<'_>,
    out: &mut Outgoing<'_>,
    event: &Event,
    team: &Team,
    teams: usize,
) -> Result<(), ServiceError> {
    let running = team.group.counting().iter().filter(|game| game.result.is_none()).count();
    let running = u32::try_from(running).unwrap_or(u32::MAX);
    for (place, slot) in team.slots.iter().enumerate().filter(|(_, slot)| slot.fate.is_none()) {
        let division = usize::try_from(team.number).unwrap_or(0);
        let moves =
            (event.kind == EventKind::League && teams > 1).then(|| league::moves(&team.group, division, teams, place));
        let table = standing::table(event, team, teams, Some(slot.player));
        let what = Told::Over { event: standing::heading(event), table, moves, running };
        out.tell(&now.player(slot.player)?, Topic::default(), News::Told { what: what.into() })?;
    }
    Ok(())
}
