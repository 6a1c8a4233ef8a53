//! Starting the clock of the player to move.

use crate::service::ServiceError;
use crate::service::events::leave;
use crate::service::now::Now;
use crate::service::seated::Seated;

/// Starts the clock of the player to move: on their return if they are away.
pub fn wind(now: Now<'_>, game: &mut Seated) -> Result<(), ServiceError> {
    let Some(side) = game.row.to_move else { return Ok(()) };
    let player = &game.players[side as usize];
    let back = leave::back(now, &game.row, player)?;
    Ok(game.row.wind(back, &player.reminders, now.at)?)
}
