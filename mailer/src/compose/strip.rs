//! Three small pictures that show an invited stranger how the game is played: a piece's squares, a turn, its result.

use turnpost_core::board::{Square, SquareSet};
use turnpost_core::notice::BoardView;
use turnpost_core::rules::{GameKind, Position, Setup};
use turnpost_core::scene::{PieceKind, Scene};

/// One picture with the words under it.
pub(crate) struct Step {
    /// What it shows.
    pub scene: Scene,
    /// Its words.
    pub words: &'static str,
}

/// The pictures for a game's first board, by an example turn if there is one. None for boards without pieces to move
/// yet.
pub(crate) fn steps(board: &BoardView, example: Option<&str>) -> Option<[Step; 3]> {
    let setup = Setup::new(&board.game, Some(&board.variant), &board.options).ok()?;
    let start = Position::parse(&setup, &board.position).ok()?;
    let turn = match example {
        Some(turn) => start.read(turn).ok()?,
        None => some_turn(&start)?,
    };
    let from: Square = turn.split(['-', 'x', '^']).next()?.parse().ok()?;
    let mut chosen = start.scene();
    chosen.chosen = Some(from);
    chosen.targets = start.targets(from);
    if chosen.targets.is_empty() {
        return None;
    }
    let (after, scene) = played(&start, &turn)?;
    if setup.game == GameKind::Amazons {
        let words = ["Move an amazon", "Shoot an arrow", "Its square is blocked"];
        let shot = shot(&start, &scene, &turn)?;
        return Some(with_words([chosen, shot, scene], words));
    }
    let (_, answer) = played(&after, &some_turn(&after)?)?;
    Some(with_words([chosen, scene, answer], ["A piece's squares", "A first move", "An answer"]))
}

fn with_words(scenes: [Scene; 3], words: [&'static str; 3]) -> [Step; 3] {
    let mut words = words.into_iter();
    scenes.map(|scene| Step { scene, words: words.next().unwrap_or_default() })
}

/// The amazon has moved, and could shoot there.
fn shot(start: &Position, after: &Scene, turn: &str) -> Option<Scene> {
    let (walk, _) = turn.split_once('/')?;
    let shots = start.legal().into_iter().filter_map(|other| {
        let (its_walk, to) = other.split_once('/')?;
        (its_walk == walk).then(|| to.parse().ok()).flatten()
    });
    let mut scene = after.clone();
    scene.pieces.retain(|piece| piece.kind != PieceKind::Arrow);
    scene.marks.clear();
    scene.chosen = walk.split('-').nth(1).and_then(|square| square.parse().ok());
    scene.targets = shots.collect::<SquareSet>();
    Some(scene)
}

/// The position after a turn, and its picture with the turn marked.
fn played(position: &Position, turn: &str) -> Option<(Position, Scene)> {
    let mut after = position.clone();
    let marks = after.play(turn).ok()?.marks;
    let scene = Scene { marks, ..after.scene() };
    Some((after, scene))
}

/// A turn from the middle of the list, as good as any to show the notation.
fn some_turn(position: &Position) -> Option<String> {
    let mut legal = position.legal();
    (!legal.is_empty()).then(|| legal.swap_remove(legal.len() / 2))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn board(game: &str, variant: &str) -> BoardView {
        let setup = Setup::new(game, Some(variant), &[]).unwrap();
        BoardView {
            game: game.to_owned(),
            variant: variant.to_owned(),
            options: Vec::new(),
            last: None,
            position: Position::start(&setup).unwrap().text(),
            over: false,
            side: None,
            about: None,
        }
    }

    #[test]
    fn amazons_shows_move_shot_and_blocked_square() {
        let [walk, shot, blocked] = steps(&board("amazons", "standard"), Some("d1-d7/g7")).unwrap();
        assert!(walk.scene.targets.contains("d7".parse().unwrap()));
        assert!(shot.scene.targets.contains("g7".parse().unwrap()));
        assert_eq!((shot.scene.chosen, shot.scene.pieces.len()), (Some("d7".parse().unwrap()), 8));
        assert_eq!((blocked.scene.pieces.len(), blocked.scene.marks.len()), (9, 2));
    }

    #[test]
    fn every_game_with_pieces_on_the_board_has_a_strip() {
        for kind in GameKind::ALL {
            for variant in kind.variants() {
                let found = steps(&board(kind.name(), variant), None);
                assert_eq!(found.is_some(), (kind.name(), *variant) != ("diamond", "standard"), "{variant}");
            }
        }
    }
}
