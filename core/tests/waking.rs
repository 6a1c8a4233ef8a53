//! What one process commits wakes the workers of others on a database server, long before they would look; and where nobody
//! hears it, looking finds it all the same.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod engine;

use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use engine::Fresh;
use turnpost_core::service::{Service, Settings};
use turnpost_core::store::{Database, Store, Woken};

const START: i64 = 1_780_000_000;
/// Longer than anybody looks away, for a machine that has other things to do.
const PATIENCE: Duration = Duration::from_secs(30);

fn process(store: Store, name: &str) -> Service {
    Service::new(store, Settings { holder: name.to_owned(), ..Settings::default() }).unwrap()
}

/// A process that listens, under a name by which its connection can be found.
fn listening(url: &str, name: &str) -> (Service, Receiver<Woken>) {
    let url = format!("{url}&application_name={name}");
    let service = process(Store::connect(Database::at(&url).unwrap()).unwrap(), "listens");
    let (told, woken) = channel();
    service.on_waking(move |what| _ = told.send(what));
    assert_eq!(woken.recv_timeout(PATIENCE).unwrap(), Woken::ALL, "what was said before, nobody heard");
    (service, woken)
}

fn put(service: &Service, what: &str) -> i64 {
    service.inbox_put(what.as_bytes(), "{}", None, START).unwrap()
}

fn taken(service: &Service) -> Vec<i64> {
    service.inbox_take(START, 60, 100).unwrap().iter().map(|mail| mail.id).collect()
}

#[test]
fn what_is_committed_wakes_those_who_wait_for_it() {
    let database = Fresh::new();
    let writes = process(database.open(), "writes");
    let Some(url) = database.url() else {
        // Who shares a file looks.
        writes.on_waking(|_| panic!("nobody is woken"));
        let id = put(&writes, "a mail");
        assert_eq!(taken(&process(database.open(), "looks")), [id]);
        return;
    };
    let (hears, woken) = listening(&url, "hears");
    let id = put(&writes, "a mail");
    // Nobody looks here: without a word it would wait for ever.
    let what = woken.recv_timeout(PATIENCE).unwrap();
    assert_eq!(what, Woken { inbox: true, ..Woken::default() });
    assert_eq!(taken(&hears), [id]);
}

/// Commits that notify wait for each other: they are told of together.
#[test]
fn many_commits_are_one_call() {
    let database = Fresh::new();
    let Some(url) = database.url() else { return };
    let writes = process(database.open(), "writes");
    let (_hears, woken) = listening(&url, "counts");
    let began = Instant::now();
    let mails = 60;
    (0..mails).for_each(|n| _ = put(&writes, &format!("mail {n}")));
    let mut calls = 0;
    while woken.recv_timeout(Duration::from_millis(500)).is_ok() {
        calls += 1;
    }
    let most = began.elapsed().as_millis() / 50 + 2;
    println!("{mails} commits, {calls} calls in {:?}", began.elapsed());
    assert!(calls > 0 && calls <= most, "{calls} calls, at most {most}");
}

/// A connection that listens may be lost. What was said meanwhile is found by looking, and soon somebody listens again.
#[test]
fn a_line_that_is_cut_is_laid_again() {
    let database = Fresh::new();
    let Some(url) = database.url() else { return };
    let writes = process(database.open(), "writes");
    let (hears, woken) = listening(&url, "cut");
    let cut = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
               WHERE application_name = 'cut' AND query LIKE 'LISTEN %'";
    assert!(database.value::<i64>(cut) >= 1);
    let id = put(&writes, "while nobody hears");
    assert_eq!(taken(&hears), [id], "looking finds it");
    while woken.recv_timeout(PATIENCE).expect("a new line") != Woken::ALL {}
    put(&writes, "heard again");
    let what = woken.recv_timeout(PATIENCE).unwrap();
    assert!(what.inbox, "{what:?}");
}
