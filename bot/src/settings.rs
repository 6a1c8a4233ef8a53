//! What an operator sets, and what only an operator can put right.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// What an operator sets.
#[derive(Clone)]
pub struct Settings {
    /// The bot's token.
    pub token: String,
    /// Another base URL than Discord's for requests.
    pub api: Option<String>,
    /// Another URL for the gateway.
    pub gateway: Option<String>,
    /// How many shards; as many as Discord recommends, if not set.
    pub shards: Option<u32>,
    /// Tells others whether the gateway is connected.
    pub connected: Arc<AtomicBool>,
    /// Requests a second that one user may make in the long run.
    pub pace: u32,
    /// Is told the URL that invites the bot, once it is known.
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
