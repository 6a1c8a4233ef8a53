//! A modest player for every game, from its rules alone: turns that end the game are seen, playouts that are cut short
//! show where things lead, and leaving the opponent few turns is taken for good.

use turnpost_core::rules::{Guided, OfAnyGame, Rules, Side};

use crate::budget::Budget;
use crate::chance;
use crate::dice::{Dice, mix};
use crate::mind::Choice;
use crate::tree::{End, Expansion, Ground, Seed, search};

/// So many turns at most are followed by a playout each; where there are more, only counting is quick enough.
const FEW: usize = 150;
/// A playout that hasn't ended after so many turns is broken off.
const SHORT: u32 = 40;

/// Thinks about a position of any game.
pub struct Generic<'a, 'b> {
    /// How long.
    pub budget: &'a mut Budget<'b>,
    /// Whose chance the playouts take.
    pub seed: u64,
}

impl OfAnyGame for Generic<'_, '_> {
    type Out = Vec<Choice>;

    fn visit<R: Guided>(self, position: &R) -> Vec<Choice> {
        let root = Any { position: position.clone(), seed: self.seed };
        let found = search(&root, self.budget);
        let mut choices = Vec::new();
        for turn in found {
            let text = position.write(&turn.turn);
            let mut next = position.clone();
            next.play(&turn.turn);
            let mut line = Vec::new();
            for turn in &turn.line {
                line.push(next.write(turn));
                next.play(turn);
            }
            choices.push(Choice { turn: text, chance: turn.chance, end: turn.end, looks: turn.looks, line });
        }
        choices
    }
}

#[derive(Clone)]
struct Any<R> {
    position: R,
    seed: u64,
}

impl<R: Rules> Ground for Any<R> {
    type Move = R::Turn;

    fn side(&self) -> usize {
        self.position.to_move() as usize
    }

    fn expand(&self, _: bool, found: &mut Vec<Seed<R::Turn>>) -> Expansion {
        let side = self.position.to_move();
        let turns = self.position.legal_turns();
        let few = turns.len() <= FEW;
        for (i, turn) in turns.into_iter().enumerate() {
            let mut next = self.position.clone();
            next.play(&turn);
            let end = next.outcome().map(|outcome| end_of(outcome.winner, side));
            let chance = match end {
                Some(end) => end.chance(),
                None => {
                    let left = next.count_turns().min(4000) as i32;
                    let freedom = if next.to_move() == side { left } else { -left };
                    // A hundred turns more or less are worth about as much as a small advantage.
                    let counted = chance::of_points(freedom * 600 / (40 + left));
                    let mut dice = Dice::new(mix(self.seed ^ (i as u64) << 32 ^ u64::from(next.turn_number())));
                    if few { 0.4 * counted + 0.6 * playout(next, side, &mut dice).chance() } else { counted }
                }
            };
            found.push(Seed { turn, chance, end });
        }
        // A playout takes as long as some judgements.
        Expansion { judged: found.len() as u64 * if few { 8 } else { 1 }, complete: true }
    }

    fn play(&mut self, turn: &R::Turn) {
        self.position.play(turn);
        self.seed = mix(self.seed.wrapping_add(1));
    }

    fn end(&self) -> End {
        self.position.outcome().map_or(End::Draw, |outcome| end_of(outcome.winner, self.position.to_move()))
    }

    fn boldness(&self) -> f64 {
        0.5
    }
}

fn playout<R: Rules>(mut position: R, side: Side, dice: &mut Dice) -> End {
    for _ in 0..SHORT {
        if let Some(outcome) = position.outcome() {
            return end_of(outcome.winner, side);
        }
        let turns = position.legal_turns();
        let Some(turn) = dice.pick(&turns) else { break };
        position.play(turn);
    }
    End::Draw
}

fn end_of(winner: Option<Side>, side: Side) -> End {
    match winner {
        None => End::Draw,
        Some(winner) if winner == side => End::Win,
        Some(_) => End::Loss,
    }
}
