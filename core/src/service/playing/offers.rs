//! What two players settle between them: resigning, draws, taking back, claims; and answers to questions.

use crate::command::Answer;
use crate::game::GameNumber;
use crate::game::history::has_moved;
use crate::game::{Ended, EntryKind, TakeBack, take_back};
use crate::notice::told::playing;
use crate::notice::{Audience, Beside, News, Preface, TurnNews, Undone, Why};
use crate::rules::{Claim, Reason, Side};
use crate::service::incoming::requester::{About, Level, Requester, Via};
use crate::service::lobby::challenge::why_closed;
use crate::service::playing::board::Seated;
use crate::service::post::outgoing::Topic;
use crate::service::post::work::Work;
use crate::service::{DAY, ServiceError};
use crate::store::{ChallengeState, Player, Question, QuestionKind};

impl Work<'_> {
    /// `yes` and `no`: to the question or challenge that is answered, or to the only one there is.
    pub fn yes_or_no(&mut self, who: &mut Requester, yes: bool) -> Result<(), ServiceError> {
        if let About::Question { id, .. } = who.about
            && self.answer_change(who, id, yes)?
        {
            return Ok(());
        }
        let number = match who.about {
            About::Question { id, .. } => return self.answer_question(who, id, yes),
            About::Game { number, .. } => Some(number),
            _ => None,
        };
        let challenges = match (number, &who.player) {
            (Some(number), _) => self.challenge_of(who, number)?.into_iter().collect(),
            (None, Some(me)) => self.tx.challenges_to(me.id)?,
            (None, None) => Vec::new(),
        };
        let (mut challenges, closed): (Vec<_>, Vec<_>) =
            challenges.into_iter().partition(|challenge| challenge.state == ChallengeState::Open);
        let mut questions = match &who.player {
            Some(me) => self.tx.open_questions(me.id, self.at)?,
            None => Vec::new(),
        };
        // By mail, what can't be undone is answered with the secret of the very mail that asked.
        let vouched = who.via != Via::Mail;
        questions
            .retain(|question| (number.is_none() || question.game == number) && (vouched || !grave(&question.kind)));
        match (challenges.pop(), questions.len()) {
            (Some(challenge), 0) if challenges.is_empty() => {
                if yes {
                    self.accept_this(who, &challenge).map(|_| ())
                } else {
                    self.decline_this(who, &challenge)
                }
            }
            (None, 1) => match questions.pop() {
                Some(question) => self.answer_question(who, question.id, yes),
                None => Ok(()),
            },
            (None, 0) => {
                // A challenge that was accepted is a game by now, and that is shown.
                let game = number.map(|number| self.tx.game(number)).transpose()?.flatten();
                let game = game.map(|row| self.seated(row)).transpose()?;
                let why: Why = match closed.first().filter(|_| game.is_none()).and_then(why_closed) {
                    Some(why) => why.into(),
                    None => playing::Why::NoQuestion { yes }.into(),
                };
                self.refuse(who, game.as_ref(), why)
            }
            _ => self.refuse(who, None, playing::Why::SeveralQuestions { yes }),
        }
    }

    fn answer_question(&mut self, who: &mut Requester, id: i64, yes: bool) -> Result<(), ServiceError> {
        let me = self.need_player(who)?;
        let question = self.tx.open_question(id, self.at)?.filter(|question| question.player == Some(me.id));
        let Some(question) = question else {
            return self.refuse(who, None, playing::Why::QuestionOver);
        };
        let resigns = matches!(question.kind, QuestionKind::Resign | QuestionKind::ResignAll);
        if (resigns || grave(&question.kind)) && who.level < Level::Full {
            return self.refuse(who, None, playing::Why::AnswerTheMail);
        }
        self.tx.close_question(id)?;
        self.audience = self.audience.min(Audience::of_question(&question.kind));
        match question.kind {
            QuestionKind::Forget if yes => self.forget(who, &me),
            QuestionKind::ResignAll if yes => self.resign_all(who, &me),
            QuestionKind::Unlink(way) if yes => self.unlink_now(who, &me, way),
            QuestionKind::Confirm { .. }
            | QuestionKind::Forget
            | QuestionKind::ResignAll
            | QuestionKind::Unlink(_)
            | QuestionKind::Keep { .. } => {
                self.reply(who, playing::Told::NothingDone);
                Ok(())
            }
            _ => self.answer_in_game(who, &me, question, yes),
        }
    }

    fn answer_in_game(
        &mut self,
        who: &mut Requester,
        me: &Player,
        question: Question,
        yes: bool,
    ) -> Result<(), ServiceError> {
        let Some((mut game, _)) = self.which_game(who, me, question.game, false)? else { return Ok(()) };
        let Some(side) = self.may_play(who, &mut game, me)? else { return Ok(()) };
        let asked_at = question.revision.unwrap_or(0);
        let moot = match question.kind {
            QuestionKind::Draw => game.row.draw_by != Some(side.other()),
            _ => has_moved(&self.tx.entries_after(game.row.number, asked_at)?),
        };
        if moot {
            return self.refuse(who, Some(&game), playing::Why::GoneOn(game.row.number));
        }
        match (question.kind, yes) {
            (QuestionKind::Resign, true) => self.lose(Some(who), game, side, Reason::Resigned),
            (QuestionKind::Draw, true) => self.agree_draw(who, game),
            (QuestionKind::Draw, false) => self.decline_draw(who, game, side),
            (QuestionKind::Undo, true) => self.take_back(who, game, side.other()),
            (QuestionKind::Undo, false) => {
                let change = game.row.noted(EntryKind::UndoDeclined, Some(side), "", who.via.means(), self.at);
                self.tx.store_change(&game.row, &change)?;
                self.tx.update_game(&game.row)?;
                let refused = Beside::UndoRefused { by: game.at(side).name.clone() };
                self.tell_player(&game, side.other(), refused)?;
                self.say_done(who, &game, side, Beside::TurnStands);
                Ok(())
            }
            (QuestionKind::Play(text), true) => {
                self.doing(Undone::Played, |work| work.play_text(who, game, side, &text))
            }
            _ => {
                self.say_done(who, &game, side, Beside::NothingDone);
                Ok(())
            }
        }
    }

    /// `resign`: asks first, unless it was said with `yes`.
    pub fn resign(&mut self, who: &mut Requester, number: Option<GameNumber>, sure: bool) -> Result<(), ServiceError> {
        let me = self.need_player(who)?;
        let Some((mut game, _)) = self.which_game(who, &me, number, false)? else { return Ok(()) };
        let Some(side) = self.may_play(who, &mut game, &me)? else { return Ok(()) };
        if sure {
            self.take_comment(who, &game, side)?;
            return self.lose(Some(who), game, side, Reason::Resigned);
        }
        let id = self.ask(&game, side, QuestionKind::Resign)?;
        let opponent = game.at(side.other()).name.clone();
        let ask = playing::Ask::Resign { number: game.row.number, opponent }.into();
        let topic = Topic { question: Some(id), ..game.topic(Some(side)) };
        self.answer(who, topic, News::Question { ask, id });
        Ok(())
    }

    /// `stop`'s offer: gives up every running game.
    fn resign_all(&mut self, who: &Requester, me: &Player) -> Result<(), ServiceError> {
        for row in self.tx.running_games(me.id)? {
            let game = self.seated(row)?;
            if let Some(side) = game.side_of(me) {
                self.lose(Some(who), game, side, Reason::Resigned)?;
            }
        }
        Ok(())
    }

    /// `draw`: offers, accepts, declines.
    pub fn draw(
        &mut self,
        who: &mut Requester,
        number: Option<GameNumber>,
        answer: Answer,
    ) -> Result<(), ServiceError> {
        let me = self.need_player(who)?;
        let Some((mut game, _)) = self.which_game(who, &me, number, false)? else { return Ok(()) };
        let Some(side) = self.may_play(who, &mut game, &me)? else { return Ok(()) };
        let other = game.at(side.other()).name.clone();
        let offered = game.row.draw_by;
        match answer {
            Answer::Offer | Answer::Accept if offered == Some(side.other()) => {
                self.take_comment(who, &game, side)?;
                self.agree_draw(who, game)
            }
            Answer::Accept => self.refuse(who, Some(&game), playing::Why::NoOfferBy { opponent: other }),
            Answer::Decline if offered == Some(side.other()) => self.decline_draw(who, game, side),
            Answer::Decline if offered == Some(side) => {
                let change = game.row.decline_draw(side, who.via.means(), self.at);
                self.tx.store_change(&game.row, &change)?;
                self.tx.update_game(&game.row)?;
                self.say_done(who, &game, side, Beside::OfferWithdrawn);
                Ok(())
            }
            Answer::Decline => self.refuse(who, Some(&game), playing::Why::NoOffer),
            Answer::Offer => {
                let once = format!("draw {} {} {}", game.row.number, side.word(), game.row.turn);
                if !self.tx.allow(&once, self.at, 1, 400 * DAY)? {
                    return self.refuse(who, Some(&game), playing::Why::OneOffer);
                }
                let change = game.row.offer_draw(side, who.via.means(), self.at);
                self.tx.store_change(&game.row, &change)?;
                self.tx.update_game(&game.row)?;
                let id = self.ask(&game, side.other(), QuestionKind::Draw)?;
                let comment = self.comment_to_ask_with(who, &game, side)?;
                let ask = playing::Ask::Draw { number: game.row.number, by: me.name, comment }.into();
                let topic = Topic { question: Some(id), ..game.topic(Some(side.other())) };
                self.tell_at_table(&game, side.other(), topic, News::Question { ask, id })?;
                self.say_done(who, &game, side, Beside::DrawAsked { whom: other });
                Ok(())
            }
        }
    }

    fn agree_draw(&mut self, who: &Requester, mut game: Seated) -> Result<(), ServiceError> {
        let since = game.row.revision;
        let side = who.player.as_ref().and_then(|me| game.side_of(me));
        let change = game.row.note_end(Reason::Agreed, side, who.via.means(), self.at);
        self.tx.store_change(&game.row, &change)?;
        let ended = Ended { at: self.at, winner: None, reason: Reason::Agreed, margin: None, aborted: false };
        self.end(Some(who), game, ended, None, since)
    }

    fn decline_draw(&mut self, who: &Requester, mut game: Seated, side: Side) -> Result<(), ServiceError> {
        let change = game.row.decline_draw(side, who.via.means(), self.at);
        self.tx.store_change(&game.row, &change)?;
        self.tx.update_game(&game.row)?;
        let refused = Beside::DrawRefused { by: game.at(side).name.clone() };
        self.tell_player(&game, side.other(), refused)?;
        self.say_done(who, &game, side, Beside::DrawDeclined);
        Ok(())
    }

    /// `undo`: free once per turn until the opponent plays; a request after that.
    pub fn undo(&mut self, who: &mut Requester, number: Option<GameNumber>) -> Result<(), ServiceError> {
        let me = self.need_player(who)?;
        let Some((mut game, _)) = self.which_game(who, &me, number, false)? else { return Ok(()) };
        let Some(side) = self.may_play(who, &mut game, &me)? else { return Ok(()) };
        let entries = self.tx.entries_after(game.row.number, 0)?;
        let mine = match take_back(&entries, side) {
            TakeBack::Nothing => {
                return self.refuse(who, Some(&game), playing::Why::NothingToTakeBack);
            }
            TakeBack::Free => {
                self.take_comment(who, &game, side)?;
                return self.take_back(who, game, side);
            }
            TakeBack::OnRequest(mine) => mine,
        };
        let once = format!("undo {} {} {}", game.row.number, side.word(), game.row.turn);
        if !self.tx.allow(&once, self.at, 1, 400 * DAY)? {
            return self.refuse(who, Some(&game), playing::Why::AskedAlready);
        }
        let (turn, text) = (mine.turn, mine.text.clone());
        let change = game.row.noted(EntryKind::UndoRequest, Some(side), "", who.via.means(), self.at);
        self.tx.store_change(&game.row, &change)?;
        self.tx.update_game(&game.row)?;
        let id = self.ask(&game, side.other(), QuestionKind::Undo)?;
        let ask = playing::Ask::Undo {
            number: game.row.number,
            by: me.name,
            turn,
            text,
            to_move: game.row.to_move == Some(side.other()),
            comment: self.comment_to_ask_with(who, &game, side)?,
        };
        let topic = Topic { question: Some(id), ..game.topic(Some(side.other())) };
        self.tell_at_table(&game, side.other(), topic, News::Question { ask: ask.into(), id })?;
        let whom = game.at(side.other()).name.clone();
        self.say_done(who, &game, side, Beside::UndoAsked { whom, turn });
        Ok(())
    }

    /// Takes back everything from that side's last turn on.
    fn take_back(&mut self, who: &Requester, mut game: Seated, side: Side) -> Result<(), ServiceError> {
        let entries = self.tx.entries_after(game.row.number, 0)?;
        let Some((change, text)) = game.row.take_back(&entries, side, who.via.means(), self.at)? else {
            return Ok(());
        };
        self.tx.store_change(&game.row, &change)?;
        self.wind(&mut game)?;
        let mut prefaces = [None, None];
        let by = game.at(side).name.clone();
        prefaces[side as usize] = Some(Preface::TakenBack { by: None, turn: text.clone() });
        prefaces[side.other() as usize] = Some(Preface::TakenBack { by: Some(by), turn: text });
        let since = game.row.revision;
        self.announce(&mut game, Some(who), None, prefaces, since)?;
        Ok(self.tx.update_game(&game.row)?)
    }

    /// `claim`: has a settled position counted.
    pub fn claim(&mut self, who: &mut Requester, number: Option<GameNumber>) -> Result<(), ServiceError> {
        let me = self.need_player(who)?;
        let Some((mut game, revision)) = self.which_game(who, &me, number, false)? else { return Ok(()) };
        let Some(side) = self.may_play(who, &mut game, &me)? else { return Ok(()) };
        let since = revision.map(|revision| self.tx.entries_after(game.row.number, revision)).transpose()?;
        if since.is_some_and(|entries| has_moved(&entries)) {
            let why = playing::Why::OlderBoard { number: game.row.number, turn: game.row.turn };
            return self.refuse(who, Some(&game), why);
        }
        let position = game.row.board()?;
        let Some(counting) = position.counting() else {
            let why = playing::Why::NoClaims { game: game.row.setup.game.title().to_owned() };
            return self.refuse(who, Some(&game), why);
        };
        match counting.claim() {
            Claim::Decided(_, outcome) => {
                let since = game.row.revision;
                let change = game.row.note_end(Reason::Counted, Some(side), who.via.means(), self.at);
                self.tx.store_change(&game.row, &change)?;
                self.take_comment(who, &game, side)?;
                self.end_by_rules(Some(who), game, outcome, since)
            }
            Claim::Over => self.refuse(who, Some(&game), playing::Why::NothingToClaim),
            Claim::NotSettled(_) => {
                let why = playing::Why::Unsettled { why: counting.unsettled().to_owned() };
                self.refuse(who, Some(&game), why)
            }
            Claim::Undecided(count) => self.refuse(who, Some(&game), playing::Why::Undecided(count)),
        }
    }

    /// Tells one side something about a game, with the board and whose turn it is.
    pub fn tell_player(&mut self, game: &Seated, side: Side, what: Beside) -> Result<(), ServiceError> {
        let in_discord = self.is_in_discord(game.at(side))?;
        let news = self.standing(game, side, what, in_discord);
        self.tell_at_table(game, side, game.topic(Some(side)), news)
    }

    /// Tells one side something where the game is played: in its place in Discord, or as they are reached.
    pub fn tell_at_table(&mut self, game: &Seated, side: Side, topic: Topic, news: News) -> Result<(), ServiceError> {
        let player = game.at(side).clone();
        match self.tx.place(game.row.number)? {
            Some(place) if self.is_in_discord(&player)? => {
                let mention = self.tx.discord_of(player.id)?;
                self.tell_place(place.channel, mention, topic, news);
                Ok(())
            }
            _ => self.tell(&player, topic, news),
        }
    }

    /// A short answer about a game, with its board and whose turn it is.
    pub fn say_done(&mut self, who: &Requester, game: &Seated, side: Side, what: Beside) {
        let news = self.standing(game, side, what, who.via == Via::Discord);
        self.answer(who, game.topic(Some(side)), news);
    }

    /// What happened beside the turns, to a player who may still have to move. In Discord the board with its buttons is
    /// there already, and words do.
    fn standing(&self, game: &Seated, side: Side, what: Beside, in_discord: bool) -> News {
        let to_move = game.to_move().filter(|_| !game.row.adjourned);
        let mine = to_move.is_some() && game.row.to_move == Some(side);
        if in_discord {
            return News::Aside { what, to_move: to_move.map(|(name, _)| name), mine };
        }
        let news = TurnNews {
            played: Vec::new(),
            preface: vec![Preface::Beside(what)],
            comments: Vec::new(),
            to_move,
            deadline: game.row.clock.deadline(),
            forfeit: game.row.forfeit,
            pattern: game.row.setup.game.pattern().to_owned(),
            remarks: Vec::new(),
        };
        if mine { News::YourTurn(news) } else { News::Receipt(news) }
    }
}

/// Whether a yes does what reaches far: an old secret must not be enough for it.
const fn grave(kind: &QuestionKind) -> bool {
    matches!(kind, QuestionKind::Forget | QuestionKind::Unlink(_))
}
