//! Tests of Amazons.
#![allow(clippy::unwrap_used)]

use super::*;
use crate::rules::perft;

const EMPTY_RANKS: &str = "10/10/10/10/10/10/10/10";

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

#[test]
fn the_square_left_is_empty_for_the_shot() {
    let game = Amazons::parse("standard", &[], &format!("Wx8/1x8/{EMPTY_RANKS} w 9")).unwrap();
    let shots = |text: &str| game.read(text).is_ok();
    assert!(shots("a10-a9/a10") && shots("a10-a8/a10") && !shots("a10-a9/b10"));
}

#[test]
fn bad_positions_are_refused_with_place_and_reason() {
    for (text, refusal) in [
        (format!("WWWWW5/10/{EMPTY_RANKS} w 1"), "position: e10: a fifth White amazon; each side has 4"),
        (format!("10/BB8/BBB7/{} w 1", &EMPTY_RANKS[3..]), "position: c8: a fifth Black amazon; each side has 4"),
        (format!("w9/10/{EMPTY_RANKS} w 1"), "position: a10: unknown letter 'w'; it can be one of WBx"),
        (format!("9/10/{EMPTY_RANKS} w 1"), "position: rank 10: it has 9 squares, this board has 10"),
        (format!("{EMPTY_RANKS} w 1"), "position: board: it has 8 ranks, this board has 10"),
        (format!("10/10/{EMPTY_RANKS} x 1"), "position: field 2 (side to move): it must be w or b"),
    ] {
        let found = Amazons::parse("standard", &[], &text).unwrap_err();
        assert_eq!(found.to_string(), refusal, "{text}");
    }
    // Fewer amazons than the game has are a study, and the side to move may have none.
    let study = Amazons::parse("standard", &[], &format!("10/9B/{EMPTY_RANKS} w 77")).unwrap();
    assert_eq!(study.outcome().unwrap().winner, Some(Side::Black));
}

#[test]
fn repetition_equality_ignores_the_turn_number() {
    let at = |turn: u32| Amazons::parse("standard", &[], &format!("W9/9B/{EMPTY_RANKS} w {turn}")).unwrap();
    assert_eq!(at(3), at(5));
    assert_ne!(at(3), Amazons::parse("standard", &[], &format!("W9/9B/{EMPTY_RANKS} b 3")).unwrap());
    let mut last = at(u32::MAX);
    let turn = last.legal_turns()[0];
    last.play(&turn);
    assert!(Amazons::parse("standard", &[], &last.position()).is_ok(), "the number stays one that can be read");
}

#[test]
fn scene_marks_and_targets() {
    let mut game = start();
    let turn = game.read("d1-d7/g7").unwrap();
    let [d1, d7, g7] = [Square::at("d1"), Square::at("d7"), Square::at("g7")];
    assert_eq!(game.marks(&turn), [Mark::Path(vec![d1, d7]), Mark::Shot { from: d7, to: g7 }]);
    assert_eq!(game.targets(d1).len(), 20);
    assert!(game.targets(Square::at("d10")).is_empty(), "it isn't Black's turn");
    game.play(&turn);
    let scene = game.scene();
    let pieces: Vec<String> = scene.pieces.iter().map(|piece| format!("{}{}", piece.letter, piece.at)).collect();
    assert_eq!(pieces, ["Wg1", "Wa4", "Wj4", "Ba7", "Wd7", "xg7", "Bj7", "Bd10", "Bg10"]);
    assert_eq!((scene.to_move, scene.turn, scene.edge), (Some(Side::Black), 2, SquareSet::EMPTY));
    assert!(scene.territory.is_empty());
}
