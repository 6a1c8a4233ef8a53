//! Positions with something to show, each chosen by its game for what is drawn in it: for galleries, tests and
//! measurements.

use super::{MoveError, Setup, SetupError};
use crate::board::Square;
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
    /// The position before the last turn.
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

    /// The game with the turn played.
    pub fn play(&self) -> Result<Course, StudyError> {
        let setup = Setup::new(self.game, Some(self.variant), &[])?;
        Ok(Course::from_position(&setup, self.before)?.replay(self.turn)?)
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
