//! Reads what people type into the one legal turn that fits. The squares decide; dashes, crosses and
//! colons between them don't, since a position has either captures or quiet turns, never both.

use super::captures::{distinct, layers, result};
use super::{Dameo, MOST_PIECES, Turn, help, refusal};
use crate::board::{Square, SquareSet};
use crate::notation;
use crate::rules::{MoveError, NoTurn, Rules};

/// How many turns an ambiguous text lists.
const MOST_LISTED: usize = 12;

/// Reads a lenient text (untrusted) into the one legal turn that fits.
pub(super) fn read(position: &Dameo, text: &str) -> Result<Turn, MoveError> {
    let typed = squares(text)?;
    let fitting = match typed[..] {
        [] => return Err(no_turn()),
        [square] => position.legal_turns().into_iter().filter(|t| t.from() == square || t.to() == square).collect(),
        [from, onto] => Some(fitting(position, &typed))
            .filter(|fitting| !fitting.is_empty())
            .unwrap_or_else(|| taking(position, from, onto)),
        [_, _, ..] => fitting(position, &typed),
    };
    // A cross may stand behind a capture, `c3-e3x`; any other sign there should be followed by something.
    let signed = typed.len() > 1 && notation::ends_in_sign(&notation::normal(text));
    let crossed = text.trim_end().ends_with(['x', 'X', '×']);
    match fitting[..] {
        [turn] if signed && (!crossed || turn.taken().is_empty()) => Err(no_turn()),
        [turn] => Ok(turn),
        [] => Err(refusal::explain(position, &typed, notation::normal(text).contains(['x', ':']))),
        _ => {
            let mut texts: Vec<String> = fitting.iter().map(Turn::to_string).collect();
            texts.sort_unstable();
            texts.truncate(MOST_LISTED);
            Err(MoveError::Ambiguous(texts))
        }
    }
}

/// The squares of a text that has nothing but squares and separators.
fn squares(text: &str) -> Result<Vec<Square>, MoveError> {
    let plain = notation::normal(text);
    let mut squares = Vec::new();
    let mut rest = plain.as_str();
    while let Some(first) = rest.chars().next() {
        let digits = rest[first.len_utf8()..].bytes().take_while(u8::is_ascii_digit).count();
        let (word, behind) = rest.split_at(first.len_utf8() + digits);
        let is_separator = digits == 0 && (first == 'x' || first == ' ' || first.is_ascii_punctuation());
        rest = behind;
        if first.is_ascii_lowercase() && digits > 0 {
            let square: Option<Square> = word.parse().ok();
            let on_board = |square: &Square| square.file() < Dameo::SIZE.0 && square.rank() < Dameo::SIZE.1;
            squares.push(square.filter(on_board).ok_or(NoTurn::Square { word, size: Dameo::SIZE })?);
        } else if !is_separator {
            return Err(no_turn());
        }
    }
    // A turn lands once for each piece it takes.
    if squares.len() > MOST_PIECES + 1 { Err(no_turn()) } else { Ok(squares) }
}

/// The refusal of what isn't written as turns are.
fn no_turn() -> MoveError {
    MoveError::Syntax(help::FORM.to_owned())
}

/// The legal turns that begin and end there and come through the squares between.
fn fitting(position: &Dameo, typed: &[Square]) -> Vec<Turn> {
    let Some(routes) = layers(&position.board, typed).last() else {
        return position.legal_turns().into_iter().filter(|turn| goes_along(turn, typed)).collect();
    };
    // A turn's other routes name it too.
    let fits: Vec<_> = routes.iter().filter(|route| route.is_through(typed)).map(|route| result(&route.turn)).collect();
    if fits.is_empty() {
        return Vec::new();
    }
    distinct(&routes).into_iter().filter(|turn| fits.contains(&result(turn))).collect()
}

/// The legal turns of a piece that take just the one on that square: other games' players name what they take.
fn taking(position: &Dameo, from: Square, taken: Square) -> Vec<Turn> {
    let takes = |turn: &Turn| turn.from() == from && turn.taken() == SquareSet::of(taken);
    position.legal_turns().into_iter().filter(takes).collect()
}

/// Whether a quiet turn goes from the first to the last of these squares, over the others in their order:
/// some write a line as tail, head and the square before it.
fn goes_along(turn: &Turn, typed: &[Square]) -> bool {
    let (Some(&from), Some(&to)) = (typed.first(), typed.last()) else { return false };
    let steps = |square: Square| from.line_to(square).map_or(0, |(_, steps)| steps);
    turn.from() == from
        && turn.to() == to
        && typed[1..typed.len() - 1].iter().all(|&square| from.between(to).contains(square))
        && typed.is_sorted_by_key(|&square| steps(square))
}

#[cfg(test)]
mod tests;
