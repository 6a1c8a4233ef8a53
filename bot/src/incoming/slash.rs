//! Slash commands: read with the table of commands, completed while they are typed, answered in place.

use std::sync::Arc;

use serenity::all::{
    AuthorizingIntegrationOwner, AutocompleteChoice, ChannelId, CommandDataOption, CommandDataOptionValue,
    CommandInteraction, CreateAutocompleteResponse, CreateInteractionResponse, GuildId, InteractionContext, UserId,
};
use serenity::http::Http;
use turnpost_core::clock::moment::now;
use turnpost_core::command::parse::parse_command;
use turnpost_core::command::table::{Argument, Entry, Kind};
use turnpost_core::notice::Destination;
use turnpost_core::request::Venue;
use turnpost_core::service::{Purpose, Unseen};
use turnpost_core::store::{Delivery, Owed};
use turnpost_core::text::in_discord::{CHALLENGE_POSTED, COMMAND_GONE, THINKING, reach, spectating};

use crate::desk::Desk;
use crate::incoming::asking::{self, Asker};
use crate::incoming::{complete, register, server};
use crate::limits::pace::Verdict;
use crate::outgoing::answer::{Acknowledged, Waiting};
use crate::outgoing::post::Post;
use crate::outgoing::{deliver, show};

/// Somebody used a slash command.
pub(crate) async fn command(desk: &Arc<Desk>, http: &Http, command: &CommandInteraction) {
    let waiting = Waiting { http, id: command.id, token: &command.token };
    match desk.may_ask(command.user.id.get()) {
        Verdict::Go => {}
        Verdict::Tell => return waiting.slow_down().await,
        Verdict::Drop => return,
    }
    let ticket = desk.order.ticket(command.channel_id.get(), command.id.get());
    waiting.acknowledge(Acknowledged::Aside).await;
    if command.data.name == register::SERVER {
        return server::command(desk, &waiting, command).await;
    }
    // Where the bot is a member, a game is watched in a channel.
    match command.data.name.as_str() {
        "watch" if is_here(command) => return server::watch(desk, http, &waiting, command).await,
        "unwatch" if is_here(command) && server::unwatch(desk, http, &waiting, command).await => return,
        _ => {}
    }
    let Some(entry) = register::entry(&command.data.name) else {
        let _ = waiting.show(&Post::text(COMMAND_GONE)).await;
        return;
    };
    let (commands, comment) = match parse_command(&line(entry, &command.data.options)) {
        Ok((commands, comment)) => (commands.into_iter().map(Ok).collect(), comment),
        Err(error) => (vec![Err(error)], None),
    };
    let opens_in = asking::opens_in(desk, command.guild_id.filter(|_| is_here(command)), &commands).await;
    let asker = Asker {
        user: &command.user,
        key: format!("i{}", command.id),
        place: (command.context != Some(InteractionContext::BotDm)).then(|| Venue {
            channel: opens_in.unwrap_or_else(|| command.channel_id.get()),
            server: command.guild_id.map(|guild| guild.get()),
            at_home: is_here(command),
        }),
        direct: command.guild_id.is_none(),
        ticket,
        others: command.data.resolved.users.values().collect(),
    };
    let context = asking::context_of(desk, command.channel_id.get()).await;
    let users = &command.data.resolved.users;
    let server = command.guild_id.map_or(command.channel_id.get(), |guild| guild.get());
    let commands = asking::check_mentions(desk, server, commands, |user| users.get(&UserId::new(user.max(1))));
    let mut handled = asker.ask(desk, context, commands, comment).await;
    let name_of = |user: u64| users.get(&UserId::new(user.max(1))).map(|user| user.display_name().to_owned());
    let challenge = handled.as_mut().and_then(|handled| asking::take_challenge(handled, name_of));
    if let Some(owed) = challenge {
        let asked_in = Some(command.channel_id.get());
        return post_challenge(desk, &waiting, &owed, is_here(command), asked_in).await;
    }
    let silent = handled.as_ref().is_some_and(|handled| handled.answers.is_empty());
    if silent && entry.word == "hint" {
        let _ = waiting.show(&Post::text(THINKING)).await;
    } else {
        waiting.answer(desk, handled, Acknowledged::Aside).await;
    }
    waiting.show_kept(desk, command.user.id.get()).await;
}

/// Posts a challenge for all to see, where it is to stand; `here` tells whether the bot is a member. Where it was asked for
/// somewhere else, its maker is told where that is.
pub(super) async fn post_challenge(
    desk: &Arc<Desk>,
    waiting: &Waiting<'_>,
    owed: &Owed,
    here: bool,
    asked_in: Option<u64>,
) {
    let Destination::DiscordPlace { channel, .. } = owed.notice.to else { return };
    let post = show::notice(desk, owed.clone()).await;
    if here && deliver::challenge(desk, waiting.http, ChannelId::new(channel.max(1)), owed, &post).await {
        let words = match asked_in {
            Some(asked_in) if asked_in != channel => spectating::challenge_posted_in(channel),
            _ => CHALLENGE_POSTED.to_owned(),
        };
        let _ = waiting.show(&Post::text(words)).await;
    } else if !answer_openly(desk, waiting, owed, &post).await {
        return;
    }
    desk.settle(owed.id, Delivery::Sent).await;
}

/// Shows a challenge as the answer, where the bot can't post by itself. False if that failed.
async fn answer_openly(desk: &Arc<Desk>, waiting: &Waiting<'_>, owed: &Owed, post: &Post) -> bool {
    // What follows an answer that is still awaited would take its place.
    if waiting.show(&Post::text(reach::POSTING)).await.is_err() {
        return false;
    }
    let seen = match waiting.add_for_all(post).await {
        Ok(seen) => seen,
        Err(trouble) => {
            tracing::warn!(%trouble, "a challenge was not shown");
            false
        }
    };
    let number = owed.notice.game.as_ref().map(|game| game.number).filter(|_| !seen);
    let words = match number {
        None => CHALLENGE_POSTED.to_owned(),
        Some(number) => {
            let fate = desk.change(move |service| service.nobody_saw(number, now())).await;
            desk.owed.notify_one();
            reach::only_you(fate.unwrap_or(Unseen::Open), &desk.link())
        }
    };
    waiting.show(&Post::text(words)).await.is_ok()
}

/// Somebody is typing an option for which we offer completions.
pub(crate) async fn complete(desk: &Arc<Desk>, http: &Http, typing: &CommandInteraction) {
    // Whoever types too fast for a person is offered nothing, which costs nothing.
    let choices = if desk.may_complete(typing.user.id.get()) { offers(desk, typing).await } else { None };
    let choices = choices.unwrap_or_default();
    let response = CreateAutocompleteResponse::new().set_choices(choices);
    let waiting = Waiting { http, id: typing.id, token: &typing.token };
    waiting.respond(&CreateInteractionResponse::Autocomplete(response)).await;
}

/// The command and its options as a line of the text language.
fn line(entry: &Entry, options: &[CommandDataOption]) -> String {
    let player = entry.arguments.iter().find(|argument| argument.kind == Kind::Player).map(|argument| argument.name);
    let mut values: Vec<(&str, String)> = Vec::new();
    for option in options {
        let Some(mut value) = text(&option.value) else { continue };
        let turn = |argument: &&Argument| argument.name == option.name && argument.kind == Kind::TurnText;
        if entry.arguments.iter().any(|argument| turn(&argument)) {
            value = complete::without_hints(&value);
        }
        let name = match player {
            Some(player) if option.name == register::BY_NAME => player,
            _ => option.name.as_str(),
        };
        // `/if` has the word in its name already.
        if entry.word == "plan"
            && option.name == "line"
            && !["if ", "any "].iter().any(|word| value.to_lowercase().starts_with(word))
        {
            value = format!("if {value}");
        }
        values.push((name, value));
    }
    // A member who was picked takes precedence over a name that was typed as well.
    if let Some(player) = player {
        let picked = values.iter().position(|(name, value)| *name == player && value.starts_with("<@"));
        let picked = picked.map(|at| values[at].clone());
        if let Some(picked) = picked {
            values.retain(|(name, _)| *name != player);
            values.push(picked);
        }
    }
    entry.line(values.iter().map(|(name, value)| (*name, value.as_str())))
}

fn text(value: &CommandDataOptionValue) -> Option<String> {
    Some(match value {
        CommandDataOptionValue::String(text) | CommandDataOptionValue::Autocomplete { value: text, .. } => {
            text.replace(['\n', '\r'], " ")
        }
        CommandDataOptionValue::Integer(number) => number.to_string(),
        CommandDataOptionValue::User(user) => format!("<@{user}>"),
        _ => return None,
    })
}

/// Whether the bot is a member here, and can post by itself.
fn is_here(command: &CommandInteraction) -> bool {
    let owners = &command.authorizing_integration_owners.0;
    owners.iter().any(|owner| matches!(owner, AuthorizingIntegrationOwner::GuildInstall(Some(_))))
}

async fn offers(desk: &Arc<Desk>, typing: &CommandInteraction) -> Option<Vec<AutocompleteChoice>> {
    let entry = register::entry(&typing.data.name)?;
    let focused = typing.data.autocomplete()?;
    let argument = entry.arguments.iter().find(|argument| argument.name == focused.name)?;
    let value = |name: &str| {
        typing.data.options.iter().find(|option| option.name == name).and_then(|option| text(&option.value))
    };
    let game = value("game");
    let asked = complete::Typing {
        user: typing.user.id.get(),
        channel: typing.channel_id.get(),
        game,
        typed: focused.value.to_owned(),
        to_play: entry.word == "move",
    };
    Some(match argument.kind {
        Kind::GameNumber => complete::games(desk, asked).await,
        Kind::Event => {
            let purpose = match entry.word {
                "join" => Purpose::Enter,
                "leave" | "withdraw" => Purpose::Leave,
                "cancel" | "invite" | "export me" => Purpose::Host,
                _ => Purpose::Look,
            };
            complete::events(desk, asked, typing.guild_id.map(GuildId::get), purpose).await
        }
        Kind::TurnText => complete::turns(desk, asked).await,
        Kind::Variant => complete::variants(&asked),
        _ => Vec::new(),
    })
}
