//! What the operator hears of, seen with a real mailbox that is closed for long.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};

use tokio::sync::Notify;
use turnpost_core::clock::moment::now;
use turnpost_core::service::{Randomness, Service, Settings as ServiceSettings};
use turnpost_mailer::address::OurAddress;
use turnpost_mailer::gateway::{Gateway, Settings};
use turnpost_mailer::maildir::Maildir;
use turnpost_mailer::receive::network::Peers;
use turnpost_mailer::surroundings::Surroundings;
use turnpost_mailer::url::ServerUrl;

use crate::client::Player;
use crate::database;
use crate::servers::{Route, Servers, available};

/// Seconds by which the gateway's clock is ahead.
static AHEAD: AtomicI64 = AtomicI64::new(0);

/// Waits till a mail with that text is in the outbox, and takes it out; time flies by so many seconds at each look.
fn wait_for(outbox: &Maildir, text: &str, seconds: i64) {
    let begun = Instant::now();
    loop {
        for path in outbox.waiting().unwrap() {
            if String::from_utf8_lossy(&std::fs::read(&path).unwrap()).contains(text) {
                outbox.put_by(&path).unwrap();
                return;
            }
        }
        assert!(begun.elapsed() < Duration::from_secs(120), "no mail with {text}");
        AHEAD.fetch_add(seconds, Ordering::Relaxed);
        sleep(Duration::from_millis(100));
    }
}

#[test]
fn a_mailbox_that_stays_closed_is_told_to_the_operator() {
    if !available() {
        return;
    }
    let ann = "ann@players.test".to_owned();
    let mut servers = Servers::start("alerts", &[("imap.test", Route::Mailbox)], std::slice::from_ref(&ann));
    let outbox = servers.folder.join("outbox");
    let settings = Settings {
        address: OurAddress::parse("play@imap.test").unwrap(),
        listen: None,
        certificate: None,
        max_size: 1_000_000,
        imap: ServerUrl::parse(&format!("imaps://play%40imap.test:secret@localhost:{}/INBOX", servers.imaps)).ok(),
        maildir: None,
        smtp: None,
        authority: Some(servers.folder.join("ca.pem")),
        outbox: outbox.clone(),
        trusted_authserv: None,
        operator: Some("operator@example.com".into()),
        dkim: None,
        mails_per_hour: 100,
        peers: Peers::default(),
        name_server: None,
    };
    let around = Surroundings { clock: || now() + AHEAD.load(Ordering::Relaxed), chance: || Randomness::fixed(7) };
    let store = database::open(&servers.folder);
    let service = Arc::new(Service::new(store, ServiceSettings::default()).unwrap());
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let gateway = runtime.block_on(Gateway::open(settings, service, around)).unwrap();
    let stop = Arc::new(Notify::new());
    let stopped = Arc::clone(&stop);
    let running = runtime.spawn(gateway.run(async move { stopped.notified().await }));
    let outbox = Maildir::open(outbox).unwrap();
    let ann = Player::new(&servers, &ann, "Ann");

    ann.write("play@imap.test", None, "help");
    wait_for(&outbox, "To: ann@players.test", 0);
    servers.stop_dovecot();
    wait_for(&outbox, "To: operator@example.com", 60);
    // Postfix keeps this one till the mailbox is open again.
    ann.write("play@imap.test", None, "rules dameo");
    servers.start_dovecot();
    wait_for(&outbox, "To: ann@players.test", 0);
    assert!(outbox.waiting().unwrap().is_empty(), "no second alert");
    stop.notify_one();
    assert!(runtime.block_on(running).unwrap(), "it ran to the end");
}
