//! Mailboxes whose servers refuse a mail, a folder, or to move: nothing is lost, nothing is done twice, and what stands
//! still is told.
#![allow(clippy::unwrap_used)]

mod server;
#[path = "../world/mod.rs"]
mod world;

use std::sync::Arc;
use std::time::Duration;

use server::{Mail, Server, State};
use tokio::task::AbortHandle;
use turnpost_mailer::address::OurAddress;
use turnpost_mailer::gateway::alarm::Alarm;
use turnpost_mailer::gateway::operator::Operator;
use turnpost_mailer::maildir::Maildir;
use turnpost_mailer::receive::imap::Mailbox;
use turnpost_mailer::send::post::Post;
use turnpost_mailer::tls;
use turnpost_mailer::url::ServerUrl;
use world::{World, surroundings};

const IDLE: Duration = Duration::from_secs(9 * 60);

/// A mail with which somebody asks for help.
fn help(uid: u32, from: &str) -> (u32, Mail) {
    let text = format!("From: {from}\r\nTo: play@example.org\r\nMessage-ID: <{from}>\r\n\r\nhelp\r\n");
    (uid, Mail { text, ..Mail::default() })
}

/// Fetches that mailbox for that world, until the handle is used.
fn watch(world: &World, server: &Server) -> AbortHandle {
    watch_as(world, mailbox(world, server))
}

fn mailbox(world: &World, server: &Server) -> Mailbox {
    let url = ServerUrl::parse(&format!("imap://play:secret@127.0.0.1:{}", server.port)).unwrap();
    Mailbox::new(url, tls::connector(None).unwrap(), world.gateway.inbox().clone(), 1_000_000)
}

fn watch_as(world: &World, mailbox: Mailbox) -> AbortHandle {
    let post = Post::Maildir(Maildir::open(world.folder.join("alerts")).unwrap());
    let ours = OurAddress::parse("play@example.org").unwrap();
    let operator = Operator { address: "operator@example.com".to_owned(), ours, signer: None };
    let alarm = Alarm::new(Some(operator), Arc::clone(&world.service), Arc::new(post), surroundings());
    tokio::spawn(async move { mailbox.watch(&alarm).await }).abort_handle()
}

/// How often the operator was alerted.
fn alerts(world: &World) -> usize {
    Maildir::open(world.folder.join("alerts")).unwrap().waiting().unwrap().len()
}

/// Lets everybody come to rest, then lets time pass at once.
async fn pass(time: Duration) {
    for _ in 0..1000 {
        tokio::task::yield_now().await;
    }
    world::pass(u32::try_from(time.as_secs()).unwrap());
    tokio::time::pause();
    tokio::time::advance(time).await;
    tokio::time::resume();
}

/// Who was answered, in the order of their names.
async fn answered(world: &World) -> Vec<String> {
    world.gateway.drain().await.unwrap();
    let mut who: Vec<String> = world.new_mails().into_iter().map(|got| got.to).collect();
    who.sort();
    who
}

/// Fails a test whose mailbox stands still.
async fn soon(wait: impl Future<Output = ()>) {
    tokio::time::timeout(Duration::from_secs(60), wait).await.unwrap();
}

#[tokio::test]
async fn a_mail_that_the_server_refuses_to_give_stays_and_is_asked_for_again() {
    for refused in ["UID FETCH 1", "UID FETCH 1 BODY"] {
        let world = World::new().await;
        let mails = [help(1, "ann@example.com"), help(2, "ben@example.com")];
        let server = Server::start(State { refused: vec![refused], ..State::with(mails) }).await;
        let watching = watch(&world, &server);
        soon(server.until(|state| state.count("IDLE") == 1)).await;
        assert_eq!(server.with(|state| state.uids("INBOX")), [1], "{refused}");
        assert_eq!(answered(&world).await, ["ben@example.com"], "{refused}");
        for _ in 0..5 {
            let asked = server.with(|state| state.count("IDLE"));
            pass(IDLE).await;
            soon(server.until(|state| state.count("IDLE") > asked)).await;
        }
        while alerts(&world) == 0 {
            tokio::task::yield_now().await;
        }
        server.with(|state| state.refused.clear());
        pass(IDLE).await;
        soon(server.until(|state| state.uids("Turnpost-done") == [1, 2])).await;
        assert_eq!(server.with(|state| state.count("LOGIN")), 1);
        assert_eq!(answered(&world).await, ["ann@example.com"], "{refused}");
        watching.abort();
    }
}

#[tokio::test]
async fn where_folders_lie_in_the_inbox_processed_mail_goes_there() {
    let world = World::new().await;
    let mails = [help(1, "ann@example.com"), help(2, "ben@example.com")];
    let server = Server::start(State { prefix: "INBOX.", ..State::with(mails) }).await;
    let watching = watch(&world, &server);
    soon(server.until(|state| state.count("IDLE") == 1)).await;
    assert_eq!(server.with(|state| state.uids("INBOX.Turnpost-done")), [1, 2]);
    assert_eq!(answered(&world).await, ["ann@example.com", "ben@example.com"]);
    watching.abort();
}

#[tokio::test]
async fn where_no_folder_can_be_made_processed_mail_is_marked() {
    for (keywords, flag) in [(true, "Turnpost-done"), (false, "\\Seen")] {
        let world = World::new().await;
        let mails = [help(1, "ann@example.com"), help(2, "ben@example.com")];
        let server = Server::start(State { prefix: "/", keywords, ..State::with(mails) }).await;
        let watching = watch(&world, &server);
        soon(server.until(|state| state.count("IDLE") == 1)).await;
        server.with(|state| {
            assert!(state.folders["INBOX"].values().all(|mail| mail.flags.contains(flag)));
            state.folders.get_mut("INBOX").unwrap().extend([help(3, "cat@example.com")]);
        });
        pass(IDLE).await;
        soon(server.until(|state| state.count("IDLE") == 2)).await;
        assert_eq!(server.with(|state| (state.count("UID FETCH 1 BODY"), state.count("UID FETCH 3 BODY"))), (1, 1));
        assert_eq!(answered(&world).await, ["ann@example.com", "ben@example.com", "cat@example.com"], "{flag}");
        watching.abort();
    }
}

#[tokio::test]
async fn a_mail_that_cannot_be_put_by_holds_up_no_other_and_is_told_of() {
    let world = World::new().await;
    let mails = [help(1, "ann@example.com"), help(2, "ben@example.com")];
    let server = Server::start(State { refused: vec!["UID MOVE 1"], ..State::with(mails) }).await;
    let watching = watch(&world, &server);
    soon(server.until(|state| state.count("UID SEARCH") == 2)).await;
    assert_eq!(server.with(|state| state.uids("Turnpost-done")), [2]);
    assert_eq!(answered(&world).await, ["ann@example.com", "ben@example.com"]);
    for round in 2..9 {
        pass(Duration::from_secs(300)).await;
        soon(server.until(|state| state.count("UID SEARCH") == 2 * round)).await;
    }
    assert_eq!(server.with(|state| state.count("LOGIN")), 8);
    while alerts(&world) == 0 {
        tokio::task::yield_now().await;
    }
    assert!(answered(&world).await.is_empty());
    watching.abort();
}

#[tokio::test]
async fn a_mail_that_arrives_as_idle_begins_is_not_overlooked() {
    let world = World::new().await;
    let server = Server::start(State { arriving: Some(help(1, "ann@example.com")), ..State::with([]) }).await;
    let watching = watch(&world, &server);
    soon(server.until(|state| state.uids("Turnpost-done") == [1])).await;
    assert_eq!(answered(&world).await, ["ann@example.com"]);
    watching.abort();
}

#[tokio::test]
async fn of_a_mail_that_is_too_large_the_beginning_is_read() {
    let world = World::new().await;
    let photo = "/9j/".repeat(300_000);
    let text = format!(
        "From: ann@example.com\r\nTo: play@example.org\r\nMessage-ID: <large>\r\nMIME-Version: 1.0\r\n\
         Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nhelp\r\n--b\r\n\
         Content-Type: image/jpeg\r\nContent-Transfer-Encoding: base64\r\n\r\n{photo}\r\n--b--\r\n"
    );
    let server = Server::start(State::with([(1, Mail { text, ..Mail::default() })])).await;
    let watching = watch(&world, &server);
    soon(server.until(|state| state.uids("Turnpost-done") == [1])).await;
    assert_eq!(server.with(|state| state.count("UID FETCH 1 BODY.PEEK[]<0.1000000>")), 1);
    assert_eq!(answered(&world).await, ["ann@example.com"]);
    watching.abort();
}

#[tokio::test]
async fn processed_mail_goes_when_the_database_lets_go_of_it() {
    let done = |old: bool| Mail { old, flags: ["Turnpost-done".to_owned()].into(), ..Mail::default() };
    for (prefix, folder) in [("", "Turnpost-done"), ("/", "INBOX")] {
        let world = World::new().await;
        let mut state = State { prefix, ..State::with([help(3, "ann@example.com")]) };
        state.folders.entry(folder.to_owned()).or_default().extend([(1, done(true)), (2, done(false))]);
        let server = Server::start(state).await;
        let watching = watch_as(&world, mailbox(&world, &server).keeping(30));
        soon(server.until(|state| state.count("IDLE") == 1)).await;
        assert_eq!(server.with(|state| state.uids(folder)), [2, 3], "what is younger stays");
        assert_eq!(answered(&world).await, ["ann@example.com"], "and what is new is taken");
        // A day later it is looked at again, over the same connection.
        server.with(|state| state.folders.get_mut(folder).unwrap().insert(2, done(true)));
        world::pass(24 * 60 * 60);
        pass(IDLE).await;
        soon(server.until(|state| state.count("IDLE") == 2)).await;
        assert_eq!(server.with(|state| (state.uids(folder), state.count("LOGIN"))), (vec![3], 1));
        watching.abort();
    }
}
