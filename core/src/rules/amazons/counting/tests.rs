//! Tests of counting.
#![allow(clippy::unwrap_used)]

use super::*;
use crate::rules::Rules;
use crate::rules::amazons::Amazons;

fn parse(text: &str) -> Amazons {
    Amazons::parse("standard", &[], text).unwrap()
}

fn exactly(turns: u32) -> Bounds {
    Bounds { min: turns, max: turns }
}

const BLOCKED: &str = "xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx";

/// The rules' example: White 12 left and to move, Black 8: White wins by 3½.
#[test]
fn the_example_of_the_rules() {
    for (side, margin) in [("w", "3½"), ("b", "4½")] {
        let game = parse(&format!("W5xB2/6x3/1xxxxxx3/{BLOCKED} {side} 40"));
        let count = Count { settled: true, white: exactly(12), black: exactly(8) };
        assert_eq!(game.count(), Some(count));
        let Claim::Decided(counted, outcome) = game.claim() else { panic!("{:?}", game.claim()) };
        assert_eq!((counted, outcome.winner, outcome.reason), (count, Some(Side::White), Reason::Counted));
        assert_eq!(outcome.margin.unwrap().to_string(), margin);
    }
}

/// With equal numbers the player to move is the first who can't.
#[test]
fn half_a_turn_decides() {
    for (side, winner) in [("w", Side::Black), ("b", Side::White)] {
        let game = parse(&format!("W2xxxxB2/xxxxxxxxxx/xxxxxxxxxx/{BLOCKED} {side} 40"));
        let Claim::Decided(_, outcome) = game.claim() else { panic!("{:?}", game.claim()) };
        assert_eq!((outcome.winner, outcome.margin), (Some(winner), Some(Margin { halves: 1 })));
    }
}

#[test]
fn bounds_decide_or_not() {
    let count = |white: (u32, u32), black: (u32, u32)| Count {
        settled: true,
        white: Bounds { min: white.0, max: white.1 },
        black: Bounds { min: black.0, max: black.1 },
    };
    let decided = |white, black, to_move| match claim(count(white, black), to_move) {
        Claim::Decided(_, outcome) => Some((outcome.winner.unwrap(), outcome.margin.unwrap().halves)),
        Claim::Undecided(_) => None,
        other => panic!("{other:?}"),
    };
    assert_eq!(decided((10, 12), (8, 9), Side::White), Some((Side::White, 1)));
    assert_eq!(decided((10, 12), (8, 9), Side::Black), Some((Side::White, 3)));
    assert_eq!(decided((10, 12), (8, 10), Side::White), None);
    assert_eq!(decided((10, 12), (8, 10), Side::Black), Some((Side::White, 1)));
    assert_eq!(decided((3, 5), (5, 9), Side::White), Some((Side::Black, 1)));
    assert_eq!(decided((3, 5), (5, 9), Side::Black), None);
    assert_eq!(decided((0, 0), (90, 92), Side::Black), Some((Side::Black, 179)));
}

/// Where both stand nobody is sure of a turn, and the empty squares are the most that either can get.
#[test]
fn unsettled_positions() {
    let game = parse(&format!("W2xW2B2/xxxxxxxxxx/xxxxxxxxxB/{BLOCKED} w 40"));
    let count = Count { settled: false, white: Bounds { min: 2, max: 6 }, black: Bounds { min: 0, max: 4 } };
    assert_eq!(game.count(), Some(count));
    assert_eq!(game.claim(), Claim::NotSettled(count));
    assert!(game.scene().territory.is_empty());
    let start = Amazons::start("standard", &[]).unwrap();
    let all = Bounds { min: 0, max: 92 };
    assert_eq!(start.count(), Some(Count { settled: false, white: all, black: all }));
}

#[test]
fn territory_of_a_settled_position() {
    let game = parse(&format!("W1xB1xxxx1/xxxxxxxxxx/xxxxxxxxxx/{BLOCKED} w 40"));
    let named = |(square, side): &(Square, Side)| format!("{square} {}", side.letter());
    let territory: Vec<String> = game.scene().territory.iter().map(named).collect();
    assert_eq!(territory, ["a10 w", "b10 w", "d10 b", "e10 b"], "j10 is nobody's");
}

/// The loser's amazons stand still: White's amazon on f10 can't move and joins no region.
#[test]
fn margin_at_the_bitter_end() {
    let game = parse(&format!("B3xWBB2/xxxxxxxxxx/xxxxxxxxxx/{BLOCKED} w 40"));
    let outcome = game.outcome().unwrap();
    assert_eq!((outcome.winner, outcome.reason), (Some(Side::Black), Reason::NoTurn));
    assert_eq!(outcome.margin.unwrap().to_string(), "5½");
    assert_eq!(game.claim(), Claim::Over);
    assert_eq!(game.scene().to_move, None);
    let both_stuck = parse(&format!("BxxxxWxxxx/xxxxxxxxxx/xxxxxxxxxx/{BLOCKED} b 40"));
    assert_eq!(both_stuck.outcome().unwrap().margin.unwrap().to_string(), "½");
    assert_eq!(both_stuck.outcome().unwrap().winner, Some(Side::White));
}
