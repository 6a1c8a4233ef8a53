//! `host` and `cancel T12`: events that anybody holds. Once begun they need nothing from their host.

use crate::clock::ClockRule;
use crate::clock::duration::DAY;
use crate::command::{HostEvent, HostStart};
use crate::event::{EventNumber, calendar};
use crate::notice::News;
use crate::notice::told::events::{By, Told, Why};
use crate::notice::told::lobby;
use crate::rules::{Setup, SetupError};
use crate::service::ServiceError;
use crate::service::events::standing::{self, heading};
use crate::service::events::{finding, posting};
use crate::service::now::Now;
use crate::service::people::registering;
use crate::service::post::outgoing::{Outgoing, Topic};
use crate::service::requester::Requester;
use crate::store::{EntrantState, Event, EventKind, EventState};

/// How many can play.
pub const PLAYERS: (u32, u32) = (3, 64);
/// How many events that aren't over one can host.
const AT_A_TIME: u32 = 5;
/// How many days ahead one can begin.
const AHEAD: i64 = 366 * 86_400;
/// What isn't full after so long is cancelled.
pub const WAITS: i64 = 60 * 86_400;
/// The default clock and leave.
const CLOCK: ClockRule = ClockRule::bank(5 * DAY, DAY).at_most(21 * DAY);
const PAUSE: u32 = 3 * DAY;

/// `host GAME roundrobin|cup …`.
pub fn host(now: Now<'_>, out: &mut Outgoing<'_>, who: &mut Requester, host: &HostEvent) -> Result<(), ServiceError> {
    let setup = match Setup::new(&host.game, host.variant.as_deref(), &[]) {
        Ok(setup) => setup,
        Err(error) => return refuse_setup(out, who, error),
    };
    let me = registering::need_player(now, who)?;
    let clock = host.clock.unwrap_or(CLOCK);
    let default = if host.cup { (8, 32) } else { (4, 8) };
    let (fewest, most) = host.players.unwrap_or(default);
    let starts = match host.start {
        None | Some(HostStart::WhenFull) => Some(None),
        Some(HostStart::Day { day, month, year }) => day_of(now, day, month, year).map(Some),
        Some(HostStart::Named(day)) => calendar::coming(day, now.at).map(Some),
    };
    let why = if clock.max().is_none() {
        Some(Why::NoBound)
    } else if clock.is_live() {
        Some(Why::TooFast)
    } else if !(PLAYERS.0 <= fewest && fewest <= most && most <= PLAYERS.1) {
        Some(Why::Players { fewest: PLAYERS.0, most: PLAYERS.1 })
    } else if starts.is_none() {
        Some(Why::Day)
    } else if now.tx.events_hosted(me.id)? >= AT_A_TIME {
        Some(Why::TooManyHosted { most: AT_A_TIME })
    } else {
        None
    };
    if let Some(why) = why {
        return out.refuse(who, None, why);
    }
    let starts = starts.flatten();
    let place = who.place.filter(|venue| venue.at_home);
    let event = Event {
        kind: if host.cup { EventKind::Cup } else { EventKind::RoundRobin },
        rated: host.rated.unwrap_or(true),
        clock,
        pause: PAUSE,
        host: Some(me.id),
        server: place.and_then(|venue| venue.server),
        channel: place.map(|venue| venue.channel),
        code: host.code.clone(),
        fewest,
        most,
        starts,
        due: Some(starts.unwrap_or(now.at + WAITS)),
        ..blank(now, setup)
    };
    let number = now.tx.insert_event(&event)?;
    let mut event = Event { number, ..event };
    let listed = standing::listed(now, &event, Some(&me))?;
    let posted = event.channel.is_some() && event.code.is_none();
    posting::update(now, out, &mut event, true)?;
    out.reply(who, Told::Hosted { event: listed, code: host.code.clone(), posted });
    Ok(())
}

/// An event that is yet to be filled in.
pub fn blank(now: Now<'_>, setup: Setup) -> Event {
    Event {
        number: 0,
        kind: EventKind::RoundRobin,
        official: false,
        setup,
        rated: true,
        clock: CLOCK,
        pause: PAUSE,
        host: None,
        server: None,
        channel: None,
        message: None,
        posted: 0,
        code: None,
        fewest: PLAYERS.0,
        most: PLAYERS.1,
        starts: None,
        put_off: 0,
        edition: 1,
        seed: now.chance().cast_signed(),
        state: EventState::Open,
        round: 0,
        began: None,
        last: None,
        due: None,
        changed: now.at,
        created: now.at,
        ended: None,
    }
}

/// `cancel T12`: by its host, before the start.
pub fn cancel(
    now: Now<'_>,
    out: &mut Outgoing<'_>,
    who: &mut Requester,
    number: EventNumber,
) -> Result<(), ServiceError> {
    let Some((me, mut event)) = finding::named(now, out, who, number)? else { return Ok(()) };
    if event.host != Some(me.id) {
        return out.refuse(who, None, Why::NotHost { event: heading(&event) });
    }
    if event.state != EventState::Open {
        return out.refuse(who, None, Why::NotOpen { event: heading(&event) });
    }
    call_off(now, out, &mut event, By::Host, Some(me.id))?;
    out.reply(who, Told::Cancelled { event: heading(&event), by: By::Host });
    Ok(())
}

/// Cancels an event and tells who entered; its running games go on as games like others.
pub fn call_off(
    now: Now<'_>,
    out: &mut Outgoing<'_>,
    event: &mut Event,
    by: By,
    but: Option<i64>,
) -> Result<(), ServiceError> {
    event.state = EventState::Cancelled;
    event.ended = Some(now.at);
    event.due = None;
    now.tx.update_event(event)?;
    posting::update(now, out, event, true)?;
    let entrants = now.tx.entrants(event.number)?;
    let mut told: Vec<i64> =
        entrants.iter().filter(|e| e.state != EntrantState::Withdrawn).map(|entrant| entrant.player).collect();
    told.extend(event.host.filter(|host| !told.contains(host)));
    for player in told.into_iter().filter(|player| Some(*player) != but) {
        let what = Told::Cancelled { event: heading(event), by }.into();
        out.tell(&now.player(player)?, Topic::default(), News::Told { what })?;
    }
    Ok(())
}

fn refuse_setup(out: &mut Outgoing<'_>, who: &Requester, error: SetupError) -> Result<(), ServiceError> {
    out.refuse(who, None, lobby::Why::Setup(error))
}

/// The start of that day, if it is to come and not too far.
fn day_of(now: Now<'_>, day: i8, month: i8, year: Option<i16>) -> Option<i64> {
    let date = match year {
        Some(year) => jiff::civil::Date::new(year, month, day).ok()?,
        None => calendar::next_day(day, month, now.at + i64::from(DAY))?,
    };
    calendar::midnight(date).filter(|start| (now.at + 1..now.at + AHEAD).contains(start))
}
