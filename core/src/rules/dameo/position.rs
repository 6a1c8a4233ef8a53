//! Dameo's position strings.

use super::{BOARD, Dameo, FAR_RANK, MOST_PIECES};
use crate::board::{Square, SquareSet};
use crate::rules::{SetupError, Side};

/// Prints the position.
pub(super) fn write(position: &Dameo) -> String {
    let mut text = String::new();
    for rank in (0..8).rev() {
        let mut gap = 0;
        for file in 0..8 {
            match Square::new(file, rank).and_then(|square| position.piece(square)) {
                None => gap += 1,
                Some(piece) => {
                    if gap > 0 {
                        text += &gap.to_string();
                    }
                    gap = 0;
                    text.push(piece.letter);
                }
            }
        }
        if gap > 0 {
            text += &gap.to_string();
        }
        if rank > 0 {
            text.push('/');
        }
    }
    format!("{text} {} {}", position.to_move.letter(), position.turn)
}

/// Reads a position string, untrusted.
pub(super) fn parse(text: &str) -> Result<Dameo, SetupError> {
    let refuse = |place: String, why: &str| Err(SetupError::Position { place, why: why.to_owned() });
    let fields: Vec<&str> = text.split(' ').collect();
    let [board, side, turn] = fields[..] else {
        return refuse("fields".to_owned(), "a position is the board, the side to move and the turn number");
    };
    let ranks: Vec<&str> = board.split('/').collect();
    if ranks.len() != 8 {
        return refuse("board".to_owned(), "it has 8 ranks");
    }
    let mut position =
        Dameo { men: [SquareSet::EMPTY; 2], kings: [SquareSet::EMPTY; 2], to_move: Side::White, turn: 1 };
    for (rank, row) in (0..8u8).rev().zip(ranks) {
        let place = || format!("rank {}", rank + 1);
        let mut file = 0u8;
        for c in row.chars() {
            let (side, king) = match c {
                '1'..='8' => {
                    file += c as u8 - b'0';
                    if file > 8 {
                        return refuse(place(), "it has 8 squares");
                    }
                    continue;
                }
                'w' => (Side::White, false),
                'b' => (Side::Black, false),
                'W' => (Side::White, true),
                'B' => (Side::Black, true),
                _ => return refuse(place(), "the letters are w b for men and W B for kings"),
            };
            let Some(square) = Square::new(file, rank).filter(|&square| BOARD.contains(square)) else {
                return refuse(place(), "it has 8 squares");
            };
            if !king && FAR_RANK[side as usize].contains(square) {
                return refuse(square.to_string(), "a man on its far rank would be a king");
            }
            if king {
                position.kings[side as usize].insert(square)
            } else {
                position.men[side as usize].insert(square)
            }
            file += 1;
        }
        if file != 8 {
            return refuse(place(), "it has 8 squares");
        }
    }
    for side in Side::BOTH {
        if position.all_of(side).len() > MOST_PIECES {
            return refuse("board".to_owned(), &format!("{side} has more than {MOST_PIECES} pieces"));
        }
    }
    position.to_move = match side {
        "w" => Side::White,
        "b" => Side::Black,
        _ => return refuse("field 2 (side to move)".to_owned(), "it is w or b"),
    };
    position.turn = match turn.parse::<u32>() {
        Ok(turn) if turn > 0 => turn,
        _ => return refuse("field 3 (turn number)".to_owned(), "it is a number from 1"),
    };
    Ok(position)
}
