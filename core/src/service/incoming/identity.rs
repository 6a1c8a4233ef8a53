//! Who is it? Whether a request is proven, and what happens to one that isn't.

use crate::address::Mailbox;
use crate::command::Command;
use crate::notice::told::incoming;
use crate::notice::{News, Secret};
use crate::request::{CommandError, Context, Proof, Request, Sender};
use crate::service::incoming::asked;
use crate::service::incoming::requester::{About, Level, Requester, Via};
use crate::service::post::outgoing::Topic;
use crate::service::post::work::Work;
use crate::service::{DAY, HOUR, ServiceError};
use crate::store::{AddressRow, Held, Player, Question, QuestionKind};
use crate::token::{Subject, base32};

/// What is known about a request's sender.
pub(in crate::service) enum Identified {
    /// Them, as far as the level says.
    Known(Box<Requester>),
    /// Our secret came back from another address than it was sent to.
    Stranger {
        /// To which address we sent it.
        owner: AddressRow,
        /// From where it came, and what it answers.
        who: Box<Requester>,
    },
    /// What stands where an address should is none; or the sender's own domain says that it is forged, and no secret of theirs says otherwise: whoever wrote it, the one
    /// whose name it bears is not to be bothered.
    Nobody,
}

/// Whose secret of ours came with a mail.
enum Whose {
    /// There is none.
    Nobodys,
    /// The sender's.
    Own,
    /// That address's.
    Of(AddressRow),
}

impl Work<'_> {
    /// Finds out who sent a request.
    pub fn identify(&mut self, request: &Request, mailbox: Option<&Mailbox>) -> Result<Identified, ServiceError> {
        let mut who = Requester {
            via: Via::Console,
            player: None,
            address: None,
            discord: None,
            display: None,
            offset: None,
            place: request.place,
            level: Level::Full,
            ended: None,
            confirmed: false,
            about: match &request.context {
                Context::Hint(number) => About::Game { number: *number, revision: None },
                Context::Game { number, revision } => About::Game { number: *number, revision: *revision },
                Context::Question(id) => self.about_question(*id)?,
                Context::Fresh | Context::Token(_) => About::Nothing,
            },
            comment: request.comment.clone(),
        };
        match &request.from {
            Sender::Console { name } => {
                who.player = match self.tx.player_named(name)? {
                    Some(player) => Some(player),
                    None => self.tx.player(self.tx.insert_player(name, self.at)?)?,
                };
            }
            Sender::Discord { user, display } => {
                who.via = Via::Discord;
                who.discord = Some(*user);
                who.display = Some(display.clone());
                who.player = self.tx.discord_player(*user)?.map(|id| self.player(id)).transpose()?;
                // Whoever clicks below another's question has nothing of it, not even its game.
                if let About::Question { id, game } = &mut who.about
                    && !who.player.as_ref().map_or(Ok(false), |me| self.tx.was_asked(*id, me.id))?
                {
                    *game = None;
                }
            }
            Sender::Email { display, offset, .. } => {
                who.via = Via::Mail;
                who.display.clone_from(display);
                who.offset = *offset;
                let Some(mailbox) = mailbox else { return Ok(Identified::Nobody) };
                let forged = request.proof == Proof::Forged;
                if forged && self.tx.known_address(mailbox)?.is_none() {
                    return Ok(Identified::Nobody);
                }
                let address = self.tx.address(mailbox)?;
                who.player = address.player.map(|id| self.player(id)).transpose()?;
                let secret = self.prove(&mut who, &address, request)?;
                who.address = Some(address);
                match secret {
                    Whose::Own => {}
                    _ if forged => return Ok(Identified::Nobody),
                    Whose::Of(owner) => return Ok(Identified::Stranger { owner, who: Box::new(who) }),
                    Whose::Nobodys => {}
                }
            }
        }
        Ok(Identified::Known(Box::new(who)))
    }

    /// Sets level and subject of a mail's sender, and says whose secret came with it.
    fn prove(&self, who: &mut Requester, from: &AddressRow, request: &Request) -> Result<Whose, ServiceError> {
        who.level = if request.proof == Proof::Dmarc { Level::Signed } else { Level::Unproven };
        let Context::Token(text) = &request.context else {
            // A mail can name a question or a board only by a secret.
            if matches!(who.about, About::Question { .. }) {
                who.about = About::Nothing;
            }
            return Ok(Whose::Nobodys);
        };
        let Some(token) = self.key.verify(text) else { return Ok(Whose::Nobodys) };
        let Some(owner) = self.tx.address_by_id(token.address)? else { return Ok(Whose::Nobodys) };
        let same = owner.id == from.id || (owner.player.is_some() && owner.player == from.player);
        if self.has_ended(&token)? {
            if same {
                // It still says what is answered.
                who.about = match token.subject {
                    Subject::Game { number, revision } => About::Game { number, revision: Some(revision) },
                    Subject::Question(id) => match self.tx.game_of_question(id)? {
                        Some((number, revision)) => About::Game { number, revision: Some(revision) },
                        None => About::Nothing,
                    },
                    Subject::Digest(_) | Subject::Person => About::Nothing,
                };
                who.ended = Some(token.subject).filter(|_| request.proof != Proof::Forged);
            }
            return Ok(Whose::Nobodys);
        }
        let mut confirms = false;
        who.about = match token.subject {
            Subject::Person => About::Nothing,
            Subject::Game { number, revision } => About::Game { number, revision: Some(revision) },
            Subject::Question(id) => {
                let question = self.tx.open_question(id, self.at)?;
                confirms = question.is_some_and(|q| matches!(q.kind, QuestionKind::Confirm { .. }));
                self.about_question(id)?
            }
            Subject::Digest(id) => match self.tx.digest(id)?.filter(|digest| Some(digest.player) == owner.player) {
                Some(digest) => About::Digest(digest.games),
                None => About::Nothing,
            },
        };
        if !same {
            return Ok(Whose::Of(owner));
        }
        // A forged-looking mail with our secret is held; the answer to that very confirmation is not held again.
        who.level = if request.proof == Proof::Forged && !confirms { Level::Unproven } else { Level::Full };
        Ok(Whose::Own)
    }

    /// A question as the thing that is answered. Its board is known also when it can't be answered any more.
    fn about_question(&self, id: i64) -> Result<About, ServiceError> {
        Ok(About::Question { id, game: self.tx.game_of_question(id)? })
    }

    /// What commands that were kept are an answer to.
    pub fn about(&self, held: &Held) -> Result<About, ServiceError> {
        Ok(match (held.hint, held.question) {
            (Some(number), _) => About::Game { number, revision: held.revision },
            (None, Some(id)) => self.about_question(id)?,
            (None, None) if held.listed.is_empty() => About::Nothing,
            (None, None) => About::Digest(held.listed.clone()),
        })
    }

    /// Remembers by what a proven player acts, and that the address works.
    pub fn note_use(&mut self, who: &mut Requester) -> Result<(), ServiceError> {
        if who.level == Level::Unproven {
            return Ok(());
        }
        if let Some(address) = &who.address {
            self.tx.forget_bounces(address.id)?;
        }
        // By mail nothing but a secret of ours gives that.
        if let (Level::Full, Some(address)) = (who.level, who.address.as_mut().filter(|address| !address.answered)) {
            self.tx.address_answered(address.id, self.at)?;
            address.answered = true;
        }
        let Some(player) = who.player.as_mut() else { return Ok(()) };
        let transport = who.via.transport().or(player.last_transport);
        // Somebody who was only mentioned so far goes by their own name from now on.
        let unnamed = player.last_transport.is_none() && player.name.starts_with("player-");
        if let (true, Some(display)) = (unnamed, who.display.as_deref()) {
            let name = self.free_name(Some(display))?;
            player.name = name;
        }
        let offset = who.offset.or(player.mail_offset);
        if player.last_transport != transport || player.mail_offset != offset {
            player.last_transport = transport;
            player.mail_offset = offset;
            self.tx.update_player(player)?;
        }
        if let Some(address) = who.address.as_mut() {
            let first = self.tx.addresses_of(player.id)?.first().map(|a| a.id);
            if address.suspended.is_some() || first != Some(address.id) {
                self.tx.address_used(address.id, self.at)?;
                address.suspended = None;
            }
        }
        Ok(())
    }

    /// The requester's player, made on first contact.
    pub fn need_player(&mut self, who: &mut Requester) -> Result<Player, ServiceError> {
        if let Some(player) = &who.player {
            return Ok(player.clone());
        }
        let name = self.free_name(who.display.as_deref())?;
        let id = self.tx.insert_player(&name, self.at)?;
        let mut player = self.player(id)?;
        player.last_transport = who.via.transport();
        player.mail_offset = who.offset;
        self.tx.update_player(&player)?;
        if let Some(address) = who.address.as_mut() {
            self.tx.set_address_player(address.id, Some(id), self.at)?;
            address.player = Some(id);
        }
        if let Some(user) = who.discord {
            self.tx.set_discord_player(user, Some(id), self.at)?;
        }
        self.restore_blocks(&player)?;
        who.player = Some(player.clone());
        Ok(player)
    }

    /// Holds unproven commands and asks their sender, within the limits: three open and five a day per address.
    pub fn hold(&mut self, who: &Requester, commands: Vec<Command>) -> Result<(), ServiceError> {
        let Some(address) = &who.address else { return Ok(()) };
        let (open, today) = self.tx.confirmations(&address.counted, self.at, self.at - DAY)?;
        let stopped = address.stopped || (who.player.is_none() && self.tx.said_stop(&address.counted)?);
        // Whoever said stop and is proven wrote this themselves.
        let unwanted = stopped && who.level == Level::Unproven && !commands.contains(&Command::Start);
        let asked = format!("asked {}", address.counted);
        if open >= 3 || today >= 5 || unwanted || !self.tx.allow(&asked, self.at, 5, DAY)? {
            self.tx.count("confirmations withheld")?;
            // Whoever is proven is a person, and is told.
            return match who.level {
                Level::Unproven => Ok(()),
                Level::Signed | Level::Full => self.refuse(who, None, incoming::Why::TooManyQuestions),
            };
        }
        let name = match &who.player {
            Some(player) => player.name.clone(),
            None => self.free_name(who.display.as_deref())?,
        };
        // A newcomer gets the name that is promised here.
        let display = if who.player.is_none() { Some(name.clone()) } else { who.display.clone() };
        let asked = commands.iter().map(asked::asked).collect();
        let id = self.tx.insert_question(&Question {
            id: 0,
            player: who.player.as_ref().map(|p| p.id),
            address: Some(address.id),
            kind: QuestionKind::Confirm { held: Held { key: self.key_of_request(), ..held(who, commands) }, display },
            game: None,
            revision: None,
            asked: self.at,
            expires: self.at + DAY * i64::from(self.settings.question_days),
        })?;
        let topic = Topic { question: Some(id), ..Topic::default() };
        let unnamed = Requester { player: None, ..who.clone() };
        self.answer(&unnamed, topic, News::Confirm { asked, name, late: who.ended.is_some() });
        Ok(())
    }

    fn key_of_request(&self) -> Option<String> {
        Some(self.scope.clone()).filter(|scope| !scope.is_empty())
    }

    /// Our secret came from elsewhere: the owner alone is told, and can add that address by a code. Then what the mail
    /// asked for is done, but for what only an address that is known may ask.
    pub fn elsewhere(
        &mut self,
        owner: &AddressRow,
        who: &mut Requester,
        commands: &[Result<Command, CommandError>],
    ) -> Result<(), ServiceError> {
        let Some(from) = who.address.clone() else { return Ok(()) };
        if let [Ok(link @ Command::Link(Some(code))), ..] = commands {
            // The owner was shown it; but anybody can write in that address's name, so it is asked.
            who.about = About::Nothing;
            return match self.tx.link_code_fits(&code.trim().to_lowercase(), from.id, self.at)? {
                true => self.hold(who, vec![link.clone()]),
                false => Ok(()),
            };
        }
        let what = format!("stranger {} {}", owner.id, from.counted);
        if !self.tx.allow(&what, self.at, 1, DAY)? {
            return Ok(());
        }
        let mut kept: Vec<Command> = commands.iter().flatten().cloned().collect();
        kept.retain(|command| !wants_token(command));
        let mut topic = Topic::default();
        let link = match owner.player {
            Some(player) => {
                let code = self.link_code();
                let id = self.tx.put_link_code(&code, player, Some(from.id), self.at + HOUR)?;
                topic.secret = Some(Secret::Code(id));
                let then_done = !kept.is_empty();
                if then_done {
                    self.tx.insert_question(&Question {
                        id: 0,
                        player: Some(player),
                        address: None,
                        kind: QuestionKind::Elsewhere { held: held(who, kept), from: from.id },
                        game: None,
                        revision: None,
                        asked: self.at,
                        expires: self.at + HOUR,
                    })?;
                }
                Some(incoming::LinkElsewhere { code: None, then_done })
            }
            None => None,
        };
        self.tell_address(owner, topic, News::Told { what: incoming::Told::FromElsewhere { link }.into() })
    }

    /// Eight characters that are easy to type.
    pub fn link_code(&mut self) -> String {
        let code = base32(&self.chance().to_be_bytes());
        code.chars().take(8).collect()
    }
}

/// Commands to be kept, with all that is known of what they answer.
fn held(who: &Requester, commands: Vec<Command>) -> Held {
    let held = Held { commands, comment: who.comment.clone(), ..Held::default() };
    match &who.about {
        About::Nothing => held,
        About::Game { number, revision } => Held { hint: Some(*number), revision: *revision, ..held },
        About::Question { id, .. } => Held { question: Some(*id), ..held },
        About::Digest(listed) => Held { listed: listed.clone(), ..held },
    }
}

/// Whether a command wants a token (or a transport that vouches), not just a domain's word.
pub(in crate::service) const fn wants_token(command: &Command) -> bool {
    matches!(
        command,
        Command::Resign { .. }
            | Command::ForgetMe
            | Command::ExportMe
            | Command::Link(_)
            | Command::Unlink(_)
            | Command::Stop
            | Command::Start
            | Command::Settings(Some(_))
            | Command::Name(_)
            | Command::Away(_)
            | Command::Block(_)
            | Command::Unblock(_)
    )
}
