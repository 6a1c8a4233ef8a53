//! How mails are found and fetched.

use std::time::Duration;

use super::server::{Mail, Server, State};
use super::world::World;
use super::{IDLE, SECOND, alerted, answered, help, mailbox, pass, until, watch};

/// How often a server without IDLE is asked.
const POLL: Duration = Duration::from_secs(30);

#[tokio::test]
async fn a_mail_that_was_fetched_twice_is_answered_once() {
    let world = World::new().await;
    let mails = [help(1, "ann@example.com"), help(2, "ben@example.com")];
    let last = Some("UID FETCH 1 BODY");
    let server = Server::start(State { can: "UIDPLUS", last, ..State::with(mails) }).await;
    let watching = watch(&world, mailbox(&world, &server));
    server.until(|state| state.last.is_none()).await;
    let stored = || world.ask(|service| service.waiting()).unwrap().mails.waiting;
    until(|| stored() == 1).await;
    pass(2 * SECOND).await;
    server.until(|state| state.uids("INBOX").is_empty()).await;
    server.with(|state| {
        let fetched = |uid| state.count(&format!("UID FETCH {uid} BODY.PEEK[]"));
        assert_eq!((fetched(1), fetched(2)), (2, 1));
        assert_eq!((state.uids("Turnpost-done"), state.count("UID COPY")), (vec![1, 2], 2), "each is put by once");
    });
    assert_eq!(stored(), 2, "each is stored once");
    assert_eq!(answered(&world).await, ["ann@example.com", "ben@example.com"]);
    watching.abort();
}

#[tokio::test]
async fn a_server_that_can_neither_idle_nor_move_is_asked_every_half_minute_and_copies() {
    let world = World::new().await;
    let server = Server::start(State { can: "UIDPLUS", ..State::with([]) }).await;
    let watching = watch(&world, mailbox(&world, &server));
    server.until(|state| state.count("UID SEARCH") == 1).await;
    server.with(|state| state.arrive(help(7, "ann@example.com")));
    pass(POLL - SECOND).await;
    assert_eq!(server.with(|state| state.count("NOOP")), 0);
    pass(SECOND).await;
    server.until(|state| state.uids("INBOX").is_empty()).await;
    server.with(|state| {
        let since = state.said.iter().position(|command| command == "UID SEARCH UNDELETED").unwrap() + 1;
        let said: Vec<&str> = state.said[since..].iter().map(String::as_str).take(7).collect();
        let expected = [
            "NOOP",
            "UID SEARCH UNDELETED",
            "UID FETCH 7 RFC822.SIZE",
            "UID FETCH 7 BODY.PEEK[]",
            "UID COPY 7 \"Turnpost-done\"",
            "UID STORE 7 +FLAGS.SILENT (\\Deleted)",
            "UID EXPUNGE 7",
        ];
        assert_eq!(said, expected);
    });
    assert_eq!(answered(&world).await, ["ann@example.com"]);
    watching.abort();
}

#[tokio::test]
async fn a_mail_that_arrives_as_idle_begins_is_not_overlooked() {
    let world = World::new().await;
    let server = Server::start(State { arriving: Some(help(1, "ann@example.com")), ..State::with([]) }).await;
    let watching = watch(&world, mailbox(&world, &server));
    server.until(|state| state.uids("Turnpost-done") == [1]).await;
    assert_eq!(answered(&world).await, ["ann@example.com"]);
    watching.abort();
}

#[tokio::test]
async fn a_mail_that_the_server_withholds_holds_up_no_other_and_is_told_of_and_asked_for_again() {
    for refused in ["UID FETCH 1 RFC822.SIZE", "UID FETCH 1 BODY"] {
        let world = World::new().await;
        let mails = [help(1, "ann@example.com"), help(2, "ben@example.com")];
        let server = Server::start(State { refused: vec![refused], ..State::with(mails) }).await;
        let watching = watch(&world, mailbox(&world, &server));
        server.until(|state| state.count("IDLE") == 1).await;
        assert_eq!(server.with(|state| (state.uids("INBOX"), state.count("UID SEARCH"))), (vec![1], 2), "{refused}");
        assert_eq!(answered(&world).await, ["ben@example.com"], "{refused}");
        for _ in 0..5 {
            let asked = server.with(|state| state.count("IDLE"));
            pass(IDLE).await;
            server.until(|state| state.count("IDLE") > asked).await;
        }
        alerted(&world).await;
        server.with(|state| state.refused.clear());
        pass(IDLE).await;
        server.until(|state| state.uids("Turnpost-done") == [1, 2]).await;
        assert_eq!(server.with(|state| state.count("LOGIN")), 1);
        assert_eq!(answered(&world).await, ["ann@example.com"], "{refused}");
        watching.abort();
    }
}

#[tokio::test]
async fn of_a_mail_that_is_too_large_only_the_beginning_is_read() {
    let world = World::new().await;
    let photo = "/9j/".repeat(300_000);
    let text = format!(
        "From: ann@example.com\r\nTo: play@example.org\r\nMessage-ID: <large>\r\nMIME-Version: 1.0\r\n\
         Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nhelp\r\n--b\r\n\
         Content-Type: image/jpeg\r\nContent-Transfer-Encoding: base64\r\n\r\n{photo}\r\n--b--\r\n"
    );
    // The other is said to be as large as mails can be, and then nothing comes.
    let mails = [(1, Mail { text, ..Mail::default() }), (2, Mail { missing: 4_000_000_000, ..Mail::default() })];
    let server = Server::start(State::with(mails)).await;
    let watching = watch(&world, mailbox(&world, &server));
    server.until(|state| state.uids("Turnpost-done") == [1, 2]).await;
    for uid in [1, 2] {
        let count = |what: &str| server.with(|state| state.count(&format!("UID FETCH {uid} {what}")));
        assert_eq!((count("BODY"), count("BODY.PEEK[]<0.1000000>")), (1, 1), "{uid}");
    }
    assert_eq!(world.ask(|service| service.waiting()).unwrap().mails.waiting, 2, "each is stored");
    assert_eq!(answered(&world).await, ["ann@example.com"]);
    watching.abort();
}
