//! No bytes whatever break the way from a raw mail to what it asks for.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

/// The laws of the fuzz target, on what is made up here and on its seeds.
#[path = "../../fuzz/src/mail.rs"]
mod laws;

use proptest::prelude::*;
use turnpost_core::message;
use turnpost_mailer::address::OurAddress;
use turnpost_mailer::decide::auth::results;
use turnpost_mailer::decide::guard;
use turnpost_mailer::read::{Answered, Letter, new_text};

/// The whole way, without the look-ups.
fn read(raw: &[u8]) {
    let ours = OurAddress::parse("play@example.org").unwrap();
    if let Ok(letter) = Letter::parse(raw) {
        let _ = guard::kind(&letter, Some("a@b"), &["play+x@example.org".to_owned()], &ours);
        let _ = results::proof(letter.headers.iter(), "mx", "b");
        let text = new_text(&letter.text, &Answered::new([letter.subject.as_str()]));
        let _ = message::read_with_subject(&letter.subject, &text);
    }
}

/// Pieces that mails are made of, whole and broken.
fn piece() -> impl Strategy<Value = Vec<u8>> {
    let known: Vec<&[u8]> = vec![
        b"From: a@b\r\n",
        b"From: =?utf-8?q?=FF?= <a@b>\r\n",
        b"Subject: =?x?b?????=\r\n",
        b"Content-Type: multipart/alternative; boundary=b\r\n",
        b"Content-Type: text/html; charset=utf-16\r\n",
        b"Content-Type: text/plain; format=flowed; delsp=yes\r\n",
        b"Content-Type: message/delivery-status\r\n",
        b"Content-Type: message/rfc822\r\n",
        b"Content-Transfer-Encoding: base64\r\n",
        b"Content-Transfer-Encoding: quoted-printable\r\n",
        b"Authentication-Results: mx; dmarc=pass (( header.from=b\r\n",
        b"Received: from by by mx (( ; by\r\n",
        b"Date: Mon, 99 Foo 99999 99:99:99 +9999\r\n",
        b"References: <game.99999999999999999999@example.org>,<<>>\r\n",
        b"\r\n",
        b"--b\r\n",
        b"--b--\r\n",
        b"<blockquote><div class=gmail_quote id=divRplyFwdMsg style=\"display:none\"><br/></blockquote>\r\n",
        b"> On 1.1.2026 18:00, A <a@b> wrote:\r\n",
        b"On 1.1.2026 18:00,\r\nA <a@b>\r\nwrote:\r\n",
        b"Von: a\r\nGesendet: b\r\n",
        b"d1-d7/g7\r\n-- \r\n",
        b"=E4=\r\n=4",
        b"From: ann@example.net\r\n",
        b"From: ben@example.com\r\n",
        b"From: cid@example.info\r\n",
        b"To: play+{ann}@example.org\r\n",
        b"To: play+{ben}@example.org\r\n",
        b"In-Reply-To: <{ann}.{ann#}@example.org>\r\n",
        b"In-Reply-To: <x.{ben#}@example.org>\r\n",
        b"Authentication-Results: mx.example.org; dmarc=pass header.from=example.com\r\n",
        b"Authentication-Results: mx.example.org; dmarc=fail (p=reject) header.from=example.net\r\n",
        b"Date: Thu, 28 May 2026 20:00:00 +0000\r\n",
        b"new amazons vs cid@example.info\r\n",
        b"1 j7-h7/h3\r\nYour turn. Ben accepted and played d1-d7/g7.\r\n",
        b"say hello\r\nshow\r\nhelp\r\ngames\r\nlink\r\nforget me\r\nyes\r\n",
    ];
    prop_oneof![prop::sample::select(known).prop_map(<[u8]>::to_vec), prop::collection::vec(any::<u8>(), 0..40)]
}

proptest! {
    #[test]
    fn any_bytes(raw in prop::collection::vec(any::<u8>(), 0..2000)) {
        read(&raw);
    }

    #[test]
    fn any_mixture_of_pieces(pieces in prop::collection::vec(piece(), 0..30)) {
        read(&pieces.concat());
    }

    #[test]
    fn the_laws_hold_for_any_mixture(from in 0..3usize, pieces in prop::collection::vec(piece(), 0..30)) {
        let from = ["ann@example.net", "ben@example.com", "cid@example.info"][from];
        laws::mail(&[format!("From: {from}\r\n").as_bytes(), &pieces.concat()].concat());
    }
}

#[test]
fn the_laws_hold_for_the_seeds() {
    let seeds = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/seeds/mail");
    let mut count = 0;
    for seed in std::fs::read_dir(seeds).unwrap() {
        laws::mail(&std::fs::read(seed.unwrap().path()).unwrap());
        count += 1;
    }
    assert!(count > 5);
}
