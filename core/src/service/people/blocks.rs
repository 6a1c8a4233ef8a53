//! Blocks survive `forget me`: someone who is forgotten and comes back by the same way in is still blocked by those who
//! blocked them. Only a keyed hash of the way in is kept.

use crate::service::ServiceError;
use crate::service::now::Now;
use crate::store::{Happening, Player};

/// A player's ways in as keyed hashes: the Discord account first, then the addresses.
pub fn ways_in(now: Now<'_>, player: &Player) -> Result<Vec<String>, ServiceError> {
    let discord = now.tx.discord_of(player.id)?.map(|user| format!("discord {user}"));
    let addresses = now.tx.addresses_of(player.id)?.into_iter().map(|row| format!("mail {}", row.address));
    Ok(discord.into_iter().chain(addresses).map(|way| now.key.hash(&way)).collect())
}

/// Remembers who blocked a player with these ways in, who is about to be forgotten.
pub fn keep_blocks(now: Now<'_>, ways_in: &[String], player: &Player) -> Result<(), ServiceError> {
    for blocker in now.tx.blocked_by(player.id)? {
        for way in ways_in {
            now.tx.note_happening(&Happening::Blocked { way: way.clone(), blocker }, now.at)?;
        }
    }
    Ok(())
}

/// Blocks whoever comes by this way in, or no longer.
pub fn block_way(now: Now<'_>, way: &str, blocker: i64, on: bool) -> Result<(), ServiceError> {
    let what = Happening::Blocked { way: now.key.hash(way), blocker };
    Ok(if on { now.tx.note_happening(&what, now.at) } else { now.tx.unhappen(&what) }?)
}

/// Restores the blocks against a new player whose way in was blocked before.
pub fn restore_blocks(now: Now<'_>, player: &Player) -> Result<(), ServiceError> {
    for way in ways_in(now, player)? {
        for blocker in now.tx.take_blockers(&way)? {
            now.tx.set_block(blocker, player.id, true)?;
        }
    }
    Ok(())
}
