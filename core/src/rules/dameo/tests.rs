#![allow(clippy::unwrap_used, clippy::expect_used)]

use super::{Dameo, slow};
use crate::rules::{Rules, perft};

fn start() -> Dameo {
    Dameo::start("standard", &[]).unwrap()
}

fn parse(text: &str) -> Dameo {
    Dameo::parse("standard", &[], text).unwrap()
}

fn legal(position: &Dameo) -> Vec<String> {
    let mut texts: Vec<String> = position.legal_turns().iter().map(|turn| position.write(turn)).collect();
    texts.sort();
    texts
}

#[test]
fn perft_agrees_with_the_slow_rules() {
    let position = start();
    let (board, player) = slow::board(&position.position());
    for depth in 1..=3 {
        assert_eq!(perft(&position, depth), slow::perft(&board, player, depth));
    }
    assert_eq!(perft(&position, 1), 52);
    assert_eq!(perft(&position, 2), 2704);
}

#[test]
fn random_positions_have_the_turns_of_the_slow_rules() {
    let mut state = 7u64;
    let mut random = |n: u64| {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 33) % n
    };
    for _ in 0..300 {
        let mut position = start();
        for _ in 0..200 {
            let (board, player) = slow::board(&position.position());
            let mut expected: Vec<String> = slow::turns(&board, player).into_values().collect();
            expected.sort();
            assert_eq!(legal(&position), expected, "{position:?}");
            assert_eq!(position.count_turns(), expected.len() as u64);
            assert_eq!(position.outcome().is_some(), expected.is_empty());
            assert_eq!(parse(&position.position()), position);
            let turns = position.legal_turns();
            if turns.is_empty() {
                break;
            }
            let turn = turns[random(turns.len() as u64) as usize];
            assert_eq!(position.read(&position.write(&turn)), Ok(turn));
            position.play(&turn);
        }
    }
}
