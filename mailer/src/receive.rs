//! Mail in, four ways: the built-in SMTP and LMTP receiver, an IMAP mailbox, a Maildir, an MTA's pipe. Each does
//! the same: it stores the raw mail with its envelope and only then lets go of it.

pub(crate) mod alone;
pub(crate) mod dialogue;
pub mod imap;
pub(crate) mod lines;
pub mod listen;
pub(crate) mod maildir;
pub mod network;
pub mod pipe;
pub(crate) mod places;
pub(crate) mod proxy;
pub mod store;

use std::net::IpAddr;
use std::sync::Arc;

use turnpost_core::clock::moment::Timestamp;

/// A mail as it arrived, unopened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrival {
    /// Its bytes.
    pub raw: Vec<u8>,
    /// Who handed it over.
    pub via: Via,
    /// The envelope sender; `None` if unknown, empty for the null sender `<>`.
    pub sender: Option<String>,
    /// The envelope recipients, where they are known.
    pub recipients: Vec<String>,
    /// When we accepted it; the player's clock stops then.
    pub at: Timestamp,
}

/// Who handed a mail over. Only direct SMTP says anything about its sender.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Via {
    /// A client of the receiver that said EHLO or HELO, or LHLO from elsewhere.
    Smtp {
        /// Its address.
        peer: IpAddr,
        /// The name it gave.
        helo: String,
    },
    /// A client of the receiver on this machine that said LHLO: a mail server of ours.
    Lmtp,
    /// Fetched by IMAP.
    Imap,
    /// Found in a Maildir.
    Maildir,
    /// Handed over by `turnpost deliver`.
    Pipe,
}

/// The mail could not be stored; whoever brought it must keep it.
#[derive(Debug, thiserror::Error)]
pub enum NotStored {
    /// There is no room for it now.
    #[error("there is no room for the mail: {0}")]
    NoRoom(String),
    /// Its sender has to wait; everybody else's mail is welcome.
    #[error("the mail must wait where it is: {0}")]
    Busy(String),
    /// Something else is wrong.
    #[error("the mail could not be stored: {0}")]
    Failed(String),
}

/// Where arrivals go: returns when the mail is safely on disk.
#[derive(Clone)]
pub struct Inbox(Arc<dyn Fn(Arrival) -> Result<(), NotStored> + Send + Sync>);

impl Inbox {
    /// An inbox that stores by this function, which may block.
    pub fn new(store: impl Fn(Arrival) -> Result<(), NotStored> + Send + Sync + 'static) -> Self {
        Self(Arc::new(store))
    }

    /// The same inbox behind a door that may turn a mail away for now.
    #[must_use]
    pub fn behind(self, door: impl Fn(&Arrival) -> Option<NotStored> + Send + Sync + 'static) -> Self {
        Self::new(move |arrival| match door(&arrival) {
            Some(why) => Err(why),
            None => self.store_now(arrival),
        })
    }

    /// Stores a mail from asynchronous code.
    pub async fn store(&self, arrival: Arrival) -> Result<(), NotStored> {
        let store = Arc::clone(&self.0);
        let stored = tokio::task::spawn_blocking(move || store(arrival)).await;
        stored.unwrap_or_else(|error| Err(NotStored::Failed(error.to_string())))
    }

    /// Stores a mail, blocking.
    pub(crate) fn store_now(&self, arrival: Arrival) -> Result<(), NotStored> {
        (self.0)(arrival)
    }
}
