//! Making a player of someone who acts for the first time.

use crate::service::ServiceError;
use crate::service::now::Now;
use crate::service::people::{blocks, names};
use crate::service::requester::Requester;
use crate::store::Player;

/// The requester's player, created on first contact.
pub fn need_player(now: Now<'_>, who: &mut Requester) -> Result<Player, ServiceError> {
    if let Some(player) = &who.player {
        return Ok(player.clone());
    }
    let name = names::free_name(now, who.known_as())?;
    let id = now.tx.insert_player(&name, now.at)?;
    let mut player = now.player(id)?;
    player.last_transport = who.via.transport();
    player.mail_offset = who.offset;
    now.tx.update_player(&player)?;
    if let Some(address) = who.address.as_mut() {
        now.tx.set_address_player(address.id, Some(id), now.at)?;
        address.player = Some(id);
    }
    if let Some(user) = who.discord {
        now.tx.set_discord_player(user, Some(id), now.at)?;
    }
    blocks::restore_blocks(now, &player)?;
    who.player = Some(player.clone());
    Ok(player)
}
