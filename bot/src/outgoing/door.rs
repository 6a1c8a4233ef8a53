//! Places that the bot may not write in: what is in the way, and that somebody there is told, once.

use std::sync::Arc;

use serenity::all::ChannelId;
use serenity::builder::Builder as _;
use serenity::http::Http;
use turnpost_core::clock::moment::now;
use turnpost_core::game::GameNumber;
use turnpost_core::store::{Door, Obstacle};
use turnpost_core::text::in_discord::reach;

use crate::desk::Desk;
use crate::outgoing::post::Post;
use crate::outgoing::sight;
use crate::wire::{DELIVERY, GONE, Trouble, UNKNOWN_MEMBER, patiently};

/// What keeps something from being shown in a place.
pub(super) fn obstacle(trouble: &Trouble) -> Option<Obstacle> {
    match trouble {
        Trouble::Unreachable(UNKNOWN_MEMBER) => Some(Obstacle::Absent),
        Trouble::Unreachable(code) if GONE.contains(code) => Some(Obstacle::Gone),
        Trouble::Unreachable(_) => Some(Obstacle::Shut),
        _ => None,
    }
}

/// Says in the channel around a game's thread, once, which permission is missing there. If that can't be said either, the
/// next answer to somebody says it: [`words`].
pub(super) async fn tell(desk: &Arc<Desk>, http: &Http, number: GameNumber, code: isize) {
    let Some(place) = desk.look_up(move |service| service.place(number)).await.flatten() else { return };
    let around = place.parent.filter(|parent| *parent != place.channel);
    if desk.look_up(move |service| service.door(number)).await != Some(Door::Shut { told: false }) {
        return;
    }
    let Some(around) = around else { return };
    let words = reach::missing(place.channel, number, sight::missing(desk, http, place, code).await);
    let post = Post::text(words);
    let said = patiently(DELIVERY, || {
        let message = post.apart(format!("d{number}-{}", place.message.unwrap_or_default()));
        async move { message.execute(http, (ChannelId::new(around.max(1)), None)).await }
    });
    match said.await {
        Ok(_) => _ = desk.change(move |service| service.set_door(number, Door::Shut { told: true }, now())).await,
        Err(trouble) => tracing::debug!(%trouble, "nobody is told which permission is missing"),
    }
}

/// Which permission is missing in the place of a game, if that was not said yet. It counts as said from now on.
pub(super) async fn words(desk: &Arc<Desk>, http: &Http, number: GameNumber) -> Option<String> {
    if desk.look_up(move |service| service.door(number)).await? != (Door::Shut { told: false }) {
        return None;
    }
    let place = desk.look_up(move |service| service.place(number)).await.flatten()?;
    let lacking = sight::missing(desk, http, place, 0).await;
    desk.change(move |service| service.set_door(number, Door::Shut { told: true }, now())).await;
    Some(reach::missing(place.channel, number, lacking))
}
