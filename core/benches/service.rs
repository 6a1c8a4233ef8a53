//! How many turns a second go through `handle`, fully durable, beside the bare commits of the same disk.
//!
//! `cargo bench -p turnpost-core` measures in a fresh database; `cargo bench -p turnpost-core --bench service -- 1000000` fills it with
//! so many games first (by a seeded generator, some ten turns each) and times looking at them too. `-- clients` lets 1, 8 and 32
//! clients play at once, on SQLite and, one after the other in the same run, on PostgreSQL: that of `TURNPOST_TEST_DATABASE`, or a server
//! of its own where one is installed. `BENCH_CONNECTIONS` sets the size of its pool.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod clients;
mod generate;

use std::hint::black_box;
use std::path::Path;
use std::time::{Duration, Instant};

use turnpost_core::command::{Command, NewGame, Opponent};
use turnpost_core::request::{Context, Manner, Proof, Request, Sender};
use turnpost_core::rules::GameKind;
use turnpost_core::service::{Randomness, Service, Settings};
use turnpost_core::store::Store;

use generate::{generate, random_game};

const START: i64 = 1_780_000_000;
/// Turns measured per game kind.
const TURNS: usize = 600;

fn main() {
    if std::env::args().any(|word| word == "clients") {
        return clients::compare();
    }
    let fill: usize = std::env::args().skip(1).find_map(|word| word.parse().ok()).unwrap_or(0);
    let folder = tempfile::tempdir_in(std::env::var_os("BENCH_DIR").unwrap_or_else(|| ".".into())).unwrap();
    let file = folder.path().join("bench.db");
    let raw = raw_commits(&folder.path().join("raw.db"));
    println!("bare commits (one small row, synchronous=FULL): {raw:.0} a second");
    if fill > 0 {
        let began = Instant::now();
        generate(&file, 0, fill, START);
        println!("{fill} games generated in {:.1?}", began.elapsed());
    }
    let mut bench =
        Bench { service: Service::new(Store::open(&file).unwrap(), Settings::default()).unwrap(), keys: 0, last: 0 };
    let bare = || raw_commits(&folder.path().join("raw.db"));
    for kind in GameKind::ALL {
        // The disk is faster at one moment than at the next: its mean before and after.
        let before = bare();
        let rate = bench.turns(*kind);
        let raw = f64::midpoint(before, bare());
        println!("{:<10} {rate:>6.0} turns a second, {:.0} % of bare commits", kind.name(), 100.0 * rate / raw);
    }
    for (what, command) in [
        ("games", Command::Games),
        ("show", Command::Show { game: None, turn: None }),
        ("history", Command::History(None)),
    ] {
        let took = bench.look(&command);
        // A question is answered durably, too: its key is kept, so that a repeated mail is recognised.
        let commit = Duration::from_secs_f64(1.0 / bare());
        println!("{what:<10} {took:>8.1?}, of which a bare commit takes {commit:.1?}");
    }
    println!("memory     {} MB resident", resident_megabytes());
}

/// What the system says (0 where it says nothing).
fn resident_megabytes() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok()).unwrap_or(0) / 1024
}

struct Bench {
    service: Service,
    keys: u64,
    last: i64,
}

impl Bench {
    fn ask(&mut self, name: &str, command: Command) {
        self.keys += 1;
        let request = Request {
            from: Sender::Email {
                address: format!("{name}@example.net"),
                display: Some(name.to_owned()),
                offset: None,
            },
            proof: Proof::Dmarc,
            key: format!("<{}@bench>", self.keys),
            at: START + i64::try_from(self.keys).unwrap(),
            context: Context::Fresh,
            place: None,
            commands: vec![Ok(command)],
            comment: None,
            manner: Manner::default(),
        };
        black_box(self.service.handle(&request, Randomness::fixed(self.keys)).unwrap());
    }

    /// Plays seeded random games between two players, as many as it takes, and times the turns alone.
    fn turns(&mut self, kind: GameKind) -> f64 {
        let (ann, ben) = (format!("ann-{}", kind.name()), format!("ben-{}", kind.name()));
        let mut played = 0;
        let mut took = Duration::ZERO;
        let mut seed = 1;
        while played < TURNS {
            let texts = random_game(kind, seed, 40);
            seed += 1;
            let number = self.begin(kind, &ann, &ben);
            for (side_is_white, text) in texts {
                let who = if side_is_white { ben.clone() } else { ann.clone() };
                let began = Instant::now();
                self.ask(&who, Command::Turn { game: Some(number), guard: None, text });
                took += began.elapsed();
                played += 1;
            }
        }
        f64::from(u32::try_from(played).unwrap()) / took.as_secs_f64()
    }

    /// Ben accepts a challenge of Ann's and so is White.
    fn begin(&mut self, kind: GameKind, ann: &str, ben: &str) -> i64 {
        let new = NewGame {
            game: kind.name().to_owned(),
            variant: None,
            opponent: Opponent::Anyone,
            colour: Some(turnpost_core::command::Colour::Side(turnpost_core::rules::Side::Black)),
            clock: None,
            rated: Some(false),
            options: Vec::new(),
        };
        self.ask(ann, Command::New(new.clone()));
        self.ask(ben, Command::New(NewGame { colour: None, ..new }));
        // Numbers only grow, and the generated games have very large ones.
        self.last = self.service.games(self.last, 1).unwrap()[0].number;
        self.last
    }

    fn look(&mut self, command: &Command) -> Duration {
        let times = 200;
        let began = Instant::now();
        for _ in 0..times {
            self.ask("ann-dameo", command.clone());
        }
        began.elapsed() / times
    }
}

fn raw_commits(file: &Path) -> f64 {
    let connection = rusqlite::Connection::open(file).unwrap();
    connection.pragma_update(None, "journal_mode", "WAL").unwrap();
    connection.pragma_update(None, "synchronous", "FULL").unwrap();
    connection.execute_batch("CREATE TABLE IF NOT EXISTS n (n INTEGER); INSERT INTO n VALUES (0)").unwrap();
    let times = 1_000;
    let began = Instant::now();
    for _ in 0..times {
        connection.execute_batch("BEGIN IMMEDIATE; UPDATE n SET n = n + 1 WHERE rowid = 1; COMMIT").unwrap();
    }
    f64::from(times) / began.elapsed().as_secs_f64()
}
