//! How many turns a second go through `handle`, fully durable, beside the bare commits of the same disk.
//!
//! `cargo bench -p turnpost-core` measures in a fresh database; `cargo bench -p turnpost-core --bench service -- 1000000` fills it with
//! so many games first (by a seeded generator, some ten turns each) and times looking at them too.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use std::hint::black_box;
use std::path::Path;
use std::time::{Duration, Instant};

use turnpost_core::clock::running::{Clock, Running};
use turnpost_core::command::{Command, NewGame, Opponent};
use turnpost_core::game::Game;
use turnpost_core::request::{Context, Proof, Request, Sender};
use turnpost_core::rules::{GameKind, Setup};
use turnpost_core::service::{Randomness, Service, Settings};
use turnpost_core::store::{Entry, EntryKind, GameRow, Store, Tx};

const START: i64 = 1_780_000_000;
/// Turns measured per game kind.
const TURNS: usize = 600;

fn main() {
    let fill: usize = std::env::args().skip(1).find_map(|word| word.parse().ok()).unwrap_or(0);
    let folder = tempfile::tempdir_in(std::env::var_os("BENCH_DIR").unwrap_or_else(|| ".".into())).unwrap();
    let file = folder.path().join("bench.db");
    let raw = raw_commits(&folder.path().join("raw.db"));
    println!("bare commits (one small row, synchronous=FULL): {raw:.0} a second");
    if fill > 0 {
        let began = Instant::now();
        generate(&file, fill);
        println!("{fill} games generated in {:.1?}", began.elapsed());
    }
    let mut bench =
        Bench { service: Service::new(Store::open(&file).unwrap(), Settings::default()).unwrap(), keys: 0, last: 0 };
    for kind in GameKind::ALL {
        let rate = bench.turns(*kind);
        println!("{:<10} {rate:>6.0} turns a second, {:.0} % of bare commits", kind.name(), 100.0 * rate / raw);
    }
    for (what, command) in [
        ("games", Command::Games),
        ("show", Command::Show { game: None, turn: None }),
        ("history", Command::History(None)),
    ] {
        let took = bench.look(&command);
        // A question is answered durably, too: its key is kept, so that a repeated mail is recognised.
        let commit = Duration::from_secs_f64(1.0 / raw_commits(&folder.path().join("raw.db")));
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

/// The turns of a random game: whether White played it, and its text.
fn random_game(kind: GameKind, seed: u64, most: usize) -> Vec<(bool, String)> {
    let mut random = Randomness::fixed(seed);
    let mut game = Game::new(&Setup::new(kind.name(), None, &[]).unwrap()).unwrap();
    let mut texts = Vec::new();
    while texts.len() < most && game.outcome().is_none() {
        let legal = game.position().legal();
        let pick = usize::try_from(random.draw() % legal.len() as u64).unwrap();
        let played = game.play(&legal[pick]).unwrap();
        texts.push((played.by == turnpost_core::rules::Side::White, played.text.clone()));
    }
    texts
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

/// Fills a database with games between a thousand players, from a few hundred different courses.
fn generate(file: &Path, games: usize) {
    let mut store = Store::open(file).unwrap();
    let courses: Vec<(GameKind, Vec<(GameRow, Entry)>)> =
        (0..200).map(|seed| (GameKind::ALL[seed % 4], course(GameKind::ALL[seed % 4], seed as u64))).collect();
    let players: Vec<i64> = store
        .write(|tx| -> Result<_, turnpost_core::store::StoreError> {
            (0..1_000).map(|i| tx.insert_player(&format!("filler-{i}"), START)).collect()
        })
        .unwrap();
    let mut number = 1_000_000_000;
    for batch in (0..games).collect::<Vec<_>>().chunks(5_000) {
        store
            .write(|tx: &Tx<'_>| -> Result<(), turnpost_core::store::StoreError> {
                for i in batch {
                    let (_, steps) = &courses[i % courses.len()];
                    number -= 1;
                    let mut row = steps.last().unwrap().0.clone();
                    row.number = number;
                    row.players = [players[i % 997], players[i % 991 + 1]];
                    tx.insert_game(&row)?;
                    for (_, entry) in steps {
                        tx.insert_entry(number, entry)?;
                    }
                }
                Ok(())
            })
            .unwrap();
    }
}

/// A game of some ten turns, step by step: its row and the entry of each turn.
fn course(kind: GameKind, seed: u64) -> Vec<(GameRow, Entry)> {
    let setup = Setup::new(kind.name(), None, &[]).unwrap();
    let mut game = Game::new(&setup).unwrap();
    let mut steps: Vec<(GameRow, Entry)> = Vec::new();
    for (i, (white, text)) in random_game(kind, seed, 8 + seed as usize % 5).into_iter().enumerate() {
        let before = game.position().text();
        game.play(&text).unwrap();
        let mut clock = Clock::new(turnpost_core::clock::ClockRule::default());
        clock.running = game.to_move().map(|side| Running { side, since: START });
        let side = if white { turnpost_core::rules::Side::White } else { turnpost_core::rules::Side::Black };
        let revision = i as i64 + 1;
        let row = GameRow {
            number: 0,
            setup: setup.clone(),
            first: None,
            players: [0, 0],
            rated: false,
            clock,
            revision,
            position: game.position().text(),
            last: Some((before, text.clone())),
            quiet: 0,
            turn: game.position().turn_number(),
            to_move: game.to_move(),
            made: [i as u32 / 2 + 1, i.div_ceil(2) as u32],
            reminder: None,
            forfeit: None,
            draw_by: None,
            told: [revision, revision],
            adjourned: false,
            started: START,
            ended: None,
        };
        let entry = Entry {
            number: revision,
            kind: EntryKind::Turn,
            side: Some(side),
            turn: i as u32 + 1,
            text,
            hash: None,
            at: START,
            spent: 0,
            left_before: None,
            via: "mail".to_owned(),
            undone: false,
        };
        steps.push((row, entry));
    }
    steps
}
