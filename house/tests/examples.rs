//! The turns that challenges show as examples: whoever simply copies one gives nothing away.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use turnpost_core::game::Course;
use turnpost_core::rules::{GameKind, Setup};
use turnpost_house::{Budget, think};

/// Judged positions for each thought.
const NODES: u64 = 20_000;
/// The least chance that an example may leave, as the house sees it: about even.
const EVEN: f64 = 0.42;

#[test]
fn no_example_is_a_blunder() {
    for game in GameKind::ALL {
        for variant in game.variants() {
            let setup = Setup::new(game.name(), Some(variant), &[]).unwrap();
            let mut course = Course::new(&setup).unwrap();
            let first = course.position().to_move();
            let example = course.position().example().expect("every start has an example");
            course.play(example).unwrap();
            let answer = think(&course, &mut Budget::nodes(NODES), 1).unwrap();
            let chance = if course.position().to_move() == first { answer.chance } else { 1.0 - answer.chance };
            assert!(chance >= EVEN, "{} {example}: {chance:.2}, after {}", setup.title(), answer.turn);
        }
    }
}

/// Put down out of order, a piece costs the first move.
#[test]
fn the_example_of_the_setup_keeps_the_first_move() {
    let setup = Setup::new("diamond", None, &[]).unwrap();
    let mut course = Course::new(&setup).unwrap();
    course.play(course.position().example().unwrap()).unwrap();
    assert!(course.position().text().contains("setup:w"), "{}", course.position().text());
}
