//! The Discord bot: slash commands, buttons, guided turns and text, on serenity.
//!
//! The folders show the way of the data. The `gateway` is connected and passes events on to `incoming`, which finds
//! out what somebody asks for and asks the service. What the service then owes is shown by `outgoing`. The guided
//! `picker` is a pure function of a position and what was chosen so far. `limits` bound all of it, and the `desk`
//! holds what they share. Everything else the bot knows is in messages, `custom_id`s and the database.
//!
//! Every module uses only those above it in the list below (the program's `tests/layers.rs` checks that).
#![warn(unreachable_pub)]

// What all of them use.
mod limits;

mod custom_id;
mod markdown;
mod settings;
mod wire;

mod desk;

// The way of the data, from its end: whatever comes in is also answered.
mod picker;

mod outgoing;

mod incoming;

mod gateway;

// What the program asks.
mod checkup;

use std::sync::Arc;

use tokio::sync::watch;
use turnpost_core::service::{Randomness, Service};

pub use checkup::{Checkup, checkup};
pub use settings::{BotError, Link, Settings};
pub use wire::Trouble;

/// Runs the bot until `stop` says so. Lost connections are re-established; only what an operator must fix is returned.
pub async fn run(
    settings: Settings,
    service: Arc<Service>,
    random: fn() -> Randomness,
    stop: watch::Receiver<bool>,
) -> Result<(), BotError> {
    let desk = Arc::new(desk::Desk::new(Arc::clone(&service), random, &settings));
    let bells = Arc::downgrade(&desk);
    service.on_waking(move |woken| {
        let Some(desk) = bells.upgrade() else { return };
        if woken.discord {
            desk.owed.notify_one();
        }
        if woken.games {
            desk.gone_on.notify_one();
        }
    });
    gateway::run(&settings, &desk, stop).await
}
