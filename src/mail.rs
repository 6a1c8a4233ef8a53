//! The email gateway, configured: what the keys of `[mail]` mean to it.

use std::net::SocketAddr;

use turnpost_core::clock::moment;
use turnpost_mailer::gateway::Settings;
use turnpost_mailer::surroundings::Surroundings;

use crate::config::Config;
use crate::world;

/// Mails of one sender that are acted upon in an hour: more than anybody plays, less than a robot sends.
const MAILS_PER_HOUR: u32 = 120;

/// The real time and real randomness.
pub const SURROUNDINGS: Surroundings = Surroundings { clock: moment::now, chance: world::chance };

/// The gateway's settings.
pub fn settings(config: &Config) -> Settings {
    let mail = &config.mail;
    Settings {
        address: mail.address.clone(),
        listen: mail.listen.clone(),
        certificate: mail.certificate().map(|(chain, key)| (chain.to_owned(), key.to_owned())),
        max_size: max_size(config),
        imap: mail.imap.clone(),
        maildir: mail.maildir.clone(),
        smtp: mail.smtp.clone(),
        authority: mail.authority.clone(),
        outbox: config.outbox(),
        trusted_authserv: mail.trusted_authserv.clone(),
        operator: mail.operator.clone(),
        dkim: mail.dkim().map(|(selector, key)| (selector.to_owned(), key.to_owned())),
        mails_per_hour: MAILS_PER_HOUR,
        peers: mail.peers.clone(),
        name_server: None,
    }
}

/// The largest mail accepted.
pub fn max_size(config: &Config) -> usize {
    usize::try_from(config.mail.max_size).unwrap_or(usize::MAX)
}

/// What is on, for the first lines on the console.
pub fn lines(config: &Config, listening: Option<SocketAddr>) -> Vec<String> {
    let mut ways_in: Vec<String> = listening.iter().map(ToString::to_string).collect();
    ways_in.extend(config.mail.imap.as_ref().map(|_| "an IMAP mailbox".to_owned()));
    ways_in.extend(config.mail.maildir.iter().map(|path| format!("files in {}", path.display())));
    let ways_in = if ways_in.is_empty() { "off (set mail.listen)".to_owned() } else { ways_in.join(", ") };
    let way_out = match &config.mail.smtp {
        Some(_) => "through the relay in mail.smtp".to_owned(),
        None => format!("files in {} (to send: set mail.smtp)", config.outbox().display()),
    };
    vec![format!("mail in   {ways_in}"), format!("mail out  {way_out}")]
}
