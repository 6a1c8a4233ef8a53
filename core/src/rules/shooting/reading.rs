//! Reading a typed turn: the squares in it count, the separators hardly do. A text fits a legal turn when its
//! squares are squares of that turn that follow each other, so `d7/g7` does where one amazon alone can do that.

use super::{Shooting, Turn};
use crate::board::Square;
use crate::notation;
use crate::rules::MoveError;

/// How many turns an ambiguous text lists.
const MOST_LISTED: usize = 12;

/// Reads a lenient text (untrusted) into the one legal turn that fits.
pub fn read<G: Shooting>(game: &G, text: &str) -> Result<Turn, MoveError> {
    let typed = Typed::parse::<G>(text)?;
    let legal = game.legal_turns();
    let mut fitting: Vec<Turn> = legal.iter().copied().filter(|turn| typed.fits(turn, typed.shot_named)).collect();
    if fitting.is_empty() && typed.shot_named {
        fitting = legal.iter().copied().filter(|turn| typed.fits(turn, false)).collect();
    }
    match fitting[..] {
        [turn] => Ok(turn),
        [] => Err(MoveError::Syntax(format!("a turn is written {}", G::PATTERN))),
        _ => {
            let mut texts: Vec<String> = fitting.iter().map(|turn| game.write(turn)).collect();
            texts.sort_unstable();
            texts.truncate(MOST_LISTED);
            Err(MoveError::Ambiguous(texts))
        }
    }
}

/// The squares of a text, and whether a `/`, `,`, `(` or `x` before the last one says that it is the shot's.
#[derive(Debug)]
struct Typed {
    squares: Vec<Square>,
    shot_named: bool,
}

impl Typed {
    fn parse<G: Shooting>(text: &str) -> Result<Typed, MoveError> {
        let pattern = || format!("a turn is written {}", G::PATTERN);
        let text = notation::normal(text);
        let mut typed = Typed { squares: Vec::new(), shot_named: false };
        let mut rest = text.as_str();
        let mut shot_sign = false;
        while let Some(first) = rest.chars().next() {
            let digits = rest[first.len_utf8()..].bytes().take_while(u8::is_ascii_digit).count();
            let (word, behind) = rest.split_at(first.len_utf8() + digits);
            rest = behind;
            if first.is_ascii_lowercase() && digits > 0 {
                let square = word.parse().map_err(|_| {
                    let (files, ranks) = G::SIZE;
                    let last = char::from(b'a' + files - 1);
                    MoveError::Syntax(format!("there is no square {word}, the board is a1 to {last}{ranks}"))
                })?;
                typed.squares.push(square);
                typed.shot_named = std::mem::take(&mut shot_sign);
            } else if digits > 0 || !(first == ' ' || first == 'x' || first.is_ascii_punctuation()) {
                return Err(MoveError::Syntax(pattern()));
            } else {
                shot_sign |= matches!(first, '/' | ',' | '(' | 'x');
            }
        }
        if typed.squares.is_empty() || typed.squares.len() > 3 {
            return Err(MoveError::Syntax(pattern()));
        }
        Ok(typed)
    }

    fn fits(&self, turn: &Turn, to_the_end: bool) -> bool {
        let squares = [Some(turn.from), Some(turn.to), turn.shot];
        let squares = &squares[..if turn.shot.is_some() { 3 } else { 2 }];
        let wanted = || self.squares.iter().copied().map(Some);
        let n = self.squares.len();
        if to_the_end {
            squares.len() >= n && squares[squares.len() - n..].iter().copied().eq(wanted())
        } else {
            squares.windows(n).any(|window| window.iter().copied().eq(wanted()))
        }
    }
}
