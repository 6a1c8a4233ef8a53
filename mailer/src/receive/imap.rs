//! Fetches mail from an IMAP mailbox (RFC 3501): stores each mail, then moves it out of the way. It waits with IDLE
//! (RFC 2177) where the server can, else it looks now and then; it comes back after every disconnection.
//!
//! A mail leaves the mailbox only when it is stored, so none is lost; one that was stored but not yet moved when
//! the connection broke comes again, and the store knows it by its bytes.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use async_imap::types::{Capabilities, UnsolicitedResponse};
use async_imap::{Client, Session};
use futures_util::TryStreamExt;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::time::{sleep, timeout};
use tokio_rustls::TlsConnector;

use super::{Arrival, Inbox, Via, now};
use crate::gateway::alarm::{Alarm, Since, Trouble};
use crate::tls;
use crate::url::ServerUrl;

/// The folder that processed mail goes to.
const DONE: &str = "Turnpost-done";

/// RFC 2177 wants IDLE renewed within 29 minutes; home routers forget connections sooner.
const IDLE: Duration = Duration::from_secs(9 * 60);

/// How often a server without IDLE is asked.
const POLL: Duration = Duration::from_secs(30);

/// Time for one command's answer.
const ANSWER: Duration = Duration::from_secs(60);

/// The longest pause before another try.
const MAX_PAUSE: Duration = Duration::from_secs(300);

/// A mailbox to fetch.
pub struct Mailbox {
    url: ServerUrl,
    tls: TlsConnector,
    inbox: Inbox,
    max_size: usize,
}

/// What goes wrong on the way to a mailbox; all of it is tried again.
#[derive(Debug, thiserror::Error)]
pub enum ImapError {
    /// The server's answer, or none.
    #[error("{0}")]
    Imap(#[from] async_imap::error::Error),
    /// The connection.
    #[error("{0}")]
    Io(#[from] std::io::Error),
    /// No answer in time.
    #[error("the server does not answer")]
    Timeout(#[from] tokio::time::error::Elapsed),
    /// Our own store.
    #[error("{0}")]
    NotStored(#[from] super::NotStored),
    /// The server's name.
    #[error("the host's name can't be checked against a certificate")]
    Name,
    /// No user in the URL.
    #[error("mail.imap names no user and password")]
    NoLogin,
}

/// What became of a mail that was asked for.
enum Fetched {
    /// Its bytes.
    Mail(Vec<u8>),
    /// Larger than is taken.
    TooLarge,
    /// The server said no, or it is gone.
    Withheld,
}

type Result<T> = std::result::Result<T, ImapError>;

/// What a stream must be to speak IMAP over it.
trait Wire: AsyncRead + AsyncWrite + Unpin + Send + std::fmt::Debug {}
impl<T: AsyncRead + AsyncWrite + Unpin + Send + std::fmt::Debug> Wire for T {}

impl Mailbox {
    /// A mailbox by its URL.
    pub fn new(url: ServerUrl, tls: TlsConnector, inbox: Inbox, max_size: usize) -> Self {
        Self { url, tls, inbox, max_size }
    }

    /// Fetches until the future is dropped. A mailbox that stays closed for long is the operator's affair.
    pub async fn watch(&self, alarm: &Arc<Alarm>) {
        let mut pause = Duration::from_secs(1);
        let closed = Since::default();
        loop {
            let mut worked = false;
            if let Err(error) = self.stay(&mut worked).await {
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

    /// Logs in and out again: what `doctor` asks for. Gives whether the server can IDLE.
    pub async fn check(&self) -> Result<bool> {
        let mut session = self.log_in().await?;
        let capabilities = timeout(ANSWER, session.capabilities()).await??;
        timeout(ANSWER, session.examine(self.folder())).await??;
        timeout(ANSWER, session.logout()).await??;
        Ok(capabilities.has_str("IDLE"))
    }

    /// One connection's life. `worked` tells whether a mail could be taken, or there was none.
    async fn stay(&self, worked: &mut bool) -> Result<()> {
        let mut session = self.log_in().await?;
        let capabilities = timeout(ANSWER, session.capabilities()).await??;
        // It is usually there already, and then the server says NO.
        let _ = timeout(ANSWER, session.create(DONE)).await?;
        timeout(ANSWER, session.select(self.folder())).await??;
        loop {
            self.drain(&mut session, &capabilities, worked).await?;
            if capabilities.has_str("IDLE") {
                let mut idle = session.idle();
                timeout(ANSWER, idle.init()).await??;
                let (wait, _stop) = idle.wait_with_timeout(IDLE);
                wait.await?;
                session = timeout(ANSWER, idle.done()).await??;
            } else {
                sleep(POLL).await;
                command(&mut session, "NOOP").await?;
            }
        }
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
            // Without TLS only a server on this machine is spoken to; any other must offer STARTTLS.
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

    /// Takes all mails that are in the folder, oldest first, one at a time. One that the server withholds stays there
    /// until the next look; the others don't wait for it.
    async fn drain(
        &self,
        session: &mut Session<Box<dyn Wire>>,
        capabilities: &Capabilities,
        worked: &mut bool,
    ) -> Result<()> {
        let mut withheld = HashSet::new();
        loop {
            told_of_new_mail(session);
            let found = timeout(ANSWER, session.uid_search("UNDELETED")).await??;
            let mut uids: Vec<u32> = found.difference(&withheld).copied().collect();
            uids.sort_unstable();
            // What the server announces with its answer it does not announce again in IDLE.
            if uids.is_empty() && !told_of_new_mail(session) {
                *worked = true;
                return Ok(());
            }
            for uid in uids {
                match self.fetch(session, uid).await? {
                    Fetched::Mail(raw) => {
                        let arrival = Arrival { raw, via: Via::Imap, sender: None, recipients: Vec::new(), at: now() };
                        self.inbox.store(arrival).await?;
                    }
                    Fetched::TooLarge => {}
                    Fetched::Withheld => {
                        // A connection that broke off looks the same; this tells.
                        command(session, "NOOP").await?;
                        tracing::warn!(uid, "the server does not give a mail; it is asked for again later");
                        withheld.insert(uid);
                        continue;
                    }
                }
                put_by(session, capabilities, uid).await?;
                *worked = true;
            }
        }
    }

    /// A mail's bytes, without marking it as read.
    async fn fetch(&self, session: &mut Session<Box<dyn Wire>>, uid: u32) -> Result<Fetched> {
        let uid = uid.to_string();
        let sizes: Vec<_> =
            timeout(ANSWER, async { session.uid_fetch(&uid, "RFC822.SIZE").await?.try_collect().await }).await??;
        let Some(size) = sizes.iter().find_map(|fetch| fetch.size) else {
            return Ok(Fetched::Withheld);
        };
        if usize::try_from(size).is_ok_and(|size| size > self.max_size) {
            tracing::warn!(size, "a mail is too large and was put by unread");
            return Ok(Fetched::TooLarge);
        }
        let mails: Vec<_> =
            timeout(ANSWER, async { session.uid_fetch(&uid, "BODY.PEEK[]").await?.try_collect().await }).await??;
        let bytes = mails.iter().find_map(|fetch| fetch.body());
        Ok(bytes.map_or(Fetched::Withheld, |bytes| Fetched::Mail(bytes.to_vec())))
    }
}

/// Whether the server said since the last call that there is new mail.
fn told_of_new_mail(session: &Session<Box<dyn Wire>>) -> bool {
    let mut told = false;
    while let Ok(response) = session.unsolicited_responses.try_recv() {
        told |= matches!(response, UnsolicitedResponse::Exists(_));
    }
    told
}

/// Moves a mail to the folder of processed ones (RFC 6851, or copy and delete where the server can't).
async fn put_by(session: &mut Session<Box<dyn Wire>>, capabilities: &Capabilities, uid: u32) -> Result<()> {
    let uid = uid.to_string();
    if capabilities.has_str("MOVE") {
        timeout(ANSWER, session.uid_mv(&uid, DONE)).await??;
        return Ok(());
    }
    timeout(ANSWER, session.uid_copy(&uid, DONE)).await??;
    command(session, &format!("UID STORE {uid} +FLAGS.SILENT (\\Deleted)")).await?;
    // Without UIDPLUS (RFC 4315) it stays there, marked: a plain EXPUNGE would take along what others deleted.
    if capabilities.has_str("UIDPLUS") {
        command(session, &format!("UID EXPUNGE {uid}")).await?;
    }
    Ok(())
}

/// A command of which nothing is wanted but that it was done: a no, or the end of the connection, is an error.
async fn command(session: &mut Session<Box<dyn Wire>>, text: &str) -> Result<()> {
    Ok(timeout(ANSWER, session.run_command_and_check_ok(text)).await??)
}
