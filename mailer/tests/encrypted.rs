//! The receiver's STARTTLS and our signatures, checked with OpenSSL's own tools. Without `openssl` and `python3` these
//! tests say so and pass, under CI they fail.
#![allow(clippy::unwrap_used)]

mod world;

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use turnpost_mailer::address::OurAddress;
use turnpost_mailer::receive::Inbox;
use turnpost_mailer::receive::listen::{Receiver, acceptor};
use turnpost_mailer::send::smtp::Relay;
use turnpost_mailer::tls;
use turnpost_mailer::url::ServerUrl;
use world::World;

fn are_there() -> bool {
    let missing: Vec<&str> = ["openssl", "python3"]
        .into_iter()
        .filter(|name| Command::new(name).arg("version").stderr(Stdio::null()).output().is_err())
        .collect();
    assert!(missing.is_empty() || std::env::var("CI").as_deref() != Ok("true"), "missing: {missing:?}");
    if !missing.is_empty() {
        eprintln!("skipped: {} is missing", missing.join(" and "));
    }
    missing.is_empty()
}

fn openssl(folder: &Path, line: &str) {
    let output = Command::new("openssl").args(line.split(' ')).current_dir(folder).output().unwrap();
    assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
}

#[tokio::test]
async fn a_client_that_wants_it_gets_encryption_and_no_other_certificate_will_do() {
    if !are_there() {
        return;
    }
    let world = World::new().await;
    let at = world.folder.as_path();
    std::fs::write(at.join("ext"), "subjectAltName=DNS:localhost\nbasicConstraints=CA:FALSE\n").unwrap();
    let key = "-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes";
    for name in ["ca", "other"] {
        openssl(at, &format!("req -x509 {key} -days 2 -subj /CN={name} -keyout {name}.key -out {name}.pem"));
    }
    openssl(at, &format!("req {key} -subj /CN=localhost -keyout key.pem -out req.pem"));
    openssl(at, "x509 -req -in req.pem -CA ca.pem -CAkey ca.key -CAcreateserial -days 2 -extfile ext -out cert.pem");
    let tls = acceptor(&at.join("cert.pem"), &at.join("key.pem")).unwrap();
    let ours = OurAddress::parse("play@example.org").unwrap();
    let (keep, mut got) = tokio::sync::mpsc::unbounded_channel();
    let inbox = Inbox::new(move |arrival| {
        let _ = keep.send(arrival.raw);
        Ok(())
    });
    let receiver = Receiver::bind("127.0.0.1:0", ours, inbox, Some(tls), 1000).await.unwrap();
    let port = receiver.address().unwrap().port();
    tokio::spawn(receiver.serve());
    let relay = |authority: &str| {
        let url = ServerUrl::parse(&format!("smtp://localhost:{port}")).unwrap();
        Relay::new(url, tls::connector(Some(&at.join(authority))).unwrap(), "client.example")
    };
    let mut connection = relay("ca.pem").connect().await.unwrap();
    assert!(connection.is_encrypted());
    connection.send("ann@example.net", "play@example.org", b"hi\r\n").await.unwrap();
    assert_eq!(got.recv().await.unwrap(), b"hi\r\n");
    assert!(relay("other.pem").connect().await.is_err());
}

/// Verifies the topmost DKIM-Signature (RFC 6376, relaxed/relaxed) on its own: canonical forms in Python, the signature
/// by OpenSSL with the public key in `public.pem`.
const VERIFY: &str = r#"
import sys, re, base64, hashlib, subprocess
head, body = sys.stdin.buffer.read().split(b"\r\n\r\n", 1)
fields = [f for f in re.split(rb"\r\n(?![ \t])", head)]
def relaxed(field):
    name, value = field.split(b":", 1)
    value = re.sub(rb"[ \t]+", b" ", value.replace(b"\r\n", b"")).strip()
    return name.strip().lower() + b":" + value
name, value = fields[0].split(b":", 1)
assert name.lower() == b"dkim-signature", name
tags = dict(t.strip().split(b"=", 1) for t in value.replace(b"\r\n", b"").split(b";") if t.strip())
tags = {k.strip(): re.sub(rb"\s", b"", v) for k, v in tags.items()}
assert tags[b"d"] == b"example.org" and tags[b"s"] == b"s1" and tags[b"c"] == b"relaxed/relaxed", tags
assert b"l" not in tags, tags
lines = [re.sub(rb"[ \t]+", b" ", l).rstrip(b" ") for l in body.split(b"\r\n")]
while lines and not lines[-1]: lines.pop()
text = b"".join(l + b"\r\n" for l in lines)
assert base64.b64encode(hashlib.sha256(text).digest()) == tags[b"bh"], "the body's hash"
signed, left = b"", list(fields[1:])
names = [n.lower() for n in tags[b"h"].split(b":")]
for wanted in [b"from", b"to", b"subject", b"reply-to", b"message-id", b"references", b"list-unsubscribe"]:
    assert wanted in names, wanted
for wanted in names:
    found = [i for i, f in enumerate(left) if f.split(b":", 1)[0].strip().lower() == wanted]
    if found: signed += relaxed(left.pop(found[-1])) + b"\r\n"
signed += re.sub(rb"(;\s*)b=[^;]*", rb"\1b=", relaxed(fields[0]))
open("signed", "wb").write(signed)
open("signature", "wb").write(base64.b64decode(tags[b"b"]))
sys.exit(subprocess.run(["openssl", "dgst", "-sha256", "-verify", "public.pem", "-signature", "signature", "signed"]).returncode)
"#;

fn verified(folder: &Path, mail: &[u8]) -> bool {
    let mut python = Command::new("python3")
        .args(["-c", VERIFY])
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    python.stdin.take().unwrap().write_all(mail).unwrap();
    python.wait().unwrap().success()
}

/// A world that signs what it sends, and one whose folder has the keys.
async fn signing() -> (World, World) {
    let keys = World::new().await;
    openssl(&keys.folder, "genrsa -out key.pem 2048");
    openssl(&keys.folder, "rsa -in key.pem -pubout -out public.pem");
    let key = keys.folder.join("key.pem");
    (World::with(|settings| settings.dkim = Some(("s1".to_owned(), key))).await, keys)
}

#[tokio::test]
async fn what_the_operator_gets_is_signed_too() {
    if !are_there() {
        return;
    }
    let (world, keys) = signing().await;
    let raw = "From: a@b.example\nTo: postmaster@example.org\nSubject: hello\n\nIt is me.\n";
    let got = world.deliver("a@b.example", "postmaster@example.org", raw.as_bytes()).await;
    assert!(got[0].to == "operator@example.com" && verified(&keys.folder, &got[0].raw));
}

#[tokio::test]
async fn another_program_verifies_our_signature() {
    if !are_there() {
        return;
    }
    let (world, keys) = signing().await;
    let ann = "Ann <ann@example.com>";
    let asked = world.say(ann, "play@example.org", "new amazons vs ben@example.net").await;
    let sent = world.reply(ann, &asked[0], "yes").await;
    let invitation = sent.iter().find(|got| got.to == "ben@example.net").unwrap();
    let got = world.reply("Ben <ben@example.net>", invitation, "yes d1-d7/g7 Grüße").await;
    let turn = got.iter().find(|got| got.to == "ann@example.com").unwrap();
    for result in world.reply(ann, turn, "resign yes").await {
        assert!(verified(&keys.folder, &result.raw), "with the record and the replay");
    }
    for mail in &got {
        assert!(verified(&keys.folder, &mail.raw));
        let text = String::from_utf8(mail.raw.clone()).unwrap();
        assert!(!verified(&keys.folder, text.replace("d1-d7/g7", "d1-d7/g4").as_bytes()), "a changed body");
        assert!(!verified(&keys.folder, text.replacen("Subject: ", "Subject: Re: ", 1).as_bytes()), "a changed header");
    }
}
