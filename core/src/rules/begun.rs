//! A turn that is written only in part: what it has moved so far, and how it can go on.

use super::Position;
use crate::board::{Square, SquareSet};
use crate::notation;
use crate::rules::guided::last_square;
use crate::scene::Scene;

impl Position {
    /// The beginning that a text is, if it names the first squares of several turns, of which these are some: the
    /// beginning as it is written, and how many turns have it.
    pub fn begun(&self, text: &str, some: &[String]) -> Option<(String, usize)> {
        let typed = squares(&notation::normal(text));
        let first = some.first()?;
        let end = typed.iter().fold(0, |end, _| notation::next_stop(first, end));
        let path = first.get(..end)?;
        if typed.is_empty() || squares(path) != typed || !some.iter().all(|turn| begins(turn, path)) {
            return None;
        }
        let all = self.legal().iter().filter(|turn| begins(turn, path)).count();
        (all > 1).then(|| (path.to_owned(), all))
    }

    /// What to draw of a turn chosen so far: its pieces have moved, and the squares that may follow are dotted.
    pub fn drawn_so_far(&self, path: &str) -> Scene {
        let mut scene = self.scene();
        for part in path.split([' ', '+']) {
            let squares = squares(part);
            let (Some(from), Some(to)) = (squares.first(), squares.last()) else { continue };
            if self.carries(part)
                && let Some(piece) = scene.pieces.iter_mut().find(|piece| piece.at == *from)
            {
                piece.at = *to;
            }
        }
        scene.pieces.sort_by_key(|piece| piece.at);
        scene.chosen = last_square(path);
        let ways = self.complete(path).into_iter().filter(|way| begins(way, path));
        scene.targets = ways.filter_map(|way| last_square(&way)).collect::<SquareSet>();
        scene
    }
}

/// Whether a turn begins with that path. `a1` is no beginning of `a10-…`.
fn begins(turn: &str, path: &str) -> bool {
    turn.strip_prefix(path).is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_digit()))
}

fn squares(text: &str) -> Vec<Square> {
    notation::squares(text).into_iter().map(|(_, square)| square).collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::rules::{MoveError, Setup};

    fn begun(game: &str, text: &str) -> Option<(String, usize)> {
        let position = Position::start(&Setup::new(game, None, &[]).unwrap()).unwrap();
        let Err(MoveError::Ambiguous(some)) = position.read(text) else { panic!("{text} is ambiguous") };
        position.begun(text, &some)
    }

    #[test]
    fn a_move_without_its_shot_is_a_beginning() {
        let arrows = begun("amazons", "d1-d7").unwrap();
        assert_eq!(arrows.0, "d1-d7");
        assert!(arrows.1 > 12, "{arrows:?}");
        assert_eq!(begun("amazons", "D1 d7"), Some(arrows));
        assert_eq!(begun("amazons", "d7/g7"), None, "that is an end");
    }

    #[test]
    fn it_is_drawn_with_what_may_follow() {
        let position = Position::start(&Setup::new("amazons", None, &[]).unwrap()).unwrap();
        let scene = position.drawn_so_far("d1-d7");
        let at = |square: &str| square.parse::<Square>().unwrap();
        assert!(scene.stands(at("d7")) && !scene.stands(at("d1")));
        assert!(
            scene.targets.contains(at("g7")) && scene.targets.contains(at("d1")) && !scene.targets.contains(at("e5"))
        );
        assert_eq!(scene.targets.len(), begun("amazons", "d1-d7").unwrap().1);
    }

    #[test]
    fn nothing_begun_shows_where_a_turn_can_begin() {
        let position = Position::start(&Setup::new("othello", None, &[]).unwrap()).unwrap();
        let scene = position.drawn_so_far("");
        let squares: Vec<String> = scene.targets.into_iter().map(|square| square.to_string()).collect();
        assert_eq!((squares.join(" ").as_str(), scene.chosen), ("d3 c4 f5 e6", None));
    }

    #[test]
    fn a_file_of_ten_is_not_the_first_rank() {
        let setup = Setup::new("amazons", None, &[]).unwrap();
        let position = Position::parse(&setup, "3B2B3/10/10/B8B/10/10/W8W/10/10/3W2W3 w 1").unwrap();
        let drawn = position.drawn_so_far("a4-a1");
        assert!(drawn.targets.contains("b1".parse().unwrap()) && !drawn.targets.contains("a10".parse().unwrap()));
    }
}
