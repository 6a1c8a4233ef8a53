//! Reading a typed turn: the squares in it count, the separators hardly do. A text fits a legal turn when its
//! squares are squares of that turn that follow each other, so `d7/g7` does where one amazon alone can do that.

use super::refusal::{Wish, refuse};
use super::{Shooting, Turn, help};
use crate::board::Square;
use crate::notation;
use crate::rules::{MoveError, NoTurn};

/// How many turns an ambiguous text lists.
const MOST_LISTED: usize = 12;

/// Reads a lenient text (untrusted) into the one legal turn that fits.
pub fn read<G: Shooting>(game: &G, text: &str) -> Result<Turn, MoveError> {
    let typed = Typed::parse(game, text)?;
    let legal = game.legal_turns();
    let fitting = |as_signed| legal.iter().copied().filter(move |turn| typed.fits(*turn, as_signed));
    let mut found: Vec<Turn> = fitting(typed.shot_named).collect();
    if found.is_empty() {
        found = fitting(false).collect();
    }
    // "d1-d5, flip e6": the stone that is jumped instead of where the shot lands.
    if found.is_empty() {
        found = legal.iter().copied().filter(|turn| typed.jumps(game, *turn)).collect();
    }
    match found[..] {
        [turn] => Ok(turn),
        [] => Err(refuse(game, typed.wish(game), &legal)),
        _ => {
            let mut texts: Vec<String> = found.iter().map(|turn| game.write(turn)).collect();
            if texts.len() > MOST_LISTED {
                // Where not all are named, those that turn something over are.
                texts.sort_unstable_by_key(|text| (!text.contains('x'), text.clone()));
                texts.truncate(MOST_LISTED);
            }
            texts.sort_unstable();
            Err(MoveError::Ambiguous(texts))
        }
    }
}

/// The squares of a text, one to three, and whether a `/`, `,`, `(` or `x` before the last one says that it
/// is the shot's; and whether it was an `x`.
#[derive(Clone, Copy, Debug)]
struct Typed {
    squares: [Option<Square>; 3],
    shot_named: bool,
    flips: bool,
}

impl Typed {
    fn parse<G: Shooting>(game: &G, text: &str) -> Result<Typed, MoveError> {
        let no_turn = || no_turn(game);
        let text = notation::normal(text);
        let mut typed = Typed { squares: [None; 3], shot_named: false, flips: false };
        let mut slots = typed.squares.iter_mut();
        let mut rest = text.as_str();
        let (mut shot_sign, mut cross) = (false, false);
        while let Some(first) = rest.chars().next() {
            let digits = rest[first.len_utf8()..].bytes().take_while(u8::is_ascii_digit).count();
            let (word, behind) = rest.split_at(first.len_utf8() + digits);
            rest = behind;
            if first.is_ascii_lowercase() && digits > 0 {
                let square = word.parse().map_err(|_| no_square::<G>(word))?;
                *slots.next().ok_or_else(no_turn)? = Some(square);
                typed.shot_named = std::mem::take(&mut shot_sign);
                typed.flips = std::mem::take(&mut cross);
            } else if digits == 0 && (first == ' ' || first == 'x' || first.is_ascii_punctuation()) {
                shot_sign |= matches!(first, '/' | ',' | '(' | 'x');
                cross |= first == 'x';
            } else {
                return Err(no_turn());
            }
        }
        // A sign after a whole turn is a slip, or the beginning of something that is missing.
        let whole = typed.squares[if game.moves_alone() { 1 } else { 2 }].is_some();
        if typed.squares[0].is_none() || (whole && notation::ends_in_sign(&text)) { Err(no_turn()) } else { Ok(typed) }
    }

    /// Whether these are squares of the turn that follow each other, the last of them the shot's if so asked.
    fn fits(self, turn: Turn, shot_last: bool) -> bool {
        let Turn { from, to, shot } = turn;
        match self.squares {
            [Some(a), Some(b), Some(c)] => a == from && b == to && Some(c) == shot,
            [Some(a), Some(b), None] => (a == to && Some(b) == shot) || (!shot_last && a == from && b == to),
            [Some(a), None, None] => Some(a) == shot || (!shot_last && (a == from || a == to)),
            _ => false,
        }
    }

    /// Whether these are where an amazon goes, or from where to where, and something that its shot jumps.
    fn jumps<G: Shooting>(self, game: &G, turn: Turn) -> bool {
        let Turn { from, to, shot } = turn;
        let over = |square| {
            game.piece(square).is_some() && square != from && shot.is_some_and(|shot| to.between(shot).contains(square))
        };
        match self.squares {
            [Some(a), Some(b), Some(c)] => self.flips && a == from && b == to && over(c),
            [Some(a), Some(b), None] => self.flips && a == to && over(b),
            _ => false,
        }
    }

    /// What the squares are meant as: the first is the amazon's unless the text shows that it was left out.
    fn wish<G: Shooting>(self, game: &G) -> Wish {
        let side = game.to_move();
        let left_out = |first| {
            let amazons = game.amazons(side) | game.amazons(side.other());
            self.shot_named && !amazons.contains(first)
        };
        match self.squares {
            [Some(to), Some(shot), None] if left_out(to) => Wish { from: None, to: Some(to), shot: Some(shot) },
            [Some(shot), None, None] if left_out(shot) => Wish { from: None, to: None, shot: Some(shot) },
            [from, to, shot] => Wish { from, to, shot },
        }
    }
}

fn no_turn<G: Shooting>(game: &G) -> MoveError {
    if game.moves_alone() {
        return MoveError::Syntax(help::form_of_move_alone(game.turn_number()));
    }
    NoTurn::Form { pattern: G::PATTERN, example: G::EXAMPLE[0] }.into()
}

fn no_square<G: Shooting>(word: &str) -> MoveError {
    // Enough to recognise it by, however long it is.
    NoTurn::Square { word: word.get(..4).unwrap_or(word), size: G::SIZE }.into()
}
