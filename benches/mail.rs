//! Turns a second by mail: from a mail handed to the receiver to both players' mails, with pictures, in a sink; beside
//! what the parts of that cost in the same run. `cargo bench --bench mail`; on the command line: seconds, tables.
//!
//! Everything is in this one process, on two worker threads: the players, the gateway with its database on disk, the
//! sink. Each table has one turn under way at any time.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

#[path = "mail/parts.rs"]
mod parts;
mod turns;

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use tokio::sync::mpsc::{self, UnboundedReceiver, UnboundedSender};
use turnpost_core::game::Game;
use turnpost_core::rules::{GameKind, Setup, Side};
use turnpost_core::service::{Randomness, Service, Settings as ServiceSettings};
use turnpost_core::store::Store;
use turnpost_mailer::address::OurAddress;
use turnpost_mailer::gateway::{Gateway, Settings, Surroundings};
use turnpost_mailer::read::Letter;
use turnpost_mailer::receive::listen::Receiver;
use turnpost_mailer::receive::{Inbox, now};
use turnpost_mailer::send::smtp::{Connection, Relay};
use turnpost_mailer::tls;
use turnpost_mailer::url::ServerUrl;
use turns::some_turn;

/// Turns that were asked for, and mails with a picture that came of them.
static TURNS: AtomicU64 = AtomicU64::new(0);
static MAILS: AtomicU64 = AtomicU64::new(0);
static OVER: AtomicBool = AtomicBool::new(false);

fn main() {
    let mut numbers = std::env::args().skip(1).filter_map(|word| word.parse::<u64>().ok());
    let (seconds, tables) = (numbers.next().unwrap_or(15), numbers.next().unwrap_or(32));
    let folder = tempfile::tempdir_in(std::env::var_os("BENCH_DIR").unwrap_or_else(|| ".".into())).unwrap();
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    let (rate, mail) = runtime.block_on(play(folder.path(), seconds, tables));
    let sum = parts::measure(folder.path(), &runtime, &mail);
    let (each, ideal) = (1.0 / rate, sum.as_secs_f64() / 2.0);
    println!("{:<46} {:>8.2} ms", "the pipeline, a turn, on two cores", each * 1e3);
    println!("{:<46} {:>8.2} ms", "the sum of the parts, spread over two cores", ideal * 1e3);
    println!("{:<46} {:>8.0} %", "overhead over the sum", (each / ideal - 1.0) * 100.0);
}

/// Plays at all tables for so long. Gives the turns a second, and one of the players' mails.
async fn play(folder: &Path, seconds: u64, tables: u64) -> (f64, Vec<u8>) {
    let (sink, mut arrived) = sink().await;
    let gateway = gateway(folder, sink).await;
    let port = gateway.listening().unwrap().port();
    let running = tokio::spawn(gateway.run(std::future::pending()));
    let mut seats: HashMap<String, UnboundedSender<Vec<u8>>> = HashMap::new();
    let mut playing = tokio::task::JoinSet::new();
    for number in 0..tables {
        let (at, mails) = mpsc::unbounded_channel();
        for who in ["ann", "ben"] {
            seats.insert(address(who, number), at.clone());
        }
        playing.spawn(Table { number, port, mails, wire: None, sent: 0 }.play());
    }
    let sample = Arc::new(std::sync::Mutex::new(Vec::new()));
    let keep = Arc::clone(&sample);
    let post = tokio::spawn(async move {
        while let Some((to, mail)) = arrived.recv().await {
            if mail.len() > 10_000 {
                MAILS.fetch_add(1, Ordering::Relaxed);
                keep.lock().unwrap().clone_from(&mail);
            }
            let _ = seats[&to].send(mail);
        }
    });
    // The games begin while nothing is measured.
    while TURNS.load(Ordering::Relaxed) < tables * 2 {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let (turns, mails, began) = (TURNS.load(Ordering::Relaxed), MAILS.load(Ordering::Relaxed), Instant::now());
    tokio::time::sleep(Duration::from_secs(seconds)).await;
    let took = began.elapsed().as_secs_f64();
    let (turns, mails) = (TURNS.load(Ordering::Relaxed) - turns, MAILS.load(Ordering::Relaxed) - mails);
    OVER.store(true, Ordering::Relaxed);
    println!(
        "{tables} tables, {took:.0} s: {:.0} turns/s, {:.0} mails with pictures/s",
        turns as f64 / took,
        mails as f64 / took
    );
    playing.shutdown().await;
    running.abort();
    post.abort();
    let sample = sample.lock().unwrap().clone();
    // Each turn is two mails; what is still under way is not counted.
    (mails as f64 / 2.0 / took, sample)
}

/// A receiver that takes every player's mail: their addresses are its plus addresses.
async fn sink() -> (u16, UnboundedReceiver<(String, Vec<u8>)>) {
    let (keep, arrived) = mpsc::unbounded_channel();
    let inbox = Inbox::new(move |mut arrival| {
        let _ = keep.send((arrival.recipients.remove(0), arrival.raw));
        Ok(())
    });
    let ours = OurAddress::parse("p@sink.test").unwrap();
    let receiver = Receiver::bind("127.0.0.1:0", ours, inbox, None, 4 << 20).await.unwrap();
    let port = receiver.address().unwrap().port();
    tokio::spawn(receiver.serve());
    (port, arrived)
}

async fn gateway(folder: &Path, sink: u16) -> Gateway {
    static CHANCE: AtomicU64 = AtomicU64::new(1);
    let store = Store::open(folder.join("turnpost.db")).unwrap();
    let service = Arc::new(Service::new(store, ServiceSettings::default()).unwrap());
    let settings = Settings {
        address: "play@example.org".to_owned(),
        listen: Some("127.0.0.1:0".to_owned()),
        certificate: None,
        max_size: 1 << 20,
        imap: None,
        maildir: None,
        smtp: Some(format!("smtp://127.0.0.1:{sink}")),
        authority: None,
        outbox: folder.join("outbox"),
        trusted_authserv: None,
        operator: None,
        dkim: None,
        mails_per_hour: u32::MAX,
    };
    let around = Surroundings { clock: now, chance: || Randomness::fixed(CHANCE.fetch_add(1, Ordering::Relaxed)) };
    Gateway::open(settings, service, around).await.unwrap()
}

fn address(who: &str, table: u64) -> String {
    format!("p+{who}{table}@sink.test")
}

/// Connects to a server on this machine.
async fn connect(port: u16) -> Connection {
    let url = ServerUrl::parse(&format!("smtp://127.0.0.1:{port}")).unwrap();
    Relay::new(url, tls::connector(None).unwrap(), "client.test").connect().await.unwrap()
}

/// Two people at a game, answering each mail that asks them to.
struct Table {
    number: u64,
    port: u16,
    mails: UnboundedReceiver<Vec<u8>>,
    wire: Option<Connection>,
    sent: usize,
}

impl Table {
    async fn play(mut self) {
        let kind = GameKind::ALL[usize::try_from(self.number).unwrap() % GameKind::ALL.len()];
        let mut game = Game::new(&Setup::new(kind.name(), None, &[]).unwrap()).unwrap();
        let challenge = format!("new {} vs {}", kind.name(), address("ben", self.number));
        self.write("ann", "play@example.org", "", &challenge).await;
        while let Some(mail) = self.mails.recv().await {
            let text = String::from_utf8_lossy(&mail);
            let body = text.split_once("\r\n\r\n").map_or("", |(_, body)| body);
            let (reply, id) = headers(&mail);
            if body.contains("Was this you?") {
                self.write("ann", &reply, &id, "yes").await;
            } else if text.contains("invites you") {
                self.write("ben", &reply, &id, "yes").await;
            } else if body.contains("Your turn") {
                let Some(side) = game.to_move().filter(|_| !OVER.load(Ordering::Relaxed)) else { return };
                let turn = some_turn(&game);
                let who = if side == Side::White { "ben" } else { "ann" };
                self.write(who, &reply, &id, &turn).await;
                game.play(&turn).unwrap();
                TURNS.fetch_add(1, Ordering::Relaxed);
            }
        }
    }

    async fn write(&mut self, who: &str, to: &str, answers: &str, text: &str) {
        let from = address(who, self.number);
        self.sent += 1;
        let mail = format!(
            "From: {who} <{from}>\r\nTo: {to}\r\nMessage-ID: <{}.{}@client.test>\r\nIn-Reply-To: {answers}\r\n\r\n{text}\r\n",
            self.sent, self.number
        );
        let mut wire = match self.wire.take() {
            // A server hangs up after many mails, and so does this client before.
            Some(wire) if !self.sent.is_multiple_of(100) => wire,
            _ => connect(self.port).await,
        };
        wire.send(&from, to, mail.as_bytes()).await.unwrap();
        self.wire = Some(wire);
    }
}

/// Where an answer goes, and the Message-ID.
fn headers(mail: &[u8]) -> (String, String) {
    let letter = Letter::parse(mail).unwrap();
    let reply = letter.headers.first("reply-to").unwrap();
    let reply = reply.rsplit('<').next().unwrap().trim_end_matches('>').to_owned();
    (reply, format!("<{}>", letter.message_id.unwrap()))
}
