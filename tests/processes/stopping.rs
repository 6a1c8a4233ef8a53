//! Stopping: whatever the outside world does, the server ends by itself, and takes up its work at the next start.

use std::path::Path;
use std::process::{Command, Stdio};

use turnpost_mailer::read::Letter;

use crate::database;
use crate::relay::{Mood, Relay, Taken};
use crate::rig::{Server, block_on, turnpost, until};

/// Starts a server whose answer to Ann the relay, in that mood, will say nothing to.
fn stuck(folder: &Path, relay: &Relay, mood: Mood) -> Server {
    relay.set_mood(mood);
    let server = start(folder, relay);
    block_on(server.client("ann@example.org").send("help", None)).unwrap();
    server
}

fn start(folder: &Path, relay: &Relay) -> Server {
    Server::start(folder, &[("TURNPOST_MAIL__SMTP", &relay.url())], &[])
}

/// Whether one mail is still to be sent.
fn owed(server: &Server) -> bool {
    server.get("/metrics").1.contains("outbox_waiting{channel=\"mail\"} 1\n")
}

/// Waits until the relay has taken so many mails.
fn taken(relay: &Relay, count: usize) -> Vec<Taken> {
    until("the mail", || Some(relay.taken(0)).filter(|taken| taken.len() >= count))
}

#[test]
fn it_stops_though_the_relay_hangs_and_sends_the_mail_later() {
    let folder = tempfile::tempdir().unwrap();
    let relay = Relay::start();
    let mut server = stuck(folder.path(), &relay, Mood::Silent);
    // The relay would be waited for ten minutes, as RFC 5321 wants it; a stop is not.
    taken(&relay, 1);
    server.signal("TERM");
    assert!(server.ended().success(), "{}", server.log());

    // What it held is safe, and free as soon as the process is gone.
    relay.set_mood(Mood::Good);
    let server = start(folder.path(), &relay);
    let mails = taken(&relay, 2);
    assert_eq!(mails[0].recipient, "ann@example.org");
    assert_eq!(message_id(&mails[0]), message_id(&mails[1]));
    assert!(mails[0] == mails[1], "to the last byte");
    until("it is settled", || (!owed(&server)).then_some(()));
}

#[test]
fn a_conversation_that_goes_on_does_not_keep_it() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = Server::start(folder.path(), &[], &[]);
    let client = std::net::TcpStream::connect(&server.mail).unwrap();
    server.signal("INT");
    assert!(server.ended().success(), "{}", server.log());
    drop(client);
    let doctor = turnpost(folder.path()).args(["doctor", "--offline"]).output().unwrap();
    assert!(doctor.status.success());
}

#[test]
fn a_stop_while_it_starts_is_heeded() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = turnpost(folder.path());
    // The first time there is a database to make, which takes longest.
    server
        .arg("serve")
        .env("TURNPOST_MAIL__LISTEN", "127.0.0.1:0")
        .env("TURNPOST_HTTP__LISTEN", "")
        .env("TURNPOST_WEB__LISTEN", "");
    let mut child = server.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let begun = ["turnpost.db", "running"].map(|name| folder.path().join(name));
    until("its first file", || begun.iter().any(|file| file.exists()).then_some(()));
    let sent = Command::new("kill").arg(child.id().to_string()).status().unwrap();
    assert!(sent.success());
    let ended = until("its end", || child.try_wait().unwrap());
    assert!(ended.success(), "{ended}");
}

#[test]
fn what_a_killed_process_held_is_free_at_the_next_start() {
    let folder = tempfile::tempdir().unwrap();
    let relay = Relay::start();
    let mut server = stuck(folder.path(), &relay, Mood::Hanging);
    let count = |sql: &str| database::number(folder.path(), sql);
    let leased = "SELECT count(*) FROM outbox WHERE state = 'owed' AND leased > 0 AND attempts = ";
    until("the answer is under way", || (count(&format!("{leased} 1")) == 1).then_some(()));
    server.signal("KILL");
    server.ended();
    let held = count("SELECT count(*) FROM leases");
    let _successor = start(folder.path(), &relay);
    assert_eq!(count(&format!("{leased} 1")), 0, "the dead one's lease is over");
    until("the answer is under way again", || (count(&format!("{leased} 2")) == 1).then_some(()));
    assert_eq!((held, count("SELECT count(DISTINCT holder) FROM leases")), (1, 1));
}

#[test]
fn killed_before_the_relays_250_is_read_it_sends_the_same_mail_again() {
    let folder = tempfile::tempdir().unwrap();
    let relay = Relay::start();
    let mut server = stuck(folder.path(), &relay, Mood::Silent);
    taken(&relay, 1);
    server.signal("KILL");
    server.ended();
    relay.set_mood(Mood::Good);
    let server = start(folder.path(), &relay);
    let mails = taken(&relay, 2);
    // Whoever has both knows by the Message-ID that they are one.
    assert_eq!(message_id(&mails[0]), message_id(&mails[1]));
    assert!(mails[0] == mails[1], "to the last byte");
    until("it is settled", || (!owed(&server)).then_some(()));
    assert_eq!(relay.taken(0).len(), 2);
}

#[test]
fn killed_after_the_relays_250_is_stored_it_sends_nothing_again() {
    let folder = tempfile::tempdir().unwrap();
    let relay = Relay::start();
    let mut server = start(folder.path(), &relay);
    block_on(server.client("ann@example.org").send("help", None)).unwrap();
    let first = taken(&relay, 1);
    until("it is settled", || (!owed(&server)).then_some(()));
    server.signal("KILL");
    server.ended();
    let server = start(folder.path(), &relay);
    // One person's mails keep their order: were the first still owed, it would come before this one.
    block_on(server.client("ann@example.org").send("rules dameo", None)).unwrap();
    let mails = taken(&relay, 2);
    assert!(mails[0] == first[0]);
    assert!(String::from_utf8_lossy(&mails[1].mail).contains("Dameo"));
    assert_ne!(message_id(&mails[1]), message_id(&mails[0]));
}

fn message_id(taken: &Taken) -> String {
    Letter::parse(&taken.mail).unwrap().message_id.unwrap()
}
