//! Everything around the server: its relay, Discord, the mail that was sent both ways, and whether time is up.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use turnpost_mailer::send::smtp;
use turnpost_mailer::tls;
use turnpost_mailer::url::ServerUrl;
use turnpost_standin::Standin;

use crate::audit;
use crate::database::{self, Row};
use crate::post::{Office, Sent};
use crate::relay::Relay;
use crate::relay::port::Port;
use crate::server::Server;

/// Where people write to.
pub const PLAY: &str = "play@soak.test";
const TOKEN: &str = "a-token-for-tests";
/// Nothing takes much longer, though everything is killed all the time; on a slow machine it may.
const PATIENCE: Duration = Duration::from_secs(120);
/// So it is left in peace then. What doesn't come even so never will.
const PEACE: Duration = Duration::from_secs(240);

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
    /// How many have waited for so long that nothing is broken for the time being.
    despairing: AtomicU64,
    until: Instant,
    last_kill: Instant,
    names: AtomicU64,
    wire: smtp::Relay,
    _port: Port,
    _folder: tempfile::TempDir,
}

impl World {
    /// Everything up, for so long.
    pub async fn start(length: Duration) -> World {
        let until = Instant::now() + length;
        let folder = tempfile::tempdir().unwrap();
        let relay = Relay::start();
        let discord = Standin::start(TOKEN).await.unwrap();
        let (_, channel) = discord.add_guild();
        let port = Port::reserve();
        let mail = port.number;
        let variables = [
            ("TURNPOST_DATA_DIR", folder.path().display().to_string()),
            ("TURNPOST_MAIL__ADDRESS", PLAY.to_owned()),
            ("TURNPOST_MAIL__LISTEN", format!("127.0.0.1:{mail}")),
            ("TURNPOST_MAIL__SMTP", relay.url()),
            ("TURNPOST_MAIL__INVITATIONS", "1000000".to_owned()),
            ("TURNPOST_MAIL__STRANGERS", "1000000".to_owned()),
            ("TURNPOST_HTTP__LISTEN", String::new()),
            ("TURNPOST_WEB__LISTEN", String::new()),
            ("TURNPOST_DISCORD__TOKEN", TOKEN.to_owned()),
            ("TURNPOST_DISCORD__API", discord.api.clone()),
            ("TURNPOST_DISCORD__GATEWAY", discord.gateway.clone()),
            ("TURNPOST_DISCORD__PACE", "1000".to_owned()),
        ];
        let variables = variables.into_iter().chain(database::variables(folder.path()));
        let variables = variables.map(|(name, value)| (name.to_owned(), value)).collect();
        let server = Server::new(folder.path(), mail, variables);
        server.start();
        discord.until("commands are registered", |world| (!world.commands.is_empty()).then_some(())).await;
        let url = ServerUrl::parse(&format!("smtp://127.0.0.1:{mail}")).unwrap();
        let world = World {
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
            despairing: AtomicU64::new(0),
            until,
            last_kill: until - length / 4,
            names: AtomicU64::new(0),
            wire: smtp::Relay::new(url, tls::connector(None).unwrap(), "soak.test"),
            _port: port,
            _folder: folder,
        };
        // The server forgets the bytes of mails that nobody proved; for the reckoning they are kept as they came.
        world.sql(match database::is_postgres() {
            false => {
                "CREATE TABLE came (id INTEGER PRIMARY KEY, raw BLOB NOT NULL);
                 CREATE TRIGGER mail_came AFTER INSERT ON inbox BEGIN INSERT INTO came VALUES (NEW.id, NEW.raw); END;"
            }
            true => {
                "CREATE TABLE came (id BIGINT PRIMARY KEY, raw BYTEA NOT NULL);
                 CREATE FUNCTION came() RETURNS trigger LANGUAGE plpgsql AS
                   'BEGIN INSERT INTO came VALUES (NEW.id, NEW.raw); RETURN NEW; END';
                 CREATE TRIGGER mail_came AFTER INSERT ON inbox FOR EACH ROW EXECUTE FUNCTION came();"
            }
        });
        world
    }

    /// Whether nothing new is to be begun.
    pub fn is_over(&self) -> bool {
        Instant::now() >= self.until
    }

    /// Whether the server is no longer killed: its last life is long, so that it shows whether it grows.
    pub fn is_last_life(&self) -> bool {
        Instant::now() >= self.last_kill
    }

    /// A number that nobody else has.
    pub fn unique(&self) -> u64 {
        self.names.fetch_add(1, Ordering::Relaxed)
    }

    /// Whether nothing is to be broken now: somebody has waited for too long.
    pub fn is_left_in_peace(&self) -> bool {
        self.despairing.load(Ordering::Relaxed) > 0
    }

    /// Does something again and again until what it leads to is there. Panics when it never is.
    pub async fn repeatedly<T, F: Future<Output = Option<T>>>(
        &self,
        what: impl Fn() -> String,
        mut attempt: impl FnMut() -> F,
    ) -> T {
        let begun = Instant::now();
        let mut despairs = false;
        loop {
            if let Some(found) = attempt().await {
                self.despairing.fetch_sub(u64::from(despairs), Ordering::Relaxed);
                return found;
            }
            if begun.elapsed() > PATIENCE && !despairs {
                despairs = true;
                self.despairing.fetch_add(1, Ordering::Relaxed);
            }
            if begun.elapsed() > PATIENCE + PEACE {
                panic!("waited in vain: {}\n{}", what(), audit::missing(self));
            }
        }
    }

    /// Waits for something. Panics when it never comes.
    pub async fn wait<T>(&self, what: impl Fn() -> String, there: impl Fn() -> Option<T>) -> T {
        self.repeatedly(what, || within(AGAIN, &there)).await
    }

    /// Hands a mail to the server, again and again until it says that it has it: what every mail server does.
    pub async fn hand_in(&self, from: &str, to: &str, raw: &[u8]) {
        let attempt = || async {
            let taken = self.try_hand_in(from, to, raw).await;
            if taken.is_none() {
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
            taken
        };
        self.repeatedly(|| "the server takes no mail".to_owned(), attempt).await;
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

    /// Empties the pictures in Discord, which nobody looks at: in half an hour they would be gigabytes.
    pub fn forget_pictures(&self) {
        self.discord.change(|discord| {
            let files = discord.messages.values_mut().flat_map(|message| &mut message.files);
            files.for_each(|file| file.bytes = Vec::new());
        });
    }

    /// Lets the pauses be over that the server makes after a failure of the relay.
    pub fn end_pauses(&self) {
        self.sql("UPDATE outbox SET not_before = 0 WHERE state = 'owed' AND not_before > 0");
    }

    /// Every row that a query finds in the server's database.
    pub fn each(&self, sql: &str, found: impl FnMut(Row) + Send) {
        database::each(&self.server.folder, sql, found);
    }

    /// The number that a query finds there.
    pub fn number(&self, sql: &str) -> i64 {
        database::number(&self.server.folder, sql)
    }

    fn sql(&self, text: &str) {
        database::execute(&self.server.folder, text);
    }
}

/// After so long somebody in Discord does again what nobody seems to have heard: what is said while the bot is down is lost.
pub const AGAIN: Duration = Duration::from_secs(8);

/// Waits until there is something, and returns it; `None` when that takes longer.
pub async fn within<T>(patience: Duration, there: &impl Fn() -> Option<T>) -> Option<T> {
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
