//! A mailbox on a server that can little and fails in the midst of it: no mail is lost, none is handled twice.
#![allow(clippy::unwrap_used)]

mod server;
#[path = "../world/mod.rs"]
mod world;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use server::{Server, State};
use tokio::task::AbortHandle;
use turnpost_mailer::gateway::alarm::Alarm;
use turnpost_mailer::maildir::Maildir;
use turnpost_mailer::receive::imap::Mailbox;
use turnpost_mailer::send::post::Post;
use turnpost_mailer::tls;
use turnpost_mailer::url::ServerUrl;
use world::{World, surroundings};

/// How often a server without IDLE is asked.
const POLL: Duration = Duration::from_secs(30);

const SECOND: Duration = Duration::from_secs(1);

/// A mail with which somebody asks for help.
fn help(from: &str) -> Option<String> {
    Some(format!("From: {from}\r\nTo: play@example.org\r\nMessage-ID: <{from}>\r\n\r\nhelp\r\n"))
}

/// Fetches that mailbox for that world, until the handle is used.
fn watch(world: &World, server: &Server) -> AbortHandle {
    let url = ServerUrl::parse(&format!("imap://play:secret@127.0.0.1:{}", server.port)).unwrap();
    let mailbox = Mailbox::new(url, tls::connector(None).unwrap(), world.gateway.inbox().clone(), 1_000_000);
    let post = Post::Maildir(Maildir::open(world.folder.join("alerts")).unwrap());
    let alarm = Alarm::new(None, Arc::clone(&world.service), Arc::new(post), surroundings());
    tokio::spawn(async move { mailbox.watch(&alarm).await }).abort_handle()
}

/// Lets everybody do what there is to do now.
async fn rest() {
    for _ in 0..1000 {
        tokio::task::yield_now().await;
    }
}

/// Lets time pass at once.
async fn pass(time: Duration) {
    rest().await;
    tokio::time::pause();
    tokio::time::advance(time).await;
    tokio::time::resume();
}

/// Who was answered, by name: strangers' mails are handled side by side.
async fn answered(world: &World) -> Vec<String> {
    world.gateway.drain().await.unwrap();
    let mut all: Vec<String> = world.new_mails().into_iter().map(|got| got.to).collect();
    all.sort();
    all
}

#[tokio::test]
async fn a_mail_that_was_fetched_twice_is_answered_once() {
    let world = World::new().await;
    let inbox = BTreeMap::from([(1, help("ann@example.com")), (2, None)]);
    let last = Some("UID FETCH 1 BODY");
    let server = Server::start(State { inbox, last, ..State::default() }).await;
    let watching = watch(&world, &server);
    server.until(|state| state.last.is_none()).await;
    pass(2 * SECOND).await;
    server.until(|state| state.inbox.is_empty()).await;
    server.with(|state| {
        assert_eq!(state.count("UID FETCH 1 BODY.PEEK[]"), 2);
        let part = "UID FETCH 2 BODY.PEEK[]<0.1000000>";
        assert_eq!((state.count("UID FETCH 2 BODY"), state.count(part)), (1, 1), "of what is too large the beginning");
        assert_eq!(state.done, [1, 2]);
    });
    assert_eq!(world.service.waiting().unwrap().mails.waiting, 2, "each is stored once");
    assert_eq!(answered(&world).await, ["ann@example.com"]);
    watching.abort();
}

#[tokio::test]
async fn a_server_without_idle_is_asked_every_half_minute() {
    let world = World::new().await;
    let server = Server::start(State::default()).await;
    let watching = watch(&world, &server);
    server.until(|state| state.count("UID SEARCH") == 1).await;
    server.with(|state| state.inbox.insert(7, help("ann@example.com")));
    pass(POLL - SECOND).await;
    rest().await;
    assert_eq!(server.with(|state| state.count("NOOP")), 0);
    pass(SECOND).await;
    server.until(|state| state.inbox.is_empty()).await;
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
async fn a_mail_that_the_server_withholds_stays_and_holds_up_nobody() {
    for refused in ["UID FETCH 1 RFC822.SIZE", "UID FETCH 1 BODY"] {
        let world = World::new().await;
        let inbox = BTreeMap::from([(1, help("ann@example.com")), (2, help("ben@example.com"))]);
        let server = Server::start(State { inbox, refused: vec![refused], ..State::default() }).await;
        let watching = watch(&world, &server);
        server.until(|state| state.count("UID SEARCH") == 2).await;
        assert_eq!(server.with(|state| state.inbox.keys().copied().collect::<Vec<_>>()), [1], "{refused}");
        pass(POLL).await;
        server.until(|state| state.inbox.is_empty()).await;
        assert_eq!(server.with(|state| state.count("LOGIN")), 1);
        assert_eq!(answered(&world).await, ["ann@example.com", "ben@example.com"], "{refused}");
        watching.abort();
    }
}

#[tokio::test]
async fn a_mail_that_cannot_be_put_by_is_tried_again_after_a_pause() {
    for refused in ["UID COPY", "UID STORE", "UID EXPUNGE"] {
        let world = World::new().await;
        let inbox = BTreeMap::from([(1, help("ann@example.com"))]);
        let server = Server::start(State { inbox, refused: vec![refused], ..State::default() }).await;
        let watching = watch(&world, &server);
        server.until(|state| state.refused.is_empty()).await;
        pass(2 * SECOND).await;
        server.until(|state| state.count("LOGIN") == 2 && state.deleted == [1]).await;
        assert_eq!(answered(&world).await, ["ann@example.com"], "{refused}");
        watching.abort();
    }
}
