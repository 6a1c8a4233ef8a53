//! The real program on a large database: how long it takes to start, what a turn costs beside an empty database, how
//! long a tick takes, how much memory it needs.
//!
//! `cargo bench --bench scale -- 1000000 50000` for so many finished and running games; 20000 and 1000 unless given. The
//! database is made in `BENCH_DIR`, or here.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

#[path = "../core/benches/generate/mod.rs"]
mod generate;

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use turnpost_core::clock::moment::now;
use turnpost_core::command::parse::parse_command;
use turnpost_core::request::{Context, Manner, Proof, Request, Sender};
use turnpost_core::rules::GameKind;
use turnpost_core::service::{Randomness, Service, Settings};
use turnpost_core::store::Store;

/// Turns that are compared.
const TURNS: usize = 400;
/// Starts that are timed.
const STARTS: usize = 5;

fn main() {
    let numbers: Vec<usize> = std::env::args().skip(1).filter_map(|word| word.parse().ok()).collect();
    let (finished, running) = (numbers.first().copied().unwrap_or(20_000), numbers.get(1).copied().unwrap_or(1_000));
    let folder = tempfile::tempdir_in(std::env::var_os("BENCH_DIR").unwrap_or_else(|| ".".into())).unwrap();
    let large = folder.path().join("turnpost.db");
    let began = Instant::now();
    generate::generate(&large, finished, running, now());
    let size = std::fs::metadata(&large).unwrap().len() >> 20;
    println!("{finished} finished and {running} running games, {size} MB, made in {:.1?}", began.elapsed());

    ticks(&large, running);
    starts(folder.path());
    turns(&large, &folder.path().join("small.db"));
}

/// The first tick has the reminders to send that are due; the others find nothing to do.
fn ticks(large: &Path, running: usize) {
    let service = open(large);
    let tick = |after: i64| {
        let began = Instant::now();
        service.tick(now() + after, Randomness::fixed(1)).unwrap();
        began.elapsed()
    };
    println!("tick with {} reminders due      {:>9.1?}", running / 50, tick(1));
    println!("tick with nothing to do         {:>9.1?}", median((2..22).map(tick).collect()));
}

/// Starts the program until it says what is on.
fn starts(folder: &Path) {
    let (mut times, mut memory) = (Vec::new(), 0);
    for _ in 0..STARTS {
        let began = Instant::now();
        let mut child = Command::new(env!("CARGO_BIN_EXE_turnpost"))
            .current_dir(folder)
            .env("TURNPOST_DATA_DIR", folder)
            .env("TURNPOST_MAIL__LISTEN", "127.0.0.1:0")
            .env("TURNPOST_HTTP__LISTEN", "127.0.0.1:0")
            .env("TURNPOST_WEB__LISTEN", "")
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        lines.map_while(Result::ok).find(|line| line.trim_start().starts_with("next")).expect("it starts");
        times.push(began.elapsed());
        memory = memory.max(resident_megabytes(&child));
        child.kill().unwrap();
        child.wait().unwrap();
    }
    println!("start                           {:>9.1?}", median(times));
    println!("memory after the start          {memory:>6} MB");
}

/// Plays the same games in both databases, turn by turn, so that both see the same machine.
fn turns(large: &Path, small: &Path) {
    let mut tables = [Table::new(open(large)), Table::new(open(small))];
    let mut times = [Vec::new(), Vec::new()];
    let mut seed = 1;
    while times[0].len() < TURNS {
        let game = generate::random_game(GameKind::Dameo, seed, 40);
        seed += 1;
        tables.iter_mut().for_each(Table::begin);
        for (white, text) in game {
            for (table, times) in tables.iter_mut().zip(&mut times) {
                times.push(table.turn(white, &text));
            }
        }
    }
    let [large, small] = times.map(median);
    let ratio = large.as_secs_f64() / small.as_secs_f64();
    println!("a turn there / in an empty one  {large:>9.1?} / {small:.1?} = {ratio:.2}");
}

/// Two people who play one game after the other.
struct Table {
    service: Service,
    said: u64,
    game: i64,
}

impl Table {
    fn new(service: Service) -> Table {
        Table { service, said: 0, game: 0 }
    }

    fn say(&mut self, name: &str, line: &str) -> Duration {
        self.said += 1;
        let (commands, _) = parse_command(line).expect("a command");
        let request = Request {
            from: Sender::Email { address: format!("{name}@example.net"), display: None, offset: None },
            proof: Proof::Dmarc,
            key: format!("scale {}", self.said),
            at: now(),
            context: Context::Fresh,
            place: None,
            commands: commands.into_iter().map(Ok).collect(),
            comment: None,
            manner: Manner::default(),
        };
        let began = Instant::now();
        self.service.handle(&request, Randomness::fixed(self.said)).unwrap();
        began.elapsed()
    }

    fn begin(&mut self) {
        self.say("ann", "new dameo anyone as black unrated");
        self.say("ben", "new dameo anyone unrated");
        // The generated games have far larger numbers.
        self.game = self.service.games(self.game, 1).unwrap()[0].number;
    }

    fn turn(&mut self, white: bool, text: &str) -> Duration {
        let line = format!("move {} {text}", self.game);
        self.say(if white { "ben" } else { "ann" }, &line)
    }
}

fn open(file: &Path) -> Service {
    Service::new(Store::open(file).unwrap(), Settings::default()).unwrap()
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}

/// What the system says (0 where it says nothing).
fn resident_megabytes(child: &Child) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok()).unwrap_or(0) / 1024
}
