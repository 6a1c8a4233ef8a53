//! One IMAP command, what the server answers to it, and what can go wrong.

use std::time::Duration;

use async_imap::Session;
use async_imap::imap_proto::{AttributeValue, MailboxDatum, Response, Status};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::time::timeout;

use crate::receive::NotStored;

/// Time for one command's answer.
pub(super) const ANSWER: Duration = Duration::from_secs(60);

/// What can go wrong with a mailbox; all of it is retried.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ImapError {
    /// The server's answer can't be understood, or there is none.
    #[error("{0}")]
    Imap(#[from] async_imap::error::Error),
    /// The server refuses, in these words; the connection remains usable.
    #[error("the server refuses: {0}")]
    Refused(String),
    /// Mails that were stored can't be moved away.
    #[error("mails are taken but can't be put by: {0}")]
    NotPutBy(String),
    /// The connection.
    #[error("{0}")]
    Io(#[from] std::io::Error),
    /// No answer in time.
    #[error("the server does not answer")]
    Timeout(#[from] tokio::time::error::Elapsed),
    /// Our own store.
    #[error("{0}")]
    NotStored(#[from] NotStored),
    /// The server's name.
    #[error("the host's name can't be checked against a certificate")]
    Name,
    /// No user in the URL.
    #[error("mail.imap names no user and password")]
    NoLogin,
}

pub(super) type Result<T> = std::result::Result<T, ImapError>;

/// What a stream must be to speak IMAP over it.
pub(super) trait Wire: AsyncRead + AsyncWrite + Unpin + Send + std::fmt::Debug {}
impl<T: AsyncRead + AsyncWrite + Unpin + Send + std::fmt::Debug> Wire for T {}

/// Runs a command and returns what `pick` takes from the server's answers. A refusal is an error, and so is the end of
/// the connection: the crate's own streams just end after either, as if there were no more answers.
pub(crate) async fn ask<T>(
    session: &mut Session<Box<dyn Wire>>,
    command: &str,
    pick: impl Fn(&Response<'_>) -> Option<T>,
) -> Result<Vec<T>> {
    timeout(ANSWER, async {
        let id = session.run_command(command).await?;
        let mut picked = Vec::new();
        while let Some(answer) = session.read_response().await? {
            match answer.parsed() {
                Response::Done { tag, status: Status::Ok, .. } if *tag == id => return Ok(picked),
                Response::Done { tag, outcome, .. } if *tag == id => {
                    let why = outcome.information.as_deref().unwrap_or("it does not say why");
                    return Err(ImapError::Refused(why.to_owned()));
                }
                other => picked.extend(pick(other)),
            }
        }
        Err(async_imap::error::Error::ConnectionLost.into())
    })
    .await?
}

/// Runs a command whose answers don't matter.
pub(crate) async fn order(session: &mut Session<Box<dyn Wire>>, command: &str) -> Result<()> {
    ask(session, command, |_| None::<()>).await?;
    Ok(())
}

/// A name as a command's argument (RFC 3501 §4.3).
pub(crate) fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('\\', "\\\\").replace('"', "\\\""))
}

/// The mails that match these keys, and whether the server announced new ones along with them.
pub(super) async fn search(session: &mut Session<Box<dyn Wire>>, keys: &str) -> Result<(Vec<u32>, bool)> {
    let answers = ask(session, &format!("UID SEARCH {keys}"), |answer| match answer {
        Response::MailboxData(MailboxDatum::Search(uids)) => Some((uids.clone(), false)),
        Response::MailboxData(MailboxDatum::Exists(_)) => Some((Vec::new(), true)),
        _ => None,
    })
    .await?;
    let (found, told): (Vec<_>, Vec<_>) = answers.into_iter().unzip();
    Ok((found.concat(), told.contains(&true)))
}

/// An attribute of a mail; `None` if the server refuses it or doesn't answer.
pub(super) async fn attribute<T>(
    session: &mut Session<Box<dyn Wire>>,
    uid: u32,
    name: &str,
    value: impl Fn(&AttributeValue) -> Option<T>,
) -> Result<Option<T>> {
    let answers = ask(session, &format!("UID FETCH {uid} {name}"), |answer| match answer {
        // Changes of other mails are reported in the same form (RFC 3501 §7.4.2).
        Response::Fetch(_, values) if values.contains(&AttributeValue::Uid(uid)) => values.iter().find_map(&value),
        _ => None,
    })
    .await;
    match answers {
        Ok(found) => Ok(found.into_iter().next()),
        Err(ImapError::Refused(why)) => {
            tracing::warn!(uid, why, "the server refuses a mail");
            Ok(None)
        }
        Err(error) => Err(error),
    }
}
