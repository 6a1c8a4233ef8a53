//! Fitting the weights of judgements: games that the house plays against itself, and what their ends say about the
//! positions on the way. The example `fit` runs it and writes `weights/*.txt`.

use turnpost_core::game::Course;
use turnpost_core::rules::{GameKind, Setup};

use crate::budget::Budget;
use crate::chance::{Chance, exp};
use crate::dice::{Dice, mix};
use crate::fitted::{PARTS, shares};
use crate::mind::think_loosely;
use crate::shooting::judge::Known;
use crate::shooting::{self, Kind};
use crate::{alphabeta::Duel, dameo, diamond};

/// Terms by their place among all terms of all stages.
type Spread = Vec<(u16, f32)>;

/// A position on the way, and how the game ended for who was to move there.
pub struct Sample {
    /// The terms that aren't 0.
    terms: Spread,
    /// 1 for a win, 0 for a loss; between them where the search had its say.
    result: f32,
}

/// How the weights of a game are laid out: a row of terms for each stage.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    stages: usize,
    /// Steps from one stage to the next.
    length: usize,
    terms: usize,
}

/// The shape of a game's weights; `None` where its judgement isn't fitted.
pub fn shape(setup: &Setup) -> Option<Shape> {
    match setup.game {
        GameKind::Amazons | GameKind::Desdemona => Some(Shape {
            stages: shooting::judge::STAGES,
            length: shooting::judge::STAGE,
            terms: shooting::judge::TERMS,
        }),
        GameKind::Dameo => {
            Some(Shape { stages: dameo::judge::STAGES, length: dameo::judge::STAGE, terms: dameo::judge::TERMS })
        }
        GameKind::Diamond => {
            Some(Shape { stages: diamond::judge::STAGES, length: diamond::judge::STAGE, terms: diamond::judge::TERMS })
        }
        #[allow(unreachable_patterns)]
        _ => None,
    }
}

/// The file of a game's weights, below `weights/`.
pub fn file(setup: &Setup) -> String {
    let name = if setup.game == GameKind::Desdemona { setup.variant } else { setup.game.name() };
    format!("{name}.txt")
}

/// Plays so many games with so many nodes a turn and keeps the positions that can be judged as they are.
pub fn samples(setup: &Setup, games: u64, nodes: u64, seed: u64) -> Result<Vec<Sample>, String> {
    let shape = shape(setup).ok_or("its judgement isn't fitted")?;
    let mut all = Vec::new();
    for number in 0..games {
        let seed = mix(seed ^ number << 16);
        let mut dice = Dice::new(seed);
        let mut game = Course::new(setup).map_err(|error| error.to_string())?;
        let random = 2 + dice.below(6);
        let mut seen: Vec<(usize, Chance, Spread)> = Vec::new();
        while game.outcome().is_none() {
            let legal = || game.position().legal();
            let turn = if game.turns().len() < random {
                dice.pick(&legal()).cloned().ok_or("no turn")?
            } else {
                let (turn, chance) = think_loosely(&game, &mut Budget::nodes(nodes), 0.03, dice.roll())
                    .map_err(|error| error.to_string())?;
                if let Some(found) = judged(&game, shape) {
                    seen.push((game.position().to_move() as usize, chance, found));
                }
                // A judgement sees what every turn leads to, the silly ones most of all: some must be learnt from.
                if dice.below(STRAY) == 0 { dice.pick(&legal()).cloned().unwrap_or(turn) } else { turn }
            };
            game.play(&turn).map_err(|error| error.to_string())?;
        }
        let winner = game.outcome().and_then(|outcome| outcome.winner).map(|side| side as usize);
        for (side, chance, terms) in seen {
            let result = winner.map_or(0.5, |winner| if winner == side { 1.0 } else { 0.0 });
            all.push(Sample { terms, result: TRUST * chance + (1.0 - TRUST) * result });
        }
    }
    Ok(all)
}

/// One in so many turns is played at random: the best play hides what could happen.
const STRAY: usize = 12;
/// What the search thought of a position counts for so much besides how the game ended, which is a matter of luck for
/// long.
const TRUST: Chance = 0.7;

fn judged(game: &Course, shape: Shape) -> Option<Spread> {
    let text = game.position().text();
    match game.setup().game {
        GameKind::Amazons => on_shooting(&shooting::Board::read(Kind::Amazons, &text)?, shape),
        GameKind::Desdemona => on_shooting(&shooting::Board::read(Kind::edition(game.setup().variant)?, &text)?, shape),
        GameKind::Dameo => {
            let board = dameo::Board::read(&text)?;
            let lively = board.turns(&mut Vec::new());
            (!lively).then(|| spread(&dameo::judge::terms(&board), dameo::judge::stage(&board), shape))
        }
        GameKind::Diamond => {
            let board = diamond::Board::read(&text)?;
            let over = board.wins_at_once();
            (!over).then(|| spread(&diamond::judge::terms(&board), diamond::judge::stage(&board), shape))
        }
        #[allow(unreachable_patterns)]
        _ => None,
    }
}

fn on_shooting(board: &shooting::Board, shape: Shape) -> Option<Spread> {
    let (terms, known) = shooting::judge::terms(board);
    // What is settled is counted, not judged.
    matches!(known, Known::Nothing).then(|| spread(&terms, shooting::judge::filled(board), shape))
}

fn spread(terms: &[i32], step: usize, shape: Shape) -> Spread {
    let mut found = Vec::new();
    for (stage, share) in shares(step, shape.stages, shape.length) {
        for (term, &value) in terms.iter().enumerate().filter(|(_, value)| **value != 0) {
            if share > 0.0 {
                found.push(((stage * shape.terms + term) as u16, value as f32 * share as f32));
            }
        }
    }
    found
}

/// The weights that make the results likeliest (a logistic regression by Newton's steps, drawn towards those that there
/// were: a few hundred games say little about some of them), in the text that is kept. Also gives how far off the
/// chances are on average, in bits per position.
/// `draw` says how strongly they are drawn: 0 not at all, 2 so that a third of the way is gone.
pub fn fit(samples: &[Sample], shape: Shape, earlier: &str, draw: f64) -> (String, f64) {
    let n = shape.stages * shape.terms;
    let scale = 1000.0 * f64::from(PARTS);
    let lines = earlier.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    // A row that is too short has no weights yet for the last terms.
    let row = |line: &str| {
        let words = line.split_whitespace().map(|word| word.parse::<f64>().unwrap_or(0.0) / scale);
        words.chain(std::iter::repeat(0.0)).take(shape.terms).collect::<Vec<f64>>()
    };
    let mut before: Vec<f64> = lines.flat_map(row).collect();
    before.resize(n, 0.0);
    let mut weights = before.clone();
    let mut pull = vec![0.0f64; n];
    for round in 0..8 {
        let mut slope = vec![0.0f64; n];
        let mut bend = vec![0.0f64; n * n];
        for sample in samples {
            let chance = chance_of(sample, &weights);
            let (off, weight) = (f64::from(sample.result) - chance, chance * (1.0 - chance));
            for &(i, a) in &sample.terms {
                slope[usize::from(i)] += off * f64::from(a);
                let row = &mut bend[usize::from(i) * n..][..n];
                for &(j, b) in &sample.terms {
                    row[usize::from(j)] += weight * f64::from(a) * f64::from(b);
                }
            }
        }
        for i in 0..n {
            // Terms of every size are drawn alike, and throughout alike; and strongly unless there are many games,
            // because the positions of one game share one result and say little more than one of them.
            if round == 0 {
                pull[i] = draw * bend[i * n + i] + 1.0;
            }
            slope[i] -= pull[i] * (weights[i] - before[i]);
            bend[i * n + i] += pull[i];
        }
        let change = solve(bend, slope);
        // A step that is too long is halved until it leads down.
        let goal = |weights: &[f64]| {
            let drawn = |i: usize| pull[i] * (weights[i] - before[i]) * (weights[i] - before[i]) / 2.0;
            bits(samples, weights) * std::f64::consts::LN_2 + (0..n).map(drawn).sum::<f64>()
        };
        let now = goal(&weights);
        let step = |share: f64| -> Vec<f64> { weights.iter().zip(&change).map(|(w, c)| w + c * share).collect() };
        let Some(better) = [1.0, 0.5, 0.25, 0.1, 0.03].into_iter().map(step).find(|tried| goal(tried) < now) else {
            break;
        };
        weights = better;
    }
    let loss = bits(samples, &weights);
    let scaled = |weight: &f64| format!("{:.0}", weight * scale);
    let rows = weights.chunks(shape.terms).map(|row| row.iter().map(scaled).collect::<Vec<_>>().join(" "));
    (rows.collect::<Vec<_>>().join("\n") + "\n", loss / samples.len().max(1) as f64)
}

fn chance_of(sample: &Sample, weights: &[f64]) -> f64 {
    let logit: f64 = sample.terms.iter().map(|&(at, value)| weights[usize::from(at)] * f64::from(value)).sum();
    1.0 / (1.0 + exp(-logit.clamp(-12.0, 12.0)))
}

/// How far off the chances are in all, in bits.
fn bits(samples: &[Sample], weights: &[f64]) -> f64 {
    let off = |sample: &Sample| {
        let (chance, result) = (chance_of(sample, weights), f64::from(sample.result));
        -result * chance.log2() - (1.0 - result) * (1.0 - chance).log2()
    };
    samples.iter().map(off).sum()
}

/// Solves a symmetric system by elimination.
fn solve(mut matrix: Vec<f64>, mut right: Vec<f64>) -> Vec<f64> {
    let n = right.len();
    for i in 0..n {
        let pivot = matrix[i * n + i];
        for j in i + 1..n {
            let factor = matrix[j * n + i] / pivot;
            if factor != 0.0 {
                for k in i..n {
                    matrix[j * n + k] -= factor * matrix[i * n + k];
                }
                right[j] -= factor * right[i];
            }
        }
    }
    for i in (0..n).rev() {
        let known: f64 = (i + 1..n).map(|k| matrix[i * n + k] * right[k]).sum();
        right[i] = (right[i] - known) / matrix[i * n + i];
    }
    right
}
