//! What Amazons and Desdemona share: a turn in which an amazon moves like a queen and then shoots, its text,
//! and reading such a text.

use super::{Rules, Side};
use crate::board::{Square, SquareSet};
use crate::scene::Mark;

mod reading;

pub use reading::read;

/// How many amazons each side has at the start; a position may have fewer, not more.
pub const AMAZONS: usize = 4;

/// One whole turn. Whether a shot flips follows from the position, so it isn't kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Turn {
    /// Where the amazon stands.
    pub from: Square,
    /// Where it goes.
    pub to: Square,
    /// Where it shoots; nowhere only on Desdemona's first turn.
    pub shot: Option<Square>,
}

impl Turn {
    /// The text, with the sign that stands before the shot.
    pub fn text(self, sign: char) -> String {
        let Turn { from, to, shot } = self;
        match shot {
            Some(shot) => format!("{from}-{to}{sign}{shot}"),
            None => format!("{from}-{to}"),
        }
    }

    /// What it does, but for the stones it turns.
    pub fn marks(self) -> Vec<Mark> {
        let shot = self.shot.map(|to| Mark::Shot { from: self.to, to });
        std::iter::once(Mark::Path(vec![self.from, self.to])).chain(shot).collect()
    }
}

/// A game of amazons that move and shoot, as far as reading and refusing texts needs it.
pub trait Shooting: Rules<Turn = Turn> {
    /// The amazons of one side.
    fn amazons(&self, side: Side) -> SquareSet;
    /// The squares where nothing stands.
    fn empty(&self) -> SquareSet;
}

/// Puts an amazon of a position string on the board, if the side has one left.
pub fn put_amazon(amazons: &mut [SquareSet; 2], side: Side, square: Square) -> Result<(), String> {
    let own = &mut amazons[side as usize];
    if own.len() == AMAZONS {
        return Err(format!("a fifth {side} amazon; each side has {AMAZONS}"));
    }
    own.insert(square);
    Ok(())
}
