//! The Discord bot: slash commands, buttons, guided turns and text, on serenity.
//!
//! Everything that can be decided without Discord is a pure function: what a click means ([`custom_id`]), the guided
//! picker ([`picker`]), which messages are meant for us ([`hearing`]), what completes a turn ([`complete`]).

mod asking;
pub mod checkup;
pub mod complete;
pub mod custom_id;
mod deliver;
mod desk;
mod gateway;
mod handler;
pub mod hearing;
pub mod markdown;
mod order;
mod pace;
mod phrase;
pub mod picker;
pub mod post;
mod press;
mod recent;
pub mod register;
mod said;
mod show;
mod slash;
mod throttle;
pub mod wire;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use tokio::sync::watch;
use turnpost_core::service::{Randomness, Service};

pub use handler::invite_url;

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

/// Runs the bot until `stop` says so. Lost connections are mended; only what an operator must fix comes back.
pub async fn run(
    settings: Settings,
    service: Arc<Service>,
    random: fn() -> Randomness,
    stop: watch::Receiver<bool>,
) -> Result<(), BotError> {
    let desk = Arc::new(desk::Desk::new(service, random, &settings));
    gateway::run(&settings, &desk, stop).await
}
