//! Looking back at a finished game: how the chances went, and which turns gave most of them away.
//!
//! Each position is judged once for the graph. Where a turn seems to have lost much, that turn and the best one are
//! judged anew and alike, with more nodes, so that a difference in depth isn't mistaken for a mistake.

use turnpost_core::game::Course;
use turnpost_core::house::{Advice, Moment, Review};
use turnpost_core::rules::{MoveError, Side};

use crate::budget::Budget;
use crate::mind::think;

/// Nodes for each position of the graph, and for all of them together in a long game.
const EACH: u64 = 8_000;
const ALL: u64 = 800_000;
/// How many times as many where it matters.
const CAREFULLY: u64 = 5;
/// So many turns that seem to have lost much are looked at again.
const CANDIDATES: usize = 7;
/// So many of them are told.
const MOMENTS: usize = 3;
/// A turn that gave away less than this is no moment that decided anything.
const MUCH: f64 = 0.08;
/// So many turns of what would have followed are told.
const LINE: usize = 3;

/// Reviews a game. `goes_on` is asked now and then whether to go on; none once it says no, or if a turn can't be replayed.
pub fn review(game: &Course, goes_on: &mut dyn FnMut() -> bool) -> Option<Review> {
    let courses = replayed(game).ok()?;
    let nodes = (ALL / courses.len().max(1) as u64).clamp(500, EACH);
    let mut white = Vec::new();
    for course in &courses {
        if !goes_on() {
            return None;
        }
        white.push(of_white(course, nodes));
    }
    let mut losses: Vec<(usize, f64)> = Vec::new();
    for (at, pair) in white.windows(2).enumerate() {
        let side = courses.get(at)?.position().to_move();
        losses.push((at, from(side, pair[0]) - from(side, pair[1])));
    }
    losses.sort_by(|one, other| other.1.total_cmp(&one.1).then(one.0.cmp(&other.0)));
    let mut moments: Vec<Looked> = Vec::new();
    for (at, _) in losses.into_iter().take(CANDIDATES) {
        if !goes_on() {
            return None;
        }
        moments.extend(looked_at(courses.get(at)?, courses.get(at + 1)?, at, nodes * CAREFULLY));
    }
    agree(&mut moments);
    moments.retain(|one| one.loss() >= MUCH);
    moments.sort_by(|one, other| other.loss().total_cmp(&one.loss()).then(one.at.cmp(&other.at)));
    moments.truncate(MOMENTS);
    moments.sort_by_key(|one| one.at);
    let moments: Vec<Moment> = moments.into_iter().map(Looked::told).collect();
    let chances = smoothed(&white).into_iter().map(percent).collect();
    Some(Review { chances: with_moments(chances, &moments), moments })
}

/// A turn that was looked at with care.
struct Looked {
    /// How many turns were played before it.
    at: usize,
    turn: u32,
    side: Side,
    position: String,
    played: String,
    best: String,
    line: Vec<String>,
    /// The mover's chance with the best turn, and with the one that was played.
    with: f64,
    without: f64,
}

impl Looked {
    fn loss(&self) -> f64 {
        self.with - self.without
    }

    fn told(self) -> Moment {
        Moment {
            turn: self.turn,
            after: u32::try_from(self.at).unwrap_or(u32::MAX),
            side: self.side,
            position: self.position,
            played: self.played,
            left: percent(self.without),
            better: Advice { turn: self.best, chance: percent(self.with), line: self.line },
        }
    }
}

/// Where two turns in a row were looked at, the position between them has one value: the later look, which saw further.
fn agree(moments: &mut [Looked]) {
    let later: Vec<(usize, Side, f64)> = moments.iter().map(|one| (one.at, one.side, one.with)).collect();
    for one in moments {
        if let Some((_, side, with)) = later.iter().find(|(at, ..)| *at == one.at + 1) {
            one.without = if *side == one.side { *with } else { 1.0 - *with };
        }
    }
}

/// The graph goes through the very numbers that are told: before a moment with the best turn ahead, and after it.
fn with_moments(mut chances: Vec<u8>, moments: &[Moment]) -> Vec<u8> {
    for Moment { after, side, left, better, .. } in moments {
        for (at, chance) in [(*after, better.chance), (*after + 1, *left)] {
            if let Some(point) = usize::try_from(at).ok().and_then(|at| chances.get_mut(at)) {
                *point = if *side == Side::White { chance } else { 100 - chance };
            }
        }
    }
    chances
}

/// What to play, and how good that is.
pub fn hint(game: &Course, nodes: u64, seed: u64) -> Result<Advice, crate::mind::NoThought> {
    let thought = think(game, &mut Budget::nodes(nodes), seed)?;
    let line = thought.line.into_iter().skip(1).take(LINE).collect();
    Ok(Advice { turn: thought.turn, chance: percent(thought.chance), line })
}

/// The game before each turn, and after the last.
fn replayed(game: &Course) -> Result<Vec<Course>, MoveError> {
    let first = Course::from_position(game.setup(), &game.first().text())
        .map_err(|error| MoveError::Syntax(error.to_string()))?;
    let mut courses = vec![first];
    for turn in game.turns() {
        let mut next = courses.last().cloned().unwrap_or_else(|| game.clone());
        next.play(&turn.text)?;
        courses.push(next);
    }
    Ok(courses)
}

/// White's chance where a game stands, 0 to 1; once it is over by the rules, its result.
fn of_white(game: &Course, nodes: u64) -> f64 {
    if let Some(outcome) = game.outcome() {
        return outcome.winner.map_or(0.5, |winner| from(winner, 1.0));
    }
    match think(game, &mut Budget::nodes(nodes), 0) {
        Ok(thought) => from(game.position().to_move(), thought.chance),
        Err(_) => 0.5,
    }
}

/// A search that ends with one's own turn is a little too hopeful, one that ends with the opponent's too gloomy: that
/// would make a saw of the graph. Both ends stay as they are.
fn smoothed(white: &[f64]) -> Vec<f64> {
    let mut smooth = white.to_vec();
    for (place, three) in smooth.iter_mut().skip(1).zip(white.windows(3)) {
        if let [before, at, after] = three {
            *place = (before + 2.0 * at + after) / 4.0;
        }
    }
    smooth
}

/// A chance seen by White, as that side sees it; and the other way round.
fn from(side: Side, chance: f64) -> f64 {
    if side == Side::White { chance } else { 1.0 - chance }
}

/// What a turn gave away, if a better one is known.
fn looked_at(before: &Course, after: &Course, at: usize, nodes: u64) -> Option<Looked> {
    let side = before.position().to_move();
    let played = after.turns().last()?.text.clone();
    let best = think(before, &mut Budget::nodes(nodes), 0).ok()?;
    if best.turn == played {
        return None;
    }
    let mut better = before.clone();
    better.play(&best.turn).ok()?;
    Some(Looked {
        at,
        turn: before.position().turn_number(),
        side,
        position: before.position().text(),
        played,
        best: best.turn,
        line: best.line.into_iter().skip(1).take(LINE).collect(),
        with: from(side, of_white(&better, nodes)),
        without: from(side, of_white(after, nodes)),
    })
}

fn percent(chance: f64) -> u8 {
    (chance.clamp(0.0, 1.0) * 100.0).round() as u8
}
