//! DMARC with keys and policies put into the memory of DNS, so that nothing is looked up.

use std::net::Ipv4Addr;
use std::sync::Arc;

use mail_auth::common::crypto::{Ed25519Key, SigningKey};
use mail_auth::common::headers::HeaderWriter;
use mail_auth::common::parse::TxtRecordParser;
use mail_auth::common::verify::DomainKey;
use mail_auth::dkim::DkimSigner;
use mail_auth::dmarc::Dmarc;
use mail_auth::hickory_resolver::proto::op::ResponseCode;
use mail_auth::spf::Spf;

use super::*;
use crate::send::smtp::base64;

const MAIL: &str = "From: Ann <ann@example.net>\r\nTo: play@example.org\r\nSubject: x\r\nMessage-ID: <1@example.net>\r\n\r\nd1-d7/g7\r\n";

/// What a signature covers at least.
const COVERED: [&str; 4] = ["From", "To", "Subject", "Message-ID"];

/// A verifier that knows example.net's key and its policy.
fn verifier(policy: &str) -> (Verifier, Ed25519Key) {
    let key = Ed25519Key::from_pkcs8_der(&Ed25519Key::generate_pkcs8().unwrap()).unwrap();
    let verifier = Verifier {
        ours: OurAddress::parse("play@example.org").unwrap(),
        trusted: None,
        peers: Peers::default(),
        dns: Some(MessageAuthenticator::new_cloudflare().unwrap()),
        texts: TxtMemory::default(),
    };
    let later = Instant::now() + Duration::from_secs(600);
    let public = base64(&key.public_key());
    let record = DomainKey::parse(format!("v=DKIM1; k=ed25519; p={public}").as_bytes()).unwrap();
    verifier.texts.insert("s._domainkey.example.net.".into(), Txt::DomainKey(Arc::new(record)), later);
    let record = Dmarc::parse(format!("v=DMARC1; p={policy}").as_bytes()).unwrap();
    verifier.texts.insert("_dmarc.example.net.".into(), Txt::Dmarc(Arc::new(record)), later);
    let nothing = || Txt::Error(mail_auth::Error::Dns(mail_auth::DnsError::InvalidRecordType));
    verifier.texts.insert("_dmarc.net.".into(), nothing(), later);
    (verifier, key)
}

fn sign<K: SigningKey<Hasher = mail_auth::common::crypto::Sha256>>(key: K, headers: &[&str], cut: bool) -> String {
    let signer =
        DkimSigner::from_key(key).domain("example.net").selector("s").headers(headers.iter().copied()).body_length(cut);
    format!("{}{MAIL}", signer.sign(MAIL.as_bytes()).unwrap().to_header())
}

/// What is proven by a mail that example.net signed, with these fields covered.
async fn signed(policy: &str, mail: &str, covered: &[&str], change: impl Fn(String) -> String) -> Proof {
    let (verifier, key) = verifier(policy);
    let signer = DkimSigner::from_key(key).domain("example.net").selector("s").headers(covered.iter().copied());
    let header = signer.sign(mail.as_bytes()).unwrap().to_header();
    proof(&verifier, &change(format!("{header}{mail}")), Via::Lmtp).await
}

async fn proof(verifier: &Verifier, mail: &str, via: Via) -> Proof {
    let letter = Letter::parse(mail.as_bytes()).unwrap();
    verifier.look_into(mail.as_bytes(), &letter, &via, Some("ann@example.net")).await.proof
}

#[tokio::test]
async fn a_whole_signature_proves_the_sender() {
    let (verifier, key) = verifier("reject");
    let mail = sign(key, &COVERED, false);
    assert_eq!(proof(&verifier, &mail, Via::Lmtp).await, Proof::Dmarc);
    let changed = mail.replace("d1-d7/g7", "resign yes");
    assert_eq!(proof(&verifier, &changed, Via::Lmtp).await, Proof::Forged);
    let elsewhere = format!("To: other@example.com\r\n{}", mail.replace("To: play@example.org\r\n", ""));
    assert_eq!(proof(&verifier, &elsewhere, Via::Lmtp).await, Proof::Forged);
    assert_eq!(proof(&verifier, &mail, Via::Imap).await, Proof::None);
}

#[tokio::test]
async fn a_signature_that_can_be_replayed_or_added_to_proves_nothing() {
    for (headers, cut, added) in [(&["From", "Subject", "Message-ID"][..], false, ""), (&COVERED, true, "more\r\n")] {
        let (verifier, key) = verifier("none");
        let mail = sign(key, headers, cut) + added;
        assert_eq!(proof(&verifier, &mail, Via::Lmtp).await, Proof::None);
    }
}

#[tokio::test]
async fn a_mail_to_somebody_else_is_not_made_one_to_us() {
    let to_eve = MAIL.replace("To: play@example.org", "To: eve@evil.example");
    for added in ["To: play@example.org\r\n", "Cc: play@example.org\r\n"] {
        let replayed = signed("none", &to_eve, &COVERED, |mail| format!("{added}{mail}")).await;
        assert_eq!(replayed, Proof::None, "{added}");
    }
    for to in [
        "\"Eve, play@example.org fan\" <eve@evil.example>",
        "play@example.org <eve@evil.example>",
        "eve@evil.example (play@example.org)",
        "=?utf-8?q?play=40example.org?= <eve@evil.example>",
    ] {
        let mail = MAIL.replace("To: play@example.org", &format!("To: {to}"));
        assert_eq!(signed("none", &mail, &COVERED, |mail| mail).await, Proof::None, "{to}");
    }
}

#[tokio::test]
async fn what_a_replay_adds_or_changes_proves_nothing() {
    let added = |field: &'static str| move |mail: String| format!("{field}\r\n{mail}");
    for field in [
        "Subject: new amazons vs ben@example.com",
        "Message-ID: <2@example.net>",
        "To: play+x@example.org",
        "In-Reply-To: <game.1@example.org>",
        "References: <game.1@example.org>",
        "Cc: play@example.org",
        "Date: Mon, 1 Jun 2026 18:00:00 +0900",
        "Content-Type: text/html",
        "Content-Transfer-Encoding: quoted-printable",
        "Sub ject: new amazons vs ben@example.com",
        "Subject : new amazons vs ben@example.com",
    ] {
        let replayed = signed("reject", MAIL, &COVERED, added(field)).await;
        assert_eq!(replayed, Proof::None, "{field}: it is a mail of hers, but not the one she wrote");
    }
    // Signed as absent (RFC 6376 §5.4.2), added under a name that only one reader takes for it.
    let bare = MAIL.replace("Subject: x\r\n", "");
    assert_eq!(signed("reject", &bare, &COVERED, |mail| mail).await, Proof::Dmarc);
    assert_eq!(signed("reject", &bare, &COVERED, added("Sub ject: resign")).await, Proof::None);
}

#[tokio::test]
async fn a_line_between_headers_and_body_proves_nothing() {
    for line in ["resign yes\r\n", "--b\n", "resign yes\n\r\n"] {
        let slipped_in = |mail: String| mail.replacen("\r\n\r\n", &format!("\r\n{line}"), 1);
        assert_ne!(signed("reject", MAIL, &COVERED, slipped_in).await, Proof::Dmarc, "{line:?}");
    }
}

#[tokio::test]
async fn a_mail_that_could_act_again_proves_nothing() {
    let renamed = |mail: String| mail.replace("<1@example.net>", "<2@example.net>");
    assert_eq!(signed("reject", MAIL, &["From", "To", "Subject"], renamed).await, Proof::None);
    for id in ["", "Message-ID: <nameless>\r\n"] {
        let mail = MAIL.replace("Message-ID: <1@example.net>\r\n", id);
        assert_eq!(signed("reject", &mail, &COVERED, |mail| mail).await, Proof::None, "{id}");
    }
}

#[tokio::test]
async fn what_the_large_providers_sign_is_enough() {
    let fields = "Date: Mon, 1 Jun 2026 18:00:00 +0200\r\nMIME-Version: 1.0\r\nIn-Reply-To: <game.1@example.org>\r\nReferences: <game.1@example.org>\r\n";
    let parts = "Content-Type: multipart/alternative; boundary=\"b\"\r\n\r\n--b\r\n\r\nd1-d7/g7\r\n--b--\r\n";
    let mail = MAIL.replace("\r\n\r\nd1-d7/g7\r\n", &format!("\r\n{fields}{parts}"));
    // As Gmail writes it: everything but the Content-Type.
    let gmail = "to subject message-id date from in-reply-to references mime-version from to cc subject date message-id reply-to";
    let gmail: Vec<&str> = gmail.split(' ').collect();
    assert_eq!(signed("reject", &mail, &gmail, |mail| mail).await, Proof::Dmarc);
    for (from, to) in [
        ("boundary=\"b\"", "boundary=\"c\""),
        ("multipart/alternative", "text/plain"),
        ("multipart/alternative", "text/html"),
        ("Content-Type: multipart/alternative; boundary=\"b\"\r\n", ""),
    ] {
        let replayed = signed("reject", &mail, &gmail, |mail| mail.replace(from, to)).await;
        assert_eq!(replayed, Proof::None, "{to}: the same bytes, read in another way");
    }
    let icloud = ["Content-Type", "From", "Mime-Version", "Subject", "Message-Id", "To", "Date"];
    let fresh = mail.replace("In-Reply-To: <game.1@example.org>\r\nReferences: <game.1@example.org>\r\n", "");
    assert_eq!(signed("quarantine", &fresh, &icloud, |mail| mail).await, Proof::Dmarc);
    // Neither covers enough, but nobody who has our secret is held for it.
    let outlook = ["From", "Date", "Subject", "Message-ID", "Content-Type", "MIME-Version"];
    let yahoo = ["From", "To", "Cc", "Subject", "Date", "In-Reply-To", "References", "From", "Subject", "Reply-To"];
    for covered in [&outlook[..], &yahoo[..]] {
        assert_eq!(signed("reject", &mail, covered, |mail| mail).await, Proof::None);
    }
}

#[tokio::test]
async fn an_unsigned_mail_from_this_machine_looks_nothing_up() {
    let (mut verifier, _) = verifier("reject");
    verifier.texts = TxtMemory::default();
    let peer = Ipv4Addr::LOCALHOST.into();
    assert_eq!(proof(&verifier, MAIL, Via::Smtp { peer, helo: "x".into() }).await, Proof::None);
    assert_eq!(proof(&verifier, MAIL, Via::Lmtp).await, Proof::None);
}

#[tokio::test]
async fn a_trusted_server_is_asked_instead() {
    let (mut verifier, _) = verifier("reject");
    verifier.trusted = Some("mx.example.org".into());
    let mail = format!("Authentication-Results: mx.example.org;\r\n dmarc=pass header.from=example.net\r\n{MAIL}");
    assert_eq!(proof(&verifier, &mail, Via::Imap).await, Proof::Dmarc);
    let forged =
        format!("Authentication-Results: mx.example.org; dmarc=fail (p=reject) header.from=example.net\r\n{mail}");
    assert_eq!(proof(&verifier, &forged, Via::Imap).await, Proof::Forged);
    let here = Via::Smtp { peer: Ipv4Addr::LOCALHOST.into(), helo: "x".into() };
    assert_eq!(proof(&verifier, &mail, here).await, Proof::Dmarc);
    let to_eve = mail.replace("To: play@example.org", "To: \"play@example.org\" <eve@evil.example>");
    assert_eq!(proof(&verifier, &to_eve, Via::Imap).await, Proof::None, "it was not written to us");
    let twice = format!("Subject: resign\r\n{mail}");
    assert_eq!(proof(&verifier, &twice, Via::Imap).await, Proof::None);
    let twice = format!("Subject: resign\r\n{forged}");
    assert_eq!(proof(&verifier, &twice, Via::Imap).await, Proof::Forged, "a second Subject excuses nothing");
}

#[tokio::test]
async fn a_trusted_servers_word_counts_whatever_bytes_it_has() {
    let (mut verifier, _) = verifier("reject");
    verifier.trusted = Some("mx.example.org".into());
    let below = format!("Authentication-Results: mx.example.org; dmarc=pass header.from=example.net\r\n{MAIL}");
    for (above, wanted) in [
        (&b"dmarc=fail (p=reject, \xfcber) header.from=example.net"[..], Proof::Forged),
        (b"dkim=none (\xfcber)", Proof::None),
    ] {
        let mail = [b"Authentication-Results: mx.example.org; ", above, b"\r\n", below.as_bytes()].concat();
        let letter = Letter::parse(&mail).unwrap();
        assert_eq!(verifier.look_into(&mail, &letter, &Via::Imap, None).await.proof, wanted);
    }
}

#[tokio::test]
async fn a_trusted_server_does_not_know_what_counts_for_us() {
    let (mut verifier, key) = verifier("reject");
    verifier.trusted = Some("mx.example.org".into());
    let said = |what: &str, mail: &str| format!("Authentication-Results: mx.example.org; {what}\r\n{mail}");
    let (pass, direct) = ("dmarc=pass header.from=example.net", "spf=pass smtp.mailfrom=example.net; ");
    // Signed without To, as Outlook does: anybody who got it can address it to us.
    let mail = sign(key, &["From", "Subject", "Message-ID"], false);
    assert_eq!(proof(&verifier, &said(pass, &mail), Via::Imap).await, Proof::None);
    assert_eq!(proof(&verifier, &said(&format!("{direct}{pass}"), &mail), Via::Imap).await, Proof::Dmarc);
}

#[tokio::test]
async fn who_connects_from_elsewhere_does_not_vouch_for_himself() {
    let (mut verifier, key) = verifier("reject");
    verifier.trusted = Some("mx.example.org".into());
    let elsewhere = || Via::Smtp { peer: Ipv4Addr::new(192, 0, 2, 1).into(), helo: "x".into() };
    let vouched = "Authentication-Results: mx.example.org; dmarc=pass header.from=example.net\r\n";
    let nothing = Txt::Error(mail_auth::Error::Dns(mail_auth::DnsError::InvalidRecordType));
    verifier.texts.insert("example.net.".into(), nothing, Instant::now() + Duration::from_secs(600));
    assert_eq!(proof(&verifier, &format!("{vouched}{MAIL}"), elsewhere()).await, Proof::Forged);
    let signed = sign(key, &COVERED, false);
    assert_eq!(proof(&verifier, &signed, elsewhere()).await, Proof::Dmarc, "his signature counts");
}

/// Behind a NAT everybody has one address: it vouches for nobody, contradicts nobody, and is no server of ours.
#[tokio::test]
async fn an_address_that_all_share_says_nothing() {
    let shared: IpAddr = Ipv4Addr::new(172, 17, 0, 1).into();
    let peers = || Peers { nat: "172.17.0.1 127.0.0.0/8".parse().unwrap(), ..Peers::default() };
    let later = Instant::now() + Duration::from_secs(600);
    let vouched = "Authentication-Results: mx.example.org; dmarc=pass header.from=example.net\r\n";
    for peer in [shared, Ipv4Addr::LOCALHOST.into()] {
        let (mut verifier, key) = verifier("reject");
        // SPF would pass for that address, or fail: neither is asked.
        let record = Spf::parse(format!("v=spf1 ip4:{peer} -all").as_bytes()).unwrap();
        verifier.texts.insert("example.net.".into(), Txt::Spf(Arc::new(record)), later);
        verifier.trusted = Some("mx.example.org".into());
        let verifier = verifier.knowing(peers());
        let via = || Via::Smtp { peer, helo: "x".into() };
        assert_eq!(proof(&verifier, MAIL, via()).await, Proof::None);
        assert_eq!(proof(&verifier, &format!("{vouched}{MAIL}"), via()).await, Proof::None, "{peer}");
        assert_eq!(proof(&verifier, &sign(key, &COVERED, false), via()).await, Proof::Dmarc, "its signature counts");
        assert!(!verifier.looks_up(&Letter::parse(MAIL.as_bytes()).unwrap(), &via()));
    }
}

/// The sender's own server hands the mail over, unsigned.
#[tokio::test]
async fn spf_proves_the_sender_where_its_domain_is_that_of_from() {
    let (verifier, _) = verifier("reject");
    let later = Instant::now() + Duration::from_secs(600);
    for (domain, server) in [("example.net.", "192.0.2.1"), ("evil.example.", "192.0.2.66")] {
        let record = Spf::parse(format!("v=spf1 ip4:{server} -all").as_bytes()).unwrap();
        verifier.texts.insert(domain.into(), Txt::Spf(Arc::new(record)), later);
    }
    let letter = Letter::parse(MAIL.as_bytes()).unwrap();
    for (server, sender, expected) in [
        (1, "ann@example.net", Proof::Dmarc),
        (2, "ann@example.net", Proof::Forged),
        // What passes for another domain says nothing about this one.
        (66, "eve@evil.example", Proof::Forged),
        (66, "ann@example.net", Proof::Forged),
    ] {
        let via = Via::Smtp { peer: Ipv4Addr::new(192, 0, 2, server).into(), helo: "mx.example.net".into() };
        let found = verifier.look_into(MAIL.as_bytes(), &letter, &via, Some(sender)).await;
        assert_eq!(found, Found::of(expected), "{server} {sender}");
    }
}

/// Where nothing is proven, an answer goes only to an address that something speaks for, or nothing against.
#[tokio::test]
async fn what_can_be_checked_must_pass() {
    let later = Instant::now() + Duration::from_secs(600);
    let nothing = || Txt::Error(mail_auth::Error::Dns(mail_auth::DnsError::RecordNotFound(ResponseCode::NXDomain)));
    let via = |server| Via::Smtp { peer: Ipv4Addr::new(192, 0, 2, server).into(), helo: "mx.example.net".into() };
    let letter = Letter::parse(MAIL.as_bytes()).unwrap();
    for (policy, spf, server, sender, expected) in [
        (false, false, 1, "ann@example.net", Credit::Unchecked),
        (false, false, 1, "eve@evil.example", Credit::Contradicted),
        (false, true, 1, "ann@example.net", Credit::Vouched),
        (false, true, 2, "ann@example.net", Credit::Contradicted),
        (false, true, 1, "eve@example.net", Credit::Contradicted),
        (true, false, 1, "ann@example.net", Credit::Contradicted),
        (true, true, 1, "ann@example.net", Credit::Vouched),
    ] {
        let (verifier, _) = verifier("none");
        if !policy {
            verifier.texts.insert("_dmarc.example.net.".into(), nothing(), later);
        }
        let record = Spf::parse(b"v=spf1 ip4:192.0.2.1 ~all").unwrap();
        let record = if spf { Txt::Spf(Arc::new(record)) } else { nothing() };
        verifier.texts.insert("example.net.".into(), record, later);
        verifier.texts.insert("evil.example.".into(), nothing(), later);
        let found = verifier.look_into(MAIL.as_bytes(), &letter, &via(server), Some(sender)).await;
        assert_eq!(found.credit, expected, "{policy} {spf} {server} {sender}");
    }
    // Handed on by a server of ours: its own signature speaks for it, or against it; without one nothing does.
    let (verifier, key) = verifier("none");
    let credit = async |mail: &str| {
        let letter = Letter::parse(mail.as_bytes()).unwrap();
        verifier.look_into(mail.as_bytes(), &letter, &Via::Lmtp, Some("ann@example.net")).await.credit
    };
    let signed = sign(key, &["From", "Subject"], false);
    assert_eq!(credit(&signed).await, Credit::Vouched);
    assert_eq!(credit(&signed.replace("d1-d7/g7", "help")).await, Credit::Contradicted);
    assert_eq!(credit(MAIL).await, Credit::Unchecked);
}

/// Else somebody could let us verify a thousand of them, each over all headers.
#[tokio::test]
async fn only_so_many_signatures_are_verified() {
    let more = |count: usize| {
        let other =
            "DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed; d=evil.example; s=s; h=from; bh=AAAA; b=AAAA\r\n";
        move |mail: String| format!("{}{mail}", other.repeat(count))
    };
    assert_eq!(signed("reject", MAIL, &COVERED, more(0)).await, Proof::Dmarc);
    assert_eq!(signed("reject", MAIL, &COVERED, more(MOST_SIGNATURES - 1)).await, Proof::Dmarc);
    assert_eq!(signed("reject", MAIL, &COVERED, more(MOST_SIGNATURES)).await, Proof::None);
    let long = |mail: String| format!("DKIM-Signature: v=1; h={}\r\n{mail}", "from:".repeat(1000));
    assert_eq!(signed("reject", MAIL, &COVERED, long).await, Proof::None);
}

#[tokio::test(start_paused = true)]
async fn a_name_server_that_never_answers_costs_three_seconds_in_all() {
    let silent = tokio::net::UdpSocket::bind("127.0.0.1:0").await.unwrap();
    let (mut verifier, key) = verifier("reject");
    verifier.texts = TxtMemory::default();
    let verifier = verifier.asking(silent.local_addr().unwrap());
    let mail = sign(key, &["From", "To", "Subject"], false);
    let begun = tokio::time::Instant::now();
    assert_eq!(proof(&verifier, &mail, Via::Lmtp).await, Proof::None);
    assert_eq!(begun.elapsed().as_secs(), 3);
}
