//! What the letters of a board of letters stand for: only those that are on it.

use crate::rules::Side;
use crate::scene::{Layout, PieceKind, Scene};

/// No line is longer, so that no client wraps it.
const LONGEST: usize = 64;

/// Lines that name the letters. Each begins with "is" behind its first letter, so that a quoted one is no turn.
pub fn letters(scene: &Scene) -> Vec<String> {
    let mut kinds: Vec<PieceKind> = scene.pieces.iter().map(|piece| piece.kind).collect();
    kinds.sort_unstable();
    kinds.dedup();
    let by_case = scene.layout == Layout::Diamond;
    let items = kinds.iter().flat_map(|kind| match by_case {
        true => by_name(scene, *kind).into_iter().collect::<Vec<_>>(),
        false => by_side(scene, *kind),
    });
    let mut lines: Vec<String> = Vec::new();
    for (letter, what) in items {
        match lines.last_mut().filter(|line| line.len() + what.len() + 4 <= LONGEST) {
            Some(line) => *line += &format!(", {letter} {what}"),
            None => lines.push(format!("   {letter} is {what}")),
        }
    }
    if by_case && let Some(last) = lines.last_mut() {
        *last += "; capitals: White";
    }
    lines
}

/// The letter of a kind of which capitals are White's.
fn by_name(scene: &Scene, kind: PieceKind) -> Option<(char, String)> {
    let piece = scene.pieces.iter().find(|piece| piece.kind == kind)?;
    Some((piece.letter.to_ascii_lowercase(), one(kind.word())))
}

/// The letters of a kind, one for each side that has any.
fn by_side(scene: &Scene, kind: PieceKind) -> Vec<(char, String)> {
    let of = |side: Option<Side>| scene.pieces.iter().find(|piece| piece.kind == kind && piece.side == side);
    let white = of(Some(Side::White)).map(|piece| (piece.letter, format!("a White {}", kind.word())));
    let black = of(Some(Side::Black)).map(|piece| {
        let what = if white.is_some() { "one" } else { kind.word() };
        (piece.letter, format!("a Black {what}"))
    });
    let neither = of(None).map(|piece| (piece.letter, one(kind.word())));
    [white, black, neither].into_iter().flatten().collect()
}

/// `an arrow`, `a town`.
fn one(word: &str) -> String {
    let article = if word.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {word}")
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::command::parse::{Parsed, parse_line, parse_perhaps};
    use crate::rules::{GameKind, Position, Setup};

    fn of(game: GameKind, turns: usize) -> Vec<String> {
        let setup = Setup { game, variant: game.variants()[0], options: Vec::new() };
        let mut position = Position::start(&setup).unwrap();
        for _ in 0..turns {
            let turn = position.legal().swap_remove(0);
            position.play(&turn).unwrap();
        }
        letters(&position.scene())
    }

    #[test]
    fn only_what_is_drawn_is_named() {
        assert_eq!(of(GameKind::Amazons, 0), ["   W is a White amazon, B a Black one"]);
        assert_eq!(of(GameKind::Amazons, 1), ["   W is a White amazon, B a Black one, x an arrow"]);
        assert_eq!(of(GameKind::Dameo, 0), ["   w is a White man, b a Black one"]);
        assert_eq!(of(GameKind::Diamond, 0), ["   t is a town; capitals: White"]);
    }

    /// Quoted back to us, none of it is a turn.
    #[test]
    fn no_line_is_a_turn() {
        for game in GameKind::ALL {
            for line in [0, 9, 20].into_iter().flat_map(|turns| of(*game, turns)) {
                assert!(line.len() <= LONGEST + 20, "{line}");
                assert_eq!((parse_line(&line), parse_perhaps(&line)), (Parsed::Prose, None), "{line}");
            }
        }
    }
}
