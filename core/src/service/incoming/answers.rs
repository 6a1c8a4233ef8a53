//! `yes` and `no`: which question they answer, and what follows from it.

use crate::clock::moment::Timestamp;
use crate::command::Command;
use crate::game::GameNumber;
use crate::notice::told::playing;
use crate::notice::{Audience, Why};
use crate::service::events::{absence, entering};
use crate::service::incoming::identity::wants_token;
use crate::service::incoming::unread::command_of;
use crate::service::lobby::challenge;
use crate::service::now::Now;
use crate::service::people::{privacy, registering, ways};
use crate::service::playing::offers;
use crate::service::post::outgoing::Outgoing;
use crate::service::requester::{About, Level, Requester, Via};
use crate::service::seat::home;
use crate::service::{Service, ServiceError, whose};
use crate::store::{Challenge, ChallengeState, Player, Question, QuestionKind};

/// `yes` and `no`: to the question or challenge being answered, or to the only one open. Returns the command that was
/// asked about, which a yes wants to have run.
pub fn yes_or_no(
    now: Now<'_>,
    out: &mut Outgoing<'_>,
    who: &mut Requester,
    yes: bool,
) -> Result<Option<Command>, ServiceError> {
    if let About::Question { id, .. } = who.about
        && ways::answer_change(now, out, who, id, yes)?
    {
        return Ok(None);
    }
    let number = match who.about {
        About::Question { id, .. } => return answer_question(now, out, who, id, yes),
        About::Game { number, .. } => Some(number),
        _ => None,
    };
    let challenges = match (number, &who.player) {
        (Some(number), _) => whose::challenge_of(now, who, number)?.into_iter().collect(),
        (None, Some(me)) => now.tx.challenges_to(me.id)?,
        (None, None) => Vec::new(),
    };
    let (mut challenges, closed): (Vec<_>, Vec<_>) =
        challenges.into_iter().partition(|challenge| challenge.state == ChallengeState::Open);
    // In the thread of a game that is over another one may be asked for.
    if let (Some(number), Some(me), Via::Discord) = (number, &who.player, who.via) {
        let again = rematches(now, me, number)?;
        let new = |one: &Challenge| challenges.iter().all(|known| known.number != one.number);
        let again: Vec<Challenge> = again.into_iter().filter(new).collect();
        challenges.extend(again);
    }
    let mut questions = match &who.player {
        Some(me) => now.tx.open_questions(me.id, now.at)?,
        None => Vec::new(),
    };
    // By mail, what can't be undone must be answered with the secret of the mail that asked.
    let vouched = who.via != Via::Mail;
    questions.retain(|question| !question.kind.is_aside());
    questions.retain(|question| (number.is_none() || question.game == number) && (vouched || !grave(&question.kind)));
    // What is settled otherwise waits for nobody, unless nothing else does.
    let open = not_moot(now, &questions)?;
    if !open.is_empty() || !challenges.is_empty() || questions.len() > 1 {
        questions = open;
    }
    match (challenges.pop(), questions.len()) {
        (Some(challenge), 0) if challenges.is_empty() => {
            if yes {
                challenge::accept_this(now, out, who, &challenge).map(|_| None)
            } else {
                challenge::decline_this(now, out, who, &challenge).map(|()| None)
            }
        }
        (None, 1) => match questions.pop() {
            Some(question) => answer_question(now, out, who, question.id, yes),
            None => Ok(None),
        },
        // "Yes, rematch" answers nothing, but asks for something.
        (None, 0) if who.comment.as_deref().is_some_and(|said| command_of(said).is_some()) => {
            Ok(who.comment.take().as_deref().and_then(command_of))
        }
        (None, 0) => {
            // An accepted challenge is a game by now: show that.
            let game = whose::game_answered(now, who)?;
            let why: Why = match closed.first().filter(|_| game.is_none()).and_then(whose::why_closed) {
                Some(why) => why.into(),
                None => playing::Why::NoQuestion { yes }.into(),
            };
            out.refuse(who, game.as_ref(), why).map(|()| None)
        }
        _ => out.refuse(who, None, playing::Why::SeveralQuestions { yes }).map(|()| None),
    }
}

impl Service {
    /// Whether a yes or no of a Discord user in the place of their game would answer anything: a question about that game,
    /// or, once it is over, the challenge to another one.
    pub fn is_asked(&self, number: GameNumber, user: u64, at: Timestamp) -> Result<bool, ServiceError> {
        self.reading(|now| {
            let Some(me) = now.tx.discord_player(user)?.map(|id| now.player(id)).transpose()? else { return Ok(false) };
            let mut questions = now.tx.open_questions(me.id, at)?;
            questions.retain(|question| question.game == Some(number) && !question.kind.is_aside());
            Ok(!not_moot(now, &questions)?.is_empty() || !rematches(now, &me, number)?.is_empty())
        })
    }
}

/// Those of the questions that are not settled otherwise.
fn not_moot(now: Now<'_>, questions: &[Question]) -> Result<Vec<Question>, ServiceError> {
    let mut open = Vec::new();
    for question in questions {
        if !offers::is_moot(now, question)? {
            open.push(question.clone());
        }
    }
    Ok(open)
}

/// The open challenges to a player by their opponent of a finished game, made where that was played.
fn rematches(now: Now<'_>, me: &Player, number: GameNumber) -> Result<Vec<Challenge>, ServiceError> {
    let Some(game) = now.tx.game(number)?.filter(|game| game.ended.is_some()) else { return Ok(Vec::new()) };
    let (Some(side), Some(around)) = (game.side_of(me.id), now.tx.place(number)?.map(home)) else {
        return Ok(Vec::new());
    };
    let opponent = game.player(side.other());
    let mut to_me = now.tx.challenges_to(me.id)?;
    to_me.retain(|challenge| challenge.challenger == opponent && challenge.place == Some(around));
    Ok(to_me)
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
        matches!(question.kind, QuestionKind::Resign | QuestionKind::ResignAll | QuestionKind::Withdraw { .. });
    let guarded = resigns
        || grave(&question.kind)
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

/// Whether a yes has consequences too serious to take it on the strength of an old secret.
pub const fn grave(kind: &QuestionKind) -> bool {
    matches!(kind, QuestionKind::Forget | QuestionKind::Unlink(_))
}
