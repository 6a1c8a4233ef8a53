//! Bounds how many mails of one sender are acted upon. The sender's identity is known by then, so forged mail doesn't use
//! up the allowance of the person it claims to be from.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use turnpost_core::address::Mailbox;
use turnpost_core::clock::moment::Timestamp;
use turnpost_core::request::Proof;

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
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        if counts.len() >= REMEMBERED {
            counts.clear();
        }
        let entry = counts.entry(counted(sender)).or_insert((now, 0));
        if now - entry.0 >= self.period {
            *entry = (now, 0);
        }
        entry.1 = entry.1.saturating_add(1);
        entry.1 <= self.most
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

    /// Counts a mail that claims to be from that address, with the sender's own secret or not; false if it is one too many.
    /// `network` is where it came from, if known.
    pub(crate) fn allow(&self, from: &str, own: bool, proof: Proof, network: Option<&str>, now: Timestamp) -> bool {
        match proof {
            Proof::Dmarc => self.dmarc.allow(from, now),
            _ if own => self.secret.allow(from, now),
            _ => {
                let network = network.is_none_or(|network| self.networks.allow(network, now));
                self.claimed.allow(from, now) && network
            }
        }
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
        let unproven = |from: &str, network: &str| limit.allow(from, false, Proof::None, Some(network), 0);
        let forged = (0..100).filter(|_| unproven("ann@b", "192.0.2.0")).count();
        assert_eq!(forged, 2);
        assert!(!limit.allow("ann@b", false, Proof::Forged, None, 0));
        let own = || limit.allow("ann@b", true, Proof::None, None, 0);
        assert!(own() && own() && !own(), "her secret");
        let signed = || limit.allow("Ann@b", false, Proof::Dmarc, None, 0);
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
