//! A mailbox on a server that can little, refuses, or fails in the midst of it: no mail is lost, none is handled twice,
//! and what stands still is told.
#![allow(clippy::unwrap_used)]

mod fetching;
mod folders;
mod server;
mod sharing;
#[path = "../world/mod.rs"]
mod world;

use std::sync::Arc;
use std::time::Duration;

use server::{Mail, Server};
use tokio::task::{AbortHandle, yield_now};
use tokio::time;
use turnpost_mailer::address::OurAddress;
use turnpost_mailer::maildir::Maildir;
use turnpost_mailer::receive::imap::Mailbox;
use turnpost_mailer::send::alarm::Alarm;
use turnpost_mailer::send::operator::Operator;
use turnpost_mailer::send::post::Post;
use turnpost_mailer::tls;
use turnpost_mailer::url::ServerUrl;
use world::{World, surroundings};

/// How long a server is waited for that tells of new mail.
const IDLE: Duration = Duration::from_secs(9 * 60);

const SECOND: Duration = Duration::from_secs(1);

/// Nothing takes longer, on any machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// A mail with which somebody asks for help.
fn help(uid: u32, from: &str) -> (u32, Mail) {
    let text = format!("From: {from}\r\nTo: play@example.org\r\nMessage-ID: <{from}>\r\n\r\nhelp\r\n");
    (uid, Mail { text, ..Mail::default() })
}

fn mailbox(world: &World, server: &Server) -> Mailbox {
    let url = ServerUrl::parse(&format!("imap://play:secret@127.0.0.1:{}", server.port)).unwrap();
    Mailbox::new(url, tls::connector(None).unwrap(), world.gateway.inbox().clone(), 1_000_000)
}

/// Fetches that mailbox for that world, until the handle is used.
fn watch(world: &World, mailbox: Mailbox) -> AbortHandle {
    let post = Post::Maildir(Maildir::open(world.folder.join("alerts")).unwrap());
    let ours = OurAddress::parse("play@example.org").unwrap();
    let operator = Operator { address: "operator@example.com".to_owned(), ours, signer: None };
    let alarm = Alarm::new(Some(operator), Arc::clone(&world.service), Arc::new(post), surroundings());
    tokio::spawn(async move { mailbox.watch(&alarm).await }).abort_handle()
}

/// Waits for what the server does not see.
async fn until(what: impl Fn() -> bool) {
    let wait = async {
        while !what() {
            yield_now().await;
        }
    };
    time::timeout(PATIENCE, wait).await.unwrap();
}

/// Waits until the operator was alerted.
async fn alerted(world: &World) {
    let alerts = Maildir::open(world.folder.join("alerts")).unwrap();
    until(|| !alerts.waiting().unwrap().is_empty()).await;
}

/// Lets everybody do what there is to do now.
async fn rest() {
    for _ in 0..1000 {
        yield_now().await;
    }
}

/// Lets time pass at once, and no other time: a slow machine must not make it more.
async fn pass(time: Duration) {
    time::pause();
    rest().await;
    world::pass(u32::try_from(time.as_secs()).unwrap());
    time::advance(time).await;
    rest().await;
    time::resume();
}

/// Who was answered, by name: strangers' mails are handled side by side.
async fn answered(world: &World) -> Vec<String> {
    world.gateway.drain().await.unwrap();
    let mut who: Vec<String> = world.new_mails().into_iter().map(|got| got.to).collect();
    who.sort();
    who
}
