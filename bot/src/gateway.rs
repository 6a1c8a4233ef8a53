//! The connection to Discord: opens, keeps and closes it. Serenity resumes and reconnects by itself; when it gives up,
//! we start over here.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use serenity::all::GatewayIntents;
use serenity::client::ClientBuilder;
use serenity::gateway::GatewayError;
use tokio::sync::watch;
use turnpost_core::clock::moment::now;
use turnpost_core::store::Channel;

use crate::desk::Desk;
use crate::gateway::events::{Events, UnreadableEvents};
use crate::gateway::line::Line;
use crate::outgoing::{deliver, spectators};
use crate::settings::{BotError, Settings};
use crate::wire::relay;
use crate::wire::{Trouble, http, patiently};

mod events;
mod line;

/// The time limit for the request that precedes a connection.
const ONE_ANSWER: Duration = Duration::from_secs(30);
const FIRST_PAUSE: Duration = Duration::from_secs(1);
const LONGEST_PAUSE: Duration = Duration::from_secs(300);
/// After a connection that lasted this long, the next pause is short again.
const GOOD: Duration = Duration::from_secs(600);

/// Of several processes on one database, the one that holds this lease is the bot. The lease outlives a killed process
/// by this many seconds.
const LEASE: &str = "discord";
const LEASE_SECONDS: i64 = 12;
const RENEWED: Duration = Duration::from_secs(4);
const ASKED_AGAIN: Duration = Duration::from_secs(1);
/// How often it is stored how far the places of games were read.
const REMEMBERED: Duration = Duration::from_secs(1);

/// Stays connected until told to stop, or until only the operator can help.
pub(crate) async fn run(
    settings: &Settings,
    desk: &Arc<Desk>,
    mut stop: watch::Receiver<bool>,
) -> Result<(), BotError> {
    let ended = serve(&relayed(settings).await, desk, &mut stop).await;
    desk.change(|service| service.drop_lease(LEASE)).await;
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
    let mut pause = FIRST_PAUSE;
    loop {
        tokio::select! {
            () = lead(desk) => {}
            () = stopped(stop) => return Ok(()),
        }
        let began = tokio::time::Instant::now();
        let ended = connection(settings, desk, intents, stop).await;
        settings.connected.store(false, Ordering::Relaxed);
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
            Ended::Lost(why) => tracing::warn!(%why, "the connection to Discord is lost; trying again in {pause:?}"),
        }
        if began.elapsed() > GOOD {
            pause = FIRST_PAUSE;
        }
        tokio::select! {
            () = tokio::time::sleep(pause) => {}
            () = stopped(stop) => return Ok(()),
        }
        pause = (pause * 2).min(LONGEST_PAUSE);
    }
}

/// Waits until this process holds the lease, and takes over what an earlier one left unfinished.
async fn lead(desk: &Arc<Desk>) {
    while !holds_lease(desk).await {
        tokio::time::sleep(ASKED_AGAIN).await;
    }
    desk.change(|service| service.release_others(Channel::Discord)).await;
}

/// Returns when another process has taken over, because this one was cut off from the database for too long.
async fn follow(desk: &Arc<Desk>) {
    loop {
        tokio::time::sleep(RENEWED).await;
        if !holds_lease(desk).await {
            return;
        }
    }
}

async fn holds_lease(desk: &Arc<Desk>) -> bool {
    desk.change(|service| service.take_lease(LEASE, now(), LEASE_SECONDS)).await.unwrap_or(false)
}

/// Why a connection ended.
enum Ended {
    Stopped,
    Token,
    NoContent,
    Lost(String),
}

fn wanted() -> GatewayIntents {
    GatewayIntents::GUILDS
        | GatewayIntents::GUILD_MESSAGES
        | GatewayIntents::DIRECT_MESSAGES
        | GatewayIntents::MESSAGE_CONTENT
}

async fn connection(
    settings: &Settings,
    desk: &Arc<Desk>,
    intents: GatewayIntents,
    stop: &watch::Receiver<bool>,
) -> Ended {
    let http = http(settings);
    // Without an answer here serenity would go on to the real Discord, whatever `discord.api` says.
    let gateway = match patiently(ONE_ANSWER, || http.get_bot_gateway()).await {
        Ok(gateway) => gateway,
        Err(Trouble::Token) => return Ended::Token,
        Err(trouble) => return Ended::Lost(trouble.to_string()),
    };
    if gateway.session_start_limit.remaining == 0 {
        return Ended::Lost("no more sessions may be started today".to_owned());
    }
    let main = settings.gateway.clone().unwrap_or(gateway.url);
    let shards = settings.shards.unwrap_or(gateway.shards).max(1);
    let line = match Line::start(main, shards).await {
        Ok(line) => line,
        Err(error) => return Ended::Lost(error.to_string()),
    };
    let events = Events::new(Arc::clone(desk), settings.clone());
    let client =
        ClientBuilder::new_with_http(http, intents).event_handler(events).raw_event_handler(UnreadableEvents).await;
    let mut client = match client {
        Ok(client) => client,
        Err(error) => return Ended::Lost(error.to_string()),
    };
    line.url().clone_into(&mut *client.ws_url.lock().await);
    let manager = Arc::clone(&client.shard_manager);
    let http = Arc::clone(&client.http);
    let ended = tokio::select! {
        ended = client.start_shards(shards) => match ended {
            Err(serenity::Error::Gateway(GatewayError::InvalidAuthentication)) => Ended::Token,
            Err(serenity::Error::Gateway(GatewayError::DisallowedGatewayIntents)) => Ended::NoContent,
            Err(error) => Ended::Lost(error.to_string()),
            Ok(()) => Ended::Lost("the gateway closed it".to_owned()),
        },
        () = deliver::run(desk, &http, stop.clone()) => {
            manager.shutdown_all().await;
            Ended::Stopped
        }
        () = spectators::run(desk, &http) => Ended::Stopped,
        () = follow(desk) => {
            manager.shutdown_all().await;
            Ended::Lost("another process took over".to_owned())
        }
        () = remember_heard(desk) => Ended::Stopped,
    };
    desk.remember_heard().await;
    ended
}

/// Stores again and again how far the places of games were read. Never returns.
async fn remember_heard(desk: &Arc<Desk>) {
    loop {
        tokio::time::sleep(REMEMBERED).await;
        desk.remember_heard().await;
    }
}

async fn stopped(stop: &mut watch::Receiver<bool>) {
    if stop.wait_for(|stopping| *stopping).await.is_err() {
        std::future::pending::<()>().await;
    }
}
