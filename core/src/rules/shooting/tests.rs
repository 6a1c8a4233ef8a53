//! What the reader of Amazons and Desdemona understands, and what it says to the rest.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use crate::rules::{MoveError, Position, Setup};

fn start(game: &str) -> Position {
    Position::start(&Setup::new(game, None, &[]).unwrap()).unwrap()
}

fn parse(game: &str, text: &str) -> Position {
    Position::parse(&Setup::new(game, None, &[]).unwrap(), text).unwrap()
}

fn amazons(text: &str) -> Position {
    parse("amazons", text)
}

#[test]
fn spellings() {
    let position = start("amazons");
    for text in [
        "d1-d7/g7",
        "D1-D7-G7",
        "d1d7g7",
        "d1-d7(g7)",
        "d1-d7,g7",
        "d1 d7 g7",
        "D1–d7/g7",
        "d1 - d7 / g7",
        "d1→d7→g7",
        "d1xd7xg7",
        "7. d1-d7/g7",
        "#12 d1-d7/g7",
        "d1-d7/g7.",
        "d1>d7;g7",
        "d1:d7[g7]",
        "ｄ１－ｄ７／ｇ７",
        "d1-d7*g7*",
    ] {
        assert_eq!(position.read(text), Ok("d1-d7/g7".to_owned()), "{text}");
    }
    assert_eq!(
        position.read("d1-d10/g7").unwrap_err().to_string(),
        "d1 cannot reach d10, the Black amazon on d10 is in the way; on that line: d2, d3, d4, d5, d6, d7, d8, d9"
    );
}

#[test]
fn parts_of_a_turn() {
    // One amazon that can move, with two ways to do it.
    let position = amazons("WW1xxxxxxx/xxxxxxxxxx/10/10/10/10/10/10/10/9B w 9");
    assert_eq!(position.legal(), ["b10-c10/b10"]);
    for text in ["b10", "c10", "c10/b10", "b10-c10", "c10b10", "/b10", "b10c10b10"] {
        assert_eq!(position.read(text), Ok("b10-c10/b10".to_owned()), "{text}");
    }
    let opening = start("amazons");
    assert_eq!(opening.read("d7/g7").unwrap_err(), MoveError::Ambiguous(vec!["a4-d7/g7".into(), "d1-d7/g7".into()]));
    // A sign before the shot says that the amazon was left out: j6 to i7 is a move of its own, too.
    let position = amazons("10/10/10/10/10/8xW/8xW/8xx/10/B9 w 9");
    assert_eq!(position.read("j6/i7"), Ok("j5-j6/i7".to_owned()));
    let Err(MoveError::Ambiguous(listed)) = opening.read("d1-d7") else { panic!() };
    assert_eq!(listed.len(), 12);
    assert!(listed.iter().all(|turn| turn.starts_with("d1-d7/")));
}

fn refusal(position: &Position, text: &str) -> String {
    match position.read(text).expect_err(text) {
        MoveError::Illegal { text, why, near, about } => {
            let about = about.map_or_else(String::new, |about| format!(" ({about})"));
            format!("{text}{about}: {why} | {}", near.join(" ")).trim_end().to_owned()
        }
        other => format!("{other}"),
    }
}

#[test]
fn refusals_in_amazons() {
    let position = amazons("3B2B3/10/10/B2W2x2B/10/10/W8W/10/10/6W3 w 3");
    for (text, wanted) in [
        (
            "d7-h7/h5",
            "d7-h7/h5 (d7): d7 cannot reach h7, the arrow on g7 is in the way; on that line: e7, f7 | d7-f7/h5",
        ),
        ("d7-h7", "d7-h7 (d7): d7 cannot reach h7, the arrow on g7 is in the way; on that line: e7, f7 |"),
        ("d7-g7/a1", "d7-g7/a1 (d7): d7 cannot reach g7, the arrow on g7 is in the way; on that line: e7, f7 |"),
        ("d7-e9/g7", "d7-e9/g7 (d7): d7 cannot reach e9, an amazon moves in a straight line like a chess queen |"),
        ("d2-d7/g7", "d2-d7/g7: there is no White amazon on d2 |"),
        ("d2-a1", "d2-a1: there is no White amazon on d2 |"),
        ("d10-d9/g9", "d10-d9/g9: the amazon on d10 is Black's | d7-d9/g9"),
        (
            "d7-d7/d8",
            "d7-d7/d8 (d7): the amazon on d7 must move at least one square | d7-c7/d8 d7-c8/d8 d7-d6/d8 d7-e7/d8",
        ),
        (
            "d7-d5/e7",
            "d7-d5/e7 (d7-d5): the arrow from d5 cannot reach e7, it flies in a straight line like a chess queen | d7-d5/d6 d7-d5/d7 d7-d5/d8 d7-d5/e6",
        ),
        (
            "d7-d5/d5",
            "d7-d5/d5 (d7-d5): the arrow cannot hit d5, the amazon itself stands there | d7-d5/c4 d7-d5/c5 d7-d5/c6 d7-d5/d4",
        ),
        (
            "d7-d8/d10",
            "d7-d8/d10 (d7-d8): the arrow from d8 cannot reach d10, the Black amazon on d10 is in the way; on that line: d9 | d7-d8/d9",
        ),
        (
            "d7-f9/i7",
            "d7-f9/i7 (d7-f9): the arrow from f9 cannot reach i7, it flies in a straight line like a chess queen | d7-f9/h7 d7-f9/i6",
        ),
        ("h7/h8", "h7/h8: no White amazon can reach h7 |"),
        ("b5/c8", "b5/c8: the arrow from b5 cannot reach c8, it flies in a straight line like a chess queen |"),
        (
            "/d1",
            "that could be a4-a1/d1 or a4-b3/d1 or a4-c2/d1 or a4-d4/d1 or a4-g4/d1 or d7-d2/d1 or d7-d3/d1 or d7-d4/d1 or d7-d5/d1 or d7-d6/d1 or d7-d8/d1 or d7-d9/d1",
        ),
        (
            "e2",
            "that could be a4-a2/e2 or a4-a6/e2 or a4-b5/e2 or a4-c2/e2 or a4-c4/e2 or a4-d1/e2 or a4-e4/e2 or a4-g4/e2 or d7-b5/e2 or d7-d1/e2 or d7-d2/e2 or d7-d3/e2",
        ),
        ("k4-d7/g7", "there is no square k4, the board is a1 to j10"),
        ("d11-d7", "there is no square d11, the board is a1 to j10"),
        ("d7-d8/d9/d10", "a turn is written as from-to/arrow, like d1-d7/g7"),
        ("good move", "a turn is written as from-to/arrow, like d1-d7/g7"),
        ("", "a turn is written as from-to/arrow, like d1-d7/g7"),
        ("d7 to d8", "a turn is written as from-to/arrow, like d1-d7/g7"),
        ("7", "a turn is written as from-to/arrow, like d1-d7/g7"),
    ] {
        assert_eq!(refusal(&position, text), wanted, "{text}");
    }
}

#[test]
fn refusals_in_desdemona() {
    let position = parse("desdemona", "3B6/10/10/10/3wb5/2Wbb1b3/3x6/1x1b6/2xb6/W2B6 w 9");
    for (text, wanted) in [
        (
            "c5-c6/a8",
            "c5-c6/a8 (c5-c6): a quiet shot may not land on the edge in this variant; on that line: b7 | c5-c6/b7",
        ),
        (
            "c5-c6xf6",
            "c5-c6/f6 (c5-c6): the shot from c6 cannot reach f6, the White stone on d6 is in the way | c5-c9/f6",
        ),
        (
            "c5-c4xg8",
            "c5-c4/g8 (c5-c4): a flip shot lands right behind the stones it jumps; on that line: f7 | c5-c4xf7",
        ),
        (
            "c5-b5xf5",
            "c5-b5/f5 (c5-b5): only enemy stones right beside the amazon can be jumped, the one on d5 is not beside b5; on that line: c5 | c5-b5/c5",
        ),
        (
            "c5-c6xf3",
            "c5-c6/f3 (c5-c6): a flip shot lands right behind the stones it jumps; on that line: e4 | c5-c6xe4",
        ),
        ("c5-d3/d1", "c5-d3/d1 (c5): c5 cannot reach d3, an amazon moves in a straight line like a chess queen |"),
        (
            "c5-c3/a1",
            "c5-c3/a1 (c5-c3): the shot from c3 cannot reach a1, the White amazon on a1 is in the way; on that line: b2 | c5-c3/b2",
        ),
        ("c5-c4xa2", "c5-c4/a2 (c5-c4): the shot from c4 cannot reach a2, the neutral stone on b3 is in the way |"),
        (
            "c5-c3xf3",
            "c5-c3/f3 (c5-c3): a flip shot lands right behind the stones it jumps; on that line: e3 | c5-c3xe3",
        ),
        (
            "a1-a2/c2",
            "a1-a2/c2 (a1-a2): the shot from a2 cannot reach c2, the neutral stone on c2 is in the way; on that line: b2 | a1-a2/b2",
        ),
        ("a1-a2/a3", "a1-a2/a3 (a1-a2): a quiet shot may not land on the edge in this variant |"),
        (
            "a1-c1/d2",
            "a1-c1/d2 (a1-c1): a flip shot lands right behind the stones it jumps; on that line: e3 | a1-c1xe3",
        ),
        ("a1-d1", "a1-d1 (a1): a1 cannot reach d1, the Black amazon on d1 is in the way; on that line: b1, c1 |"),
        ("a4/d5", "a4/d5: the shot from a4 cannot reach d5, it flies in a straight line like a chess queen |"),
        ("h8/d5", "h8/d5: no White amazon can reach h8 |"),
        ("a1-b1xe1", "a1-b1/e1 (a1-b1): the shot from b1 cannot reach e1, the Black amazon on d1 is in the way |"),
        (
            "c5-c4xc1",
            "c5-c4/c1 (c5-c4): the shot from c4 cannot reach c1, the neutral stone on c2 is in the way; on that line: c3 | c5-c4/c3",
        ),
    ] {
        assert_eq!(refusal(&position, text), wanted, "{text}");
    }
    let tight = parse("desdemona", "4b5/W9/1bx7/10/10/10/10/8xx/8x1/8xW w 9");
    for (text, wanted) in [
        ("j1-j2", "j1-j2 (j1): after j1-j2 no shot is possible |"),
        ("j1-j2/i3", "j1-j2/i3 (j1-j2): the shot from j2 cannot reach i3, the neutral stone on i3 is in the way |"),
        ("j1", "j1 (j1): the amazon on j1 has no legal turn |"),
        ("a9-a8xc8", "a9-a8/c8 (a9-a8): the stones beside a8 cannot be jumped, c8 behind them is not empty |"),
        ("a9-a8xd8", "a9-a8/d8 (a9-a8): the stones beside a8 cannot be jumped, c8 behind them is not empty | a9-a5/d8"),
        ("a9-e9xe10", "a9-e9/e10 (a9-e9): the stones beside e9 cannot be jumped, the board ends behind them |"),
    ] {
        assert_eq!(refusal(&tight, text), wanted, "{text}");
    }
    let first = start("desdemona");
    for (text, wanted) in [
        ("d1-d5/g8", "d1-d5/g8 (d1): turn 1 is a move alone, without a shot | d1-d5"),
        ("d5/g8", "d5/g8: turn 1 is a move alone, without a shot |"),
        ("d1-d1", "d1-d1 (d1): the amazon on d1 must move at least one square |"),
        ("d10-d5", "d10-d5: the amazon on d10 is Black's |"),
        ("go", "turn 1 is a move alone, written from-to"),
    ] {
        assert_eq!(refusal(&first, text), wanted, "{text}");
    }
}
