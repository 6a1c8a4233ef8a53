//! From a request to what is done: seen before? who is it? and then each command in turn.

use std::cell::RefCell;

use sha2::{Digest, Sha256};

use crate::address::Mailbox;
use crate::clock::moment::Timestamp;
use crate::command::{Command, help};
use crate::game::Game;
use crate::notice::told::incoming;
use crate::notice::{Audience, Last, News, Secret, Told, Undone, Why};
use crate::request::{CommandError, Request, Sender};
use crate::service::incoming::identity::{Identified, wants_token};
use crate::service::incoming::requester::{About, Level, Requester, Via};
use crate::service::now::Now;
use crate::service::post::fill;
use crate::service::post::outgoing::Topic;
use crate::service::post::work::Work;
use crate::service::time::clocks;
use crate::service::{DAY, HOUR, Handled, Randomness, ServiceError, Settings};
use crate::store::{ChallengeState, QuestionKind, Tx};
use crate::token::{TokenKey, base32};

/// See [`crate::service::Service::handle`].
pub(in crate::service) fn handle(
    tx: &Tx<'_>,
    settings: &Settings,
    key: &TokenKey,
    request: &Request,
    random: Randomness,
) -> Result<Handled, ServiceError> {
    let mailbox = match &request.from {
        Sender::Email { address, .. } => Mailbox::parse(address).ok(),
        Sender::Discord { .. } | Sender::Console { .. } => None,
    };
    let (sender, in_place) = match &request.from {
        Sender::Email { .. } => {
            (format!("mail {}", mailbox.as_ref().map(ToString::to_string).unwrap_or_default()), false)
        }
        Sender::Discord { user, .. } => (format!("discord {user}"), true),
        Sender::Console { name } => (format!("console {}", name.to_lowercase()), true),
    };
    // What is kept to recognise a repeat tells nobody who wrote.
    let scope = base32(&Sha256::new().chain_update(sender).chain_update([0]).chain_update(&request.key).finalize());
    let answers = || if in_place { fill::fill(tx, tx.answers_to(&scope)?, request.at) } else { Ok(Vec::new()) };
    let random = RefCell::new(random);
    let now = Now { tx, settings, key, at: request.at, random: &random };
    let work = &mut Work::new(now);
    work.request = in_place.then(|| scope.clone());
    let identified = work.identify(request, mailbox.as_ref())?;
    let first = match &identified {
        Identified::Nobody => return Ok(Handled::default()),
        Identified::Stranger { .. } => work.first_unproven(&scope)?,
        Identified::Known(who) if who.level == Level::Unproven => work.first_unproven(&scope)?,
        Identified::Known(who) => work.first_proven(&scope, who)?,
    };
    if !first {
        return Ok(Handled { answers: answers()?, repeated: true, proven: false });
    }
    work.scope.clone_from(&scope);
    clocks::after_an_outage(work)?;
    let proven = match identified {
        Identified::Nobody => false,
        Identified::Stranger { owner, mut who } => {
            work.elsewhere(&owner, &mut who, &request.commands)?;
            false
        }
        Identified::Known(mut who) => {
            work.note_use(&mut who)?;
            work.serve(&mut who, &request.commands)?;
            who.level > Level::Unproven
        }
    };
    work.flush()?;
    Ok(Handled { answers: answers()?, repeated: false, proven })
}

impl Work<'_> {
    /// Whether a message of somebody who is known was never seen. A copy that nothing vouched for doesn't count, since
    /// anybody can have written that one; what was held for it is dropped: it is done now, and only once.
    fn first_proven(&self, scope: &str, who: &Requester) -> Result<bool, ServiceError> {
        if !self.tx.see(scope, self.at)? {
            return Ok(false);
        }
        if let Some(address) = who.address.as_ref() {
            self.tx.close_confirmations(address.id, scope)?;
        }
        Ok(true)
    }

    /// Whether a message that nothing vouches for was never seen, in this way or in a better one.
    fn first_unproven(&self, scope: &str) -> Result<bool, ServiceError> {
        Ok(!self.tx.was_seen(scope)? && self.tx.see(&format!("{scope} unproven"), self.at)?)
    }

    /// Does what somebody asks for, as far as they are known.
    pub fn serve(
        &mut self,
        who: &mut Requester,
        commands: &[Result<Command, CommandError>],
    ) -> Result<(), ServiceError> {
        if who.player.as_ref().is_some_and(|player| player.suspended) {
            // Silence is nothing that can be taken from anybody; and what others write in their name is not told them.
            let theirs = who.level == Level::Full || who.ended.is_some();
            if theirs && commands.contains(&Ok(Command::Stop)) {
                return self.run(who, &Command::Stop);
            }
            if who.level == Level::Unproven {
                return Ok(());
            }
            return self.refuse(who, None, incoming::Why::Suspended);
        }
        let commands = &self.asked_of_position(who, commands)?[..];
        if who.level == Level::Full && self.answer_confirmation(who, commands)? {
            return Ok(());
        }
        if self.after_its_end(who, commands)? {
            return Ok(());
        }
        if commands.is_empty() {
            return self.no_command(who);
        }
        // What is held is looked at when it is confirmed: till then its sender is told nothing about any game.
        let clear = match who.level {
            Level::Unproven => commands.to_vec(),
            Level::Signed | Level::Full => {
                self.with_audience(Audience::Everyone, |work| work.one_turn_a_game(who, commands.to_vec()))?
            }
        };
        let mut held = Vec::new();
        let mut told = false;
        for command in &clear {
            match command {
                Ok(command @ (Command::Help(_) | Command::Rules(_))) if who.level == Level::Unproven => {
                    if self.may_inform(who)? {
                        self.run(who, command)?;
                    }
                }
                Ok(command) if who.level == Level::Unproven => held.push(command.clone()),
                Ok(command) if who.level == Level::Signed && wants_token(command) => held.push(command.clone()),
                Ok(command) => self.run(who, command)?,
                // Somebody unproven is told seldom, once a mail, and nothing that they wrote.
                Err(error) if who.level == Level::Unproven => {
                    let only_mistakes = commands.iter().all(Result::is_err);
                    if only_mistakes && !told && self.may_inform(who)? {
                        told = true;
                        self.tx.count("refusals")?;
                        let why = help::unread(&error.line);
                        self.answer(
                            who,
                            Topic::default(),
                            News::Refused {
                                undone: Undone::by_line(&error.line),
                                why: why.into(),
                                last: None,
                                deadline: None,
                            },
                        );
                    }
                }
                // What can't be read says nothing of anybody.
                Err(error) => self.with_audience(Audience::Everyone, |work| work.refuse_line(who, error))?,
            }
        }
        if !held.is_empty() {
            self.hold(who, held)?;
        }
        Ok(())
    }

    /// An answer to "was this you?" runs what was held, and then whatever else it says. True if it was one.
    fn answer_confirmation(
        &mut self,
        who: &mut Requester,
        commands: &[Result<Command, CommandError>],
    ) -> Result<bool, ServiceError> {
        let About::Question { id, .. } = who.about else { return Ok(false) };
        let Some(question) = self.tx.open_question(id, self.at)? else { return Ok(false) };
        let QuestionKind::Confirm { held, display } = question.kind else { return Ok(false) };
        // Any address of a player's answers for the others.
        let asked = question.address.is_some() && question.address == who.address.as_ref().map(|address| address.id);
        if !asked && (question.player.is_none() || question.player != who.player.as_ref().map(|player| player.id)) {
            return Ok(false);
        }
        let rest = match commands {
            [] | [Err(_), ..] => {
                if !self.may_refuse(who, None)? {
                    return Ok(true);
                }
                // The same question again, so that an answer to this mail is one to it.
                let topic = Topic { question: Some(id), ..Topic::default() };
                let unnamed = Requester { player: None, ..who.clone() };
                self.answer(&unnamed, topic, News::Question { ask: incoming::Ask::WasItYou.into(), id });
                return Ok(true);
            }
            [Ok(Command::Yes), rest @ ..] => rest,
            [Ok(Command::No), ..] => {
                self.tx.close_question(id)?;
                self.reply(who, incoming::Told::Dropped);
                return Ok(true);
            }
            rest @ [Ok(Command::Stop), ..] => {
                self.tx.close_question(id)?;
                who.about = About::Nothing;
                self.serve(who, rest)?;
                return Ok(true);
            }
            // Whoever asks what this is about has not agreed to it: what a domain's word isn't enough for wants a yes.
            _ if held.commands.iter().any(wants_token) => return Ok(false),
            rest => rest,
        };
        self.tx.close_question(id)?;
        who.confirmed = true;
        // The message that was held is seen as a proven one from now on: a copy of it that is vouched for is a repeat.
        if let Some(key) = &held.key {
            self.tx.see(key, self.at)?;
        }
        let after = who.comment.take();
        who.display = display.or(who.display.take());
        who.about = self.about(&held)?;
        who.comment = held.comment;
        for command in self.one_turn_a_game(who, held.commands.into_iter().map(Ok).collect())?.iter().flatten() {
            self.run(who, command)?;
        }
        who.confirmed = false;
        if !rest.is_empty() {
            who.comment = after;
            self.serve(who, rest)?;
        }
        Ok(true)
    }

    /// Runs one command of somebody who may.
    pub fn run(&mut self, who: &mut Requester, command: &Command) -> Result<(), ServiceError> {
        if informs(command) && !self.may_tell(who, command)? {
            return Ok(());
        }
        let undone = Undone::by_command(command);
        self.with_audience(Audience::of_command(command), |work| work.doing(undone, |work| work.run_this(who, command)))
    }

    fn run_this(&mut self, who: &mut Requester, command: &Command) -> Result<(), ServiceError> {
        match command {
            Command::New(new) => self.new_game(who, new),
            Command::Accept(number) => self.accept(who, *number),
            Command::Decline(number) => self.decline(who, *number),
            Command::Cancel(number) => self.cancel(who, *number),
            Command::Challenges => self.list_challenges(who),
            Command::Rematch(number) => self.rematch(who, *number),
            Command::Turn { game, guard, text } => self.turn(who, *game, *guard, text),
            Command::Perhaps { .. } => {
                for command in self.asked_of_position(who, &[Ok(command.clone())])?.iter().flatten() {
                    self.run(who, command)?;
                }
                Ok(())
            }
            Command::Show { game, turn } => self.show(who, *game, *turn),
            Command::History(game) => self.history(who, *game),
            Command::Moves { game, from } => self.moves(who, *game, from.as_deref()),
            Command::Preview { game, turns } => self.preview(who, *game, turns),
            Command::Resign { game, sure } => self.resign(who, *game, *sure),
            Command::Draw { game, answer } => self.draw(who, *game, *answer),
            Command::Undo(game) => self.undo(who, *game),
            Command::Claim(game) => self.claim(who, *game),
            Command::Count(game) => self.count_position(who, *game),
            Command::Say { game, text } => self.say(who, *game, text),
            Command::Note { game, text } => self.note_to_self(who, *game, text.as_deref()),
            Command::Plan { game, line } => self.plan(who, *game, line),
            Command::Plans { game, cancel } => self.plans(who, *game, *cancel),
            Command::Watch(number) => self.watch(who, *number, true),
            Command::Unwatch(number) => self.watch(who, *number, false),
            Command::Yes => self.yes_or_no(who, true),
            Command::No => self.yes_or_no(who, false),
            Command::Games => self.list_games(who),
            Command::Name(name) => self.rename(who, name),
            Command::Settings(setting) => self.settings(who, setting.as_ref()),
            Command::Away(days) => self.away(who, *days),
            Command::Link(code) => self.link(who, code.as_deref()),
            Command::Unlink(what) => self.unlink(who, what.as_deref()),
            Command::Stop => self.stop(who),
            Command::Start => self.start(who),
            Command::Block(name) => self.block(who, name, true),
            Command::Unblock(name) => self.block(who, name, false),
            Command::ExportMe => self.export(who),
            Command::ForgetMe => self.ask_to_forget(who),
            Command::Help(word) => self.help(who, word.as_deref()),
            Command::Rules(game) => self.rules(who, game.as_deref()),
            Command::Ratings(game) => self.list_ratings(who, game.as_deref()),
            Command::Who(name) => self.who_is(who, name.as_deref()),
        }
    }

    /// Whether somebody gets another answer by mail that only tells something: a few bytes can ask for many, and two
    /// robots could go on for ever. The same is told once a mail. A person is told when it is enough.
    fn may_tell(&mut self, who: &Requester, command: &Command) -> Result<bool, ServiceError> {
        let Some(address) = who.address.as_ref().filter(|_| who.via == Via::Mail) else { return Ok(true) };
        if self.shown.contains(command) {
            return Ok(false);
        }
        let told = format!("told {}", address.counted);
        let most = self.shown.len() >= SHOWN_A_MAIL
            || self.tx.happened(&told, self.at - HOUR)? >= SHOWN_AN_HOUR
            || self.tx.happened(&told, self.at - DAY)? >= SHOWN_A_DAY;
        if !most {
            self.tx.note_happening(&told, self.at)?;
            self.shown.push(command.clone());
            return Ok(true);
        }
        let said = format!("told enough {}", address.counted);
        if !std::mem::replace(&mut self.shown_enough, true) && self.tx.allow(&said, self.at, 1, HOUR)? {
            let (a_mail, an_hour, a_day) = (SHOWN_A_MAIL, SHOWN_AN_HOUR, SHOWN_A_DAY);
            self.reply(who, incoming::Told::ShownEnough { a_mail, an_hour, a_day });
        }
        Ok(false)
    }

    /// Refuses, with the board if it is about a game: to the requester alone.
    pub fn refuse(
        &mut self,
        who: &Requester,
        game: Option<&crate::service::playing::board::Seated>,
        why: impl Into<Why>,
    ) -> Result<(), ServiceError> {
        self.refuse_about(who, game, why, None)
    }

    /// The same, with the targets of one piece shown.
    pub fn refuse_about(
        &mut self,
        who: &Requester,
        game: Option<&crate::service::playing::board::Seated>,
        why: impl Into<Why>,
        about: Option<String>,
    ) -> Result<(), ServiceError> {
        let row: Option<&Game> = game.map(|game| &game.row);
        if !self.may_refuse(who, row)? {
            return Ok(());
        }
        let last = self.last_refusal(who, row)?;
        let side = game.zip(who.player.as_ref()).and_then(|(game, player)| game.side_of(player));
        let mut topic = game.map_or_else(Topic::default, |game| game.topic(side));
        if let Some(board) = &mut topic.board {
            board.about = about;
        }
        let deadline = row.filter(|row| side.is_some() && row.to_move == side).and_then(|row| row.clock.deadline());
        self.say_refused(who, topic, why.into(), last, deadline)
    }

    /// Refuses what is about no game yet.
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
        self.tx.count("refusals")?;
        let undone = self.undone;
        self.answer(who, topic, News::Refused { undone, why, last, deadline });
        Ok(())
    }

    /// Answers what is about no game.
    pub fn reply(&mut self, who: &Requester, what: impl Into<Told>) {
        self.answer(who, Topic::default(), News::Told { what: what.into() });
    }

    /// The same, where the answer is the reader's alone: nothing of it stays once it was shown.
    pub fn reply_once(&mut self, who: &Requester, what: impl Into<Told>) {
        let topic = Topic { secret: Some(Secret::Once), ..Topic::default() };
        self.answer(who, topic, News::Told { what: what.into() });
    }

    fn refuse_line(&mut self, who: &Requester, error: &CommandError) -> Result<(), ServiceError> {
        self.refuse_unread(who, Undone::by_line(&error.line), vec![error.why.clone()])
    }

    /// Refuses what can't be read, with the board of the game that it answers.
    fn refuse_unread(&mut self, who: &Requester, undone: Undone, why: impl Into<Why>) -> Result<(), ServiceError> {
        let game = match who.about.game() {
            Some((number, _)) => self.tx.game(number)?.map(|row| self.seated(row)).transpose()?,
            None => None,
        };
        self.doing(undone, |work| work.refuse(who, game.as_ref(), why))
    }

    /// A message in which nothing was meant as a command. Chatter in Discord is none of ours.
    fn no_command(&mut self, who: &Requester) -> Result<(), ServiceError> {
        match (who.via, who.level) {
            (Via::Discord, _) => Ok(()),
            (_, Level::Unproven) if !self.may_inform(who)? => Ok(()),
            (_, Level::Unproven) => {
                self.reply(who, incoming::Told::NoCommand);
                Ok(())
            }
            _ => self.only_words(who),
        }
    }

    /// Words to a person, not to us: how they get there depends on what they answer.
    fn only_words(&mut self, who: &Requester) -> Result<(), ServiceError> {
        let number = who.about.game().map(|(number, _)| number);
        if let Some(challenge) = number.map(|number| self.tx.challenge(number)).transpose()?.flatten()
            && challenge.state == ChallengeState::Open
            && self.is_for(who, &challenge)?
        {
            return self.refuse(who, None, incoming::Why::NoAnswer);
        }
        let row = number.map(|number| self.tx.game(number)).transpose()?.flatten();
        if let Some(row) = row.filter(|row| row.ended.is_some())
            && let Some(side) = who.player.as_ref().and_then(|me| row.side_of(me.id))
        {
            if !self.may_refuse(who, Some(&row))? {
                return Ok(());
            }
            let game = self.seated(row)?;
            let opponent = game.at(side.other()).name.clone();
            let what = incoming::Told::NotSentOn { number: game.row.number, opponent }.into();
            self.answer(who, game.topic(Some(side)), News::Told { what });
            return Ok(());
        }
        self.refuse_unread(who, Undone::Understood, incoming::Why::OnlyWords)
    }

    /// Whether somebody unproven gets one of their few answers a day.
    pub fn may_inform(&self, who: &Requester) -> Result<bool, ServiceError> {
        let Some(address) = &who.address else { return Ok(true) };
        let stopped = address.stopped || (who.player.is_none() && self.tx.said_stop(&address.counted)?);
        Ok(!stopped && self.tx.allow(&format!("informed {}", address.counted), self.at, 3, DAY)?)
    }
}

/// Whether a command changes nothing: whoever asks only wants to be shown something.
const fn informs(command: &Command) -> bool {
    matches!(
        command,
        Command::Help(_)
            | Command::Rules(_)
            | Command::Games
            | Command::Challenges
            | Command::Ratings(_)
            | Command::Who(_)
            | Command::Settings(None)
            | Command::Show { .. }
            | Command::History(_)
            | Command::Count(_)
            | Command::Moves { .. }
            | Command::Preview { .. }
            | Command::Note { text: None, .. }
            | Command::Plans { cancel: None, .. }
            | Command::ExportMe
    )
}

/// Answers by mail that only tell something: to one mail, in an hour, in a day.
const SHOWN_A_MAIL: usize = 8;
const SHOWN_AN_HOUR: u32 = 20;
const SHOWN_A_DAY: u32 = 40;
