//! What rated official events want of somebody before they enter.

use crate::service::ServiceError;
use crate::service::now::Now;
use crate::store::{Event, Player};

/// So many finished rated games, against so many opponents.
const GAMES: u32 = 3;
const OPPONENTS: u32 = 2;

/// How many rated games, against how many opponents, an event wants of somebody who hasn't played as many.
pub fn wants(now: Now<'_>, event: &Event, me: Option<&Player>) -> Result<Option<(u32, u32)>, ServiceError> {
    if !(event.official && event.rated) {
        return Ok(None);
    }
    let (games, opponents) = me.map_or(Ok((0, 0)), |me| now.tx.experience(me.id))?;
    Ok((games < GAMES || opponents < OPPONENTS).then_some((GAMES, OPPONENTS)))
}
