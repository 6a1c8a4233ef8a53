//! Seeded games, and databases full of them.

use std::path::Path;

use turnpost_core::clock::running::{Clock, Running};
use turnpost_core::game::Game;
use turnpost_core::request::Timestamp;
use turnpost_core::rules::{GameKind, Reason, Setup, Side};
use turnpost_core::service::Randomness;
use turnpost_core::store::{Ended, Entry, EntryKind, GameRow, Store, StoreError, Tx};

/// Fills a database with so many finished and running games between a thousand players, from a few hundred different
/// courses. Their clocks began at that time; every fiftieth running game has a reminder due then.
pub fn generate(file: &Path, finished: usize, running: usize, at: Timestamp) {
    let mut store = Store::open(file).unwrap();
    let courses: Vec<Vec<(GameRow, Entry)>> =
        (0..200).map(|seed| course(GameKind::ALL[seed % 4], seed as u64, at)).collect();
    let players: Vec<i64> = store
        .write(|tx| -> Result<_, StoreError> {
            (0..1_000).map(|i| tx.insert_player(&format!("filler-{i}"), at)).collect()
        })
        .unwrap();
    // Far above the numbers that challenges get.
    let mut number = 1_000_000_000;
    for batch in (0..finished + running).collect::<Vec<_>>().chunks(5_000) {
        store
            .write(|tx: &Tx<'_>| -> Result<(), StoreError> {
                for &i in batch {
                    let steps = &courses[i % courses.len()];
                    number -= 1;
                    let mut row = steps.last().unwrap().0.clone();
                    row.number = number;
                    row.players = [players[i % 997], players[i % 991 + 1]];
                    if i < finished {
                        finish(&mut row, at);
                    } else if i % 50 == 0 {
                        row.reminder = Some(at);
                    }
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

/// The turns of a random game: whether White played it, and its text.
pub fn random_game(kind: GameKind, seed: u64, most: usize) -> Vec<(bool, String)> {
    let mut random = Randomness::fixed(seed);
    let mut game = Game::new(&Setup::new(kind.name(), None, &[]).unwrap()).unwrap();
    let mut texts = Vec::new();
    while texts.len() < most && game.outcome().is_none() {
        let legal = game.position().legal();
        let pick = usize::try_from(random.draw() % legal.len() as u64).unwrap();
        let played = game.play(&legal[pick]).unwrap();
        texts.push((played.by == Side::White, played.text.clone()));
    }
    texts
}

/// Black resigns.
fn finish(row: &mut GameRow, at: Timestamp) {
    row.clock.running = None;
    row.to_move = None;
    row.ended = Some(Ended { at, winner: Some(Side::White), reason: Reason::Resigned, margin: None, aborted: false });
}

/// A game of some ten turns, step by step: its row and the entry of each turn.
fn course(kind: GameKind, seed: u64, at: Timestamp) -> Vec<(GameRow, Entry)> {
    let setup = Setup::new(kind.name(), None, &[]).unwrap();
    let mut game = Game::new(&setup).unwrap();
    let mut steps: Vec<(GameRow, Entry)> = Vec::new();
    for (i, (white, text)) in random_game(kind, seed, 8 + seed as usize % 5).into_iter().enumerate() {
        let before = game.position().text();
        game.play(&text).unwrap();
        let mut clock = Clock::new(turnpost_core::clock::ClockRule::default());
        clock.running = game.to_move().map(|side| Running { side, since: at });
        let side = if white { Side::White } else { Side::Black };
        let revision = i as i64 + 1;
        let row = GameRow {
            revision,
            last: Some((before, text.clone())),
            to_move: game.to_move(),
            made: [i as u32 / 2 + 1, i.div_ceil(2) as u32],
            told: [revision, revision],
            ..GameRow::new(0, setup.clone(), game.position(), [0, 0], clock, at)
        };
        let entry = Entry {
            number: revision,
            kind: EntryKind::Turn,
            side: Some(side),
            turn: i as u32 + 1,
            text,
            hash: None,
            at,
            spent: 0,
            left_before: None,
            via: "mail".to_owned(),
            undone: false,
        };
        steps.push((row, entry));
    }
    steps
}
