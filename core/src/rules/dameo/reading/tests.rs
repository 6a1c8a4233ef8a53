#![allow(clippy::unwrap_used, clippy::expect_used)]

use crate::rules::dameo::Dameo;
use crate::rules::dameo::tests::{parse, start};
use crate::rules::{MoveError, Rules};

fn position(text: &str) -> Dameo {
    if text.is_empty() { start() } else { parse(text) }
}

#[test]
fn many_spellings_are_read() {
    for (board, canonical, spellings) in [
        ("", "c3-c4", &["c3c4", "C3 C4", "c3→c4", "1. c3-c4", "c3 x c4", "(c3-c4)", "c3,c4!", "ｃ３－ｃ４"][..]),
        ("", "c1-c4", &["c1c4", "c1-c3-c4", "c1 c2 c3 c4", "c1c3-c4"]),
        ("8/8/8/8/8/2wb4/8/8 w 1", "c3xe3", &["c3-e3x", "c3:e3", "c3e3", "c3×e3", "c3", "e3", "c3xd3"]),
        ("8/8/8/8/5b2/8/3wb3/8 w 1", "d2xf2", &["d2f2", "d2"]),
        ("8/8/8/8/8/5b2/3wb3/8 w 1", "d2xf2xf4", &["d2-f4x", "d2 f4", "d2-f2-f4x", "f4"]),
        ("8/8/4b3/3b1b2/3wb3/8/8/8 w 1", "d4xd6xf6xf4xd4", &["d4xf4xf6xd6xd4", "d4-d4", "d4:f6:d4", "d4xd6xd4", "d4"]),
    ] {
        let position = position(board);
        for text in spellings.iter().chain(&[canonical]) {
            assert_eq!(position.read(text).map(|turn| turn.to_string()).as_deref(), Ok(canonical), "{text}");
        }
    }
}

#[test]
fn several_that_fit_are_listed() {
    for (board, text, could_be) in [
        ("", "c4", &["c1-c4", "c2-c4", "c3-c4", "d3-c4", "e2-c4", "f1-c4"][..]),
        ("", "c1", &["c1-a3", "c1-c4", "c1-f4"]),
        // A king may land on several squares behind what it takes.
        ("8/8/8/8/8/2b5/8/2W5 w 1", "c1xc3", &["c1xc4", "c1xc5", "c1xc6", "c1xc7", "c1xc8"]),
        ("8/4b1W1/8/1b1b4/8/8/6b1/8 w 1", "g7xh2", &["g7xb7xb2xh2", "g7xd7xd2xh2"]),
    ] {
        let board = position(board);
        assert_eq!(board.read(text), Err(MoveError::Ambiguous(could_be.iter().map(|&t| t.to_owned()).collect())));
        for text in could_be {
            assert!(board.read(text).is_ok(), "{text}");
        }
    }
}

#[test]
fn what_is_no_turn_at_all_is_told_the_form() {
    let form = "a turn is written c3-c4, a line c1-c4, a capture d4xd6xf6";
    for text in ["", "hello", "c3-c4 was better", "3", "pass", "c3-c4-ö", "-", &"c3".repeat(20), "c3\u{0}d"] {
        assert_eq!(start().read(text), Err(MoveError::Syntax(form.to_owned())), "{text:?}");
    }
    for text in ["c3-c10", "c3-j4", "c3-c0", "c3-c99999999999", "z1c4"] {
        let error = start().read(text).unwrap_err();
        assert!(matches!(&error, MoveError::Syntax(why) if why.starts_with("there is no square ")), "{text}: {error}");
    }
}

#[test]
fn refusals_name_the_rule_and_what_is_near() {
    const TAKES_TWO: &str = "8/8/1b6/b7/w6w/7b/2b5/1w6 w 1";
    const ASKEW: &str = "7W/8/8/8/3b4/2w5/8/8 w 1";
    const MAN_ASKEW: [&str; 2] = ["c3-b4", "c3-c4"];
    const TURKISH: &str = "8/8/8/5b2/6b1/3bb3/8/3W4 w 1";
    for (board, text, why, near) in [
        ("", "c4-c5", "c4-c5: there is no piece on c4", &[][..]),
        ("", "c6-c5", "c6-c5: the piece on c6 is Black's, White is to move", &[]),
        ("", "c3-c5", "c3-c5: a line has no gaps and moves one square, and c4 is empty", &["c3-b4", "c3-c4", "c3-d4"]),
        ("", "c3-d5", "c3-d5: a man moves straight or diagonally forward", &["c3-b4", "c3-c4", "c3-d4"]),
        ("", "c3-b2", "c3-b2: a man moves forward only, straight or diagonally", &["c3-b4", "c3-c4", "c3-d4"]),
        ("", "c3-b3", "c3-b3: a man moves forward only, straight or diagonally", &["c3-b4", "c3-c4", "c3-d4"]),
        ("", "a1-b2", "a1-b2: b2 is in the way", &["a1-a2", "a1-d4"]),
        ("", "a1-c3", "a1-c3: c3 is in the way", &["a1-a2", "a1-d4"]),
        (
            "",
            "c3-c4-c5",
            "c3-c4-c5: nothing can be captured now, so a turn is one move, from-to",
            &["c3-b4", "c3-c4", "c3-d4"],
        ),
        ("", "e5", "no piece can move to e5", &[]),
        ("8/8/8/8/3b4/2W5/1w6/8 w 1", "b2-d4", "b2-d4: the king on c3 is no part of a line", &["b2-a3", "b2-b3"]),
        (
            "8/8/8/7b/8/8/5w2/B3W1w1 w 1",
            "e1-f3",
            "e1-f3: a king moves like a chess queen",
            &["e1-d1", "e1-d2", "e1-e2", "e1-e3", "e1-e4", "e1-f1"],
        ),
        (
            "8/8/8/7b/8/8/5w2/B3W1w1 w 1",
            "e1-g3",
            "e1-g3: f2 is in the way",
            &["e1-d1", "e1-e2", "e1-e3", "e1-e4", "e1-e5", "e1-f1"],
        ),
        // Nothing is taken on a diagonal, neither over the piece nor onto it, by a man or a king.
        (ASKEW, "c3xe5", "c3xe5: captures go along ranks and files only, so d4 can't be taken from there", &MAN_ASKEW),
        (ASKEW, "c3xd4", "c3xd4: captures go along ranks and files only, so d4 can't be taken from there", &MAN_ASKEW),
        (
            ASKEW,
            "h8xc3",
            "h8xc3: captures go along ranks and files only, so d4 can't be taken from there",
            &["h8-e5", "h8-f6", "h8-g7", "h8-h1", "h8-h2", "h8-h3"],
        ),
        // Compulsory captures.
        (TAKES_TWO, "h4xh2", "you must capture: 2 pieces can be taken, this takes 1", &["a4xa6xc6"]),
        (TAKES_TWO, "a4xa6", "you must capture: 2 pieces can be taken, this takes 1", &["a4xa6xc6"]),
        (TAKES_TWO, "b1-b2", "you must capture: 2 pieces can be taken, this takes none", &["a4xa6xc6"]),
        (TAKES_TWO, "b1-c1", "you must capture: 2 pieces can be taken, this takes none", &["a4xa6xc6"]),
        (TAKES_TWO, "a4-c4", "you must capture: 2 pieces can be taken, this takes none", &["a4xa6xc6"]),
        (TAKES_TWO, "c2-c1", "c2-c1: the piece on c2 is Black's, White is to move", &["a4xa6xc6"]),
        (TAKES_TWO, "b1", "you must capture: 2 pieces can be taken, this takes none", &["a4xa6xc6"]),
        (
            TAKES_TWO,
            "b1xd3",
            "b1xd3: you must capture, along ranks and files, and no capture goes from b1 to d3",
            &["a4xa6xc6"],
        ),
        (TAKES_TWO, "a4xa5", "a4xa5: name the square behind a5 where you land, not the piece you take", &["a4xa6xc6"]),
        (TAKES_TWO, "a4xa7", "a4xa7: a man jumps the piece next to it and lands right behind it", &["a4xa6xc6"]),
        (TAKES_TWO, "a4xc4", "a4xc4: there is nothing to capture between a4 and c4", &["a4xa6xc6"]),
        (TAKES_TWO, "a4xh4", "a4xh4: h4 is in the way", &["a4xa6xc6"]),
        (TAKES_TWO, "c2xc1", "c2xc1: the piece on c2 is Black's, White is to move", &["a4xa6xc6"]),
        (
            TAKES_TWO,
            "a4xa6xa4",
            "a4xa6xa4: pieces taken stay until the turn is over, and none is jumped twice",
            &["a4xa6xc6"],
        ),
        (
            TURKISH,
            "d1xd5xg5xg3xc3",
            "d1xd5xg5xg3xc3: more than one piece stands between g3 and c3; those taken stay until the turn is over",
            &["d1xd5xg5xg1", "d1xd5xg5xg2", "d1xd5xg5xg3"],
        ),
        ("7B/8/8/8/8/8/8/W7 w 1", "a1-a2", "the game is over: one king each and no capture", &[]),
    ] {
        match position(board).read(text) {
            Err(MoveError::Illegal { why: got, near: listed, .. }) => {
                assert_eq!(got, why, "{text}");
                assert_eq!(listed, near, "{text}");
            }
            other => panic!("{text}: {other:?}"),
        }
    }
}

#[test]
fn a_refusal_is_about_the_piece_that_can_go_elsewhere() {
    let about = |board: &str, text: &str| match position(board).read(text) {
        Err(MoveError::Illegal { about, .. }) => about,
        other => panic!("{text}: {other:?}"),
    };
    assert_eq!(about("", "c3-c5"), Some("c3".to_owned()));
    assert_eq!(about("", "c6-c5"), None);
    assert_eq!(about("8/8/8/b7/w7/8/8/7w w 1", "h1-h2"), Some("a4".to_owned()));
}
