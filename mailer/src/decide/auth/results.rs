//! What the Authentication-Results (RFC 8601) of the one server that the operator trusts prove about a mail.

use turnpost_core::address::canonical_domain;
use turnpost_core::request::Proof;

use super::grammar::{Method, Piece, Results, parse, pieces};

/// What a trusted server says about a From domain, in a mail's header fields from the top.
///
/// That server must remove from incoming mail what others wrote in its name (RFC 8601 §5). If we see several such headers
/// it failed to: one of them is the sender's, nobody can tell which, and nothing is proven.
pub fn proof<'a>(headers: impl Iterator<Item = (&'a str, &'a str)>, trusted: &str, from_domain: &str) -> Proof {
    let claims = claims(headers, trusted);
    let about = |claim: &Claim| -> Option<Method> {
        let ours = |method: &&Method| {
            let domain = method.properties.iter().find(|(name, _)| name == "header.from");
            method.name == "dmarc"
                && domain.is_some_and(|(_, domain)| canonical_domain(domain).as_deref() == Some(from_domain))
        };
        claim.results.methods.iter().find(ours).cloned()
    };
    if claims.iter().filter_map(about).any(|dmarc| dmarc.result == "fail" && is_strict(&dmarc)) {
        return Proof::Forged;
    }
    let speaks = |claim: &&Claim| claim.results.methods.iter().any(|method| method.name == "dmarc");
    if claims.iter().filter(speaks).count() > 1 {
        tracing::warn!(
            trusted,
            "two Authentication-Results about DMARC in one name: that server doesn't remove forged ones"
        );
        return Proof::None;
    }
    // The server adds its headers at the top: what it doesn't say in the topmost one, it didn't say.
    let passes = |claim: &Claim| claim.is_believed() && about(claim).is_some_and(|dmarc| dmarc.result == "pass");
    if claims.first().is_some_and(passes) { Proof::Dmarc } else { Proof::None }
}

/// Whether that server says in its topmost header that the mail came from the From domain's own servers, by SPF: then it
/// is as they sent it, whatever a signature covers.
pub(crate) fn came_directly<'a>(
    headers: impl Iterator<Item = (&'a str, &'a str)>,
    trusted: &str,
    from_domain: &str,
) -> bool {
    let own = |sender: &str| {
        let domain = canonical_domain(sender.rsplit('@').next().unwrap_or_default());
        let above = domain.as_deref().and_then(|domain| domain.strip_suffix(from_domain));
        above.is_some_and(|above| above.is_empty() || above.ends_with('.'))
    };
    let spf = |method: &Method| {
        let sender = method.properties.iter().find(|(name, _)| name == "smtp.mailfrom");
        method.name == "spf" && method.result == "pass" && sender.is_some_and(|(_, sender)| own(sender))
    };
    claims(headers, trusted).first().is_some_and(|claim| claim.is_believed() && claim.results.methods.iter().any(spf))
}

/// A header in the trusted server's name.
pub(super) struct Claim {
    pub(super) results: Results,
    /// Whether it may have been written when that server accepted the mail, and not before.
    at_arrival: bool,
}

impl Claim {
    /// Whether it counts in the sender's favour. Against them, every one counts.
    pub(super) fn is_believed(&self) -> bool {
        self.at_arrival && self.results.bare
    }
}

/// The headers in the trusted server's name. Those below the Received line that follows the server's own were there before
/// the mail reached it.
pub(super) fn claims<'a>(headers: impl Iterator<Item = (&'a str, &'a str)>, trusted: &str) -> Vec<Claim> {
    let (mut arrived, mut at_arrival) = (false, true);
    let mut found = Vec::new();
    for (name, value) in headers {
        match name {
            "received" => {
                at_arrival &= !arrived;
                arrived |= is_by(value, trusted);
            }
            "authentication-results" => {
                let results = parse(value).filter(|results| results.authserv_id.eq_ignore_ascii_case(trusted));
                found.extend(results.map(|results| Claim { results, at_arrival }));
            }
            _ => {}
        }
    }
    found
}

/// Whether a Received line was written by that server (RFC 5321 §4.4).
fn is_by(received: &str, server: &str) -> bool {
    let pieces = pieces(received);
    pieces.windows(2).any(|pair| match pair {
        [Piece::Word(by), Piece::Word(name)] => by.eq_ignore_ascii_case("by") && name.eq_ignore_ascii_case(server),
        _ => false,
    })
}

/// Whether the domain wants failing mail kept out.
fn is_strict(dmarc: &Method) -> bool {
    let tells = |name: &str| name.starts_with("policy.") || name == "action";
    let told = dmarc.properties.iter().filter(|(name, _)| tells(name)).map(|(_, value)| value.as_str());
    told.chain([dmarc.comment.as_str()]).any(|text| {
        let text = text.to_ascii_lowercase();
        text.contains("reject") || text.contains("quarantine")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of Authentication-Results headers; one that begins with `from` is a Received line.
    fn judge(headers: &[&str]) -> Proof {
        let named = headers.iter().map(|value| match value.starts_with("from ") {
            true => ("received", *value),
            false => ("authentication-results", *value),
        });
        proof(named, "mx.example.org", "example.net")
    }

    #[test]
    fn only_the_trusted_servers_topmost_word_counts() {
        let pass = "mx.example.org; dmarc=pass (p=none) header.from=example.net";
        let fail =
            "mx.example.org 1; spf=pass smtp.mailfrom=a@b; dmarc=fail (p=REJECT dis=none) header.from=example.net";
        assert_eq!(judge(&[pass]), Proof::Dmarc);
        assert_eq!(judge(&[fail, pass]), Proof::Forged);
        assert_eq!(judge(&["mx.evil.example; dmarc=pass header.from=example.net"]), Proof::None);
        assert_eq!(judge(&["mx.evil.example; x", pass]), Proof::Dmarc);
        assert_eq!(judge(&[]), Proof::None);
        // OpenDKIM and OpenDMARC write one header each.
        assert_eq!(judge(&[pass, "mx.example.org; dkim=pass header.d=example.net"]), Proof::Dmarc);
        assert_eq!(judge(&["mx.example.org; dkim=none", pass]), Proof::None, "the second may be the sender's");
    }

    #[test]
    fn two_words_in_one_name_prove_nothing() {
        let pass = "mx.example.org; dmarc=pass header.from=example.net";
        assert_eq!(judge(&[pass, pass]), Proof::None);
        assert_eq!(judge(&[pass, "mx.example.org; dmarc=none header.from=evil.example"]), Proof::None);
        assert_eq!(judge(&["mx.example.org; dmarc=fail header.from=example.net", pass]), Proof::None);
        assert_eq!(judge(&[pass, "mx.example.org; dmarc=fail (p=reject) header.from=example.net"]), Proof::Forged);
        assert_eq!(judge(&[pass, "mx.example.com; dmarc=pass header.from=example.net"]), Proof::Dmarc);
    }

    #[test]
    fn what_was_there_before_the_mail_came_is_the_senders() {
        let pass = "mx.example.org; dmarc=pass header.from=example.net";
        let (inside, own, other) = (
            "from mx.example.org by store.example.org with LMTP; date",
            "from out.example.net (by evil) by mx.example.org (Postfix) with ESMTPS id 1; date",
            "from ann by out.example.net; date",
        );
        // Some servers write above their own line, some below it.
        assert_eq!(judge(&[inside, pass, own, other]), Proof::Dmarc);
        assert_eq!(judge(&[inside, own, pass, other]), Proof::Dmarc);
        assert_eq!(judge(&[inside, own, other, pass]), Proof::None);
        assert_eq!(judge(&[own, other, own, pass]), Proof::None, "their own line can be forged too");
        assert_eq!(judge(&[other, other, pass]), Proof::Dmarc, "a server that gives its lines another name");
    }

    #[test]
    fn the_result_must_be_about_the_from_domain() {
        assert_eq!(judge(&["mx.example.org; dmarc=pass header.from=evil.example"]), Proof::None);
        assert_eq!(judge(&["mx.example.org; dmarc=pass"]), Proof::None);
        assert_eq!(judge(&["mx.example.org; dkim=pass header.d=example.net; none"]), Proof::None);
        assert_eq!(judge(&["mx.example.org; dmarc=fail (p=none) header.from=example.net"]), Proof::None);
        assert_eq!(
            judge(&["mx.example.org; dmarc=fail policy.dmarc=quarantine header.from=example.net"]),
            Proof::Forged
        );
        // As Exchange says it: an override of reject.
        let exchange = |action: &str| {
            judge(&[&format!(
                "mx.example.org; dmarc=fail action={action} header.from=example.net;compauth=fail reason=000"
            )])
        };
        assert_eq!(["oreject", "quarantine", "none"].map(exchange), [Proof::Forged, Proof::Forged, Proof::None]);
    }

    /// A server that only removes headers beginning with its bare name leaves these in.
    #[test]
    fn a_name_that_is_not_bare_speaks_against_the_sender_only() {
        let rest = "; dmarc=pass header.from=example.net; spf=pass smtp.mailfrom=example.net";
        let direct = |header: &str| {
            came_directly([("authentication-results", header)].into_iter(), "mx.example.org", "example.net")
        };
        let bare = format!("MX.example.org 1{rest}");
        assert!(judge(&[&bare]) == Proof::Dmarc && direct(&bare));
        for name in [
            "\"mx.example.org\"",
            "\"m\\x.example.org\"",
            "(by) mx.example.org",
            "(by)mx.example.org",
            "\u{a0}mx.example.org",
            "\u{3000}mx.example.org",
            "mx.example.org(1)",
        ] {
            let forged = format!("{name}{rest}");
            assert_eq!(judge(&[&forged]), Proof::None, "{name}");
            assert!(!direct(&forged), "{name}");
            assert_eq!(judge(&[&bare, &forged]), Proof::None, "two that speak of it: {name}");
            let fails = format!("{name}; dmarc=fail (p=reject) header.from=example.net");
            assert_eq!(judge(&[&bare, &fails]), Proof::Forged, "{name}");
        }
    }

    #[test]
    fn a_domains_own_servers_are_known_by_spf() {
        let direct = |header: &str| {
            came_directly([("authentication-results", header)].into_iter(), "mx.example.org", "example.net")
        };
        assert!(direct("mx.example.org; spf=pass smtp.mailfrom=ann@Example.net"));
        assert!(direct("mx.example.org; dkim=fail; spf=pass (ok) smtp.mailfrom=out.example.net"));
        assert!(!direct("mx.example.org; spf=pass smtp.mailfrom=eve@evilexample.net"));
        assert!(!direct("mx.example.org; spf=softfail smtp.mailfrom=ann@example.net"));
        assert!(!direct("mx.evil.example; spf=pass smtp.mailfrom=ann@example.net"));
    }

    #[test]
    fn comments_and_quotes_hide_nothing() {
        assert_eq!(judge(&["mx.example.org (dmarc=pass header.from=example.net); dmarc=none"]), Proof::None);
        assert_eq!(judge(&["mx.example.org; spf=\"x; dmarc=pass header.from=example.net\""]), Proof::None);
        assert_eq!(judge(&["mx.example.org; DMARC/1 = (a (b) c) Pass header.from=\"example.net\""]), Proof::Dmarc);
        assert!(parse("((((").is_none());
        assert!(parse("").is_none());
    }
}
