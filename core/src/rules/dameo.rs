//! Dameo: men that move in lines, kings that fly, and captures that must take the most.
//!
//! `moves` has the quiet turns, `captures` the captures; a position with a capture has no quiet turn.
//! `reading` finds the turn that a text means, `refusal` the rule that stands against the others, and `help` has the words.

use super::{Capabilities, GameKind, MoveError, Outcome, Reason, Rules, SetupError, Side, TurnNumber, position_text};
use crate::board::{Square, SquareSet};
use crate::scene::{Mark, Piece, PieceKind, Scene};

use board::Board;
pub use turn::Turn;

mod board;
mod captures;
mod guide;
mod help;
mod moves;
mod reading;
mod refusal;
mod turn;

#[cfg(test)]
mod slow;
#[cfg(test)]
mod tests;

/// The most pieces a side can have: its men at the start.
const MOST_PIECES: usize = 18;

/// A position.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Dameo {
    board: Board,
    turn: TurnNumber,
}

impl Rules for Dameo {
    type Turn = Turn;

    const NAME: &'static str = "dameo";
    const TITLE: &'static str = "Dameo";
    const VARIANTS: &'static [&'static str] = &["standard"];
    const SIZE: (u8, u8) = (8, 8);

    fn start(_: &'static str, _: &[(String, String)]) -> Result<Dameo, SetupError> {
        let rank = |rank, files: std::ops::Range<u8>| files.filter_map(move |file| Square::new(file, rank));
        let white = rank(0, 0..8).chain(rank(1, 1..7)).chain(rank(2, 2..6)).collect();
        let black = rank(7, 0..8).chain(rank(6, 1..7)).chain(rank(5, 2..6)).collect();
        Ok(Dameo {
            board: Board { men: [white, black], kings: [SquareSet::EMPTY; 2], to_move: Side::White },
            turn: TurnNumber::FIRST,
        })
    }

    fn parse(_: &'static str, _: &[(String, String)], text: &str) -> Result<Dameo, SetupError> {
        let [squares, side, turn] = position_text::fields(text, position_text::FIELDS)?;
        let to_move = position_text::side(side)?;
        let mut board = Board { men: [SquareSet::EMPTY; 2], kings: [SquareSet::EMPTY; 2], to_move };
        position_text::read_letters(squares, Self::SIZE, "wbWB", |square, letter| {
            let side = if letter.eq_ignore_ascii_case(&'w') { Side::White } else { Side::Black };
            board.put(square, side, letter.is_ascii_uppercase()).map_err(|fault| fault.to_string())
        })?;
        Ok(Dameo { board, turn: position_text::turn_number(turn)? })
    }

    fn position(&self) -> String {
        let board = position_text::write_board(Self::SIZE, |square| self.piece(square).map(|piece| piece.letter));
        format!("{board} {} {}", self.board.to_move.letter(), self.turn.0)
    }

    fn to_move(&self) -> Side {
        self.board.to_move
    }

    fn turn_number(&self) -> u32 {
        self.turn.0
    }

    fn legal_turns(&self) -> Vec<Turn> {
        let captures = captures::turns(&self.board);
        match captures[..] {
            [] if self.board.is_king_each() => captures,
            [] => moves::turns(&self.board),
            _ => captures,
        }
    }

    fn count_turns(&self) -> u64 {
        match captures::turns(&self.board).len() {
            0 if self.board.is_king_each() => 0,
            0 => moves::count(&self.board),
            captures => captures as u64,
        }
    }

    fn play(&mut self, turn: &Turn) {
        self.board.play(turn);
        self.turn.advance();
    }

    fn outcome(&self) -> Option<Outcome> {
        if captures::any(&self.board) {
            return None;
        }
        // Having no turn comes before any draw, but a lone king against a lone king always has one.
        if self.board.is_king_each() {
            return Some(Outcome { winner: None, reason: Reason::KingEach, margin: None });
        }
        let winner = Some(self.to_move().other());
        (moves::count(&self.board) == 0).then_some(Outcome { winner, reason: Reason::NoTurn, margin: None })
    }

    fn write(&self, turn: &Turn) -> String {
        turn.to_string()
    }

    fn read(&self, text: &str) -> Result<Turn, MoveError> {
        reading::read(self, text)
    }

    fn scene(&self) -> Scene {
        let pieces = self.board.occupied().into_iter().filter_map(|square| self.piece(square)).collect();
        let to_move = self.outcome().is_none().then(|| self.to_move());
        Scene::new(GameKind::Dameo, Self::SIZE, pieces, to_move, self.turn.0)
    }

    fn marks(&self, turn: &Turn) -> Vec<Mark> {
        let mut marks = vec![Mark::Path(turn.squares().to_vec())];
        marks.extend(turn.taken().into_iter().filter_map(|square| self.piece(square)).map(Mark::Captured));
        if self.board.promotes(turn) {
            marks.push(Mark::Promoted(turn.to()));
        }
        marks
    }

    /// Where it has to capture: every square that it may land on.
    fn targets(&self, from: Square) -> SquareSet {
        let turns = self.legal_turns().into_iter().filter(|turn| turn.from() == from);
        turns.flat_map(|turn| turn.squares().iter().skip(1).copied().collect::<SquareSet>()).collect()
    }
}

impl Capabilities for Dameo {
    const REPETITION_DRAWS: bool = true;
    const QUIET_LIMIT: Option<u32> = Some(50);

    fn is_progress(&self, turn: &Turn) -> bool {
        !turn.taken().is_empty() || self.board.own_men().contains(turn.from())
    }
}

impl Dameo {
    fn piece(&self, at: Square) -> Option<Piece> {
        let side = self.board.owner(at)?;
        let (kind, letter) = match self.board.kings[side as usize].contains(at) {
            true => (PieceKind::King, side.letter().to_ascii_uppercase()),
            false => (PieceKind::Man, side.letter()),
        };
        Some(Piece::new(at, kind, side, letter))
    }
}
