//! Tests of Desdemona.
#![allow(clippy::unwrap_used)]

use super::*;

fn at(variant: &'static str, text: &str) -> Desdemona {
    Desdemona::parse(variant, &[], text).unwrap()
}

/// The row of the rules' example: the amazon jumps two enemy stones, which turn.
#[test]
fn the_flip_example_in_each_variant() {
    let before = "10/10/10/10/10/10/10/10/W9/1bb7 w 3";
    for (variant, after) in [
        ("desdemona", "10/10/10/10/10/10/10/10/10/Wwww6 b 4"),
        ("cassio", "10/10/10/10/10/10/10/10/10/Wwwx6 b 4"),
        ("classic", "10/10/10/10/10/10/10/10/10/Wwwx6 b 4"),
        ("border", "10/10/10/10/10/10/10/10/10/Wwww6 b 4"),
    ] {
        let mut game = at(variant, before);
        let turn = game.read("a2-a1xd1").unwrap();
        assert_eq!(game.write(&turn), "a2-a1xd1");
        assert_eq!(
            game.marks(&turn)[2..],
            [Mark::Flipped(Square::at("b1")), Mark::Flipped(Square::at("c1"))],
            "{variant}"
        );
        game.play(&turn);
        assert_eq!(game.position(), after, "{variant}");
    }
}
