//! `tournaments`, `standings`, `ladder`, `export T12`: what there is, and how it stands.

use crate::event::trf;
use crate::event::{EventNumber, ladder};
use crate::notice::told::events::{Listed, Report, Rung, Table, Told, Why};
use crate::service::ServiceError;
use crate::service::events::standing::{self, heading};
use crate::service::events::{finding, newcomers};
use crate::service::now::Now;
use crate::service::post::outgoing::Outgoing;
use crate::service::requester::Requester;
use crate::store::{EntrantState, Event, EventKind, EventState, Player};

/// Events in a list.
const LISTED: u32 = 60;

/// `tournaments [GAME]`.
pub fn tournaments(
    now: Now<'_>,
    out: &mut Outgoing<'_>,
    who: &Requester,
    game: Option<&str>,
) -> Result<(), ServiceError> {
    let me = who.player.as_ref();
    let here = who.place.and_then(|venue| venue.server);
    let mut rows = Vec::new();
    for event in now.tx.events_listed(game, LISTED)? {
        // What is by invitation, or of another server, is for those who are in it.
        let row = Listed { wants: newcomers::wants(now, &event, me)?, ..standing::listed(now, &event, me)? };
        let hidden = event.code.is_some() || event.server.is_some() && event.server != here;
        let mine = me.is_some_and(|me| event.host == Some(me.id)) || row.yours;
        if !hidden || mine {
            rows.push(row);
        }
    }
    out.reply(who, Told::Events { game: game.map(str::to_owned), rows });
    Ok(())
}

/// `standings [T12]`: an event's tables; the reader's own where none is named.
pub fn standings(
    now: Now<'_>,
    out: &mut Outgoing<'_>,
    who: &Requester,
    number: Option<EventNumber>,
) -> Result<(), ServiceError> {
    let me = who.player.as_ref();
    let event = match (number, me) {
        (Some(number), _) => match now.tx.event(number)? {
            Some(event) => event,
            None => return out.refuse(who, None, Why::NoEvent { number }),
        },
        (None, Some(me)) => {
            let mine = now.tx.events_of(me.id)?.into_iter();
            let running = mine.filter(|event| event.state == EventState::Running && event.kind != EventKind::Ladder);
            match running.max_by_key(|event| event.began) {
                Some(event) => event,
                None => return out.refuse(who, None, Why::NoneOfYours),
            }
        }
        (None, None) => return out.refuse(who, None, Why::NoneOfYours),
    };
    if !finding::may_see(now, who, &event)? {
        return out.refuse(who, None, Why::NoEvent { number: event.number });
    }
    if event.kind == EventKind::Ladder {
        return show_ladder(now, out, who, &event);
    }
    if event.round == 0 {
        let wants = newcomers::wants(now, &event, me)?;
        let listed = Listed { wants, ..standing::listed(now, &event, me)? };
        out.reply(who, Told::NotBegun { event: listed });
        return Ok(());
    }
    let reader = me.map(|me| me.id);
    let mut before = Vec::new();
    if event.kind == EventKind::Cup {
        for round in 1..event.round {
            before.push(tables(now, &event, round, reader)?);
        }
    }
    let mut tables = tables(now, &event, event.round, reader)?;
    // The reader's own comes first.
    tables.sort_by_key(|table| (!table.rows.iter().any(|row| row.you), table.group));
    let last = event.last.filter(|_| event.state == EventState::Running);
    out.reply(who, Told::Standings { event: heading(&event), round: event.round, tables, last, before });
    Ok(())
}

/// `ladder GAME`.
pub fn ladder(now: Now<'_>, out: &mut Outgoing<'_>, who: &Requester, game: &str) -> Result<(), ServiceError> {
    match now.tx.latest_official(EventKind::Ladder, game, u32::MAX)? {
        Some(event) => show_ladder(now, out, who, &event),
        None => out.refuse(who, None, Why::NoLadder),
    }
}

/// `export T12`: for its host.
pub fn export(now: Now<'_>, out: &mut Outgoing<'_>, who: &Requester, number: EventNumber) -> Result<(), ServiceError> {
    let event = match now.tx.event(number)? {
        Some(event) if finding::may_see(now, who, &event)? => event,
        _ => return out.refuse(who, None, Why::NoEvent { number }),
    };
    let host = event.host.is_some() && event.host == who.player.as_ref().map(|me| me.id);
    if !host {
        return out.refuse(who, None, Why::NotHost { event: heading(&event) });
    }
    if event.round == 0 {
        return out.refuse(who, None, Why::NoTable { event: heading(&event) });
    }
    out.reply(who, Told::Export { report: report(now, &event)? });
    Ok(())
}

/// All of an event: its tables, and each group in FIDE's format.
pub fn report(now: Now<'_>, event: &Event) -> Result<Report, ServiceError> {
    let day = |at: Option<i64>| {
        let stamp = crate::clock::moment::stamp(at.unwrap_or(now.at), &jiff::tz::TimeZone::UTC);
        stamp.split(' ').next().unwrap_or_default().replace('-', "/")
    };
    let (mut rounds, mut trf) = (Vec::new(), Vec::new());
    for round in 1..=event.round {
        rounds.push(tables(now, event, round, None)?);
        for team in standing::teams(now, event, round)? {
            let mut players = Vec::new();
            for (slot, name) in team.slots.iter().zip(&team.names) {
                let rating = now.tx.rating(slot.player, event.setup.game.name())?;
                players.push((name.clone(), rating.map(|rating| rating.rating.round() as i32)));
            }
            let heading = trf::Heading {
                name: format!("{} T{}", event.setup.title(), event.number),
                dates: [day(event.began), day(event.ended.or(event.last))],
                clock: event.clock.to_string(),
            };
            let name = format!("t{}-round{round}-group{}.trf", event.number, team.number);
            trf.push((name, trf::report(&heading, &players, &team.group)));
        }
    }
    Ok(Report { event: heading(event), rounds, trf })
}

/// All tables of a round.
pub fn tables(now: Now<'_>, event: &Event, round: u32, reader: Option<i64>) -> Result<Vec<Table>, ServiceError> {
    let teams = standing::teams(now, event, round)?;
    Ok(teams.iter().map(|team| standing::table(event, team, teams.len(), reader)).collect())
}

fn show_ladder(now: Now<'_>, out: &mut Outgoing<'_>, who: &Requester, event: &Event) -> Result<(), ServiceError> {
    let entrants = now.tx.entrants(event.number)?;
    let standing: Vec<i64> = entrants.iter().filter(|e| e.state == EntrantState::In).map(|e| e.player).collect();
    let me = who.player.as_ref().map(|me| me.id);
    let mine = standing.iter().position(|player| Some(*player) == me);
    let mut rungs = Vec::new();
    for (place, player) in standing.iter().enumerate() {
        let Player { name, .. } = now.player(*player)?;
        let (made, received) = now.tx.ladder_games(event.number, *player)?;
        let in_reach = mine.is_some_and(|mine| ladder::in_reach(standing.len(), mine, place));
        rungs.push(Rung { name, you: Some(*player) == me, in_reach, playing: made + received });
    }
    let wants = newcomers::wants(now, event, who.player.as_ref())?;
    out.reply(who, Told::Ladder { event: heading(event), rungs, wants });
    Ok(())
}
