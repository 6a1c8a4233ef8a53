//! The running server: the parts that are switched on, side by side, until a signal stops them.

use std::sync::Arc;
use std::time::Duration;

use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::watch;
use tokio::task::{JoinHandle, JoinSet};
use turnpost_bot::BotError;
use turnpost_core::service::Service;
use turnpost_mailer::gateway::Gateway;

use crate::config::Config;
use crate::{http, mail, world};

/// How often time is let pass; clocks are in hours and days.
const TICK: Duration = Duration::from_secs(15);
/// What is under way when the server is told to stop may take so long to finish.
const PATIENCE: Duration = Duration::from_secs(10);

/// Which front ends run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parts {
    /// The email gateway.
    pub mail: bool,
    /// The Discord bot.
    pub discord: bool,
}

/// Runs until SIGINT or SIGTERM. `Err` is what an operator must fix before it can start.
pub async fn run(config: Config, parts: Parts) -> Result<(), String> {
    let new = !config.database().exists();
    let service = world::open(&config)?;
    // Time passes before the first request, so that an outage is given back before anything is judged by the clock.
    tick(service.clone()).await;
    let (stop, stopped) = watch::channel(false);
    let mut tasks = JoinSet::new();
    let mut lines = vec![format!("data      {}{}", config.data_dir().display(), if new { " (new)" } else { "" })];

    if let Some(listen) = config.set("http.listen") {
        match TcpListener::bind(listen).await {
            Ok(listener) => {
                lines.push(format!("health    http://{listen}/healthz and /metrics"));
                tasks.spawn(until(stopped.clone(), http::serve(listener, service.clone())));
            }
            // A second process on the same data directory is common; it does without.
            Err(error) => lines.push(format!("health    off: {listen}: {error}")),
        }
    }
    if parts.mail {
        let opened = Gateway::open(mail::settings(&config), service.clone(), mail::SURROUNDINGS).await;
        let gateway = opened.map_err(|error| error.to_string())?;
        lines.extend(mail::lines(&config, gateway.listening()));
        let mut stopped = stopped.clone();
        tasks.spawn(gateway.run(async move { _ = stopped.wait_for(|&stop| stop).await }));
    }
    let mut bot = None;
    if parts.discord {
        match config.set("discord.token") {
            Some(token) => {
                let settings = discord(&config, token);
                bot = Some(tokio::spawn(turnpost_bot::run(settings, service.clone(), world::chance, stopped.clone())));
                lines.push("Discord   on; the link that invites the bot follows".to_owned());
            }
            None => lines.push("Discord   off (set DISCORD_TOKEN)".to_owned()),
        }
    }
    tasks.spawn(ticks(service.clone(), stopped.clone()));

    println!("turnpost {} is running. Ctrl-C stops it; nothing is lost.", env!("CARGO_PKG_VERSION"));
    lines.iter().for_each(|line| println!("  {line}"));

    let failed = tokio::select! {
        () = interrupted() => None,
        failed = ended(&mut bot, parts) => Some(failed),
    };
    tracing::info!("stopping");
    stop.send_replace(true);
    let finished = tokio::time::timeout(PATIENCE, async { while tasks.join_next().await.is_some() {} }).await;
    if finished.is_err() {
        tracing::warn!("what was under way did not finish in time; it will be taken up at the next start");
    }
    match failed {
        Some(why) => Err(why),
        None => {
            if let Some(bot) = bot {
                _ = tokio::time::timeout(PATIENCE, bot).await;
            }
            Ok(())
        }
    }
}

fn discord(config: &Config, token: &str) -> turnpost_bot::Settings {
    turnpost_bot::Settings {
        token: token.to_owned(),
        api: config.set("discord.api").map(str::to_owned),
        gateway: config.set("discord.gateway").map(str::to_owned),
        shards: u32::try_from(config.number("discord.shards")).ok().filter(|shards| *shards > 0),
        announce: Arc::new(|url| println!("  Discord   invite the bot: {url}")),
    }
}

/// Why the bot gave up, which it does only if an operator must help. Mail goes on without it.
async fn ended(bot: &mut Option<JoinHandle<Result<(), BotError>>>, parts: Parts) -> String {
    let Some(running) = bot else { return std::future::pending().await };
    let ended = running.await;
    *bot = None;
    let why = match ended {
        Ok(Err(error)) => error.to_string(),
        Ok(Ok(())) => "the Discord bot stopped".to_owned(),
        Err(error) => format!("the Discord bot broke off: {error}"),
    };
    if parts.mail {
        tracing::error!("{why}; mail goes on without it");
        std::future::pending::<()>().await;
    }
    why
}

async fn ticks(service: Arc<Service>, mut stopped: watch::Receiver<bool>) {
    loop {
        let stop = tokio::select! {
            _ = stopped.wait_for(|&stop| stop) => true,
            () = tokio::time::sleep(TICK) => false,
        };
        if stop {
            return;
        }
        tick(service.clone()).await;
    }
}

async fn tick(service: Arc<Service>) {
    let done = tokio::task::spawn_blocking(move || service.tick(world::now(), world::chance())).await;
    match done {
        Ok(Ok(())) => {}
        Ok(Err(error)) => tracing::error!(%error, "the clocks could not be looked at; trying again"),
        Err(error) => tracing::error!(%error, "looking at the clocks failed; trying again"),
    }
}

async fn until(mut stopped: watch::Receiver<bool>, work: impl Future<Output = ()>) {
    tokio::select! {
        _ = stopped.wait_for(|&stop| stop) => {}
        () = work => {}
    }
}

async fn interrupted() {
    let signals = (signal(SignalKind::interrupt()), signal(SignalKind::terminate()));
    match signals {
        (Ok(mut interrupt), Ok(mut terminate)) => {
            tokio::select! { _ = interrupt.recv() => {}, _ = terminate.recv() => {} }
        }
        // Without signals only a kill stops it, which is safe too.
        _ => std::future::pending().await,
    }
}
