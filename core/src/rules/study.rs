//! Positions with something to show, each chosen by its game for what is drawn in it: for galleries, tests and
//! measurements.

use super::{MoveError, Setup, SetupError};
use crate::board::{Square, SquareSet};
use crate::game::Course;
use crate::scene::Scene;

/// A position of one game, the turn last played in it, and perhaps a piece somebody is about to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Study {
    /// What it shows, in one or two words; unique within a variant.
    pub name: &'static str,
    /// The game's name.
    pub game: &'static str,
    /// The variant's name.
    pub variant: &'static str,
    /// The position before the last turn; empty for the start.
    pub before: &'static str,
    /// The last turn, if one was played.
    pub turn: Option<&'static str>,
    /// The square of a chosen piece, whose targets are dotted.
    pub chosen: Option<&'static str>,
}

/// Why there is no scene; the tests make sure that there always is one.
#[derive(Clone, Debug, thiserror::Error)]
pub enum StudyError {
    /// The position.
    #[error(transparent)]
    Position(#[from] SetupError),
    /// The turn.
    #[error(transparent)]
    Turn(#[from] MoveError),
}

impl Study {
    /// A position of a game and variant, and the turn played there.
    pub const fn new(
        name: &'static str,
        game: &'static str,
        variant: &'static str,
        before: &'static str,
        turn: &'static str,
    ) -> Study {
        Study { name, game, variant, before, turn: Some(turn), chosen: None }
    }

    /// A position of a game and variant in which nothing was played yet.
    pub const fn at(name: &'static str, game: &'static str, variant: &'static str, position: &'static str) -> Study {
        Study { turn: None, ..Study::new(name, game, variant, position, "") }
    }

    /// The start of a game and variant.
    pub const fn start(name: &'static str, game: &'static str, variant: &'static str) -> Study {
        Study::at(name, game, variant, "")
    }

    /// The same with a piece chosen.
    #[must_use]
    pub const fn choosing(self, square: &'static str) -> Study {
        Study { chosen: Some(square), ..self }
    }

    /// The game with the turn played.
    pub fn play(&self) -> Result<Course, StudyError> {
        let setup = Setup::new(self.game, Some(self.variant), &[])?;
        let before = match self.before {
            "" => Course::new(&setup)?,
            position => Course::from_position(&setup, position)?,
        };
        Ok(before.replay(self.turn)?)
    }

    /// What to draw.
    pub fn scene(&self) -> Result<Scene, StudyError> {
        let game = self.play()?;
        let mut scene = game.scene();
        if let Some(square) = self.chosen.and_then(|name| name.parse::<Square>().ok()) {
            scene.chosen = Some(square);
            scene.targets = game.position().targets(square);
        }
        Ok(scene)
    }
}

/// A position that explains a rule, with the words under it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Diagram {
    /// The position, the turn last played in it, a chosen piece.
    pub study: Study,
    /// Squares to dot besides those that the chosen piece can reach.
    pub dots: &'static [&'static str],
    /// The words.
    pub caption: &'static str,
}

impl Diagram {
    /// What names its file: `a-flip-shot`.
    pub fn name(&self) -> String {
        self.study.name.replace(' ', "-")
    }

    /// What to draw.
    pub fn scene(&self) -> Result<Scene, StudyError> {
        let mut scene = self.study.scene()?;
        let dots: SquareSet = self.dots.iter().filter_map(|name| name.parse::<Square>().ok()).collect();
        scene.targets |= dots;
        Ok(scene)
    }
}
