//! Two mail servers on one database, and people who write to whichever takes their mail, at times to both.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use turnpost_core::rules::Side;
use turnpost_mailer::send::smtp;
use turnpost_mailer::tls;
use turnpost_mailer::url::ServerUrl;

use crate::cluster::Server as Database;
use crate::post::{Got, Office, letter};
use crate::relay::{Relay, Taken};
use crate::rig::{Server, block_on, until};

const PLAY: &str = "play@localhost";
/// Nothing takes longer while all of it is broken again and again.
const PATIENCE: Duration = Duration::from_secs(500);
/// Of so many rounds one kills a server, and one lets one stand still.
const KILLED: u64 = 60;
const STOPPED: u64 = 40;
/// The first of each come early, so that a quick machine meets them, too.
const FIRST_KILL: u64 = 12;
const FIRST_STOP: u64 = 6;
/// How many rounds it stands still.
const STILL: u64 = 45;

pub struct Post {
    database: String,
    relay: Relay,
    office: Office,
    taken: Mutex<Vec<Taken>>,
    folders: [tempfile::TempDir; 2],
    servers: [Mutex<Option<Server>>; 2],
    /// Where each listens, the same in all its lives.
    ports: [u16; 2],
    acknowledged: Mutex<BTreeSet<String>>,
    letters: AtomicU64,
    kills: AtomicU64,
    stops: AtomicU64,
    /// Until which round the second one stands still.
    still_until: AtomicU64,
}

impl Post {
    /// Both servers up.
    pub fn open(database: &str) -> Post {
        let ports = [0, 1].map(|_| std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port());
        let post = Post {
            database: database.to_owned(),
            relay: Relay::start(),
            office: Office::default(),
            taken: Mutex::default(),
            folders: [0, 1].map(|_| tempfile::tempdir().unwrap()),
            servers: [Mutex::default(), Mutex::default()],
            ports,
            acknowledged: Mutex::default(),
            letters: AtomicU64::new(0),
            kills: AtomicU64::new(0),
            stops: AtomicU64::new(0),
            still_until: AtomicU64::new(0),
        };
        (0..2).for_each(|number| post.start(number));
        post
    }

    /// How many turns a game by mail has, where one at the console has that many.
    pub fn turns(&self, turns: usize) -> usize {
        (turns / 4).max(4)
    }

    fn start(&self, number: usize) {
        let (listen, relay) = (format!("127.0.0.1:{}", self.ports[number]), self.relay.url());
        let variables = [
            ("TURNPOST_DATABASE", self.database.as_str()),
            ("TURNPOST_MAIL__LISTEN", &listen),
            ("TURNPOST_MAIL__SMTP", &relay),
        ];
        // While the primary is replaced nothing can start: an operator's service manager tries again.
        let begun = Instant::now();
        let server = loop {
            match Server::try_start(self.folders[number].path(), &variables, &["--only", "mail"]) {
                Ok(server) => break server,
                Err(why) => assert!(begun.elapsed() < PATIENCE, "it doesn't start: {why}"),
            }
        };
        *self.servers[number].lock().unwrap() = Some(server);
    }

    /// Kills the first, lets the second stand still, each now and then.
    pub fn break_something(&self, round: u64) {
        self.sort();
        if round % KILLED == FIRST_KILL {
            if let Some(mut server) = self.servers[0].lock().unwrap().take() {
                server.child.kill().unwrap();
                server.child.wait().unwrap();
            }
            self.kills.fetch_add(1, Ordering::Relaxed);
            self.start(0);
        }
        let still = self.still_until.load(Ordering::Relaxed);
        if still > 0 && round >= still {
            self.signal("CONT");
            self.still_until.store(0, Ordering::Relaxed);
        } else if still == 0 && round % STOPPED == FIRST_STOP {
            self.signal("STOP");
            self.stops.fetch_add(1, Ordering::Relaxed);
            self.still_until.store(round + STILL, Ordering::Relaxed);
        }
    }

    fn signal(&self, name: &str) {
        self.servers[1].lock().unwrap().as_ref().unwrap().signal(name);
    }

    pub fn was_broken(&self) -> bool {
        self.kills.load(Ordering::Relaxed) > 0 && self.stops.load(Ordering::Relaxed) > 0
    }

    pub fn told(&self) -> String {
        let (kills, stops) = (self.kills.load(Ordering::Relaxed), self.stops.load(Ordering::Relaxed));
        let (mails, taken) = (self.acknowledged().len(), self.taken.lock().unwrap().len());
        format!("{kills} kills and {stops} stops of servers, {mails} mails taken, {taken} sent")
    }

    /// Waits until nothing is owed and all that came is handled.
    pub fn come_to_rest(&self, database: &Database) {
        if self.still_until.swap(0, Ordering::Relaxed) > 0 {
            self.signal("CONT");
        }
        let left = "SELECT (SELECT count(*) FROM inbox WHERE verdict IS NULL)
                         + (SELECT count(*) FROM outbox WHERE state = 'owed' AND channel = 'mail')";
        let begun = Instant::now();
        while database.sql("turnpost", left) != "0" {
            assert!(begun.elapsed() < PATIENCE, "it never comes to rest");
            std::thread::sleep(Duration::from_millis(100));
        }
        self.sort();
    }

    /// Message-IDs of the mails that a server said it has.
    pub fn acknowledged(&self) -> BTreeSet<String> {
        self.acknowledged.lock().unwrap().clone()
    }

    /// All mails that the relay took, in their order.
    pub fn taken(&self) -> Vec<Taken> {
        self.taken.lock().unwrap().clone()
    }

    /// A game by mail from its first mail to its last turn. Noa begins.
    pub fn play(&self, number: usize, turns: &[(Side, u32, String, String)]) {
        let (mia, noa) = (format!("mia{number}@people.test"), format!("noa{number}@people.test"));
        self.write(&mia, None, &format!("new dameo vs {noa} as black"));
        let asked = self.got(&mia, |got| got.text.starts_with("Was this you?"));
        self.write(&mia, Some(&asked), "yes");
        let invited = self.got(&noa, |got| got.subject.contains("invites you"));
        self.write(&noa, Some(&invited), "yes");
        for (side, _, position, text) in turns {
            let mover = if *side == Side::White { &noa } else { &mia };
            let board = self.got(mover, |got| got.text.starts_with("Your turn") && got.text.contains(position));
            self.write(mover, Some(&board), text);
        }
    }

    fn got(&self, who: &str, fits: impl Fn(&Got) -> bool) -> Arc<Got> {
        until(&format!("a mail to {who}"), || {
            self.sort();
            self.office.newest(who, &fits)
        })
    }

    /// Puts what the relay took into the boxes.
    fn sort(&self) {
        let mut taken = self.taken.lock().unwrap();
        let new = self.relay.drain();
        taken.extend(new.iter().cloned());
        self.office.sort(new);
    }

    /// Hands a mail to one server or the other until one says that it has it; every third mail to both.
    fn write(&self, from: &str, answered: Option<&Got>, text: &str) {
        let number = self.letters.fetch_add(1, Ordering::Relaxed);
        let to = answered.map_or(PLAY, |got| &got.reply_to);
        let raw = letter(number, from, to, answered, text);
        let mut taken = 0;
        let begun = Instant::now();
        for attempt in number.. {
            let server = usize::try_from(attempt % 2).unwrap();
            taken += u32::from(self.hand_in(server, from, to, &raw));
            if taken > u32::from(number.is_multiple_of(3)) {
                break;
            }
            assert!(begun.elapsed() < PATIENCE, "nobody takes mail");
            std::thread::sleep(Duration::from_millis(100));
        }
        self.acknowledged.lock().unwrap().insert(format!("m{number}@people.test"));
    }

    fn hand_in(&self, server: usize, from: &str, to: &str, raw: &[u8]) -> bool {
        let url = ServerUrl::parse(&format!("smtp://127.0.0.1:{}", self.ports[server])).unwrap();
        let wire = smtp::Relay::new(url, tls::connector(None).unwrap(), "people.test");
        let send = async {
            let mut connection = wire.connect().await.ok()?;
            connection.send(from, to, raw).await.ok()
        };
        let sent = block_on(async { tokio::time::timeout(Duration::from_secs(10), send).await });
        matches!(sent, Ok(Some(_)))
    }
}
