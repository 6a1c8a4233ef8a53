//! Fetches mail from an IMAP mailbox (RFC 3501): stores each mail, then moves it out of the way. It waits with IDLE
//! (RFC 2177) where the server supports it, else it polls; it reconnects after every disconnection.
//!
//! A mail leaves the mailbox only when it is stored, so none is lost; one that was stored but not yet moved when the
//! connection broke comes again, and the store recognises it by its bytes.

mod asking;
mod done;

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use async_imap::imap_proto::AttributeValue;
use async_imap::types::{Capabilities, UnsolicitedResponse};
use async_imap::{Client, Session};
use tokio::net::TcpStream;
use tokio::time::{sleep, timeout};
use tokio_rustls::TlsConnector;
use turnpost_core::clock::moment::{Timestamp, now};

use super::{Arrival, Inbox, NotStored, Via};
use crate::send::alarm::{Alarm, Since, Trouble};
use crate::tls;
use crate::url::ServerUrl;
use asking::{ANSWER, Result, Wire, attribute, order, quoted, search};
use done::Done;

pub(crate) use asking::ImapError;

/// RFC 2177 wants IDLE renewed within 29 minutes; home routers forget connections sooner.
const IDLE: Duration = Duration::from_secs(9 * 60);

/// How often a server without IDLE is polled.
const POLL: Duration = Duration::from_secs(30);

const DAY: Timestamp = 24 * 60 * 60;

/// The longest pause before another try.
const MAX_PAUSE: Duration = Duration::from_secs(300);

/// A mailbox to fetch.
pub struct Mailbox {
    url: ServerUrl,
    tls: TlsConnector,
    inbox: Inbox,
    max_size: usize,
    /// For how many days processed mail is kept, if not forever.
    keep_days: Option<u32>,
    /// Since when the server has been withholding a mail.
    withheld: Since,
}

impl Mailbox {
    /// A mailbox by its URL.
    pub fn new(url: ServerUrl, tls: TlsConnector, inbox: Inbox, max_size: usize) -> Self {
        Self { url, tls, inbox, max_size, keep_days: None, withheld: Since::default() }
    }

    /// Also deletes processed mail once it is that many days old.
    pub fn keeping(self, days: u32) -> Self {
        Self { keep_days: Some(days), ..self }
    }

    /// The lease of whoever fetches it: all processes on one database fetch each mailbox once.
    pub(crate) fn lease(&self) -> String {
        let user = self.url.login.as_ref().map(|(user, _)| user.as_str()).unwrap_or_default();
        format!("mailbox {} {user} {}", self.url, self.folder())
    }

    /// Fetches until the future is dropped. The operator is alerted of a mailbox that stays unreachable for long.
    pub async fn watch(&self, alarm: &Arc<Alarm>) {
        let mut pause = Duration::from_secs(1);
        let closed = Since::default();
        loop {
            let mut worked = false;
            if let Err(error) = self.stay(&mut worked, alarm).await {
                tracing::warn!(server = %self.url, %error, "the mailbox can't be fetched, trying again");
                if worked {
                    closed.works();
                } else if closed.fails(alarm.now()) {
                    alarm.raise(Trouble::Mailbox, &format!("The mailbox {} can't be fetched: {error}", self.url));
                }
            }
            pause = if worked { Duration::from_secs(1) } else { (pause * 2).min(MAX_PAUSE) };
            sleep(pause).await;
        }
    }

    /// Logs in and out again, for `doctor`. Returns whether the server supports IDLE.
    pub(crate) async fn check(&self) -> Result<bool> {
        let mut session = self.log_in().await?;
        let capabilities = timeout(ANSWER, session.capabilities()).await??;
        timeout(ANSWER, session.examine(self.folder())).await??;
        timeout(ANSWER, session.logout()).await??;
        Ok(capabilities.has_str("IDLE"))
    }

    /// One connection, from login to its end. `worked` is set once all mails in the mailbox are moved away.
    async fn stay(&self, worked: &mut bool, alarm: &Arc<Alarm>) -> Result<()> {
        let mut session = self.log_in().await?;
        let capabilities = timeout(ANSWER, session.capabilities()).await??;
        let opened = timeout(ANSWER, session.select(self.folder())).await??;
        let done = Done::find(&mut session, &opened).await?;
        let mut tidied = None;
        loop {
            let today = alarm.now();
            if tidied.is_none_or(|last| today - last >= DAY) {
                self.tidy(&mut session, &capabilities, &done, today).await?;
                tidied = Some(today);
            }
            self.drain(&mut session, &capabilities, &done, alarm).await?;
            *worked = true;
            if capabilities.has_str("IDLE") {
                session = idle(session).await?;
            } else {
                sleep(POLL).await;
                order(&mut session, "NOOP").await?;
            }
        }
    }

    /// Deletes processed mail that is no longer kept, and reopens the mailbox.
    async fn tidy(
        &self,
        session: &mut Session<Box<dyn Wire>>,
        capabilities: &Capabilities,
        done: &Done,
        today: Timestamp,
    ) -> Result<()> {
        let Some(days) = self.keep_days else { return Ok(()) };
        match done.delete_before(session, capabilities, today - DAY * i64::from(days)).await {
            Err(ImapError::Refused(why)) => tracing::warn!(why, "old processed mail can't be deleted"),
            deleted => deleted?,
        }
        order(session, &format!("SELECT {}", quoted(self.folder()))).await
    }

    fn folder(&self) -> &str {
        if self.url.path.is_empty() { "INBOX" } else { &self.url.path }
    }

    async fn log_in(&self) -> Result<Session<Box<dyn Wire>>> {
        let (user, password) = self.url.login.as_ref().ok_or(ImapError::NoLogin)?;
        let stream = timeout(ANSWER, TcpStream::connect((self.url.host.as_str(), self.url.port))).await??;
        stream.set_nodelay(true)?;
        let name = tls::name(&self.url.host).ok_or(ImapError::Name)?;
        let stream: Box<dyn Wire> = if self.url.scheme == "imaps" {
            Box::new(timeout(ANSWER, self.tls.connect(name, stream)).await??)
        } else {
            let mut client = Client::new(stream);
            timeout(ANSWER, client.read_response()).await??;
            // Only a server on this machine is spoken to without TLS; any other must offer STARTTLS.
            let started = timeout(ANSWER, client.run_command_and_check_ok("STARTTLS", None)).await?;
            let stream = client.into_inner();
            match started {
                Ok(()) => Box::new(timeout(ANSWER, self.tls.connect(name, stream)).await??),
                Err(_) if stream.peer_addr()?.ip().is_loopback() => Box::new(stream),
                Err(error) => return Err(error.into()),
            }
        };
        let greeted = self.url.scheme != "imaps";
        let mut client = Client::new(stream);
        if !greeted {
            timeout(ANSWER, client.read_response()).await??;
        }
        timeout(ANSWER, client.login(user, password)).await?.map_err(|(error, _)| error.into())
    }

    /// Takes all mails in the folder, oldest first, one at a time. One that the server withholds, or won't move, doesn't
    /// hold up others; it stays until the next round.
    async fn drain(
        &self,
        session: &mut Session<Box<dyn Wire>>,
        capabilities: &Capabilities,
        done: &Done,
        alarm: &Arc<Alarm>,
    ) -> Result<()> {
        let mut withheld = HashSet::new();
        let mut staying = HashSet::new();
        let mut refused = None;
        loop {
            let (mut uids, more) = search(session, &done.not_yet()).await?;
            uids.retain(|uid| !withheld.contains(uid) && !staying.contains(uid));
            uids.sort_unstable();
            // What the server announces with its answer, it doesn't announce again in IDLE.
            if uids.is_empty() && !more {
                break;
            }
            for uid in uids {
                let Some(raw) = self.fetch(session, uid).await? else {
                    tracing::warn!(uid, "the server does not give a mail; it is asked for again later");
                    withheld.insert(uid);
                    continue;
                };
                let arrival = Arrival { raw, via: Via::Imap, sender: None, recipients: Vec::new(), at: now() };
                match self.inbox.store(arrival).await {
                    // It is fetched again once its sender's earlier ones are handled.
                    Err(NotStored::Busy(_)) => {
                        staying.insert(uid);
                        continue;
                    }
                    stored => stored?,
                }
                match done.put_by(session, capabilities, uid).await {
                    Err(ImapError::Refused(why)) => {
                        staying.insert(uid);
                        refused = Some(why);
                    }
                    put_by => put_by?,
                }
            }
        }
        if withheld.is_empty() {
            self.withheld.works();
        } else if self.withheld.fails(alarm.now()) {
            let words = format!("The mailbox {} has mails that its server does not give: {}", self.url, withheld.len());
            alarm.raise(Trouble::Mailbox, &words);
        }
        refused.map_or(Ok(()), |why| Err(ImapError::NotPutBy(why)))
    }

    /// A mail's bytes, up to the limit, without marking it as read; `None` if the server withholds them or the mail is
    /// gone.
    async fn fetch(&self, session: &mut Session<Box<dyn Wire>>, uid: u32) -> Result<Option<Vec<u8>>> {
        let size = |value: &AttributeValue| match value {
            AttributeValue::Rfc822Size(size) => Some(*size),
            _ => None,
        };
        let Some(size) = attribute(session, uid, "RFC822.SIZE", size).await? else {
            return Ok(None);
        };
        // The beginning of a mail that is too large is enough (RFC 3501 §6.4.5): a move is at the top.
        let whole = usize::try_from(size).is_ok_and(|size| size <= self.max_size);
        let what = if whole { "BODY.PEEK[]".to_owned() } else { format!("BODY.PEEK[]<0.{}>", self.max_size) };
        let bytes = |value: &AttributeValue| match value {
            AttributeValue::BodySection { section: None, data: Some(data), .. } => Some(data.to_vec()),
            _ => None,
        };
        attribute(session, uid, &what, bytes).await
    }
}

/// Waits for new mail, or until it is time to look in any case.
async fn idle(session: Session<Box<dyn Wire>>) -> Result<Session<Box<dyn Wire>>> {
    let announced = session.unsolicited_responses.clone();
    while announced.try_recv().is_ok() {}
    let mut idle = session.idle();
    timeout(ANSWER, idle.init()).await??;
    // A mail that arrives while the server gets the command is announced before its `+` (RFC 2177 §3), and only there.
    let mut told = false;
    while let Ok(response) = announced.try_recv() {
        told |= matches!(response, UnsolicitedResponse::Exists(_));
    }
    if !told {
        let (wait, _stop) = idle.wait_with_timeout(IDLE);
        // A server that keeps saying that it is still there would postpone the end of the wait forever.
        if let Ok(waited) = timeout(IDLE, wait).await {
            waited?;
        }
    }
    Ok(timeout(ANSWER, idle.done()).await??)
}
