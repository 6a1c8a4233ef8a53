//! The receiver's side of one SMTP (RFC 5321) or LMTP (RFC 2033) conversation, over any stream.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use smtp_proto::{MAIL_BODY_BINARYMIME, Request};
use tokio::io::{AsyncBufRead, AsyncWrite, AsyncWriteExt};
use tokio::time::{Instant, timeout, timeout_at};
use turnpost_core::clock::moment::now;

use super::lines::{self, Data};
use super::network::Standing;
use super::places::Seat;
use super::{Arrival, Inbox, NotStored, Via};
use crate::address::OurAddress;

const NO_ROOM: &str = "452 4.3.1 there is no room for it now, try again later";
const BINARY: &str = "555 5.5.4 mail in binary form is not taken here";
const BUSY: &str = "450 4.7.1 you write faster than you are read, try again later";
const TOO_LARGE: &str = "552 5.3.4 that mail is too large for a turn";

/// What one client may do.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// Bytes of a mail; announced by SIZE (RFC 1870).
    pub size: usize,
    /// Recipients of a mail.
    pub recipients: usize,
    /// Mails in one conversation.
    pub mails: usize,
    /// Refused commands before we hang up.
    pub errors: usize,
    /// Time for a command.
    pub command: Duration,
    /// Time for a whole mail.
    pub data: Duration,
    /// Time until the first mail, and from each to the next.
    pub quiet: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        let (command, data, quiet) = (Duration::from_secs(120), Duration::from_secs(300), Duration::from_secs(300));
        // RFC 5321 §4.5.3.1.8 wants a hundred recipients.
        Self { size: 4 << 20, recipients: 100, mails: 200, errors: 10, command, data, quiet }
    }
}

/// What a conversation is about: who we are, who they are, where mail goes.
#[derive(Clone)]
pub(crate) struct Host {
    /// Our address: what is not for it is refused.
    pub ours: OurAddress,
    /// Where mail is stored.
    pub inbox: Inbox,
    /// What a client may do.
    pub limits: Limits,
    /// The client's address.
    pub peer: IpAddr,
    /// What that says about it.
    pub standing: Standing,
    /// Whether STARTTLS is offered (RFC 3207); never inside TLS.
    pub offers_tls: bool,
    /// Its seat among the conversations.
    pub seat: Arc<Seat>,
}

/// How a conversation ended.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// It is over.
    Closed,
    /// The client asked for TLS and was told to go ahead.
    StartTls,
}

/// Holds one conversation. With `greet` it opens with a 220; after STARTTLS it does not.
pub(crate) async fn hold<S>(host: &Host, stream: &mut S, greet: bool) -> std::io::Result<Ending>
where
    S: AsyncBufRead + AsyncWrite + Unpin,
{
    let mut talk = Talk { host, stream, hello: None, mail: None, mails: 0, errors: 0 };
    if greet {
        talk.say(&format!("220 {} ESMTP turnpost", host.ours.domain())).await?;
    }
    talk.run().await
}

/// Who the client says it is.
struct Hello {
    name: String,
    lmtp: bool,
}

/// The mail that is being handed over.
struct Transaction {
    sender: String,
    recipients: Vec<String>,
}

struct Talk<'a, S> {
    host: &'a Host,
    stream: &'a mut S,
    hello: Option<Hello>,
    mail: Option<Transaction>,
    mails: usize,
    errors: usize,
}

impl<S: AsyncBufRead + AsyncWrite + Unpin> Talk<'_, S> {
    async fn run(&mut self) -> std::io::Result<Ending> {
        let limits = self.host.limits;
        let (mut mails, mut over) = (self.mails, Instant::now() + limits.quiet);
        loop {
            if self.mails > mails {
                (mails, over) = (self.mails, Instant::now() + limits.quiet);
            }
            let late = over.min(Instant::now() + limits.command);
            let read = tokio::select! {
                read = timeout_at(late, lines::command(self.stream)) => read,
                () = self.host.seat.lost() => return self.hang_up("421 4.3.2 others wait for your place").await,
            };
            let line = match read {
                Err(_) => return self.hang_up("421 4.4.2 you took too long").await,
                Ok(Err(_)) => return self.hang_up("500 5.5.2 that line is too long").await,
                Ok(Ok(None)) => return Ok(Ending::Closed),
                Ok(Ok(Some(line))) => line,
            };
            let refused = match Request::parse(&mut line.iter()) {
                _ if size_overflows(&line) => Some(TOO_LARGE),
                Ok(Request::Quit) => return self.hang_up("221 2.0.0 bye").await,
                Ok(Request::StartTls) if self.host.offers_tls => {
                    self.say("220 2.0.0 go ahead").await?;
                    return Ok(Ending::StartTls);
                }
                Ok(Request::Rcpt { .. }) if names_postmaster(&line) => {
                    self.rcpt_to(self.host.ours.postmaster()).await?
                }
                Ok(request) => self.obey(request.into_owned()).await?,
                Err(_) => Some("500 5.5.2 that is no command I know"),
            };
            if let Some(reply) = refused {
                self.errors += 1;
                if self.errors > self.host.limits.errors {
                    return self.hang_up("421 4.7.0 too many errors").await;
                }
                self.say(reply).await?;
            }
            if self.mails >= self.host.limits.mails {
                return self.hang_up("421 4.7.0 enough for one connection").await;
            }
        }
    }

    /// Carries a command out; a refusal is returned for the caller to count.
    async fn obey(&mut self, request: Request<String>) -> std::io::Result<Option<&'static str>> {
        match request {
            Request::Ehlo { host } => self.greet(host, false, true).await?,
            Request::Helo { host } => self.greet(host, false, false).await?,
            Request::Lhlo { host } => self.greet(host, true, true).await?,
            Request::Noop { .. } => self.say("250 2.0.0 fine").await?,
            Request::Help { .. } => self.say("214 2.0.0 see RFC 5321").await?,
            Request::Vrfy { .. } => self.say("252 2.1.5 send something and see").await?,
            Request::Rset => {
                self.mail = None;
                self.say("250 2.0.0 forgotten").await?;
            }
            // RFC 3030 §3: only where it is offered, and only with CHUNKING. Its lines would not survive.
            Request::Mail { from } if from.flags & MAIL_BODY_BINARYMIME != 0 => return Ok(Some(BINARY)),
            Request::Mail { from } => return self.mail_from(from.address, from.size).await,
            Request::Rcpt { to } => return self.rcpt_to(to.address).await,
            Request::Data => return self.data().await,
            _ => return Ok(Some("502 5.5.1 not here")),
        }
        Ok(None)
    }

    async fn greet(&mut self, name: String, lmtp: bool, extended: bool) -> std::io::Result<()> {
        self.hello = Some(Hello { name, lmtp });
        self.mail = None;
        let domain = self.host.ours.domain();
        if !extended {
            return self.say(&format!("250 {domain}")).await;
        }
        let tls = if self.host.offers_tls { "250-STARTTLS\r\n" } else { "" };
        let size = self.host.limits.size;
        self.say(&format!(
            "250-{domain}\r\n250-PIPELINING\r\n250-SIZE {size}\r\n250-8BITMIME\r\n250-SMTPUTF8\r\n{tls}250 ENHANCEDSTATUSCODES"
        ))
        .await
    }

    async fn mail_from(&mut self, sender: String, size: usize) -> std::io::Result<Option<&'static str>> {
        if self.hello.is_none() {
            return Ok(Some("503 5.5.1 say EHLO or LHLO first"));
        }
        if self.mail.is_some() {
            return Ok(Some("503 5.5.1 one mail at a time"));
        }
        if size > self.host.limits.size {
            return Ok(Some(TOO_LARGE));
        }
        self.mail = Some(Transaction { sender, recipients: Vec::new() });
        self.say("250 2.1.0 go on").await?;
        Ok(None)
    }

    async fn rcpt_to(&mut self, recipient: String) -> std::io::Result<Option<&'static str>> {
        let Some(mail) = &mut self.mail else {
            return Ok(Some("503 5.5.1 say MAIL first"));
        };
        if self.host.ours.recognise(&recipient).is_none() {
            return Ok(Some("550 5.1.1 nobody of that name plays here"));
        }
        if mail.recipients.len() >= self.host.limits.recipients {
            // Not the client's error: it sends the mail again to the rest (RFC 5321 §4.5.3.1.10).
            self.say("452 4.5.3 too many recipients").await?;
            return Ok(None);
        }
        mail.recipients.push(recipient);
        self.say("250 2.1.5 known").await?;
        Ok(None)
    }

    async fn data(&mut self) -> std::io::Result<Option<&'static str>> {
        let ready = self.mail.take_if(|mail| !mail.recipients.is_empty());
        let (Some(mail), Some(hello)) = (ready, &self.hello) else {
            return Ok(Some("503 5.5.1 say MAIL and RCPT first"));
        };
        // LMTP answers for each recipient (RFC 2033 §4.2), SMTP once.
        let answers = if hello.lmtp { mail.recipients.len() } else { 1 };
        // Anybody can say LHLO; only a server on this machine is one of ours.
        let via = match hello.lmtp && self.host.standing == Standing::Here {
            true => Via::Lmtp,
            false => Via::Smtp { peer: self.host.peer, helo: hello.name.clone() },
        };
        self.say("354 end with a line of one dot").await?;
        let (limits, seat) = (self.host.limits, &self.host.seat);
        seat.mail_begins();
        let came = |bytes| seat.mail_goes_on(bytes);
        let data = tokio::select! {
            data = timeout(limits.data, lines::data(self.stream, limits.size, came)) => data,
            () = seat.lost() => return Err(std::io::ErrorKind::ConnectionAborted.into()),
        };
        seat.mail_is_here();
        let reply = match data {
            Err(_) => return Err(std::io::ErrorKind::TimedOut.into()),
            Ok(Err(error)) => return Err(error),
            Ok(Ok(Data::TooLarge)) => TOO_LARGE,
            Ok(Ok(Data::Mail(raw))) => {
                let arrival = Arrival { raw, via, sender: Some(mail.sender), recipients: mail.recipients, at: now() };
                match self.host.inbox.store(arrival).await {
                    Ok(()) => "250 2.0.0 stored",
                    Err(error @ NotStored::Busy(_)) => {
                        tracing::info!(%error, "a mail was turned away for now");
                        BUSY
                    }
                    Err(error) => {
                        tracing::error!(%error, "a mail was turned away for now");
                        // RFC 5321 §4.2.3 has a code of its own for insufficient storage.
                        if matches!(error, NotStored::NoRoom(_)) { NO_ROOM } else { "451 4.3.0 try again later" }
                    }
                }
            }
        };
        self.mails += 1;
        self.host.seat.mail_is_done();
        for _ in 0..answers {
            self.say(reply).await?;
        }
        Ok(None)
    }

    async fn say(&mut self, reply: &str) -> std::io::Result<()> {
        let sent = async {
            self.stream.write_all(format!("{reply}\r\n").as_bytes()).await?;
            self.stream.flush().await
        };
        timeout(self.host.limits.command, sent).await.unwrap_or_else(|_| Err(std::io::ErrorKind::TimedOut.into()))
    }

    async fn hang_up(&mut self, reply: &str) -> std::io::Result<Ending> {
        self.say(reply).await?;
        self.stream.shutdown().await?;
        Ok(Ending::Closed)
    }
}

/// Whether a recipient is postmaster without a domain; smtp-proto returns an empty address for it.
fn names_postmaster(line: &[u8]) -> bool {
    line.to_ascii_lowercase().windows(12).any(|part| part == b"<postmaster>")
}

/// Whether a SIZE has more digits than smtp-proto can represent; it would wrap around.
fn size_overflows(line: &[u8]) -> bool {
    let sizes = line.split(u8::is_ascii_whitespace).filter_map(|word| word.split_at_checked(5));
    sizes.filter(|(name, _)| name.eq_ignore_ascii_case(b"SIZE=")).any(|(_, digits)| digits.len() > 18)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
