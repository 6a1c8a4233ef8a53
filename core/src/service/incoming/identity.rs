//! Who sent a request, how far that is proven, and what happens if it isn't.

use crate::address::Mailbox;
use crate::command::Command;
use crate::game::Game;
use crate::notice::told::incoming;
use crate::notice::{News, Secret};
use crate::request::{CommandError, Context, Credit, Proof, Request, Sender};
use crate::service::incoming::{pages, secrets, strangers};
use crate::service::now::Now;
use crate::service::people::{holding, links, names};
use crate::service::post::outgoing::{Outgoing, Topic};
use crate::service::requester::{About, Level, Requester, Via};
use crate::service::{DAY, HOUR, ServiceError};
use crate::store::{AddressRow, Happening, Player, Question, QuestionKind, Reach};
use crate::token::{Subject, Token};

/// What is known about a request's sender.
pub(in crate::service) enum Identified {
    /// The sender, trusted as far as their level says.
    Known(Box<Requester>),
    /// Our secret came back from an address it was not sent to.
    Stranger {
        /// The address we sent it to.
        owner: AddressRow,
        /// Who wrote, and what it answers.
        who: Box<Requester>,
    },
    /// The sender's address is not a valid one; or the sender's own domain calls the mail forged and no secret of
    /// theirs contradicts it. Whoever wrote it, the apparent sender should not be bothered.
    Nobody,
}

/// Whose secret came with a mail.
enum Whose {
    /// It carried none.
    Nobodys,
    /// The sender's.
    Own,
    /// Another address's.
    Of(AddressRow),
}

/// Finds out who sent a request.
pub fn identify(now: Now<'_>, request: &Request, mailbox: Option<&Mailbox>) -> Result<Identified, ServiceError> {
    let mut who = Requester {
        via: Via::Console,
        player: None,
        address: None,
        discord: None,
        display: None,
        called: request.manner.called.clone(),
        offset: None,
        place: request.place,
        level: Level::Full,
        ended: None,
        confirmed: false,
        about: match &request.context {
            Context::Hint(number) => About::Game { number: *number, revision: None },
            Context::Game { number, revision } => About::Game { number: *number, revision: *revision },
            Context::Table(games) => About::Table(games.clone()),
            Context::Question(id) => holding::about_question(now, *id)?,
            Context::Fresh | Context::Token(_) => About::Nothing,
        },
        comment: request.comment.clone(),
        unsent: request.manner.unsent.clone(),
        asked: false,
        reach: Reach::default(),
        at_hand: None,
    };
    match &request.from {
        Sender::Console { name } => {
            who.player = Some(match now.tx.player_named_to_change(name)? {
                Some(player) => player,
                None => now.tx.player_to_change(now.tx.insert_player(name, now.at)?)?,
            });
        }
        Sender::Page { secret } => {
            let Some((player, game)) = pages::whose(now, secret)? else { return Ok(Identified::Nobody) };
            let shown = match request.context {
                Context::Game { revision, .. } => revision,
                _ => None,
            };
            who.via = Via::Page;
            who.about = About::Game { number: game.number, revision: shown };
            who.player = Some(player);
        }
        Sender::Discord { user, display } => {
            who.via = Via::Discord;
            who.discord = Some(*user);
            who.display = Some(display.clone());
            who.player = now.tx.discord_player_to_change(*user)?;
            // Someone clicking on another player's question learns nothing from it, not even its game.
            if let About::Question { id, game } = &mut who.about
                && !who.player.as_ref().map_or(Ok(false), |me| now.tx.was_asked(*id, me.id))?
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
            let token = match &request.context {
                Context::Token(text) => now.key.verify(text),
                _ => None,
            };
            let (table, game) = now.tx.sender(mailbox, token.and_then(|token| token.game()))?;
            let address = match table.at(mailbox) {
                Some((person, address)) => {
                    who.player = Some(person.player.clone());
                    who.reach = person.reach.clone();
                    address.clone()
                }
                None => {
                    // Nothing is stored about somebody who only seems to have written.
                    let doubtful = request.manner.credit == Credit::Contradicted && request.context == Context::Fresh;
                    if (forged || doubtful) && now.tx.known_address(mailbox)?.is_none() {
                        strangers::unanswered(now)?;
                        return Ok(Identified::Nobody);
                    }
                    now.tx.address(mailbox)?
                }
            };
            let secret = prove(now, &mut who, &address, request, token, game.as_ref())?;
            who.at_hand = game.map(|game| Box::new((game, table)));
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

/// Sets the level and subject of a mail's sender, and says whose secret it carried.
fn prove(
    now: Now<'_>,
    who: &mut Requester,
    from: &AddressRow,
    request: &Request,
    token: Option<Token>,
    game: Option<&Game>,
) -> Result<Whose, ServiceError> {
    who.level = if request.proof == Proof::Dmarc { Level::Signed } else { Level::Unproven };
    let Context::Token(_) = &request.context else {
        // A mail can refer to a question or a board only by a secret.
        if matches!(who.about, About::Question { .. }) {
            who.about = About::Nothing;
        }
        return Ok(Whose::Nobodys);
    };
    let Some(token) = token else { return Ok(Whose::Nobodys) };
    let owner = match token.address == from.id {
        true => from.clone(),
        false => match now.tx.address_by_id(token.address)? {
            Some(owner) => owner,
            None => return Ok(Whose::Nobodys),
        },
    };
    let same = owner.id == from.id || (owner.player.is_some() && owner.player == from.player);
    if secrets::has_ended(now, &token, game)? {
        if same {
            // An ended secret still says what is being answered.
            who.about = match token.subject {
                Subject::Game { number, revision } => About::Game { number, revision: Some(revision) },
                Subject::Question(id) => match now.tx.game_of_question(id)? {
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
            let question = now.tx.open_question(id, now.at)?;
            confirms = question
                .is_some_and(|q| matches!(q.kind, QuestionKind::Confirm { .. } | QuestionKind::TakeAlong { .. }));
            holding::about_question(now, id)?
        }
        Subject::Digest(id) => match now.tx.digest(id)?.filter(|digest| Some(digest.player) == owner.player) {
            Some(digest) => About::Digest(digest.games),
            None => About::Nothing,
        },
    };
    if !same {
        return Ok(Whose::Of(owner));
    }
    // A mail that looks forged is held even with our secret, but the answer to that confirmation is not held again.
    who.level = if request.proof == Proof::Forged && !confirms { Level::Unproven } else { Level::Full };
    Ok(Whose::Own)
}

/// Remembers which way a proven player last used, and that the address works.
pub fn note_use(now: Now<'_>, who: &mut Requester) -> Result<(), ServiceError> {
    if who.level == Level::Unproven {
        return Ok(());
    }
    if let Some(address) = who.address.as_ref().filter(|address| address.bounces > 0) {
        now.tx.forget_bounces(address.id)?;
    }
    // By mail, only a secret of ours gives full trust.
    if let (Level::Full, Some(address)) = (who.level, who.address.as_mut().filter(|address| !address.answered)) {
        now.tx.address_answered(address.id, now.at)?;
        address.answered = true;
    }
    // Someone who had only been mentioned takes their own name from now on, and so does whoever Discord calls by a name.
    let unnamed = |player: &&Player| {
        names::is_given(&player.name) && (player.last_transport.is_none() || who.via == Via::Discord)
    };
    let name = match who.player.as_ref().filter(unnamed) {
        Some(_) => Some(names::free_name(now, who.known_as())?).filter(|name| !names::is_given(name)),
        None => None,
    };
    let Some(player) = who.player.as_mut() else { return Ok(()) };
    if player.guest.is_some() {
        now.tx.guest_is_here(player.id, now.at)?;
    }
    let transport = who.via.transport().or(player.last_transport);
    let offset = who.offset.or(player.mail_offset);
    if name.is_some() || player.last_transport != transport || player.mail_offset != offset {
        player.name = name.unwrap_or_else(|| player.name.clone());
        player.last_transport = transport;
        player.mail_offset = offset;
        now.tx.update_player(player)?;
    }
    if let Some(address) = who.address.as_mut() {
        let first = who.reach.addresses.first().map(|a| a.id);
        if address.suspended.is_some() || first != Some(address.id) {
            now.tx.address_used(address.id, now.at)?;
            address.suspended = None;
        }
    }
    Ok(())
}

/// Our secret came from another address: only its owner is told, and can add that address with a code. Until then the
/// commands are held; those that need a token are dropped.
pub fn elsewhere(
    now: Now<'_>,
    out: &mut Outgoing<'_>,
    owner: &AddressRow,
    who: &mut Requester,
    commands: &[Result<Command, CommandError>],
) -> Result<(), ServiceError> {
    let Some(from) = who.address.clone() else { return Ok(()) };
    if let [Ok(link @ Command::Link(Some(code))), ..] = commands {
        // Only the owner was shown the code, but anybody can write in this address's name, so ask back first.
        who.about = About::Nothing;
        return match now.tx.link_code_fits(&code.trim().to_lowercase(), from.id, now.at)? {
            true => holding::hold(now, out, who, vec![link.clone()]),
            false => Ok(()),
        };
    }
    let what = Happening::AnsweredForAnother { owner: owner.id, sender: from.counted.clone() };
    if !now.tx.allow(&what, now.at, 1, DAY)? {
        return Ok(());
    }
    let mut kept: Vec<Command> = commands.iter().flatten().cloned().collect();
    kept.retain(|command| !wants_token(command) && !matches!(command, Command::Nearly(_) | Command::Hint(_)));
    let mut topic = Topic::default();
    let link = match owner.player {
        Some(player) => {
            let code = links::link_code(now);
            let id = now.tx.put_link_code(&code, player, Some(from.id), now.at + HOUR)?;
            topic.secret = Some(Secret::Code(id));
            let then_done = !kept.is_empty();
            if then_done {
                now.tx.insert_question(&Question {
                    id: 0,
                    player: Some(player),
                    address: None,
                    kind: QuestionKind::Elsewhere { held: holding::held(who, kept), from: from.id },
                    game: None,
                    revision: None,
                    asked: now.at,
                    expires: now.at + HOUR,
                })?;
            }
            Some(incoming::LinkElsewhere { code: None, then_done })
        }
        None => None,
    };
    out.tell_address(owner, topic, News::Told { what: incoming::Told::FromElsewhere { link }.into() })
}

/// Whether a command needs a token (or a transport that vouches), not just a domain's signature.
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
            | Command::AwayUntil(_)
            | Command::Block(_)
            | Command::Unblock(_)
    )
}
