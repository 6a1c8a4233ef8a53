//! Verifies DKIM (RFC 6376), SPF (RFC 7208) and DMARC (RFC 9989) of mail on the built-in receiver.

use std::borrow::Borrow;
use std::collections::HashMap;
use std::hash::Hash;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use mail_auth::dmarc::Policy;
use mail_auth::dmarc::verify::DmarcParameters;
use mail_auth::spf::verify::SpfParameters;
use mail_auth::{
    AuthenticatedMessage, DkimOutput, DkimResult, DmarcResult, MessageAuthenticator, Parameters, ResolverCache,
    SpfOutput, Txt,
};
use turnpost_core::request::Proof;

use super::results;
use crate::address::{OurAddress, same, split};
use crate::read::Letter;
use crate::receive::Via;

/// All look-ups for one mail together take no longer; a timeout is "not proven".
const TIME: Duration = Duration::from_secs(3);

/// DNS answers that are remembered.
const REMEMBERED: usize = 2000;

/// Judges who a mail is from.
pub struct Verifier {
    ours: OurAddress,
    trusted: Option<String>,
    dns: Option<MessageAuthenticator>,
    texts: TxtMemory,
}

impl Verifier {
    /// A verifier that uses the system's name servers, and believes that server's Authentication-Results in what comes
    /// from a mailbox, a pipe or a server on this machine.
    pub fn new(ours: OurAddress, trusted: Option<String>) -> Self {
        let dns = MessageAuthenticator::new_system_conf();
        if let Err(error) = &dns {
            tracing::warn!(%error, "no name server: DKIM and SPF can't be verified");
        }
        Self { ours, trusted, dns: dns.ok(), texts: TxtMemory::default() }
    }

    /// What vouches for a mail's From. `sender` is the envelope's.
    pub async fn proof(&self, raw: &[u8], letter: &Letter, via: &Via, sender: Option<&str>) -> Proof {
        let Some((_, domain)) = split(&letter.from) else {
            return Proof::None;
        };
        // Whoever connects from elsewhere can write any header: he is judged by ourselves.
        let stranger = matches!(via, Via::Smtp { peer, .. } if !peer.is_loopback());
        if let Some(trusted) = self.trusted.as_deref().filter(|_| !stranger) {
            return results::proof(letter.headers.iter(), trusted, domain);
        }
        let signed = letter.headers.first("dkim-signature").is_some();
        let direct = match via {
            Via::Smtp { peer, helo } if !peer.is_loopback() => Some((*peer, helo.as_str())),
            Via::Smtp { .. } | Via::Lmtp if signed => None,
            // A loopback peer and no signature, or not our receiver: nothing to look up.
            _ => return Proof::None,
        };
        let Some(dns) = &self.dns else {
            return Proof::None;
        };
        let judged = self.dmarc(dns, raw, letter, direct, sender.unwrap_or_default());
        tokio::time::timeout(TIME, judged).await.unwrap_or(Proof::None)
    }

    async fn dmarc(
        &self,
        dns: &MessageAuthenticator,
        raw: &[u8],
        letter: &Letter,
        direct: Option<(IpAddr, &str)>,
        sender: &str,
    ) -> Proof {
        let Some(message) = AuthenticatedMessage::parse(raw) else {
            return Proof::None;
        };
        // Two readers that disagree about who wrote it are a way to forge it.
        if !matches!(message.from.as_slice(), [only] if same(only, &letter.from)) {
            return Proof::None;
        }
        let signatures = dns.verify_dkim(Parameters::new(&message).with_txt_cache(&self.texts)).await;
        let whole = |output: &DkimOutput| is_whole(output, letter, &self.ours);
        let good: Vec<DkimOutput> = signatures.into_iter().filter(whole).collect();
        let spf = match direct {
            Some((peer, helo)) => {
                let asked = SpfParameters::verify_mail_from(peer, helo, self.ours.domain(), sender);
                dns.verify_spf(Parameters::new(asked).with_txt_cache(&self.texts)).await
            }
            None => SpfOutput::default(),
        };
        let sender_domain = split(sender).map_or("", |(_, domain)| domain);
        let asked = DmarcParameters::new(&message, &good, sender_domain, &spf);
        let found = dns.verify_dmarc(Parameters::new(asked).with_txt_cache(&self.texts)).await;
        let unsure = |result: &DmarcResult| matches!(result, DmarcResult::TempError(_));
        if *found.dkim_result() == DmarcResult::Pass || *found.spf_result() == DmarcResult::Pass {
            Proof::Dmarc
        } else if unsure(found.dkim_result()) || unsure(found.spf_result()) {
            Proof::None
        } else if matches!(found.policy(), Policy::Reject | Policy::Quarantine) {
            Proof::Forged
        } else {
            Proof::None
        }
    }
}

/// Whether a signature passes and covers what makes the mail one to us: a signature that doesn't cover a To or Cc with
/// our address can be replayed from any mail of that sender's, one with `l=` lets text be added. Only `Pass` counts; a
/// changed body gives `Neutral`.
fn is_whole(output: &DkimOutput, letter: &Letter, ours: &OurAddress) -> bool {
    let covers = |signature: &mail_auth::dkim::Signature| {
        signature.l == 0 && ["to", "cc"].into_iter().any(|name| names_us(signed(signature, letter, name), ours))
    };
    *output.result() == DkimResult::Pass && output.signature().is_some_and(covers)
}

/// The headers of a name that a signature covers: each time it is listed, one more from the bottom (RFC 6376 §5.4.2).
/// What a sender of replays puts on top is not among them.
fn signed<'a>(signature: &mail_auth::dkim::Signature, letter: &'a Letter, name: &'a str) -> Vec<&'a str> {
    let count = signature.h.iter().filter(|covered| covered.eq_ignore_ascii_case(name)).count();
    let all: Vec<&str> = letter.headers.all(name).collect();
    all.into_iter().rev().take(count).collect()
}

fn names_us(values: Vec<&str>, ours: &OurAddress) -> bool {
    let mut addresses = values.into_iter().flat_map(|value| value.split([',', ' ', '<', '>', ';', ':']));
    addresses.any(|address| ours.recognise(address).is_some())
}

/// TXT records that were looked up, until they expire.
#[derive(Default)]
struct TxtMemory(Mutex<HashMap<Box<str>, (Txt, Instant)>>);

impl ResolverCache<Box<str>, Txt> for TxtMemory {
    fn get<Q>(&self, name: &Q) -> Option<Txt>
    where
        Box<str>: Borrow<Q>,
        Q: Hash + Eq + ?Sized,
    {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.get(name).filter(|(_, until)| *until > Instant::now()).map(|(text, _)| text.clone())
    }

    fn remove<Q>(&self, name: &Q) -> Option<Txt>
    where
        Box<str>: Borrow<Q>,
        Q: Hash + Eq + ?Sized,
    {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.remove(name).map(|(text, _)| text)
    }

    fn insert(&self, name: Box<str>, text: Txt, until: Instant) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= REMEMBERED {
            known.clear();
        }
        known.insert(name, (text, until));
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
