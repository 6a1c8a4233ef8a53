//! What happens when threads write at the same time.

use std::sync::mpsc;
use std::thread;

use super::*;

fn counters(shared: &Grouped) -> Vec<(String, i64)> {
    let mut all = shared.read(|tx| tx.counters()).unwrap();
    all.retain(|(name, _)| name.len() == 1);
    all
}

type Work<'a> = Box<dyn Fn(&Tx<'_>) -> Stored<()> + Send + 'a>;

/// Holds the lock until all of these are waiting for it, then lets each do its work.
fn together(shared: &Grouped, members: Vec<Work<'_>>) -> Vec<Stored<()>> {
    thread::scope(|scope| {
        let (begun, wait) = mpsc::channel();
        let count = members.len();
        let first = scope.spawn(move || {
            shared.write(|tx| {
                begun.send(()).unwrap();
                while shared.coming.load(Ordering::SeqCst) < count {
                    thread::yield_now();
                }
                tx.count_as("f")
            })
        });
        wait.recv().unwrap();
        let others: Vec<_> = members.into_iter().map(|work| scope.spawn(|| shared.write(work))).collect();
        let mut results = vec![first.join().unwrap()];
        results.extend(others.into_iter().map(|other| other.join().unwrap_or(Err(StoreError::Busy("panic".into())))));
        results
    })
}

fn lite<'a>(tx: &Tx<'a>) -> &'a rusqlite::Connection {
    match tx.sql {
        Sql::Lite(connection, _) => connection,
        Sql::Pg(_) => unreachable!(),
    }
}

fn rounds(shared: &Grouped) -> u64 {
    shared.inner.lock().unwrap().round
}

#[test]
fn those_who_write_together_commit_together() {
    let shared = Grouped::new(Lite::in_memory().unwrap());
    let before = rounds(&shared);
    let results = together(&shared, vec![Box::new(|tx| tx.count_as("a")), Box::new(|tx| tx.count_as("b"))]);
    assert!(results.iter().all(Result::is_ok), "{results:?}");
    assert_eq!(rounds(&shared) - before, 1);
    assert_eq!(counters(&shared), [("a".into(), 1), ("b".into(), 1), ("f".into(), 1)]);
}

#[test]
fn one_that_fails_or_panics_takes_only_its_own_back() {
    let shared = Grouped::new(Lite::in_memory().unwrap());
    let bad = |tx: &Tx<'_>| {
        tx.count_as("b")?;
        Err(StoreError::Nonsense("on purpose".into()))
    };
    let panics = |tx: &Tx<'_>| {
        tx.count_as("c")?;
        panic!("on purpose")
    };
    let results = together(&shared, vec![Box::new(|tx| tx.count_as("a")), Box::new(bad), Box::new(panics)]);
    assert_eq!(results.iter().map(Result::is_ok).collect::<Vec<_>>(), [true, true, false, false]);
    assert_eq!(counters(&shared), [("a".into(), 1), ("f".into(), 1)]);
    assert!(shared.write(bad).is_err());
    assert!(shared.write(|tx| tx.count_as("a")).is_ok(), "the next one begins anew");
}

#[test]
fn a_commit_that_fails_fails_for_all_in_it() {
    let shared = Grouped::new(Lite::in_memory().unwrap());
    // A constraint that is looked at in the commit, and broken.
    let broken = |tx: &Tx<'_>| -> Stored<()> {
        lite(tx).execute_batch("PRAGMA defer_foreign_keys = ON; INSERT INTO turns_of_nobody VALUES (77)")?;
        Ok(())
    };
    let table = "CREATE TABLE turns_of_nobody (game INTEGER REFERENCES games (number) DEFERRABLE INITIALLY DEFERRED)";
    shared.write(|tx| -> Stored<()> { Ok(lite(tx).execute_batch(table)?) }).unwrap();
    let results = together(&shared, vec![Box::new(|tx| tx.count_as("a")), Box::new(broken)]);
    assert!(results.iter().all(Result::is_err), "{results:?}");
    assert_eq!(counters(&shared), []);
    assert!(shared.inner.lock().unwrap().failed.is_empty(), "everybody heard of it");
    assert!(shared.write(|tx| tx.count_as("a")).is_ok());
}

#[test]
fn who_reads_along_waits_along() {
    let shared = Grouped::new(Lite::in_memory().unwrap());
    let before = rounds(&shared);
    thread::scope(|scope| {
        let shared = &shared;
        let (begun, wait) = mpsc::channel();
        let writer = scope.spawn(move || {
            shared.write(|tx| {
                begun.send(()).unwrap();
                while shared.coming.load(Ordering::SeqCst) == 0 {
                    thread::yield_now();
                }
                tx.count_as("a")
            })
        });
        wait.recv().unwrap();
        let seen = counters(shared);
        assert_eq!(seen, [("a".into(), 1)]);
        assert_eq!(rounds(shared) - before, 1, "it is stored by now");
        writer.join().unwrap().unwrap();
    });
}
