//! The house against players written as plainly as can be: one that looks one turn ahead, one that plays random games to
//! their end (UCT), and alpha-beta for Dameo (on men), Othello (on discs and corners) and Amazons (on territory).
//!
//! In CI a few short games each, with budgets of nodes and playouts. `HOUSE_LONG=GAMES` plays so many of each, and gives
//! the playouts ten times, and alpha-beta as much of the time that the house takes. `HOUSE_ONLY=desdemona/border` leaves
//! out all others.
#![allow(clippy::unwrap_used)]

use std::cell::Cell;
use std::time::{Duration, Instant};

use turnpost_core::game::Course;
use turnpost_core::rules::{GameKind, Setup};
use turnpost_house::contest::{Player, Score, play};
use turnpost_house::{Budget, think};

mod plain;

use plain::amazons::{Territory, positions};
use plain::{Effort, How, Plain};

fn setups() -> Vec<Setup> {
    let of = |game: &GameKind| {
        let name = game.name();
        game.variants().iter().map(move |variant| Setup::new(name, Some(variant), &[]).unwrap())
    };
    let only = std::env::var("HOUSE_ONLY").ok();
    let wanted =
        |setup: &Setup| only.as_ref().is_none_or(|only| *only == format!("{}/{}", setup.game.name(), setup.variant));
    GameKind::ALL.iter().flat_map(of).filter(wanted).collect()
}

/// How many games of each a long run has; `None` in CI.
fn long() -> Option<u32> {
    std::env::var("HOUSE_LONG").ok().and_then(|games| games.parse().ok())
}

/// The house with so many nodes; it notes how long its last turn took.
struct House<'a> {
    nodes: u64,
    took: &'a Cell<Duration>,
}

impl Player for House<'_> {
    fn begin(&mut self, _: &Course) -> Result<(), String> {
        Ok(())
    }

    fn choose(&mut self, course: &Course, seed: u64) -> Result<String, String> {
        let begun = Instant::now();
        let thought = think(course, &mut Budget::nodes(self.nodes), seed).map_err(|error| error.to_string())?;
        self.took.set(begun.elapsed());
        Ok(thought.turn)
    }

    fn played(&mut self, _: &str) -> Result<(), String> {
        Ok(())
    }
}

/// A match against a plain player who is given so many rounds, or in a long run so many times the house's time.
fn against(setup: &Setup, how: How, nodes: u64, rounds: u32, times: u32) -> Score {
    let took = Cell::new(Duration::from_millis(1));
    let effort = if long().is_some() { Effort::Times(times, &took) } else { Effort::Rounds(rounds) };
    meet(setup, &mut House { nodes, took: &took }, &mut Plain { how, effort }, 4)
}

/// In CI so many games.
fn meet(setup: &Setup, house: &mut House<'_>, other: &mut dyn Player, games: u32) -> Score {
    let score = play(setup, house, other, long().unwrap_or(games), 17, |_, _| {}).unwrap();
    println!("{} {}: {score:?} {:.3} {:.3?}", setup.game.name(), setup.variant, score.mean(), score.interval());
    score
}

/// What is asked for in a long run, and of the four games in CI, which luck decides more.
fn wanted(in_long: f64) -> f64 {
    if long().is_some() { in_long } else { 0.75 }
}

#[test]
fn it_beats_one_that_looks_one_turn_ahead() {
    for setup in setups() {
        let score = against(&setup, How::Greedy, if long().is_some() { 24_000 } else { 8_000 }, 1, 1);
        assert!(score.mean() >= wanted(0.97), "{}: {score:?}", setup.title());
    }
}

#[test]
fn it_beats_random_playouts() {
    for setup in setups() {
        // A random game of Diamond Chess takes many times as long as one of the others.
        let rounds = if setup.game == GameKind::Diamond { 4 } else { 30 };
        let score = against(&setup, How::Playouts, 8_000, rounds, 10);
        assert!(score.mean() >= wanted(0.9), "{}: {score:?}", setup.title());
    }
}

#[test]
fn it_beats_alpha_beta_on_men_in_dameo() {
    let score = against(&Setup::new("dameo", None, &[]).unwrap(), How::Material, 8_000, 3, 1);
    assert!(score.mean() >= wanted(0.95), "{score:?}");
}

#[test]
fn it_beats_alpha_beta_on_discs_and_corners_in_othello() {
    let score = against(&Setup::new("othello", None, &[]).unwrap(), How::Material, 8_000, 3, 1);
    assert!(score.mean() >= wanted(0.9), "{score:?}");
}

#[test]
fn it_beats_alpha_beta_on_territory_in_amazons() {
    let setup = Setup::new("amazons", None, &[]).unwrap();
    let took = Cell::new(Duration::from_millis(1));
    let mut house = House { nodes: if long().is_some() { 100_000 } else { 30_000 }, took: &took };
    let mut begun = Instant::now();
    let mut as_long = Territory(|begins| {
        if begins {
            begun = Instant::now();
        }
        begun.elapsed() >= took.get()
    });
    let other: &mut dyn Player = if long().is_some() { &mut as_long } else { &mut positions(30) };
    // Four would be too few here: of the first four two are lost, of the first forty four.
    let score = meet(&setup, &mut house, other, 16);
    assert!(score.mean() >= wanted(0.9), "{score:?}");
}
