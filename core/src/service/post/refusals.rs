//! How many refusals someone gets by mail: enough for a person, but an end to two robots' exchange.

use crate::clock::moment::Timestamp;
use crate::game::Game;
use crate::notice::{Last, News, Secret, Told, Why};
use crate::service::now::Now;
use crate::service::post::outgoing::{Outgoing, Topic};
use crate::service::requester::{Requester, Via};
use crate::service::seated::Seated;
use crate::service::{DAY, HOUR, ServiceError};

impl Outgoing<'_> {
    /// Whether a refusal may be mailed: three per turn, then one an hour (ten a day outside games); two a day to people
    /// who aren't players.
    pub fn may_refuse(&self, who: &Requester, game: Option<&Game>) -> Result<bool, ServiceError> {
        let Some(what) = refusals(who, game) else { return Ok(true) };
        let may = self.refusal_left(who, game, &what)?;
        if may {
            self.now.tx.note_happening(&what, self.now.at)?;
        }
        Ok(may)
    }

    /// What to add to the last refusal for now, so that silence is not mistaken for success.
    pub fn last_refusal(&self, who: &Requester, game: Option<&Game>) -> Result<Option<Last>, ServiceError> {
        let Some(what) = refusals(who, game) else { return Ok(None) };
        Ok(match self.refusal_left(who, game, &what)? {
            true => None,
            false => Some(if game.is_some() { Last::InTurn } else { Last::Today }),
        })
    }

    fn refusal_left(&self, who: &Requester, game: Option<&Game>, what: &str) -> Result<bool, ServiceError> {
        let since = |seconds: i64| self.now.tx.happened(what, self.now.at - seconds);
        let day = 24 * HOUR;
        Ok(match (game, &who.player) {
            (Some(_), _) => since(30 * day)? < 3 || since(HOUR)? < 1,
            (None, Some(_)) => since(day)? < 10,
            (None, None) => since(day)? < 2,
        })
    }

    /// Refuses, to the requester alone, with the board if it is about a game.
    pub fn refuse(&mut self, who: &Requester, game: Option<&Seated>, why: impl Into<Why>) -> Result<(), ServiceError> {
        self.refuse_about(who, game, why, None)
    }

    /// The same, showing where one piece can go.
    pub fn refuse_about(
        &mut self,
        who: &Requester,
        game: Option<&Seated>,
        why: impl Into<Why>,
        about: Option<String>,
    ) -> Result<(), ServiceError> {
        let row: Option<&Game> = game.map(|game| &game.row);
        let why = why.into();
        // Two lines with one mistake, such as two plans on one's own turn, get one answer.
        if self.has_refused(row.map(|row| row.number), &why) || !self.may_refuse(who, row)? {
            return Ok(());
        }
        let last = self.last_refusal(who, row)?;
        let side = game.zip(who.player.as_ref()).and_then(|(game, player)| game.side_of(player));
        let mut topic = game.map_or_else(Topic::default, |game| game.topic(side));
        if let Some(board) = &mut topic.board {
            board.about = about;
        }
        let deadline = row.filter(|row| side.is_some() && row.to_move == side).and_then(|row| row.clock.deadline());
        self.say_refused(who, topic, why, last, deadline)
    }

    /// Refuses something about no game yet.
    pub fn refuse_on(&mut self, who: &Requester, topic: Topic, why: impl Into<Why>) -> Result<(), ServiceError> {
        if self.may_refuse(who, None)? { self.say_refused(who, topic, why.into(), None, None) } else { Ok(()) }
    }

    fn say_refused(
        &mut self,
        who: &Requester,
        topic: Topic,
        why: Why,
        last: Option<Last>,
        deadline: Option<Timestamp>,
    ) -> Result<(), ServiceError> {
        self.now.tx.count("refusals")?;
        let undone = self.undone;
        self.answer(who, topic, News::Refused { undone, why, last, deadline });
        Ok(())
    }

    /// Answers something about no game.
    pub fn reply(&mut self, who: &Requester, what: impl Into<Told>) {
        self.answer(who, Topic::default(), News::Told { what: what.into() });
    }

    /// The same for the reader's eyes only: it is erased once shown.
    pub fn reply_once(&mut self, who: &Requester, what: impl Into<Told>) {
        let topic = Topic { secret: Some(Secret::Once), ..Topic::default() };
        self.answer(who, topic, News::Told { what: what.into() });
    }
}

/// The counter of someone's refusals by mail; other transports are not limited.
fn refusals(who: &Requester, game: Option<&Game>) -> Option<String> {
    let address = who.address.as_ref().filter(|_| who.via == Via::Mail)?;
    Some(match game {
        Some(game) => format!("refused {} {} {}", address.counted, game.number, game.turn),
        None => format!("refused {}", address.counted),
    })
}

/// Whether an unproven sender gets one of their few answers a day.
pub fn may_inform(now: Now<'_>, who: &Requester) -> Result<bool, ServiceError> {
    let Some(address) = &who.address else { return Ok(true) };
    let stopped = address.stopped || (who.player.is_none() && now.tx.said_stop(&address.counted)?);
    Ok(!stopped && now.tx.allow(&format!("informed {}", address.counted), now.at, 3, DAY)?)
}
