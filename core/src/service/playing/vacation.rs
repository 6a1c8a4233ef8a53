//! Vacations: while a player is away their clocks stand still, up to 30 days a year.

use crate::clock::moment;
use crate::clock::moment::Timestamp;
use crate::command::Day;
use crate::game::Game;
use crate::notice::News;
use crate::notice::told::time;
use crate::rules::Side;
use crate::service::events::leave;
use crate::service::now::Now;
use crate::service::people::registering;
use crate::service::playing::timing;
use crate::service::post::outgoing::{Outgoing, Topic};
use crate::service::requester::Requester;
use crate::service::seated::Seated;
use crate::service::{DAY, HOUR, ServiceError};
use crate::store::{Happening, Player};

/// Vacation per year, in seconds.
const PER_YEAR: i64 = 30 * DAY;
/// The longest automatic vacation.
const AUTOMATIC: i64 = 7 * DAY;
/// Turns a player must have made in a game before it can trigger an automatic vacation.
const SEASONED: u32 = 5;
/// Vacations started or changed per day.
const MOST_A_DAY: u32 = 3;

/// `away 7d`, `away off`.
pub fn away(now: Now<'_>, out: &mut Outgoing<'_>, who: &mut Requester, days: Option<u32>) -> Result<(), ServiceError> {
    let mut me = registering::need_player(now, who)?;
    let already = me.away_until.filter(|until| *until > now.at);
    let days = match (days, already) {
        (None | Some(0), None) => {
            return out.refuse(who, None, time::Why::NotAway);
        }
        (None | Some(0), Some(until)) => {
            come_back(now, &mut me, until)?;
            who.player = Some(me);
            out.reply(who, time::Told::Back);
            return Ok(());
        }
        (Some(days), _) => days,
    };
    // Changing a vacation first returns what is left of it; but nothing changes until the new one is allowed.
    let left = (vacation_left(now, &me) + already.map_or(0, |until| until - now.at)).min(PER_YEAR);
    let wanted = DAY * i64::from(days);
    if wanted > left {
        return out.refuse(who, None, time::Why::TooLong { days_left: left / DAY, away: already.is_some() });
    }
    // The same vacation again, seconds later, is none: nobody is told twice, and no day is lost.
    if let Some(until) = already.filter(|until| (now.at + wanted - until).abs() < HOUR) {
        who.player = Some(me.clone());
        out.reply(who, time::Told::Away { until, days_left: vacation_left(now, &me) / DAY });
        return Ok(());
    }
    // Every vacation is announced to all opponents.
    if !now.tx.allow(&Happening::WentAway { player: me.id }, now.at, MOST_A_DAY, DAY)? {
        return out.refuse(who, None, time::Why::TooOften { most: MOST_A_DAY, away: already.is_some() });
    }
    if let Some(until) = already {
        come_back(now, &mut me, until)?;
    }
    let until = now.at + wanted;
    go_away(now, out, &mut me, until)?;
    who.player = Some(me.clone());
    out.reply(who, time::Told::Away { until, days_left: vacation_left(now, &me) / DAY });
    Ok(())
}

/// `away until Monday`: until the same time of that day, by the player's own calendar.
pub fn until(now: Now<'_>, out: &mut Outgoing<'_>, who: &mut Requester, day: Day) -> Result<(), ServiceError> {
    let me = registering::need_player(now, who)?;
    let zone = moment::zone(&now.taste(Some(&me), None).zone);
    let today = zone.and_then(|zone| moment::zoned(now.at, &zone)).map(|zoned| zoned.date());
    match today.and_then(|today| day.days_from(today)) {
        Some(days) => away(now, out, who, Some(days)),
        None => out.refuse(who, None, time::Why::DayIsPast),
    }
}

/// Sends a player whose time has run out on vacation, once per turn, if they have any left.
pub fn automatic_vacation(
    now: Now<'_>,
    out: &mut Outgoing<'_>,
    game: &mut Seated,
    side: Side,
) -> Result<bool, ServiceError> {
    let mut player = now.tx.player_to_change(game.at(side).id)?;
    let length = AUTOMATIC.min(vacation_left(now, &player));
    // An event's leave is capped, whatever is left of the year's.
    let here = leave::left(now, &game.row, player.id)?.map_or(length, |left| left.min(length));
    let once = Happening::SavedByVacation { game: game.row.number, revision: game.row.revision };
    // Whoever leaves a board at which both sit has left it.
    if game.row.clock.rule.is_under_an_hour()
        || game.row.made[side as usize] < SEASONED
        || here < DAY
        || player.away_until.is_some_and(|until| until > now.at)
        || !now.tx.allow(&once, now.at, 1, 400 * DAY)?
    {
        return Ok(false);
    }
    // Time overrun before the vacation began is forgiven, or it would end the game on their return.
    let over = game.row.clock.deadline().map_or(0, |deadline| (now.at - deadline).max(0));
    game.row.clock.give_back(over);
    now.tx.update_game(&game.row)?;
    let until = now.at + length;
    go_away(now, out, &mut player, until)?;
    let what = time::Told::AwayByItself { number: game.row.number, until }.into();
    out.tell(&player, game.topic(Some(side)), News::Told { what })?;
    if let Some(row) = now.tx.game(game.row.number)? {
        *game = Seated::of(now.tx, row)?;
    }
    Ok(true)
}

/// Ends vacations that are over.
pub fn vacations_end(now: Now<'_>) -> Result<bool, ServiceError> {
    for mut player in now.tx.back_from_vacation(now.at)? {
        player.away_until = None;
        now.tx.update_player(&player)?;
    }
    Ok(false)
}

/// The rest of this year's vacation, in seconds.
fn vacation_left(now: Now<'_>, player: &Player) -> i64 {
    let used = if player.vacation_year == year(now, player) { player.vacation_used } else { 0 };
    (PER_YEAR - used).max(0)
}

fn go_away(now: Now<'_>, out: &mut Outgoing<'_>, player: &mut Player, until: Timestamp) -> Result<(), ServiceError> {
    let year = year(now, player);
    if player.vacation_year != year {
        player.vacation_year = year;
        player.vacation_used = 0;
    }
    player.vacation_used += until - now.at;
    player.away_until = Some(until);
    now.tx.update_player(player)?;
    leave::begins(now, player.id, until)?;
    let opponents = move_clocks(now, player, |game, since| {
        let until = leave::back(now, game, player)?.unwrap_or(until);
        Ok((until - since.max(now.at)).max(0))
    })?;
    for other in opponents {
        let what = time::Told::OtherAway { who: player.name.clone(), until }.into();
        out.tell(&other, Topic::default(), News::Told { what })?;
    }
    Ok(())
}

fn come_back(now: Now<'_>, player: &mut Player, until: Timestamp) -> Result<(), ServiceError> {
    player.vacation_used = (player.vacation_used - (until - now.at)).max(0);
    player.away_until = None;
    now.tx.update_player(player)?;
    let events = leave::ends(now, player.id)?;
    move_clocks(now, player, |game, _| {
        let allowed = events.iter().find(|(event, _)| Some(*event) == game.event).map(|(_, until)| *until);
        let until = if game.event.is_some() { allowed.unwrap_or(now.at) } else { until };
        Ok((now.at - until).min(0))
    })?;
    Ok(())
}

/// Shifts a player's running clocks by a function of the game and of when each started; returns the opponents in all running
/// games.
fn move_clocks(
    now: Now<'_>,
    player: &Player,
    by: impl Fn(&Game, Timestamp) -> Result<i64, ServiceError>,
) -> Result<Vec<Player>, ServiceError> {
    let mut opponents: Vec<Player> = Vec::new();
    for row in now.tx.running_games_to_change(player.id)? {
        let Some(side) = row.side_of(player.id) else { continue };
        let mut game = Seated::of(now.tx, row)?;
        let other = game.at(side.other()).clone();
        if !opponents.contains(&other) {
            opponents.push(other);
        }
        if game.row.to_move == Some(side)
            && let Some(since) = game.row.clock.running.map(|running| running.since)
        {
            let shift = by(&game.row, since)?;
            game.row.clock.give_back(shift);
            timing::wind(now, &mut game)?;
            now.tx.update_game(&game.row)?;
        }
    }
    Ok(opponents)
}

fn year(now: Now<'_>, player: &Player) -> i16 {
    let zone = moment::zone(&now.taste(Some(player), None).zone);
    zone.and_then(|zone| moment::year(now.at, &zone)).unwrap_or(0)
}
