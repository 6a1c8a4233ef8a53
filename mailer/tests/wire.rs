//! The bytes of our mails, as a strict relay looks at them: one that refuses a bare line feed refuses the whole mail.
#![allow(clippy::unwrap_used)]

#[path = "../../core/tests/wording/samples/mod.rs"]
mod samples;
mod world;

use mail_parser::{MessageParser, MimeHeaders};
use turnpost_core::notice::Destination;
use turnpost_mailer::address::OurAddress;
use turnpost_mailer::compose::Composer;
use turnpost_mailer::send::operator::Operator;
use world::World;

fn ours() -> OurAddress {
    OurAddress::parse("play@example.org").unwrap()
}

/// Lines end in CRLF, which stands nowhere else in pieces (RFC 5321 §2.3.8), and have at most 998 octets (RFC 5322
/// §2.1.1), all of them ASCII.
fn check(name: &str, mail: &[u8]) {
    let text = std::str::from_utf8(mail).unwrap();
    assert!(text.is_ascii() && text.ends_with("\r\n"), "{name}");
    for line in text.split("\r\n") {
        assert!(!line.contains(['\r', '\n']), "{name}: a bare CR or LF: {line:?}");
        assert!(line.len() <= 998, "{name}: {} octets in a line", line.len());
    }
}

/// The bytes of the file of that name, decoded.
fn attached(mail: &[u8], name: &str) -> Vec<u8> {
    let mail = MessageParser::default().parse(mail).unwrap();
    let part = mail.parts.iter().find(|part| part.attachment_name() == Some(name)).unwrap();
    part.contents().to_vec()
}

#[test]
fn every_kind_of_mail_has_whole_line_ends() {
    let composer = Composer::new(ours(), None);
    let mut kinds = 0;
    for (name, mut notice) in samples::all() {
        if matches!(notice.to, Destination::Email(_)) {
            notice.name = Some("Bén ".repeat(15));
            check(name, &composer.mail(7, &notice, "k9", 1_780_000_000).unwrap().0);
            kinds += 1;
        }
    }
    assert!(kinds > 10, "{kinds}");
}

#[test]
fn a_domain_outside_ascii_is_written_inside() {
    let (_, mut notice) = samples::all().into_iter().find(|(name, _)| *name == "your-turn").unwrap();
    notice.to = Destination::Email("ben@bücher.example".into());
    let (mail, _) = Composer::new(ours(), None).mail(7, &notice, "k9", 1_780_000_000).unwrap();
    check("a domain", &mail);
    assert!(String::from_utf8(mail).unwrap().contains("<ben@xn--bcher-kva.example>"));
}

#[test]
fn a_record_comes_along_as_text() {
    let (_, notice) = samples::all().into_iter().find(|(name, _)| name.starts_with("result")).unwrap();
    let turnpost_core::notice::News::Result(news) = &notice.news else { panic!("{:?}", notice.news) };
    let (mail, _) = Composer::new(ours(), None).mail(7, &notice, "k9", 1_780_000_000).unwrap();
    // RFC 2046 §4.1.1: text has CRLF inside its encoding too.
    assert_eq!(String::from_utf8(attached(&mail, "amazons-41.txt")).unwrap(), news.record.replace('\n', "\r\n"));
}

#[tokio::test]
async fn what_the_operator_gets_has_them_too_and_shows_the_mail_as_it_came() {
    let operator = Operator { address: "op@example.com".into(), ours: ours(), signer: None };
    check("alert", &operator.alert("It burns.\n\nSay the others.").unwrap());
    // By the pipe mails come with the system's line ends.
    let raw = "From: a@b.example\nTo: postmaster@example.org\nSubject: hello\n\nIt is me.\n\rAgain.\n";
    let world = World::new().await;
    let got = world.deliver("a@b.example", "postmaster@example.org", raw.as_bytes()).await;
    check("forward", &got[0].raw);
    assert_eq!(attached(&got[0].raw, "mail.eml"), raw.as_bytes());
}
