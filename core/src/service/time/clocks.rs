//! The tick: expired clocks, reminders, forfeits, expiries, and time given back after outages.

use std::cell::RefCell;
use std::collections::BTreeMap;

use crate::clock::moment::Timestamp;
use crate::game::{Game, Means};
use crate::notice::News;
use crate::notice::told::lobby::Closed;
use crate::notice::told::time;
use crate::service::events::ticking;
use crate::service::lobby::posting;
use crate::service::lobby::terms::terms;
use crate::service::now::Now;
use crate::service::playing::{announcing, finish, plans, time_up, turn, vacation};
use crate::service::post::outgoing::{Outgoing, Topic};
use crate::service::seat::{Seat, seat};
use crate::service::seated::Seated;
use crate::service::time::{digest, untold};
use crate::service::{DAY, HOUR, Randomness, SEEN_DAYS, ServiceError, Settings};
use crate::store::{ChallengeState, Happening, Shared, Tx};
use crate::token::TokenKey;

/// A gap between ticks longer than this counts as an outage.
const OUTAGE: i64 = HOUR;
/// How long one process does the ticking before another may take over.
const TICK_LEASE: i64 = 90;
/// How long requests, questions and strangers are remembered.
const MARKS: i64 = SEEN_DAYS * DAY;
/// How long a guest who does nothing is remembered, with the game; and how many are forgotten in one transaction.
const GUESTS: i64 = 7 * DAY;
const GUESTS_AT_ONCE: u32 = 50;
/// Rows of a kind handled per transaction.
const BATCH: u32 = 50;

/// See [`crate::service::Service::tick`].
pub(in crate::service) fn tick(
    store: &Shared,
    settings: &Settings,
    key: &TokenKey,
    at: Timestamp,
    mut random: Randomness,
    mut transactions: usize,
) -> Result<(), ServiceError> {
    // Most ticks find nothing to do and cost one commit.
    let due = store.write(|tx| -> Result<bool, ServiceError> {
        if !tx.take_lease("tick", &settings.holder, at, TICK_LEASE)? {
            return Ok(false);
        }
        after_an_outage(tx, at, tx.last_tick()?, tx.is_maintenance_begun(at)?)?;
        tx.set_last_tick(at)?;
        tx.tidy()?;
        let in_vain = !settings.house && !tx.waiting_in_vain(1)?.is_empty();
        Ok(in_vain || tx.anything_due(at)?)
    })?;
    if !due {
        return Ok(());
    }
    for chore in Chore::ALL {
        let mut more = true;
        while more {
            let Some(left) = transactions.checked_sub(1) else { return Ok(()) };
            transactions = left;
            let seed = RefCell::new(Randomness::fixed(random.draw()));
            more = store.write(|tx| -> Result<bool, ServiceError> {
                // Whoever stood still for a while may find that another process ticks now.
                if !tx.take_lease("tick", &settings.holder, at, TICK_LEASE)? {
                    return Ok(false);
                }
                let now = Now { tx, settings, key, at, random: &seed };
                Outgoing::gather(now, |out| do_chore(now, out, chore))
            })?;
        }
    }
    Ok(store.wipe(at)?)
}

/// What a tick does, in this order. Each chore takes as many transactions as it needs.
#[derive(Clone, Copy)]
enum Chore {
    EndVacations,
    TimeOut,
    Forfeit,
    TellPlans,
    Remind,
    TellHouseIsOff,
    RateHouse,
    SendDigests,
    ExpireChallenges,
    Events,
    Forget,
    CleanUp,
}

impl Chore {
    const ALL: [Chore; 12] = [
        Chore::EndVacations,
        Chore::TimeOut,
        Chore::Forfeit,
        Chore::TellPlans,
        Chore::Remind,
        Chore::TellHouseIsOff,
        Chore::RateHouse,
        Chore::SendDigests,
        Chore::ExpireChallenges,
        Chore::Events,
        Chore::Forget,
        Chore::CleanUp,
    ];
}

/// Gives back time when nobody could play: gaps between ticks, and maintenance so far.
pub(in crate::service) fn after_an_outage(
    tx: &Tx<'_>,
    now: Timestamp,
    last_tick: Option<Timestamp>,
    in_maintenance: bool,
) -> Result<bool, ServiceError> {
    let mut lost = Vec::new();
    let over = |last: &Timestamp| now - last > OUTAGE;
    if !in_maintenance && !last_tick.as_ref().is_some_and(over) {
        return Ok(false);
    }
    // Of several who notice, one gives the time back; the others wait for it and find nothing left to do.
    tx.lock_giving_back()?;
    for (id, begins, ends) in tx.open_maintenance()? {
        if begins < now {
            lost.push((begins, ends.min(now)));
            tx.maintenance_given(id, now)?;
        }
    }
    if let Some(last) = tx.last_tick()?.filter(over) {
        lost.push((last, now));
        tx.set_last_tick(now)?;
    }
    // Time lost for two reasons is given back once; in order, since each moves the starts of turns.
    lost.sort_unstable();
    let mut given = Timestamp::MIN;
    for (from, until) in lost {
        if given.max(from) < until {
            tx.give_back(given.max(from), until)?;
            given = until;
        }
    }
    Ok(true)
}

/// Does a part of a chore; true if there is more to do.
fn do_chore(now: Now<'_>, out: &mut Outgoing<'_>, chore: Chore) -> Result<bool, ServiceError> {
    match chore {
        Chore::EndVacations => vacation::vacations_end(now),
        Chore::TimeOut => time_outs(now, out),
        Chore::Forfeit => forfeits(now, out),
        Chore::TellPlans => untold::tell_plans(now, out, BATCH),
        Chore::Remind => reminders(now, out),
        Chore::TellHouseIsOff => untold::tell_house_is_off(now, out, BATCH),
        Chore::RateHouse => finish::rate_house(now, BATCH),
        Chore::SendDigests => digest::digests(now, out),
        Chore::ExpireChallenges => challenges_expire(now, out),
        Chore::Events => ticking::step(now, out),
        Chore::Forget => Ok(now.tx.forget_some()?),
        Chore::CleanUp => clean_up(now),
    }
}

fn time_outs(now: Now<'_>, out: &mut Outgoing<'_>) -> Result<bool, ServiceError> {
    let due = now.tx.games_timed_out(now.at, BATCH)?;
    let full = due.len() == BATCH as usize;
    let mut any = false;
    for row in due {
        let mut game = Seated::of(now.tx, row)?;
        if came_in_time(now, &game)? {
            continue;
        }
        any = true;
        time_up::time_is_up(now, out, &mut game)?;
    }
    Ok(full && any)
}

/// Whether a mail of the player to move came before their time was up, and waits only because they wrote many.
fn came_in_time(now: Now<'_>, game: &Seated) -> Result<bool, ServiceError> {
    let (Some(side), Some(deadline)) = (game.row.to_move, game.row.clock.deadline()) else { return Ok(false) };
    for address in now.tx.addresses_of(game.row.player(side))? {
        if now.tx.held_back_since(&address.counted)?.is_some_and(|at| at <= deadline) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Customs: a turn that takes twice the time allowed becomes a pass.
fn forfeits(now: Now<'_>, out: &mut Outgoing<'_>) -> Result<bool, ServiceError> {
    let due = now.tx.games_to_forfeit(now.at, BATCH)?;
    let more = due.len() == BATCH as usize;
    for row in due {
        let mut game = Seated::of(now.tx, row)?;
        let since = game.row.revision;
        match turn::played(now, &mut game, "pass", Means::Server)? {
            Ok(outcome) => match plans::go_on(now, &mut game, outcome)? {
                Some(outcome) => finish::end_by_rules(now, out, None, game, outcome, since)?,
                None => {
                    announcing::announce(now, out, &mut game, None, None, [None, None], since)?;
                    now.tx.update_game(&game.row)?;
                }
            },
            Err(_) => {
                game.row.forfeit = None;
                now.tx.update_game(&game.row)?;
            }
        }
    }
    Ok(more)
}

/// Sends the reminders due; games of one player that are due together share one.
fn reminders(now: Now<'_>, out: &mut Outgoing<'_>) -> Result<bool, ServiceError> {
    let due = now.tx.games_to_remind(now.at, BATCH)?;
    let more = due.len() == BATCH as usize;
    let mut by_player: BTreeMap<i64, Vec<Game>> = BTreeMap::new();
    for row in due {
        if let Some(side) = row.to_move {
            by_player.entry(row.player(side)).or_default().push(row);
        }
    }
    for (id, mut rows) in by_player {
        let player = now.player(id)?;
        rows.sort_by_key(|row| row.clock.deadline());
        let also: Vec<_> = rows.iter().skip(1).filter_map(|r| Some((r.number, r.clock.deadline()?))).collect();
        for (i, mut row) in rows.into_iter().enumerate() {
            row.reminder = row.next_reminder(&player.reminders, now.at);
            let last_one = row.reminder.is_none();
            now.tx.update_game(&row)?;
            let away = player.away_until.is_some_and(|until| until > now.at);
            if let Some(deadline) = row.clock.deadline()
                && i == 0
                && !away
            {
                let game = Seated::of(now.tx, row)?;
                remind(now, out, &game, &player, deadline, also.clone(), last_one)?;
            }
        }
    }
    Ok(more)
}

/// Reminds where the game is played; with the last reminder, a player in Discord gets a mail too.
fn remind(
    now: Now<'_>,
    out: &mut Outgoing<'_>,
    game: &Seated,
    player: &crate::store::Player,
    deadline: Timestamp,
    also: Vec<(i64, Timestamp)>,
    last_one: bool,
) -> Result<(), ServiceError> {
    let side = game.side_of(player);
    let last = game.row.last.as_ref().map(|(_, turn)| {
        let other = side.map_or_else(String::new, |side| game.at(side.other()).name.clone());
        (other, turn.clone())
    });
    let news = News::Reminder { last, deadline, also };
    let in_discord = now.is_in_discord(player)?;
    match seat(now, game.row.number, player)? {
        Seat::InPlace { channel, user } => out.tell_place(channel, Some(user), game.topic(side), news.clone()),
        Seat::Elsewhere => out.tell(player, game.topic(side), news.clone())?,
    }
    if in_discord && last_one {
        let mail = now.tx.addresses_of(player.id)?.into_iter().find(|a| !a.stopped && a.suspended.is_none());
        if let Some(address) = mail {
            out.tell_address(&address, game.topic(side), news)?;
        }
    }
    Ok(())
}

fn challenges_expire(now: Now<'_>, out: &mut Outgoing<'_>) -> Result<bool, ServiceError> {
    let due = now.tx.challenges_due(now.at)?;
    let more = due.len() == 100;
    for challenge in due {
        now.tx.set_challenge_state(challenge.number, ChallengeState::Expired)?;
        let challenger = now.player(challenge.challenger)?;
        let what = time::Told::ChallengeEnded { number: challenge.number, terms: Some(terms(&challenge, true)) }.into();
        let topic: Topic = posting::challenge_topic(&challenge, &challenger);
        out.tell(&challenger, topic, News::Told { what })?;
        posting::close_in_place(now, out, &challenge, Closed::Expired, None)?;
    }
    Ok(more)
}

/// Once a day, in batches, removes what is no longer needed.
fn clean_up(now: Now<'_>) -> Result<bool, ServiceError> {
    if now.tx.happened(&Happening::CleanedUp, now.at - DAY)? > 0 {
        return Ok(false);
    }
    let keep = DAY * i64::from(now.settings.keep_days);
    let mut more = now.tx.clean(now.at, now.at - keep, now.at - MARKS)?;
    let gone = now.tx.guests_gone(now.at - GUESTS, GUESTS_AT_ONCE)?;
    for guest in &gone {
        now.tx.erase_guest(*guest)?;
    }
    more |= gone.len() == GUESTS_AT_ONCE as usize;
    if !more {
        now.tx.forget_changes(now.at - crate::service::people::ways::WEEK)?;
        now.tx.note_happening(&Happening::CleanedUp, now.at)?;
    }
    Ok(more)
}
