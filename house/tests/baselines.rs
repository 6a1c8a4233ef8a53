//! The house against players written as plainly as can be: one that looks one turn ahead, one that plays random games to
//! their end (UCT), and for Dameo alpha-beta on material.
//!
//! In CI a few short games each, with budgets of nodes and playouts. `HOUSE_LONG=GAMES` plays so many of each, and gives
//! the playouts ten times, and alpha-beta as much of the time that the house takes.
#![allow(clippy::unwrap_used)]

use std::time::{Duration, Instant};

use turnpost_core::game::Course;
use turnpost_core::rules::{GameKind, Guided, OfAnyGame, Rules, Setup, Side};
use turnpost_house::contest::{Player, Score, play};
use turnpost_house::{Budget, Dice, think};

fn setups() -> Vec<Setup> {
    let of = |game: &GameKind| {
        let name = game.name();
        game.variants().iter().map(move |variant| Setup::new(name, Some(variant), &[]).unwrap())
    };
    GameKind::ALL.iter().flat_map(of).collect()
}

/// How many games of each a long run has; `None` in CI.
fn long() -> Option<u32> {
    std::env::var("HOUSE_LONG").ok().and_then(|games| games.parse().ok())
}

/// The house with so many nodes; it notes how long its last turn took.
struct House<'a> {
    nodes: u64,
    took: &'a std::cell::Cell<Duration>,
}

impl Player for House<'_> {
    fn begin(&mut self, _: &Course) -> Result<(), String> {
        Ok(())
    }

    fn choose(&mut self, course: &Course, seed: u64) -> Result<String, String> {
        let begun = Instant::now();
        let thought = think(course, &mut Budget::nodes(self.nodes), seed).map_err(|error| error.to_string())?;
        self.took.set(begun.elapsed());
        Ok(thought.turn)
    }

    fn played(&mut self, _: &str) -> Result<(), String> {
        Ok(())
    }
}

/// What a plain player is given for a turn.
#[derive(Clone, Copy)]
enum Effort<'a> {
    /// So many rounds.
    Rounds(u32),
    /// So many times what the house took for its last turn.
    Times(u32, &'a std::cell::Cell<Duration>),
}

struct Plain<'a> {
    how: How,
    effort: Effort<'a>,
}

#[derive(Clone, Copy)]
enum How {
    Greedy,
    Playouts,
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
        return 10 * material(position, position.to_move());
    }
    for turn in position.legal_turns() {
        floor = floor.max(-alphabeta(&after(position, &turn), depth - 1, -ceiling, -floor));
        if floor >= ceiling {
            break;
        }
    }
    floor
}

fn against(setup: &Setup, how: How, nodes: u64, rounds: u32, times: u32) -> Score {
    let took = std::cell::Cell::new(Duration::from_millis(1));
    let (games, effort) = match long() {
        Some(games) => (games, Effort::Times(times, &took)),
        None => (4, Effort::Rounds(rounds)),
    };
    let score =
        play(setup, &mut House { nodes, took: &took }, &mut Plain { how, effort }, games, 17, |_, _| {}).unwrap();
    println!("{} {}: {score:?} {:.3} {:.3?}", setup.game.name(), setup.variant, score.mean(), score.interval());
    score
}

#[test]
fn it_beats_one_that_looks_one_turn_ahead() {
    for setup in setups() {
        // Where every shot leaves a stone, whole rows turn over till the end: the house's judgement sees least there.
        let restless = matches!(setup.variant, "classic" | "border");
        let score = against(&setup, How::Greedy, if restless { 24_000 } else { 8_000 }, 1, 1);
        let wanted = match (long().is_some(), restless) {
            (_, true) => 0.5,
            (true, false) => 0.95,
            (false, false) => 0.75,
        };
        assert!(score.mean() >= wanted, "{}: {score:?}", setup.title());
    }
}

#[test]
fn it_beats_random_playouts() {
    for setup in setups() {
        // A random game of Diamond Chess takes many times as long as one of the others.
        let rounds = if setup.game == GameKind::Diamond { 4 } else { 30 };
        let score = against(&setup, How::Playouts, 8_000, rounds, 10);
        let wanted = if long().is_some() { 0.9 } else { 0.75 };
        assert!(score.mean() >= wanted, "{}: {score:?}", setup.title());
    }
}

#[test]
fn it_beats_alpha_beta_on_material_in_dameo() {
    let score = against(&Setup::new("dameo", None, &[]).unwrap(), How::Material, 8_000, 3, 1);
    let wanted = if long().is_some() { 0.9 } else { 0.75 };
    assert!(score.mean() >= wanted, "{score:?}");
}
