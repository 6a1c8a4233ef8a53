//! Seeded games, and databases full of them.

use std::path::Path;

use turnpost_core::clock::moment::Timestamp;
use turnpost_core::clock::running::{Clock, Running};
use turnpost_core::game::{Change, Course, Ended, Game, Means};
use turnpost_core::rules::{GameKind, Position, Reason, Setup, Side};
use turnpost_core::service::Randomness;
use turnpost_core::store::{Store, StoreError, Tx};

/// Fills a database with so many finished and running games between a thousand players, from a few hundred different
/// courses. Their clocks began at that time; every fiftieth running game has a reminder due then.
pub fn generate(file: &Path, finished: usize, running: usize, at: Timestamp) {
    let mut store = Store::open(file).unwrap();
    let courses: Vec<(Game, Vec<Change>)> =
        (0..200).map(|seed| course(GameKind::ALL[seed % GameKind::ALL.len()], seed as u64, at)).collect();
    let players: Vec<i64> = store
        .write(|tx| -> Result<_, StoreError> {
            (0..1_000).map(|i| tx.insert_player(&format!("filler-{i}"), at)).collect()
        })
        .unwrap();
    // Far above the numbers that challenges get.
    for batch in (0..finished + running).collect::<Vec<_>>().chunks(5_000) {
        store
            .write(|tx: &Tx<'_>| -> Result<(), StoreError> {
                for &i in batch {
                    let (played, changes) = &courses[i % courses.len()];
                    let mut row = played.clone();
                    row.number = 999_999_999 - i as i64;
                    row.players = [players[i % 997], players[i % 991 + 1]];
                    if i < finished {
                        finish(&mut row, at);
                    } else if i % 50 == 0 {
                        row.reminder = Some(at);
                    }
                    tx.insert_game(&row)?;
                    for change in changes {
                        tx.store_change(&row, change)?;
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
    let mut game = Course::new(&Setup::new(kind.name(), None, &[]).unwrap()).unwrap();
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
fn finish(game: &mut Game, at: Timestamp) {
    game.end(Ended { at, winner: Some(Side::White), reason: Reason::Resigned, margin: None, aborted: false });
}

/// A game of some ten turns, and what each of them changed.
fn course(kind: GameKind, seed: u64, at: Timestamp) -> (Game, Vec<Change>) {
    let setup = Setup::new(kind.name(), None, &[]).unwrap();
    let first = Position::start(&setup).unwrap();
    let mut clock = Clock::new(turnpost_core::clock::ClockRule::default());
    clock.running = Some(Running { side: first.to_move(), since: at });
    let mut game = Game::new(0, setup, &first, [0, 0], clock, at);
    let texts = random_game(kind, seed, 8 + seed as usize % 5);
    let play =
        |(_, text): (bool, String)| game.play(&text, Means::Mail, at, |_| Ok::<_, StoreError>(0)).unwrap().unwrap();
    let changes: Vec<Change> = texts.into_iter().map(play).collect();
    game.told = [game.revision; 2];
    (game, changes)
}
