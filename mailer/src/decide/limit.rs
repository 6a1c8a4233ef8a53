//! Bounds how many mails of one sender are acted upon. The sender's identity is known by then, so forged mail doesn't use
//! up the allowance of the person it claims to be from.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use turnpost_core::address::Mailbox;
use turnpost_core::clock::moment::Timestamp;
use turnpost_core::request::Proof;

use crate::receive::Via;
use crate::receive::network::{Peers, Standing, neighbourhood};

const HOUR: Timestamp = 3600;
const DAY: Timestamp = 24 * HOUR;

/// Senders that are remembered; beyond that all counts start over.
const REMEMBERED: usize = 50_000;

/// Counts mails per sender in periods that begin with the first mail.
pub(crate) struct PerSender {
    most: u32,
    period: Timestamp,
    counts: Mutex<HashMap<String, (Timestamp, u32)>>,
}

impl PerSender {
    /// At most `most` an hour.
    pub(crate) fn new(most: u32) -> Self {
        Self { most, period: HOUR, counts: Mutex::default() }
    }

    /// At most `most` a day.
    pub(crate) fn daily(most: u32) -> Self {
        Self { most, period: DAY, counts: Mutex::default() }
    }

    /// Counts a mail; false if it is one too many.
    pub(crate) fn allow(&self, sender: &str, now: Timestamp) -> bool {
        self.take(sender, now).is_ok()
    }

    /// Counts a mail. One too many isn't counted, and comes back at the time returned.
    fn take(&self, sender: &str, now: Timestamp) -> Result<(), Timestamp> {
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        if counts.len() >= REMEMBERED {
            counts.clear();
        }
        let (begun, count) = counts.entry(counted(sender)).or_insert((now, 0));
        if now - *begun >= self.period {
            (*begun, *count) = (now, 0);
        }
        if *count >= self.most {
            return Err(begun.saturating_add(self.period));
        }
        *count += 1;
        Ok(())
    }

    /// Whether the next mail would be one too many.
    fn is_full(&self, sender: &str, now: Timestamp) -> bool {
        let counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        counts.get(&counted(sender)).is_some_and(|(begun, count)| now - begun < self.period && *count >= self.most)
    }
}

/// What a sender is counted by: all spellings and tags of one mailbox are one sender.
fn counted(sender: &str) -> String {
    Mailbox::parse(sender).map_or_else(|_| sender.to_lowercase(), |mailbox| mailbox.counted())
}

/// What one network may send in unproven names, as a multiple of one sender's allowance: a provider has many users.
const PER_NETWORK: u32 = 10;

/// Bounds mails separately by what proves who wrote them.
pub struct Senders {
    secret: PerSender,
    dmarc: PerSender,
    claimed: PerSender,
    networks: PerSender,
}

impl Senders {
    /// At most `most` an hour from each sender.
    pub fn new(most: u32) -> Self {
        let limit = || PerSender::new(most);
        let networks = PerSender::new(most.saturating_mul(PER_NETWORK));
        Self { secret: limit(), dmarc: limit(), claimed: limit(), networks }
    }

    /// Counts a mail that claims to be from that address, with the sender's own secret or not. One too many may come back at
    /// the time returned. `network` is where it came from, if known.
    pub(crate) fn take(
        &self,
        from: &str,
        own: bool,
        proof: Proof,
        network: Option<&str>,
        now: Timestamp,
    ) -> Result<(), Timestamp> {
        match proof {
            Proof::Dmarc => self.dmarc.take(from, now),
            _ if own => self.secret.take(from, now),
            _ => {
                let network = network.map_or(Ok(()), |network| self.networks.take(network, now));
                self.claimed.take(from, now).and(network)
            }
        }
    }

    /// Whether an unproven mail from that address, or from that network, would be one too many.
    pub(crate) fn is_full(&self, from: &str, network: Option<&str>, now: Timestamp) -> bool {
        self.claimed.is_full(from, now) || network.is_some_and(|network| self.networks.is_full(network, now))
    }

    /// How many mails of one sender are handled in an hour.
    pub(crate) const fn an_hour(&self) -> u32 {
        self.secret.most
    }
}

/// The network that a mail came from, where the peer's address tells.
pub(crate) fn network_of(peers: &Peers, via: &Via) -> Option<String> {
    match via {
        Via::Smtp { peer, .. } if peers.standing(*peer) == Standing::Elsewhere => {
            Some(neighbourhood(*peer).to_string())
        }
        _ => None,
    }
}

/// Bounds what is forwarded to the operator, from each sender and in total.
pub(crate) struct Forwards {
    each: PerSender,
    all: PerSender,
}

impl Default for Forwards {
    fn default() -> Self {
        Self { each: PerSender::daily(20), all: PerSender::daily(100) }
    }
}

impl Forwards {
    /// Counts a mail; false if it is one too many.
    pub(crate) fn allow(&self, sender: &str, now: Timestamp) -> bool {
        self.each.allow(sender, now) && self.all.allow("", now)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_uses_up_what_another_may() {
        let limit = Senders::new(2);
        let unproven = |from: &str, network: &str| limit.take(from, false, Proof::None, Some(network), 0).is_ok();
        let forged = (0..100).filter(|_| unproven("ann@b", "192.0.2.0")).count();
        assert_eq!(forged, 2);
        assert!(limit.take("ann@b", false, Proof::Forged, None, 0).is_err());
        let own = || limit.take("ann@b", true, Proof::None, None, 0).is_ok();
        assert!(own() && own() && !own(), "her secret");
        let signed = || limit.take("Ann@b", false, Proof::Dmarc, None, 0).is_ok();
        assert!(signed() && signed() && !signed(), "her signature");
        // A network uses up its allowance in others' names; what those send from elsewhere is still accepted.
        let flood = (0..1000).filter(|number| unproven(&format!("{number}@b"), "192.0.7.0")).count();
        assert_eq!(flood, 20);
        assert!(unproven("ben@b", "192.0.8.0"));
    }

    #[test]
    fn an_hour_has_so_many_mails() {
        let limit = PerSender::new(2);
        assert!(limit.allow("a@b", 0) && limit.allow("A@b", 1) && !limit.allow("a@b", 2));
        assert!(limit.allow("c@d", 2));
        assert!(!limit.allow("a+tag@b", 2) && !limit.allow("a@ｂ", 2), "other spellings are the same sender");
        assert!(limit.allow("a@b", HOUR));
        let limit = PerSender::daily(1);
        assert!(limit.allow("a@b", 0) && !limit.allow("a@b", HOUR) && limit.allow("a@b", DAY));
    }
}
