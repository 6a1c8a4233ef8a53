//! Playing one turn on the board, and storing what changed.

use crate::game::{Change, Means};
use crate::rules::{MoveError, Outcome};
use crate::service::ServiceError;
use crate::service::now::Now;
use crate::service::seated::Seated;

/// Plays a text for the player it belongs to and stores it. Clock and consequences are up to the caller.
pub fn played(
    now: Now<'_>,
    game: &mut Seated,
    text: &str,
    means: Means,
) -> Result<Result<Option<Outcome>, MoveError>, ServiceError> {
    let number = game.row.number;
    let seen_before = |mark| Ok::<_, ServiceError>(now.tx.occurrences(number, mark)?);
    match game.row.play(text, means, now.at, seen_before)? {
        Err(error) => Ok(Err(error)),
        Ok(change) => {
            game.keep(now.tx, &change)?;
            Ok(Ok(change.outcome))
        }
    }
}

/// Stores a change from which nothing else follows.
pub fn keep(now: Now<'_>, game: &mut Seated, change: &Change) -> Result<(), ServiceError> {
    game.keep(now.tx, change)?;
    Ok(now.tx.update_game(&game.row)?)
}
