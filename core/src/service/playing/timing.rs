//! The moments that a game waits for: its deadline, its reminders, a forfeit.

use crate::service::ServiceError;
use crate::service::now::Now;
use crate::service::seated::Seated;

/// Sets a game's clock going for the player to move: from their return if they are away.
pub fn wind(now: Now<'_>, game: &mut Seated) -> Result<(), ServiceError> {
    let Some(side) = game.row.to_move else { return Ok(()) };
    let player = &game.players[side as usize];
    Ok(game.row.wind(player.away_until, &player.reminders, now.at)?)
}
