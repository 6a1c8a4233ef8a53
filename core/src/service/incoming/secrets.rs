//! How long the secrets in our mails prove who writes. An ended secret still tells what is being answered, but the
//! sender is then identified as if there were none. Only `stop` works with it for ever.

use crate::clock::moment::Timestamp;
use crate::game::{Game, GameNumber};
use crate::service::now::Now;
use crate::service::{DAY, ServiceError};
use crate::store::ChallengeState;
use crate::token::{Subject, Token};

/// How long a secret still proves its sender after the end of what it is about, or after its own date.
const AFTERWARDS: i64 = 60 * DAY;

/// Whether a secret no longer proves anything. The game that it names, if there is one, is given.
pub fn has_ended(now: Now<'_>, token: &Token, about: Option<&Game>) -> Result<bool, ServiceError> {
    let end = match token.subject {
        // Version 0.1's secrets carry no date; they count from the day this version first ran.
        Subject::Person => match token.issued {
            Some(day) => day.checked_add(1).and_then(|day| day.checked_mul(DAY)),
            None => now.tx.dated_since()?,
        }
        .map(|day| day.saturating_add(AFTERWARDS)),
        Subject::Game { number, .. } => last_day(now, number, about)?,
        Subject::Question(id) => match now.tx.question_end(id)? {
            // A question often comes with a board, which can be answered with a turn as long as any other.
            Some((_, Some(game))) => last_day(now, game, now.tx.game(game)?.as_ref())?,
            Some((expires, None)) => Some(expires),
            None => return Ok(true),
        },
        Subject::Digest(id) => match now.tx.digest(id)? {
            Some(digest) => Some(digest.at.saturating_add(AFTERWARDS)),
            None => return Ok(true),
        },
    };
    Ok(end.is_some_and(|end| now.at > end))
}

/// When the secrets of a game or challenge end; none while it lasts.
fn last_day(now: Now<'_>, number: GameNumber, game: Option<&Game>) -> Result<Option<Timestamp>, ServiceError> {
    let day = match game {
        Some(game) => game.ended.map(|ended| ended.at),
        None => match now.tx.challenge(number)? {
            Some(challenge) if challenge.state == ChallengeState::Open => None,
            Some(challenge) => Some(challenge.expires),
            None => Some(0),
        },
    };
    Ok(day.map(|day| day.saturating_add(AFTERWARDS)))
}
