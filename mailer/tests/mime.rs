//! The mails as an independent parser reads them: Python's `email`, with its strict policy. Without Python the test says
//! so and passes, under CI it fails.
#![allow(clippy::unwrap_used)]

mod world;

use std::io::Write;
use std::process::{Command, Stdio};

use world::World;

/// Reads a mail from standard input and prints what it is made of; any defect is an error.
const SCRIPT: &str = r#"
import sys, email, email.policy
mail = email.message_from_bytes(sys.stdin.buffer.read(), policy=email.policy.default)
for part in mail.walk():
    assert not part.defects, part.defects
    print(part.get_content_type())
for name in ("From", "To", "Reply-To", "Subject", "Message-ID", "Date", "References", "In-Reply-To"):
    assert len(mail.get_all(name, [])) == 1, name
assert mail["Date"].datetime.tzinfo is not None
text = mail.get_body(("plain",)).get_content()
page = mail.get_body(("html",)).get_content()
assert "Your turn" in text.splitlines()[0], text
cid = page.split('src="cid:')[1].split('"')[0]
ids = [p["Content-ID"] for p in mail.walk() if p.get_content_type() == "image/png"]
assert ids == ["<" + cid + ">"], (cid, ids)
png = [p for p in mail.walk() if p.get_content_type() == "image/png"][0].get_content()
assert png[:8] == b"\x89PNG\r\n\x1a\n"
assert all(len(line) <= 998 for line in mail.as_bytes().split(b"\n"))
"#;

#[tokio::test]
async fn python_reads_our_mails() {
    if Command::new("python3").arg("--version").output().is_err() {
        assert!(std::env::var("CI").as_deref() != Ok("true"), "python3 is missing");
        eprintln!("skipped: python3 is missing");
        return;
    }
    let world = World::new().await;
    let ann = "Änne Ü <ann@example.com>";
    let asked = world.say(ann, "play@example.org", "new amazons vs ben@example.net").await;
    let sent = world.reply(ann, &asked[0], "yes").await;
    let invitation = sent.iter().find(|got| got.to == "ben@example.net").unwrap();
    let got = world.reply("Ben <ben@example.net>", invitation, "yes d1-d7/g7 Grüße, 你好").await;
    let turn = got.iter().find(|got| got.to == "ann@example.com").unwrap();
    let mut python =
        Command::new("python3").args(["-c", SCRIPT]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    python.stdin.take().unwrap().write_all(&turn.raw).unwrap();
    let output = python.wait_with_output().unwrap();
    assert!(output.status.success());
    let parts = String::from_utf8(output.stdout).unwrap();
    assert_eq!(
        parts.split_whitespace().collect::<Vec<_>>(),
        ["multipart/alternative", "text/plain", "multipart/related", "text/html", "image/png"]
    );
}
