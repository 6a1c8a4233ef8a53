//! Answers in somebody's own words: whether a message that begins like a yes or a no answers a question of ours.

use crate::command::Command;
use crate::command::hint::{Answered, Hint};
use crate::request::CommandError;
use crate::service::lobby::terms::start_position;
use crate::service::now::Now;
use crate::service::requester::{About, Level, Requester};
use crate::service::{ServiceError, whose};
use crate::store::{ChallengeState, QuestionKind};

/// The commands that such words amount to, in reply to an open question or challenge; none if they answer nothing.
pub fn answer(
    now: Now<'_>,
    who: &mut Requester,
    hint: &Hint,
) -> Result<Option<Vec<Result<Command, CommandError>>>, ServiceError> {
    let meant = meant(now, who, hint)?;
    // The rest of the words goes along with the answer.
    if meant.is_some() {
        who.unsent = None;
    }
    Ok(meant)
}

fn meant(
    now: Now<'_>,
    who: &Requester,
    hint: &Hint,
) -> Result<Option<Vec<Result<Command, CommandError>>>, ServiceError> {
    if let (Some(which), About::Question { id, .. }) = (hint.which, &who.about)
        && who.level > Level::Unproven
        && let Some(question) = now.tx.open_question(*id, now.at)?
        && question.player == who.player.as_ref().map(|me| me.id)
        && let QuestionKind::OneOf { turns } = question.kind
        && let Some(text) = which.of(&turns).cloned()
    {
        return Ok(Some(vec![Ok(Command::Turn { game: None, guard: None, text })]));
    }
    // An unproven sender learns nothing about any question.
    let Some(answer) = hint.answer.as_ref().filter(|_| who.level > Level::Unproven) else { return Ok(None) };
    let plain = Ok(if answer.yes { Command::Yes } else { Command::No });
    match who.about {
        About::Question { id, .. } => {
            let Some(question) = now.tx.open_question(id, now.at)? else { return Ok(None) };
            Ok(match answer.turn.clone() {
                // Another turn than the one that was proposed.
                Some(text) if !answer.yes && matches!(question.kind, QuestionKind::Play(_)) => {
                    Some(vec![Ok(Command::Turn { game: None, guard: None, text })])
                }
                Some(_) => None,
                None => counts(&question.kind, answer).then(|| vec![plain]),
            })
        }
        About::Game { number, .. } => {
            let Some(challenge) = now.tx.challenge(number)? else { return Ok(None) };
            let own = who.player.as_ref().is_some_and(|me| me.id == challenge.challenger);
            if own || challenge.state != ChallengeState::Open || !whose::is_for(now, who, &challenge)? {
                return Ok(None);
            }
            let Some(text) = answer.turn.clone() else { return Ok((!answer.wavers).then(|| vec![plain])) };
            if !answer.yes {
                return Ok(None);
            }
            // A first turn accepts by itself.
            let legal = start_position(&challenge).is_some_and(|position| position.read(&text).is_ok());
            Ok(legal.then(|| vec![Ok(Command::Turn { game: None, guard: None, text })]))
        }
        About::Nothing | About::Table(_) | About::Digest(_) => Ok(None),
    }
}

/// Whether such an answer counts for such a question: the more follows from it, the plainer it must be.
const fn counts(kind: &QuestionKind, answer: &Answered) -> bool {
    match kind {
        // A draw is offered beside a board, and what is said may be about that.
        QuestionKind::Draw if answer.yes => !answer.tells,
        QuestionKind::Draw | QuestionKind::Undo => !answer.wavers,
        QuestionKind::Resign { .. } | QuestionKind::ResignAll if answer.yes => !answer.tells || answer.alone,
        // A no to these does nothing.
        kind => !answer.yes || !kind.is_grave(),
    }
}
