//! Position strings: reading them (they come from outside) and writing them.

use super::cells::{Cell, RIVER, corner, edge, slots};
use super::options::Options;
use super::pieces::{Board, Kind};
use super::{Diamond, Phase};
use crate::rules::position_text::{fields, read_board, side, turn_number, write_board, wrong};
use crate::rules::{SetupError, Side};

const FIELDS: [&str; 5] = ["board", "side to move", "turn number", "phase", "options"];
const SIZE: (u8, u8) = (8, 8);

/// Reads a position string.
pub fn parse(text: &str) -> Result<Diamond, SetupError> {
    let [squares, to_move, turn, phase, options] = fields(text, FIELDS)?;
    let phase = match phase {
        "play" => Phase::Play,
        "setup:w" => Phase::Setup { first: Side::White },
        "setup:b" => Phase::Setup { first: Side::Black },
        _ => return Err(wrong("field 4 (phase)", "it must be setup:w, setup:b or play")),
    };
    let mut board = Board::default();
    read_board(squares, SIZE, |square, rest| {
        let cell = Cell::of(square).ok_or("no square of this board")?;
        read_cell(&mut board, cell, rest, phase)
    })?;
    if Side::BOTH.into_iter().all(|side| board.army(side).of(Kind::Town).is_empty()) {
        return Err(wrong("board", "neither side has a town; at most one can have been captured"));
    }
    let options = Options::parse(options)?;
    let pending = options.waiting.is_some_and(|w| w.spurred) || options.handicap.is_some_and(|h| h.stands);
    if phase != Phase::Play && pending {
        return Err(wrong("field 5 (options)", "in the setup there is neither a spur nor a checkmate"));
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
fn read_cell(board: &mut Board, cell: Cell, rest: &str, phase: Phase) -> Result<usize, String> {
    let Some(inside) = rest.strip_prefix('(') else { return read_piece(board, cell, rest, phase) };
    if phase != Phase::Play {
        return Err("in the setup no pieces share a square".to_owned());
    }
    let first = read_piece(board, cell, inside, phase)?;
    let behind = inside.get(first..).unwrap_or_default();
    if behind.starts_with(')') {
        return Err("brackets are for two pieces that share a square".to_owned());
    }
    let second = read_piece(board, cell, behind, phase)?;
    if !behind.get(second..).unwrap_or_default().starts_with(')') {
        return Err("at most two pieces share a square, and a bracket closes them: (Rz)".to_owned());
    }
    if !board.at(cell).any(|(_, kind)| kind == Kind::ZiRi) {
        return Err("of two pieces that share a square one is a zi ri".to_owned());
    }
    Ok(first + second + 2)
}

fn read_piece(board: &mut Board, cell: Cell, rest: &str, phase: Phase) -> Result<usize, String> {
    let letter = rest.chars().next().unwrap_or(' ');
    let kind = Kind::of_letter(letter.to_ascii_lowercase())
        .ok_or_else(|| format!("unknown letter {letter:?}; it can be one of cghkorstz, upper case for White"))?;
    let side = if letter.is_ascii_uppercase() { Side::White } else { Side::Black };
    may_stand(kind, side, cell, phase)?;
    let army = board.army_mut(side);
    if army.of(kind).len() == kind.most() {
        return Err(format!("{side} has more than {} {}", kind.most(), kind.word()));
    }
    army.put(kind, cell);
    if !rest[1..].starts_with('\'') {
        return Ok(1);
    }
    if !matches!(kind, Kind::Gormoror | Kind::Rassimel) {
        return Err(format!("a {} has no resistance to use up: the mark ' is for g and r", kind.word()));
    }
    army.use_up(kind);
    Ok(2)
}

fn may_stand(kind: Kind, side: Side, cell: Cell, phase: Phase) -> Result<(), String> {
    if phase != Phase::Play {
        return match kind {
            Kind::Town if cell != corner(side) => Err(format!("in the setup {side}'s town stands on {}", corner(side))),
            Kind::Town => Ok(()),
            _ if !slots(side).contains(&cell) => {
                Err(format!("in the setup {side}'s pieces stand on his numbered squares"))
            }
            _ => Ok(()),
        };
    }
    match kind {
        Kind::Town if !edge(side).contains(cell) => {
            Err(format!("{side}'s town stays on the edge of its own side, off the river"))
        }
        Kind::Cani | Kind::Gormoror | Kind::Herethroy | Kind::Rassimel if RIVER.contains(cell) => {
            Err(format!("a {} can't stand in the river", kind.word()))
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
