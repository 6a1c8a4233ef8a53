//! How many turns there are: known numbers, and agreement with the slow rules on random positions.

use turnpost_core::rules::Position;

use super::random::{Dice, random_board, random_turn};
use super::slow::Slow;
use super::{position, start};

#[test]
fn standard_opening() {
    let opening = start("standard", &[]);
    assert_eq!([1, 2, 3].map(|depth| opening.perft(depth)), [80, 6_400, 410_400]);
}

/// Positions with their perft 1 and 2, each counted by the fast rules and by the slow ones. The slow ones take a minute
/// for all of them, so only the cheap ones are counted again here.
const COUNTED: [(&str, u64, u64); 5] = [
    ("trgz4/hoc5/ksc5/c7/7Z/5CCG/5SOH/4CKRT w 1 play -", 586, 309_896),
    ("t7/2c1o3/8/3(Zk)4/2S2s2/5C2/6CG/7T w 1 play -", 428, 208_285),
    ("t1c5/1(Hz)1o4/8/3k4/2SO4/4G'3/4C1C1/7T w 1 play pounce=adjacent", 1_089, 198_121),
    ("t7/1R1c4/4c3/8/2K5/8/6k1/7T w 1 play handicap=white:2", 65, 5_255),
    ("t7/8/3cc3/3c4/8/8/8/7T b 1 play -", 1_001, 2_002),
];

#[test]
fn known_counts() {
    assert_eq!(start("quick", &[]).text(), COUNTED[0].0);
    for (text, one, two) in COUNTED {
        let position = position(text);
        assert_eq!((position.perft(1), position.perft(2)), (one, two), "{text}");
        agree(&position);
        if two < 10_000 {
            assert_eq!(Slow::parse(text).perft(2), two, "{text}");
        }
    }
}

#[test]
fn scattered_pieces_agree_with_the_slow_rules() {
    for seed in 0..60 {
        agree(&position(&random_board(&mut Dice(seed))));
    }
}

#[test]
fn random_games_agree_with_the_slow_rules() {
    for seed in 0..6 {
        let mut dice = Dice(seed);
        let options: &[(&str, &str)] = if seed % 2 == 0 { &[] } else { &[("pounce", "adjacent")] };
        let mut position = start("quick", options);
        for ply in 0..120 {
            let Some(turn) = random_turn(&position, &mut dice) else { break };
            position.play(&turn).unwrap();
            if ply % 15 == 14 {
                agree(&position);
            }
        }
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
