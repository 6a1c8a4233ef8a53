//! The pictures that the rules were published with, each as a test.

use turnpost_core::board::{Square, SquareSet};
use turnpost_core::scene::Layout;

use super::{position, start};

fn targets(on: &str, from: &str) -> SquareSet {
    position(on).targets(Square::at(from))
}

fn named(squares: &str) -> SquareSet {
    squares.split(' ').map(Square::at).collect()
}

#[test]
fn the_river_and_the_fords() {
    let scene = start("standard", &[]).scene();
    assert_eq!(scene.layout, Layout::Diamond);
    assert_eq!(scene.river, named("a1 b2 c3 d4 e5 f6 g7 h8"));
    let fords: Vec<String> = scene.fords.iter().map(|(black, white)| format!("{black}-{white}")).collect();
    assert_eq!(fords, ["a2-b1", "b3-c2", "c4-d3", "d5-e4", "e6-f5", "f7-g6", "g8-h7"]);
}

#[test]
fn the_numbered_squares() {
    let picture = [
        "t  2  9 10  .  .  .  ~",
        "4  3  8  .  .  .  ~  .",
        "5  6  7  .  .  ~  .  .",
        "11 .  .  .  ~  .  .  .",
        ".  .  .  ~  .  .  . 10",
        ".  .  ~  .  .  7  8  9",
        ".  ~  .  .  .  6  3  4",
        "~  .  .  . 11  5  2  t",
    ];
    let mut expected = Vec::new();
    for (row, rank) in picture.iter().zip((0..8).rev()) {
        for (mark, file) in row.split_whitespace().zip(0..) {
            let square = Square::new(file, rank).unwrap();
            expected.extend(mark.parse::<u8>().ok().map(|number| (square, number)));
        }
    }
    let mut slots = start("standard", &[]).scene().slots;
    slots.sort();
    expected.sort();
    assert_eq!(slots, expected);
}

#[test]
fn weapons_beside_and_magic_diagonally() {
    let around = |piece: &str| format!("rko5/s{piece}c5/czc5/8/8/8/t7/7T w 1 play -");
    // Everything that the attacker's kind of attack reaches, less what resists all of it.
    let (weapon, magic) = (named("a7 b8 b6 c7"), named("a8 a6 c8 c6"));
    let attacked = |piece: &str| {
        let position = position(&around(piece));
        let texts = position.legal().into_iter().filter(|text| text.starts_with("b7x"));
        texts.map(|text| Square::at(&text[3..5])).collect::<SquareSet>()
    };
    assert_eq!(attacked("G"), weapon);
    assert_eq!(attacked("O"), magic);
    assert_eq!(attacked("R"), weapon | magic);
}

#[test]
fn a_solitary_cani() {
    assert_eq!(targets("4t3/1c6/8/8/8/8/8/7T b 1 play -", "b7"), named("a7 b8 b6 c7"));
}

#[test]
fn two_cani() {
    let on = "t7/8/3cc3/8/8/8/8/7T b 1 play -";
    assert_eq!(targets(on, "d6"), named("d8 d7 b6 c6 d5 e6"));
    assert_eq!(targets(on, "e6"), named("e8 e7 c6 g6 e4 d6"));
    // They may shift left by one or two squares.
    for shift in ["d6-c6+e6-d6", "d6-b6+e6-c6"] {
        assert!(position(on).read(&format!("{shift} a8-a7")).is_ok(), "{shift}");
    }
}

#[test]
fn three_cani() {
    let on = "t7/8/3cc3/3c4/8/8/8/7T b 1 play -";
    assert_eq!(targets(on, "e6"), named("e8 e7 c6 g6 e4 d6"));
    assert_eq!(targets(on, "d6"), named("d8 d7 a6 b6 c6 g6 d3 d5 e6"));
    assert_eq!(targets(on, "d5"), named("d7 b5 c5 f5 d3 d6"));
    assert!(position(on).read("d5-f5+d6-d3+e6-e4 a8-a7").is_ok(), "all three cross the river at once");
}

#[test]
fn the_rassimel() {
    assert_eq!(targets("t7/8/8/8/8/5R2/8/1T6 w 1 play -", "f3"), named("f5 f4 d3 e3 g3 h3 f2 f1"));
    assert_eq!(targets("t7/8/4r3/8/8/8/8/7T b 1 play -", "e6"), named("e8 e7 c6 d6 f5"));
}

#[test]
fn the_khtsoyis_and_the_zi_ri() {
    let on = "4t3/1k6/8/8/8/5z2/8/1T6 b 1 play -";
    assert_eq!(targets(on, "b7"), named("a8 b8 c8 a7 c7 a6 b6 c6"));
    assert_eq!(targets(on, "f3"), named("e5 g5 d4 h4 d2 h2 e1 g1"));
}

#[test]
fn the_town() {
    for (board, from, to) in [
        ("1t6/8/8/8/8/8/k7/7T", "b8", "a8 c8 a7"),
        ("6t1/8/8/8/8/8/k7/7T", "g8", "f8"),
        ("8/8/8/8/t7/8/8/k6T", "a4", "a5 a3"),
    ] {
        assert_eq!(targets(&format!("{board} b 1 play -"), from), named(to), "{from}");
    }
}
