//! What concerns a server as a whole: its games, where they open, and boards that follow a game in a channel.

use std::sync::Arc;

use serenity::all::{ChannelId, CommandDataOption, CommandDataOptionValue, CommandInteraction, Permissions};
use serenity::http::Http;
use turnpost_core::game::GameNumber;
use turnpost_core::text::in_discord::spectating::{self, IN_A_SERVER, MODERATORS, NOT_YOUR_BOARD};

use crate::desk::Desk;
use crate::limits::sizes::MESSAGE;
use crate::markdown::plain;
use crate::outgoing::answer::Waiting;
use crate::outgoing::post::Post;
use crate::outgoing::spectators;

/// The most games in a list.
const LISTED: usize = 20;

/// `/server games` and `/server channel`.
pub(super) async fn command(desk: &Arc<Desk>, waiting: &Waiting<'_>, command: &CommandInteraction) {
    let words = match (command.guild_id, command.data.options.first()) {
        (Some(server), Some(CommandDataOption { name, value: CommandDataOptionValue::SubCommand(options), .. })) => {
            match name.as_str() {
                "games" => games(desk, server.get(), command).await,
                _ => channel(desk, server.get(), command, chosen(options)).await,
            }
        }
        _ => IN_A_SERVER.to_owned(),
    };
    _ = waiting.show(&Post::text(words)).await;
}

async fn games(desk: &Arc<Desk>, server: u64, command: &CommandInteraction) -> String {
    let (user, channel) = (command.user.id.get(), command.channel_id.get());
    let games = desk.look_up(move |service| service.server_games(server, user, channel)).await.unwrap_or_default();
    let rows = games.iter().map(|game| {
        let row = spectating::game(&game.standing, None);
        let place = game.channel.map_or_else(String::new, |channel| format!(" → <#{channel}>"));
        format!("{}{place}", plain(&row))
    });
    let mut lines = vec![spectating::games(games.len())];
    for row in rows.take(LISTED) {
        if lines.iter().map(|line| line.chars().count() + 1).sum::<usize>() + row.chars().count() < MESSAGE - 50 {
            lines.push(row);
        }
    }
    let left = games.len() + 1 - lines.len();
    lines.extend((left > 0).then(|| spectating::more(left)));
    lines.join("\n")
}

/// Discord hides a whole command from people, never a part of it, so that who may choose is checked here.
async fn channel(desk: &Arc<Desk>, server: u64, command: &CommandInteraction, chosen: Option<ChannelId>) -> String {
    if !may(command, Permissions::MANAGE_CHANNELS) {
        return MODERATORS.to_owned();
    }
    let chosen = chosen.map(ChannelId::get);
    desk.change(move |service| service.set_server_channel(server, chosen)).await;
    spectating::opens(chosen)
}

/// `/watch` in a server: a board in the channel that was named, or here.
pub(super) async fn watch(desk: &Arc<Desk>, http: &Http, waiting: &Waiting<'_>, command: &CommandInteraction) {
    let Some(game) = game(&command.data.options) else { return };
    let channel = chosen(&command.data.options).unwrap_or(command.channel_id);
    let there = command.data.resolved.channels.get(&channel).and_then(|channel| channel.permissions);
    let writes = Permissions::VIEW_CHANNEL | Permissions::SEND_MESSAGES;
    let allowed = channel == command.channel_id || there.is_some_and(|there| is_given(there, writes));
    let channel = channel.get();
    let words = match desk.look_up(move |service| service.show_in(game, channel)).await {
        None => turnpost_core::text::in_discord::OUT_OF_ORDER.to_owned(),
        Some(_) if !allowed => spectating::may_not_write(channel),
        Some(Err(why)) => spectating::not_posted(why, game, channel),
        Some(Ok(shown)) => {
            let asked = (channel, command.user.id.get(), command.id.get());
            match spectators::post(desk, http, shown, asked).await {
                Ok(()) => spectating::posted(game, channel),
                Err(_) => spectating::can_not_write(channel),
            }
        }
    };
    _ = waiting.show(&Post::text(words)).await;
}

/// `/unwatch` in a server: ends the board here. False if there is none, and it means one's own watching.
pub(super) async fn unwatch(
    desk: &Arc<Desk>,
    http: &Http,
    waiting: &Waiting<'_>,
    command: &CommandInteraction,
) -> bool {
    let channel = chosen(&command.data.options).unwrap_or(command.channel_id).get();
    let Some(game) = game(&command.data.options) else { return false };
    let Some(board) = desk.look_up(move |service| service.followed(game, channel)).await.flatten() else {
        return false;
    };
    let own = board.user == command.user.id.get();
    let words = match own || (may(command, Permissions::MANAGE_MESSAGES) && channel == command.channel_id.get()) {
        false => NOT_YOUR_BOARD.to_owned(),
        true => {
            desk.change(move |service| service.unfollow(game, channel)).await;
            spectators::remove(http, board).await;
            spectating::ended(game)
        }
    };
    _ = waiting.show(&Post::text(words)).await;
    true
}

fn game(options: &[CommandDataOption]) -> Option<GameNumber> {
    options.iter().find_map(|option| match option.value {
        CommandDataOptionValue::Integer(number) if option.name == "game" => Some(number),
        _ => None,
    })
}

fn chosen(options: &[CommandDataOption]) -> Option<ChannelId> {
    options.iter().find_map(|option| match option.value {
        CommandDataOptionValue::Channel(channel) => Some(channel),
        _ => None,
    })
}

/// Whether somebody may do that where they are. An administrator may do everything.
fn may(command: &CommandInteraction, wanted: Permissions) -> bool {
    let given = command.member.as_ref().and_then(|member| member.permissions);
    given.is_some_and(|given| is_given(given, wanted))
}

fn is_given(given: Permissions, wanted: Permissions) -> bool {
    given.contains(wanted) || given.contains(Permissions::ADMINISTRATOR)
}
