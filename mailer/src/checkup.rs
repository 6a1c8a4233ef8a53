//! What `turnpost doctor` asks of the mail servers and of DNS.

use std::net::SocketAddr;
use std::path::Path;
use std::time::Duration;

use mail_auth::hickory_resolver::config::{NameServerConfig, ResolverConfig, ResolverOpts};
use mail_auth::hickory_resolver::proto::rr::RData;
use mail_auth::{AuthenticatedMessage, DkimResult, MessageAuthenticator};
use tokio::time::timeout;

use crate::compose::dkim::Signer;
use crate::receive::imap::Mailbox;
use crate::receive::{Inbox, NotStored};
use crate::send::smtp::Relay;
use crate::tls;
use crate::url::ServerUrl;

/// How long a server may take, from the first packet to the login.
const PATIENCE: Duration = Duration::from_secs(20);
/// How long a name server may take.
const LOOKUP: Duration = Duration::from_secs(5);

/// A relay that can be sent through.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RelayFound {
    /// Where it is, without the password.
    pub place: String,
    /// Whether the connection was encrypted.
    pub encrypted: bool,
    /// Whether a user and a password were given and accepted.
    pub logged_in: bool,
}

/// Connects to the relay and logs in, as if there were mail to send.
pub async fn relay(url: ServerUrl, authority: Option<&Path>, hello: &str) -> Result<RelayFound, String> {
    let (place, logged_in) = (url.to_string(), url.login.is_some());
    let connector = tls::connector(authority).map_err(|error| error.to_string())?;
    let relay = Relay::new(url, connector, hello);
    let connected = timeout(PATIENCE, relay.connect()).await.map_err(|_| format!("{place} does not answer"))?;
    let connection = connected.map_err(|error| format!("{place}: {error}"))?;
    let encrypted = connection.is_encrypted();
    connection.quit().await;
    Ok(RelayFound { place, encrypted, logged_in })
}

/// Logs in to the mailbox. Returns where it is, and whether it announces new mail by itself (IDLE).
pub async fn mailbox(url: ServerUrl, authority: Option<&Path>) -> Result<(String, bool), String> {
    let place = url.to_string();
    let connector = tls::connector(authority).map_err(|error| error.to_string())?;
    let nowhere = Inbox::new(|_| Err(NotStored::Failed("this is only a look".to_owned())));
    let mailbox = Mailbox::new(url, connector, nowhere, 0);
    let checked = timeout(PATIENCE, mailbox.check()).await.map_err(|_| format!("{place} does not answer"))?;
    checked.map(|idle| (place.clone(), idle)).map_err(|error| format!("{place}: {error}"))
}

/// Looks names up.
pub struct Names(MessageAuthenticator);

impl Names {
    /// Asks that name server, or those of the system.
    pub fn new(server: Option<SocketAddr>) -> Result<Names, String> {
        let made = match server {
            None => MessageAuthenticator::new_system_conf(),
            Some(at) => {
                let mut server = NameServerConfig::udp_and_tcp(at.ip());
                server.connections.iter_mut().for_each(|connection| connection.port = at.port());
                let config = ResolverConfig::from_parts(None, Vec::new(), vec![server]);
                MessageAuthenticator::new(config, ResolverOpts::default())
            }
        };
        made.map(Names).map_err(|error| error.to_string())
    }

    /// The TXT records of a name; none if there is no such name.
    pub async fn texts(&self, name: &str) -> Result<Vec<String>, String> {
        let found = match timeout(LOOKUP, self.0.resolver().txt_lookup(format!("{name}."))).await {
            Ok(Ok(found)) => found,
            Ok(Err(error)) if error.is_no_records_found() => return Ok(Vec::new()),
            Ok(Err(error)) => return Err(error.to_string()),
            Err(_) => return Err("the name server does not answer".to_owned()),
        };
        let text = |data: &RData| match data {
            RData::TXT(text) => Some(text.txt_data.iter().map(|part| String::from_utf8_lossy(part)).collect()),
            _ => None,
        };
        Ok(found.answers().iter().filter_map(|record| text(&record.data)).collect())
    }

    /// The hosts that accept a domain's mail, the preferred one first.
    pub async fn exchanges(&self, domain: &str) -> Result<Vec<String>, String> {
        let found = match timeout(LOOKUP, self.0.resolver().mx_lookup(format!("{domain}."))).await {
            Ok(Ok(found)) => found,
            Ok(Err(error)) if error.is_no_records_found() => return Ok(Vec::new()),
            Ok(Err(error)) => return Err(error.to_string()),
            Err(_) => return Err("the name server does not answer".to_owned()),
        };
        let host = |data: &RData| match data {
            RData::MX(mx) => Some((mx.preference, mx.exchange.to_ascii().trim_end_matches('.').to_owned())),
            _ => None,
        };
        let mut hosts: Vec<(u16, String)> = found.answers().iter().filter_map(|record| host(&record.data)).collect();
        hosts.sort();
        Ok(hosts.into_iter().map(|(_, host)| host).collect())
    }

    /// Checks that a signature made with this key verifies against the published one.
    pub async fn signature_passes(&self, key: &Path, selector: &str, domain: &str) -> Result<(), String> {
        let signer = Signer::load(key, selector, domain).map_err(|error| error.to_string())?;
        let sample = format!(
            "From: play@{domain}\r\nTo: play@{domain}\r\nSubject: A test of the signature\r\nMessage-ID: <test@{domain}>\r\n\r\nA test.\r\n"
        );
        let signed = signer.sign(sample.as_bytes()).map_err(|error| error.to_string())?;
        let message = AuthenticatedMessage::parse(&signed).ok_or("a signed mail can't be read")?;
        let results = timeout(LOOKUP, self.0.verify_dkim(&message)).await;
        let results = results.map_err(|_| "the name server does not answer".to_owned())?;
        match results.first().map(|output| output.result()) {
            Some(DkimResult::Pass) => Ok(()),
            Some(other) => Err(format!("{other:?}")),
            None => Err("a signed mail shows no signature".to_owned()),
        }
    }
}
