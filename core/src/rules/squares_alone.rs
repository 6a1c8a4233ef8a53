//! Reading for games whose turns are identified by their squares alone: `d3`, `b2-b3`. What stands between the squares
//! hardly counts, and squares may be left out where one legal turn fits all the same.

use super::{Guided, MoveError, NoTurn};
use crate::board::{Square, SquareSet};
use crate::notation;

/// How many turns an ambiguous text, or a refusal, lists.
const MOST_LISTED: usize = 12;

/// Reads a lenient text (untrusted) into the one legal turn that fits. `why` names the rule that keeps these squares
/// from being a turn, as a phrase that can follow "Not played: ".
pub fn read<G: Guided>(game: &G, text: &str, why: impl FnOnce(&[Square]) -> String) -> Result<G::Turn, MoveError> {
    let text = notation::normal(text);
    let mut legal: Vec<(String, G::Turn)> =
        game.legal_turns().into_iter().map(|turn| (game.write(&turn), turn)).collect();
    legal.sort_unstable_by(|(one, _), (other, _)| one.cmp(other));
    if let Some((_, turn)) = legal.iter().find(|(own, _)| *own == text) {
        return Ok(turn.clone());
    }
    let named = squares::<G>(&text)?;
    let fits = |wanted: &dyn Fn(&[Square]) -> bool| {
        let squares_of = |text: &str| notation::squares(text).into_iter().map(|(_, square)| square).collect::<Vec<_>>();
        legal.iter().filter(|(own, _)| wanted(&squares_of(own))).collect::<Vec<_>>()
    };
    let mut found = fits(&|own| own == named);
    if found.is_empty() {
        found = fits(&|own| own.windows(named.len()).any(|part| part == named));
    }
    match &found[..] {
        [(_, turn)] => Ok(turn.clone()),
        [] => {
            let near = fits(&|own| own.first() == named.first() || own.last() == named.last());
            let near = near.iter().take(MOST_LISTED).map(|(own, _)| own.clone()).collect();
            // Where no piece was named that can go somewhere, the picture shows where a turn can begin.
            let from = named.first().filter(|&&from| !game.targets(from).is_empty());
            let about = Some(from.map_or_else(String::new, Square::to_string));
            Err(MoveError::Illegal { why: why(&named), text, near, about })
        }
        several => Err(MoveError::Ambiguous(several.iter().take(MOST_LISTED).map(|(own, _)| own.clone()).collect())),
    }
}

/// The squares of a normal text that holds nothing else except signs.
fn squares<G: Guided>(text: &str) -> Result<Vec<Square>, MoveError> {
    let no_turn = || MoveError::from(NoTurn::Form { pattern: G::PATTERN, example: G::EXAMPLE[0] });
    let (files, ranks) = G::SIZE;
    let board = SquareSet::board(files, ranks);
    let mut named = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let digits = rest[first.len_utf8()..].bytes().take_while(u8::is_ascii_digit).count();
        let (word, behind) = rest.split_at(first.len_utf8() + digits);
        rest = behind;
        if first.is_ascii_lowercase() && digits > 0 {
            let square = word.parse::<Square>().ok().filter(|square| board.contains(*square));
            // Enough to recognise it by, however long it is.
            let word = word.get(..4).unwrap_or(word);
            named.push(square.ok_or(NoTurn::Square { word, size: G::SIZE })?);
        } else if digits > 0 || !(first == ' ' || first == 'x' || first.is_ascii_punctuation()) {
            return Err(no_turn());
        }
    }
    if named.is_empty() || notation::ends_in_sign(text) { Err(no_turn()) } else { Ok(named) }
}
