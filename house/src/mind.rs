//! Thinking: from a game as it stands to a turn. Which search and which judgement a game gets is decided here.

use turnpost_core::game::Course;
use turnpost_core::rules::{GameKind, Guided, OfAnyGame, Position, Setup};

use crate::alphabeta::{self, Duel};
use crate::amazons;
use crate::budget::Budget;
use crate::chance::{Chance, exp};
use crate::dameo;
use crate::diamond;
use crate::dice::{Dice, mix};
use crate::generic::Generic;
use crate::level::{Level, Plan};
use crate::othello;
use crate::shooting::{self, Kind};
use crate::tree::{End, Found, Ground, search};

/// What came of thinking.
#[derive(Clone, Debug, PartialEq)]
pub struct Thought {
    /// The turn to play, in canonical spelling.
    pub turn: String,
    /// The chance of the side to move, 0 to 1; a draw is half.
    pub chance: f64,
    /// How many positions were judged.
    pub nodes: u64,
    /// The turns it expects, the one to play first.
    pub line: Vec<String>,
}

/// Why there is nothing to think about.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoThought {
    /// The game has ended.
    #[error("the game is over: {0}")]
    Over(String),
    /// Nothing may be judged.
    #[error("a budget of 0 leaves nothing to think with; it must be 1 at least")]
    NoBudget,
    /// The player to move has no turn, though the game goes on.
    #[error("there is no legal turn")]
    NoTurn,
}

/// A turn that could be played, as a search ranks it.
#[derive(Clone, Debug)]
pub struct Choice {
    pub turn: String,
    pub chance: Chance,
    pub end: Option<End>,
    /// How often it was looked at.
    pub looks: u32,
    /// What is expected after it.
    pub line: Vec<String>,
}

/// Works out what thoughts about a game look up, once and for all: some tenths of a second in Dameo, nothing in the others.
/// Otherwise the first thought that looks it up does so, whatever its budget.
pub fn prepare(setup: &Setup) {
    if setup.game == GameKind::Dameo {
        dameo::prepare();
    }
}

/// Thinks as hard as the budget allows and plays the best turn it finds. The seed decides between equals only.
pub fn think(game: &Course, budget: &mut Budget<'_>, seed: u64) -> Result<Thought, NoThought> {
    let choices = choices(game, Way::BEST, budget, seed)?;
    let best = choices.into_iter().next().ok_or(NoThought::NoTurn)?;
    Ok(thought(game, best, budget))
}

/// Thinks as a level does: fewer nodes, and a choice among turns that are nearly the best. Openings vary with the seed.
pub fn think_at(game: &Course, level: Level, seed: u64) -> Result<Thought, NoThought> {
    think_by(game, level.plan(game.setup()), seed)
}

fn think_by(game: &Course, plan: Plan, seed: u64) -> Result<Thought, NoThought> {
    let mut budget = Budget::nodes(plan.nodes);
    let early = game.position().turn_number() <= OPENING;
    let slack = if early { plan.slack.max(OPENING_SLACK) } else { plan.slack };
    let mut dice = Dice::new(mix(seed ^ u64::from(game.position().turn_number()) << 40));
    let mut happens = |percent: u8| percent > 0 && dice.below(100) < usize::from(percent);
    let way = Way { slack, careless: happens(plan.careless), blind: happens(plan.blind) };
    let choices = choices(game, way, &mut budget, seed)?;
    let chosen = near_best(choices, slack, &mut dice).ok_or(NoThought::NoTurn)?;
    Ok(thought(game, chosen, &budget))
}

/// A turn among the nearly best, for games to learn from, and the chance of the best.
pub fn think_loosely(
    game: &Course,
    budget: &mut Budget<'_>,
    slack: Chance,
    seed: u64,
) -> Result<(String, Chance), NoThought> {
    let choices = choices(game, Way { slack, ..Way::BEST }, budget, seed)?;
    let chance = choices.first().map_or(0.5, |choice| choice.chance);
    let chosen = near_best(choices, slack, &mut Dice::new(mix(seed))).ok_or(NoThought::NoTurn)?;
    Ok((chosen.turn, chance))
}

/// Any legal turn.
pub fn random(game: &Course, seed: u64) -> Result<String, NoThought> {
    over(game)?;
    let legal = game.position().legal();
    let mut dice = Dice::new(mix(seed ^ u64::from(game.position().turn_number()) << 40));
    dice.pick(&legal).cloned().ok_or(NoThought::NoTurn)
}

/// The turn that looks best at once: one that wins, or leaves the opponent the fewest turns. Nothing is searched.
pub fn greedy(game: &Course, seed: u64) -> Result<String, NoThought> {
    over(game)?;
    game.position().visit(Greedy { seed }).ok_or(NoThought::NoTurn)
}

/// Up to this turn a level varies what it plays.
const OPENING: u32 = 6;
/// By how much, at least.
const OPENING_SLACK: Chance = 0.03;
/// A turn that was looked at this many times less than the best is never played instead of it.
const HARDLY: u32 = 8;
/// So many turns are put into words: what comes later is never played.
const fn worth_writing(slack: Chance) -> usize {
    if slack > 0.0 { 40 } else { 4 }
}

fn over(game: &Course) -> Result<(), NoThought> {
    match game.outcome() {
        Some(outcome) => Err(NoThought::Over(outcome.reason.to_string())),
        None => Ok(()),
    }
}

/// How to think, besides for how long.
#[derive(Clone, Copy)]
struct Way {
    /// How much less chance a turn may have than the best and still be of interest.
    slack: Chance,
    /// Whether to overlook what the opponent could do next, where the game's judgement knows how to.
    careless: bool,
    /// Whether to overlook one's own shots that turn stones over.
    blind: bool,
}

impl Way {
    /// As well as possible.
    const BEST: Way = Way { slack: 0.0, careless: false, blind: false };
}

fn choices(game: &Course, way: Way, budget: &mut Budget<'_>, seed: u64) -> Result<Vec<Choice>, NoThought> {
    over(game)?;
    let slack = way.slack;
    if budget.left() == 0 {
        return Err(NoThought::NoBudget);
    }
    let position = game.position();
    let text = position.text();
    let known = match position {
        Position::Amazons(_) => {
            shooting::Board::read(Kind::Amazons, &text).map(|board| match amazons::filling(position, &board) {
                Some((turn, chance, tried)) => {
                    budget.spend(tried);
                    vec![Choice { turn, chance, end: None, looks: 1, line: Vec::new() }]
                }
                None => on_ground(&board, shooting::Board::write, slack, budget),
            })
        }
        Position::Desdemona(_) => Kind::edition(game.setup().variant)
            .and_then(|kind| shooting::Board::read(kind, &text))
            .map(|board| shooting::Board { careless: way.careless.then_some(board.side), blind: way.blind, ..board })
            .map(|board| on_ground(&board, shooting::Board::write, slack, budget)),
        Position::Diamond(_) => Some(match diamond::Board::read(&text) {
            Some(board) => on_ground(&board, diamond::Board::write, slack, budget),
            None => {
                budget.spend(1);
                diamond::setup::choices(position)
            }
        }),
        Position::Dameo(_) => dameo::Board::read(&text).map(|board| on_dameo(game, board, slack, budget)),
        Position::Othello(_) => othello::Board::read(&text).map(|board| on_othello(&board, slack, budget)),
        // A game that the house has no module for yet.
        #[allow(unreachable_patterns)]
        _ => None,
    };
    // What core can't read is no turn: then the rules alone decide.
    let mut known = known.unwrap_or_default();
    known.retain(|choice| position.read(&choice.turn).is_ok());
    if known.is_empty() {
        known = position.visit(Generic { budget, seed });
    }
    avoid_draws(game, &mut known);
    Ok(known)
}

/// What is better than a draw isn't given away to a repetition, which only the history shows.
fn avoid_draws(game: &Course, choices: &mut Vec<Choice>) {
    let kind = game.position().game();
    if !kind.repetition_draws() || game.turns().len() < 4 {
        return;
    }
    let draws = |choice: &Choice| {
        let mut next = game.clone();
        choice.chance > 0.5 && next.play(&choice.turn).is_ok() && next.outcome().is_some_and(|end| end.winner.is_none())
    };
    // Only what stands in front is ever played.
    while choices.len() > 1 && choices.first().is_some_and(draws) {
        choices.remove(0);
    }
}

fn on_ground<G: Ground>(
    board: &G,
    write: fn(&G, G::Move) -> String,
    slack: Chance,
    budget: &mut Budget<'_>,
) -> Vec<Choice> {
    let found = search(board, budget);
    let floor = found.first().map_or(0.0, |best| best.chance - slack);
    let worth = |(place, found): &(usize, Found<G::Move>)| {
        *place < worth_writing(slack) || (slack > 0.0 && found.chance >= floor)
    };
    found.into_iter().enumerate().filter(worth).map(|(_, found)| written(board, found, write)).collect()
}

fn on_othello(board: &othello::Board, slack: Chance, budget: &mut Budget<'_>) -> Vec<Choice> {
    let texts = |line: Vec<othello::Move>| line.into_iter().map(othello::Board::write).collect();
    alphabeta::search(board, &[], points(slack), budget)
        .into_iter()
        .map(|found| Choice {
            turn: othello::Board::write(found.turn),
            chance: found.chance,
            end: found.end,
            looks: found.looks,
            line: texts(found.line),
        })
        .collect()
}

fn on_dameo(game: &Course, board: dameo::Board, slack: Chance, budget: &mut Budget<'_>) -> Vec<Choice> {
    let found = alphabeta::search(&board, &since_progress(game, dameo::Board::read), points(slack), budget);
    let position = game.position();
    // With slack, any turn may be within it.
    let worth = if slack > 0.0 { found.len() } else { worth_writing(slack) };
    found
        .into_iter()
        .take(worth)
        .filter_map(|found| {
            let mut next = position.clone();
            let mut board = board;
            let mut texts = Vec::new();
            for turn in std::iter::once(found.turn).chain(found.line) {
                board.play(turn);
                match dameo_text(&next, &board) {
                    Some(text) if next.play(&text).is_ok() => texts.push(text),
                    _ => break,
                }
            }
            let mut texts = texts.into_iter();
            let turn = texts.next()?;
            Some(Choice { turn, chance: found.chance, end: found.end, looks: found.looks, line: texts.collect() })
        })
        .collect()
}

/// The text of the turn that leads to this board: the board itself doesn't keep which way a capture went.
fn dameo_text(position: &Position, after: &dameo::Board) -> Option<String> {
    position.legal().into_iter().find(|turn| {
        let mut next = position.clone();
        next.play(turn).is_ok() && dameo::Board::read(&next.text()).as_ref() == Some(after)
    })
}

/// How many points a difference in chance is, where the game is even.
fn points(slack: Chance) -> i32 {
    (slack * 4000.0) as i32
}

/// The keys of the positions since the last progress, the one that stands now not among them.
fn since_progress<D: Duel>(game: &Course, read: fn(&str) -> Option<D>) -> Vec<u64> {
    let quiet = game.turns().iter().rev().take_while(|turn| !turn.progress).count();
    let from = game.turns().len() - quiet;
    let mut position = game.first().clone();
    let mut keys = Vec::new();
    for (number, turn) in game.turns().iter().enumerate() {
        if number >= from {
            keys.extend(read(&position.text()).map(|board| board.key()));
        }
        if position.play(&turn.text).is_err() {
            break;
        }
    }
    keys
}

fn written<G: Ground>(root: &G, found: Found<G::Move>, write: fn(&G, G::Move) -> String) -> Choice {
    let mut position = root.clone();
    let turn = write(&position, found.turn.clone());
    position.play(&found.turn);
    let mut line: Vec<String> = Vec::new();
    for turn in found.line {
        let text = write(&position, turn.clone());
        match line.last_mut() {
            Some(half) if position.is_mid_turn() => half.push_str(&text),
            _ => line.push(text),
        }
        position.play(&turn);
    }
    Choice { turn, chance: found.chance, end: found.end, looks: found.looks, line }
}

/// Canonical texts, and a line that the game really allows.
fn thought(game: &Course, choice: Choice, budget: &Budget<'_>) -> Thought {
    let mut position = game.position().clone();
    let mut line = Vec::new();
    for turn in std::iter::once(&choice.turn).chain(&choice.line) {
        match position.play(turn) {
            Ok(played) => line.push(played.text),
            Err(_) => break,
        }
        if position.outcome().is_some() {
            break;
        }
    }
    let turn = line.first().cloned().unwrap_or(choice.turn);
    Thought { turn, chance: f64::from(choice.chance), nodes: budget.spent(), line }
}

/// One of the turns that are worth nearly as much as the first; the nearer, the likelier.
fn near_best(choices: Vec<Choice>, slack: Chance, dice: &mut Dice) -> Option<Choice> {
    let first = choices.first()?;
    if slack <= 0.0 || first.end == Some(End::Win) {
        return choices.into_iter().next();
    }
    let (best, looks) = (first.chance, first.looks);
    // What a search passed over soon is only as good as its first impression.
    let fits = |choice: &Choice| {
        choice.end != Some(End::Loss) && choice.chance >= best - slack && choice.looks >= looks / HARDLY
    };
    let mut near: Vec<Choice> = choices.iter().filter(|choice| fits(choice)).cloned().collect();
    if near.is_empty() {
        return choices.into_iter().next();
    }
    let weight = |choice: &Choice| exp(-2.0 * f64::from((best - choice.chance).max(0.0) / slack));
    let all: f64 = near.iter().map(weight).sum();
    let mut mark = all * (dice.roll() >> 11) as f64 / (1u64 << 53) as f64;
    let mut chosen = 0;
    for (i, choice) in near.iter().enumerate() {
        mark -= weight(choice);
        if mark < 0.0 {
            chosen = i;
            break;
        }
    }
    Some(near.swap_remove(chosen))
}

struct Greedy {
    seed: u64,
}

impl OfAnyGame for Greedy {
    type Out = Option<String>;

    fn visit<R: Guided>(self, position: &R) -> Option<String> {
        let side = position.to_move();
        let mut dice = Dice::new(self.seed);
        let worth = |turn: &R::Turn| -> i64 {
            let mut next = position.clone();
            next.play(turn);
            match next.outcome().map(|outcome| outcome.winner) {
                Some(Some(winner)) if winner == side => i64::MAX,
                Some(Some(_)) => i64::MIN,
                Some(None) => i64::MIN / 2,
                None => sign(next.to_move() == side) * next.count_turns() as i64,
            }
        };
        let turns = position.legal_turns();
        let best = turns.iter().max_by_key(|turn| (worth(turn), dice.roll()))?;
        Some(position.write(best))
    }
}

fn sign(own: bool) -> i64 {
    if own { 1 } else { -1 }
}
