//! Who is asked to come back later, before a mail of theirs is stored: whoever has so many mails waiting already; and at the
//! built-in receiver, which can say so to the sender's server, strangers who write too often.

use std::sync::Arc;

use turnpost_core::service::{Service, ServiceError};

use super::answers::answers;
use super::limit::{Senders, network_of};
use crate::address::{self, OurAddress};
use crate::read::{Letter, from_of};
use crate::receive::network::Peers;
use crate::receive::{Arrival, NotStored, Via};

/// Mails of one sender that wait at a time.
const WAITING: u32 = 200;

/// Turns mail away for now.
pub struct Door {
    /// Knows who plays, whose secrets they are, and what waits.
    pub service: Arc<Service>,
    /// Our address.
    pub ours: OurAddress,
    /// Counts what each sender and network sent.
    pub limit: Arc<Senders>,
    /// What the operator says about the receiver's peers.
    pub peers: Peers,
}

impl Door {
    /// A door that knows only what waits, for a process that sees one mail and counts none.
    pub fn counting_nobody(service: Arc<Service>, ours: OurAddress) -> Self {
        Self { service, ours, limit: Arc::new(Senders::new(u32::MAX)), peers: Peers::default() }
    }

    /// Why a mail is turned away, if it is. Trouble with the database turns nobody away: storing the mail will tell.
    pub fn turns_away(&self, arrival: &Arrival) -> Option<NotStored> {
        let from = from_of(&arrival.raw)?;
        if self.service.mails_held_back(&from).is_ok_and(|waiting| waiting >= WAITING) {
            return Some(NotStored::Busy(format!("{WAITING} mails of its sender wait already")));
        }
        let full = matches!(arrival.via, Via::Smtp { .. })
            && self.limit.is_full(&from, network_of(&self.peers, &arrival.via).as_deref(), arrival.at);
        let known = || self.is_known(&from, arrival).unwrap_or(true);
        (full && !known()).then(|| NotStored::Busy("its sender writes too often, and is not known here".to_owned()))
    }

    /// Whether a mail may be a player's, or answers one that we sent to its sender: then it is counted once it is known who
    /// wrote it.
    fn is_known(&self, from: &str, arrival: &Arrival) -> Result<bool, ServiceError> {
        if self.service.plays(from)? {
            return Ok(true);
        }
        let Ok(letter) = Letter::parse(&arrival.raw) else { return Ok(false) };
        for token in answers(&letter, &arrival.recipients, &self.ours).tokens {
            if self.service.address_of(&token)?.is_some_and(|owner| address::same(&owner, from)) {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
