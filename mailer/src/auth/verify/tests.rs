//! DMARC with keys and policies put into the memory of DNS, so that nothing is looked up.

use std::net::Ipv4Addr;
use std::sync::Arc;

use mail_auth::common::crypto::{Ed25519Key, SigningKey};
use mail_auth::common::headers::HeaderWriter;
use mail_auth::common::parse::TxtRecordParser;
use mail_auth::common::verify::DomainKey;
use mail_auth::dkim::DkimSigner;
use mail_auth::dmarc::Dmarc;

use super::*;

const MAIL: &str = "From: Ann <ann@example.net>\r\nTo: play@example.org\r\nSubject: x\r\n\r\nd1-d7/g7\r\n";

/// A verifier that knows example.net's key and its policy.
fn verifier(policy: &str) -> (Verifier, Ed25519Key) {
    let key = Ed25519Key::from_pkcs8_der(&Ed25519Key::generate_pkcs8().unwrap()).unwrap();
    let verifier = Verifier {
        ours: OurAddress::parse("play@example.org").unwrap(),
        trusted: None,
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

async fn proof(verifier: &Verifier, mail: &str, via: Via) -> Proof {
    let letter = Letter::parse(mail.as_bytes()).unwrap();
    verifier.proof(mail.as_bytes(), &letter, &via, Some("ann@example.net")).await
}

#[tokio::test]
async fn a_whole_signature_proves_the_sender() {
    let (verifier, key) = verifier("reject");
    let mail = sign(key, &["From", "To", "Subject"], false);
    assert_eq!(proof(&verifier, &mail, Via::Lmtp).await, Proof::Dmarc);
    let changed = mail.replace("d1-d7/g7", "resign yes");
    assert_eq!(proof(&verifier, &changed, Via::Lmtp).await, Proof::Forged);
    let elsewhere = format!("To: other@example.com\r\n{}", mail.replace("To: play@example.org\r\n", ""));
    assert_eq!(proof(&verifier, &elsewhere, Via::Lmtp).await, Proof::Forged);
    assert_eq!(proof(&verifier, &mail, Via::Imap).await, Proof::None);
}

#[tokio::test]
async fn a_signature_that_can_be_replayed_or_added_to_proves_nothing() {
    for (headers, cut, added) in [(&["From", "Subject"], false, ""), (&["From", "To"], true, "more\r\n")] {
        let (verifier, key) = verifier("none");
        let mail = sign(key, headers, cut) + added;
        assert_eq!(proof(&verifier, &mail, Via::Lmtp).await, Proof::None);
    }
}

#[tokio::test]
async fn a_mail_to_somebody_else_is_not_made_one_to_us() {
    let to_eve = MAIL.replace("To: play@example.org", "To: eve@evil.example");
    for added in ["To: play@example.org\r\n", "Cc: play@example.org\r\n"] {
        let (verifier, key) = verifier("none");
        let signer = DkimSigner::from_key(key).domain("example.net").selector("s").headers(["From", "To", "Subject"]);
        let header = signer.sign(to_eve.as_bytes()).unwrap().to_header();
        let replayed = format!("{added}{header}{to_eve}");
        assert_eq!(proof(&verifier, &replayed, Via::Lmtp).await, Proof::None, "{added}");
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
    let signed = sign(key, &["From", "To", "Subject"], false);
    assert_eq!(proof(&verifier, &signed, elsewhere()).await, Proof::Dmarc, "his signature counts");
}

fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for chunk in bytes.chunks(3) {
        let value = chunk.iter().fold(0_u32, |all, &byte| all << 8 | u32::from(byte)) << (8 * (3 - chunk.len()));
        for at in 0..4 {
            let digit = char::from(DIGITS[(value >> (18 - 6 * at) & 63) as usize]);
            text.push(if at <= chunk.len() { digit } else { '=' });
        }
    }
    text
}
