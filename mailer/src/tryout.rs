//! Writes to a running server as a mail client would, and looks for the answers in its Maildir outbox: a way to try
//! everything out without a mail client.

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use mail_parser::{Address, Message, MessageParser, MimeHeaders};
use tokio::time::{Instant, sleep};
use turnpost_core::clock::moment::now;

use crate::address::{AddressError, same};
use crate::compose::mime::{Draft, MimeError};
use crate::maildir::fresh_name;
use crate::send::smtp::{Relay, SmtpError};
use crate::tls;
use crate::url::{ServerUrl, UrlError};

/// How often the outbox is looked at.
const PAUSE: Duration = Duration::from_millis(50);

/// How long it must stay quiet after the first answer.
const QUIET: Duration = Duration::from_millis(400);

/// One person's mail client.
pub struct Client {
    /// The server's `mail.listen`.
    pub server: String,
    /// The server's `mail.address`.
    pub play: String,
    /// The server's `mail.outbox`.
    pub outbox: PathBuf,
    /// Who writes, `ann@example.com` or `Ann <ann@example.com>`.
    pub from: String,
}

/// A mail from the outbox.
#[derive(Clone, Debug)]
pub struct Seen {
    /// Its file's name, without flags; later ones are greater.
    pub name: String,
    /// Its file.
    pub path: PathBuf,
    /// To whom.
    pub to: String,
    /// Where answers go.
    pub reply_to: String,
    /// Its Subject.
    pub subject: String,
    /// Its Message-ID.
    pub message_id: String,
    /// Its text.
    pub text: String,
    /// Its HTML.
    pub html: String,
    /// Its inline pictures: Content-ID and bytes.
    pub pictures: Vec<(String, Vec<u8>)>,
    /// Its attached files: name and bytes.
    pub files: Vec<(String, Vec<u8>)>,
}

/// What goes wrong.
#[derive(Debug, thiserror::Error)]
pub enum TryoutError {
    /// There is no server, or it refuses.
    #[error("{0}; is the server running?")]
    Smtp(#[from] SmtpError),
    /// Its address.
    #[error("{0}")]
    Url(#[from] UrlError),
    /// The outbox.
    #[error("the outbox can't be read: {0}")]
    Outbox(#[from] io::Error),
    /// The mail.
    #[error("{0}")]
    Mime(#[from] MimeError),
    /// The sender.
    #[error("{0}")]
    Address(#[from] AddressError),
    /// Nothing to answer.
    #[error("there is no mail to {0} yet that could be answered")]
    NothingToAnswer(String),
}

impl Client {
    /// The bare address that the person has.
    pub fn address(&self) -> &str {
        self.from.rsplit('<').next().unwrap_or(&self.from).trim_end_matches('>').trim()
    }

    /// Writes a mail, or answers the last one that the person got.
    pub async fn write(&self, text: &str, answer: bool) -> Result<(), TryoutError> {
        let last = self.got()?.pop();
        if answer && last.is_none() {
            return Err(TryoutError::NothingToAnswer(self.address().to_owned()));
        }
        self.send(text, last.as_ref().filter(|_| answer)).await
    }

    /// Writes a mail, in answer to another one if given.
    pub async fn send(&self, text: &str, last: Option<&Seen>) -> Result<(), TryoutError> {
        let (name, _) =
            self.from.rsplit_once('<').unwrap_or((self.address().split('@').next().unwrap_or_default(), ""));
        let to = last.map_or(&self.play, |last| &last.reply_to);
        let draft = Draft {
            from_name: name.trim().trim_matches('"').to_owned(),
            from: self.address().to_owned(),
            reply_to: self.address().to_owned(),
            to: to.clone(),
            subject: last.map(|last| format!("Re: {}", last.subject)).unwrap_or_default(),
            message_id: format!("{}@tryout.localhost", fresh_name()),
            references: last.iter().map(|last| last.message_id.clone()).collect(),
            at: now(),
            plain: format!("{text}\n"),
            html: format!("<div>{}</div>", crate::compose::escape(text).replace('\n', "<br>")),
            ..Draft::default()
        };
        let url = ServerUrl::parse(&format!("smtp://{}", self.server))?;
        let mut connection = Relay::new(url, tls::connector(None)?, "tryout.localhost").connect().await?;
        connection.send(self.address(), to, &draft.bytes()?).await?;
        connection.quit().await;
        Ok(())
    }

    /// Waits for new mails, to anybody: the first, and those that follow right after it.
    pub async fn wait(&self, before: &[Seen], patience: Duration) -> Result<Vec<Seen>, TryoutError> {
        let begun = Instant::now();
        let mut fresh: Vec<Seen> = Vec::new();
        let mut last_change = begun;
        loop {
            let all = outbox(&self.outbox)?;
            let now: Vec<Seen> =
                all.into_iter().filter(|seen| before.iter().all(|old| old.name != seen.name)).collect();
            if now.len() > fresh.len() {
                last_change = Instant::now();
                fresh = now;
            }
            let quiet = !fresh.is_empty() && last_change.elapsed() >= QUIET;
            if quiet || begun.elapsed() >= patience {
                return Ok(fresh);
            }
            sleep(PAUSE).await;
        }
    }

    /// The mails that the person got, oldest first.
    pub fn got(&self) -> Result<Vec<Seen>, TryoutError> {
        Ok(outbox(&self.outbox)?.into_iter().filter(|seen| same(&seen.to, self.address())).collect())
    }
}

/// All mails in an outbox, oldest first.
pub fn outbox(folder: &Path) -> io::Result<Vec<Seen>> {
    let mut found = Vec::new();
    for part in ["new", "cur"] {
        let entries = match std::fs::read_dir(folder.join(part)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            entries => entries?,
        };
        for entry in entries {
            let path = entry?.path();
            let Some(seen) = std::fs::read(&path).ok().and_then(|raw| seen(path, &raw)) else {
                continue;
            };
            found.push(seen);
        }
    }
    found.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(found)
}

fn seen(path: PathBuf, raw: &[u8]) -> Option<Seen> {
    let message: Message = MessageParser::default().parse(raw)?;
    let address = |list: Option<&Address>| Some(list?.first()?.address()?.to_owned());
    let name = path.file_name()?.to_string_lossy().split(':').next()?.to_owned();
    let mut pictures = Vec::new();
    let mut files = Vec::new();
    for part in &message.parts {
        match (part.content_id(), part.attachment_name()) {
            (Some(cid), _) => pictures.push((cid.to_owned(), part.contents().to_vec())),
            (None, Some(name)) => files.push((name.to_owned(), part.contents().to_vec())),
            (None, None) => {}
        }
    }
    let to = address(message.to())?;
    Some(Seen {
        name,
        reply_to: address(message.reply_to()).or_else(|| address(message.from()))?,
        subject: message.subject().unwrap_or_default().to_owned(),
        message_id: message.message_id().unwrap_or_default().to_owned(),
        text: message.body_text(0).unwrap_or_default().replace("\r\n", "\n"),
        html: message.body_html(0).unwrap_or_default().into_owned(),
        pictures,
        files,
        to,
        path,
    })
}
