//! The tick of events: one step of one event in each transaction. A step looks at what is stored and at the time, so that it
//! doesn't matter when the last one was, and whoever does the same step again finds it done.

use crate::event::calendar;
use crate::notice::News;
use crate::notice::told::events::{By, Told};
use crate::service::ServiceError;
use crate::service::events::standing::{self, DAY, heading};
use crate::service::events::{absence, beginning, closing, drawing, hosting, official, posting};
use crate::service::now::Now;
use crate::service::post::outgoing::{Outgoing, Topic};
use crate::store::{EntrantState, Event, EventKind, EventState, Happening};

/// A hosted event that too few entered is put off so often.
const PUT_OFF: u32 = 2;
/// And for so long.
const WEEK: i64 = 7 * DAY;

/// Does one step of the event that is due longest. True if there may be more to do.
pub fn step(now: Now<'_>, out: &mut Outgoing<'_>) -> Result<bool, ServiceError> {
    if now.tx.allow(&Happening::EventsOpened, now.at, 1, DAY)? {
        official::open(now)?;
    }
    let Some(mut event) = now.tx.events_due(now.at, 1)?.pop() else { return Ok(false) };
    match (event.state, event.kind) {
        (EventState::Running, EventKind::Ladder) => {
            official::clear_ladder(now, out, &event)?;
            event.due = Some(now.at + DAY);
            now.tx.update_event(&event)?;
        }
        (EventState::Open, _) => open(now, out, &mut event)?,
        (EventState::Running, _) => running(now, out, &mut event)?,
        (EventState::Over | EventState::Cancelled, _) => {
            event.due = None;
            now.tx.update_event(&event)?;
        }
    }
    Ok(true)
}

/// An event that is yet to begin.
fn open(now: Now<'_>, out: &mut Outgoing<'_>, event: &mut Event) -> Result<(), ServiceError> {
    let entrants = now.tx.entrants(event.number)?;
    let entered = entrants.iter().filter(|entrant| entrant.state == EntrantState::In).count();
    let entered = u32::try_from(entered).unwrap_or(u32::MAX);
    match event.starts {
        // The notice before a season.
        Some(starts) if starts > now.at => {
            official::renew(now, out, event)?;
            event.due = Some(starts);
            Ok(now.tx.update_event(event)?)
        }
        Some(_) if entered >= event.fewest => begin(now, event),
        Some(starts) => put_off(now, out, event, entered, starts),
        None if entered >= event.most => begin(now, event),
        None if event.created + hosting::WAITS <= now.at => hosting::call_off(now, out, event, By::TooFew, None),
        // It was full for a moment, and somebody has left again.
        None => {
            event.due = Some(event.created + hosting::WAITS);
            Ok(now.tx.update_event(event)?)
        }
    }
}

fn begin(now: Now<'_>, event: &mut Event) -> Result<(), ServiceError> {
    for entrant in now.tx.entrants(event.number)? {
        // Whoever didn't say that they play on doesn't.
        if entrant.state == EntrantState::Unsure {
            now.tx.delete_entrant(event.number, entrant.player)?;
        }
    }
    drawing::first_round(now, event)?;
    if event.official {
        official::open(now)?;
    }
    Ok(())
}

/// Too few have entered: to the next date, with notice.
fn put_off(
    now: Now<'_>,
    out: &mut Outgoing<'_>,
    event: &mut Event,
    entered: u32,
    starts: i64,
) -> Result<(), ServiceError> {
    if !event.official && event.put_off >= PUT_OFF {
        return hosting::call_off(now, out, event, By::TooFew, None);
    }
    let next = match event.kind {
        _ if !event.official => Some(starts.max(now.at) + WEEK),
        EventKind::League => calendar::next_season(now.at),
        _ => calendar::next_cup(now.at),
    };
    let next = next.unwrap_or(now.at + WEEK);
    event.starts = Some(next);
    event.put_off += 1;
    event.due = Some(if event.kind == EventKind::League { next - official::NOTICE } else { next });
    now.tx.update_event(event)?;
    for entrant in now.tx.entrants(event.number)? {
        // Whoever didn't say that they play on is asked again before the new date.
        if entrant.state == EntrantState::Unsure {
            now.tx.delete_entrant(event.number, entrant.player)?;
            continue;
        }
        let what = Told::PutOff { event: heading(event), entered, fewest: event.fewest, starts: next }.into();
        out.tell(&now.player(entrant.player)?, Topic::default(), News::Told { what })?;
    }
    Ok(())
}

/// An event that is played: the games of a group begin, or a round ends.
fn running(now: Now<'_>, out: &mut Outgoing<'_>, event: &mut Event) -> Result<(), ServiceError> {
    let teams = standing::teams(now, event, event.round)?;
    let begun = now.tx.groups_begun(event.number, event.round)?;
    if let Some(team) = teams.iter().find(|team| !begun.contains(&team.number) && team.slots.len() > 1) {
        beginning::group(now, out, event, team, teams.len())?;
        let last = teams.len() == begun.len() + 1;
        return if last { posting::update(now, out, event, true) } else { Ok(()) };
    }
    absence::look(now, out, event)?;
    let teams = standing::teams(now, event, event.round)?;
    closing::look(now, out, event, &teams)
}
