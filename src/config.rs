//! Configuration: `turnpost.toml` and the environment, read once into typed fields by the table of keys. All mistakes
//! are reported together, each with its file, line and key and what is allowed there.

mod keys;
mod read;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};

use keys::{KEYS, Key, Kind};
use turnpost_core::clock::ClockRule;
use turnpost_mailer::address::OurAddress;
use turnpost_mailer::receive::network::{Networks, Peers};
use turnpost_mailer::url::ServerUrl;

/// The effective configuration.
#[derive(Clone, Default)]
pub struct Config {
    /// The file it was read from, if there was one.
    pub file: Option<PathBuf>,
    /// The data directory.
    pub data_dir: PathBuf,
    /// PostgreSQL, if it is to be used.
    pub database: Database,
    /// `[mail]`
    pub mail: Mail,
    /// `[discord]`
    pub discord: Discord,
    /// The clock of challenges that name none.
    pub clock: ClockRule,
    /// As written; see [`Config::house`].
    house_threads: Option<u32>,
    /// Where `/healthz` and `/metrics` are served, as `host:port`.
    pub http_listen: Option<String>,
    /// `[web]`
    pub web: Web,
    /// `[log]`
    pub log: Log,
    /// Every key's value as it was written, to print it and to keep secrets out of the log; nothing else reads it.
    written: BTreeMap<&'static str, String>,
}

/// The keys that begin with `database`.
#[derive(Clone, Default)]
pub struct Database {
    /// Where it is; SQLite is used without one.
    pub url: Option<String>,
    /// Its password.
    pub password: Option<String>,
    /// A file with the password.
    pub password_file: Option<PathBuf>,
    /// A further certificate authority.
    pub authority: Option<PathBuf>,
    /// How many connections are opened at most; 0 for as many as suit the machine.
    pub connections: u32,
}

/// The keys of `[mail]`. What is empty is off.
#[derive(Clone, Default)]
pub struct Mail {
    /// The address people write to.
    pub address: OurAddress,
    /// Where the receiver listens, as `host:port`: the host may be a name, looked up when it is bound.
    pub listen: Option<String>,
    /// The certificate chain.
    pub tls_cert: Option<PathBuf>,
    /// Its private key.
    pub tls_key: Option<PathBuf>,
    /// The largest mail accepted, in bytes.
    pub max_size: u32,
    /// What is known about the receiver's peers: `mail.proxies` and `mail.nat`.
    pub peers: Peers,
    /// The mailbox to fetch.
    pub imap: Option<ServerUrl>,
    /// The Maildir to take mail from.
    pub maildir: Option<PathBuf>,
    /// The relay to send through.
    pub smtp: Option<ServerUrl>,
    /// `mail.ca`: a further certificate authority for both.
    pub authority: Option<PathBuf>,
    /// As written; see [`Config::outbox`].
    outbox: PathBuf,
    /// Whose Authentication-Results are believed.
    pub trusted_authserv: Option<String>,
    /// The operator's address.
    pub operator: Option<String>,
    /// The selector of the DKIM key.
    pub dkim_selector: Option<String>,
    /// The DKIM key's file.
    pub dkim_key: Option<PathBuf>,
    /// How many invitations by mail are sent in a day.
    pub invitations: u32,
    /// How many answers to strangers are sent in an hour.
    pub strangers: u32,
    /// How many days raw mails are kept.
    pub keep_days: u32,
    /// How many megabytes mail leaves free on the disk.
    pub disk_floor: u32,
}

impl Mail {
    /// Certificate chain and key; only both together count.
    pub fn certificate(&self) -> Option<(&Path, &Path)> {
        self.tls_cert.as_deref().zip(self.tls_key.as_deref())
    }

    /// DKIM selector and key; only both together count.
    pub fn dkim(&self) -> Option<(&str, &Path)> {
        self.dkim_selector.as_deref().zip(self.dkim_key.as_deref())
    }
}

/// The keys of `[discord]`.
#[derive(Clone, Default)]
pub struct Discord {
    /// The bot's token; without one there is no bot.
    pub token: Option<String>,
    /// Another base URL of the REST API.
    pub api: Option<String>,
    /// Another URL of the gateway.
    pub gateway: Option<String>,
    /// How many shards, shared by all processes on PostgreSQL; 0 asks Discord, and one process has all.
    pub shards: u32,
    /// Requests a second that one user may make.
    pub pace: u32,
}

/// The keys of `[web]`.
#[derive(Clone, Default)]
pub struct Web {
    /// Where the pages are served, as `host:port`.
    pub listen: Option<String>,
    /// Where people find them.
    pub url: Option<String>,
    /// Reverse proxies.
    pub proxies: Networks,
    /// 1 lets search engines list public pages.
    pub index: u32,
    /// Requests a second from one address.
    pub pace: u32,
}

impl Web {
    /// Where people find the pages, without a stroke at its end; none where no pages are served.
    pub fn address(&self) -> Option<String> {
        let url = self.url.as_ref().filter(|_| self.listen.is_some())?;
        Some(url.trim_end_matches('/').to_owned())
    }
}

/// The keys of `[log]`.
#[derive(Clone)]
pub struct Log {
    /// How much is logged.
    pub level: tracing::Level,
    /// How log lines look.
    pub format: LogFormat,
}

impl Default for Log {
    fn default() -> Log {
        Log { level: tracing::Level::INFO, format: LogFormat::Human }
    }
}

/// How log lines look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogFormat {
    /// For people.
    Human,
    /// For machines: one JSON object a line.
    Json,
}

/// Everything that is wrong with a configuration.
#[derive(Debug)]
pub struct ConfigError(Vec<String>);

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.join("\nturnpost: "))
    }
}

impl Config {
    /// Reads the named file, or `turnpost.toml` here if there is one, then the environment on top.
    pub fn load(file: Option<&Path>) -> Result<Config, ConfigError> {
        let default = Path::new("turnpost.toml");
        let file = file.or_else(|| default.exists().then_some(default));
        let text = match file {
            Some(path) => std::fs::read_to_string(path)
                .map_err(|error| ConfigError(vec![format!("{}: cannot be read: {error}", path.display())]))?,
            None => String::new(),
        };
        let name = file.map_or_else(String::new, |path| path.display().to_string());
        let mut config = Config::check(&name, &text, std::env::vars())?;
        config.file = file.map(Path::to_owned);
        Ok(config)
    }

    /// Everything that must never be shown, in every form that it may appear in.
    pub fn secrets(&self) -> Vec<String> {
        let mut found = Vec::new();
        for key in KEYS.iter().filter(|key| key.secret) {
            let value = self.written(key);
            found.push(value.to_owned());
            let password = value.rsplit_once('@').and_then(|(login, _)| login.rsplit_once(':'));
            found.extend(password.map(|(_, password)| password.to_owned()));
        }
        let servers = [&self.mail.imap, &self.mail.smtp].into_iter().flatten();
        found.extend(servers.filter_map(|url| url.login.as_ref()).map(|(_, password)| password.clone()));
        // Very short ones would cover half of every line, and are no secrets.
        found.retain(|secret| secret.len() >= 4);
        found
    }

    /// SQLite's file, if that is the database.
    pub fn database_file(&self) -> PathBuf {
        self.data_dir.join("turnpost.db")
    }

    /// On how many threads the computer player thinks; 0 where it is off.
    pub fn house(&self) -> usize {
        let half = || std::thread::available_parallelism().map_or(1, |cores| (cores.get() / 2).max(1));
        self.house_threads.map_or_else(half, |threads| usize::try_from(threads).unwrap_or(usize::MAX))
    }

    /// The Maildir for replies; a relative one lies in the data directory.
    pub fn outbox(&self) -> PathBuf {
        self.data_dir.join(&self.mail.outbox)
    }

    /// A key's value as it was written, or its default.
    fn written(&self, key: &Key) -> &str {
        self.written.get(key.name).map_or(key.default, String::as_str)
    }
}

/// A file that could be read back: every key with its meaning, secrets withheld.
impl fmt::Display for Config {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut table = "";
        for key in KEYS {
            let (section, name) = key.name.split_once('.').unwrap_or(("", key.name));
            if section != table {
                writeln!(f, "\n[{section}]")?;
                table = section;
            }
            let value = self.written(key);
            let shown = match (key.secret && !value.is_empty(), &key.kind) {
                (true, _) => "\"(secret, set)\"".to_owned(),
                (false, Kind::Number(..)) => value.to_owned(),
                (false, _) => toml::Value::from(value).to_string(),
            };
            let allowed =
                if matches!(key.kind, Kind::Text(_)) { String::new() } else { format!(". Allowed: {}", key.allowed()) };
            writeln!(f, "# {}{allowed}", key.help)?;
            let default = toml::Value::from(key.default).to_string();
            let changed = if value == key.default { String::new() } else { format!("  # changed; default: {default}") };
            writeln!(f, "{name} = {shown}{changed}")?;
        }
        Ok(())
    }
}
