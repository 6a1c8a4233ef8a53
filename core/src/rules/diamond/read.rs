//! The lenient reader.

use super::Diamond;
use super::turns::Turn;
use crate::notation::normal;
use crate::rules::{MoveError, Rules};

/// Reads a lenient text into the one legal turn that fits.
pub fn read(position: &Diamond, text: &str) -> Result<Turn, MoveError> {
    let text = normal(text);
    let legal = position.legal_turns();
    legal
        .into_iter()
        .find(|turn| turn.to_string() == text)
        .ok_or_else(|| MoveError::Syntax(format!("{text:?} is no legal turn")))
}
