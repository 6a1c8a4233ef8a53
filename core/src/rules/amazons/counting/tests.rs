//! Tests of counting.
#![allow(clippy::unwrap_used)]

use proptest::prelude::*;

use super::*;
use crate::rules::amazons::Amazons;
use crate::rules::{Counting as _, Rules};

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
        assert_eq!(game.count(), count);
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
    assert_eq!(game.count(), count);
    assert_eq!(game.claim(), Claim::NotSettled(count));
    assert!(game.scene().territory.is_empty());
    let why = "amazons of both colours share a region, White's e10 and Black's h10.";
    assert_eq!(game.unsettled().as_deref(), Some(why));
    let twice = parse(&format!("W2xW2B2/xxxxxxxxxx/xxxWBxxxxB/{BLOCKED} w 40"));
    let first = "amazons of both colours share a region, White's d8 and Black's e8. There is another such region.";
    assert_eq!(twice.unsettled().as_deref(), Some(first));
    let start = Amazons::start("standard", &[]).unwrap();
    let all = Bounds { min: 0, max: 92 };
    assert_eq!(start.count(), Count { settled: false, white: all, black: all });
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

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// In the end of any game: the best turn costs the player one of his turns left, no turn costs less, and
    /// none changes what the other has left.
    #[test]
    fn a_turn_costs_at_least_one(choices in prop::collection::vec(any::<prop::sample::Index>(), 92)) {
        let mut game = Amazons::start("standard", &[]).unwrap();
        let mut settled = 0;
        for choice in choices {
            let legal = game.legal_turns();
            if legal.is_empty() {
                break;
            }
            let before = game.count();
            if before.settled && before.white.min == before.white.max && before.black.min == before.black.max {
                settled += 1;
                let left = |count: Count, side| if side == Side::White { count.white } else { count.black };
                let (own, other) = (game.to_move(), game.to_move().other());
                let after = |turn| {
                    let mut next = game.clone();
                    next.play(turn);
                    next.count()
                };
                let counts: Vec<Count> = legal.iter().map(after).collect();
                prop_assert!(counts.iter().all(|&count| left(count, other) == left(before, other)));
                let best = counts.iter().map(|&count| left(count, own).max).max().unwrap();
                prop_assert_eq!(best + 1, left(before, own).min, "{}", game.position());
            }
            game.play(&legal[choice.index(legal.len())]);
        }
        prop_assert!(settled > 0 || game.outcome().is_some());
    }
}
