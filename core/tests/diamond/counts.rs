//! How many turns there are: known numbers, and agreement with the slow rules on random positions.

use turnpost_core::rules::Position;

use super::random::{Dice, random_turn};
use super::slow::Slow;
use super::{position, start};

#[test]
fn standard_opening() {
    let opening = start("standard", &[]);
    assert_eq!([1, 2, 3].map(|depth| opening.perft(depth)), [80, 6_400, 410_400]);
}

#[test]
fn quick_opening_agrees_with_the_slow_rules() {
    agree(&start("quick", &[]));
}

#[test]
fn random_games_agree_with_the_slow_rules() {
    for seed in 0..8 {
        let mut dice = Dice(seed);
        let options: &[(&str, &str)] = if seed % 2 == 0 { &[] } else { &[("pounce", "adjacent")] };
        let mut position = start("quick", options);
        for ply in 0..120 {
            let Some(turn) = random_turn(&position, &mut dice) else { break };
            position.play(&turn).unwrap();
            if ply % 8 == 7 {
                agree(&position);
            }
        }
    }
}

/// The same turns, with the same texts and the same results.
fn agree(position: &Position) {
    let expected = Slow::parse(&position.text()).turns();
    let found: Vec<String> = position.legal();
    let wanted: Vec<String> = expected.keys().cloned().collect();
    let only = |a: &[String], b: &[String]| a.iter().filter(|t| !b.contains(t)).take(5).cloned().collect::<Vec<_>>();
    assert!(
        found == wanted,
        "{}: {} turns, slow rules {}; only here {:?}, only there {:?}",
        position.text(),
        found.len(),
        wanted.len(),
        only(&found, &wanted),
        only(&wanted, &found)
    );
    assert_eq!(position.count_turns(), found.len() as u64);
    for (text, after) in expected.iter().step_by(7) {
        let mut next = position.clone();
        next.play(text).unwrap();
        assert_eq!(next.text(), *after, "{} {text}", position.text());
    }
}

#[test]
fn handicaps_agree_with_the_slow_rules() {
    // Few pieces about Black's town, so that checkmates are given, kept and released.
    for (seed, board) in
        [(1, "t7/2R5/8/2K5/8/8/7k/7T"), (2, "1t6/8/1R6/3S4/8/5h2/8/6T1"), (3, "t1c5/7o/2R1G3/8/8/8/8/7T")].into_iter()
    {
        for mark in ["", "!"] {
            let mut position = position(&format!("{board} w 1 play handicap=white:2{mark}"));
            let mut dice = Dice(seed);
            for _ in 0..12 {
                agree(&position);
                let Some(turn) = random_turn(&position, &mut dice) else { break };
                position.play(&turn).unwrap();
            }
        }
    }
}

#[test]
fn made_up_positions_agree_with_the_slow_rules() {
    for text in ["t7/3cc3/3c4/8/8/8/8/7T b 1 play -", "t7/3cc3/3(Zc)4/8/8/8/8/7T b 1 play -"] {
        agree(&position(text));
    }
}

/// The lines of the table that name the slow rules.
#[test]
fn the_slow_rules_count_the_table_again() {
    let table = include_str!("../../../tests/perft/diamond-quick.txt");
    for line in table.lines().filter(|line| !line.starts_with('#') && line.contains("slow rules")) {
        let fields: Vec<&str> = line.split("; ").collect();
        let position = if fields[0] == "start" { start("quick", &[]).text() } else { fields[0].to_owned() };
        assert_eq!(Slow::parse(&position).perft(fields[1].parse().unwrap()).to_string(), fields[2], "{line}");
    }
}
