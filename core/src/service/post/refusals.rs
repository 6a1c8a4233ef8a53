//! How many refusals someone gets by mail: enough for a person who fumbles, but an end to two robots' exchange.

use crate::clock::moment::Timestamp;
use crate::game::Game;
use crate::notice::{Last, News, Secret, Told, Undone, Why};
use crate::service::post::outgoing::{Outgoing, Topic};
use crate::service::requester::{Level, Requester, Via};
use crate::service::seated::Seated;
use crate::service::{DAY, HOUR, ServiceError};
use crate::store::{Counter, Happening};

/// Refusals an hour to somebody who is proven to have written.
const AN_HOUR: u32 = 20;
/// Answers a day to somebody unproven, in whose name anybody may have written.
const INFORMED_A_DAY: u32 = 3;
/// How often the same words are answered, within a month; after that once an hour.
const SAME_WORDS: u32 = 3;
/// How often within a day, to people who aren't players.
const SAME_WORDS_ELSEWHERE: u32 = 2;

impl Outgoing<'_> {
    /// Whether a refusal may be mailed that can't say itself that it is the last one for now. If it is, that is told beside
    /// it.
    pub fn may_refuse(&mut self, who: &Requester) -> Result<bool, ServiceError> {
        let taken = self.take_refusal(who)?;
        if let Some(Some(last @ (Last::ThisHour | Last::Words))) = taken {
            self.enough = Some((who.clone(), last));
        }
        Ok(taken.is_some())
    }

    /// Whether they may be asked what their words mean.
    pub fn may_ask(&mut self, who: &Requester) -> Result<bool, ServiceError> {
        self.doing(Undone::Understood, |out| out.may_refuse(who))
    }

    /// Counts a refusal by mail; `None` if it is one too many. The last one for now has something to add, so that silence
    /// is not mistaken for success.
    fn take_refusal(&self, who: &Requester) -> Result<Option<Option<Last>>, ServiceError> {
        let Some(address) = who.address.as_ref().filter(|_| who.via == Via::Mail) else { return Ok(Some(None)) };
        let sender = address.counted.clone();
        // Whoever only says something in their own words made no mistake, and each has its own limit.
        let words = self.undone == Undone::Understood && who.level > Level::Unproven;
        let what = if words { Happening::Guessed { sender } } else { Happening::Refused { sender } };
        let (most, seconds, last) = match (who.level, &who.player) {
            (Level::Signed | Level::Full, _) if words => (AN_HOUR, HOUR, Last::Words),
            (Level::Signed | Level::Full, _) => (AN_HOUR, HOUR, Last::ThisHour),
            (Level::Unproven, Some(_)) => (10, DAY, Last::Today),
            (Level::Unproven, None) => (2, DAY, Last::Today),
        };
        let mut before = self.now.tx.happened(&what, self.now.at - seconds)?;
        if before >= most {
            // No machine plays legal turns: whoever has played since begins anew.
            let played = who.player.as_ref().filter(|_| who.level > Level::Unproven);
            let since = played.map(|me| self.now.tx.last_turn_of(me.id)).transpose()?.flatten();
            before = since.map_or(Ok(before), |since| self.now.tx.happened(&what, since.max(self.now.at - seconds)))?;
        }
        if before >= most {
            return Ok(None);
        }
        self.now.tx.note_happening(&what, self.now.at)?;
        Ok(Some((before + 1 == most).then_some(last)))
    }

    /// Whether words without a command are answered. People say something else each time; a machine that answers mail says
    /// the same, and would go on for ever.
    pub fn may_answer_words(&mut self, who: &Requester) -> Result<bool, ServiceError> {
        let Some(address) = who.address.as_ref().filter(|_| who.via == Via::Mail) else { return Ok(true) };
        let Some(prose) = &self.prose else { return Ok(true) };
        let words = self.now.key.hash(&format!("words {prose}"));
        let what = Happening::Words { sender: address.counted.clone(), words };
        let since = |seconds: i64| self.now.tx.happened(&what, self.now.at - seconds);
        let (before, most, again) = match &who.player {
            Some(_) => (since(30 * DAY)?, SAME_WORDS, since(HOUR)? == 0),
            None => (since(DAY)?, SAME_WORDS_ELSEWHERE, false),
        };
        if before >= most && !again {
            return Ok(false);
        }
        self.now.tx.note_happening(&what, self.now.at)?;
        self.same_words = before + 1 >= most;
        Ok(true)
    }

    /// Whether an unproven sender gets one of their few answers a day. The last one says so, and how to be answered all the
    /// same: by a reply, which proves who wrote it. Players and strangers are told alike.
    pub fn may_inform(&mut self, who: &Requester) -> Result<bool, ServiceError> {
        let Some(address) = &who.address else { return Ok(true) };
        let tx = self.now.tx;
        let stopped = address.stopped || (who.player.is_none() && tx.said_stop(&address.counted)?);
        let what = Happening::Informed { sender: address.counted.clone() };
        if stopped || !tx.allow(&what, self.now.at, INFORMED_A_DAY, DAY)? {
            return Ok(false);
        }
        if tx.happened(&what, self.now.at - DAY)? >= INFORMED_A_DAY && who.via == Via::Mail {
            self.last_answer = Some(Last::Informed);
        }
        Ok(true)
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
        self.refuse_asking(who, game, why, about, None)
    }

    /// The same, where a reply answers a question.
    pub fn refuse_asking(
        &mut self,
        who: &Requester,
        game: Option<&Seated>,
        why: impl Into<Why>,
        about: Option<String>,
        question: Option<i64>,
    ) -> Result<(), ServiceError> {
        let row: Option<&Game> = game.map(|game| &game.row);
        let why = why.into();
        // Two lines with one mistake, such as two plans on one's own turn, get one answer.
        if self.has_refused(row.map(|row| row.number), &why) {
            return Ok(());
        }
        let Some(last) = self.take_refusal(who)? else { return Ok(()) };
        let side = game.zip(who.player.as_ref()).and_then(|(game, player)| game.side_of(player));
        let mut topic = game.map_or_else(Topic::default, |game| game.topic(side));
        if let Some(board) = &mut topic.board {
            board.about = about;
        }
        topic.question = question;
        let deadline = row.filter(|row| side.is_some() && row.to_move == side).and_then(|row| row.clock.deadline());
        self.say_refused(who, topic, why, last, deadline)
    }

    /// Refuses something about no game yet.
    pub fn refuse_on(&mut self, who: &Requester, topic: Topic, why: impl Into<Why>) -> Result<(), ServiceError> {
        match self.take_refusal(who)? {
            Some(last) => self.say_refused(who, topic, why.into(), last, None),
            None => Ok(()),
        }
    }

    fn say_refused(
        &mut self,
        who: &Requester,
        topic: Topic,
        why: Why,
        last: Option<Last>,
        deadline: Option<Timestamp>,
    ) -> Result<(), ServiceError> {
        self.now.tx.count(Counter::Refusals)?;
        let last = last.or(self.same_words.then_some(Last::SameWords));
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
