//! `yes` and `no`: which question they answer, and what follows from it.

use crate::command::Command;
use crate::notice::told::playing;
use crate::notice::{Audience, Why};
use crate::service::events::{absence, entering};
use crate::service::incoming::identity::wants_token;
use crate::service::incoming::unread::command_of;
use crate::service::incoming::waiting::{self, Waiting};
use crate::service::lobby::challenge;
use crate::service::now::Now;
use crate::service::people::{privacy, registering, ways};
use crate::service::playing::offers;
use crate::service::post::outgoing::Outgoing;
use crate::service::requester::{About, Level, Requester};
use crate::service::{ServiceError, whose};
use crate::store::QuestionKind;

/// `yes` and `no`: to what the message answers. Returns the command that was asked about, which a yes wants to have run.
pub fn yes_or_no(
    now: Now<'_>,
    out: &mut Outgoing<'_>,
    who: &mut Requester,
    yes: bool,
) -> Result<Option<Command>, ServiceError> {
    if let About::Question { id, .. } = who.about {
        return match ways::answer_change(now, out, who, id, yes)? {
            true => Ok(None),
            false => answer_question(now, out, who, id, yes),
        };
    }
    match waiting::for_answer(now, who)? {
        Waiting::Challenge(challenge) => {
            if yes {
                challenge::accept_this(now, out, who, &challenge).map(|_| None)
            } else {
                challenge::decline_this(now, out, who, &challenge).map(|()| None)
            }
        }
        Waiting::Question(id) => answer_question(now, out, who, id, yes),
        // "Yes, rematch" answers nothing, but asks for something.
        Waiting::Nothing(_) | Waiting::Elsewhere
            if who.comment.as_deref().is_some_and(|said| command_of(said).is_some()) =>
        {
            Ok(who.comment.take().as_deref().and_then(command_of))
        }
        Waiting::Nothing(closed) => {
            // An accepted challenge is a game by now: show that.
            let game = whose::game_answered(now, who)?;
            let why: Why = match closed.filter(|_| game.is_none()).and_then(|closed| whose::why_closed(&closed)) {
                Some(why) => why.into(),
                None => playing::Why::NoQuestion { yes }.into(),
            };
            out.refuse(who, game.as_ref(), why).map(|()| None)
        }
        Waiting::Elsewhere => {
            let game = whose::game_answered(now, who)?;
            out.refuse(who, game.as_ref(), playing::Why::NotAskedHere { yes }).map(|()| None)
        }
        Waiting::Several => out.refuse(who, None, playing::Why::SeveralQuestions { yes }).map(|()| None),
    }
}

/// Answers one question, if it is open and the requester's. Returns the command that a yes wants to have run.
fn answer_question(
    now: Now<'_>,
    out: &mut Outgoing<'_>,
    who: &mut Requester,
    id: i64,
    yes: bool,
) -> Result<Option<Command>, ServiceError> {
    let me = registering::need_player(now, who)?;
    let open = now.tx.open_question(id, now.at)?;
    let Some(question) = open.filter(|question| question.player == Some(me.id)) else {
        return out.refuse(who, None, playing::Why::QuestionOver).map(|()| None);
    };
    if matches!(question.kind, QuestionKind::Begun { .. } | QuestionKind::OneOf { .. }) {
        let game = whose::game_answered(now, who)?;
        return out.refuse(who, game.as_ref(), playing::Why::NoQuestion { yes }).map(|()| None);
    }
    let resigns =
        matches!(question.kind, QuestionKind::Resign { .. } | QuestionKind::ResignAll | QuestionKind::Withdraw { .. });
    let guarded = resigns
        || question.kind.is_grave()
        || matches!(&question.kind, QuestionKind::Mean { command, .. } if wants_token(command));
    if yes && guarded && who.level < Level::Full {
        return out.refuse(who, None, playing::Why::AnswerTheMail).map(|()| None);
    }
    now.tx.close_question(id)?;
    out.audience = out.audience.min(Audience::of_question(&question.kind));
    match question.kind {
        QuestionKind::Mean { command, comment } if yes => {
            who.add_words(comment);
            return Ok(Some(command));
        }
        QuestionKind::Forget if yes => privacy::forget(now, out, who, &me),
        QuestionKind::ResignAll if yes => {
            absence::leave_all(now, out, &me)?;
            offers::resign_all(now, out, who, &me)
        }
        QuestionKind::Withdraw { .. } | QuestionKind::StillThere { .. } => {
            entering::answer(now, out, who, &me, &question.kind, yes)
        }
        QuestionKind::Unlink(way) if yes => ways::unlink_now(now, out, who, &me, way),
        QuestionKind::Confirm { .. }
        | QuestionKind::TakeAlong { .. }
        | QuestionKind::Mean { .. }
        | QuestionKind::Forget
        | QuestionKind::ResignAll
        | QuestionKind::Unlink(_)
        | QuestionKind::Keep { .. } => {
            out.reply(who, playing::Told::NothingDone);
            Ok(())
        }
        _ => offers::answer_in_game(now, out, who, &me, question, yes),
    }?;
    Ok(None)
}
