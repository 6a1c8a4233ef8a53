//! What Amazons and Desdemona share: a turn in which an amazon moves like a queen and then shoots, its text,
//! and reading or refusing such a text.

use super::{GameKind, Guided, Side};
use crate::board::{Square, SquareSet, queen_reach};
use crate::scene::{Mark, Piece, Scene};

pub mod guide;
pub mod help;
mod reading;
mod refusal;

pub use reading::read;

/// All squares.
pub const BOARD: SquareSet = SquareSet::board(10, 10);
/// How many amazons each side has at the start; a position may have fewer, not more.
const AMAZONS: usize = 4;

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
        let mut text = String::with_capacity("a10-b10/c10".len());
        push_square(&mut text, self.from);
        text.push('-');
        push_square(&mut text, self.to);
        if let Some(shot) = self.shot {
            text.push(sign);
            push_square(&mut text, shot);
        }
        text
    }

    /// What it does, except for the stones it turns over.
    pub fn marks(self) -> Vec<Mark> {
        let shot = self.shot.map(|to| Mark::Shot { from: self.to, to });
        std::iter::once(Mark::Path(vec![self.from, self.to])).chain(shot).collect()
    }
}

/// A game of amazons that move and shoot, as far as reading and refusing texts needs it.
pub trait Shooting: Guided<Turn = Turn> {
    /// What it calls what an amazon shoots: `arrow`, `shot`.
    const MISSILE: &'static str;

    /// The amazons of one side.
    fn amazons(&self, side: Side) -> SquareSet;

    /// The squares where nothing stands.
    fn empty(&self) -> SquareSet;

    /// What stands on a square.
    fn piece(&self, at: Square) -> Option<Piece>;

    /// Whether the turn to be played is a move without a shot.
    fn moves_alone(&self) -> bool {
        false
    }

    /// Where an amazon that went from `from` to `to` can shoot.
    fn shots(&self, from: Square, to: Square) -> SquareSet;

    /// Every move of the player's amazons, with where each can then shoot.
    fn moves(&self) -> impl Iterator<Item = (Square, Square, SquareSet)> {
        let empty = self.empty();
        self.amazons(self.to_move())
            .into_iter()
            .flat_map(move |from| queen_reach(from, empty).into_iter().map(move |to| (from, to, self.shots(from, to))))
    }

    /// The rule of this game alone that keeps an amazon on `to` from shooting at a square on a line with it;
    /// `None` where it is simply the first thing in the way.
    fn shot_rule(&self, from: Square, to: Square, at: Square) -> Option<String> {
        let _ = (from, to, at);
        None
    }
}

/// All turns of the player to move.
pub fn legal_turns<G: Shooting>(game: &G) -> Vec<Turn> {
    if game.moves_alone() {
        return game.moves().map(|(from, to, _)| Turn { from, to, shot: None }).collect();
    }
    let mut turns = Vec::with_capacity(1024);
    for (from, to, shots) in game.moves() {
        turns.extend(shots.into_iter().map(|shot| Turn { from, to, shot: Some(shot) }));
    }
    turns
}

/// How many there are, without making them.
pub fn count_turns<G: Shooting>(game: &G) -> u64 {
    let alone = game.moves_alone();
    game.moves().map(|(_, _, shots)| if alone { 1 } else { shots.len() as u64 }).sum()
}

/// Puts an amazon of a position string on the board, if the side has one left.
pub fn put_amazon(amazons: &mut [SquareSet; 2], side: Side, square: Square) -> Result<(), String> {
    let own = &mut amazons[side as usize];
    if own.len() == AMAZONS {
        return Err(help::fifth_amazon(side, AMAZONS));
    }
    own.insert(square);
    Ok(())
}

/// The scene of such a game: its pieces on a plain board.
pub fn scene<G: Shooting>(kind: GameKind, game: &G, to_move: Option<Side>) -> Scene {
    let pieces = BOARD.into_iter().filter_map(|square| game.piece(square)).collect();
    Scene::new(kind, G::SIZE, pieces, to_move, game.turn_number())
}

/// As [`Square`] prints, but quicker: whole lists of turns are written.
fn push_square(text: &mut String, square: Square) {
    text.push(char::from(b'a' + square.file()));
    match square.rank() {
        9 => text.push_str("10"),
        rank => text.push(char::from(b'1' + rank)),
    }
}

#[cfg(test)]
mod laws;
#[cfg(test)]
pub(crate) mod slow;
#[cfg(test)]
mod tests;
