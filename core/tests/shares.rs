//! What processes on one database share: pieces that are divided fairly and taken over, and turns that nobody takes too
//! early.
#![allow(clippy::unwrap_used, missing_docs)]

mod engine;

use std::collections::BTreeSet;
use std::sync::Barrier;

use engine::Fresh;
use turnpost_core::service::{Service, Settings};

const WHAT: &str = "shard";
const SECONDS: i64 = 12;

fn process(fresh: &Fresh, name: &str) -> Service {
    Service::new(fresh.open(), Settings { holder: name.to_owned(), ..Settings::default() }).unwrap()
}

/// Asks again and again, and gives back what is no longer its own, as a front end does.
fn settled(processes: &[&Service], pieces: u32, now: i64) -> Vec<BTreeSet<u32>> {
    for _ in 0..3 {
        for process in processes {
            let mine = process.share(WHAT, pieces, now, SECONDS).unwrap();
            for piece in (0..pieces).filter(|piece| !mine.contains(piece)) {
                process.leave_piece(WHAT, piece).unwrap();
            }
        }
    }
    let shares: Vec<_> = processes.iter().map(|process| process.share(WHAT, pieces, now, SECONDS).unwrap()).collect();
    let all: Vec<u32> = shares.iter().flatten().copied().collect();
    assert_eq!(all.len(), all.iter().collect::<BTreeSet<_>>().len(), "no piece is held twice: {shares:?}");
    shares
}

#[test]
fn pieces_are_divided_and_those_of_the_dead_taken_over() {
    let fresh = Fresh::new();
    let [a, b, c] = ["a", "b", "c"].map(|name| process(&fresh, name));
    let now = 1_780_000_000;
    assert_eq!(settled(&[&a], 5, now), [(0..5).collect()]);
    // One that comes later gets its part, but only once the first has let go of it.
    assert_eq!(b.share(WHAT, 5, now, SECONDS).unwrap(), BTreeSet::new());
    let sizes = |shares: Vec<BTreeSet<u32>>| shares.iter().map(BTreeSet::len).collect::<Vec<_>>();
    assert_eq!(sizes(settled(&[&a, &b], 5, now)), [3, 2]);
    assert_eq!(sizes(settled(&[&a, &b, &c], 5, now)), [2, 2, 1]);
    // One is silent for too long: the others have everything.
    let later = now + SECONDS + 1;
    assert_eq!(sizes(settled(&[&b, &c], 5, later)), [3, 2]);
    // One that is known to be dead is waited for no longer.
    c.take_over(&["b".to_owned()]).unwrap();
    assert_eq!(sizes(settled(&[&c], 5, later)), [5]);
    // And one that leaves, neither.
    let d = process(&fresh, "d");
    assert_eq!(sizes(settled(&[&c, &d], 4, later)), [2, 2]);
    (0..4).for_each(|piece| c.leave_piece(WHAT, piece).unwrap());
    c.leave_share(WHAT).unwrap();
    assert_eq!(sizes(settled(&[&d], 4, later)), [4]);
}

#[test]
fn nobody_holds_what_another_holds_though_all_ask_at_once() {
    let fresh = Fresh::new();
    let processes: Vec<Service> = (0..4).map(|name| process(&fresh, &format!("p{name}"))).collect();
    let (now, gate) = (1_780_000_000, Barrier::new(4));
    let shares: Vec<BTreeSet<u32>> = std::thread::scope(|scope| {
        let asking: Vec<_> = processes
            .iter()
            .map(|process| {
                scope.spawn(|| {
                    gate.wait();
                    process.share(WHAT, 16, now, SECONDS).unwrap()
                })
            })
            .collect();
        asking.into_iter().map(|asking| asking.join().unwrap()).collect()
    });
    let all: Vec<u32> = shares.iter().flatten().copied().collect();
    assert_eq!(all.len(), all.iter().collect::<BTreeSet<_>>().len(), "{shares:?}");
}

#[test]
fn a_turn_is_taken_once_in_its_time_even_by_its_holder() {
    let fresh = Fresh::new();
    let [a, b] = ["a", "b"].map(|name| process(&fresh, name));
    let took = |process: &Service, now| process.take_turn("identify 0", now, 7).unwrap();
    assert_eq!(
        [took(&a, 100), took(&a, 101), took(&b, 106), took(&b, 107), took(&a, 113)],
        [true, false, false, true, false]
    );
    assert!(b.take_turn("identify 1", 101, 7).unwrap(), "another bucket");
}
