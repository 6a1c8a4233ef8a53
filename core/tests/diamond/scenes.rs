//! What pictures are told.

use turnpost_core::board::Square;
use turnpost_core::rules::Side;
use turnpost_core::scene::{Mark, PieceKind};

use super::{position, start};

/// The marks of a turn as short words.
fn marks(on: &str, turn: &str) -> Vec<String> {
    let mut position = position(on);
    let played = position.play(turn).unwrap();
    let word = |mark: &Mark| match mark {
        Mark::Path(squares) => squares.iter().map(Square::to_string).collect::<Vec<_>>().join(">"),
        Mark::Attack { from, to } => format!("{from}*{to}"),
        Mark::Captured(piece) => format!("-{}{}", piece.letter, piece.at),
        Mark::Resisted(square) => format!("!{square}"),
        Mark::Placed(square) => format!("+{square}"),
        other => format!("{other:?}"),
    };
    played.marks.iter().map(word).collect()
}

#[test]
fn pieces_with_their_marks() {
    let scene = position("t7/8/8/8/8/3(Rz)4/4g'3/7T w 3 play -").scene();
    let pieces: Vec<(String, char, bool, bool)> =
        scene.pieces.iter().map(|p| (p.at.to_string(), p.letter, p.used, p.shared)).collect();
    let expected = [
        ("h1", 'T', false, false),
        ("e2", 'g', true, false),
        ("d3", 'R', false, true),
        ("d3", 'z', false, true),
        ("a8", 't', false, false),
    ];
    assert_eq!(pieces, expected.map(|(at, letter, used, shared)| (at.to_owned(), letter, used, shared)));
    assert_eq!((scene.pieces[3].kind, scene.pieces[3].side), (PieceKind::ZiRi, Some(Side::Black)));
    assert_eq!((scene.to_move, scene.turn, scene.slots.len()), (Some(Side::White), 3, 0));
    assert_eq!(position("8/8/8/8/8/8/8/7T w 3 play -").scene().to_move, None);
}

#[test]
fn slots_shrink_as_pieces_are_placed() {
    let mut game = start("standard", &[]);
    assert_eq!(game.scene().slots.len(), 20);
    assert_eq!(game.play("r").unwrap().marks, [Mark::Placed(Square::at("g1"))]);
    assert_eq!(game.scene().slots.len(), 19);
    assert!(game.targets(Square::at("b8")).contains(Square::at("b8")), "something can be put there");
    assert!(game.targets(Square::at("g2")).is_empty(), "it isn't White's turn");
}

#[test]
fn what_a_turn_did() {
    assert_eq!(marks("t7/8/3cc3/8/8/8/8/7T b 1 play -", "d6-b6+e6-c6 a8-a7"), ["a8>a7", "d6>b6", "e6>c6"]);
    let on = "t7/8/8/8/8/1(Gz)6/4gC2/7T w 1 play -";
    assert_eq!(marks(on, "f2xe2"), ["f2*e2", "!e2", "-zb3"], "resisted, and a glorious sacrifice");
    let on = "t7/8/8/8/8/5c2/4gKc1/7T w 1 play -";
    assert_eq!(marks(on, "f2xe2,e2,f3"), ["f2*e2", "!e2", "f2*e2", "-ge2", "f2*f3", "-cf3"]);
    let on = "t7/8/8/8/4(gz)3/8/8/4S2T w 1 play -";
    assert_eq!(marks(on, "e1^e4"), ["e1>e4", "-ge4", "-ze4"]);
    let on = "t7/8/8/8/4g3/8/8/4(Sz)2T w 1 play -";
    assert_eq!(marks(on, "e1^e4"), ["e1>e4", "-ge4", "-ze1"]);
    let on = "t7/8/8/8/8/3(Gz)4/3Kc3/7T w 1 play -";
    assert_eq!(marks(on, "d2xd3"), ["d2*d3", "-zd3"], "taken once");
    assert_eq!(marks("t7/8/8/8/8/8/8/7T w 1 play customs=5m", "spur a8-a7"), ["a8>a7"]);
    assert_eq!(marks("t7/8/8/8/8/8/8/7T w 1 play customs=5m", "pass"), [""; 0]);
}
