//! A round begins once: killed in the midst of it, again and again, and with two processes at it.

use std::path::Path;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use turnpost_core::clock::moment::now;
use turnpost_core::command::parse::parse_command;
use turnpost_core::request::{Context, Manner, Proof, Request, Sender};
use turnpost_core::service::{Randomness, Service, Settings};
use turnpost_core::store::{EventGame, Slot};

use crate::database;
use crate::rig::{Server, turnpost, until};

const PLAYERS: usize = 64;

fn name(n: usize) -> String {
    format!("player{n}")
}

fn open(folder: &Path) -> Service {
    Service::new(database::open(folder), Settings::default()).unwrap()
}

/// A cup that is full and about to begin: its number.
fn prepare(folder: &Path) -> i64 {
    let service = open(folder);
    let mut asked = 0;
    let mut say = |name: &str, line: &str| {
        asked += 1;
        let (commands, comment) = parse_command(line).unwrap();
        let request = Request {
            from: Sender::Console { name: name.to_owned() },
            proof: Proof::Transport,
            key: asked.to_string(),
            at: now(),
            context: Context::Fresh,
            place: None,
            commands: commands.into_iter().map(Ok).collect(),
            comment,
            manner: Manner::default(),
        };
        let handled = service.handle(&request, Randomness::fixed(asked)).unwrap();
        for owed in handled.answers {
            service.settle(owed.id, &turnpost_core::store::Delivery::Sent, now()).unwrap();
        }
    };
    say(&name(0), "games");
    say(&name(0), &format!("host dameo cup players {PLAYERS}-{PLAYERS} when full"));
    let number = service.events(0, 100).unwrap().into_iter().find(|event| !event.official).unwrap().number;
    for n in 0..PLAYERS {
        say(&name(n), &format!("join T{number}"));
    }
    assert_eq!(service.event_entrants(number).unwrap().len(), PLAYERS);
    number
}

/// How many groups have their games now.
fn begun(folder: &Path, number: i64) -> usize {
    let groups = format!("SELECT count(DISTINCT team) FROM event_games WHERE event = {number} AND round = 1");
    usize::try_from(database::number(folder, &groups)).unwrap()
}

/// The round as it was drawn: who plays in which group, who meets whom with which colour; and how often each was told.
type Round = (Vec<Vec<Slot>>, Vec<(u32, i64, i64)>, Vec<usize>);

fn round(folder: &Path, number: i64) -> Round {
    let service = open(folder);
    let (groups, games) = service.event_round(number, 1).unwrap();
    let pair = |game: &EventGame| (game.team, game.white, game.black);
    let told = |n: usize| service.pending_console(&name(n), now()).unwrap().len();
    (groups, games.iter().map(pair).collect(), (0..PLAYERS).map(told).collect())
}

/// The program as it starts, before it has said that it runs: the round begins with its first tick.
fn serving(folder: &Path) -> Child {
    turnpost(folder)
        .arg("serve")
        .env("TURNPOST_MAIL__LISTEN", "127.0.0.1:0")
        .env("TURNPOST_HTTP__LISTEN", "127.0.0.1:0")
        .env("TURNPOST_WEB__LISTEN", "")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// All groups have their games.
fn wait_until_begun(folder: &Path, number: i64, groups: usize) {
    until("all groups", || (begun(folder, number) == groups).then_some(()));
    // What is said of it goes with the same commits.
    std::thread::sleep(Duration::from_millis(300));
}

fn copy(from: &Path) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    database::copy(from, folder.path());
    folder
}

#[test]
fn killed_between_any_two_groups_a_round_begins_once() {
    let first = tempfile::tempdir().unwrap();
    let number = prepare(first.path());
    let undisturbed = copy(first.path());
    let server = Server::start(undisturbed.path(), &[], &[]);
    let groups = until("the groups", || {
        let teams = format!("SELECT count(DISTINCT team) FROM slots WHERE event = {number} AND round = 1");
        let count = database::number(undisturbed.path(), &teams);
        (count > 0).then(|| usize::try_from(count).unwrap())
    });
    wait_until_begun(undisturbed.path(), number, groups);
    drop(server);
    let whole = round(undisturbed.path(), number);
    assert_eq!(whole.2, [1; PLAYERS], "everybody is told once");
    let mut stopped_at = Vec::new();
    for wanted in 0..groups {
        let folder = copy(first.path());
        let mut child = serving(folder.path());
        let patience = Instant::now();
        while begun(folder.path(), number) < wanted && patience.elapsed() < Duration::from_secs(60) {}
        child.kill().unwrap();
        child.wait().unwrap();
        stopped_at.push(begun(folder.path(), number));
        let again = Server::start(folder.path(), &[], &[]);
        wait_until_begun(folder.path(), number, groups);
        drop(again);
        assert_eq!(round(folder.path(), number), whole, "killed after {:?} groups", stopped_at.last());
    }
    println!("killed with so many of {groups} groups begun: {stopped_at:?}");
    assert!(stopped_at.iter().filter(|stopped| (1..groups).contains(stopped)).count() > 2, "{stopped_at:?}");
}

#[test]
fn two_processes_at_once_begin_one_round() {
    let folder = tempfile::tempdir().unwrap();
    let number = prepare(folder.path());
    std::thread::scope(|scope| {
        let both = [(); 2].map(|()| scope.spawn(|| Server::start(folder.path(), &[], &[])));
        let both = both.map(|starting| starting.join().unwrap());
        wait_until_begun(folder.path(), number, 10);
        drop(both);
    });
    let (_, games, told) = round(folder.path(), number);
    let mut once = games.clone();
    once.sort_unstable();
    once.dedup();
    assert_eq!(once.len(), games.len());
    assert_eq!(told, [1; PLAYERS]);
}
