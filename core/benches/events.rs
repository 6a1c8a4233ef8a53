//! Tournaments in a large database: how long `standings` takes, and a tick that starts a round of 64 players.
//!
//! `cargo bench -p turnpost-core --bench events -- 1000000 1000` for so many finished games and events; 20000 and 100 unless
//! given. The database is made in `BENCH_DIR`, or here.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

#[path = "generate/mod.rs"]
#[allow(dead_code)]
mod generate;

use std::time::{Duration, Instant};

use turnpost_core::clock::moment::now;
use turnpost_core::command::parse::parse_command;
use turnpost_core::request::{Context, Manner, Proof, Request, Sender};
use turnpost_core::service::{Randomness, Service, Settings};
use turnpost_core::store::Store;

/// Times that `standings` is measured.
const TIMES: usize = 200;
/// Who plays in the last event.
const PLAYERS: usize = 64;

fn main() {
    let numbers: Vec<usize> = std::env::args().skip(1).filter_map(|word| word.parse().ok()).collect();
    let (games, events) = (numbers.first().copied().unwrap_or(20_000), numbers.get(1).copied().unwrap_or(100));
    let folder = tempfile::tempdir_in(std::env::var_os("BENCH_DIR").unwrap_or_else(|| ".".into())).unwrap();
    let file = folder.path().join("turnpost.db");
    let at = now();
    generate::generate(&file, games, 0, at);
    let service = Service::new(Store::open(&file).unwrap(), Settings::default()).unwrap();
    let mut desk = Desk { service, at, keys: 0 };
    desk.tick();
    // Small events, all of them running: eight players each, whom they share.
    for event in 0..events {
        let host = format!("host{}", event / 5);
        let number = number_in(&desk.say(&host, "host othello roundrobin players 3-8 when full"));
        for player in 0..8 {
            desk.say(&format!("seat{}", (event * 3 + player) % 400), &format!("join T{number}"));
        }
    }
    desk.tick();
    let number = number_in(&desk.say("chair", &format!("host dameo cup players {PLAYERS}-{PLAYERS} when full")));
    for player in 0..PLAYERS {
        desk.say(&format!("guest{player}"), &format!("join T{number}"));
    }
    println!("{games} finished games, {events} events");
    println!("tick that starts a round of {PLAYERS}   {:>9.1?}", desk.timed(Desk::tick));
    let mut times: Vec<Duration> = (0..TIMES)
        .map(|time| {
            desk.timed(|desk| drop(desk.say(&format!("guest{}", time % PLAYERS), &format!("standings T{number}"))))
        })
        .collect();
    times.sort_unstable();
    println!("standings, median               {:>9.1?}", times[TIMES / 2]);
    println!("standings, slowest of {TIMES}       {:>9.1?}", times[TIMES - 1]);
}

struct Desk {
    service: Service,
    at: i64,
    keys: u64,
}

impl Desk {
    fn tick(&mut self) {
        self.at += 1;
        self.service.tick(self.at, Randomness::fixed(self.at.unsigned_abs())).unwrap();
    }

    fn timed(&mut self, work: impl FnOnce(&mut Desk)) -> Duration {
        let began = Instant::now();
        work(self);
        began.elapsed()
    }

    fn say(&mut self, name: &str, line: &str) -> String {
        self.keys += 1;
        let (commands, comment) = parse_command(line).unwrap();
        let request = Request {
            from: Sender::Console { name: name.to_owned() },
            proof: Proof::Transport,
            key: self.keys.to_string(),
            at: self.at,
            context: Context::Fresh,
            place: None,
            commands: commands.into_iter().map(Ok).collect(),
            comment,
            manner: Manner::default(),
        };
        let handled = self.service.handle(&request, Randomness::fixed(self.keys)).unwrap();
        handled.answers.iter().map(|owed| format!("{:?}", owed.notice.news)).collect()
    }
}

fn number_in(said: &str) -> i64 {
    let behind = said.split("number: ").nth(1).unwrap_or_else(|| panic!("{said}"));
    behind.chars().take_while(char::is_ascii_digit).collect::<String>().parse().unwrap()
}
