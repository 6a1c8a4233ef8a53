//! Who sees the place of a game, and what the bot lacks there: asked of Discord, kept by the service, and asked again
//! when it may have changed.

use std::sync::Arc;
use std::time::{Duration, Instant};

use serenity::all::{ChannelId, ChannelType, GuildChannel, Permissions, UserId};
use serenity::http::Http;
use turnpost_core::clock::moment::now;
use turnpost_core::game::GameNumber;
use turnpost_core::service::Onlooker;
use turnpost_core::store::Place;
use turnpost_core::text::in_discord::reach::Permission;

use crate::desk::Desk;
use crate::wire::{DELIVERY, NO_ACCESS, Trouble, UNKNOWN_CHANNEL, UNKNOWN_MEMBER, patiently};

/// How long an answer is believed of somebody who is about to be mentioned: Discord doesn't tell of members who leave. Where
/// another process hears of changed channels, none is.
const BELIEVED: Duration = Duration::from_secs(600);

/// Finds out who of a game's players sees its place, as far as that isn't known, and returns those who don't. Whoever is
/// about to be mentioned is asked about anew from time to time, and so is whoever was absent.
pub(super) async fn absent(desk: &Arc<Desk>, http: &Http, number: GameNumber, mentioned: Option<u64>) -> Vec<u64> {
    let mut absent = Vec::new();
    for Onlooker { user, channel, sight } in
        desk.look_up(move |service| service.onlookers(number)).await.unwrap_or_default()
    {
        let known = sight.map(|sight| sight.sees);
        let believed = if desk.hears_all() { BELIEVED } else { Duration::ZERO };
        let recent = desk.looked.get(&(channel, user)).is_some_and(|at| at.elapsed() < believed);
        let enough = known == Some(true) && mentioned != Some(user) || known.is_some() && recent;
        let sees = match enough {
            true => known,
            false => ask(desk, http, number, channel, user).await.or(known),
        };
        if sees == Some(false) {
            absent.push(user);
        }
    }
    absent
}

async fn ask(desk: &Arc<Desk>, http: &Http, number: GameNumber, channel: u64, user: u64) -> Option<bool> {
    let sees = sees(http, channel, user).await?;
    desk.looked.put((channel, user), Instant::now());
    desk.change(move |service| service.set_sight(number, user, sees, now())).await;
    desk.owed.notify_one();
    Some(sees)
}

/// Whether a user sees a channel; `None` if that can't be found out.
async fn sees(http: &Http, channel: u64, user: u64) -> Option<bool> {
    let place = home(http, channel).await.ok()?;
    match permissions(http, &place, user).await {
        Ok(permissions) => Some(permissions.is_none_or(Permissions::view_channel)),
        Err(Trouble::Unreachable(UNKNOWN_MEMBER)) => Some(false),
        Err(_) => None,
    }
}

/// What the bot lacks in a place that refused its message.
pub(super) async fn missing(desk: &Arc<Desk>, http: &Http, place: Place, code: isize) -> Permission {
    let thread = place.parent.is_some_and(|parent| parent != place.channel);
    let usual = if thread { Permission::SendInThreads } else { Permission::Send };
    if code == NO_ACCESS {
        return Permission::View;
    }
    let Ok(home) = home(http, place.parent.unwrap_or(place.channel)).await else { return Permission::View };
    let Ok(Some(may)) = permissions(http, &home, desk.me()).await else { return usual };
    let sends = if thread { may.send_messages_in_threads() } else { may.send_messages() };
    match (may.view_channel(), sends, may.attach_files()) {
        (false, ..) => Permission::View,
        (true, true, false) => Permission::Attach,
        _ => usual,
    }
}

/// A channel; for a thread the one that it is in.
async fn home(http: &Http, channel: u64) -> Result<GuildChannel, Trouble> {
    let get = async |id: ChannelId| {
        let found = patiently(DELIVERY, || http.get_channel(id)).await?;
        found.guild().ok_or(Trouble::Unreachable(UNKNOWN_CHANNEL))
    };
    let found = get(ChannelId::new(channel.max(1))).await?;
    let threads = [ChannelType::PublicThread, ChannelType::PrivateThread, ChannelType::NewsThread];
    match found.parent_id.filter(|_| threads.contains(&found.kind)) {
        Some(parent) => get(parent).await,
        None => Ok(found),
    }
}

/// What a member may do in a channel; `None` if only their membership is known.
async fn permissions(http: &Http, place: &GuildChannel, user: u64) -> Result<Option<Permissions>, Trouble> {
    let member = patiently(DELIVERY, || http.get_member(place.guild_id, UserId::new(user.max(1)))).await?;
    let guild = patiently(DELIVERY, || http.get_guild(place.guild_id)).await;
    Ok(guild.ok().map(|guild| guild.user_permissions_in(place, &member)))
}
