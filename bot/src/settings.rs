//! What an operator sets, what only an operator can put right, and what whoever watches over the bot sees.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// What an operator sets.
#[derive(Clone)]
pub struct Settings {
    /// The bot's token.
    pub token: String,
    /// The base URL for requests, if it isn't Discord's.
    pub api: Option<String>,
    /// The gateway's URL, if it isn't Discord's.
    pub gateway: Option<String>,
    /// How many shards; as many as Discord recommends, if not set.
    pub shards: Option<u32>,
    /// Whether all processes on the database share the shards; otherwise one of them has all.
    pub shared: bool,
    /// How it is connected; set by the bot.
    pub link: Arc<Link>,
    /// Requests a second that one user may make in the long run.
    pub pace: u32,
    /// Called with the URL that invites the bot, once it is known.
    pub announce: Arc<dyn Fn(&str) + Send + Sync>,
}

/// How this process is connected to Discord.
#[derive(Debug, Default)]
pub struct Link(Mutex<Shards>);

#[derive(Debug, Default)]
struct Shards {
    /// Those that this process is to run; `None` before anything is known.
    ours: Option<BTreeSet<u32>>,
    connected: BTreeSet<u32>,
}

impl Link {
    /// Whether all is as it should be: every shard of this process is connected. Others may have all of them.
    pub fn is_well(&self) -> bool {
        let shards = self.shards();
        shards.ours.as_ref().is_some_and(|ours| ours.is_subset(&shards.connected))
    }

    /// How many shards are connected by this process.
    pub fn connected(&self) -> usize {
        self.shards().connected.len()
    }

    /// Sets which shards this process is to run.
    pub(crate) fn set_ours(&self, ours: Option<BTreeSet<u32>>) {
        self.shards().ours = ours;
    }

    /// Notes whether a shard is connected.
    pub(crate) fn note(&self, shard: u32, connected: bool) {
        let connections = &mut self.shards().connected;
        _ = if connected { connections.insert(shard) } else { connections.remove(&shard) };
    }

    fn shards(&self) -> MutexGuard<'_, Shards> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What only an operator can put right.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BotError {
    /// The token is wrong.
    #[error(
        "Discord refuses the token: set discord.token (or DISCORD_TOKEN) to the one of the developer portal, under Bot"
    )]
    Token,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_of_ours_must_be_connected_and_nobody_elses() {
        let link = Link::default();
        assert!(!link.is_well(), "nothing is known yet");
        link.set_ours(Some(BTreeSet::from([1, 2])));
        link.note(1, true);
        assert_eq!((link.is_well(), link.connected()), (false, 1));
        link.note(2, true);
        assert!(link.is_well());
        link.note(1, false);
        assert!(!link.is_well());
        link.set_ours(Some(BTreeSet::new()));
        assert!(link.is_well(), "others have them");
    }
}
