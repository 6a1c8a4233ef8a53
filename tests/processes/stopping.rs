//! Stopping: whatever the outside world does, the server ends by itself, and takes up its work at the next start.

use crate::relay::{Mood, Relay};
use crate::rig::{Server, block_on, turnpost, until};

#[test]
fn it_stops_though_the_relay_hangs_and_sends_the_mail_later() {
    let folder = tempfile::tempdir().unwrap();
    let relay = Relay::start();
    relay.set_mood(Mood::Hanging);
    let url = relay.url();
    let variables = [("TURNPOST_MAIL__SMTP", url.as_str())];
    let mut server = Server::start(folder.path(), &variables, &[]);
    block_on(server.client("ann@example.org").send("help", None)).unwrap();
    // The relay would be waited for ten minutes, as RFC 5321 wants it; a stop is not.
    let owed = |server: &Server| server.get("/metrics").1.contains("outbox_waiting{channel=\"mail\"} 1\n");
    until("the answer is owed", || owed(&server).then_some(()));
    server.signal("TERM");
    assert!(server.ended().success(), "{}", server.log());
    assert!(relay.taken(0).is_empty());

    // What it held is safe; its lease is over a minute later.
    relay.set_mood(Mood::Good);
    let server = Server::start(folder.path(), &variables, &[]);
    let mails = until("the mail", || Some(relay.taken(0)).filter(|taken| !taken.is_empty()));
    assert_eq!(mails[0].recipient, "ann@example.org");
    assert!(String::from_utf8_lossy(&mails[0].mail).contains("Subject: "));
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
