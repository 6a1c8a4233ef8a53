//! Keeps arrivals in the service's database: the raw bytes, and the envelope beside them.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use tokio::sync::Notify;
use turnpost_core::service::{Service, ServiceError};
use turnpost_core::store::{InMail, StoreError};

use super::{Arrival, Inbox, NotStored, Via};

/// An inbox that keeps mail in the service's database, and rings when there is some.
pub fn storing_inbox(service: Arc<Service>, arrived: Arc<Notify>) -> Inbox {
    Inbox::new(move |arrival| {
        let (envelope, peer) = to_row(&arrival);
        let stored = service.inbox_put(&arrival.raw, &envelope, peer.as_deref(), arrival.at);
        stored.map_err(|error| match &error {
            ServiceError::Store(StoreError::Full(_) | StoreError::NoRoom(_)) => NotStored::NoRoom(error.to_string()),
            ServiceError::Store(_) => NotStored::Failed(error.to_string()),
        })?;
        arrived.notify_one();
        Ok(())
    })
}

/// The envelope as JSON. Its names are short and never change: rows outlive programs.
#[derive(Serialize, Deserialize)]
struct Kept {
    via: Way,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    helo: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    sender: Option<String>,
    #[serde(default)]
    recipients: Vec<String>,
}

#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Way {
    Smtp,
    Lmtp,
    Imap,
    Maildir,
    Pipe,
}

/// The envelope's JSON, and the peer.
pub(crate) fn to_row(arrival: &Arrival) -> (String, Option<String>) {
    let (via, helo, peer) = match &arrival.via {
        Via::Smtp { peer, helo } => (Way::Smtp, Some(helo.clone()), Some(peer.to_string())),
        Via::Lmtp => (Way::Lmtp, None, None),
        Via::Imap => (Way::Imap, None, None),
        Via::Maildir => (Way::Maildir, None, None),
        Via::Pipe => (Way::Pipe, None, None),
    };
    let kept = Kept { via, helo, sender: arrival.sender.clone(), recipients: arrival.recipients.clone() };
    (serde_json::to_string(&kept).unwrap_or_default(), peer)
}

/// The mail as it arrived. An envelope that can't be read counts as unknown: the mail itself is what matters.
pub(crate) fn from_row(row: InMail) -> Arrival {
    let unknown = Kept { via: Way::Pipe, helo: None, sender: None, recipients: Vec::new() };
    let kept = serde_json::from_str(&row.envelope).unwrap_or(unknown);
    let peer = row.peer.and_then(|peer| peer.parse().ok());
    let via = match (kept.via, peer) {
        (Way::Smtp, Some(peer)) => Via::Smtp { peer, helo: kept.helo.unwrap_or_default() },
        (Way::Smtp | Way::Lmtp, _) => Via::Lmtp,
        (Way::Imap, _) => Via::Imap,
        (Way::Maildir, _) => Via::Maildir,
        (Way::Pipe, _) => Via::Pipe,
    };
    Arrival { raw: row.raw, via, sender: kept.sender, recipients: kept.recipients, at: row.at }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn an_envelope_comes_back_as_it_was() {
        let ways = [
            Via::Smtp { peer: "192.0.2.1".parse().unwrap(), helo: "mx".into() },
            Via::Lmtp,
            Via::Imap,
            Via::Maildir,
            Via::Pipe,
        ];
        for via in ways {
            let arrival =
                Arrival { raw: vec![1], via, sender: Some(String::new()), recipients: vec!["a@b".into()], at: 7 };
            let (envelope, peer) = to_row(&arrival);
            let row = InMail { id: 1, raw: vec![1], envelope, peer, at: 7, attempts: 0 };
            assert_eq!(from_row(row), arrival);
        }
    }
}
