//! Everything around the server: its relay, Discord, the mail that was sent both ways, and whether time is up.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use rusqlite::Connection;
use turnpost_mailer::send::smtp;
use turnpost_mailer::tls;
use turnpost_mailer::url::ServerUrl;
use turnpost_standin::Standin;

use crate::post::{Office, Sent};
use crate::relay::Relay;
use crate::server::Server;

/// Where people write to.
pub const PLAY: &str = "play@soak.test";
const TOKEN: &str = "a-token-for-tests";
/// Nothing takes longer, though everything is killed all the time.
pub const PATIENCE: Duration = Duration::from_secs(300);

pub struct World {
    pub server: Server,
    pub relay: Relay,
    pub discord: Standin,
    pub channel: u64,
    /// Mail that the relay took from the server.
    pub office: Office,
    /// Mail that the server said it has.
    pub acknowledged: Mutex<Vec<Sent>>,
    pub kills: AtomicU64,
    pub relay_kills: AtomicU64,
    pub repeats: AtomicU64,
    pub hostile: AtomicU64,
    until: Instant,
    names: AtomicU64,
    wire: smtp::Relay,
    _folder: tempfile::TempDir,
}

impl World {
    /// Everything up, until that time.
    pub async fn start(until: Instant) -> World {
        let folder = tempfile::tempdir().unwrap();
        let relay = Relay::start();
        let discord = Standin::start(TOKEN).await.unwrap();
        let (_, channel) = discord.add_guild();
        let mail = free_port();
        let variables = [
            ("TURNPOST_DATA_DIR", folder.path().display().to_string()),
            ("TURNPOST_MAIL__ADDRESS", PLAY.to_owned()),
            ("TURNPOST_MAIL__LISTEN", format!("127.0.0.1:{mail}")),
            ("TURNPOST_MAIL__SMTP", relay.url()),
            ("TURNPOST_HTTP__LISTEN", String::new()),
            ("TURNPOST_DISCORD__TOKEN", TOKEN.to_owned()),
            ("TURNPOST_DISCORD__API", discord.api.clone()),
            ("TURNPOST_DISCORD__GATEWAY", discord.gateway.clone()),
            ("TURNPOST_DISCORD__PACE", "1000".to_owned()),
        ];
        let variables = variables.map(|(name, value)| (name.to_owned(), value)).to_vec();
        let server = Server::new(folder.path(), mail, variables);
        server.start();
        discord.until("commands are registered", |world| (!world.commands.is_empty()).then_some(())).await;
        let url = ServerUrl::parse(&format!("smtp://127.0.0.1:{mail}")).unwrap();
        World {
            server,
            relay,
            discord,
            channel,
            office: Office::default(),
            acknowledged: Mutex::default(),
            kills: AtomicU64::new(0),
            relay_kills: AtomicU64::new(0),
            repeats: AtomicU64::new(0),
            hostile: AtomicU64::new(0),
            until,
            names: AtomicU64::new(0),
            wire: smtp::Relay::new(url, tls::connector(None).unwrap(), "soak.test"),
            _folder: folder,
        }
    }

    /// Whether nothing new is to be begun.
    pub fn is_over(&self) -> bool {
        Instant::now() >= self.until
    }

    /// A number that nobody else has.
    pub fn unique(&self) -> u64 {
        self.names.fetch_add(1, Ordering::Relaxed)
    }

    /// Hands a mail to the server, again and again until it says that it has it: what every mail server does.
    pub async fn hand_in(&self, from: &str, to: &str, raw: &[u8]) {
        let begun = Instant::now();
        while self.try_hand_in(from, to, raw).await.is_none() {
            assert!(begun.elapsed() < PATIENCE, "the server takes no mail");
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }

    /// The same once. `None` if it did not say so.
    pub async fn try_hand_in(&self, from: &str, to: &str, raw: &[u8]) -> Option<()> {
        let send = async {
            let mut connection = self.wire.connect().await.ok()?;
            connection.send(from, to, raw).await.ok()
        };
        tokio::time::timeout(Duration::from_secs(20), send).await.ok()??;
        let sent = Sent { from: from.to_owned(), raw: raw.to_vec() };
        self.acknowledged.lock().unwrap_or_else(PoisonError::into_inner).push(sent);
        Some(())
    }

    /// Lets the pauses be over that the server makes after a failure of the relay.
    pub fn end_pauses(&self) {
        self.sql("UPDATE outbox SET not_before = 0 WHERE state = 'owed' AND not_before > 0");
    }

    /// Lets a minute pass for the leases of a process that is no more. Only while none runs.
    pub fn end_leases(&self) {
        self.sql(
            "UPDATE outbox SET leased = 0, not_before = 0 WHERE state = 'owed';
             UPDATE inbox SET leased = 0 WHERE verdict IS NULL; DELETE FROM leases;",
        );
    }

    /// A connection to the server's database.
    pub fn database(&self) -> Connection {
        let connection = Connection::open(self.server.database()).unwrap();
        connection.busy_timeout(Duration::from_secs(60)).unwrap();
        connection
    }

    fn sql(&self, text: &str) {
        self.database().execute_batch(text).unwrap();
    }
}

/// Waits until there is something, and returns it; `None` when `patience` is over.
pub async fn within<T>(patience: Duration, mut there: impl FnMut() -> Option<T>) -> Option<T> {
    let begun = Instant::now();
    loop {
        if let Some(found) = there() {
            return Some(found);
        }
        if begun.elapsed() > patience {
            return None;
        }
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
}

fn free_port() -> u16 {
    std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}
