//! What people type, and what they are told when it can't be played.

use turnpost_core::rules::{MoveError, Side};
use turnpost_core::scene::PieceKind;

use super::{position, start};

/// White to move, everything needed for the texts below: khtsoyis d2 beside a cani and a gormoror with a zi ri over it,
/// sleeth e4 with prey on e7, two cani in a pack.
const MIDDLE: &str = "t7/4o3/8/8/4S3/3(gz)4/2cK1CC1/4R1T1 w 9 play -";

fn reads(on: &str, text: &str) -> String {
    position(on).read(text).unwrap_or_else(|error| format!("{error:?}"))
}

fn refusal(on: &str, text: &str) -> String {
    match position(on).read(text) {
        Err(MoveError::Illegal { why, .. }) => why,
        other => format!("{text}: {other:?}"),
    }
}

fn near(on: &str, text: &str) -> (Vec<String>, Option<String>) {
    match position(on).read(text) {
        Err(MoveError::Illegal { near, about, .. }) => (near, about),
        other => panic!("{text}: {other:?}"),
    }
}

#[test]
fn two_moves_in_many_spellings() {
    for text in [
        "d2-e3 e1-d1",
        "e1-d1 d2-e3",
        "D2–E3, e1→d1",
        "d2e3 e1d1",
        "d2 e3 e1 d1",
        "d2-e3;e1-d1.",
        "9. d2-e3 and e1-d1!",
        "k d2-e3, r e1-d1",
        "Khtsoyis to e3, rassimel to d1",
        "ｄ２－ｅ３ ｅ１－ｄ１",
        "k e3 r d1",
        "d2-e3 d1",
    ] {
        let read = reads(MIDDLE, text);
        assert_eq!(read, "d2-e3 e1-d1", "{text}");
    }
}

#[test]
fn pack_moves_in_many_spellings() {
    for text in
        ["e1-d1 f2-f4+g2-g4", "f2-f4+g2-g4 e1-d1", "g2-g4 + f2-f4, e1-d1", "g2-g4 e1-d1 f2-f4", "f2f4 g2g4 e1d1"]
    {
        assert_eq!(reads(MIDDLE, text), "e1-d1 f2-f4+g2-g4", "{text}");
    }
    // More parts than needed name the same turn.
    assert_eq!(reads(MIDDLE, "e1-d1 f2-e2+g2-f2"), "e1-d1 g2-e2");
}

#[test]
fn attacks_in_many_spellings() {
    for text in [
        "d2xd3:g",
        "D2 × d3 (g)",
        "d2:d3:g",
        "d2-d3:g",
        "khtsoyis takes gormoror d3",
        "d2xgd3",
        "k d2 attacks d3 g",
        "d3:g",
    ] {
        assert_eq!(reads(MIDDLE, text), "d2xd3:g", "{text}");
    }
    let with_cani = "t7/8/8/8/8/3c4/2cK4/7T w 9 play -";
    for text in ["d2xc2,d3", "d2xd3,c2", "d2 d3 c2", "d2xd3xc2", "kxc2,d3", "c2,d3", "d2xc2 and d3"] {
        assert_eq!(reads(with_cani, text), "d2xc2,d3", "{text}");
    }
    for text in ["e4^e7", "e4xe7", "e4-e7", "e4e7", "s^e7", "e7", "sleeth pounces on e7", "se4 x oe7"] {
        assert_eq!(reads(MIDDLE, text), "e4^e7", "{text}");
    }
}

#[test]
fn texts_that_fit_several_turns_list_them() {
    let several = |text: &str| match position(MIDDLE).read(text) {
        Err(MoveError::Ambiguous(texts)) => texts,
        other => panic!("{text}: {other:?}"),
    };
    assert_eq!(several("d2xd3"), ["d2xd3:g", "d2xd3:z"]);
    assert_eq!(several("e3 r d1"), ["d2-e3 e1-d1", "e1-d1 e4-e3"]);
    let Err(MoveError::Ambiguous(texts)) = position("t7/8/8/8/8/5C2/4C3/4R2T w 9 play -").read("c e3, r d1") else {
        panic!("two cani can go to e3")
    };
    assert_eq!(texts, ["e1-d1 e2-e3", "e1-d1 f3-e3"]);
}

#[test]
fn refusals_of_moves_name_the_rule() {
    for (text, why) in [
        ("e1-e4 d2-e3", "e1-e4: the rassimel moves 2 squares at most"),
        ("e1-f2 d2-e3", "e1-f2: the rassimel moves along ranks and files, or one square across a ford"),
        ("e4-e8 d2-e3", "e4-e8: the sleeth moves 3 squares at most"),
        ("d2-e3 d2-e2", "d2-e2: no piece moves twice in a turn"),
        ("d2-e3 e3-e2", "e3-e2: no piece moves twice in a turn"),
        ("c2-b2 d2-e3", "c2-b2: the cani on c2 is Black's"),
        ("a1-a2 d2-e3", "a1-a2: nothing stands on a1"),
        ("d2-c2 g1-f1", "d2-c2: Black's cani stands on c2"),
        ("e1-g1 d2-e3", "e1-g1: your town stands on g1"),
        ("f2-f1 e1-f1", "e1-f1: after the first move f1 is taken by then"),
        (
            "g1-f1 g2-g5",
            "g2-g5: after the first move the cani on g2 moves 2 squares at most: one, and one more for each own cani beside it",
        ),
        ("g1-f1 g2-f2", "g2-f2: after the first move a cani stands on f2 and stays there"),
        ("g1-f1 g2-f2+f2-g2", "g2-f2+f2-g2: after the first move cani that only trade places have not moved"),
        ("g1-f1 g2-f3", "g2-f3: after the first move a cani moves along ranks and files"),
        ("g1-f1 e1-d1+g2-g3", "e1-d1+g2-g3: after the first move only cani move together"),
        (
            "d2-e3",
            "d2-e3: it takes a second move; a turn is two moves (e1-e3 g2-g4) or one attack (f4xf5, pounce e4^f7)",
        ),
        (
            "d2-e3 e1-d1 g1-f1",
            "these are 3 moves; a turn is two moves (e1-e3 g2-g4) or one attack (f4xf5, pounce e4^f7)",
        ),
        ("s e1-d1 d2-e3", "e1-d1: the piece on e1 is a rassimel"),
    ] {
        assert_eq!(refusal(MIDDLE, text), why, "{text}");
    }
    let river = "t7/8/8/8/8/G6H/1Z6/2c4T w 1 play -";
    for (text, why) in [
        ("a3-c3 h3-g2", "a3-c3: the river cannot be entered by a gormoror"),
        ("b2-b4 h3-g2", "b2-b4: the zi ri leaps like a chess knight"),
        ("h1-g2 h3-h4", "h1-g2: the town stays on the edge of its own side, off the river"),
        ("h1-h3 a3-a4", "h1-h3: the town moves one square at most"),
        ("h3-g1 a3-a4", "h3-g1: the herethroy moves in a straight line"),
    ] {
        assert_eq!(refusal(river, text), why, "{text}");
    }
}

#[test]
fn refusals_of_attacks_name_the_rule() {
    let board = "t7/8/8/2h5/2Ko4/1z1cR3/3S1CH1/4O2T w 1 play -";
    for (text, why) in [
        ("c4xd3", "c4xd3: the khtsoyis must be beside its target, on the same rank or file"),
        ("c4xc5", "c4xc5: the herethroy resists all weapon attacks"),
        ("c4xd4", "c4xd4: an orren in the river resists all weapon attacks"),
        ("c4xb4", "c4xb4: there is nothing to attack"),
        ("e3xd3:z", "e3xd3:z: there is no zi ri on d3"),
        ("e3xd3,d4", "e3xd3,d4: only the khtsoyis attacks more than once in a turn, three times at most"),
        ("f2xg2", "f2xg2: nobody attacks his own pieces"),
        ("h1xg2", "h1xg2: a town cannot attack"),
        ("e1xd3", "e1xd3: the orren must be diagonally next to its target"),
        ("d2^d4", "d2^d4: d3 is in the way"),
        ("d2^g2", "d2^g2: an own piece stands on g2"),
        ("d2^d6", "d2^d6: there is no enemy on d6"),
        ("d2^a8", "d2^a8: the sleeth pounces in a straight line"),
        ("b3xc4", "b3xc4: the zi ri on b3 is Black's"),
        ("e3xd3 g2-g3", "e3xd3,g2,g3: a turn is two moves or one attack, not both"),
    ] {
        assert_eq!(refusal(board, text), why, "{text}");
    }
    let near_only = "t7/8/8/8/8/8/4h3/1S1c3T w 1 play pounce=adjacent";
    let why = "b1^d1: in this game the sleeth pounces only onto neighbouring squares";
    assert_eq!(refusal(near_only, "b1^d1"), why);
}

#[test]
fn what_is_no_turn_at_all() {
    for (text, says) in [
        ("", "a turn is two moves"),
        ("hello", "\"hello\" is no part of a turn"),
        ("e1-e9 g2-g4", "there is no square e9"),
        ("k", "all pieces are down"),
    ] {
        match position(MIDDLE).read(text) {
            Err(MoveError::Syntax(why)) => assert!(why.contains(says), "{text}: {why}"),
            other => panic!("{text}: {other:?}"),
        }
    }
    assert_eq!(refusal(MIDDLE, "pass"), "pass: a turn is passed only when there is neither a move nor an attack");
    assert!(position("t7/8/8/8/8/8/7h/6oT w 1 play -").read("pass a1").is_err(), "a pass names no squares");
    assert_eq!(refusal(MIDDLE, "spur c3-c4"), "this game is played without customs, so nobody is spurred on");
    assert_eq!(refusal("8/8/8/8/8/8/8/7T b 3 play -", "a1-a2"), "the game is over: town captured");
}

#[test]
fn the_nearest_turns_are_shown() {
    let (turns, about) = near(MIDDLE, "e1-e4 g1-f1");
    assert_eq!(turns, ["e1-e3 g1-f1", "e1-e2 g1-f1", "e1-c1 g1-f1", "e1-d1 g1-f1"]);
    assert_eq!(about.as_deref(), Some("e1"));
    let (turns, about) = near(MIDDLE, "d2xd4");
    assert_eq!(turns, ["d2xc2", "d2xd3:g", "d2xd3:z", "d2xc2,d3:g", "d2xc2,d3:z"]);
    assert_eq!(about.as_deref(), Some("d2"));
    assert_eq!(near(MIDDLE, "d2-e3").0, [""; 0]);
}

#[test]
fn placements_are_read() {
    let opening = start("standard", &[]);
    for text in ["c", "cani", "place cani", "C@G1", "c g1", "g1 c", "1. c", "cani on g1"] {
        assert_eq!(opening.read(text).unwrap(), "c@g1", "{text}");
    }
    assert_eq!(opening.read("zi ri h4").unwrap(), "z@h4");
    let Err(MoveError::Ambiguous(texts)) = opening.read("g1") else { panic!() };
    assert_eq!(texts, ["c@g1", "g@g1", "h@g1", "k@g1", "o@g1", "r@g1", "s@g1", "z@g1"]);
    let mut later = opening.clone();
    for turn in ["k", "k"] {
        later.play(turn).unwrap();
    }
    for (text, why) in [
        ("k", "k: the khtsoyis is placed already"),
        ("t", "t: the town stands in its corner already"),
        ("c@g1", "c@g1: g1 is taken"),
        ("c@b7", "c@b7: b7 is one of Black's squares"),
        ("c@e4", "c@e4: e4 is none of White's numbered squares"),
        ("e1-e3 g2-g4", "the pieces are still being put down: name one, like c or c@g1"),
        ("c r", "one piece is put down in a turn"),
        (
            "k, c",
            "you have no khtsoyis left; still to place: 3 cani (c), gormoror (g), herethroy (h), orren (o), rassimel (r), \
             sleeth (s), zi ri (z)",
        ),
        (
            "r r c",
            "the list has more rassimel than you have left; still to place: 3 cani (c), gormoror (g), herethroy (h), \
             orren (o), rassimel (r), sleeth (s), zi ri (z)",
        ),
        ("c@g2 r@g2", "g2 is taken"),
    ] {
        match later.read(text) {
            Err(MoveError::Illegal { why: said, .. }) => assert_eq!(said, why, "{text}"),
            other => panic!("{text}: {other:?}"),
        }
    }
    match later.read("c@e4") {
        Err(MoveError::Illegal { near, .. }) => assert_eq!(near, ["c@g2"]),
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_setup_says_what_is_left_and_what_order_costs() {
    let mut placing = start("standard", &[]);
    for turn in ["k", "k", "r", "r", "c", "c"] {
        placing.play(turn).unwrap();
    }
    let left = "Still to place: 2 cani (c), gormoror (g), herethroy (h), orren (o), sleeth (s), zi ri (z).";
    let order =
        "The numbers on the squares are their order, the next is 5 (f1); a piece on a later one costs the first move.";
    assert_eq!(placing.beside_the_board(Some(Side::White)), [left, order]);
    // Black isn't to move first, and loses nothing.
    let order = "The numbers on the squares are their order, the next is 5 (a6).";
    assert_eq!(placing.beside_the_board(Some(Side::Black)), [left, order]);
    assert_eq!(placing.beside_the_board(None)[0], left.replace("place", "place for White"));
    let before = placing.clone();
    placing.play("h@g3").unwrap();
    assert_eq!(placing.did_since(&before), Some("out of order, so the other player will move first"));
    let swapped = "Black will move first, since White placed out of order.";
    assert_eq!(placing.beside_the_board(Some(Side::White)).last().map(String::as_str), Some(swapped));
    let before = placing.clone();
    placing.play("h").unwrap();
    assert_eq!(placing.did_since(&before), None);
}

#[test]
fn the_form_of_a_turn_names_attacks_where_there_are_some() {
    assert_eq!(start("quick", &[]).pattern(), "from-to from-to");
    assert_eq!(position(MIDDLE).pattern(), "from-to from-to, or attacker x target");
    assert_eq!(position(MIDDLE).read("d2 x c2").unwrap(), "d2xc2");
}

#[test]
fn a_whole_setup_is_read_for_queueing() {
    let opening = start("standard", &[]);
    let whole = ["r@g1", "o@g2", "h@h2", "k@f1", "s@f2", "c@f3", "c@g3", "g@h3", "z@h4", "c@e1"].map(str::to_owned);
    for text in [
        "r o h k s c c g z c",
        "r,o,h,k,s,c,c,g,z,c",
        "rassimel orren herethroy khtsoyis sleeth cani cani gormoror zi ri cani",
    ] {
        assert_eq!(opening.read_several(text).as_deref(), Some(&whole[..]), "{text}");
    }
    let own_order = ["r@g2", "o@g1", "h@h2"].map(str::to_owned);
    assert_eq!(opening.read_several("r@g2 o h").as_deref(), Some(&own_order[..]));
    for text in ["c", "c c c c", "r t", "r@g1 o@g1", "r@e4 o", "hello r o", "r o spur"] {
        assert_eq!(opening.read_several(text), None, "{text}");
    }
    assert_eq!(position(MIDDLE).read_several("r o h"), None);
}

#[test]
fn captures_told_by_the_names_of_pieces() {
    let position = position(MIDDLE);
    let taking = |by: Option<PieceKind>, taken, named: &[&str]| {
        let named: Vec<String> = named.iter().map(|&square| square.to_owned()).collect();
        position.taking(by, taken, &named)
    };
    assert_eq!(taking(Some(PieceKind::Sleeth), PieceKind::Orren, &[]), ["e4^e7"]);
    assert_eq!(taking(None, PieceKind::Orren, &["e7"]), ["e4^e7"]);
    assert_eq!(taking(Some(PieceKind::Sleeth), PieceKind::Town, &[]), Vec::<String>::new());
    assert_eq!(taking(Some(PieceKind::Rassimel), PieceKind::Orren, &[]), Vec::<String>::new());
    // The animals that are drawn name them, too.
    assert_eq!(reads(MIDDLE, "cat e4 takes the otter e7"), "e4^e7");
    assert_eq!(reads(MIDDLE, "octopus d2-e3 raccoon e1-d1"), reads(MIDDLE, "k d2-e3 r e1-d1"));
}
