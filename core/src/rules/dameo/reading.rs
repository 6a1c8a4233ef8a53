//! Reads what people type into the one legal turn that fits, and says which rule stands against the rest.

use super::captures::{distinct, longest};
use super::{BOARD, Dameo, Turn};
use crate::board::Square;
use crate::notation;
use crate::rules::{MoveError, Rules};

/// Reads a lenient text, untrusted.
pub(super) fn read(position: &Dameo, text: &str) -> Result<Turn, MoveError> {
    let plain = notation::normal(text);
    let typed: Vec<Square> = notation::squares(&plain).into_iter().map(|(_, square)| square).collect();
    if typed.len() < 2 || typed.iter().any(|&square| !BOARD.contains(square)) {
        return Err(MoveError::Syntax("a turn is c3-c4, a line c1-c4, a capture d4xd6xf6".to_owned()));
    }
    let fitting: Vec<Turn> = fitting(position, &typed);
    match fitting[..] {
        [turn] => Ok(turn),
        [] => Err(MoveError::Illegal { text: plain, why: "not legal".to_owned(), near: Vec::new(), about: None }),
        _ => Err(MoveError::Ambiguous(fitting.iter().map(Turn::to_string).collect())),
    }
}

fn fitting(position: &Dameo, typed: &[Square]) -> Vec<Turn> {
    let routes = longest(position, typed);
    if routes.is_empty() {
        return position.legal_turns().into_iter().filter(|turn| turn.squares() == typed).collect();
    }
    let fits: Vec<_> = routes
        .iter()
        .filter(|r| usize::from(r.passed) == typed.len() && r.turn.to() == typed[typed.len() - 1])
        .map(|r| r.result())
        .collect();
    distinct(routes).into_iter().filter(|r| fits.contains(&r.result())).map(|r| r.turn).collect()
}
