//! From an event to a request to the service.

use std::sync::Arc;

use serenity::all::{GuildId, User};
use turnpost_core::clock::moment::now;
use turnpost_core::command::fault::Fault;
use turnpost_core::command::{Command, NewGame, Opponent};
use turnpost_core::notice::{Destination, News};
use turnpost_core::request::{Called, CommandError, Context, Manner, Proof, Request, Sender, Venue};
use turnpost_core::service::Handled;
use turnpost_core::store::Owed;

use crate::desk::Desk;
use crate::limits::order::Ticket;

/// Who asks, and by which event.
pub(super) struct Asker<'a> {
    /// The user.
    pub user: &'a User,
    /// The event's id, with a letter for its kind.
    pub key: String,
    /// Where it happened and a challenge may be posted.
    pub place: Option<Venue>,
    /// Whether that is in no server.
    pub direct: bool,
    /// The event's place in the queue.
    pub ticket: Ticket,
    /// Those whom they mention.
    pub others: Vec<&'a User>,
}

impl Asker<'_> {
    /// Asks the service, once everything that was asked here before is done. `None` when the database doesn't answer.
    pub(super) async fn ask(
        &self,
        desk: &Arc<Desk>,
        context: Context,
        commands: Vec<Result<Command, CommandError>>,
        comment: Option<String>,
    ) -> Option<Handled> {
        let from = Sender::Discord { user: self.user.id.get(), display: self.user.display_name().to_owned() };
        let (key, at, place) = (self.key.clone(), now(), self.place);
        let people = std::iter::once(self.user).chain(self.others.iter().copied());
        let called = people.map(|user| Called {
            user: user.id.get(),
            display: user.display_name().to_owned(),
            username: user.name.clone(),
        });
        let (proof, manner) = (Proof::Transport, Manner { called: called.collect(), ..Manner::default() });
        let request = Request { from, proof, key, at, context, place, commands, comment, manner };
        self.ticket.wait().await;
        let handled = desk.ask(request).await;
        self.ticket.done();
        handled
    }
}

/// The context of something said in a channel: the game or games played there, if any.
pub(super) async fn context_of(desk: &Arc<Desk>, channel: u64) -> Context {
    desk.look_up(move |service| service.context_at(channel)).await.unwrap_or(Context::Fresh)
}

/// The channel in which a server's games open, for somebody who asks for one, if its moderators chose one.
pub(super) async fn opens_in(
    desk: &Arc<Desk>,
    server: Option<GuildId>,
    commands: &[Result<Command, CommandError>],
) -> Option<u64> {
    let server = server.filter(|_| commands.iter().any(|command| matches!(command, Ok(Command::New(_)))))?.get();
    desk.look_up(move |service| service.server_channel(server)).await.flatten()
}

/// Refuses challenges by mention unless they name a person who is here, and once there are too many in one server.
pub(super) fn check_mentions<'u>(
    desk: &Desk,
    server: u64,
    commands: Vec<Result<Command, CommandError>>,
    here: impl Fn(u64) -> Option<&'u User>,
) -> Vec<Result<Command, CommandError>> {
    let check = |command: Command| {
        let Command::New(new @ NewGame { opponent: Opponent::Discord(user), .. }) = &command else {
            return Ok(command);
        };
        // Whoever challenges us plays the house.
        if *user == desk.me() {
            return Ok(Command::New(NewGame { opponent: Opponent::House(None), ..new.clone() }));
        }
        let why = match here(*user) {
            None => Fault::NotHere,
            Some(user) if user.bot => Fault::ABot,
            Some(_) if !desk.may_challenge(server) => Fault::TooManyHere,
            Some(_) => return Ok(command),
        };
        Err(CommandError { line: command.to_string(), why })
    };
    commands.into_iter().map(|command| command.and_then(check)).collect()
}

/// Whether somebody was refused what they asked for.
pub(super) fn refused(handled: &Handled) -> bool {
    handled.answers.iter().any(|owed| matches!(owed.notice.news, News::Refused { .. } | News::Stale { .. }))
}

/// Takes the receipt of a turn out of the answers, if there is one: not where the turn ended the game.
pub(super) fn take_receipt(handled: &mut Handled) -> Option<Owed> {
    let at = handled.answers.iter().position(|owed| matches!(owed.notice.news, News::Receipt(_)))?;
    Some(handled.answers.remove(at))
}

/// Takes the challenge out of the answers, since everybody is to see it. `name_of` tells under which name the invited
/// player is known here.
pub(super) fn take_challenge(handled: &mut Handled, name_of: impl Fn(u64) -> Option<String>) -> Option<Owed> {
    let at = handled.answers.iter().position(|owed| matches!(owed.notice.news, News::Challenge(_)))?;
    let mut owed = handled.answers.remove(at);
    if let Destination::DiscordPlace { mention: Some(user), .. } = owed.notice.to {
        owed.notice.name = name_of(user);
    }
    Some(owed)
}
