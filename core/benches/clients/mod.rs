//! Many clients at once, each in a game of its own, on both engines in turn: what a second of turns through `handle` is on
//! each, and their ratio.

mod server;

use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use turnpost_core::command::{Colour, Command, NewGame, Opponent};
use turnpost_core::request::{Context, Manner, Proof, Request, Sender};
use turnpost_core::rules::{GameKind, Side};
use turnpost_core::service::{Randomness, Service, Settings};
use turnpost_core::store::{Database, Store};

use crate::START;
use crate::generate::random_game;
use server::Server;

/// How long each is measured, how often, and with how many clients.
const SPAN: Duration = Duration::from_secs(4);
const ROUNDS: u32 = 3;
const CLIENTS: [usize; 3] = [1, 8, 32];

static KEYS: AtomicU64 = AtomicU64::new(0);

/// Measures both engines in alternation, so that whatever else the machine does falls on both.
pub fn compare() {
    let folder = tempfile::tempdir_in(std::env::var_os("BENCH_DIR").unwrap_or_else(|| ".".into())).unwrap();
    let Some(server) = Server::find() else {
        return println!("there is no PostgreSQL: set TURNPOST_TEST_DATABASE, or install one");
    };
    let lite = Service::new(Store::open(folder.path().join("bench.db")).unwrap(), Settings::default()).unwrap();
    let mut database = Database::at(&server.url()).unwrap();
    if let Ok(connections) = std::env::var("BENCH_CONNECTIONS") {
        database = database.with_connections(connections.parse().unwrap());
    }
    let pg = Service::new(Store::connect(database).unwrap(), Settings::default()).unwrap();
    println!("turns a second through handle: SQLite (synchronous=FULL), PostgreSQL (durable), ratio");
    for clients in CLIENTS {
        let mut rates = [0.0, 0.0];
        for _ in 0..ROUNDS {
            rates[0] += rate(&lite, clients) / f64::from(ROUNDS);
            rates[1] += rate(&pg, clients) / f64::from(ROUNDS);
        }
        let [lite, pg] = rates;
        println!("{clients:>3} clients {lite:>8.0} {pg:>8.0} {:>6.2}", pg / lite);
    }
}

/// How many turns a second so many clients play together.
fn rate(service: &Service, clients: usize) -> f64 {
    let played = AtomicU64::new(0);
    let began = Instant::now();
    thread::scope(|scope| {
        for client in 0..clients {
            let played = &played;
            scope.spawn(move || {
                let mut seed = u64::try_from(client).unwrap();
                while began.elapsed() < SPAN {
                    seed += 1000;
                    play(service, client, seed, &|| {
                        played.fetch_add(1, Ordering::Relaxed);
                        began.elapsed() < SPAN
                    });
                }
            });
        }
    });
    f64::from(u32::try_from(played.load(Ordering::Relaxed)).unwrap()) / began.elapsed().as_secs_f64()
}

/// Plays one game of random turns between two players of its own, until told to stop.
fn play(service: &Service, client: usize, seed: u64, goes_on: &dyn Fn() -> bool) {
    let round = KEYS.fetch_add(1, Ordering::Relaxed);
    let (ann, ben) = (format!("ann{client}-{round}"), format!("ben{client}-{round}"));
    ask(service, &ben, Command::Games);
    let new = NewGame {
        game: GameKind::ALL[0].name().to_owned(),
        variant: None,
        opponent: Opponent::Player(ben.clone()),
        colour: Some(Colour::Side(Side::Black)),
        clock: None,
        rated: Some(false),
        options: Vec::new(),
    };
    let number = ask(service, &ann, Command::New(new)).unwrap();
    ask(service, &ben, Command::Accept(Some(number)));
    for (is_white, text) in random_game(GameKind::ALL[0], seed, 40) {
        let who = if is_white { &ben } else { &ann };
        ask(service, who, Command::Turn { game: Some(number), guard: None, text });
        if !goes_on() {
            return;
        }
    }
}

/// Asks and gives the number of the game that the first answer is about.
fn ask(service: &Service, name: &str, command: Command) -> Option<i64> {
    let key = KEYS.fetch_add(1, Ordering::Relaxed);
    let request = Request {
        from: Sender::Console { name: name.to_owned() },
        proof: Proof::Transport,
        key: format!("key {key}"),
        at: START,
        context: Context::Fresh,
        place: None,
        commands: vec![Ok(command)],
        comment: None,
        manner: Manner::default(),
    };
    let handled = service.handle(&request, Randomness::fixed(key)).unwrap();
    handled.answers.first()?.notice.game.as_ref().map(|game| game.number)
}
