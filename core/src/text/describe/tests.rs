#![allow(clippy::unwrap_used, clippy::expect_used)]

use super::{ascii, spoken, spoken_within};
use crate::board::{Square, SquareSet};
use crate::game::Course;
use crate::rules::{GameKind, Setup, Side};
use crate::scene::{Layout, Mark, Piece, PieceKind, Scene};

fn game(name: &str, position: Option<&str>, turns: &[&str]) -> Course {
    let setup = Setup::new(name, None, &[]).unwrap();
    let game = match position {
        Some(position) => Course::from_position(&setup, position),
        None => Course::new(&setup),
    };
    game.unwrap().replay(turns.iter().copied()).unwrap()
}

/// A Diamond Chess piece by its letter in position strings.
fn piece(at: &str, kind: PieceKind, letter: char) -> Piece {
    let side = if letter.is_ascii_uppercase() { Side::White } else { Side::Black };
    Piece::new(Square::at(at), kind, side, letter)
}

fn diamond() -> Scene {
    let mut rassimel = piece("e4", PieceKind::Rassimel, 'R');
    (rassimel.used, rassimel.shared) = (true, true);
    let mut zi_ri = piece("e4", PieceKind::ZiRi, 'z');
    zi_ri.shared = true;
    let pieces = vec![
        piece("h1", PieceKind::Town, 'T'),
        rassimel,
        zi_ri,
        piece("e5", PieceKind::Orren, 'o'),
        piece("c8", PieceKind::Cani, 'c'),
        piece("a8", PieceKind::Town, 't'),
        piece("d8", PieceKind::Cani, 'c'),
    ];
    Scene {
        layout: Layout::Diamond,
        river: SquareSet::named(&["a1", "b2", "c3", "d4", "e5", "f6", "g7", "h8"]),
        fords: vec![(Square::at("d5"), Square::at("e4"))],
        marks: vec![
            Mark::Attack { from: Square::at("e4"), to: Square::at("d5") },
            Mark::Captured(piece("d5", PieceKind::Sleeth, 's')),
        ],
        ..Scene::new(GameKind::Diamond, (8, 8), pieces, Some(Side::Black), 30)
    }
}

fn board(lines: &[&str]) -> String {
    lines.join("\n")
}

#[test]
fn amazons_from_both_sides() {
    let scene = game("amazons", None, &["d1-d7/g7"]).scene();
    let white = board(&[
        "10 . . . B . . B . . .",
        " 9 . . . . . . . . . .",
        " 8 . . . . . . . . . .",
        " 7 B . .[W]. .[x]. . B",
        " 6 . . . . . . . . . .",
        " 5 . . . . . . . . . .",
        " 4 W . . . . . . . . W",
        " 3 . . . . . . . . . .",
        " 2 . . . . . . . . . .",
        " 1 . . .[.]. . W . . .",
        "   a b c d e f g h i j",
        "   [ ] the last turn",
    ]);
    assert_eq!(ascii(&scene, Side::White), white);
    let black = ascii(&scene, Side::Black);
    assert!(black.starts_with(" 1 . . . W . .[.]. . .\n 2"), "{black}");
    assert!(black.contains("\n 7 B . .[x]. .[W]. . B\n"), "{black}");
    assert!(black.contains("\n   j i h g f e d c b a\n"), "{black}");
}

#[test]
fn neighbours_share_a_bracket_and_the_rim_closes_it() {
    let scene = game("dameo", Some("8/8/8/8/8/8/8/B5w1 w 1"), &["g1-h2"]).scene();
    assert!(ascii(&scene, Side::White).contains("\n 2 . . . . . . .[w]\n"), "{}", ascii(&scene, Side::White));
    let scene = game("dameo", Some("8/8/8/8/8/8/2wB4/8 w 1"), &["c2xe2"]).scene();
    assert!(ascii(&scene, Side::White).contains("\n 2 . .[.|.|w]. . .\n"), "{}", ascii(&scene, Side::White));
}

#[test]
fn targets_are_starred_and_explained() {
    let mut scene = game("dameo", None, &[]).scene();
    scene.chosen = Some(Square::at("c3"));
    scene.targets = SquareSet::named(&["b4", "c4", "d4", "c6"]);
    let text = ascii(&scene, Side::White);
    assert!(text.contains("\n 6 . .*b b b b . .\n"), "{text}");
    assert!(text.contains("\n 4 . * * * . . . .\n"), "{text}");
    assert!(text.ends_with("\n   * squares for c3"), "{text}");
}

#[test]
fn diamond_shows_river_sharers_and_used_resistance() {
    let white = board(&[
        " 8 t   .   c   c   .   .   .   ~",
        " 7 .   .   .   .   .   .   ~   .",
        " 6 .   .   .   .   .   ~   .   .",
        " 5 .   .   .  [.  ]o   .   .   .",
        " 4 .   .   .   ~   R'z .   .   .",
        " 3 .   .   ~   .   .   .   .   .",
        " 2 .   ~   .   .   .   .   .   .",
        " 1 ~   .   .   .   .   .   .   T",
        "   a   b   c   d   e   f   g   h",
        "   [ ] the last turn, ' resistance used up, two letters share a square",
    ]);
    assert_eq!(ascii(&diamond(), Side::White), white);
    let mut setup = diamond();
    setup.pieces.truncate(1);
    setup.marks = vec![Mark::Placed(Square::at("h1"))];
    setup.slots = vec![(Square::at("g1"), 2), (Square::at("e1"), 11)];
    let text = ascii(&setup, Side::White);
    assert!(text.contains("\n 1 ~  .  .  .  11 .  2 [T ]\n"), "{text}");
}

#[test]
fn positions_in_words() {
    assert_eq!(
        spoken(&game("amazons", None, &["d1-d7/g7"]).scene()),
        "Amazons, turn 2: Black to move. The last turn: d1 to d7, shot at g7. \
         White has amazons on a4, d7, g1 and j4. Black has amazons on a7, d10, g10 and j7. An arrow on g7."
    );
    assert_eq!(
        spoken(&game("dameo", Some("8/8/2b5/1b6/1w6/8/8/B6W w 7"), &["b4xb6xd6"]).scene()),
        "Dameo, turn 8: Black to move. The last turn: b4 over b6 to d6, took the man on b5 and the man on c6. \
         White has a man on d6; a king on h1. Black has a king on a1."
    );
    assert_eq!(
        spoken(&game("dameo", Some("8/8/8/8/8/8/3b4/3W4 w 7"), &["d1-d3"]).scene()),
        "Dameo, the game is over. The last turn: d1 to d3, took the man on d2. White has a king on d3. \
         Black has no pieces."
    );
    assert_eq!(
        spoken(&diamond()),
        "Diamond Chess, turn 30: Black to move. The last turn: e4 attacked d5, took the sleeth on d5. \
         White has a town on h1; a rassimel on e4 (resistance used up, shared with Black's zi ri). \
         Black has a town on a8; cani on c8 and d8; an orren on e5; a zi ri on e4 (shared with White's rassimel)."
    );
}

#[test]
fn a_spoken_position_within_a_limit_are_whole_sentences() {
    let scene = diamond();
    assert_eq!(spoken_within(&scene, 1024), spoken(&scene));
    assert_eq!(spoken_within(&scene, 50), "Diamond Chess, turn 30: Black to move.");
    assert_eq!(spoken_within(&scene, 10), "");
}

#[test]
fn the_fullest_boards_fit_a_discord_description() {
    let ranks = ["wwwwwwwwww", "bbbbbbbbbb", "xxxxxxxxxx"].repeat(3).join("/");
    let scene = game("desdemona", Some(&format!("{ranks}/xWWWWBBBBx w 93")), &[]).scene();
    assert!(spoken(&scene).chars().count() <= 1024, "{}", spoken(&scene).len());
}
