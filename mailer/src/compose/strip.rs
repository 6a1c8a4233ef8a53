//! Three small pictures that show an invited stranger how the game goes; which ones is the game's own choice.

use turnpost_core::notice::BoardView;
use turnpost_core::rules::{Lesson, Position};

/// The pictures for a game's first board, showing an example turn if there is one. None for boards without pieces to
/// move yet.
pub(crate) fn steps(board: &BoardView, example: Option<&str>) -> Option<[Lesson; 3]> {
    let start = board.now().ok()?;
    match example {
        Some(turn) => start.lesson(turn),
        None => start.lesson(&some_turn(&start)?),
    }
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
    use turnpost_core::rules::{GameKind, Setup};

    fn board(game: &str, variant: &str) -> BoardView {
        let setup = Setup::new(game, Some(variant), &[]).unwrap();
        BoardView {
            game: game.to_owned(),
            variant: variant.to_owned(),
            options: Vec::new(),
            before: None,
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
