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
        for stone in ["a2-a1xb1", "a2-a1xc1", "a1xc1"] {
            assert_eq!(game.read(stone).unwrap(), turn, "the stone is named: {stone}");
        }
        assert_eq!(
            game.marks(&turn)[2..],
            [Mark::Flipped(Square::at("b1")), Mark::Flipped(Square::at("c1"))],
            "{variant}"
        );
        game.play(&turn);
        assert_eq!(game.position(), after, "{variant}");
    }
}

#[test]
fn start_positions() {
    let with_stones = "3B2W3/10/10/W8B/4bw4/4wb4/B8W/10/10/3W2B3 w 1";
    let without = "3B2W3/10/10/W8B/10/10/B8W/10/10/3W2B3 w 1";
    for (variant, position) in
        [("desdemona", with_stones), ("cassio", with_stones), ("classic", without), ("border", without)]
    {
        assert_eq!(Desdemona::start(variant, &[]).unwrap().position(), position, "{variant}");
    }
}

/// White's very first turn is a move alone, in every variant; Black's first and all later ones are whole.
#[test]
fn the_first_turn_is_a_move_alone() {
    for variant in Desdemona::VARIANTS {
        let mut game = Desdemona::start(variant, &[]).unwrap();
        assert!(game.legal_turns().iter().all(|turn| turn.shot.is_none()));
        let turn = game.read("d1-d3").unwrap();
        assert_eq!(game.marks(&turn), [Mark::Path(vec![Square::at("d1"), Square::at("d3")])]);
        game.play(&turn);
        assert!(game.legal_turns().iter().all(|turn| turn.shot.is_some()));
        assert!(game.read("d10-d5").is_err());
    }
    let black_first = at("desdemona", "B9/10/10/10/10/10/10/10/10/9W b 1");
    assert!(black_first.legal_turns().iter().all(|turn| turn.shot.is_some()));
}

/// A quiet shot onto the rim is for cassio and classic; a flip shot lands there in every variant.
#[test]
fn shots_onto_the_perimeter() {
    for (variant, quiet) in [("desdemona", false), ("cassio", true), ("classic", true), ("border", false)] {
        let game = at(variant, "10/10/10/10/10/10/2W7/10/10/2b7 w 3");
        assert_eq!(game.read("c4-c3/a1").is_ok(), quiet, "{variant}");
        assert_eq!(game.scene().edge.is_empty(), quiet, "{variant}");
        let game = at(variant, "10/10/10/10/10/10/2W7/10/1b8/10 w 3");
        assert!(game.read("c4-c3").is_err(), "many shots fit");
        assert_eq!(game.read("c4-c3xa1").map(|turn| game.write(&turn)), Ok("c4-c3xa1".to_owned()), "{variant}");
    }
}

/// What a quiet shot leaves, and that a missing or wrong sign makes no difference.
#[test]
fn quiet_shots() {
    for (variant, row) in [("desdemona", "2Wx6"), ("cassio", "2Wx6"), ("classic", "2Ww6"), ("border", "2Ww6")] {
        for text in ["b3-c3/d3", "b3c3d3", "b3-c3xd3"] {
            let mut game = at(variant, "10/10/10/10/10/10/10/1W8/10/9B w 3");
            let turn = game.read(text).unwrap();
            assert_eq!(game.write(&turn), "b3-c3/d3");
            game.play(&turn);
            assert_eq!(game.position(), format!("10/10/10/10/10/10/10/{row}/10/9B b 4"), "{variant}");
        }
    }
}

/// More stones win when the player to move has no whole turn; amazons and neutral stones count for nobody.
#[test]
fn stones_decide_the_end() {
    let rest = "10/10/10/10/10/10/10/9B";
    for (corner, side, winner, apart) in [
        ("Wwb7/wbb7", "w", Some(Side::Black), 1),
        ("Wwb7/www7", "w", Some(Side::White), 3),
        ("Wwb7/wwb7", "w", Some(Side::White), 1),
        ("Wxb7/xwx7", "w", None, 0),
        ("Wxxxx5/xxb7", "w", Some(Side::Black), 1),
    ] {
        let game = at("classic", &format!("{corner}/{rest} {side} 9"));
        let margin = winner.map(|_| Margin { halves: 2 * apart });
        let wanted = Outcome { winner, reason: Reason::Stones, margin };
        assert_eq!(game.outcome(), Some(wanted), "{corner}");
        assert_eq!(game.scene().to_move, None);
    }
    // The amazon can still flip its way out of being stuck only if it can move first.
    assert_eq!(at("classic", &format!("W1b7/bbb7/{rest} w 9")).outcome(), None);
    // In the variants with the border rule a move along the rim may leave no shot: then the game is over, too.
    let rim = format!("W1w7/www7/{rest} w 9");
    assert_eq!(at("classic", &rim).outcome(), None);
    assert_eq!(at("border", &rim).outcome().unwrap().winner, Some(Side::White));
    assert!(at("border", &rim).targets(Square::at("a10")).is_empty());
    assert_eq!(at("classic", &rim).targets(Square::at("a10")), SquareSet::named(&["b10"]));
}

#[test]
fn bad_positions_are_refused() {
    let refusal = |text| Desdemona::parse("desdemona", &[], text).unwrap_err().to_string();
    assert_eq!(refusal("10/10/10/10/10/10/10/10/BBBBB5/q9 w 1"), "position: e2: a fifth Black amazon; each side has 4");
    assert_eq!(
        refusal("10/10/10/10/10/10/10/10/10/q9 w 1"),
        "position: a1: unknown letter 'q'; it can be one of WBwbx"
    );
}

#[test]
fn the_form_of_the_first_turn_has_no_shot() {
    use crate::rules::Guided as _;
    let mut game = Desdemona::start("desdemona", &[]).unwrap();
    assert_eq!(game.pattern(), "from-to");
    game.play(&game.read("d1-d5").unwrap());
    assert_eq!(game.pattern(), "from-to/shot");
}

/// Where a turn lacks its shot and there are many, those that turn stones over are among the few that are named.
#[test]
fn an_unfinished_turn_names_the_flips() {
    let game = at("desdemona", "3B2W3/10/10/W8B/4bw4/4wb4/B8W/10/10/3W2B3 b 2");
    let Err(MoveError::Ambiguous(some)) = game.read("d10-d6") else { panic!() };
    assert!(some.len() == 12 && some.contains(&"d10-d6xf4".to_owned()), "{some:?}");
    use crate::rules::Guided as _;
    assert_eq!(game.missing("d10-d6").as_deref(), Some("the shot is missing"));
    assert_eq!(game.missing("d10"), None);
}
