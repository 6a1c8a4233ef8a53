//! The table of configuration keys: name, kind, default and meaning. Reading, checking, printing and the
//! operator's guide all come from it.

use std::path::PathBuf;

use tracing::Level;
use turnpost_core::clock::ClockRule;
use turnpost_mailer::address::OurAddress;
use turnpost_mailer::receive::network::Networks;
use turnpost_mailer::url::ServerUrl;

use super::{Config, LogFormat};

/// One key of `turnpost.toml`.
pub struct Key {
    /// Its full name, `mail.smtp`.
    pub name: &'static str,
    /// What values it takes.
    pub kind: Kind,
    /// Its value where none is given; empty means off or unset.
    pub default: &'static str,
    /// Whether it must never be shown.
    pub secret: bool,
    /// One line that says what it is for.
    pub help: &'static str,
}

/// Where in the configuration a value goes.
pub type Field<T> = fn(&mut Config) -> &mut T;

/// What values a key takes, and the field of that type that they are put into.
pub enum Kind {
    /// Any text.
    Text(Field<Option<String>>),
    /// A file or folder; it must be given.
    Path(Field<PathBuf>),
    /// A file or folder.
    OptionalPath(Field<Option<PathBuf>>),
    /// Our own mail address.
    OurAddress(Field<OurAddress>),
    /// Somebody's mail address.
    Address(Field<Option<String>>),
    /// Networks of addresses, with commas between; empty is none.
    Networks(Field<Networks>),
    /// `host:port` to listen on; empty is off.
    Listen(Field<Option<String>>),
    /// The URL of a mail server, with one of these schemes.
    Server(&'static [&'static str], Field<Option<ServerUrl>>),
    /// A URL with one of these schemes.
    Url(&'static [&'static str], Field<Option<String>>),
    /// A whole number in this range.
    Number(u32, u32, Field<u32>),
    /// A number of threads; empty is half of the cores.
    Threads(Field<Option<u32>>),
    /// How much is logged.
    Level(Field<Level>),
    /// How log lines look.
    Format(Field<LogFormat>),
    /// A time control such as `10d+36h`.
    Clock(Field<ClockRule>),
}

const LEVELS: [(&str, Level); 4] =
    [("error", Level::ERROR), ("warn", Level::WARN), ("info", Level::INFO), ("debug", Level::DEBUG)];
const FORMATS: [(&str, LogFormat); 2] = [("human", LogFormat::Human), ("json", LogFormat::Json)];

/// More threads than any machine has use for.
const MOST_THREADS: u32 = 1024;

impl Kind {
    /// Reads a value into its field. `None`: it isn't of this kind, and the field is as it was.
    pub fn put(&self, config: &mut Config, text: &str) -> Option<()> {
        match self {
            Kind::Text(field) => *field(config) = given(text, is_line)?,
            // It can't be empty.
            Kind::Path(field) => *field(config) = PathBuf::from(given(text, is_line)??),
            Kind::OptionalPath(field) => *field(config) = given(text, is_line)?.map(PathBuf::from),
            Kind::OurAddress(field) => *field(config) = OurAddress::parse(&given(text, is_address)??).ok()?,
            Kind::Address(field) => *field(config) = given(text, is_address)?,
            Kind::Networks(field) => *field(config) = text.parse().ok()?,
            Kind::Listen(field) => *field(config) = given(text, is_listen)?,
            Kind::Server(schemes, field) => *field(config) = server(text, schemes)?,
            Kind::Url(schemes, field) => *field(config) = given(text, |text| is_url(text, schemes))?,
            Kind::Number(least, most, field) => {
                *field(config) = text.parse().ok().filter(|number| (least..=most).contains(&number))?;
            }
            Kind::Threads(field) => {
                let number = || text.parse().ok().filter(|number| (0..=MOST_THREADS).contains(number));
                *field(config) = if text.is_empty() { None } else { Some(number()?) };
            }
            Kind::Level(field) => *field(config) = named(text, &LEVELS)?,
            Kind::Format(field) => *field(config) = named(text, &FORMATS)?,
            Kind::Clock(field) => *field(config) = text.parse().ok()?,
        }
        Some(())
    }

    /// What is allowed, for messages.
    fn allowed(&self) -> String {
        match self {
            Kind::Text(_) => "a text".into(),
            Kind::Path(_) | Kind::OptionalPath(_) => "a path".into(),
            Kind::OurAddress(_) => {
                "a mail address such as \"play@example.org\", with at most 24 characters before the @".into()
            }
            Kind::Address(_) => "a mail address such as \"play@example.org\"".into(),
            Kind::Listen(_) => "\"address:port\" such as \"127.0.0.1:2525\", or \"\" for off".into(),
            Kind::Networks(_) => "networks such as \"10.0.0.0/8, 192.0.2.7\", or \"\" for none".into(),
            Kind::Server(schemes, _) => {
                let forms: Vec<String> = schemes.iter().map(|s| format!("{s}://user:password@host:port")).collect();
                format!("a URL: {}, with %40 for an @ in the user's name", forms.join(" or "))
            }
            Kind::Url(schemes, _) => {
                let forms: Vec<String> = schemes.iter().map(|scheme| format!("{scheme}://…")).collect();
                format!("a URL: {}", forms.join(" or "))
            }
            Kind::Number(least, most, _) => format!("a whole number from {least} to {most}"),
            Kind::Threads(_) => format!("a whole number from 0 to {MOST_THREADS}, or \"\" for half of the cores"),
            Kind::Level(_) => format!("one of {}", LEVELS.map(|(name, _)| name).join(", ")),
            Kind::Format(_) => format!("one of {}", FORMATS.map(|(name, _)| name).join(", ")),
            Kind::Clock(_) => "a clock: \"10d+36h\", \"10d+36h max 45d\", \"3d/turn\" or \"none\"".into(),
        }
    }
}

impl Key {
    /// What is allowed, for messages.
    pub fn allowed(&self) -> String {
        match &self.kind {
            kind @ (Kind::OptionalPath(_) | Kind::Address(_) | Kind::Server(..) | Kind::Url(..)) => {
                format!("{}, or \"\" for none", kind.allowed())
            }
            kind => kind.allowed(),
        }
    }
}

const fn key(name: &'static str, kind: Kind, default: &'static str, help: &'static str) -> Key {
    Key { name, kind, default, secret: false, help }
}

const fn secret(name: &'static str, kind: Kind, help: &'static str) -> Key {
    Key { name, kind, default: "", secret: true, help }
}

/// Every key there is.
pub const KEYS: &[Key] = &[
    key(
        "data_dir",
        Kind::Path(|c| &mut c.data_dir),
        "turnpost-data",
        "folder of the database and, by default, the outbox",
    ),
    secret(
        "database",
        Kind::Url(&["postgres", "postgresql"], |c| &mut c.database.url),
        "PostgreSQL instead of the SQLite file in data_dir: postgres://user@host1,host2/name?target_session_attrs=read-write",
    ),
    secret(
        "database_password",
        Kind::Text(|c| &mut c.database.password),
        "its password, if it doesn't stand in the URL",
    ),
    key(
        "database_password_file",
        Kind::OptionalPath(|c| &mut c.database.password_file),
        "",
        "a file with nothing but its password",
    ),
    key(
        "database_ca",
        Kind::OptionalPath(|c| &mut c.database.authority),
        "",
        "PEM file of a certificate authority that its servers are checked against, beside the system's",
    ),
    key(
        "database_connections",
        Kind::Number(0, 1_000, |c| &mut c.database.connections),
        "0",
        "connections to PostgreSQL that one process opens at most; 0: four for each core of its machine",
    ),
    key("mail.address", Kind::OurAddress(|c| &mut c.mail.address), "play@localhost", "the address people write to"),
    key("mail.listen", Kind::Listen(|c| &mut c.mail.listen), "127.0.0.1:2525", "built-in SMTP/LMTP receiver"),
    key(
        "mail.tls_cert",
        Kind::OptionalPath(|c| &mut c.mail.tls_cert),
        "",
        "PEM certificate chain; the receiver then offers STARTTLS",
    ),
    key("mail.tls_key", Kind::OptionalPath(|c| &mut c.mail.tls_key), "", "PEM private key of that certificate"),
    key(
        "mail.max_size",
        Kind::Number(10_000, 100_000_000, |c| &mut c.mail.max_size),
        "1000000",
        "largest mail taken, in bytes",
    ),
    key(
        "mail.proxies",
        Kind::Networks(|c| &mut c.mail.peers.proxies),
        "",
        "who tells the receiver by the PROXY protocol whom a connection is from",
    ),
    key(
        "mail.nat",
        Kind::Networks(|c| &mut c.mail.peers.nat),
        "",
        "addresses that all clients share, behind a NAT, so that none stands for one",
    ),
    secret(
        "mail.imap",
        Kind::Server(&["imaps", "imap"], |c| &mut c.mail.imap),
        "mailbox to fetch: imaps://user:password@host/INBOX",
    ),
    key("mail.maildir", Kind::OptionalPath(|c| &mut c.mail.maildir), "", "Maildir to take mail from"),
    secret(
        "mail.smtp",
        Kind::Server(&["smtp", "smtps"], |c| &mut c.mail.smtp),
        "relay to send through: smtp://user:password@host:587",
    ),
    key(
        "mail.ca",
        Kind::OptionalPath(|c| &mut c.mail.authority),
        "",
        "PEM file of a further certificate authority for smtp and imap",
    ),
    key(
        "mail.outbox",
        Kind::Path(|c| &mut c.mail.outbox),
        "outbox",
        "Maildir that replies are written to where no smtp is set; in data_dir",
    ),
    key(
        "mail.trusted_authserv",
        Kind::Text(|c| &mut c.mail.trusted_authserv),
        "",
        "authserv-id whose Authentication-Results header is believed",
    ),
    key(
        "mail.operator",
        Kind::Address(|c| &mut c.mail.operator),
        "",
        "gets postmaster and abuse mail and failure alerts",
    ),
    key(
        "mail.dkim_selector",
        Kind::Text(|c| &mut c.mail.dkim_selector),
        "",
        "selector of the DKIM key that signs our mail",
    ),
    key(
        "mail.dkim_key",
        Kind::OptionalPath(|c| &mut c.mail.dkim_key),
        "",
        "PEM file of that private key (RSA or Ed25519)",
    ),
    key(
        "mail.invitations",
        Kind::Number(0, 1_000_000, |c| &mut c.mail.invitations),
        "200",
        "invitations by mail that are sent in a day; a quarter of them in an hour, a fifth of them from one domain",
    ),
    key(
        "mail.strangers",
        Kind::Number(0, 1_000_000, |c| &mut c.mail.strangers),
        "60",
        "answers an hour to people whom nobody knows yet, in all",
    ),
    key(
        "mail.keep_days",
        Kind::Number(1, 3650, |c| &mut c.mail.keep_days),
        "30",
        "how long raw mails are kept for the operator's eyes",
    ),
    key(
        "mail.disk_floor",
        Kind::Number(0, 1_000_000_000, |c| &mut c.mail.disk_floor),
        "64",
        "megabytes that mail leaves free on the disk of data_dir; below, it is answered 452",
    ),
    secret("discord.token", Kind::Text(|c| &mut c.discord.token), "bot token; the variable DISCORD_TOKEN does too"),
    key(
        "discord.api",
        Kind::Url(&["http", "https"], |c| &mut c.discord.api),
        "",
        "another base URL of the REST API, for tests",
    ),
    key(
        "discord.gateway",
        Kind::Url(&["ws", "wss"], |c| &mut c.discord.gateway),
        "",
        "another URL of the gateway, for tests",
    ),
    key(
        "discord.shards",
        Kind::Number(0, 10_000, |c| &mut c.discord.shards),
        "0",
        "number of shards, which all processes on PostgreSQL share; 0 asks Discord",
    ),
    key(
        "discord.pace",
        Kind::Number(1, 10_000, |c| &mut c.discord.pace),
        "5",
        "requests a second that one user may make; 12 times that at once",
    ),
    key("game.clock", Kind::Clock(|c| &mut c.clock), "10d+36h", "clock of challenges that name none"),
    key(
        "house.threads",
        Kind::Threads(|c| &mut c.house_threads),
        "",
        "threads on which the computer player thinks, at a low priority; 0 turns it off, empty is half of the cores",
    ),
    key("http.listen", Kind::Listen(|c| &mut c.http_listen), "127.0.0.1:2580", "/healthz and /metrics, for loopback"),
    key(
        "web.listen",
        Kind::Listen(|c| &mut c.web.listen),
        "127.0.0.1:8080",
        "the pages: games to watch, boards to play on; behind a proxy with TLS for others",
    ),
    key(
        "web.url",
        Kind::Url(&["http", "https"], |c| &mut c.web.url),
        "",
        "where people find those pages; without it no message has a link to one",
    ),
    key(
        "web.proxies",
        Kind::Networks(|c| &mut c.web.proxies),
        "",
        "reverse proxies, whose X-Forwarded-For says whom a request is from",
    ),
    key(
        "web.index",
        Kind::Number(0, 1, |c| &mut c.web.index),
        "0",
        "1 lets search engines list public games and players",
    ),
    key(
        "web.pace",
        Kind::Number(1, 1_000_000, |c| &mut c.web.pace),
        "10",
        "requests a second from one address; 4 times that at once",
    ),
    key("log.format", Kind::Format(|c| &mut c.log.format), "human", "how log lines look"),
    key("log.level", Kind::Level(|c| &mut c.log.level), "info", "how much is logged"),
];

/// A text that passes, or nothing if it is empty.
fn given(text: &str, passes: impl Fn(&str) -> bool) -> Option<Option<String>> {
    (text.is_empty() || passes(text)).then(|| Some(text.to_owned()).filter(|text| !text.is_empty()))
}

fn named<T: Copy>(text: &str, names: &[(&str, T)]) -> Option<T> {
    names.iter().find(|(name, _)| *name == text).map(|(_, value)| *value)
}

fn server(text: &str, schemes: &[&str]) -> Option<Option<ServerUrl>> {
    if text.is_empty() {
        return Some(None);
    }
    let url = ServerUrl::parse(text).ok()?;
    // A mailbox is somebody's: it can't be fetched without a login.
    let enough = !url.scheme.starts_with("imap") || url.login.is_some();
    (schemes.contains(&url.scheme.as_str()) && enough).then_some(Some(url))
}

fn is_line(text: &str) -> bool {
    !text.contains(['\n', '\0'])
}

fn is_url(text: &str, schemes: &[&str]) -> bool {
    text.split_once("://")
        .is_some_and(|(scheme, rest)| schemes.contains(&scheme) && !rest.is_empty() && !rest.contains(' '))
}

fn is_address(text: &str) -> bool {
    text.is_ascii()
        && text.split_once('@').is_some_and(|(local, domain)| {
            let word = |c: char| c.is_ascii_alphanumeric() || "._-".contains(c);
            // A plus would collide with the secrets of reply addresses.
            !local.is_empty() && local.chars().all(word) && !domain.is_empty() && domain.chars().all(word)
        })
}

fn is_listen(text: &str) -> bool {
    text.rsplit_once(':').is_some_and(|(host, port)| !host.is_empty() && port.parse::<u16>().is_ok())
}
