//! One shard: connected until told to stop, again and again.

use std::sync::Arc;
use std::time::Duration;

use serenity::all::GatewayIntents;
use serenity::client::ClientBuilder;
use serenity::gateway::GatewayError;
use serenity::model::gateway::BotGateway;
use tokio::sync::watch;

use crate::desk::Desk;
use crate::gateway::events::{Events, UnreadableEvents};
use crate::gateway::gate::Gate;
use crate::gateway::line::Line;
use crate::gateway::patience::{Pauses, stopped};
use crate::settings::Settings;
use crate::wire::{Trouble, http, patiently};

/// The time limit for the request that precedes a connection.
const ONE_ANSWER: Duration = Duration::from_secs(30);

/// Why a connection ended.
pub(super) enum Ended {
    Stopped,
    Token,
    NoContent,
    Lost(String),
}

/// One shard of all.
pub(super) struct Shard {
    pub settings: Settings,
    pub desk: Arc<Desk>,
    pub intents: GatewayIntents,
    pub number: u32,
    /// How many there are.
    pub of: u32,
}

impl Shard {
    /// Stays connected until told to stop, or until it is of no use to try again.
    pub(super) async fn keep(self, mut stop: watch::Receiver<bool>) -> Ended {
        let mut pauses = Pauses::default();
        loop {
            pauses.begin();
            let ended = tokio::select! {
                ended = self.connection(stop.clone()) => ended,
                // Before there is a connection.
                () = stopped_for_long(stop.clone()) => Ended::Stopped,
            };
            self.settings.link.note(self.number, false);
            match ended {
                Ended::Lost(why) => tracing::warn!(%why, shard = self.number, "the connection to Discord is lost"),
                ended => return ended,
            }
            tokio::select! {
                () = pauses.pause() => {}
                () = stopped(&mut stop) => return Ended::Stopped,
            }
        }
    }

    async fn connection(&self, mut stop: watch::Receiver<bool>) -> Ended {
        // Without an answer here serenity would go on to the real Discord, whatever `discord.api` says.
        let gateway = match discord_says(&self.settings).await {
            Ok(gateway) => gateway,
            Err(ended) => return ended,
        };
        if gateway.session_start_limit.remaining == 0 {
            return Ended::Lost("no more sessions may be started today".to_owned());
        }
        let gate = Gate::new(&self.desk, self.number, self.of, gateway.session_start_limit.max_concurrency);
        tokio::select! {
            () = gate.wait() => {}
            () = stopped(&mut stop) => return Ended::Stopped,
        }
        let main = self.settings.gateway.clone().unwrap_or(gateway.url);
        let line = match Line::start(main, gate).await {
            Ok(line) => line,
            Err(error) => return Ended::Lost(error.to_string()),
        };
        let events = Events::new(Arc::clone(&self.desk), self.settings.clone(), self.number);
        let client = ClientBuilder::new_with_http(http(&self.settings), self.intents)
            .event_handler(events)
            .raw_event_handler(UnreadableEvents)
            .await;
        let mut client = match client {
            Ok(client) => client,
            Err(error) => return Ended::Lost(error.to_string()),
        };
        line.url().clone_into(&mut *client.ws_url.lock().await);
        let manager = Arc::clone(&client.shard_manager);
        tokio::select! {
            ended = client.start_shard(self.number, self.of) => match ended {
                Err(serenity::Error::Gateway(GatewayError::InvalidAuthentication)) => Ended::Token,
                Err(serenity::Error::Gateway(GatewayError::DisallowedGatewayIntents)) => Ended::NoContent,
                Err(error) => Ended::Lost(error.to_string()),
                Ok(()) => Ended::Lost("the gateway closed it".to_owned()),
            },
            () = stopped(&mut stop) => {
                manager.shutdown_all().await;
                Ended::Stopped
            }
        }
    }
}

/// What Discord says about its gateway.
pub(super) async fn discord_says(settings: &Settings) -> Result<BotGateway, Ended> {
    let http = http(settings);
    match patiently(ONE_ANSWER, || http.get_bot_gateway()).await {
        Ok(gateway) => Ok(gateway),
        Err(Trouble::Token) => Err(Ended::Token),
        Err(trouble) => Err(Ended::Lost(trouble.to_string())),
    }
}

/// A connection that can be closed in good order is given the time for it.
async fn stopped_for_long(mut stop: watch::Receiver<bool>) {
    stopped(&mut stop).await;
    tokio::time::sleep(Duration::from_secs(2)).await;
}
