//! What a bare `yes` or `no` is to. A mail answers the mail that it replies to: what that one doesn't ask it doesn't answer,
//! whatever else is open. Where nothing is replied to, the one thing that waits is meant; by mail only if it is what we
//! said last.

use crate::clock::moment::Timestamp;
use crate::game::GameNumber;
use crate::service::now::Now;
use crate::service::playing::offers;
use crate::service::requester::{About, Requester, Via};
use crate::service::seat::home;
use crate::service::{Service, ServiceError, whose};
use crate::store::{Challenge, ChallengeState, Player, Question};
use crate::token::Subject;

/// What waits for an answer.
pub(super) enum Waiting {
    /// A challenge.
    Challenge(Box<Challenge>),
    /// A question, by its id.
    Question(i64),
    /// Several things.
    Several,
    /// Something that this message doesn't answer.
    Elsewhere,
    /// Nothing; perhaps a challenge that can't be answered any more.
    Nothing(Option<Box<Challenge>>),
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

/// What a message answers that doesn't reply to a question.
pub(super) fn for_answer(now: Now<'_>, who: &Requester) -> Result<Waiting, ServiceError> {
    let number = match who.about {
        About::Game { number, .. } => Some(number),
        _ => None,
    };
    let by_mail = who.via == Via::Mail;
    let (open, closed) = challenges(now, who, number)?;
    let asked = if by_mail && number.is_some() { Vec::new() } else { questions(now, who, number, !open.is_empty())? };
    let waiting = match (open.len(), &asked[..]) {
        (1, []) => open.into_iter().next().map_or(Waiting::Several, |one| Waiting::Challenge(Box::new(one))),
        (0, [question]) => Waiting::Question(question.id),
        (0, []) => Waiting::Nothing(closed.into_iter().next().map(Box::new)),
        _ => Waiting::Several,
    };
    if !by_mail {
        return Ok(waiting);
    }
    Ok(match (waiting, number) {
        // A mail about a challenge asks for nothing else.
        (waiting @ Waiting::Challenge(_), Some(_)) => waiting,
        (Waiting::Nothing(closed), Some(_)) if questions(now, who, None, false)?.is_empty() => Waiting::Nothing(closed),
        (waiting @ Waiting::Nothing(_), None) => waiting,
        (waiting, None) if !who.replies() && said_last(now, who, &waiting)? => waiting,
        (Waiting::Several, None) if !who.replies() => Waiting::Several,
        _ => Waiting::Elsewhere,
    })
}

/// The challenges that are meant: those that can be answered, and those that no longer can.
fn challenges(
    now: Now<'_>,
    who: &Requester,
    number: Option<GameNumber>,
) -> Result<(Vec<Challenge>, Vec<Challenge>), ServiceError> {
    let all = match (number, &who.player) {
        (Some(number), _) => whose::challenge_of(now, who, number)?.into_iter().collect(),
        (None, Some(me)) => now.tx.challenges_to(me.id)?,
        (None, None) => Vec::new(),
    };
    let (mut open, closed): (Vec<_>, Vec<_>) =
        all.into_iter().partition(|challenge| challenge.state == ChallengeState::Open);
    // In the thread of a game that is over another one may be asked for.
    if let (Some(number), Some(me), Via::Discord) = (number, &who.player, who.via) {
        for again in rematches(now, me, number)? {
            if open.iter().all(|known| known.number != again.number) {
                open.push(again);
            }
        }
    }
    Ok((open, closed))
}

/// The open questions that are meant. One asked with each of several boards is one.
fn questions(
    now: Now<'_>,
    who: &Requester,
    number: Option<GameNumber>,
    beside_challenge: bool,
) -> Result<Vec<Question>, ServiceError> {
    let mut questions = match &who.player {
        Some(me) => now.tx.open_questions(me.id, now.at)?,
        None => Vec::new(),
    };
    // By mail, what can't be undone must be answered with the secret of the mail that asked.
    let vouched = who.via != Via::Mail;
    questions.retain(|question| !question.kind.is_aside());
    questions
        .retain(|question| (number.is_none() || question.game == number) && (vouched || !question.kind.is_grave()));
    // What is settled otherwise waits for nobody, unless nothing else does.
    let open = not_moot(now, &questions)?;
    Ok(if open.is_empty() && !beside_challenge && questions.len() == 1 { questions } else { open })
}

/// Those of the questions that are not settled otherwise; one asked with each of several boards is one.
fn not_moot(now: Now<'_>, questions: &[Question]) -> Result<Vec<Question>, ServiceError> {
    let mut open: Vec<Question> = Vec::new();
    for question in questions {
        let same =
            |other: &Question| other.game.is_some() && (other.game, &other.kind) == (question.game, &question.kind);
        if !open.iter().any(same) && !offers::is_moot(now, question)? {
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

/// Whether that is what we wrote to them last.
fn said_last(now: Now<'_>, who: &Requester, waiting: &Waiting) -> Result<bool, ServiceError> {
    let Some(me) = &who.player else { return Ok(false) };
    let last = now.tx.last_mail_to(me.id)?.and_then(|notice| notice.token).and_then(|token| now.key.verify(&token));
    Ok(match (waiting, last.map(|token| token.subject)) {
        (Waiting::Challenge(challenge), Some(Subject::Game { number, .. })) => challenge.number == number,
        (Waiting::Question(id), Some(Subject::Question(last))) => *id == last,
        _ => false,
    })
}
