//! The connection to Discord: opens, keeps and closes it. Serenity resumes and reconnects by itself; when it gives up,
//! we start over here.

use std::sync::Arc;

use serenity::all::GatewayIntents;
use tokio::sync::watch;

use crate::desk::Desk;
use crate::gateway::crew::Crew;
use crate::gateway::lease::Leases;
use crate::gateway::patience::{Pauses, stopped};
use crate::gateway::shard::{Ended, discord_says};
use crate::settings::{BotError, Settings};
use crate::wire::relay;

mod crew;
mod events;
mod gate;
mod lease;
mod line;
mod patience;
mod shard;

/// Stays connected until told to stop, or until only the operator can help.
pub(crate) async fn run(
    settings: &Settings,
    desk: &Arc<Desk>,
    mut stop: watch::Receiver<bool>,
) -> Result<(), BotError> {
    let ended = serve(&relayed(settings).await, desk, &mut stop).await;
    lease::drop_all(desk).await;
    ended
}

/// With another base URL, requests go through a relay that waits when it is told to.
async fn relayed(settings: &Settings) -> Settings {
    let Some(api) = &settings.api else { return settings.clone() };
    match relay::start(api).await {
        Ok(own) => Settings { api: Some(own), ..settings.clone() },
        Err(error) => {
            tracing::warn!(%error, "no relay: rate limits are obeyed only roughly");
            settings.clone()
        }
    }
}

async fn serve(settings: &Settings, desk: &Arc<Desk>, stop: &mut watch::Receiver<bool>) -> Result<(), BotError> {
    let mut intents = wanted();
    let mut pauses = Pauses::default();
    loop {
        tokio::select! {
            () = lease::lead(desk, settings) => {}
            () = stopped(stop) => return Ok(()),
        }
        settings.link.set_ours(None);
        pauses.begin();
        let ended = match shards(settings).await {
            Ok(shards) => {
                let leases = Leases { shared: settings.shared, shards };
                Crew::new(settings, desk, leases, intents).work(stop.clone()).await
            }
            Err(ended) => ended,
        };
        match ended {
            Ended::Stopped => return Ok(()),
            Ended::Token => return Err(BotError::Token),
            Ended::NoContent => {
                tracing::warn!(
                    "the message content intent is not granted: turns in threads need a mention or a reply; \
                     turn it on in the developer portal under Bot"
                );
                intents.remove(GatewayIntents::MESSAGE_CONTENT);
                desk.set_hears(false);
                continue;
            }
            Ended::Lost(why) => tracing::warn!(%why, "the connection to Discord is lost; trying again"),
        }
        tokio::select! {
            () = pauses.pause() => {}
            () = stopped(stop) => return Ok(()),
        }
    }
}

/// How many shards there are in all.
async fn shards(settings: &Settings) -> Result<u32, Ended> {
    match settings.shards {
        Some(shards) => Ok(shards.max(1)),
        None => discord_says(settings).await.map(|gateway| gateway.shards.max(1)),
    }
}

fn wanted() -> GatewayIntents {
    GatewayIntents::GUILDS
        | GatewayIntents::GUILD_MESSAGES
        | GatewayIntents::DIRECT_MESSAGES
        | GatewayIntents::MESSAGE_CONTENT
}
