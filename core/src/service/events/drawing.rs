//! Drawing a round up: who plays in which group. The games follow, group by group.

use crate::event::{EventNumber, calendar, cup, league, lot};
use crate::service::ServiceError;
use crate::service::events::{leave, standing};
use crate::service::now::Now;
use crate::store::{EntrantState, Event, EventKind, EventState, Slot};

/// Begins an event with those who have entered.
pub fn first_round(now: Now<'_>, event: &mut Event) -> Result<(), ServiceError> {
    let players = by_strength(now, event)?;
    let groups = match event.kind {
        EventKind::League => divisions(now, event, &players)?,
        EventKind::Cup => cup::groups(&players),
        EventKind::RoundRobin | EventKind::Ladder => vec![lot::drawn(event.seed.cast_unsigned(), &players)],
    };
    round(now, event, &groups)
}

/// Stores the groups of the next round and from when to when it lasts; leave that somebody is on begins to count.
pub fn round(now: Now<'_>, event: &mut Event, groups: &[Vec<i64>]) -> Result<(), ServiceError> {
    event.state = EventState::Running;
    event.round += 1;
    event.began = Some(now.at);
    event.last = Some(calendar::last_moment(now.at, event.clock.max().unwrap_or(0), event.pause));
    event.due = Some(now.at);
    event.changed = now.at;
    now.tx.update_event(event)?;
    for (team, players) in (1..).zip(groups) {
        for (slot, player) in (0..).zip(players) {
            now.tx.insert_slot(
                event.number,
                event.round,
                &Slot { team, slot, player: *player, fate: None, went_on: false },
            )?;
            let away = now.player(*player)?.away_until.filter(|until| *until > now.at);
            if let (Some(until), Some(mut entrant)) = (away, now.tx.entrant(event.number, *player)?) {
                leave::take(now, event, &mut entrant, until)?;
            }
        }
    }
    Ok(())
}

/// Those who play, the strongest first; a lot decides among equals.
fn by_strength(now: Now<'_>, event: &Event) -> Result<Vec<i64>, ServiceError> {
    let mut players = Vec::new();
    for entrant in now.tx.entrants(event.number)?.iter().filter(|entrant| entrant.state == EntrantState::In) {
        let strength = standing::strength(now, event.setup.game.name(), entrant.player)?;
        players.push((-strength, lot::ticket(event.seed.cast_unsigned(), entrant.player), entrant.player));
    }
    players.sort_unstable();
    Ok(players.into_iter().map(|(.., player)| player).collect())
}

/// A league's divisions, from those of the season before.
fn divisions(now: Now<'_>, event: &Event, players: &[i64]) -> Result<Vec<Vec<i64>>, ServiceError> {
    let before = now.tx.latest_official(EventKind::League, event.setup.game.name(), event.edition)?;
    let before: Option<(EventNumber, Event)> = before.filter(|before| before.round > 0).map(|b| (b.number, b));
    Ok(match before {
        None => league::first(players),
        Some((_, before)) => {
            let teams = standing::teams(now, &before, before.round)?;
            let ended: Vec<league::Ended> =
                teams.into_iter().map(|team| league::Ended { players: team.players(), group: team.group }).collect();
            league::next(&ended, players)
        }
    })
}
