//! Tests of Amazons.
#![allow(clippy::unwrap_used)]

use super::*;
use crate::rules::perft;

fn start() -> Amazons {
    Amazons::start("standard", &[]).unwrap()
}

#[test]
fn first_turns() {
    assert_eq!(start().position(), "3B2B3/10/10/B8B/10/10/W8W/10/10/3W2W3 w 1");
    assert_eq!(perft(&start(), 1), 2176);
    assert_eq!(start().legal_turns().len(), 2176);
    assert_eq!(perft(&start(), 2), 4_307_152);
}

#[test]
fn the_voice_of_turn_two() {
    let mut game = start();
    let turn = game.read("d1-d7/g7").unwrap();
    assert_eq!(game.write(&turn), "d1-d7/g7");
    game.play(&turn);
    assert_eq!(game.position(), "3B2B3/10/10/B2W2x2B/10/10/W8W/10/10/6W3 b 2");
}
