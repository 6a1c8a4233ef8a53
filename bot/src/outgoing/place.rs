//! Where a game is played in Discord: its thread, and the channel around it.

use std::sync::Arc;

use serenity::all::{ChannelId, ChannelType, CreateThread, EditMessage, MessageId};
use serenity::builder::Builder as _;
use serenity::http::Http;
use turnpost_core::game::GameNumber;
use turnpost_core::notice::Notice;
use turnpost_core::store::Place;
use turnpost_core::text::in_discord;

use crate::desk::Desk;
use crate::outgoing::show;
use crate::wire::{DELIVERY, Trouble, patiently};

/// Opens a game's thread, where threads are allowed, and turns the challenge into a pointer to it. A place that is its
/// own parent is a channel that the game stays in.
pub(super) async fn settle_in(http: &Http, notice: &Notice, place: Place) -> Result<Place, Trouble> {
    let parent = ChannelId::new(place.channel.max(1));
    // A challenge in another game's thread, such as a rematch, opens one beside it.
    let around = around(http, parent).await?;
    let opened = match around {
        Some(around) => open_thread(http, notice, around, None).await,
        None => open_thread(http, notice, parent, place.message).await,
    };
    let opened = match opened {
        // Somebody deleted the challenge: the thread begins at nothing.
        Err(Trouble::TooLate(_)) if place.message.is_some() => {
            open_thread(http, notice, around.unwrap_or(parent), None).await
        }
        opened => opened,
    };
    let thread = match opened {
        Ok(thread) => thread,
        // Rate limits and outages pass; everything else means that there are no threads here.
        Err(trouble @ (Trouble::Later(_) | Trouble::Token)) => return Err(trouble),
        Err(_) => parent,
    };
    if let (Some(message), Some(game)) = (place.message, &notice.game) {
        let words = in_discord::game_is_on(game.number, (thread != parent).then(|| thread.get()));
        let edit = || EditMessage::new().content(words.clone()).components(Vec::new());
        let edited = patiently(DELIVERY, || async {
            edit().execute(http, (parent, MessageId::new(message.max(1)), None)).await
        });
        if let Err(trouble) = edited.await {
            tracing::debug!(%trouble, "a challenge keeps its old words");
        }
    }
    Ok(Place { channel: thread.get(), parent: Some(around.unwrap_or(parent).get()), message: None })
}

/// The channel that a thread is in; none for anything else.
async fn around(http: &Http, place: ChannelId) -> Result<Option<ChannelId>, Trouble> {
    match patiently(DELIVERY, || http.get_channel(place)).await {
        Ok(found) => {
            Ok(found.guild().filter(|place| place.thread_metadata.is_some()).and_then(|place| place.parent_id))
        }
        Err(trouble @ (Trouble::Later(_) | Trouble::Token)) => Err(trouble),
        Err(_) => Ok(None),
    }
}

async fn open_thread(
    http: &Http,
    notice: &Notice,
    parent: ChannelId,
    message: Option<u64>,
) -> Result<ChannelId, Trouble> {
    let name = notice.game.as_ref().map_or_else(|| "Turnpost".to_owned(), show::thread_name);
    // A thread that begins at a message is public by itself, and has no kind to be chosen.
    let thread = match message {
        Some(_) => CreateThread::new(name),
        None => CreateThread::new(name).kind(ChannelType::PublicThread),
    };
    let start = message.map(|message| MessageId::new(message.max(1)));
    let opened = patiently(DELIVERY, || {
        let thread = thread.clone();
        async move { thread.execute(http, (parent, start)).await }
    });
    match (opened.await, start) {
        (Ok(thread), _) => Ok(thread.id),
        // An earlier attempt opened it and was cut off: a message's thread has the message's id.
        (Err(Trouble::Refused(why)), Some(start)) if why.contains("160004") => Ok(ChannelId::new(start.get())),
        (Err(trouble), _) => Err(trouble),
    }
}

/// Stores where a game is played.
pub(super) async fn set(desk: &Arc<Desk>, number: GameNumber, place: Place) {
    desk.change(move |service| service.set_place(number, Some(place))).await;
}
