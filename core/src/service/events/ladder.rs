//! A challenge on a ladder: its game begins at once.

use crate::event::ladder::{self, AT_A_TIME, REMATCH};
use crate::notice::News;
use crate::notice::told::events::{Told, Why};
use crate::service::ServiceError;
use crate::service::events::standing::{DAY, heading};
use crate::service::events::{beginning, leave, newcomers};
use crate::service::now::Now;
use crate::service::people::registering;
use crate::service::post::outgoing::{Outgoing, Topic};
use crate::service::requester::Requester;
use crate::store::{EntrantState, Event, EventGame, EventKind, Player};

/// `ladder GAME vs NAME`.
pub fn challenge(
    now: Now<'_>,
    out: &mut Outgoing<'_>,
    who: &mut Requester,
    game: &str,
    name: &str,
) -> Result<(), ServiceError> {
    let Some(event) = now.tx.latest_official(EventKind::Ladder, game, u32::MAX)? else {
        return out.refuse(who, None, Why::NoLadder);
    };
    let me = registering::need_player(now, who)?;
    let entrants = now.tx.entrants(event.number)?;
    let standing: Vec<i64> = entrants.iter().filter(|e| e.state == EntrantState::In).map(|e| e.player).collect();
    let place = |player: i64| standing.iter().position(|one| *one == player);
    let Some(mine) = place(me.id) else {
        let wants = newcomers::wants(now, &event, Some(&me))?;
        return out.refuse(who, None, Why::NotOnLadder { event: heading(&event), wants });
    };
    let other = match now.tx.player_named(name)? {
        Some(other) if place(other.id).is_some() => other,
        _ => return out.refuse(who, None, Why::NobodyThere { event: heading(&event) }),
    };
    let theirs = place(other.id).unwrap_or(usize::MAX);
    let reach = u32::try_from(ladder::reach(standing.len())).unwrap_or(u32::MAX);
    let most = u32::try_from(AT_A_TIME).unwrap_or(0);
    let why = if !ladder::in_reach(standing.len(), mine, theirs) {
        Some(Why::OutOfReach { reach })
    } else if now.tx.ladder_games(event.number, me.id)?.0 >= most {
        Some(Why::Busy { most, you: true })
    } else if now.tx.ladder_games(event.number, other.id)?.1 >= most {
        Some(Why::Busy { most, you: false })
    } else if now.tx.met_on_ladder(event.number, me.id, other.id, now.at - REMATCH)? {
        Some(Why::TooSoon { days: u32::try_from(REMATCH / DAY).unwrap_or(0) })
    } else if let Some(most) = enough(now, &me)? {
        Some(Why::TooManyGames { most, would: most.saturating_add(1) })
    } else if enough(now, &other)?.is_some() {
        Some(Why::OtherIsFull)
    } else {
        None
    };
    if let Some(why) = why {
        return out.refuse(who, None, why);
    }
    let players: [Player; 2] =
        if now.chance() & 1 == 0 { [me.clone(), other.clone()] } else { [other.clone(), me.clone()] };
    let ids = players.each_ref().map(|player| player.id);
    for player in &players {
        allow_leave(now, &event, player)?;
    }
    let mut game = beginning::game(now, &event, players)?;
    // The challenger stands where the group of other events does.
    let team = u32::try_from(me.id).unwrap_or(u32::MAX);
    let row = EventGame { team, white: ids[0], black: ids[1], game: game.row.number, result: None, ended: None };
    now.tx.insert_event_game(event.number, 0, &row)?;
    let told = |opponent: &Player, mine: bool| Told::LadderGame {
        event: heading(&event),
        game: game.row.number,
        opponent: opponent.name.clone(),
        mine,
    };
    out.reply(who, told(&other, true));
    let what = told(&me, false).into();
    out.tell(&other, Topic::default(), News::Told { what })?;
    beginning::show_first(now, out, &mut game)
}

/// A ladder has no rounds, and its leave would be used up for ever: whoever has no game on it has all of it again. Leave that
/// somebody is on when a game begins counts from then.
fn allow_leave(now: Now<'_>, event: &Event, player: &Player) -> Result<(), ServiceError> {
    let Some(mut entrant) = now.tx.entrant(event.number, player.id)? else { return Ok(()) };
    if now.tx.ladder_games(event.number, player.id)? == (0, 0) {
        (entrant.pause_used, entrant.pause_until) = (0, None);
        now.tx.update_entrant(&entrant)?;
    }
    match player.away_until.filter(|until| *until > now.at) {
        Some(until) => leave::take(now, event, &mut entrant, until),
        None => Ok(()),
    }
}

/// How many games a player wants at a time, if they have so many.
fn enough(now: Now<'_>, player: &Player) -> Result<Option<u32>, ServiceError> {
    let Some(most) = player.most_games else { return Ok(None) };
    let running = u32::try_from(now.tx.running_games(player.id)?.len()).unwrap_or(u32::MAX);
    Ok((running >= most).then_some(most))
}
