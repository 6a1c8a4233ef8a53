//! A game without players and clocks: a starting position and the canonical turns since, all in memory. Used by
//! records, the command line, pictures and tests; stored games are checked against it.

use std::collections::HashMap;
use std::convert::Infallible;

use super::standing::{Standing, mark};
use crate::rules::{Claim, MoveError, NoTurn, Outcome, Played, Position, Setup, SetupError, Side};
use crate::scene::Scene;

/// A game from its starting position, as far as the rules go.
#[derive(Clone, Debug)]
pub struct Course {
    setup: Setup,
    first: Position,
    standing: Standing,
    turns: Vec<Played>,
    /// How often each position occurred, by its mark.
    seen: HashMap<i64, u32>,
}

impl Course {
    /// A new game.
    pub fn new(setup: &Setup) -> Result<Course, SetupError> {
        Ok(Course::begin(setup.clone(), Position::start(setup)?))
    }

    /// A game that begins at a given position; its history begins there too.
    pub fn from_position(setup: &Setup, text: &str) -> Result<Course, SetupError> {
        Ok(Course::begin(setup.clone(), Position::parse(setup, text)?))
    }

    /// Replays stored turns, each of which must be legal.
    pub fn replay<'a>(mut self, turns: impl IntoIterator<Item = &'a str>) -> Result<Course, MoveError> {
        for turn in turns {
            self.play(turn)?;
        }
        Ok(self)
    }

    pub(super) fn begin(setup: Setup, first: Position) -> Course {
        let mut seen = HashMap::new();
        if setup.game.repetition_draws() {
            seen.insert(mark(&first), 1);
        }
        Course { setup, standing: Standing::new(first.clone()), first, turns: Vec::new(), seen }
    }

    /// Game, variant and options.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The position the game began at.
    pub fn first(&self) -> &Position {
        &self.first
    }

    /// The current position.
    pub fn position(&self) -> &Position {
        &self.standing.position
    }

    /// Its current standing.
    pub fn standing(&self) -> &Standing {
        &self.standing
    }

    /// The turns played so far.
    pub fn turns(&self) -> &[Played] {
        &self.turns
    }

    /// Whose turn it is; `None` if the game is over.
    pub fn to_move(&self) -> Option<Side> {
        self.outcome().is_none().then(|| self.position().to_move())
    }

    /// Reads a leniently written turn, plays it, and returns what was played.
    pub fn play(&mut self, text: &str) -> Result<&Played, MoveError> {
        if let Some(outcome) = self.outcome() {
            let why = NoTurn::Over(outcome.reason).to_string();
            return Err(MoveError::Illegal { text: text.to_owned(), why, near: Vec::new(), about: None });
        }
        let step = self.standing.play(text)?;
        if let Some(mark) = step.mark {
            *self.seen.entry(mark).or_default() += 1;
        }
        self.turns.push(step.played);
        Ok(&self.turns[self.turns.len() - 1])
    }

    /// The result by the rules.
    pub fn outcome(&self) -> Option<Outcome> {
        let before = |mark| Ok(self.seen.get(&mark).map_or(0, |times| times - 1));
        let Ok(outcome) = self.standing.outcome::<Infallible>(before);
        outcome
    }

    /// What a claim by either player would yield now.
    pub fn claim(&self) -> Option<Claim> {
        self.position().claim().map(|claim| if self.outcome().is_some() { Claim::Over } else { claim })
    }

    /// What to draw now, with the last turn marked.
    pub fn scene(&self) -> Scene {
        let mut scene = self.position().scene();
        if self.outcome().is_some() {
            scene.to_move = None;
        }
        if let Some(last) = self.turns.last() {
            scene.marks.clone_from(&last.marks);
        }
        scene
    }
}
