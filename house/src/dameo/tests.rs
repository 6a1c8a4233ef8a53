//! This board against core's rules, and small ends against a solver that knows nothing but the rules.
#![allow(clippy::unwrap_used)]

use std::collections::{BTreeMap, HashSet};

use turnpost_core::game::Course;
use turnpost_core::rules::{Position, Setup};

use super::*;
use crate::alphabeta::search;
use crate::budget::Budget;
use crate::dice::Dice;
use crate::tree::End;

pub fn after_all(position: &Position) -> Vec<Board> {
    let after = |turn: &String| {
        let mut next = position.clone();
        next.play(turn).unwrap();
        Board::read(&next.text()).unwrap()
    };
    position.legal().iter().map(after).collect()
}

fn same_turns(position: &Position) {
    let board = Board::read(&position.text()).unwrap();
    let mut turns = Vec::new();
    board.turns(&mut turns);
    let sorted = |mut boards: Vec<Board>| {
        boards.sort_by_key(|board| (board.men, board.kings));
        boards
    };
    let made = turns.iter().map(|&turn| {
        let mut next = board;
        next.play(turn);
        next
    });
    assert_eq!(sorted(made.collect()), sorted(after_all(position)), "{}", position.text());
}

#[test]
fn turns_and_positions_are_those_of_the_rules() {
    let setup = Setup::new("dameo", None, &[]).unwrap();
    for seed in 0..20 {
        let mut dice = Dice::new(seed);
        let mut game = Course::new(&setup).unwrap();
        while game.outcome().is_none() {
            same_turns(game.position());
            let legal = game.position().legal();
            game.play(dice.pick(&legal).unwrap()).unwrap();
        }
    }
}

fn random_end(dice: &mut Dice, pieces: usize) -> Board {
    let mut board = Board { men: [0; 2], kings: [0; 2], side: dice.below(2) };
    for piece in 0..pieces {
        let side = piece % 2;
        let square = 1u64 << dice.below(64);
        if (board.pieces(0) | board.pieces(1)) & square != 0 {
            continue;
        }
        if dice.below(2) == 0 && square & FAR_RANK[side] == 0 {
            board.men[side] |= square;
        } else {
            board.kings[side] |= square;
        }
    }
    board
}

pub fn text(board: &Board) -> String {
    let mut rows = Vec::new();
    for rank in (0..8).rev() {
        let mut row = String::new();
        let mut run = 0;
        for file in 0..8 {
            let bit = 1u64 << (rank * 8 + file);
            let sets = [(board.men[0], 'w'), (board.men[1], 'b'), (board.kings[0], 'W'), (board.kings[1], 'B')];
            match sets.into_iter().find(|(set, _)| set & bit != 0) {
                None => run += 1,
                Some((_, letter)) => {
                    row.extend((run > 0).then(|| char::from(b'0' + run)));
                    row.push(letter);
                    run = 0;
                }
            }
        }
        row.extend((run > 0).then(|| char::from(b'0' + run)));
        rows.push(row);
    }
    format!("{} {} 9", rows.join("/"), if board.side == 0 { 'w' } else { 'b' })
}

#[test]
fn made_up_positions_have_the_same_turns_too() {
    let setup = Setup::new("dameo", None, &[]).unwrap();
    let mut dice = Dice::new(5);
    for round in 0..400 {
        let board = random_end(&mut dice, 3 + round % 20);
        same_turns(&Position::parse(&setup, &text(&board)).unwrap());
    }
}

/// Which of the positions that can come from this one are won or lost, and in how many plies: all of them are made,
/// then solved from the ends backwards. What is neither is a draw.
fn solve(root: Board) -> Option<BTreeMap<u64, i32>> {
    let mut all: BTreeMap<u64, Vec<u64>> = BTreeMap::new();
    let mut known: BTreeMap<u64, i32> = BTreeMap::new();
    let mut open = vec![root];
    let mut seen: HashSet<u64> = HashSet::from([root.key()]);
    while let Some(board) = open.pop() {
        if all.len() > 6_000 {
            return None;
        }
        let mut turns = Vec::new();
        board.turns(&mut turns);
        if turns.is_empty() && board.end() != 0 {
            known.insert(board.key(), -1);
        }
        let mut after = Vec::new();
        for turn in turns {
            let mut next = board;
            next.play(turn);
            after.push(next.key());
            if seen.insert(next.key()) {
                open.push(next);
            }
        }
        all.insert(board.key(), after);
    }
    // Signs tell won from lost, sizes how far away it is, from 1.
    for distance in 1.. {
        let mut fresh = Vec::new();
        for (key, after) in all.iter().filter(|(key, after)| !known.contains_key(*key) && !after.is_empty()) {
            let ends: Vec<Option<i32>> = after.iter().map(|next| known.get(next).copied()).collect();
            if ends.iter().flatten().any(|&end| end < 0) {
                fresh.push((*key, distance + 1));
            } else if ends.iter().all(|end| end.is_some_and(|end| end > 0)) {
                fresh.push((*key, -distance - 1));
            }
        }
        if fresh.is_empty() {
            return Some(known);
        }
        known.extend(fresh);
    }
    None
}

#[test]
fn solved_ends_agree_with_a_solver() {
    let mut dice = Dice::new(3);
    let (mut won, mut drawn, mut lost) = (0, 0, 0);
    while won + drawn + lost < 60 {
        let board = random_end(&mut dice, 3);
        let mut turns = Vec::new();
        board.turns(&mut turns);
        if board.pieces(0) == 0 || board.pieces(1) == 0 || turns.len() < 2 {
            continue;
        }
        let Some(known) = solve(board) else { continue };
        let truth = known.get(&board.key()).map(|end| *end > 0);
        let found = search(&board, &[], 0, &mut Budget::nodes(100));
        let (end, count) = match truth {
            Some(true) => (Some(End::Win), &mut won),
            Some(false) => (Some(End::Loss), &mut lost),
            None => (None, &mut drawn),
        };
        assert_eq!(found.first().unwrap().end, end, "{}", text(&board));
        *count += 1;
    }
    assert!(won > 10 && drawn > 10 && lost > 5, "{won} {drawn} {lost}");
}
