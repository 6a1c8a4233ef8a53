//! What happens when a clock runs out: an automatic vacation, or the end of the game.

use crate::rules::Reason;
use crate::service::ServiceError;
use crate::service::now::Now;
use crate::service::playing::{finish, vacation};
use crate::service::post::outgoing::Outgoing;
use crate::service::seated::Seated;

/// Deals with an expired clock: an automatic vacation if one can be taken, else the end of the game.
pub fn time_is_up(now: Now<'_>, out: &mut Outgoing<'_>, game: &mut Seated) -> Result<(), ServiceError> {
    let Some(to_move) = game.row.to_move else { return Ok(()) };
    let last_day = game.row.clock.until.is_some_and(|until| until <= now.at);
    let side = game.row.clock.loser(to_move, now.at);
    if !last_day && vacation::automatic_vacation(now, out, game, side)? {
        return Ok(());
    }
    finish::lose(now, out, None, game.clone(), side, Reason::Timeout)?;
    if let Some(row) = now.tx.game(game.row.number)? {
        game.row = row;
    }
    Ok(())
}
