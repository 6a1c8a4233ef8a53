//! The events that the server itself holds: of each game a league, a cup and a ladder. A new season or cup opens when the
//! one before has begun.

use crate::clock::ClockRule;
use crate::clock::duration::{DAY, HOUR};
use crate::event::calendar;
use crate::event::division::FEWEST;
use crate::notice::News;
use crate::notice::told::events::{Ask, Told};
use crate::rules::{GameKind, Setup};
use crate::service::ServiceError;
use crate::service::events::standing::heading;
use crate::service::events::{absence, entering, hosting};
use crate::service::now::Now;
use crate::service::post::outgoing::{Outgoing, Topic};
use crate::store::{Entrant, EntrantState, Event, EventKind, EventState, QuestionKind};

/// How long before a season places are renewed.
pub const NOTICE: i64 = 14 * DAY as i64;
/// Whoever was silent for so long must say that they play on.
const SILENCE: i64 = 30 * DAY as i64;
/// More than anybody can enter.
const MANY: u32 = 100_000;

/// Opens what isn't open: of each game a league, a cup and a ladder.
pub fn open(now: Now<'_>) -> Result<(), ServiceError> {
    for game in GameKind::ALL {
        let Ok(setup) = Setup::new(game.name(), None, &[]) else { continue };
        for kind in [EventKind::League, EventKind::Cup, EventKind::Ladder] {
            let latest = now.tx.latest_official(kind, game.name(), u32::MAX)?;
            let needed = match (&latest, kind) {
                (None, _) => true,
                (Some(_), EventKind::Ladder) => false,
                (Some(latest), _) => latest.state != EventState::Open,
            };
            if needed {
                let edition = latest.map_or(1, |latest| latest.edition + 1);
                now.tx.insert_event(&Event { edition, ..made(now, setup.clone(), kind) })?;
            }
        }
    }
    Ok(())
}

fn made(now: Now<'_>, setup: Setup, kind: EventKind) -> Event {
    let league = ClockRule::bank(10 * DAY, 36 * HOUR).at_most(45 * DAY);
    let cup = ClockRule::bank(5 * DAY, DAY).at_most(21 * DAY);
    let starts = match kind {
        EventKind::League => calendar::next_season(now.at),
        EventKind::Cup => calendar::next_cup(now.at),
        EventKind::RoundRobin | EventKind::Ladder => None,
    };
    let (clock, pause) = if kind == EventKind::Cup { (cup, 3 * DAY) } else { (league, 7 * DAY) };
    let due = match kind {
        EventKind::League => starts.map(|starts| (starts - NOTICE).max(now.at)),
        EventKind::Cup => starts,
        EventKind::RoundRobin | EventKind::Ladder => Some(now.at + i64::from(DAY)),
    };
    Event {
        kind,
        official: true,
        clock,
        pause,
        fewest: u32::try_from(FEWEST).unwrap_or(0),
        most: MANY,
        starts,
        due,
        state: if kind == EventKind::Ladder { EventState::Running } else { EventState::Open },
        ..hosting::blank(now, setup)
    }
}

/// Renews the places of the season before: who timed out in it, or was silent lately, must say yes.
pub fn renew(now: Now<'_>, out: &mut Outgoing<'_>, event: &Event) -> Result<(), ServiceError> {
    let Some(before) = now.tx.latest_official(EventKind::League, event.setup.game.name(), event.edition)? else {
        return Ok(());
    };
    let starts = event.starts.unwrap_or(now.at);
    for old in now.tx.entrants(before.number)? {
        let player = now.player(old.player)?;
        let gone = old.once || old.state != EntrantState::In || player.forgotten;
        if gone || now.tx.entrant(event.number, old.player)?.is_some() {
            continue;
        }
        let sure = old.timeouts == 0 && now.tx.acted_since(old.player, now.at - SILENCE)?;
        let state = if sure { EntrantState::In } else { EntrantState::Unsure };
        now.tx.insert_entrant(&Entrant { state, ..entering::fresh(event, old.player, now.at) })?;
        if sure {
            let what = Told::Renewed { event: heading(event), starts }.into();
            out.tell(&player, Topic::default(), News::Told { what })?;
        } else {
            let id = absence::ask(now, &player, QuestionKind::StillThere { event: event.number }, starts)?;
            let ask = Ask::Renew { event: heading(event), starts }.into();
            out.tell(&player, Topic { question: Some(id), ..Topic::default() }, News::Question { ask, id })?;
        }
    }
    Ok(())
}

/// Takes those off a ladder who were silent, and tells them.
pub fn clear_ladder(now: Now<'_>, out: &mut Outgoing<'_>, event: &Event) -> Result<(), ServiceError> {
    let silence = crate::event::ladder::SILENCE;
    for entrant in now.tx.entrants(event.number)? {
        let fresh = entrant.entered > now.at - silence;
        if fresh || now.tx.acted_since(entrant.player, now.at - silence)? {
            continue;
        }
        let player = now.player(entrant.player)?;
        entering::off_ladder(now, event, entrant)?;
        let what = Told::OffLadder { event: heading(event) }.into();
        out.tell(&player, Topic::default(), News::Told { what })?;
    }
    Ok(())
}
