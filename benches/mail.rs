//! Turns a second by mail: from a mail handed to the receiver to both players' mails, with pictures, in a sink; beside
//! what the parts of that cost in the same run. `cargo bench --bench mail`; on the command line: games a table, tables.
//!
//! Everything is in this one process, on two worker threads: the players, the gateway with its database on disk, the
//! sink. Each table has one turn under way at any time, and plays its games one after the other, each for some turns:
//! so all tables are at work while it is measured, and no game's end is. What the processors really did is counted
//! beside the time that passed: on a machine that others use too, only that says something.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

#[path = "mail/house.rs"]
mod house;
#[path = "mail/parts.rs"]
mod parts;
mod turns;
#[path = "measure/work.rs"]
#[allow(dead_code)]
mod work;

use std::collections::HashMap;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use house::{Guests, House};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Barrier;
use tokio::sync::mpsc::{self, UnboundedReceiver, UnboundedSender};
use turnpost_core::clock::moment::now;
use turnpost_core::game::Course;
use turnpost_core::rules::{GameKind, Setup};
use turnpost_core::service::{Randomness, Service, Settings as ServiceSettings};
use turnpost_core::store::Store;
use turnpost_mailer::address::OurAddress;
use turnpost_mailer::gateway::{Gateway, Settings};
use turnpost_mailer::receive::network::Peers;
use turnpost_mailer::send::post::Post;
use turnpost_mailer::send::smtp::Relay;
use turnpost_mailer::surroundings::Surroundings;
use turnpost_mailer::tls;
use turnpost_mailer::url::ServerUrl;
use turns::some_turn;
use work::worked;

/// Turns of a game that are played.
const LENGTH: usize = 24;

/// What else the server does meanwhile.
#[derive(Clone, Copy, Default)]
struct Beside {
    /// Pages that are opened in a second.
    pages: u32,
    /// Games that wait for the house, and how those who are answered go on.
    guests: Option<(usize, Guests)>,
}

/// The runs that are compared with one in which there is nothing else to do.
const WITH_PAGES: Beside = Beside { pages: 100, guests: None };
const WITH_HOUSE: Beside = Beside { pages: 0, guests: Some((100, Guests::Think)) };
const WITH_CROWD: Beside = Beside { pages: 0, guests: Some((100, Guests::Play)) };

/// Mails with a picture that came.
static MAILS: AtomicU64 = AtomicU64::new(0);

fn main() {
    let mut numbers = std::env::args().skip(1).filter_map(|word| word.parse().ok());
    let (games, tables) = (numbers.next().unwrap_or(3), numbers.next().unwrap_or(64));
    let folder = tempfile::tempdir_in(std::env::var_os("BENCH_DIR").unwrap_or_else(|| ".".into())).unwrap();
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    let (pipeline, seen) = runtime.block_on(play(folder.path(), games, tables, Beside::default()));
    let again = |beside| {
        let folder = tempfile::tempdir_in(folder.path()).unwrap();
        runtime.block_on(play(folder.path(), games, tables, beside)).0
    };
    let (watched, housed, crowded) = (again(WITH_PAGES), again(WITH_HOUSE), again(WITH_CROWD));
    let sum = parts::measure(folder.path(), &runtime, &seen);
    let spread = Cost { passed: sum.passed / 2, ..sum };
    pipeline.print("the pipeline, a turn, on two cores");
    watched.print("the same while pages are opened");
    housed.print("the same while 100 games wait for the house");
    crowded.print("the same while they never end to wait");
    spread.print("the sum of the parts, spread over two cores");
    let over = |whole: Duration, parts: Duration| (whole.as_secs_f64() / parts.as_secs_f64() - 1.0) * 100.0;
    println!(
        "{:<46} {:>8.0} %  {:>8.0} %",
        "overhead over the sum",
        over(pipeline.passed, spread.passed),
        over(pipeline.worked, spread.worked)
    );
}

/// Opens so many pages a second: the front page and the first games.
async fn browse(service: Arc<Service>, a_second: u32) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let at = listener.local_addr().unwrap().to_string();
    let settings = turnpost_web::Settings { pace: u32::MAX, ..turnpost_web::Settings::new(|| Randomness::fixed(7)) };
    let pages = turnpost_web::router(turnpost_web::Site::new(service, settings));
    tokio::spawn(turnpost_web::server::serve(listener, pages, turnpost_web::server::Bounds::PAGES));
    let mut tick = tokio::time::interval(Duration::from_secs(1) / a_second);
    let mut stream = TcpStream::connect(&at).await.unwrap();
    let mut buffer = vec![0; 1 << 20];
    for number in 0.. {
        tick.tick().await;
        let path = if number % 2 == 0 { "/".to_owned() } else { format!("/g/{}", 1 + number % 16) };
        let request = format!("GET {path} HTTP/1.1\r\nHost: {at}\r\nAccept-Encoding: gzip\r\n\r\n");
        stream.write_all(request.as_bytes()).await.unwrap();
        let (mut held, mut whole) = (0, None);
        while whole.is_none_or(|whole| held < whole) {
            held += tokio::io::AsyncReadExt::read(&mut stream, &mut buffer[held..]).await.unwrap();
            let text = String::from_utf8_lossy(&buffer[..held.min(4096)]).to_lowercase();
            whole = text.split_once("\r\n\r\n").map(|(head, _)| {
                let length = head.split("content-length: ").nth(1).and_then(|rest| rest.split("\r\n").next());
                head.len() + 4 + length.and_then(|length| length.parse::<usize>().ok()).unwrap_or(0)
            });
        }
    }
}

/// What was seen while playing, for measuring its parts.
struct Seen {
    /// A player's mail to the server and one of those that came of it.
    sent: Vec<u8>,
    got: Vec<u8>,
}

/// What something takes.
#[derive(Clone, Copy, Default)]
struct Cost {
    /// Time that passed.
    passed: Duration,
    /// Time that processors worked on it.
    worked: Duration,
}

impl Cost {
    fn of<T>(run: impl FnOnce() -> T) -> (Cost, T) {
        let (began, before) = (Instant::now(), worked());
        let done = run();
        (Cost { passed: began.elapsed(), worked: worked().saturating_sub(before) }, done)
    }

    fn print(self, name: &str) {
        println!("{name:<46} {:>8.2} ms {:>8.2} ms", self.passed.as_secs_f64() * 1e3, self.worked.as_secs_f64() * 1e3);
    }
}

/// Plays at all tables until the first has played all its games. Gives what a turn takes.
async fn play(folder: &Path, games: usize, tables: usize, beside: Beside) -> (Cost, Seen) {
    let Beside { pages, guests } = beside;
    let (sink, mut arrived) = sink().await;
    let (gateway, service) = gateway(folder, sink).await;
    let port = gateway.listening().unwrap().port();
    let running = tokio::spawn(gateway.run(std::future::pending()));
    let mta = Arc::new(Post::relay(server(port)));
    let mut seats: HashMap<String, UnboundedSender<Vec<u8>>> = HashMap::new();
    // The games begin while nothing is measured.
    let ready = Arc::new(Barrier::new(tables + 1));
    let mut playing = tokio::task::JoinSet::new();
    for number in 0..tables {
        let (at, mails) = mpsc::unbounded_channel();
        for who in ["ann", "ben"] {
            seats.extend((0..games).map(|game| (address(who, number, game), at.clone())));
        }
        let table = Table { number, mails, mta: Arc::clone(&mta), sent: 0, last: Vec::new() };
        playing.spawn(table.play(games, Arc::clone(&ready)));
    }
    let sample = Arc::new(Mutex::new(Vec::new()));
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
    ready.wait().await;
    let house = guests.map(|(seats, guests)| House::open(&service, seats, guests));
    let browsing = (pages > 0).then(|| tokio::spawn(browse(service, pages)));
    let (mails, began, before) = (MAILS.load(Ordering::Relaxed), Instant::now(), worked());
    let sent = playing.join_next().await.unwrap().unwrap();
    let (took, worked) = (began.elapsed().as_secs_f64(), worked().saturating_sub(before).as_secs_f64());
    // Each turn is two mails; what is still under way is not counted.
    let turns = (MAILS.load(Ordering::Relaxed) - mails) as f64 / 2.0;
    let waiting = guests.map_or(0, |(seats, _)| seats);
    println!(
        "{tables} tables, {pages} pages/s, {waiting} games wait for the house, {turns:.0} turns in {took:.0} s: {:.0} turns/s with two pictures each, two cores {:.0} % at work",
        turns / took,
        worked / took * 50.0
    );
    playing.shutdown().await;
    if let Some(browsing) = browsing {
        assert!(!browsing.is_finished(), "nobody looked at pages meanwhile");
        browsing.abort();
    }
    if let Some(house) = house {
        let done = house.close();
        assert!(done.turns >= waiting, "the house answered {} of {waiting} games", done.turns);
        println!("the house answered {} times, all who waited within {:.1?}", done.turns, done.all_after);
    }
    running.abort();
    post.abort();
    let got = sample.lock().unwrap().clone();
    let each = |seconds: f64| Duration::from_secs_f64(seconds / turns);
    (Cost { passed: each(took), worked: each(worked) }, Seen { sent, got })
}

/// A server that takes every player's mail, and gives whom each is for with its bytes.
async fn sink() -> (u16, UnboundedReceiver<(String, Vec<u8>)>) {
    let (keep, arrived) = mpsc::unbounded_channel();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            tokio::spawn(take(stream, keep.clone()));
        }
    });
    (port, arrived)
}

/// One connection: as much SMTP as a relay's client needs.
async fn take(stream: TcpStream, keep: UnboundedSender<(String, Vec<u8>)>) -> std::io::Result<()> {
    stream.set_nodelay(true)?;
    let mut stream = BufReader::new(stream);
    stream.write_all(b"220 sink.test\r\n").await?;
    let (mut line, mut to) = (Vec::new(), String::new());
    loop {
        line.clear();
        if stream.read_until(b'\n', &mut line).await? == 0 {
            return Ok(());
        }
        let words = String::from_utf8_lossy(&line).trim().to_lowercase();
        if let Some((address, _)) = words.strip_prefix("rcpt to:<").and_then(|rest| rest.split_once('>')) {
            to = address.to_owned();
        }
        if words != "data" {
            stream.write_all(b"250 ok\r\n").await?;
            continue;
        }
        stream.write_all(b"354 go on\r\n").await?;
        let mut mail = Vec::new();
        while !mail.ends_with(b"\r\n.\r\n") {
            if stream.read_until(b'\n', &mut mail).await? == 0 {
                return Ok(());
            }
        }
        mail.truncate(mail.len() - 3);
        let _ = keep.send((to.clone(), mail));
        stream.write_all(b"250 taken\r\n").await?;
    }
}

async fn gateway(folder: &Path, sink: u16) -> (Gateway, Arc<Service>) {
    static CHANCE: AtomicU64 = AtomicU64::new(1);
    let store = Store::open(folder.join("turnpost.db")).unwrap();
    let plenty = ServiceSettings { invitations: u32::MAX, strangers: u32::MAX, ..ServiceSettings::default() };
    let service = Arc::new(Service::new(store, plenty).unwrap());
    let settings = Settings {
        address: OurAddress::parse("play@example.org").unwrap(),
        listen: Some("127.0.0.1:0".to_owned()),
        certificate: None,
        max_size: 1 << 20,
        imap: None,
        maildir: None,
        smtp: ServerUrl::parse(&format!("smtp://127.0.0.1:{sink}")).ok(),
        authority: None,
        outbox: folder.join("outbox"),
        trusted_authserv: None,
        operator: None,
        dkim: None,
        mails_per_hour: u32::MAX,
        peers: Peers::default(),
        name_server: None,
    };
    let around = Surroundings { clock: now, chance: || Randomness::fixed(CHANCE.fetch_add(1, Ordering::Relaxed)) };
    (Gateway::open(settings, service.clone(), around).await.unwrap(), service)
}

/// The two of each game are strangers to the server.
fn address(who: &str, table: usize, game: usize) -> String {
    format!("{who}{table}-{game}@sink.test")
}

/// A server on this machine.
fn server(port: u16) -> Relay {
    let url = ServerUrl::parse(&format!("smtp://127.0.0.1:{port}")).unwrap();
    Relay::new(url, tls::connector(None).unwrap(), "client.test")
}

/// Pairs of people at their games, answering each mail that asks them to.
struct Table {
    number: usize,
    mails: UnboundedReceiver<Vec<u8>>,
    /// Brings the mails of all tables, over a few connections.
    mta: Arc<Post>,
    sent: usize,
    /// The last mail that was written.
    last: Vec<u8>,
}

impl Table {
    /// Begins the games, waits for all others, then plays them. Gives the last mail that was written.
    async fn play(mut self, games: usize, ready: Arc<Barrier>) -> Vec<u8> {
        let kind = GameKind::ALL[self.number % GameKind::ALL.len()];
        let mut begun = Vec::new();
        for game in 0..games {
            begun.push(self.begin(kind, game).await);
        }
        ready.wait().await;
        for (number, mut asked) in begun.into_iter().enumerate() {
            let mut game = Course::new(&Setup::new(kind.name(), None, &[]).unwrap()).unwrap();
            let begins = game.to_move();
            while let (Some(side), ..LENGTH) = (game.to_move(), game.turns().len()) {
                let turn = some_turn(&game);
                // Whoever is invited begins.
                let who = if Some(side) == begins { "ben" } else { "ann" };
                self.write(&address(who, self.number, number), &asked, &turn).await;
                game.play(&turn).unwrap();
                asked = self.asked(Asks::Turn).await;
            }
        }
        self.last
    }

    /// The mail that asks for a game's first turn.
    async fn begin(&mut self, kind: GameKind, game: usize) -> Read {
        let [ann, ben] = ["ann", "ben"].map(|who| address(who, self.number, game));
        let fresh = Read { asks: None, reply: "play@example.org".to_owned(), id: String::new() };
        self.write(&ann, &fresh, &format!("new {} vs {ben}", kind.name())).await;
        let question = self.asked(Asks::WasItYou).await;
        self.write(&ann, &question, "yes").await;
        let invitation = self.asked(Asks::Invited).await;
        self.write(&ben, &invitation, "yes").await;
        self.asked(Asks::Turn).await
    }

    /// Waits for a mail that asks for that.
    async fn asked(&mut self, what: Asks) -> Read {
        loop {
            let read = read(&self.mails.recv().await.unwrap());
            if read.asks == Some(what) {
                return read;
            }
        }
    }

    async fn write(&mut self, from: &str, answers: &Read, text: &str) {
        self.sent += 1;
        let Read { reply: to, id, .. } = answers;
        self.last = format!(
            "From: {from}\r\nTo: {to}\r\nMessage-ID: <{}.{}@client.test>\r\nIn-Reply-To: {id}\r\n\r\n{text}\r\n",
            self.sent, self.number
        )
        .into_bytes();
        self.mta.send("", from, to, self.last.clone()).await.unwrap();
    }
}

/// What a player takes from a mail: what it asks for, where an answer goes, the Message-ID.
struct Read {
    asks: Option<Asks>,
    reply: String,
    id: String,
}

#[derive(Clone, Copy, PartialEq)]
enum Asks {
    WasItYou,
    Invited,
    Turn,
}

/// Reads no farther than to the picture, as somebody does who looks at the text.
fn read(mail: &[u8]) -> Read {
    let end = mail.windows(9).position(|bytes| bytes == b"image/png").unwrap_or(mail.len());
    let text = String::from_utf8_lossy(&mail[..end]);
    let (head, body) = text.split_once("\r\n\r\n").unwrap();
    let asks = match () {
        () if body.contains("Was this you?") => Some(Asks::WasItYou),
        () if text.contains("invites you") => Some(Asks::Invited),
        () if body.contains("Your turn") => Some(Asks::Turn),
        () => None,
    };
    let head = format!("\r\n{}", head.replace("\r\n ", " "));
    let in_brackets = |name: &str| {
        let line = head.split_once(name).unwrap().1.lines().next().unwrap();
        line.rsplit('<').next().unwrap().trim_end_matches('>').trim().to_owned()
    };
    Read { asks, reply: in_brackets("\r\nReply-To:"), id: format!("<{}>", in_brackets("\r\nMessage-ID:")) }
}
