//! A server that has much to read still answers.

use turnpost_mailer::maildir::{Maildir, fresh_name};

use crate::bombs;
use crate::rig::{Server, begin, until};

/// How many costly mails there are.
const MAILS: usize = 200;

/// What `/metrics` says of one thing.
fn value(server: &Server, name: &str) -> f64 {
    let page = server.get("/metrics").1;
    page.lines().find_map(|line| line.strip_prefix(name)?.trim().parse().ok()).unwrap()
}

/// Seconds are measured by the bench `hostile`. Here it counts only that the answers come before the mails are done.
#[test]
fn health_is_told_while_costly_mails_are_read() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path().join("in");
    let server = Server::start(folder.path(), &[("TURNPOST_MAIL__MAILDIR", at.to_str().unwrap())], &[]);
    begin(&server, "ann@example.com", "ben@example.net");
    let last = server.client("ann@example.com").got().unwrap().pop().unwrap();
    let costly = bombs::costly(&last.reply_to, &last.message_id);
    let mailbox = Maildir::open(&at).unwrap();
    let before = value(&server, "turnpost_mails_received_total");
    for number in 0..MAILS {
        let (_, mail) = &costly[number % costly.len()];
        let other = String::from_utf8_lossy(mail).replacen("Message-ID: <", &format!("Message-ID: <{number}."), 1);
        mailbox.put(&fresh_name(), other.as_bytes()).unwrap();
    }
    let left = || {
        let received = value(&server, "turnpost_mails_received_total") - before;
        MAILS as f64 - received + value(&server, "turnpost_inbox_waiting")
    };
    let (mut meanwhile, mut known) = (0, left());
    while known > 0.0 {
        known = until("another one is read", || {
            assert_eq!(server.get("/healthz").1, "ok\n");
            let now = left();
            meanwhile += usize::from(now > 0.0);
            (now < known).then_some(now)
        });
    }
    assert!(meanwhile > 0, "it was asked too late");
    // And she plays on as if nothing had been.
    until("her mails", || (value(&server, "turnpost_outbox_waiting{channel=\"mail\"}") == 0.0).then_some(()));
    server.says("ben@example.net", "1 c3-c4", false);
}
