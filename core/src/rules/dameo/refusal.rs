//! Says which rule forbids a text that names no legal turn, and what would be legal instead.

use super::captures::layers;
use super::{Dameo, Turn, moves};
use crate::board::{Square, SquareSet};
use crate::rules::{MoveError, Rules};

/// How many legal turns a refusal offers.
const MOST_NEAR: usize = 6;

/// What a turn looks like.
pub(super) fn form() -> String {
    "a turn is written c3-c4, a line c1-c4, a capture d4xd6xf6".to_owned()
}

/// The refusal of squares that fit no legal turn.
pub(super) fn explain(position: &Dameo, typed: &[Square]) -> MoveError {
    let legal = position.legal_turns();
    let most = legal.first().map_or(0, |turn| turn.taken().len());
    let sign = if most > 0 { "x" } else { "-" };
    let text = typed.iter().map(Square::to_string).collect::<Vec<_>>().join(sign);
    let why = match (position.outcome(), typed) {
        (Some(outcome), _) => format!("the game is over: {}", outcome.reason),
        (None, _) if most > 0 => against_capture(position, typed, most, &text),
        (None, &[from, to]) => against_move(position, from, to, &text),
        (None, &[square]) => against_square(position, square),
        (None, _) => format!("{text}: nothing can be captured now, so a turn is one move, from-to"),
    };
    let near = near(legal, typed);
    let about = near.first().map(Turn::from).filter(|&mover| near.iter().all(|turn| turn.from() == mover));
    let mut near: Vec<String> = near.iter().map(Turn::to_string).collect();
    near.sort_unstable();
    MoveError::Illegal { text, why, near, about }
}

/// A few legal turns of the same piece, or else to the same square, or else any, if they are few or captures.
/// Those that end nearest come first.
fn near(mut legal: Vec<Turn>, typed: &[Square]) -> Vec<Turn> {
    let (Some(&from), Some(&to)) = (typed.first(), typed.last()) else { return Vec::new() };
    if legal.iter().any(|turn| turn.from() == from) {
        legal.retain(|turn| turn.from() == from);
    } else if legal.iter().any(|turn| turn.to() == to) {
        legal.retain(|turn| turn.to() == to);
    } else if legal.len() > MOST_NEAR && legal.iter().any(|turn| turn.taken().is_empty()) {
        return Vec::new();
    }
    let distance = |turn: &Turn| turn.to().file().abs_diff(to.file()).max(turn.to().rank().abs_diff(to.rank()));
    legal.sort_by_key(distance);
    legal.truncate(MOST_NEAR);
    legal
}

/// The first square must hold a piece of the player to move.
fn against_start(position: &Dameo, from: Square) -> Option<String> {
    let board = &position.board;
    match board.owner(from) {
        None => Some(format!("there is no piece on {from}")),
        Some(side) if side != board.to_move => {
            Some(format!("the piece on {from} is {side}'s, {} is to move", side.other()))
        }
        Some(_) => None,
    }
}

fn against_square(position: &Dameo, square: Square) -> String {
    match position.board.owner(square) {
        Some(side) if side == position.board.to_move => format!("the piece on {square} cannot move"),
        _ => format!("no piece can move to {square}"),
    }
}

fn against_move(position: &Dameo, from: Square, to: Square, text: &str) -> String {
    let board = &position.board;
    if let Some(why) = against_start(position, from) {
        return format!("{text}: {why}");
    }
    let is_man = board.own_men().contains(from);
    let Some((direction, steps)) = from.line_to(to) else {
        let how = if is_man { "a man moves straight or diagonally forward" } else { "a king moves like a chess queen" };
        return format!("{text}: {how}");
    };
    if is_man && !board.forward().contains(&direction) {
        return format!("{text}: a man moves forward only, straight or diagonally");
    }
    let mut square = from;
    for _ in 0..steps {
        let Some(next) = square.step(direction) else { break };
        square = next;
        if is_man && square != to && board.own_kings().contains(square) {
            return format!("{text}: the king on {square} is no part of a line");
        }
        if is_man && square != to && board.empty().contains(square) {
            return format!("{text}: a line has no gaps and moves one square, and {square} is empty");
        }
        let stops = if is_man && square != to { board.enemies() } else { board.occupied() };
        if stops.contains(square) {
            return format!("{text}: {square} is in the way");
        }
    }
    format!("{text}: that is not a legal turn")
}

fn against_capture(position: &Dameo, typed: &[Square], most: usize, text: &str) -> String {
    let must = |takes: &str| {
        let can = if most == 1 { "1 piece can be taken".to_owned() } else { format!("{most} pieces can be taken") };
        format!("you must capture: {can}, this takes {takes}")
    };
    let [from, rest @ ..] = typed else { return must("none") };
    if rest.is_empty() {
        return must("none");
    }
    if let Some(why) = against_start(position, *from) {
        return format!("{text}: {why}");
    }
    let taken = |squares: &[Square]| {
        let layers = layers(&position.board, squares).enumerate();
        layers.filter(|(_, layer)| layer.iter().any(|r| r.is_through(squares))).map(|(i, _)| i + 1).last()
    };
    if let Some(taken) = taken(typed) {
        return must(&taken.to_string());
    }
    let moves = moves::turns(&position.board);
    if moves.iter().any(|turn| turn.squares() == typed) {
        return must("none");
    }
    // The first jump that cannot be made is what the refusal is about.
    let good = (2..typed.len()).take_while(|&n| taken(&typed[..n]).is_some()).last().unwrap_or(1);
    format!("{text}: {}", against_jump(position, &typed[..good], typed[good]))
}

/// Why the piece that came along these squares can't jump on to that one.
fn against_jump(position: &Dameo, typed: &[Square], to: Square) -> String {
    let board = &position.board;
    let (Some(&start), Some(&from)) = (typed.first(), typed.last()) else { return form() };
    let straight = from.line_to(to).is_some_and(|(direction, _)| direction.files == 0 || direction.ranks == 0);
    if !straight {
        return format!("you must capture, along ranks and files, and no capture goes from {from} to {to}");
    }
    if board.enemies().contains(to) {
        return format!("name the square behind {to} where you land, not the piece you take");
    }
    let between = from.between(to);
    let standing = board.own() - SquareSet::of(start);
    if let Some(blocker) = ((between | SquareSet::of(to)) & standing).first() {
        return format!("{blocker} is in the way");
    }
    let over = between & board.enemies();
    if over.is_empty() {
        return format!("there is nothing to capture between {from} and {to}");
    }
    if board.own_men().contains(start) && between.len() > 1 {
        return "a man jumps the piece next to it and lands right behind it".to_owned();
    }
    if over.len() > 1 {
        return format!("more than one piece stands between {from} and {to}; those taken stay until the turn is over");
    }
    "pieces taken stay until the turn is over, and none is jumped twice".to_owned()
}
