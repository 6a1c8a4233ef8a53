//! Position strings: reading them (they come from outside) and writing them.

use super::cells::{Cell, RIVER, corner, edge, slots};
use super::help::positions::{FIELDS, no_phase, no_town, pending_in_setup};
use super::options::Options;
use super::pieces::{Board, Kind};
use super::{Diamond, Phase};
use crate::rules::position_text::{fields, read_board, side, turn_number, write_board};
use crate::rules::{SetupError, Side};

const SIZE: (u8, u8) = (8, 8);

/// What stands against a square of a position string.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AgainstSquare {
    /// It isn't on this board.
    NoSquare,
    /// Pieces share it in the setup.
    SharedInSetup,
    /// Its brackets hold one piece.
    BracketsForOne,
    /// Its bracket is not closed after two pieces.
    BracketOpen,
    /// No zi ri is among those who share it.
    SharedWithoutZiRi,
    /// No piece has that letter.
    Letter(char),
    /// A side has more of a kind than there are.
    TooMany(Side, Kind),
    /// A kind that resists nothing is marked as used.
    NoResistance(Kind),
    /// A town is not in its corner in the setup.
    TownOffCorner { side: Side, corner: Cell },
    /// A side's piece is not on one of its numbered squares in the setup.
    Unnumbered(Side),
    /// A town is off its edge.
    TownOffEdge(Side),
    /// A piece is in the river that never stops there.
    InRiver(Kind),
}

/// Reads a position string.
pub fn parse(text: &str) -> Result<Diamond, SetupError> {
    let [squares, to_move, turn, phase, options] = fields(text, FIELDS)?;
    let phase = match phase {
        "play" => Phase::Play,
        "setup:w" => Phase::Setup { first: Side::White },
        "setup:b" => Phase::Setup { first: Side::Black },
        _ => return Err(no_phase()),
    };
    let mut board = Board::default();
    read_board(squares, SIZE, |square, rest| {
        let cell = Cell::of(square).ok_or(AgainstSquare::NoSquare);
        cell.and_then(|cell| read_cell(&mut board, cell, rest, phase)).map_err(|why| why.to_string())
    })?;
    if Side::BOTH.into_iter().all(|side| board.army(side).of(Kind::Town).is_empty()) {
        return Err(no_town());
    }
    let options = Options::parse(options)?;
    let pending = options.waiting.is_some_and(|w| w.spurred) || options.handicap.is_some_and(|h| h.stands);
    if phase != Phase::Play && pending {
        return Err(pending_in_setup());
    }
    Ok(Diamond { board, to_move: side(to_move)?, turn: turn_number(turn)?, phase, options })
}

/// Writes the position string.
pub fn write(position: &Diamond) -> String {
    let board = write_board(SIZE, |square| Cell::of(square).and_then(|cell| write_cell(&position.board, cell)));
    let phase = match position.phase {
        Phase::Setup { first } => format!("setup:{}", first.letter()),
        Phase::Play => "play".to_owned(),
    };
    format!("{board} {} {} {phase} {}", position.to_move.letter(), position.turn.0, position.options)
}

/// Reads what stands on a square, puts it there, and says how long its text is.
fn read_cell(board: &mut Board, cell: Cell, rest: &str, phase: Phase) -> Result<usize, AgainstSquare> {
    let Some(inside) = rest.strip_prefix('(') else { return read_piece(board, cell, rest, phase) };
    if phase != Phase::Play {
        return Err(AgainstSquare::SharedInSetup);
    }
    let first = read_piece(board, cell, inside, phase)?;
    let behind = inside.get(first..).unwrap_or_default();
    if behind.starts_with(')') {
        return Err(AgainstSquare::BracketsForOne);
    }
    let second = read_piece(board, cell, behind, phase)?;
    if !behind.get(second..).unwrap_or_default().starts_with(')') {
        return Err(AgainstSquare::BracketOpen);
    }
    if !board.at(cell).any(|(_, kind)| kind == Kind::ZiRi) {
        return Err(AgainstSquare::SharedWithoutZiRi);
    }
    Ok(first + second + 2)
}

fn read_piece(board: &mut Board, cell: Cell, rest: &str, phase: Phase) -> Result<usize, AgainstSquare> {
    let letter = rest.chars().next().unwrap_or(' ');
    let kind = Kind::of_letter(letter.to_ascii_lowercase()).ok_or(AgainstSquare::Letter(letter))?;
    let side = if letter.is_ascii_uppercase() { Side::White } else { Side::Black };
    may_stand(kind, side, cell, phase)?;
    let army = board.army_mut(side);
    if army.of(kind).len() == kind.most() {
        return Err(AgainstSquare::TooMany(side, kind));
    }
    army.put(kind, cell);
    if !rest[1..].starts_with('\'') {
        return Ok(1);
    }
    if !matches!(kind, Kind::Gormoror | Kind::Rassimel) {
        return Err(AgainstSquare::NoResistance(kind));
    }
    army.use_up(kind);
    Ok(2)
}

fn may_stand(kind: Kind, side: Side, cell: Cell, phase: Phase) -> Result<(), AgainstSquare> {
    if phase != Phase::Play {
        return match kind {
            Kind::Town if cell != corner(side) => Err(AgainstSquare::TownOffCorner { side, corner: corner(side) }),
            Kind::Town => Ok(()),
            _ if !slots(side).contains(&cell) => Err(AgainstSquare::Unnumbered(side)),
            _ => Ok(()),
        };
    }
    match kind {
        Kind::Town if !edge(side).contains(cell) => Err(AgainstSquare::TownOffEdge(side)),
        Kind::Cani | Kind::Gormoror | Kind::Herethroy | Kind::Rassimel if RIVER.contains(cell) => {
            Err(AgainstSquare::InRiver(kind))
        }
        _ => Ok(()),
    }
}

fn write_cell(board: &Board, cell: Cell) -> Option<String> {
    let mut pieces: Vec<String> = board
        .at(cell)
        .map(|(side, kind)| {
            let mark = if board.army(side).is_used(kind) { "'" } else { "" };
            format!("{}{mark}", kind.letter_of(side))
        })
        .collect();
    pieces.sort_unstable();
    match pieces.len() {
        0 => None,
        1 => pieces.pop(),
        _ => Some(format!("({})", pieces.concat())),
    }
}
