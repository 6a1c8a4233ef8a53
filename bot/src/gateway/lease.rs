//! Which process does what: one of them has all shards or each its share, and one posts what is owed. A lease outlives a
//! killed process for some seconds; then others take over.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use turnpost_core::clock::moment::now;
use turnpost_core::store::Channel;

use crate::desk::Desk;
use crate::settings::Settings;

/// Whoever holds this is the bot or, where the shards are shared, posts what is owed: Discord limits how much that may be,
/// and what is posted of a game must be in order.
const BOT: &str = "discord";
/// The shards, where they are shared.
const SHARD: &str = "discord shard";
const SECONDS: i64 = 12;
const ASKED_AGAIN: Duration = Duration::from_secs(1);

/// What this process may do, asked again every few seconds.
pub(super) struct Leases {
    /// Whether the shards are shared among the processes.
    pub shared: bool,
    /// How many there are.
    pub shards: u32,
}

/// What is ours now.
pub(super) struct Ours {
    /// The shards.
    pub shards: BTreeSet<u32>,
    /// Whether we post what is owed.
    pub posts: bool,
}

impl Leases {
    /// Takes and renews them. `None` if the database doesn't answer: until it does, everything stays as it is, so that
    /// people can be told.
    pub(super) async fn ours(&self, desk: &Arc<Desk>) -> Option<Ours> {
        let all = self.shards;
        if !self.shared {
            let posts = holds(desk).await?;
            let shards = if posts { (0..all).collect() } else { BTreeSet::new() };
            return Some(Ours { shards, posts });
        }
        let shards = desk.change(move |service| service.share(SHARD, all, now(), SECONDS)).await?;
        // Who we are shows only once a shard is connected.
        let posts = !shards.is_empty() && holds(desk).await?;
        Some(Ours { shards, posts })
    }

    /// Lets another process have a shard.
    pub(super) async fn give_back(&self, desk: &Arc<Desk>, shard: u32) {
        if self.shared {
            desk.change(move |service| service.leave_piece(SHARD, shard)).await;
        }
    }
}

/// Waits until this process is the bot, and takes over what an earlier one left unfinished. Where the shards are shared
/// nobody waits for another, and what the dead held is taken over with everything else of theirs.
pub(super) async fn lead(desk: &Arc<Desk>, settings: &Settings) {
    if settings.shared {
        return;
    }
    loop {
        match holds(desk).await {
            Some(true) => break,
            Some(false) => settings.link.set_ours(Some(BTreeSet::new())),
            None => {}
        }
        tokio::time::sleep(ASKED_AGAIN).await;
    }
    desk.change(|service| service.release_others(Channel::Discord)).await;
}

/// Gives everything back.
pub(super) async fn drop_all(desk: &Arc<Desk>) {
    desk.change(|service| {
        service.leave_share(SHARD)?;
        service.drop_lease(BOT)
    })
    .await;
}

async fn holds(desk: &Arc<Desk>) -> Option<bool> {
    desk.change(|service| service.take_lease(BOT, now(), SECONDS)).await
}
