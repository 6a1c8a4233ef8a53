//! Runs a law on every game and variant, and finds positions to try it on.

use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use turnpost_core::rules::{GameKind, Position, Setup};

/// Tries a law on every game and variant so many times, the same cases on each run. With
/// `PROPTEST_CASES` set it is that many times, and others each time; with `GAME` only that game is tried.
pub fn every_setup<S: Strategy>(cases: u32, strategy: impl Fn() -> S, law: impl Fn(&Setup, S::Value)) {
    for setup in setups() {
        let mut runner = match std::env::var_os("PROPTEST_CASES") {
            Some(_) => TestRunner::new(Config { failure_persistence: None, ..Config::default() }),
            None => {
                let config = Config { cases, failure_persistence: None, ..Config::default() };
                TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha))
            }
        };
        let tried = runner.run(&strategy(), |value| {
            law(&setup, value);
            Ok(())
        });
        if let Err(failure) = tried {
            panic!("{} {} {:?}: {failure}", setup.game.name(), setup.variant, setup.options);
        }
    }
}

fn setups() -> Vec<Setup> {
    let plain = GameKind::ALL.iter().flat_map(|&game| game.variants().iter().map(move |&variant| (game, variant)));
    let plain = plain.map(|(game, variant)| Setup::new(game.name(), Some(variant), &[]).unwrap());
    // Options change what is legal: each is tried in the last variant.
    let options = GameKind::ALL.iter().flat_map(|&game| game.options().iter().map(move |option| (game, option)));
    let with_options = options.map(|(game, option)| {
        let given = [(option.name.to_owned(), option.example.to_owned())];
        Setup::new(game.name(), game.variants().last().copied(), &given).unwrap()
    });
    let only = std::env::var("GAME").ok();
    let setups = plain.chain(with_options);
    setups.filter(|setup| only.as_ref().is_none_or(|only| setup.game.name() == only)).collect()
}

/// The first position.
pub fn start(setup: &Setup) -> Position {
    Position::start(setup).unwrap()
}

/// Plays turns chosen by these numbers, as long as there are any.
pub fn wander(mut position: Position, choices: &[Index]) -> Position {
    for choice in choices {
        let legal = position.legal();
        if legal.is_empty() {
            break;
        }
        position.play(&legal[choice.index(legal.len())]).unwrap();
    }
    position
}

/// The position after a legal turn.
pub fn after(position: &Position, turn: &str) -> Position {
    let mut next = position.clone();
    next.play(turn).unwrap_or_else(|error| panic!("{turn} in {}: {error}", position.text()));
    next
}
