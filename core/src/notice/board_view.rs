//! From the strings of a notice to what is drawn: the current position, what the last turn did, where a piece can go.

use super::BoardView;
use crate::rules::{Played, Position, Setup, SetupError, Side};
use crate::scene::{Mark, Scene};

impl BoardView {
    /// What to draw. Fails if this version of the rules can't read the strings; the notice's words are then delivered
    /// without a board.
    pub fn scene(&self) -> Result<Scene, SetupError> {
        let setup = self.setup()?;
        let position = Position::parse(&setup, &self.position)?;
        let mut scene = position.scene();
        if self.over {
            scene.to_move = None;
        }
        // A turn that can't be replayed costs the marks, not the board.
        let marks = |(before, turn): &(String, String)| -> Option<Vec<Mark>> {
            Some(Position::parse(&setup, before).ok()?.play(turn).ok()?.marks)
        };
        // Only the turn that led to the last one is of interest beside it.
        let leads_here = |(before, turn): &&(String, String)| {
            let after = Position::parse(&setup, before).ok().and_then(|mut at| at.play(turn).ok().map(|_| at.text()));
            after.is_some() && after.as_ref() == self.last.as_ref().map(|(before, _)| before)
        };
        let earlier = self.before.as_ref().filter(leads_here).and_then(marks).unwrap_or_default();
        scene.marks = earlier.into_iter().filter(|mark| still_shows(&scene, mark)).collect();
        scene.earlier = scene.marks.len();
        scene.marks.extend(self.last.as_ref().and_then(marks).unwrap_or_default());
        match self.about.as_ref().map(|about| (about, about.parse())) {
            Some((_, Ok(square))) => {
                scene.targets = position.targets(square);
                scene.chosen = Some(square);
            }
            Some((path, Err(_))) => {
                let so_far = position.drawn_so_far(path);
                scene = Scene { marks: scene.marks, earlier: scene.earlier, to_move: scene.to_move, ..so_far };
            }
            None => {}
        }
        Ok(scene)
    }

    /// The position before the last turn, that turn, and the position it led to.
    pub fn last_turn(&self) -> Option<(Position, Played, Position)> {
        let (before, turn) = self.last.as_ref()?;
        let before = Position::parse(&self.setup().ok()?, before).ok()?;
        let mut after = before.clone();
        let played = after.play(turn).ok()?;
        Some((before, played, after))
    }

    /// The position itself.
    pub fn now(&self) -> Result<Position, SetupError> {
        Position::parse(&self.setup()?, &self.position)
    }

    fn setup(&self) -> Result<Setup, SetupError> {
        Setup::new(&self.game, Some(&self.variant), &self.options)
    }

    /// Whose side is at the bottom: the reader's if they want it so, otherwise White's.
    pub fn bottom(&self, my_side: bool) -> Side {
        match self.side.as_deref() {
            Some("black") if my_side => Side::Black,
            _ => Side::White,
        }
    }
}

/// Whether what a turn did can still be seen after the next one.
fn still_shows(scene: &Scene, mark: &Mark) -> bool {
    match mark {
        Mark::Captured(piece) => !scene.stands(piece.at),
        Mark::Promoted(at) | Mark::Placed(at) | Mark::Flipped(at) => scene.stands(*at),
        Mark::Path(_) | Mark::Shot { .. } | Mark::Attack { .. } | Mark::Resisted(_) => true,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::game::Course;

    #[test]
    fn the_strings_give_the_scene_of_the_game() {
        let setup = Setup::new("amazons", None, &[]).unwrap();
        let mut game = Course::new(&setup).unwrap();
        let before = game.position().text();
        game.play("d1-d7/g7").unwrap();
        let mut view = BoardView {
            game: "amazons".to_owned(),
            variant: "standard".to_owned(),
            options: Vec::new(),
            before: None,
            last: Some((before, "d1-d7/g7".to_owned())),
            position: game.position().text(),
            over: false,
            side: Some("black".to_owned()),
            about: None,
        };
        assert_eq!(view.scene().unwrap(), game.scene());
        assert_eq!((view.bottom(true), view.bottom(false)), (Side::Black, Side::White));
        view.about = Some("a7".to_owned());
        view.over = true;
        let scene = view.scene().unwrap();
        assert_eq!((scene.to_move, scene.chosen), (None, Some("a7".parse().unwrap())));
        assert!(!scene.targets.is_empty());
        view.last = Some(("nonsense".to_owned(), "d1-d7/g7".to_owned()));
        assert!(view.scene().unwrap().marks.is_empty());
        view.position = "nonsense".to_owned();
        assert!(view.scene().is_err());
    }
}
