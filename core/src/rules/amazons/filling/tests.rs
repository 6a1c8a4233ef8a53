//! Filling against brute force, and regions known to be defective.
#![allow(clippy::unwrap_used)]

use std::collections::HashMap;

use proptest::prelude::*;

use super::*;
use crate::rules::shooting::slow::slow;

const PLENTY: u64 = 100_000_000;

/// A region drawn as ranks from the top: `W` an amazon, `.` an empty square, `#` outside.
fn region(rows: &str) -> Region {
    let mut region = Region { squares: SquareSet::EMPTY, amazons: SquareSet::EMPTY };
    for (rank, row) in rows.split('/').rev().enumerate() {
        for (file, letter) in row.chars().enumerate() {
            let square = Square::new(file as u8, rank as u8).unwrap();
            if letter != '#' {
                region.squares.insert(square);
            }
            if letter == 'W' {
                region.amazons.insert(square);
            }
        }
    }
    region
}

fn position(region: Region) -> String {
    let letter = |square| {
        if region.amazons.contains(square) { Some('W') } else { (!region.squares.contains(square)).then_some('x') }
    };
    format!("{} w 2", crate::rules::position_text::write_board((10, 10), letter))
}

/// The longest line of turns, by trying all of them with the slow rules.
fn brute_force(position: String, known: &mut HashMap<String, u32>) -> u32 {
    let (board, _) = position.split_once(' ').unwrap();
    if let Some(&most) = known.get(board) {
        return most;
    }
    let board = board.to_owned();
    // White plays every turn.
    let next = slow("standard").turns(&format!("{board} w 2")).into_values();
    let most = next.map(|position| 1 + brute_force(position, known)).max().unwrap_or(0);
    known.insert(board, most);
    most
}

/// The same on sets of squares, for regions that are too large for the slow rules: no limits, no parts.
fn plain(region: Region, known: &mut HashMap<Region, u32>) -> u32 {
    if let Some(&most) = known.get(&region) {
        return most;
    }
    let turns = region.turns();
    let most = turns.into_iter().map(|turn| 1 + plain(region.after(turn), known)).max().unwrap_or(0);
    known.insert(region, most);
    most
}

/// A joined region that grows square by square, with up to three amazons.
fn joined_region(squares: std::ops::Range<usize>) -> impl Strategy<Value = Region> {
    let choices = prop::collection::vec(any::<prop::sample::Index>(), squares);
    (choices, prop::collection::vec(any::<prop::sample::Index>(), 1..4), any::<bool>()).prop_map(
        |(choices, amazons, thin)| {
            let board = SquareSet::board(10, 10);
            let mut squares = SquareSet::of(Square::at("e5"));
            for choice in choices {
                let mut rim: Vec<Square> = (squares.neighbours() & board).into_iter().collect();
                if thin {
                    // Thin and crooked regions are the ones that waste squares.
                    let least = rim.iter().map(|&square| neighbours(square, squares)).min().unwrap();
                    rim.retain(|&square| neighbours(square, squares) == least);
                }
                squares.insert(rim[choice.index(rim.len())]);
            }
            let all: Vec<Square> = squares.into_iter().collect();
            let amazons = amazons.into_iter().map(|amazon| all[amazon.index(all.len())]).collect();
            Region { squares, amazons }
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn agrees_with_brute_force(region in joined_region(3..8)) {
        let exact = brute_force(position(region), &mut HashMap::new());
        prop_assert_eq!(most_turns(&[region], PLENTY), [Bounds { min: exact, max: exact }]);
    }

    #[test]
    fn agrees_with_plain_search(region in joined_region(8..12)) {
        let exact = plain(region, &mut HashMap::new());
        prop_assert_eq!(most_turns(&[region], PLENTY), [Bounds { min: exact, max: exact }]);
    }

    /// However early the search ends, its bounds hold; and it ends the same way each time.
    #[test]
    fn bounds_hold_with_any_budget(region in joined_region(3..14), nodes in 0..200u64) {
        let exact = most_turns(&[region], PLENTY)[0].min;
        let bounds = most_turns(&[region], nodes);
        prop_assert!(bounds[0].min <= exact && exact <= bounds[0].max, "{:?} {}", bounds, exact);
        prop_assert_eq!(most_turns(&[region], nodes), bounds);
    }
}

#[test]
fn known_regions() {
    for (rows, squares, turns) in [
        ("W", 0, 0),
        ("W.", 1, 1),
        ("W......", 6, 6),
        ("...W...", 6, 6),
        ("..../.W..", 7, 7),
        // In a bend the amazon leaves to one side, and then nothing sees the other.
        (".##/#W.", 2, 1),
        // Crooked arms, of which the amazon can't come back.
        ("##.##/.##../#..##/.##W./##.##", 9, 5),
        ("#####.#./######.#/#####.##/######.#/..#..W##/##.#####/##.#####", 11, 8),
        // A second amazon can't help where they don't meet.
        ("##.##/..##./##.W#/#W##./####./#...#", 10, 8),
        (".##W#/#W.#./.####/#.###/##.##/###../##.##", 9, 7),
    ] {
        let region = region(rows);
        assert_eq!(region.room(), squares, "{rows}");
        assert_eq!(most_turns(&[region], PLENTY), [Bounds { min: turns, max: turns }], "{rows}");
        assert_eq!(brute_force(position(region), &mut HashMap::new()), turns, "{rows}");
    }
}

/// Thin regions of practical size are exact within the budget of one count.
#[test]
fn twenty_squares_with_two_amazons() {
    for (rows, turns) in [
        ("###..#..../####W.#.#./####.#W.#./#####.#.##/###.#.####/####.#####/####.#####", 17),
        ("#####.#.##/######.###/######.#.#/####.##.##/####..W.#./####.W#.#./#####..#.#/#########.", 17),
        ("W..../...../...../....W", 18),
    ] {
        let region = region(rows);
        assert_eq!(region.squares.len(), 20);
        assert_eq!(most_turns(&[region], 2_000_000), [Bounds { min: turns, max: turns }], "{rows}");
    }
}
