//! A game with its history: a first position and the canonical turns since. The position is a fold of
//! these; only the history sees repetitions and the count of turns without progress.

use std::collections::HashMap;

use crate::rules::{Claim, MoveError, Outcome, Played, Position, Reason, Setup, SetupError, Side};
use crate::scene::Scene;

/// A game in progress or finished by its rules.
#[derive(Clone, Debug)]
pub struct Game {
    setup: Setup,
    first: Position,
    position: Position,
    turns: Vec<Played>,
    seen: HashMap<Position, u32>,
    quiet: u32,
}

impl Game {
    /// A new game.
    pub fn new(setup: &Setup) -> Result<Game, SetupError> {
        Ok(Game::begin(setup.clone(), Position::start(setup)?))
    }

    /// A game that begins at a given position; its history begins there too.
    pub fn from_position(setup: &Setup, text: &str) -> Result<Game, SetupError> {
        Ok(Game::begin(setup.clone(), Position::parse(setup, text)?))
    }

    /// Plays stored turns again, each of which must be legal.
    pub fn replay<'a>(mut self, turns: impl IntoIterator<Item = &'a str>) -> Result<Game, MoveError> {
        for turn in turns {
            self.play(turn)?;
        }
        Ok(self)
    }

    fn begin(setup: Setup, first: Position) -> Game {
        let mut seen = HashMap::new();
        seen.insert(first.clone(), 1);
        Game { setup, position: first.clone(), first, turns: Vec::new(), seen, quiet: 0 }
    }

    /// Game, variant and options.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The position the game began at.
    pub fn first(&self) -> &Position {
        &self.first
    }

    /// The position now.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// What was played so far.
    pub fn turns(&self) -> &[Played] {
        &self.turns
    }

    /// Whose turn it is, if the game goes on.
    pub fn to_move(&self) -> Option<Side> {
        self.outcome().is_none().then(|| self.position.to_move())
    }

    /// Reads a lenient text, plays it, and says what became of it.
    pub fn play(&mut self, text: &str) -> Result<&Played, MoveError> {
        if let Some(outcome) = self.outcome() {
            let why = format!("the game is over: {}", outcome.reason);
            return Err(MoveError::Illegal { text: text.to_owned(), why, near: Vec::new(), about: None });
        }
        let mover = self.position.to_move();
        let played = self.position.play(text)?;
        // A spur by the opponent is no turn: it neither counts nor ends a count.
        if played.by == mover {
            self.quiet = if played.progress { 0 } else { self.quiet + 1 };
        }
        if self.position.repeats() {
            *self.seen.entry(self.position.clone()).or_default() += 1;
        }
        self.turns.push(played);
        Ok(&self.turns[self.turns.len() - 1])
    }

    /// The end by the rules, with the draws that only the history shows. What one position shows (a
    /// player without a legal turn, a captured town) comes before any of them.
    pub fn outcome(&self) -> Option<Outcome> {
        let game = self.position.game();
        let draw = |reason| Some(Outcome { winner: None, reason, margin: None });
        if let Some(outcome) = self.position.outcome() {
            return Some(outcome);
        }
        if game.repetition_draws() && self.seen.get(&self.position).is_some_and(|&times| times >= 3) {
            return draw(Reason::Repetition);
        }
        if game.quiet_limit().is_some_and(|limit| self.quiet >= limit) {
            return draw(Reason::NoProgress);
        }
        None
    }

    /// What a claim by either player would give now.
    pub fn claim(&self) -> Claim {
        if self.outcome().is_some() { Claim::Over } else { self.position.claim() }
    }

    /// What to draw now, with the last turn marked.
    pub fn scene(&self) -> Scene {
        let mut scene = self.position.scene();
        if self.outcome().is_some() {
            scene.to_move = None;
        }
        if let Some(last) = self.turns.last() {
            scene.marks.clone_from(&last.marks);
        }
        scene
    }
}
