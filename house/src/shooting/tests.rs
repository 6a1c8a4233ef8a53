//! This board against core's rules, and ends against a search that knows nothing.
#![allow(clippy::unwrap_used)]

use turnpost_core::game::Course;
use turnpost_core::rules::Setup;

use super::*;
use crate::budget::Budget;
use crate::dice::Dice;
use crate::tree::search;

fn setups() -> impl Iterator<Item = (Kind, Setup)> {
    Kind::ALL.into_iter().map(|kind| {
        let (game, variant) = match kind {
            Kind::Amazons => ("amazons", None),
            Kind::Desdemona => ("desdemona", Some("desdemona")),
            Kind::Cassio => ("desdemona", Some("cassio")),
            Kind::Classic => ("desdemona", Some("classic")),
            Kind::Border => ("desdemona", Some("border")),
        };
        (kind, Setup::new(game, variant, &[]).unwrap())
    })
}

#[test]
fn turns_and_positions_are_those_of_the_rules() {
    for (kind, setup) in setups() {
        for seed in 0..3 {
            let mut dice = Dice::new(seed);
            let mut game = Course::new(&setup).unwrap();
            let mut board = Board::read(kind, &game.position().text()).unwrap();
            loop {
                assert_eq!(Board::read(kind, &game.position().text()).unwrap(), board, "{kind:?}");
                let mut turns = Vec::new();
                board.each(|turn| turns.push(turn));
                let mut texts: Vec<String> = turns.iter().map(|&turn| board.write(turn)).collect();
                texts.sort_unstable();
                assert_eq!(texts, game.position().legal(), "{kind:?} {}", game.position().text());
                assert_eq!(board.can_go_on(), !turns.is_empty());
                let Some(&turn) = dice.pick(&turns) else { break };
                game.play(&board.write(turn)).unwrap();
                board.make(turn);
            }
            let winner = game.outcome().unwrap().winner.map(|side| side as usize);
            let expected = match board.end() {
                End::Win => Some(board.side),
                End::Draw => None,
                End::Loss => Some(1 - board.side),
            };
            assert_eq!(winner, expected, "{kind:?}");
        }
    }
}

/// What a position is worth to who is to move, by trying everything; `None` if that is too much.
fn brute(board: &Board, left: &mut u32) -> Option<End> {
    *left = left.checked_sub(1)?;
    let mut turns = Vec::new();
    board.each(|turn| turns.push(turn));
    let mut best = None;
    for turn in turns {
        let mut next = board.clone();
        next.make(turn);
        match brute(&next, left)?.other() {
            End::Win => return Some(End::Win),
            End::Draw => best = Some(End::Draw),
            End::Loss => best = best.or(Some(End::Loss)),
        }
    }
    Some(best.unwrap_or_else(|| board.end()))
}

/// A small position: a window of four by four squares, everything around it filled.
fn small(kind: Kind, dice: &mut Dice) -> Board {
    let mut board = Board {
        kind,
        amazons: [0; 2],
        stones: [0; 2],
        neutral: BOARD,
        side: dice.below(2),
        alone: false,
        moved: None,
        careless: None,
        blind: false,
    };
    let corner = dice.below(7) + 11 * dice.below(7);
    for square in 0..16 {
        let bit = 1u128 << (corner + square % 4 + 11 * (square / 4));
        let set = match dice.below(if kind.flips() { 14 } else { 10 }) {
            side @ (0 | 1) if board.amazons[side].count_ones() < 2 => Some(&mut board.amazons[side]),
            2 | 3 => continue,
            side @ (10 | 11) => Some(&mut board.stones[side - 10]),
            12 => Some(&mut board.stones[0]),
            13 => Some(&mut board.stones[1]),
            _ => None,
        };
        set.into_iter().for_each(|set| *set |= bit);
        board.neutral &= !bit;
    }
    board
}

#[test]
fn solved_ends_agree_with_trying_everything() {
    let mut dice = Dice::new(7);
    for kind in Kind::ALL {
        let mut solved = 0;
        while solved < 100 {
            let board = small(kind, &mut dice);
            let mut turns = 0;
            board.each(|_| turns += 1);
            // What is forced is played without a search.
            if turns < 2 {
                continue;
            }
            let Some(expected) = brute(&board, &mut 20_000) else { continue };
            let found = search(&board, &mut Budget::nodes(400_000));
            assert_eq!(found.first().unwrap().end, Some(expected), "{kind:?} {board:?}");
            solved += 1;
        }
    }
}

#[test]
fn the_careless_overlook_what_the_other_could_turn_over_and_nothing_else() {
    let start = "3B2W3/10/10/W8B/4bw4/4wb4/B8W/10/10/3W2B3 b 2";
    let (mut dice, mut overlooked) = (Dice::new(9), 0);
    for kind in [Kind::Desdemona, Kind::Cassio] {
        for _ in 0..20 {
            let mut board = Board::read(kind, start).unwrap();
            for _ in 0..12 {
                let sees = judge::terms(&board).0;
                let [own, other] = [board.side, 1 - board.side]
                    .map(|side| judge::terms(&Board { careless: Some(side), ..board.clone() }).0);
                // Who is to move can't overlook what is done to him before that.
                assert_eq!(own, sees);
                let changed: Vec<usize> = (0..judge::TERMS).filter(|&term| sees[term] != other[term]).collect();
                assert!(changed.iter().all(|term| [14, 18, 21, 22].contains(term)), "{changed:?} {board:?}");
                overlooked += usize::from(changed.contains(&14));
                let mut turns = Vec::new();
                board.each(|turn| turns.push(turn));
                board.make(*dice.pick(&turns).unwrap());
            }
        }
    }
    assert!(overlooked > 50, "{overlooked}");
}

#[test]
fn the_blind_turn_nothing_over_unless_they_must() {
    let start = "3B2W3/10/10/W8B/4bw4/4wb4/B8W/10/10/3W2B3 b 2";
    let (mut dice, mut spared) = (Dice::new(4), 0);
    for kind in [Kind::Desdemona, Kind::Cassio] {
        for _ in 0..20 {
            let mut board = Board::read(kind, start).unwrap();
            let mut turns = Vec::new();
            loop {
                board.each(|turn| turns.push(turn));
                let flips = turns.iter().filter(|&&turn| board.turns_over(turn)).count();
                let mut seen = Vec::new();
                let Expansion { judged, complete } = Board { blind: true, ..board.clone() }.expand(true, &mut seen);
                let left = if flips == turns.len() { flips } else { turns.len() - flips };
                assert_eq!((seen.len(), judged), (left, turns.len() as u64), "{board:?}");
                // What was not looked at may be what doesn't lose.
                assert_eq!(complete, left == turns.len());
                spared += usize::from(!complete);
                let Some(&turn) = dice.pick(&turns) else { break };
                board.make(turn);
                turns.clear();
            }
        }
    }
    assert!(spared > 50, "{spared}");
}
