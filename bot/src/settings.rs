//! What an operator sets, and what only an operator can put right.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

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
    /// Whether the gateway is connected; set by the bot.
    pub connected: Arc<AtomicBool>,
    /// Requests a second that one user may make in the long run.
    pub pace: u32,
    /// Called with the URL that invites the bot, once it is known.
    pub announce: Arc<dyn Fn(&str) + Send + Sync>,
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
