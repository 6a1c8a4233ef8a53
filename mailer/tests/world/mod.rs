//! A gateway with a database of its own and a folder for what it sends: people write to it and read what they got.
#![allow(dead_code, clippy::unwrap_used, clippy::expect_used)]

#[path = "../../../tests/database/mod.rs"]
pub mod database;
pub mod dns;
pub mod relay;
pub mod sink;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};

use mail_parser::{Message, MessageParser, MimeHeaders};
use turnpost_core::record::Record;
use turnpost_core::service::{Randomness, Service, Settings as ServiceSettings};
use turnpost_mailer::address::OurAddress;
use turnpost_mailer::gateway::{Gateway, Settings};
use turnpost_mailer::maildir::{Maildir, fresh_name};
use turnpost_mailer::receive::network::Peers;
use turnpost_mailer::receive::{Arrival, Via};
use turnpost_mailer::surroundings::Surroundings;

/// Everything a test needs; its folder goes with it.
pub struct World {
    pub gateway: Gateway,
    pub service: Arc<Service>,
    pub folder: PathBuf,
    settings: Settings,
    sent: AtomicU64,
}

/// A mail to us.
#[derive(Clone)]
pub struct Sent {
    pub from: String,
    pub to: String,
    pub raw: Vec<u8>,
}

/// A mail that somebody got.
pub struct Got {
    pub raw: Vec<u8>,
    pub to: String,
    pub reply_to: String,
    pub subject: String,
    pub message_id: String,
    /// The address that List-Unsubscribe names, and the Subject to write there.
    pub unsubscribe: Option<(String, String)>,
    pub text: String,
    pub html: String,
    pub pictures: usize,
    pub attachments: Vec<String>,
}

pub fn settings(folder: &Path) -> Settings {
    Settings {
        address: OurAddress::parse("play@example.org").unwrap(),
        listen: None,
        certificate: None,
        max_size: 1_000_000,
        imap: None,
        maildir: None,
        smtp: None,
        authority: None,
        outbox: folder.join("outbox"),
        trusted_authserv: None,
        operator: Some("operator@example.com".into()),
        dkim: None,
        mails_per_hour: 100,
        peers: Peers::default(),
        name_server: None,
    }
}

/// Mon 1 Jun 2026, 12:00 UTC.
pub const START: i64 = 1_780_315_200;

/// The same day, as a Date says it.
pub const TODAY: &str = "Mon, 01 Jun 2026 14:00:00 +0200";

/// The time of all worlds of this test program. It stands still while nobody lets it pass, and never goes back: tests
/// run beside each other.
static CLOCK: AtomicI64 = AtomicI64::new(START);

pub fn clock() -> i64 {
    CLOCK.load(Ordering::Relaxed)
}

/// Lets time pass.
pub fn pass(seconds: u32) {
    CLOCK.fetch_add(seconds.into(), Ordering::Relaxed);
}

/// Begins again at the first moment, for a program whose tests run one after the other.
pub fn begin_again() {
    CLOCK.store(START, Ordering::Relaxed);
}

pub fn surroundings() -> Surroundings {
    Surroundings { clock, chance: || Randomness::fixed(7) }
}

/// A process on the database of that folder.
pub fn process(folder: &Path, settings: ServiceSettings) -> Arc<Service> {
    let store = database::open(folder);
    Arc::new(database::apart(|| Service::new(store, settings).unwrap()))
}

async fn open(folder: &Path, settings: Settings) -> (Arc<Service>, Gateway) {
    let service = process(folder, ServiceSettings::default());
    let gateway = Gateway::open(settings, Arc::clone(&service), surroundings()).await.unwrap();
    (service, gateway)
}

impl World {
    pub async fn new() -> World {
        World::with(|_| {}).await
    }

    /// Asks the service. Not on this thread: a database at a server keeps whoever asks waiting, and a thread of a runtime
    /// must not wait.
    pub fn ask<T: Send>(&self, ask: impl FnOnce(&Service) -> T + Send) -> T {
        database::apart(|| ask(&self.service))
    }

    /// A world with other settings.
    pub async fn with(change: impl FnOnce(&mut Settings)) -> World {
        let folder = std::env::temp_dir().join(fresh_name());
        std::fs::create_dir_all(&folder).unwrap();
        let mut settings = settings(&folder);
        change(&mut settings);
        let (service, gateway) = open(&folder, settings.clone()).await;
        World { gateway, service, folder, settings, sent: AtomicU64::new(0) }
    }

    /// The server is started again: all that it knows by heart is gone.
    pub async fn restart(&mut self) {
        (self.service, self.gateway) = open(&self.folder, self.settings.clone()).await;
    }

    /// Somebody writes a plain mail; what comes of it, in the order of sending.
    pub async fn say(&self, from: &str, to: &str, body: &str) -> Vec<Got> {
        self.post(&self.fresh(from, to, "", body)).await
    }

    /// Somebody answers a mail.
    pub async fn reply(&self, from: &str, got: &Got, body: &str) -> Vec<Got> {
        self.post(&self.answer(from, got, body)).await
    }

    /// Somebody answers a mail, and nothing that comes of it can be sent yet.
    pub async fn reply_unsent(&self, from: &str, got: &Got, body: &str) {
        let mail = self.answer(from, got, body);
        let sender = from.rsplit('<').next().unwrap().trim_end_matches('>').to_owned();
        let arrival =
            Arrival { raw: mail.raw, via: Via::Lmtp, sender: Some(sender), recipients: vec![mail.to], at: clock() };
        self.gateway.inbox().store(arrival).await.unwrap();
        self.gateway.drain().await.unwrap();
    }

    /// Somebody presses the button of a mail client: a fresh mail, as List-Unsubscribe asks for it (RFC 2369).
    pub async fn unsubscribe(&self, from: &str, got: &Got) -> Vec<Got> {
        let (to, subject) = got.unsubscribe.as_ref().expect("a way to unsubscribe");
        self.post(&self.fresh(from, to, subject, "")).await
    }

    /// A mail that answers nothing.
    pub fn fresh(&self, from: &str, to: &str, subject: &str, body: &str) -> Sent {
        let headers = if subject.is_empty() { String::new() } else { format!("Subject: {subject}\r\n") };
        self.write(from, to, &headers, body)
    }

    /// A mail that answers one.
    pub fn answer(&self, from: &str, got: &Got, body: &str) -> Sent {
        let headers = format!("Subject: Re: {}\r\nIn-Reply-To: <{}>\r\n", got.subject, got.message_id);
        self.write(from, &got.reply_to, &headers, body)
    }

    fn write(&self, from: &str, to: &str, headers: &str, body: &str) -> Sent {
        let number = self.sent.fetch_add(1, Ordering::Relaxed);
        let id = format!("Message-ID: <m{number}@client.example>\r\n");
        let raw = format!("From: {from}\r\nTo: {to}\r\n{id}{headers}\r\n{body}\r\n");
        Sent { from: from.to_owned(), to: to.to_owned(), raw: raw.into_bytes() }
    }

    pub async fn post(&self, mail: &Sent) -> Vec<Got> {
        self.deliver(&mail.from, &mail.to, &mail.raw).await
    }

    /// Bytes arrive by LMTP; what comes of it.
    pub async fn deliver(&self, from: &str, to: &str, raw: &[u8]) -> Vec<Got> {
        let sender = from.rsplit('<').next().unwrap().trim_end_matches('>').to_owned();
        let arrival = Arrival {
            raw: raw.to_vec(),
            via: Via::Lmtp,
            sender: Some(sender),
            recipients: vec![to.to_owned()],
            at: clock(),
        };
        self.gateway.inbox().store(arrival).await.unwrap();
        self.gateway.drain().await.unwrap();
        self.new_mails()
    }

    /// Hours go by, with the server running; what is sent then.
    pub async fn hours(&self, count: u32) -> Vec<Got> {
        // More than an hour without a tick would be an outage, which is given back.
        for _ in 0..count * 2 {
            pass(1800);
            self.tick();
            self.gateway.drain().await.unwrap();
        }
        self.new_mails()
    }

    pub fn tick(&self) {
        self.ask(|service| service.tick(clock(), Randomness::fixed(3))).unwrap();
    }

    /// What was sent since the last look.
    pub fn new_mails(&self) -> Vec<Got> {
        let outbox = Maildir::open(self.folder.join("outbox")).unwrap();
        let waiting = outbox.waiting().unwrap();
        waiting
            .iter()
            .map(|path| {
                let raw = std::fs::read(path).unwrap();
                outbox.put_by(path).unwrap();
                Got::read(raw)
            })
            .collect()
    }
}

impl Drop for World {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

impl Got {
    pub fn read(raw: Vec<u8>) -> Got {
        let message: Message = MessageParser::default().parse(&raw).expect("a mail");
        let address =
            |list: Option<&mail_parser::Address>| list.unwrap().first().unwrap().address().unwrap().to_owned();
        let picture =
            |part: &&mail_parser::MessagePart| part.content_type().is_some_and(|kind| kind.ctype() == "image");
        let unsubscribe = message.header_raw("List-Unsubscribe").and_then(|value| {
            let (address, subject) =
                value.trim().strip_prefix("<mailto:")?.strip_suffix('>')?.split_once("?subject=")?;
            Some((address.to_owned(), subject.to_owned()))
        });
        let named = message.parts.iter().filter_map(|part| part.attachment_name()).map(str::to_owned);
        Got {
            to: address(message.to()),
            reply_to: address(message.reply_to()),
            subject: message.subject().unwrap_or_default().to_owned(),
            message_id: message.message_id().unwrap().to_owned(),
            unsubscribe,
            text: message.body_text(0).unwrap().replace("\r\n", "\n"),
            html: message.body_html(0).unwrap().into_owned(),
            pictures: message.parts.iter().filter(picture).count(),
            attachments: named.collect(),
            raw,
        }
    }

    /// What the first attached file holds.
    pub fn file(&self) -> String {
        let message: Message = MessageParser::default().parse(&self.raw).expect("a mail");
        let file = message.parts.iter().find(|part| part.attachment_name().is_some()).expect("a file");
        String::from_utf8_lossy(file.contents()).into_owned()
    }

    pub fn first_line(&self) -> &str {
        self.text.lines().next().unwrap_or_default()
    }
}

pub const ANN: &str = "Ann <ann@example.com>";
pub const BEN: &str = "Ben <ben@example.net>";

impl World {
    /// A game of Amazons that Ben (White) has begun; it is Ann's turn. Gives the mails to Ann and Ben.
    pub async fn game(&self) -> (Got, Got) {
        let asked = self.say(ANN, "play@example.org", "new amazons vs ben@example.net").await;
        let sent = self.reply(ANN, &asked[0], "yes").await;
        let invitation = sent.into_iter().find(|got| got.to == "ben@example.net").unwrap();
        let mut got = self.reply(BEN, &invitation, "yes d1-d7/g7").await;
        let at = got.iter().position(|got| got.to == "ann@example.com").unwrap();
        let to_ann = got.remove(at);
        (to_ann, got.remove(0))
    }

    /// What was played in the first game.
    pub fn record(&self) -> Record {
        self.ask(|service| service.export_game(1)).unwrap().unwrap()
    }

    /// Bytes are found in a Maildir, where nobody tells the envelope; what comes of it.
    pub async fn find(&self, raw: &[u8]) -> Vec<Got> {
        let at = (surroundings().clock)();
        let arrival = Arrival { raw: raw.to_vec(), via: Via::Maildir, sender: None, recipients: Vec::new(), at };
        self.gateway.inbox().store(arrival).await.unwrap();
        self.gateway.drain().await.unwrap();
        self.new_mails()
    }
}
