//! Answers in somebody's own words: whether a message that begins like a yes or a no answers a question of ours.

use crate::command::Command;
use crate::command::hint::Hint;
use crate::request::CommandError;
use crate::service::incoming::answers::grave;
use crate::service::lobby::terms::start_position;
use crate::service::now::Now;
use crate::service::requester::{About, Level, Requester};
use crate::service::{ServiceError, whose};
use crate::store::{ChallengeState, QuestionKind};

/// The commands that such words amount to, in reply to an open question or challenge; none if they answer nothing.
pub fn answer(
    now: Now<'_>,
    who: &Requester,
    hint: &Hint,
) -> Result<Option<Vec<Result<Command, CommandError>>>, ServiceError> {
    // An unproven sender learns nothing about any question.
    let Some(answer) = hint.answer.as_ref().filter(|_| who.level > Level::Unproven) else { return Ok(None) };
    let plain = Ok(if answer.yes { Command::Yes } else { Command::No });
    match who.about {
        About::Question { id, .. } => {
            let question = now.tx.open_question(id, now.at)?.filter(|_| answer.turn.is_none());
            let agrees = question.is_some_and(|question| match question.kind {
                // What ends a game wants a yes that is about nothing else.
                QuestionKind::Draw | QuestionKind::Resign | QuestionKind::ResignAll => !answer.yes || !answer.tells,
                kind => !grave(&kind),
            });
            Ok(agrees.then(|| vec![plain]))
        }
        About::Game { number, .. } => {
            let Some(challenge) = now.tx.challenge(number)? else { return Ok(None) };
            let own = who.player.as_ref().is_some_and(|me| me.id == challenge.challenger);
            if own || challenge.state != ChallengeState::Open || !whose::is_for(now, who, &challenge)? {
                return Ok(None);
            }
            let Some(text) = answer.turn.clone() else { return Ok(Some(vec![plain])) };
            // A first turn accepts by itself.
            let legal = start_position(&challenge).is_some_and(|position| position.read(&text).is_ok());
            Ok(legal.then(|| vec![Ok(Command::Turn { game: None, guard: None, text })]))
        }
        About::Nothing | About::Table(_) | About::Digest(_) => Ok(None),
    }
}
