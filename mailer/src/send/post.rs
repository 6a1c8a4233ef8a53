//! The way out: a relay, or a Maildir where there is none.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::Semaphore;

use super::smtp::{Connection, Relay, SmtpError};
use crate::maildir::Maildir;

/// How long an idle connection is kept for reuse; servers hang up on silent ones.
const IDLE: Duration = Duration::from_secs(20);

/// Connections at a time; relays refuse clients that open many.
const CONNECTIONS: usize = 8;

/// Where mail goes.
pub enum Post {
    /// To a relay, over connections that are reused.
    Relay {
        /// The relay.
        relay: Box<Relay>,
        /// Connections whose last mail went well.
        idle: Mutex<Vec<(Connection, Instant)>>,
        /// A permit for each connection in use.
        places: Semaphore,
    },
    /// Into a folder.
    Maildir(Maildir),
}

/// Why a mail was not sent.
#[derive(Debug, thiserror::Error)]
#[error("{text}")]
pub struct NotSent {
    /// It never will be.
    pub permanent: bool,
    /// Nor will any other mail to that address.
    pub no_such_address: bool,
    /// Others wouldn't be either: the trouble is with the relay or the disk.
    pub general: bool,
    /// In words.
    pub text: String,
}

impl Post {
    /// Sends through a relay.
    pub fn relay(relay: Relay) -> Self {
        Self::Relay { relay: Box::new(relay), idle: Mutex::default(), places: Semaphore::new(CONNECTIONS) }
    }

    /// Hands a mail over; when this returns, the next server has it, or the disk. The same mail always has the same name,
    /// so that a folder gets it once.
    pub async fn send(&self, name: &str, sender: &str, recipient: &str, mail: Vec<u8>) -> Result<(), NotSent> {
        match self {
            Self::Relay { relay, idle, places } => {
                let _place = places.acquire().await;
                let kept = take(idle);
                let fresh = kept.is_none();
                let mut connection = match kept {
                    Some(connection) => connection,
                    None => relay.connect().await?,
                };
                let sent = connection.send(sender, recipient, &mail).await;
                let hung_up = matches!(sent, Err(SmtpError::Io(_) | SmtpError::Refused { code: 421, .. }));
                if hung_up && !fresh && !connection.may_have_taken() {
                    // The server hung up on the kept connection before it was ready for the mail, so we try once more on
                    // a new one. A mail that it may have accepted is tried again later: now it would only be a duplicate.
                    connection = relay.connect().await?;
                    connection.send(sender, recipient, &mail).await?;
                } else {
                    sent?;
                }
                keep(idle, connection);
                Ok(())
            }
            Self::Maildir(folder) => {
                let (folder, name) = (folder.clone(), name.to_owned());
                let written = tokio::task::spawn_blocking(move || folder.put(&name, &mail)).await;
                let trouble = match written {
                    Ok(Ok(_)) => return Ok(()),
                    Ok(Err(error)) => error.to_string(),
                    Err(error) => error.to_string(),
                };
                Err(NotSent {
                    permanent: false,
                    no_such_address: false,
                    general: true,
                    text: format!("the outbox can't be written: {trouble}"),
                })
            }
        }
    }

    /// Closes what is kept.
    pub(crate) async fn close(&self) {
        if let Self::Relay { idle, .. } = self {
            while let Some(connection) = take(idle) {
                connection.quit().await;
            }
        }
    }
}

impl From<SmtpError> for NotSent {
    fn from(error: SmtpError) -> Self {
        Self {
            permanent: error.is_permanent(),
            no_such_address: error.is_about_address(),
            general: error.is_general(),
            text: error.to_string(),
        }
    }
}

fn take(idle: &Mutex<Vec<(Connection, Instant)>>) -> Option<Connection> {
    let mut idle = idle.lock().unwrap_or_else(PoisonError::into_inner);
    idle.retain(|(_, since)| since.elapsed() < IDLE);
    idle.pop().map(|(connection, _)| connection)
}

fn keep(idle: &Mutex<Vec<(Connection, Instant)>>, connection: Connection) {
    let mut idle = idle.lock().unwrap_or_else(PoisonError::into_inner);
    idle.push((connection, Instant::now()));
}
