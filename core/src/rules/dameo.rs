//! Dameo: men that move in lines, kings that fly, and captures that must take the most.
//!
//! A position is four sets of squares. `moves` has the quiet turns, `captures` the captures, and a
//! position with a capture has no quiet turn; `reading` turns texts into turns and explains refusals.

use std::fmt;
use std::hash::{Hash, Hasher};

use super::{MoveError, Outcome, Reason, Rules, SetupError, Side};
use crate::board::{Direction, Square, SquareSet};
use crate::scene::{Layout, Mark, Piece, PieceKind, Scene};

mod captures;
mod moves;
mod position;
mod reading;
#[cfg(test)]
mod slow;
#[cfg(test)]
mod tests;

/// Most pieces a side can have: its men at the start.
const MOST_PIECES: usize = 18;
const BOARD: SquareSet = SquareSet::board(8, 8);
const FAR_RANK: [SquareSet; 2] = [
    SquareSet::named(&["a8", "b8", "c8", "d8", "e8", "f8", "g8", "h8"]),
    SquareSet::named(&["a1", "b1", "c1", "d1", "e1", "f1", "g1", "h1"]),
];

/// A Dameo position.
#[derive(Clone)]
pub struct Dameo {
    /// The men of White and Black.
    men: [SquareSet; 2],
    /// Their kings.
    kings: [SquareSet; 2],
    to_move: Side,
    turn: u32,
}

/// One whole turn: the squares its piece comes to, and what it takes.
///
/// A line that moves is written, and kept, as its rearmost man going to the square before its head.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Turn {
    path: Path,
    taken: SquareSet,
}

/// The squares of a turn: where from, any landings in between, where to.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Path {
    squares: [Square; MOST_PIECES + 1],
    len: u8,
}

impl Rules for Dameo {
    type Turn = Turn;

    const NAME: &'static str = "dameo";
    const TITLE: &'static str = "Dameo";
    const VARIANTS: &'static [&'static str] = &["standard"];
    const PATTERN: &'static str = "from-to, or fromxtoxto for a capture";
    const HELP: &'static str = include_str!("dameo/help.txt");
    const BLURB: &'static str = "Men step forward, straight or diagonally, alone or a whole line at once.\n\
        Captures go along ranks and files, are compulsory, and must take the most.\n\
        A man that ends on the far rank becomes a king. Whoever cannot move loses.";
    const SIZE: (u8, u8) = (8, 8);
    const REPETITION_DRAWS: bool = true;
    const QUIET_LIMIT: Option<u32> = Some(50);

    fn start(_: &'static str, _: &[(String, String)]) -> Result<Dameo, SetupError> {
        let rank = |rank: u8, files: std::ops::Range<u8>| files.filter_map(move |file| Square::new(file, rank));
        let white = rank(0, 0..8).chain(rank(1, 1..7)).chain(rank(2, 2..6)).collect();
        let black = rank(7, 0..8).chain(rank(6, 1..7)).chain(rank(5, 2..6)).collect();
        Ok(Dameo { men: [white, black], kings: [SquareSet::EMPTY; 2], to_move: Side::White, turn: 1 })
    }

    fn parse(_: &'static str, _: &[(String, String)], text: &str) -> Result<Dameo, SetupError> {
        position::parse(text)
    }

    fn position(&self) -> String {
        position::write(self)
    }

    fn to_move(&self) -> Side {
        self.to_move
    }

    fn turn_number(&self) -> u32 {
        self.turn
    }

    fn legal_turns(&self) -> Vec<Turn> {
        let captures = captures::turns(self);
        if !captures.is_empty() {
            return captures;
        }
        if self.is_king_each() { Vec::new() } else { moves::turns(self) }
    }

    fn count_turns(&self) -> u64 {
        let captures = captures::turns(self).len();
        match captures {
            0 if self.is_king_each() => 0,
            0 => moves::count(self),
            captures => captures as u64,
        }
    }

    fn play(&mut self, turn: &Turn) {
        let side = self.to_move as usize;
        let (from, to) = (turn.from(), turn.to());
        for enemy in [&mut self.men[1 - side], &mut self.kings[1 - side]] {
            *enemy = *enemy - turn.taken;
        }
        let is_king = self.kings[side].contains(from) || FAR_RANK[side].contains(to);
        self.men[side].remove(from);
        self.kings[side].remove(from);
        if is_king {
            self.kings[side].insert(to)
        } else {
            self.men[side].insert(to)
        }
        self.to_move = self.to_move.other();
        self.turn = self.turn.saturating_add(1);
    }

    fn outcome(&self) -> Option<Outcome> {
        if captures::any(self) {
            return None;
        }
        // Having no turn comes before any draw, but a lone king facing a lone king always has one.
        if self.is_king_each() {
            return Some(Outcome { winner: None, reason: Reason::KingEach, margin: None });
        }
        let winner = Some(self.to_move.other());
        (moves::count(self) == 0).then_some(Outcome { winner, reason: Reason::NoTurn, margin: None })
    }

    fn write(&self, turn: &Turn) -> String {
        turn.to_string()
    }

    fn read(&self, text: &str) -> Result<Turn, MoveError> {
        reading::read(self, text)
    }

    fn is_progress(&self, turn: &Turn) -> bool {
        !turn.taken.is_empty() || self.own_men().contains(turn.from())
    }

    fn scene(&self) -> Scene {
        let (files, ranks) = Self::SIZE;
        Scene {
            game: super::GameKind::Dameo,
            files,
            ranks,
            layout: Layout::Square,
            river: SquareSet::EMPTY,
            fords: Vec::new(),
            edge: SquareSet::EMPTY,
            pieces: self.occupied().into_iter().filter_map(|square| self.piece(square)).collect(),
            slots: Vec::new(),
            to_move: self.outcome().is_none().then_some(self.to_move),
            turn: self.turn,
            marks: Vec::new(),
            targets: SquareSet::EMPTY,
            chosen: None,
            territory: Vec::new(),
        }
    }

    fn marks(&self, turn: &Turn) -> Vec<Mark> {
        let mut marks = vec![Mark::Path(turn.squares().to_vec())];
        marks.extend(turn.taken.into_iter().filter_map(|square| self.piece(square)).map(Mark::Captured));
        let promotes = FAR_RANK[self.to_move as usize].contains(turn.to());
        if promotes && self.own_men().contains(turn.from()) {
            marks.push(Mark::Promoted(turn.to()));
        }
        marks
    }

    /// With a capture to make, every square that it may land on.
    fn targets(&self, from: Square) -> SquareSet {
        let turns = self.legal_turns();
        turns.iter().filter(|turn| turn.from() == from).flat_map(|turn| turn.squares()[1..].iter().copied()).collect()
    }
}

impl Dameo {
    fn own_men(&self) -> SquareSet {
        self.men[self.to_move as usize]
    }

    fn own_kings(&self) -> SquareSet {
        self.kings[self.to_move as usize]
    }

    fn all_of(&self, side: Side) -> SquareSet {
        self.men[side as usize] | self.kings[side as usize]
    }

    fn enemies(&self) -> SquareSet {
        self.all_of(self.to_move.other())
    }

    fn occupied(&self) -> SquareSet {
        self.all_of(Side::White) | self.all_of(Side::Black)
    }

    fn empty(&self) -> SquareSet {
        BOARD - self.occupied()
    }

    /// The three ways forward for the men of the player to move.
    fn forward(&self) -> [Direction; 3] {
        let ranks = match self.to_move {
            Side::White => 1,
            Side::Black => -1,
        };
        [0, -1, 1].map(|files| Direction { files, ranks })
    }

    /// One king each and nothing else: a draw unless the player to move captures.
    fn is_king_each(&self) -> bool {
        self.men == [SquareSet::EMPTY; 2] && self.kings.iter().all(|kings| kings.len() == 1)
    }

    fn piece(&self, at: Square) -> Option<Piece> {
        let side = Side::BOTH.into_iter().find(|&side| self.all_of(side).contains(at))?;
        let (kind, letter) = match self.kings[side as usize].contains(at) {
            true => (PieceKind::King, side.letter().to_ascii_uppercase()),
            false => (PieceKind::Man, side.letter()),
        };
        Some(Piece { at, kind, side: Some(side), letter, used: false, shared: false })
    }

    /// All that repetition compares: the turn number is no part of it.
    fn repeated(&self) -> ([SquareSet; 2], [SquareSet; 2], Side) {
        (self.men, self.kings, self.to_move)
    }
}

impl PartialEq for Dameo {
    fn eq(&self, other: &Dameo) -> bool {
        self.repeated() == other.repeated()
    }
}

impl Eq for Dameo {}

impl Hash for Dameo {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.repeated().hash(state);
    }
}

impl fmt::Debug for Dameo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Dameo({:?})", self.position())
    }
}

impl Turn {
    /// Where the piece, or the rearmost man of the line, starts.
    pub fn from(&self) -> Square {
        self.path.squares[0]
    }

    /// Where it ends.
    pub fn to(&self) -> Square {
        self.path.last()
    }

    /// Start, landings and end.
    pub fn squares(&self) -> &[Square] {
        self.path.as_slice()
    }

    /// The squares of the pieces it takes.
    pub fn taken(&self) -> SquareSet {
        self.taken
    }
}

/// The canonical text: `c3-c4`, `d4xd6xf6`.
impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.taken.is_empty() { '-' } else { 'x' };
        write!(f, "{}", self.from())?;
        self.squares()[1..].iter().try_for_each(|square| write!(f, "{sign}{square}"))
    }
}

impl fmt::Debug for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Path {
    fn at(start: Square) -> Path {
        Path { squares: [start; MOST_PIECES + 1], len: 1 }
    }

    fn then(mut self, to: Square) -> Path {
        self.squares[usize::from(self.len)] = to;
        self.len += 1;
        self
    }

    fn last(&self) -> Square {
        self.squares[usize::from(self.len) - 1]
    }

    fn as_slice(&self) -> &[Square] {
        &self.squares[..usize::from(self.len)]
    }

    /// Orders paths of the same length as their texts are in byte order.
    fn text_order(&self) -> impl Iterator<Item = (u8, u8)> + '_ {
        self.as_slice().iter().map(|square| (square.file(), square.rank()))
    }
}
