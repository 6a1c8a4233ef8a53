//! Players written as plainly as can be, on the rules alone: one that looks one turn ahead, one that plays random games to
//! their end (UCT), alpha-beta on material, and for Amazons one on territory.

#![allow(clippy::unwrap_used)]

use std::cell::Cell;
use std::time::{Duration, Instant};

use turnpost_core::game::Course;
use turnpost_core::rules::{Guided, OfAnyGame, Rules, Side};
use turnpost_house::Dice;
use turnpost_house::contest::Player;

pub mod amazons;

/// What a plain player is given for a turn.
#[derive(Clone, Copy)]
pub enum Effort<'a> {
    /// So many rounds.
    Rounds(u32),
    /// So many times what the house took for its last turn.
    Times(u32, &'a Cell<Duration>),
}

/// One of the plain players.
pub struct Plain<'a> {
    /// What he does.
    pub how: How,
    /// How hard.
    pub effort: Effort<'a>,
}

/// What a plain player does.
#[derive(Clone, Copy)]
pub enum How {
    /// Looks one turn ahead.
    Greedy,
    /// UCT.
    Playouts,
    /// Alpha-beta on material: men, or discs and corners.
    Material,
}

impl Player for Plain<'_> {
    fn begin(&mut self, _: &Course) -> Result<(), String> {
        Ok(())
    }

    fn choose(&mut self, course: &Course, seed: u64) -> Result<String, String> {
        let dice = Dice::new(seed);
        let position = course.position();
        Ok(match self.how {
            How::Greedy => position.visit(Greedy { dice }),
            How::Playouts => position.visit(Playouts { dice, effort: self.effort }),
            How::Material => position.visit(Material { effort: self.effort }),
        })
    }

    fn played(&mut self, _: &str) -> Result<(), String> {
        Ok(())
    }
}

impl Effort<'_> {
    /// Whether to stop after so many rounds.
    fn is_over(self, rounds: u32, begun: Instant) -> bool {
        match self {
            Effort::Rounds(most) => rounds >= most,
            Effort::Times(times, took) => rounds > 0 && begun.elapsed() >= took.get() * times,
        }
    }
}

fn after<R: Rules>(position: &R, turn: &R::Turn) -> R {
    let mut next = position.clone();
    next.play(turn);
    next
}

/// Letters on the board: White's pieces less Black's. Amazons, arrows and towns are always the same on both sides, so
/// what is left is what has been won: stones, men, pieces.
fn material<R: Rules>(position: &R, side: Side) -> i32 {
    let text = position.position();
    let board = text.split(' ').next().unwrap();
    let white = |letter: char| match R::NAME {
        "diamond" => letter.is_ascii_uppercase(),
        _ => letter.eq_ignore_ascii_case(&'w'),
    };
    let letters = board.chars().filter(|letter| letter.is_ascii_alphabetic() && !letter.eq_ignore_ascii_case(&'x'));
    let difference: i32 = letters.map(|letter| if white(letter) { 1 } else { -1 }).sum();
    if side == Side::White { difference } else { -difference }
}

/// Othello's corners, each worth a dozen discs.
fn corners<R: Rules>(position: &R, side: Side) -> i32 {
    if R::NAME != "othello" {
        return 0;
    }
    let text = position.position();
    let ranks: Vec<&str> = text.split([' ', '/']).take(8).collect();
    let ends = [ranks[0], ranks[7]].map(|rank| [rank.chars().next().unwrap(), rank.chars().last().unwrap()]);
    let worth = |letter: &char| match letter {
        'W' => 12,
        'B' => -12,
        _ => 0,
    };
    let white: i32 = ends.iter().flatten().map(worth).sum();
    if side == Side::White { white } else { -white }
}

/// The turn that wins, or else wins most material, or else leaves the opponent the fewest turns.
struct Greedy {
    dice: Dice,
}

impl OfAnyGame for Greedy {
    type Out = String;

    fn visit<R: Guided>(mut self, position: &R) -> String {
        let side = position.to_move();
        let turns = position.legal_turns();
        let best = turns.iter().max_by_key(|turn| {
            let next = after(position, turn);
            let end =
                next.outcome().map_or(0, |end| end.winner.map_or(0, |winner| if winner == side { 1 } else { -1 }));
            // Diamond Chess has thousands of turns and its players thousands of answers: material alone there.
            let freedom = if R::NAME == "diamond" { 0 } else { next.count_turns() };
            (end, material(&next, side), std::cmp::Reverse(freedom), self.dice.roll())
        });
        position.write(best.unwrap())
    }
}

/// UCT: random games to their end, or to where they are broken off and count as drawn.
struct Playouts<'a> {
    dice: Dice,
    effort: Effort<'a>,
}

struct Node<R: Rules> {
    turn: Option<R::Turn>,
    children: Vec<usize>,
    untried: Option<Vec<R::Turn>>,
    visits: f64,
    /// For who moved to get here.
    score: f64,
}

impl OfAnyGame for Playouts<'_> {
    type Out = String;

    fn visit<R: Guided>(mut self, root: &R) -> String {
        let fresh = |turn| Node::<R> { turn, children: Vec::new(), untried: None, visits: 0.0, score: 0.0 };
        let mut nodes = vec![fresh(None)];
        let begun = Instant::now();
        for round in 0.. {
            if self.effort.is_over(round, begun) {
                break;
            }
            let (mut at, mut path, mut position) = (0, vec![(0, root.to_move())], root.clone());
            loop {
                if position.outcome().is_some() {
                    break;
                }
                let untried = nodes[at].untried.get_or_insert_with(|| position.legal_turns());
                let mover = position.to_move();
                if !untried.is_empty() {
                    let turn = untried.swap_remove(self.dice.below(untried.len()));
                    position.play(&turn);
                    nodes.push(fresh(Some(turn)));
                    let new = nodes.len() - 1;
                    nodes[at].children.push(new);
                    path.push((new, mover));
                    break;
                }
                let all = nodes[at].visits.max(1.0).ln();
                let worth = |&child: &usize| {
                    let node = &nodes[child];
                    node.score / node.visits + (2.0 * all / node.visits).sqrt()
                };
                let Some(&child) = nodes[at].children.iter().max_by(|a, b| worth(a).total_cmp(&worth(b))) else {
                    break;
                };
                position.play(nodes[child].turn.as_ref().unwrap());
                path.push((child, mover));
                at = child;
            }
            for _ in 0..200 {
                if position.outcome().is_some() {
                    break;
                }
                let turns = position.legal_turns();
                position.play(self.dice.pick(&turns).unwrap());
            }
            let winner = position.outcome().and_then(|end| end.winner);
            for (node, mover) in path {
                nodes[node].visits += 1.0;
                nodes[node].score += winner.map_or(0.5, |winner| if winner == mover { 1.0 } else { 0.0 });
            }
        }
        let best = nodes[0].children.iter().max_by(|&&a, &&b| nodes[a].visits.total_cmp(&nodes[b].visits)).unwrap();
        root.write(nodes[*best].turn.as_ref().unwrap())
    }
}

/// Alpha-beta on material, deeper and deeper.
struct Material<'a> {
    effort: Effort<'a>,
}

impl OfAnyGame for Material<'_> {
    type Out = String;

    fn visit<R: Guided>(self, root: &R) -> String {
        let begun = Instant::now();
        let mut best = root.legal_turns().swap_remove(0);
        for depth in 1..30 {
            if self.effort.is_over(depth - 1, begun) {
                break;
            }
            let mut floor = -100_000;
            for turn in root.legal_turns() {
                let points = -alphabeta(&after(root, &turn), depth - 1, -100_000, -floor);
                if points > floor {
                    (floor, best) = (points, turn);
                }
            }
        }
        root.write(&best)
    }
}

fn alphabeta<R: Rules>(position: &R, depth: u32, mut floor: i32, ceiling: i32) -> i32 {
    if let Some(end) = position.outcome() {
        return end.winner.map_or(0, |winner| if winner == position.to_move() { 10_000 } else { -10_000 });
    }
    if depth == 0 {
        return 10 * (material(position, position.to_move()) + corners(position, position.to_move()));
    }
    for turn in position.legal_turns() {
        floor = floor.max(-alphabeta(&after(position, &turn), depth - 1, -ceiling, -floor));
        if floor >= ceiling {
            break;
        }
    }
    floor
}
