//! The email gateway, configured: what the keys of `[mail]` mean to it.

use std::net::SocketAddr;
use std::path::PathBuf;

use turnpost_mailer::gateway::Settings;
use turnpost_mailer::receive::network::{Networks, Peers};
use turnpost_mailer::surroundings::Surroundings;

use crate::config::Config;
use crate::world;

/// Mails of one sender that are acted upon in an hour: more than anybody plays, less than a robot sends.
const MAILS_PER_HOUR: u32 = 120;

/// Time and chance as they are.
pub const SURROUNDINGS: Surroundings = Surroundings { clock: world::now, chance: world::chance };

/// The gateway's settings.
pub fn settings(config: &Config) -> Settings {
    let text = |key: &str| config.set(key).map(str::to_owned);
    let path = |key: &str| config.set(key).map(PathBuf::from);
    // Checked when it was read.
    let networks = |key: &str| config.get(key).parse::<Networks>().unwrap_or_default();
    Settings {
        address: config.get("mail.address").to_owned(),
        listen: text("mail.listen"),
        certificate: path("mail.tls_cert").zip(path("mail.tls_key")),
        max_size: max_size(config),
        imap: text("mail.imap"),
        maildir: path("mail.maildir"),
        smtp: text("mail.smtp"),
        authority: path("mail.ca"),
        outbox: config.outbox(),
        trusted_authserv: text("mail.trusted_authserv"),
        operator: text("mail.operator"),
        dkim: text("mail.dkim_selector").zip(path("mail.dkim_key")),
        mails_per_hour: MAILS_PER_HOUR,
        peers: Peers { proxies: networks("mail.proxies"), nat: networks("mail.nat") },
        name_server: None,
    }
}

/// The largest mail taken.
pub fn max_size(config: &Config) -> usize {
    usize::try_from(config.number("mail.max_size")).unwrap_or(usize::MAX)
}

/// What is on, for the first lines on the console.
pub fn lines(config: &Config, listening: Option<SocketAddr>) -> Vec<String> {
    let mut ways_in: Vec<String> = listening.iter().map(ToString::to_string).collect();
    ways_in.extend(config.set("mail.imap").map(|_| "an IMAP mailbox".to_owned()));
    ways_in.extend(config.set("mail.maildir").map(|path| format!("files in {path}")));
    let ways_in = if ways_in.is_empty() { "off (set mail.listen)".to_owned() } else { ways_in.join(", ") };
    let way_out = match config.set("mail.smtp") {
        Some(_) => "through the relay in mail.smtp".to_owned(),
        None => format!("files in {} (to send: set mail.smtp)", config.outbox().display()),
    };
    vec![format!("mail in   {ways_in}"), format!("mail out  {way_out}")]
}
