//! What was written while we didn't listen: read where games are played, from the last message handled on, and handled
//! in its order. Discord keeps no events for a session that is lost.

use std::sync::Arc;
use std::time::Duration;

use serenity::all::{ChannelId, MessageId};
use serenity::http::{Http, MessagePagination};
use tokio::task::JoinSet;
use turnpost_core::store::Heard;

use crate::desk::Desk;
use crate::incoming::said::{self, Came, Said};
use crate::wire::patiently;

/// The most places that are looked into, those with the newest messages first; how many at a time; and the most pages of
/// a hundred messages that are read in each.
const PLACES: u32 = 1_000;
const PARALLEL: usize = 4;
const PAGES: usize = 3;
const PAGE: u8 = 100;
/// How long one page is tried for.
const PATIENCE: Duration = Duration::from_secs(20);

/// Where something may have been written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Where {
    /// In servers and in direct messages.
    Everywhere,
    /// Not in direct messages.
    InServers,
}

/// Reads and handles all of it. Of several shards none knows which places are its own; what was handled by another before
/// is recognised.
pub(crate) async fn catch_up(desk: &Arc<Desk>, http: &Arc<Http>, places: Where) {
    let mut heard = desk.look_up(|service| service.hearing(PLACES)).await.unwrap_or_default();
    heard.retain(|heard| places == Where::Everywhere || heard.user.is_none());
    let mut running = JoinSet::new();
    for heard in heard {
        desk.heard.watch(heard.channel);
        while running.len() >= PARALLEL {
            running.join_next().await;
        }
        let (desk, http) = (Arc::clone(desk), Arc::clone(http));
        running.spawn(async move { read(&desk, &http, heard).await });
    }
    while running.join_next().await.is_some() {}
    desk.remember_heard().await;
}

async fn read(desk: &Arc<Desk>, http: &Http, heard: Heard) {
    let channel = ChannelId::new(heard.channel.max(1));
    let came = Came { direct: heard.user.is_some(), late: true };
    let mut last = MessageId::new(heard.message.max(1));
    for _ in 0..PAGES {
        let newer = Some(MessagePagination::After(last));
        let mut page = match patiently(PATIENCE, || http.get_messages(channel, newer, Some(PAGE))).await {
            Ok(page) => page,
            Err(trouble) => return tracing::info!(%trouble, "what was written in a place can't be read"),
        };
        page.sort_by_key(|message| message.id);
        for message in &page {
            last = message.id;
            if desk.seen_events.put(message.id.get(), ()) {
                desk.heard.begin(heard.channel, message.id.get());
                if said::message(desk, http, message, came).await == Said::Unheard {
                    return desk.seen_events.forget(&message.id.get());
                }
                desk.heard.done(heard.channel, message.id.get());
            }
        }
        if page.len() < usize::from(PAGE) {
            return;
        }
    }
}
