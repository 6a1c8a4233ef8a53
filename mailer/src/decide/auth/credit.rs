//! What speaks for or against a From that nothing proves: whether an answer would go to the person who wrote.

use turnpost_core::address::{Mailbox, canonical_domain};
use turnpost_core::request::{Credit, Proof};

use super::grammar::Method;
use super::results::{Claim, claims};
use crate::read::Letter;

/// What was found out about a mail's From.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Found {
    /// What it proves.
    pub proof: Proof,
    /// And what it makes likely.
    pub credit: Credit,
}

impl Found {
    /// Nothing at all.
    pub(crate) const NOTHING: Found = Found { proof: Proof::None, credit: Credit::Unchecked };

    /// What a proof says about credit, too.
    pub(crate) const fn of(proof: Proof) -> Found {
        let credit = match proof {
            Proof::Transport | Proof::Dmarc => Credit::Vouched,
            Proof::None => Credit::Unchecked,
            Proof::Forged => Credit::Contradicted,
        };
        Found { proof, credit }
    }
}

/// Whether the envelope names the From address as the sender, in any of its spellings.
pub(crate) fn is_own(sender: &str, from: &str) -> bool {
    let counted = |text: &str| Mailbox::parse(untagged(text)).ok().map(|mailbox| mailbox.counted());
    counted(sender).is_some_and(|sender| Some(sender) == counted(from))
}

/// Whether the envelope names somebody else than From. Where nobody tells the envelope, the topmost Return-Path does, which
/// the server writes that delivers the mail (RFC 5321 §4.4).
pub(crate) fn is_anothers(sender: Option<&str>, letter: &Letter) -> bool {
    let traced = || letter.headers.first("return-path").map(|path| path.trim().trim_matches(['<', '>']));
    sender.or_else(traced).is_some_and(|sender| !is_own(sender, &letter.from))
}

/// Whether a domain belongs to whoever has the From domain (RFC 9989: relaxed alignment).
pub(crate) fn is_aligned(domain: &str, from: &str) -> bool {
    let organisation = |text: &str| Mailbox::parse(text).ok().map(|mailbox| mailbox.organisation().to_owned());
    organisation(&format!("x@{domain}")).is_some_and(|domain| Some(domain) == organisation(from))
}

/// What the Authentication-Results of a trusted server make of a From. In its favour only the topmost one counts, against
/// it every one.
pub(crate) fn by_results<'a>(headers: impl Iterator<Item = (&'a str, &'a str)>, trusted: &str, from: &str) -> Credit {
    let claims = claims(headers, trusted);
    let about = |claim: &Claim| -> Vec<Method> {
        claim.results.methods.iter().filter(|method| concerns(method, from)).cloned().collect()
    };
    let passes = |method: &Method| ["pass", "bestguesspass"].contains(&method.result.as_str());
    let says_nothing = |method: &Method| ["none", "temperror"].contains(&method.result.as_str());
    let twice = claims.iter().filter(|claim| claim.results.methods.iter().any(|m| m.name == "dmarc")).count() > 1;
    let vouches = |claim: &&Claim| !twice && claim.is_believed() && about(claim).iter().any(passes);
    if claims.first().filter(vouches).is_some() {
        Credit::Vouched
    } else if claims.iter().flat_map(about).any(|method| !passes(&method) && !says_nothing(&method)) {
        Credit::Contradicted
    } else {
        Credit::Unchecked
    }
}

/// Whether a result is about the From address.
fn concerns(method: &Method, from: &str) -> bool {
    let property =
        |name: &str| method.properties.iter().find(|(found, _)| found == name).map(|(_, value)| value.as_str());
    let domain = |value: &str| value.rsplit('@').next().unwrap_or_default().to_owned();
    match method.name.as_str() {
        "dmarc" => {
            let own = from.rsplit('@').next().unwrap_or_default();
            property("header.from").is_some_and(|value| canonical_domain(&domain(value)).as_deref() == Some(own))
        }
        "dkim" => {
            property("header.d").or_else(|| property("header.i")).is_some_and(|value| is_aligned(&domain(value), from))
        }
        // Some servers name only the domain.
        "spf" => property("smtp.mailfrom").is_some_and(|value| match value.contains('@') && !value.starts_with('@') {
            true => is_own(value, from),
            false => is_aligned(&domain(value), from),
        }),
        _ => false,
    }
}

/// An envelope sender without the mark by which some servers know their own bounces: `prvs=0123456789=ann@example.net`.
fn untagged(sender: &str) -> &str {
    match sender.get(..5).is_some_and(|start| start.eq_ignore_ascii_case("prvs=")) {
        true => sender.splitn(3, '=').nth(2).unwrap_or(sender),
        false => sender,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn the_envelope_is_compared_by_mailbox() {
        let from = "ann@example.net";
        for own in ["ann@example.net", "Ann@Example.NET", "ann+x@example.net", "prvs=1234567890=ann@example.net"] {
            assert!(is_own(own, from), "{own}");
        }
        for other in ["eve@example.net", "ann@example.com", "", "prvs=1=eve@example.net", "ann@mail.example.net"] {
            assert!(!is_own(other, from), "{other}");
        }
        let letter = |trace: &str| Letter::parse(format!("{trace}From: ann@example.net\n\nx").as_bytes()).unwrap();
        assert!(!is_anothers(None, &letter("")), "nobody tells");
        assert!(!is_anothers(None, &letter("Return-Path: <ann@example.net>\n")));
        assert!(is_anothers(None, &letter("Return-Path: <eve@evil.example>\n")));
        assert!(!is_anothers(Some("ann@example.net"), &letter("Return-Path: <eve@evil.example>\n")));
        assert!(
            is_aligned("mail.example.co.uk", "ann@example.co.uk") && !is_aligned("evil.co.uk", "ann@example.co.uk")
        );
    }

    #[test]
    fn a_trusted_servers_results_speak_for_or_against() {
        let credit = |headers: &[&str]| {
            let named = headers.iter().map(|value| ("authentication-results", *value));
            by_results(named, "mx.example.org", "ann@example.net")
        };
        for vouched in [
            "mx.example.org; dmarc=pass header.from=example.net",
            "mx.example.org; dkim=pass header.d=mail.example.net; spf=fail smtp.mailfrom=ann@example.net",
            "mx.example.org; dkim=pass header.i=@example.net; dmarc=none",
            "mx.example.org; spf=pass smtp.mailfrom=ann@example.net; dkim=none; dmarc=none",
            "mx.example.org; spf=pass smtp.mailfrom=example.net",
            "mx.example.org; dmarc=bestguesspass action=none header.from=example.net",
        ] {
            assert_eq!(credit(&[vouched]), Credit::Vouched, "{vouched}");
        }
        for contradicted in [
            "mx.example.org; dmarc=fail (p=none) header.from=example.net",
            "mx.example.org; spf=softfail smtp.mailfrom=ann@example.net; dkim=none; dmarc=none",
            "mx.example.org; dkim=fail header.d=example.net",
        ] {
            assert_eq!(credit(&[contradicted]), Credit::Contradicted, "{contradicted}");
        }
        for nothing in [
            "mx.example.org; none",
            "mx.example.org; spf=none smtp.mailfrom=ann@example.net; dkim=none; dmarc=none header.from=example.net",
            "mx.example.org; spf=temperror smtp.mailfrom=ann@example.net",
            "mx.example.org; dkim=pass header.d=mailer.example; spf=pass smtp.mailfrom=bounce@mailer.example",
            "mx.evil.example; dmarc=pass header.from=example.net",
        ] {
            assert_eq!(credit(&[nothing]), Credit::Unchecked, "{nothing}");
        }
        let pass = "mx.example.org; dmarc=pass header.from=example.net";
        assert_eq!(credit(&[pass, pass]), Credit::Unchecked, "one of them is the sender's");
    }
}
