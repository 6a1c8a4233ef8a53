//! Verifies DKIM (RFC 6376), SPF (RFC 7208) and DMARC (RFC 9989) of mail on the built-in receiver.

use std::borrow::Borrow;
use std::collections::HashMap;
use std::hash::Hash;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use mail_auth::dkim::Signature;
use mail_auth::dmarc::Policy;
use mail_auth::dmarc::verify::DmarcParameters;
use mail_auth::hickory_resolver::config::{NameServerConfig, ResolverConfig, ResolverOpts};
use mail_auth::spf::verify::SpfParameters;
use mail_auth::{
    AuthenticatedMessage, DkimOutput, DkimResult, DmarcOutput, DmarcResult, MessageAuthenticator, Parameters,
    ResolverCache, SpfOutput, SpfResult, Txt,
};
use turnpost_core::request::{Credit, Proof};

use super::credit::{self, Found};
use super::results;
use crate::address::{OurAddress, same, split};
use crate::read::{Letter, form};
use crate::receive::Via;
use crate::receive::network::{Peers, Standing};

/// The time limit for all look-ups of one mail together; a timeout is "not proven".
const TIME: Duration = Duration::from_secs(3);

/// The most signatures that are verified; mail that passed through several hands has two or three. Each costs a look-up,
/// and a search of the headers for every field that it names.
const MOST_SIGNATURES: usize = 8;
const LONGEST_SIGNATURE: usize = 4_000;

/// DNS answers that are remembered.
const REMEMBERED: usize = 2000;

/// Judges who a mail is from.
pub struct Verifier {
    ours: OurAddress,
    trusted: Option<String>,
    peers: Peers,
    dns: Option<MessageAuthenticator>,
    texts: TxtMemory,
}

/// Who knows about a mail's sender.
enum Witness<'a> {
    /// The server that the operator trusts.
    Trusted(&'a str),
    /// DNS: the signatures, and SPF for the peer's address and name, where these tell anything.
    Dns(Option<(IpAddr, &'a str)>),
    /// Nobody.
    Nobody,
}

impl Verifier {
    /// A verifier that asks the system's name servers, and believes the trusted server's Authentication-Results in mail that
    /// comes from a mailbox, a pipe or a server on this machine.
    pub fn new(ours: OurAddress, trusted: Option<String>) -> Self {
        let dns = MessageAuthenticator::new_system_conf();
        if let Err(error) = &dns {
            tracing::warn!(%error, "no name server: DKIM and SPF can't be verified");
        }
        Self { ours, trusted, peers: Peers::default(), dns: dns.ok(), texts: TxtMemory::default() }
    }

    /// Adds what the operator says about the receiver's peers.
    pub(crate) fn knowing(self, peers: Peers) -> Self {
        Self { peers, ..self }
    }

    /// Makes it ask that name server and no other.
    pub(crate) fn asking(self, server: SocketAddr) -> Self {
        let mut config = NameServerConfig::udp(server.ip());
        for connection in &mut config.connections {
            connection.port = server.port();
        }
        let config = ResolverConfig::from_name_servers(vec![config]);
        Self { dns: MessageAuthenticator::new(config, ResolverOpts::default()).ok(), ..self }
    }

    /// Whether judging a mail takes look-ups, which may be slow.
    pub(crate) fn looks_up(&self, letter: &Letter, via: &Via) -> bool {
        self.dns.is_some() && matches!(self.witness(letter, via), Witness::Dns(_))
    }

    fn witness<'a>(&'a self, letter: &Letter, via: &'a Via) -> Witness<'a> {
        let standing = match via {
            Via::Smtp { peer, .. } => self.peers.standing(*peer),
            _ => Standing::Here,
        };
        let signed = || letter.headers.first("dkim-signature").is_some();
        match (via, standing) {
            // Whoever connects from elsewhere can write any header, so we judge the mail ourselves.
            (Via::Smtp { peer, helo }, Standing::Elsewhere) => Witness::Dns(Some((*peer, helo))),
            // An address that everybody shares says nothing, so it can't contradict anybody.
            (_, Standing::Shared) if signed() => Witness::Dns(None),
            (_, Standing::Here) if let Some(trusted) = self.trusted.as_deref() => Witness::Trusted(trusted),
            (Via::Smtp { .. } | Via::Lmtp, Standing::Here) if signed() => Witness::Dns(None),
            // A peer that says nothing and no signature, or not our receiver: nothing to look up.
            _ => Witness::Nobody,
        }
    }

    /// What vouches for a mail's From, or speaks against it. `sender` is the envelope's.
    pub(crate) async fn look_into(&self, raw: &[u8], letter: &Letter, via: &Via, sender: Option<&str>) -> Found {
        let Found { proof, credit } = self.vouched(raw, letter, via, sender).await;
        // Whoever vouches only says who wrote it. That it was written to us, and can be read in one way only, is checked
        // here: otherwise a mail to somebody else could be passed on to us, or words be added to those vouched for.
        let to_us = || letter.written_to.iter().any(|address| self.ours.recognise(address).is_some());
        match (proof, credit) {
            (Proof::Dmarc, _) if !(to_us() && form::is_strict(raw, &letter.headers)) => Found::NOTHING,
            (_, Credit::Unchecked) if credit::is_anothers(sender, letter) => {
                Found { proof, credit: Credit::Contradicted }
            }
            _ => Found { proof, credit },
        }
    }

    async fn vouched(&self, raw: &[u8], letter: &Letter, via: &Via, sender: Option<&str>) -> Found {
        let Some((_, domain)) = split(&letter.from) else {
            return Found::NOTHING;
        };
        let direct = match self.witness(letter, via) {
            Witness::Trusted(trusted) => {
                let proof = results::proof(letter.headers.iter(), trusted, domain);
                let direct = || results::came_directly(letter.headers.iter(), trusted, domain);
                let credit = credit::by_results(letter.headers.iter(), trusted, &letter.from);
                return match proof {
                    Proof::Dmarc if !direct() && !all_are_whole(raw, letter) => Found { proof: Proof::None, credit },
                    Proof::None => Found { proof, credit },
                    proof => Found::of(proof),
                };
            }
            Witness::Dns(direct) => direct,
            Witness::Nobody => return Found::NOTHING,
        };
        let mut signatures = letter.headers.all("dkim-signature").enumerate();
        if signatures.any(|(at, signature)| at >= MOST_SIGNATURES || signature.len() > LONGEST_SIGNATURE) {
            return Found::NOTHING;
        }
        let Some(dns) = &self.dns else {
            return Found::NOTHING;
        };
        let judged = self.dmarc(dns, raw, letter, direct, sender.unwrap_or_default());
        tokio::time::timeout(TIME, judged).await.unwrap_or(Found::NOTHING)
    }

    async fn dmarc(
        &self,
        dns: &MessageAuthenticator,
        raw: &[u8],
        letter: &Letter,
        direct: Option<(IpAddr, &str)>,
        sender: &str,
    ) -> Found {
        let Some(message) = AuthenticatedMessage::parse(raw) else {
            return Found::NOTHING;
        };
        // If two parsers disagree about who wrote it or what is in it, it may be forged.
        if !matches!(message.from.as_slice(), [only] if same(only, &letter.from)) {
            return Found { proof: Proof::None, credit: Credit::Contradicted };
        }
        let alike = message.headers.len() == letter.headers.iter().count();
        let signatures = dns.verify_dkim(Parameters::new(&message).with_txt_cache(&self.texts)).await;
        let of_from = |output: &&DkimOutput| {
            output.signature().is_some_and(|signature| credit::is_aligned(&signature.d, &letter.from))
        };
        let broken = signatures.iter().filter(of_from).any(is_broken);
        let good: Vec<DkimOutput> = signatures.into_iter().filter(is_good).collect();
        let whole = |output: &&DkimOutput| alike && output.signature().is_some_and(|it| is_whole(it, raw, letter));
        let whole: Vec<DkimOutput> = good.iter().filter(whole).cloned().collect();
        let spf = match direct {
            Some((peer, helo)) => {
                let asked = SpfParameters::verify_mail_from(peer, helo, self.ours.domain(), sender);
                dns.verify_spf(Parameters::new(asked).with_txt_cache(&self.texts)).await
            }
            None => SpfOutput::default(),
        };
        let sender_domain = split(sender).map_or("", |(_, domain)| domain);
        let ask = async |signatures: &[DkimOutput<'_>]| {
            let asked = DmarcParameters::new(&message, signatures, sender_domain, &spf);
            dns.verify_dmarc(Parameters::new(asked).with_txt_cache(&self.texts)).await
        };
        let found = ask(&whole).await;
        let unsure = |result: &DmarcResult| matches!(result, DmarcResult::TempError(_));
        let sent = spf.result() == SpfResult::Pass && credit::is_own(sender, &letter.from);
        let not_sent = direct.is_some() && credit::is_aligned(sender_domain, &letter.from) && fails(spf.result());
        // A server that hands mail on has checked SPF itself, or nobody has.
        let not_passed = direct.is_some() && found.dmarc_record().is_some();
        let credit = if sent || good.iter().any(|output| of_from(&output)) {
            Credit::Vouched
        } else if broken || not_sent || not_passed {
            Credit::Contradicted
        } else {
            Credit::Unchecked
        };
        let proof = if passes(&found) {
            Proof::Dmarc
        } else if unsure(found.dkim_result()) || unsure(found.spf_result()) {
            Proof::None
        } else if matches!(found.policy(), Policy::Reject | Policy::Quarantine) && !passes(&ask(&good).await) {
            Proof::Forged
        } else {
            // Not all providers sign everything that matters to us: their mail proves nothing, but isn't forged.
            Proof::None
        };
        if proof == Proof::None { Found { proof, credit } } else { Found::of(proof) }
    }
}

/// Whether a signature was verified, and is wrong.
fn is_broken(output: &DkimOutput) -> bool {
    matches!(output.result(), DkimResult::Neutral(_) | DkimResult::Fail(_) | DkimResult::PermError(_))
}

/// Whether a domain has an SPF record, and it doesn't name the peer.
const fn fails(spf: SpfResult) -> bool {
    matches!(spf, SpfResult::Fail | SpfResult::SoftFail | SpfResult::Neutral | SpfResult::PermError)
}

fn passes(found: &DmarcOutput) -> bool {
    *found.dkim_result() == DmarcResult::Pass || *found.spf_result() == DmarcResult::Pass
}

/// Whether a signature passes. One with `l=` lets text be added. Only `Pass` counts; a changed body gives `Neutral`.
fn is_good(output: &DkimOutput) -> bool {
    *output.result() == DkimResult::Pass && output.signature().is_some_and(|signature| signature.l == 0)
}

/// Whether a signature covers everything that matters to us, so that nobody who has the mail can make another one of it:
/// whom it is to (otherwise any mail of that sender's would do), what it says and answers, and when. The Message-ID must be
/// present and covered, otherwise the mail could act again under a new one. A field that isn't there need not be covered:
/// if one is added later, that one isn't. Not all providers cover the Content-Type; then the body must speak for itself.
fn is_whole(signature: &Signature, raw: &[u8], letter: &Letter) -> bool {
    let covers = |name: &str| signature.h.iter().any(|covered| covered.eq_ignore_ascii_case(name));
    let settled = |name: &str| covers(name) || letter.headers.first(name).is_none();
    signature.l == 0
        && letter.message_id.is_some()
        && covers("message-id")
        && ["from", "to", "cc", "subject", "date", "in-reply-to", "references"].iter().all(|name| settled(name))
        && (covers("content-type") && settled("content-transfer-encoding") || form::body_tells_its_form(raw))
}

/// Whether that holds for every signature that another server may have verified.
fn all_are_whole(raw: &[u8], letter: &Letter) -> bool {
    let message = AuthenticatedMessage::parse(raw);
    message.is_some_and(|message| message.dkim_headers.iter().all(|header| is_whole(&header.header, raw, letter)))
}

/// A cache of TXT records, until they expire.
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
