//! The running server: the parts that are switched on, side by side, until a signal stops them.

use std::io::{self, Write};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use tokio::net::TcpListener;
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::sync::watch;
use tokio::task::{JoinHandle, JoinSet};
use tokio::time::Instant;
use turnpost_bot::BotError;
use turnpost_core::clock::moment;
use turnpost_core::service::Service;
use turnpost_mailer::gateway::{Gateway, GatewayError};
use turnpost_web::server::Bounds;

use crate::config::Config;
use crate::house::House;
use crate::monitor::Monitor;
use crate::world::Unfit;
use crate::{alive, mail, web, world};

/// How often clocks tick; most run for hours and days.
const TICK: Duration = Duration::from_secs(15);
/// How often it is looked whether one runs out before that, and the least pause between two ticks.
const LOOK: Duration = Duration::from_secs(1);
const BREATH: Duration = Duration::from_millis(200);
/// How long work in progress may take once the server is told to stop: it has ended within ten seconds.
const PATIENCE: Duration = Duration::from_secs(9);

/// How often a process shows that it is alive.
const BEAT: Duration = Duration::from_secs(5);

/// The pause before a part that ended early is started again.
const REOPEN: Duration = Duration::from_secs(5);

/// Which front ends run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parts {
    /// The email gateway.
    pub mail: bool,
    /// The Discord bot.
    pub discord: bool,
}

/// Runs until SIGINT or SIGTERM. `Err` is what an operator must fix before it can start.
pub async fn run(config: Config, parts: Parts) -> Result<(), Unfit> {
    // From here on a signal stops the server in good order; one that comes while it starts takes effect once it has
    // started.
    let signals = (signal(SignalKind::interrupt()), signal(SignalKind::terminate()));
    let new = config.database.url.is_none() && !config.database_file().exists();
    if new && parts.mail {
        // A first start that can't succeed leaves no data directory behind.
        config.mail.listen.as_deref().map_or(Ok(()), |at| can_listen("mail.listen", at))?;
    }
    // The database waits for its answers, which the thread of a runtime must not do.
    let service = tokio::task::block_in_place(|| {
        let service = world::open(&config)?;
        take_over(&config, &service);
        service.begin().map_err(|error| error.to_string())?;
        Ok::<_, Unfit>(service)
    })?;
    // Clocks tick once before the first request, so that players get the time of an outage back before they are judged
    // by it.
    tick(service.clone()).await;
    let (stop, stopped) = watch::channel(false);
    let mut tasks = JoinSet::new();
    let monitor = Arc::new(Monitor::new(service.clone(), config.database_file()));
    let mut lines = Vec::new();
    match web::listen(&config).await {
        Some((at, Ok(listener))) => {
            let at = listener.local_addr().map_or(at, |at| at.to_string());
            lines.push(format!("open      http://{at}/"));
            let pages = turnpost_web::router(web::site(&config, parts, service.clone()));
            tasks.spawn(until(stopped.clone(), turnpost_web::server::serve(listener, pages, Bounds::PAGES)));
        }
        // As with the health page below.
        Some((at, Err(error))) => lines.push(format!("pages     off: {at}: {error}")),
        None => lines.push("pages     off (set web.listen)".to_owned()),
    }
    lines.push(format!("data      {}{}", config.data_dir.display(), if new { " (new)" } else { "" }));
    lines.extend(world::database(&config)?.map(|database| format!("database  {}", database.place())));

    if let Some(listen) = &config.http_listen {
        match TcpListener::bind(listen).await {
            Ok(listener) => {
                let at = listener.local_addr().map_or_else(|_| listen.clone(), |at| at.to_string());
                lines.push(format!("health    http://{at}/healthz and /metrics"));
                let health = turnpost_web::health::router(monitor.clone());
                let serving = turnpost_web::server::serve(listener, health, Bounds::MONITORING);
                tasks.spawn(until(stopped.clone(), serving));
            }
            // A second process on the same data directory is common; it does without.
            Err(error) => lines.push(format!("health    off: {listen}: {error}")),
        }
    } else {
        lines.push("health    off (set http.listen)".to_owned());
    }
    if !parts.mail {
        lines.push("mail      off (--only discord)".to_owned());
    }
    if parts.mail {
        let opened = Gateway::open(mail::settings(&config), service.clone(), mail::SURROUNDINGS).await;
        let gateway = opened.map_err(|error| match error {
            GatewayError::Listen(at, error) => unlistenable("mail.listen", &at, &error),
            error => error.to_string(),
        })?;
        lines.extend(mail::lines(&config, gateway.listening()));
        if let Some(at) = gateway.listening() {
            monitor.watch_receiver(at);
        }
        tasks.spawn(keep_mail(gateway, config.clone(), service.clone(), monitor.clone(), stopped.clone()));
    }
    let mut bot = None;
    if !parts.discord {
        lines.push("Discord   off (--only mail)".to_owned());
    }
    if parts.discord {
        match &config.discord.token {
            Some(token) => {
                let invite = |url: &str| say(&format!("  Discord   invite the bot: {url}"));
                let settings = discord(&config, token, Arc::new(invite));
                monitor.watch_discord(settings.link.clone());
                bot = Some(tokio::spawn(turnpost_bot::run(settings, service.clone(), world::chance, stopped.clone())));
                lines.push("Discord   on; the link that invites the bot follows".to_owned());
            }
            None => lines.push("Discord   off (set DISCORD_TOKEN)".to_owned()),
        }
    }
    let threads = config.house();
    lines.push(match threads {
        0 => "house     off (house.threads = 0)".to_owned(),
        1 => "house     thinks on 1 thread".to_owned(),
        threads => format!("house     thinks on {threads} threads"),
    });
    // It looks into the database, as above.
    let house = tokio::task::block_in_place(|| House::open(&service, threads));
    tasks.spawn(keep_house(house, stopped.clone()));
    tasks.spawn(ticks(service.clone(), stopped.clone()));
    tasks.spawn(until(stopped.clone(), beats(service.clone())));

    lines.push(format!("next      {}", next_step(&config, parts)));
    say(&format!("turnpost {} is running. Ctrl-C stops it; nothing is lost.", env!("CARGO_PKG_VERSION")));
    lines.iter().for_each(|line| say(&format!("  {line}")));

    let failed = tokio::select! {
        () = interrupted(signals) => None,
        failed = ended(&mut bot, parts, &monitor) => Some(failed),
    };
    tracing::info!("stopping");
    stop.send_replace(true);
    let finished = tokio::time::timeout(PATIENCE, async {
        while tasks.join_next().await.is_some() {}
        if let Some(bot) = bot {
            _ = bot.await;
        }
    });
    if finished.await.is_err() {
        tracing::warn!("what was under way did not finish in time; it will be taken up at the next start");
    }
    failed.map_or(Ok(()), |why| Err(why.into()))
}

/// Shows other machines that this process is alive, and takes over what those held that no longer are. Processes that
/// share a data directory know that by its locks.
async fn beats(service: Arc<Service>) {
    loop {
        tokio::time::sleep(BEAT).await;
        let service = service.clone();
        let beat = tokio::task::spawn_blocking(move || {
            let dead = service.beat()?;
            if dead.is_empty() { Ok(()) } else { service.take_over(&dead) }
        });
        if let Ok(Err(error)) = beat.await {
            tracing::warn!(%error, "the other processes can't be told that this one is alive");
        }
    }
}

/// Takes over what earlier processes held. Where that can't be known, their leases have to run out.
fn take_over(config: &Config, service: &Service) {
    let (alive, found) = match alive::announce(&config.data_dir, service.holder()) {
        Ok(announced) => announced,
        Err(error) => return tracing::warn!(%error, "no lock in the data directory: leases of dead processes run out"),
    };
    // Kept until the process is gone altogether: what it began goes on for a moment after it was told to stop.
    std::mem::forget(alive);
    if found.dead.is_empty() {
        return;
    }
    match service.take_over(&found.dead) {
        Ok(()) => tracing::debug!("took up what an earlier process held"),
        Err(error) => tracing::error!(%error, "what an earlier process held has to wait till its leases run out"),
    }
}

/// Whether a port is free for us.
fn can_listen(key: &str, at: &str) -> Result<(), String> {
    std::net::TcpListener::bind(at).map(drop).map_err(|error| unlistenable(key, at, &error))
}

fn unlistenable(key: &str, at: &str, error: &io::Error) -> String {
    let why = match error.kind() {
        io::ErrorKind::AddrInUse => "another program has that port, perhaps another turnpost; stop it, or".to_owned(),
        io::ErrorKind::PermissionDenied => "ports below 1024 are root's;".to_owned(),
        _ => format!("{error};"),
    };
    format!("{key}: can't listen on {at}: {why} set {key} to another address and port")
}

/// The next thing to type, for somebody who has just started it.
fn next_step(config: &Config, parts: Parts) -> String {
    let program = std::env::args().next().unwrap_or_else(|| "turnpost".to_owned());
    let local = config.mail.smtp.is_none() && config.mail.listen.is_some();
    match (parts.mail, local) {
        (true, true) => format!("in a second terminal:  {program} demo"),
        (true, false) => format!("write a mail to {}: help", config.mail.address.plain()),
        (false, _) => "open the link that invites the bot, then type /new in a channel".to_owned(),
    }
}

/// Writes a line to the console; it doesn't matter whether anybody can read it.
fn say(line: &str) {
    _ = writeln!(io::stdout(), "{line}");
}

/// The bot's settings.
pub fn discord(config: &Config, token: &str, announce: Arc<dyn Fn(&str) + Send + Sync>) -> turnpost_bot::Settings {
    turnpost_bot::Settings {
        token: token.to_owned(),
        api: config.discord.api.clone(),
        gateway: config.discord.gateway.clone(),
        shards: Some(config.discord.shards).filter(|shards| *shards > 0),
        // Processes that share a data directory have one bot, as ever.
        shared: config.discord.shards > 0 && config.database.url.is_some(),
        link: Arc::default(),
        pace: config.discord.pace,
        announce,
    }
}

/// Why the bot gave up, which it does only if an operator must help. Mail goes on without it.
async fn ended(bot: &mut Option<JoinHandle<Result<(), BotError>>>, parts: Parts, monitor: &Monitor) -> String {
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
        monitor.down("Discord", why.clone());
        std::future::pending::<()>().await;
    }
    why
}

/// Runs the email gateway. Should a part of it ever end early, all of it is started again; what was in progress is in
/// the database.
async fn keep_mail(
    gateway: Gateway,
    config: Config,
    service: Arc<Service>,
    monitor: Arc<Monitor>,
    stopped: watch::Receiver<bool>,
) {
    let mut gateway = Some(gateway);
    loop {
        if let Some(running) = gateway.take() {
            monitor.up("mail");
            let mut stop = stopped.clone();
            if running.run(async move { _ = stop.wait_for(|&stop| stop).await }).await {
                return;
            }
            monitor.down("mail", "a part of the gateway broke off; it is being started again".to_owned());
            tracing::error!("a part of the email gateway broke off; starting it again");
        }
        until(stopped.clone(), tokio::time::sleep(REOPEN)).await;
        if *stopped.borrow() {
            return;
        }
        match Gateway::open(mail::settings(&config), service.clone(), mail::SURROUNDINGS).await {
            Ok(opened) => gateway = Some(opened),
            Err(error) => tracing::error!(%error, "the email gateway can't be started again yet"),
        }
    }
}

/// Keeps the house open until the server stops.
async fn keep_house(house: House, mut stopped: watch::Receiver<bool>) {
    _ = stopped.wait_for(|&stop| stop).await;
    _ = tokio::task::spawn_blocking(move || house.close()).await;
}

/// Ticks now and then, and whenever a clock runs out: a game that is played at the board ends at once.
async fn ticks(service: Arc<Service>, mut stopped: watch::Receiver<bool>) {
    let mut next = Instant::now() + TICK;
    loop {
        let deadline = next_deadline(service.clone()).await;
        let left = deadline.map_or(LOOK, |deadline| deadline.duration_since(SystemTime::now()).unwrap_or_default());
        let stop = tokio::select! {
            _ = stopped.wait_for(|&stop| stop) => true,
            () = tokio::time::sleep(left.clamp(BREATH, LOOK)) => false,
        };
        if stop {
            return;
        }
        if Instant::now() >= next || deadline.is_some_and(|deadline| deadline <= SystemTime::now()) {
            tick(service.clone()).await;
            next = Instant::now() + TICK;
        }
    }
}

async fn next_deadline(service: Arc<Service>) -> Option<SystemTime> {
    let found = tokio::task::spawn_blocking(move || service.next_deadline()).await.ok()?;
    let at = found.inspect_err(|error| tracing::error!(%error, "the next deadline is unknown")).ok()??;
    Some(SystemTime::UNIX_EPOCH + Duration::from_secs(u64::try_from(at).ok()?))
}

async fn tick(service: Arc<Service>) {
    let done = tokio::task::spawn_blocking(move || service.tick(moment::now(), world::chance())).await;
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

async fn interrupted(signals: (io::Result<Signal>, io::Result<Signal>)) {
    match signals {
        (Ok(mut interrupt), Ok(mut terminate)) => {
            tokio::select! { _ = interrupt.recv() => {}, _ = terminate.recv() => {} }
        }
        // Without signals only a kill stops it, which is safe too.
        _ => std::future::pending().await,
    }
}
