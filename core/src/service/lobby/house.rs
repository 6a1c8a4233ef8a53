//! Games with the computer: whether somebody may begin one, at which level, and an open challenge that becomes one.

use crate::command::Colour;
use crate::game::GameNumber;
use crate::house::suitable;
use crate::notice::told::lobby;
use crate::service::lobby::{bounds, starting};
use crate::service::now::Now;
use crate::service::people::registering;
use crate::service::post::outgoing::Outgoing;
use crate::service::requester::Requester;
use crate::service::{DAY, ServiceError, whose};
use crate::store::{Challenge, Happening, Invitee, Player};
use crate::text::house::name;

/// Games that one player may have running with the house.
const RUNNING: usize = 12;
/// Games that one player may begin with it in a day.
const A_DAY: u32 = 40;
/// Games back that tell which level suits somebody.
const LOOKED_AT: u32 = 2;

/// Begins a game with the house on the terms of a challenge, at a level or at the one that suits the challenger.
pub fn begin(
    now: Now<'_>,
    out: &mut Outgoing<'_>,
    who: &mut Requester,
    me: &Player,
    challenge: Challenge,
    level: Option<u8>,
) -> Result<(), ServiceError> {
    if let Some(why) = why_not(now, me, &challenge)? {
        return out.refuse(who, None, why);
    }
    let level = match level {
        Some(level) => level,
        None => suitable(&now.tx.results_with_house(me.id, challenge.setup.game.name(), LOOKED_AT)?),
    };
    let house = house_at(now, level)?;
    let colour = challenge.colour.unwrap_or(Colour::Side(challenge.setup.begins()));
    let mut challenge = Challenge { rated: Some(false), colour: Some(colour), greeting: None, ..challenge };
    if challenge.number == 0 {
        challenge.number = now.tx.insert_challenge(&challenge)?;
    }
    starting::start_game(now, out, who, &challenge, &house)
}

/// `house`: the requester's own open challenge becomes a game with the house.
pub fn instead(
    now: Now<'_>,
    out: &mut Outgoing<'_>,
    who: &mut Requester,
    number: Option<GameNumber>,
    level: Option<u8>,
) -> Result<(), ServiceError> {
    let me = registering::need_player(now, who)?;
    let named = number.or(whose::challenge_in_context(now, who)?);
    let mut open = now.tx.challenges_by(me.id)?;
    open.retain(|challenge| challenge.invitee == Invitee::Anyone);
    if let Some(number) = named {
        let Some(challenge) = open.into_iter().find(|challenge| challenge.number == number) else {
            return out.refuse(who, None, lobby::Why::NoneForHouse);
        };
        return begin(now, out, who, &me, Challenge { rated: None, ..challenge }, level);
    }
    match (open.pop(), open.is_empty()) {
        (None, _) => out.refuse(who, None, lobby::Why::NoneForHouse),
        (Some(challenge), true) => begin(now, out, who, &me, Challenge { rated: None, ..challenge }, level),
        (Some(last), false) => {
            let numbers = open.iter().chain([&last]).map(|challenge| challenge.number).collect();
            out.refuse(who, None, lobby::Why::HouseWhich { numbers })
        }
    }
}

/// The computer as the player that it is at a level, made when it is first wanted.
pub fn house_at(now: Now<'_>, level: u8) -> Result<Player, ServiceError> {
    if let Some(id) = now.tx.house_at(level)? {
        return now.player(id);
    }
    let id = now.tx.insert_player(&name(level), now.at)?;
    now.tx.set_house(id, level)?;
    now.player(id)
}

fn why_not(now: Now<'_>, me: &Player, challenge: &Challenge) -> Result<Option<lobby::Why>, ServiceError> {
    if !now.settings.house {
        return Ok(Some(lobby::Why::NoHouse));
    }
    if challenge.rated == Some(true) {
        return Ok(Some(lobby::Why::HouseIsUnrated));
    }
    if let Some(why) = bounds::why_no_game_of(now, me)? {
        return Ok(Some(why));
    }
    if now.tx.running_with_house(me.id)? >= RUNNING {
        return Ok(Some(lobby::Why::HouseGames { most: RUNNING }));
    }
    let allowed = now.tx.allow(&Happening::PlayedHouse { player: me.id }, now.at, A_DAY, DAY)?;
    Ok((!allowed).then_some(lobby::Why::HouseToday { most: A_DAY }))
}
