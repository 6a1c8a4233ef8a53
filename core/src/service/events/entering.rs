//! `join`, `leave`, `withdraw`: who enters an event, and who leaves it.

use crate::event::EventNumber;
use crate::event::withdrawal::kept_out;
use crate::notice::News;
use crate::notice::told::events::{Ask, Cause, Told, Why};
use crate::service::ServiceError;
use crate::service::events::standing::{self, DAY, heading};
use crate::service::events::{absence, finding, newcomers, posting};
use crate::service::now::Now;
use crate::service::people::registering;
use crate::service::post::outgoing::{Outgoing, Topic};
use crate::service::requester::{Level, Requester};
use crate::store::{Entrant, EntrantState, Event, EventKind, EventState, Player, QuestionKind};

/// Games at a time in an event whose groups aren't known yet.
const AT_A_TIME: u32 = 8;
/// Until when "withdraw?" can be answered.
const QUESTION: i64 = 7 * DAY;

/// `join T12 [once] [code WORD]`.
pub fn join(
    now: Now<'_>,
    out: &mut Outgoing<'_>,
    who: &mut Requester,
    number: EventNumber,
    once: bool,
    code: Option<&str>,
) -> Result<(), ServiceError> {
    let Some(mut event) = now.tx.event(number)? else { return out.refuse(who, None, Why::NoEvent { number }) };
    let me = registering::need_player(now, who)?;
    let before = now.tx.entrant(number, me.id)?;
    // A renewed place that waited for a yes is confirmed by entering again.
    let unsure = before.as_ref().is_some_and(|entrant| entrant.state == EntrantState::Unsure);
    if let Some(why) = why_not(now, who, &event, &me, before.as_ref(), code)? {
        return out.refuse(who, None, why);
    }
    let rank = match event.kind {
        EventKind::Ladder => {
            let last = now.tx.entrants(number)?.iter().filter_map(|entrant| entrant.rank).max();
            Some(last.unwrap_or(0) + 1)
        }
        _ => None,
    };
    let entrant = fresh(&event, me.id, now.at);
    let entrant = match before.filter(|_| unsure) {
        Some(before) => Entrant { state: EntrantState::In, once, asked: None, ..before },
        None => Entrant { once, rank, ..entrant },
    };
    now.tx.insert_entrant(&entrant)?;
    posting::update(now, out, &mut event, true)?;
    begin_if_full(now, &event)?;
    let listed = standing::listed(now, &event, Some(&me))?;
    out.reply(who, Told::Joined { event: listed, renewed: event.kind == EventKind::League && !once });
    Ok(())
}

/// Whether nobody else can enter.
pub fn is_full(now: Now<'_>, event: &Event) -> Result<bool, ServiceError> {
    let entered = now.tx.entrants(event.number)?.iter().filter(|e| e.state != EntrantState::Withdrawn).count();
    Ok(u32::try_from(entered).unwrap_or(u32::MAX) >= event.most)
}

/// Has an event that begins when it is full looked at, once it is.
pub fn begin_if_full(now: Now<'_>, event: &Event) -> Result<(), ServiceError> {
    if event.starts.is_none() && event.state == EventState::Open && is_full(now, event)? {
        now.tx.wake_event(event.number, now.at)?;
    }
    Ok(())
}

/// An entry as it begins.
pub fn fresh(event: &Event, player: i64, at: i64) -> Entrant {
    Entrant {
        event: event.number,
        player,
        entered: at,
        once: false,
        state: EntrantState::In,
        rank: None,
        place: None,
        pause_used: 0,
        pause_until: None,
        timeouts: 0,
        asked: None,
        told: at,
        left: None,
    }
}

/// `leave T12`, before the start; a ladder can be left at any time.
pub fn leave(
    now: Now<'_>,
    out: &mut Outgoing<'_>,
    who: &mut Requester,
    number: EventNumber,
) -> Result<(), ServiceError> {
    let Some((me, mut event)) = finding::named(now, out, who, number)? else { return Ok(()) };
    let heading = heading(&event);
    let entrant = now.tx.entrant(number, me.id)?.filter(|entrant| entrant.state != EntrantState::Withdrawn);
    match (entrant, event.state, event.kind) {
        (None, ..) => out.refuse(who, None, Why::NotIn { event: heading }),
        (Some(_), EventState::Open, _) => {
            take_back(now, &event, me.id)?;
            posting::update(now, out, &mut event, true)?;
            out.reply(who, Told::Left { event: heading });
            Ok(())
        }
        (Some(entrant), EventState::Running, EventKind::Ladder) => {
            off_ladder(now, &event, entrant)?;
            out.reply(who, Told::Left { event: heading });
            Ok(())
        }
        (Some(_), EventState::Running, _) => out.refuse(who, None, Why::Begun { event: heading }),
        (Some(_), EventState::Over | EventState::Cancelled, _) => {
            out.refuse(who, None, Why::NotOpen { event: heading })
        }
    }
}

/// Takes back an entry into what hasn't begun. A place in a league is given up with it: should the season be put off, it is
/// not renewed once more.
pub fn take_back(now: Now<'_>, event: &Event, player: i64) -> Result<(), ServiceError> {
    now.tx.delete_entrant(event.number, player)?;
    if event.kind != EventKind::League {
        return Ok(());
    }
    let before = now.tx.latest_official(EventKind::League, event.setup.game.name(), event.edition)?;
    if let Some(before) = before
        && let Some(entrant) = now.tx.entrant(before.number, player)?
    {
        now.tx.update_entrant(&Entrant { once: true, ..entrant })?;
    }
    Ok(())
}

/// Takes somebody off a ladder; whoever stands below comes up. Their running games go on.
pub fn off_ladder(now: Now<'_>, event: &Event, entrant: Entrant) -> Result<(), ServiceError> {
    now.tx.delete_entrant(event.number, entrant.player)?;
    for (rank, mut other) in (1..).zip(now.tx.entrants(event.number)?) {
        if other.rank != Some(rank) {
            other.rank = Some(rank);
            now.tx.update_entrant(&other)?;
        }
    }
    Ok(())
}

/// `withdraw T12`: asks first.
pub fn withdraw(
    now: Now<'_>,
    out: &mut Outgoing<'_>,
    who: &mut Requester,
    number: EventNumber,
    sure: bool,
) -> Result<(), ServiceError> {
    let Some((me, event)) = finding::named(now, out, who, number)? else { return Ok(()) };
    let entrant = now.tx.entrant(number, me.id)?.filter(|entrant| entrant.state != EntrantState::Withdrawn);
    if entrant.is_none() {
        return out.refuse(who, None, Why::NotIn { event: heading(&event) });
    }
    match event.state {
        EventState::Open => return out.refuse(who, None, Why::NotBegun { event: heading(&event) }),
        EventState::Over | EventState::Cancelled => {
            return out.refuse(who, None, Why::NotOpen { event: heading(&event) });
        }
        EventState::Running if event.kind == EventKind::Ladder => return leave(now, out, who, number),
        EventState::Running => {}
    }
    if sure && who.level == Level::Full {
        let told = absence::withdraw(now, out, Some(who), &event, &me, Cause::Asked)?;
        out.reply(who, told);
        return Ok(());
    }
    let running = now.tx.running_games(me.id)?.iter().filter(|row| row.event == Some(number)).count();
    let before = u32::try_from(now.tx.withdrawals(me.id)?.len()).unwrap_or(u32::MAX);
    let id = absence::ask(now, &me, QuestionKind::Withdraw { event: number }, now.at + QUESTION)?;
    let days = u32::try_from(kept_out(before) / DAY).unwrap_or(0);
    let games = u32::try_from(running).unwrap_or(u32::MAX);
    let ask = Ask::Withdraw { event: heading(&event), games, days }.into();
    out.answer(who, Topic { question: Some(id), ..Topic::default() }, News::Question { ask, id });
    Ok(())
}

/// The answer to "withdraw?", "still there?" or "renew?".
pub fn answer(
    now: Now<'_>,
    out: &mut Outgoing<'_>,
    who: &Requester,
    me: &Player,
    kind: &QuestionKind,
    yes: bool,
) -> Result<(), ServiceError> {
    let (number, stays) = match kind {
        QuestionKind::Withdraw { event } => (*event, !yes),
        QuestionKind::StillThere { event } => (*event, yes),
        _ => return Ok(()),
    };
    let Some(event) = now.tx.event(number)? else { return Ok(()) };
    let Some(mut entrant) = now.tx.entrant(number, me.id)? else {
        return out.refuse(who, None, Why::NotIn { event: heading(&event) });
    };
    if entrant.state == EntrantState::Withdrawn || matches!(event.state, EventState::Over | EventState::Cancelled) {
        return out.refuse(who, None, Why::NotOpen { event: heading(&event) });
    }
    if stays {
        entrant.asked = None;
        entrant.state = EntrantState::In;
        now.tx.update_entrant(&entrant)?;
        out.reply(who, Told::Stays { event: heading(&event) });
    } else if event.state == EventState::Open {
        take_back(now, &event, me.id)?;
        out.reply(who, Told::Left { event: heading(&event) });
    } else {
        let told = absence::withdraw(now, out, Some(who), &event, me, Cause::Asked)?;
        out.reply(who, told);
    }
    Ok(())
}

/// Why somebody can't enter.
fn why_not(
    now: Now<'_>,
    who: &Requester,
    event: &Event,
    me: &Player,
    before: Option<&Entrant>,
    code: Option<&str>,
) -> Result<Option<Why>, ServiceError> {
    let heading = heading(event);
    match before.map(|entrant| entrant.state) {
        Some(EntrantState::In) => return Ok(Some(Why::Already { event: heading })),
        Some(EntrantState::Withdrawn) => return Ok(Some(Why::NotOpen { event: heading })),
        Some(EntrantState::Unsure) | None => {}
    }
    let open = event.state == EventState::Open || event.kind == EventKind::Ladder && event.state == EventState::Running;
    if !open {
        return Ok(Some(Why::NotOpen { event: heading }));
    }
    if let Some(wanted) = &event.code
        && code != Some(wanted.as_str())
    {
        return Ok(Some(Why::WrongCode { event: heading, given: code.is_some() }));
    }
    // Who knows the code of a server's event was invited.
    if event.server.is_some() && event.code.is_none() && who.place.and_then(|venue| venue.server) != event.server {
        return Ok(Some(Why::ElsewhereOnly { event: heading }));
    }
    if is_full(now, event)? {
        return Ok(Some(Why::Full { event: heading, most: event.most }));
    }
    let withdrawals = now.tx.withdrawals(me.id)?;
    if let Some(latest) = withdrawals.first() {
        let until = latest + kept_out(u32::try_from(withdrawals.len() - 1).unwrap_or(u32::MAX));
        if until > now.at {
            return Ok(Some(Why::KeptOut { until }));
        }
    }
    if let Some((games, opponents)) = newcomers::wants(now, event, Some(me))? {
        let title = event.setup.game.title().to_owned();
        return Ok(Some(Why::TooNew { games, opponents, title }));
    }
    if let Some(most) = me.most_games {
        let running = u32::try_from(now.tx.running_games(me.id)?.len()).unwrap_or(u32::MAX);
        let more = match event.kind {
            EventKind::RoundRobin => event.most - 1,
            EventKind::League | EventKind::Cup => AT_A_TIME.min(event.most - 1),
            EventKind::Ladder => 1,
        };
        let would = running.saturating_add(more);
        if would > most {
            return Ok(Some(Why::TooManyGames { most, would }));
        }
    }
    Ok(None)
}
