//! How often players may challenge and be challenged, so that nobody is pestered, by one person or by many. Someone who
//! is forgotten and comes back keeps their counts.

use crate::notice::told::lobby;
use crate::service::now::Now;
use crate::service::people::blocks;
use crate::service::{DAY, ServiceError};
use crate::store::{Challenger, Happening, Invitee, Player};

/// Open challenges per player.
const OPEN: usize = 20;
/// Open challenges per player to any one other.
const OPEN_TO_ONE: usize = 3;
/// Challenges per day that came to nothing: by one player, to one player from everybody, between two.
const BY_ONE: u32 = 40;
const TO_ONE: u32 = 40;
const BETWEEN_TWO: u32 = 5;

/// Why a player begins no more games for now: they have as many as they want at a time.
pub fn why_no_game_of(now: Now<'_>, me: &Player) -> Result<Option<lobby::Why>, ServiceError> {
    let Some(most) = me.most_games else { return Ok(None) };
    let running = u32::try_from(now.tx.running_games(me.id)?.len()).unwrap_or(u32::MAX);
    Ok((running >= most).then_some(lobby::Why::EnoughGames { most }))
}

/// Why a player may make no more challenges at all for now.
pub fn why_no_challenge_of(now: Now<'_>, me: &Player) -> Result<Option<lobby::Why>, ServiceError> {
    if let Some(why) = why_no_game_of(now, me)? {
        return Ok(Some(why));
    }
    if now.tx.challenges_by(me.id)?.len() >= OPEN {
        return Ok(Some(lobby::Why::TooManyOpen { most: OPEN }));
    }
    let today = now.tx.vain_challenges_by(me.id, now.at - DAY)?;
    Ok((today >= BY_ONE).then_some(lobby::Why::TooManyToday { most: BY_ONE }))
}

/// Why a player may not challenge this opponent now; counts the challenge if they may.
pub fn why_no_challenge_to(now: Now<'_>, me: &Player, other: &Player) -> Result<Option<lobby::Why>, ServiceError> {
    let mine = now.tx.challenges_by(me.id)?;
    if mine.iter().filter(|challenge| challenge.invitee == Invitee::Player(other.id)).count() >= OPEN_TO_ONE {
        return Ok(Some(lobby::Why::TooManyOpenTo { most: OPEN_TO_ONE }));
    }
    if !now.tx.allow(&between(now, me, other)?, now.at, BETWEEN_TWO, DAY)? {
        return Ok(Some(lobby::Why::TooManyTo { most: BETWEEN_TWO }));
    }
    let allowed = now.tx.allow(&by_all(other), now.at, TO_ONE, DAY)?;
    Ok((!allowed).then_some(lobby::Why::ChallengedTooOften))
}

/// Clears the counts between these two and to the acceptor: an accepted challenge was no nuisance.
pub fn challenge_was_welcome(now: Now<'_>, challenger: &Player, acceptor: &Player) -> Result<(), ServiceError> {
    now.tx.unhappen(&between(now, challenger, acceptor)?)?;
    Ok(now.tx.unhappen(&by_all(acceptor))?)
}

/// One person's challenges to another.
fn between(now: Now<'_>, me: &Player, other: &Player) -> Result<Happening, ServiceError> {
    let way = blocks::ways_in(now, me)?.into_iter().next();
    let by = way.map_or(Challenger::Player(me.id), Challenger::Way);
    Ok(Happening::Challenged { by, player: other.id })
}

/// Everybody's challenges to one player.
fn by_all(player: &Player) -> Happening {
    Happening::Challenged { by: Challenger::Anybody, player: player.id }
}
