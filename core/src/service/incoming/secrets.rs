//! Until when the secrets of our mails prove who writes. After its end a secret still tells what is answered; who
//! answers is then found out as if there were none. Only `stop` works with it for ever.

use crate::clock::moment::Timestamp;
use crate::command::Command;
use crate::game::GameNumber;
use crate::notice::told::incoming;
use crate::request::CommandError;
use crate::service::incoming::requester::{About, Requester};
use crate::service::post::work::Work;
use crate::service::{DAY, ServiceError};
use crate::store::ChallengeState;
use crate::token::{Subject, Token};

/// For how long after the last day of what it is about, or after its own day, a secret still proves who writes.
const AFTERWARDS: i64 = 60 * DAY;

impl Work<'_> {
    /// Whether a secret proves nothing any more.
    pub fn has_ended(&self, token: &Token) -> Result<bool, ServiceError> {
        let end = match token.subject {
            // Those of version 0.1 hold no date: their days began at the latest when this version did.
            Subject::Person => match token.issued {
                Some(day) => day.checked_add(1).and_then(|day| day.checked_mul(DAY)),
                None => self.tx.dated_since()?,
            }
            .map(|day| day.saturating_add(AFTERWARDS)),
            Subject::Game { number, .. } => self.last_day(number)?,
            Subject::Question(id) => match self.tx.question_end(id)? {
                // A board is often shown with a question; it can be answered with a turn as long as any.
                Some((_, Some(game))) => self.last_day(game)?,
                Some((expires, None)) => Some(expires),
                None => return Ok(true),
            },
            Subject::Digest(id) => match self.tx.digest(id)? {
                Some(digest) => Some(digest.at.saturating_add(AFTERWARDS)),
                None => return Ok(true),
            },
        };
        Ok(end.is_some_and(|end| self.at > end))
    }

    /// What a secret does after its end: it stops all mail, and a late answer is told to be late. True if that is all.
    pub fn after_its_end(
        &mut self,
        who: &mut Requester,
        commands: &[Result<Command, CommandError>],
    ) -> Result<bool, ServiceError> {
        let Some(subject) = who.ended else { return Ok(false) };
        if commands.contains(&Ok(Command::Stop)) {
            self.run(who, &Command::Stop)?;
            return Ok(true);
        }
        let answers = matches!(commands.first(), Some(Ok(Command::Yes | Command::No)));
        if !(answers && matches!(subject, Subject::Question(_)) && who.about == About::Nothing) {
            return Ok(false);
        }
        if self.may_inform(who)? {
            self.reply(who, incoming::Told::TooLate);
        }
        Ok(true)
    }

    /// When the secrets of a game or challenge end; nothing as long as it lasts.
    fn last_day(&self, number: GameNumber) -> Result<Option<Timestamp>, ServiceError> {
        let day = match (self.tx.game(number)?, self.tx.challenge(number)?) {
            (Some(game), _) => game.ended.map(|ended| ended.at),
            (None, Some(challenge)) if challenge.state == ChallengeState::Open => None,
            (None, Some(challenge)) => Some(challenge.expires),
            (None, None) => Some(0),
        };
        Ok(day.map(|day| day.saturating_add(AFTERWARDS)))
    }
}
