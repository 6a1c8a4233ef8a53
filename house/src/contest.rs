//! Matches between two players: paired openings, colours swapped, and what the score is worth.

use turnpost_core::game::Course;
use turnpost_core::rules::{Setup, Side};

use crate::budget::Budget;
use crate::dice::{Dice, mix};
use crate::level::Level;
use crate::mind::{greedy, random, think, think_at};

/// Somebody who plays in a match.
pub trait Player {
    /// A game begins at this position.
    fn begin(&mut self, game: &Course) -> Result<(), String>;
    /// His turn to play.
    fn choose(&mut self, game: &Course, seed: u64) -> Result<String, String>;
    /// A turn was played, by him or by the other.
    fn played(&mut self, turn: &str) -> Result<(), String>;
}

/// A player of the house.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum House {
    /// At a level.
    Level(Level),
    /// As good as it can with so many nodes.
    Nodes(u64),
    /// Any turn.
    Random,
    /// What looks best at once.
    Greedy,
}

impl Player for House {
    fn begin(&mut self, _: &Course) -> Result<(), String> {
        Ok(())
    }

    fn choose(&mut self, game: &Course, seed: u64) -> Result<String, String> {
        let turn = match *self {
            House::Level(level) => think_at(game, level, seed).map(|thought| thought.turn),
            House::Nodes(nodes) => think(game, &mut Budget::nodes(nodes), seed).map(|thought| thought.turn),
            House::Random => random(game, seed),
            House::Greedy => greedy(game, seed),
        };
        turn.map_err(|error| error.to_string())
    }

    fn played(&mut self, _: &str) -> Result<(), String> {
        Ok(())
    }
}

/// How the first of two players did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
}

impl Score {
    /// How many games.
    pub fn games(self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// Points per game, a draw is half of one.
    pub fn mean(self) -> f64 {
        (f64::from(self.wins) + f64::from(self.draws) / 2.0) / f64::from(self.games().max(1))
    }

    /// The 95 % interval of the mean (Wilson's, which also holds near 0 and 1).
    pub fn interval(self) -> (f64, f64) {
        let (n, p, z) = (f64::from(self.games().max(1)), self.mean(), 1.96);
        let middle = p + z * z / (2.0 * n);
        let spread = z * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
        let scale = 1.0 + z * z / n;
        (((middle - spread) / scale).max(0.0), ((middle + spread) / scale).min(1.0))
    }

    /// Counts one more game.
    pub fn add(&mut self, winner: Option<Side>, first_played: Side) {
        match winner {
            None => self.draws += 1,
            Some(side) if side == first_played => self.wins += 1,
            Some(_) => self.losses += 1,
        }
    }
}

/// How many random turns an opening has.
const OPENING: usize = 4;

/// A game some random turns old that has not ended, the same for the same seed.
pub fn opening(setup: &Setup, seed: u64) -> Result<Course, String> {
    for attempt in 0u64..100 {
        let mut dice = Dice::new(mix(seed ^ attempt << 48));
        let mut game = Course::new(setup).map_err(|error| error.to_string())?;
        for _ in 0..OPENING {
            let legal = game.position().legal();
            let Some(turn) = dice.pick(&legal).filter(|_| game.outcome().is_none()) else { break };
            game.play(turn).map_err(|error| error.to_string())?;
        }
        if game.outcome().is_none() {
            return Ok(game);
        }
    }
    Err("every random opening ended the game".to_owned())
}

/// Plays a game on to its end.
pub fn play_out<'a>(
    mut game: Course,
    white: &'a mut dyn Player,
    black: &'a mut dyn Player,
    seed: u64,
) -> Result<Course, String> {
    let mut players = [white, black];
    for player in &mut players {
        player.begin(&game)?;
    }
    let mut dice = Dice::new(seed);
    while game.outcome().is_none() {
        let side = game.position().to_move();
        let turn = players[side as usize].choose(&game, dice.roll())?;
        let played = game.play(&turn).map_err(|error| format!("{side} played {turn:?}: {error}"))?.text.clone();
        for player in &mut players {
            player.played(&played)?;
        }
    }
    Ok(game)
}

/// Plays so many games; each opening is played twice, with colours swapped. Tells each result to `told`.
pub fn play(
    setup: &Setup,
    first: &mut dyn Player,
    second: &mut dyn Player,
    games: u32,
    seed: u64,
    mut told: impl FnMut(&Course, Score),
) -> Result<Score, String> {
    let mut score = Score::default();
    for number in 0..games {
        let pair = mix(seed ^ u64::from(number / 2 + 1) << 20);
        let begun = opening(setup, pair)?;
        let colour = if number % 2 == 0 { Side::White } else { Side::Black };
        let seed = mix(pair ^ u64::from(number));
        let ended = match colour {
            Side::White => play_out(begun, first, second, seed)?,
            Side::Black => play_out(begun, second, first, seed)?,
        };
        score.add(ended.outcome().and_then(|outcome| outcome.winner), colour);
        told(&ended, score);
    }
    Ok(score)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_know_what_they_are_worth() {
        let score = Score { wins: 60, draws: 10, losses: 30 };
        assert_eq!(score.mean(), 0.65);
        let (low, high) = score.interval();
        assert!((0.54..0.56).contains(&low) && (0.73..0.75).contains(&high), "{low} {high}");
        let (low, high) = Score { wins: 10, draws: 0, losses: 0 }.interval();
        assert!(low > 0.7 && high == 1.0, "{low} {high}");
    }
}
