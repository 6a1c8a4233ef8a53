//! Finds which rule forbids a text that names no legal turn, and what would be legal instead.

use super::captures::layers;
use super::{Dameo, Turn, moves};
use crate::board::{Square, SquareSet};
use crate::rules::{MoveError, Reason, Rules, Side};

/// How many legal turns a refusal offers.
const MOST_NEAR: usize = 6;

/// Why a text names no legal turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// The game has ended.
    Over(Reason),
    /// So many pieces can be taken, and the text takes fewer or none.
    MustCapture { most: usize, takes: Option<usize> },
    /// The piece on that square has no turn.
    CannotMove(Square),
    /// No piece has a turn that ends there.
    NobodyMovesTo(Square),
    /// A rule forbids what the text says.
    Against { text: String, rule: Rule },
}

/// A rule that keeps a piece from going as it was told to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rule {
    /// Nothing stands where the turn begins.
    NoPiece(Square),
    /// It begins with a piece of that side, which isn't to move.
    EnemyPiece(Square, Side),
    /// Without a capture there is no second step.
    OneMove,
    /// A man goes neither that far aside nor askew.
    ManMoves,
    /// Nor does a king.
    KingMoves,
    /// Men don't go back.
    ForwardOnly,
    /// A line is made of men.
    KingInLine(Square),
    /// A line of men ends where a square is empty.
    GapInLine(Square),
    /// Something stands there.
    InTheWay(Square),
    /// None of the other rules tells.
    NotLegal,
    /// Captures go along ranks and files, and these squares share none.
    NotAlongLines(Square, Square),
    /// Nothing can be captured, and that enemy is met diagonally.
    MetDiagonally(Square),
    /// The square is that of the piece to take.
    OntoEnemy(Square),
    /// Nothing is jumped between these squares.
    NothingBetween(Square, Square),
    /// A man jumps two squares far.
    ManJumps,
    /// One piece is jumped at a time.
    SeveralBetween(Square, Square),
    /// A piece that was jumped stays, and isn't jumped again.
    JumpedTwice,
}

/// The refusal of squares that fit no legal turn; `crossed` if they were written as a capture.
pub(super) fn explain(position: &Dameo, typed: &[Square], crossed: bool) -> MoveError {
    let legal = position.legal_turns();
    let most = legal.first().map_or(0, |turn| turn.taken().len());
    // Whoever goes with a piece that can take nothing didn't know that another must, either.
    let takes = |from: Square| legal.iter().any(|turn| turn.from() == from);
    let idle = most > 0 && matches!(*typed, [from, _] if !takes(from));
    let quiet = !crossed && (idle || is_quiet(position, typed));
    // Nobody is told of a capture that they didn't write.
    let sign = if crossed || most > 0 && !quiet && typed.len() > 2 { "x" } else { "-" };
    let text = typed.iter().map(Square::to_string).collect::<Vec<_>>().join(sign);
    let why = match (position.outcome(), typed) {
        (Some(outcome), _) => Fault::Over(outcome.reason),
        (None, &[from, _]) if most > 0 && quiet => match against_start(position, from) {
            Some(rule) => against(&text, rule),
            // Whoever takes nothing didn't know that they must, whatever else keeps them from going there.
            None => Fault::MustCapture { most, takes: None },
        },
        (None, _) if most > 0 => against_capture(position, typed, most, &text),
        (None, &[from, to]) => against(&text, against_move(position, from, to)),
        (None, &[square]) => against_square(position, square),
        (None, _) => against(&text, Rule::OneMove),
    };
    let near = near(legal, typed);
    let about = near.first().map(Turn::from).filter(|&mover| near.iter().all(|turn| turn.from() == mover));
    let mut near: Vec<String> = near.iter().map(Turn::to_string).collect();
    near.sort_unstable();
    MoveError::Illegal { text, why: why.to_string(), near, about: about.map(|square| square.to_string()) }
}

fn against(text: &str, rule: Rule) -> Fault {
    Fault::Against { text: text.to_owned(), rule }
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
fn against_start(position: &Dameo, from: Square) -> Option<Rule> {
    let board = &position.board;
    match board.owner(from) {
        None => Some(Rule::NoPiece(from)),
        Some(side) if side != board.to_move => Some(Rule::EnemyPiece(from, side)),
        Some(_) => None,
    }
}

fn against_square(position: &Dameo, square: Square) -> Fault {
    match position.board.owner(square) {
        Some(side) if side == position.board.to_move => Fault::CannotMove(square),
        _ => Fault::NobodyMovesTo(square),
    }
}

fn against_move(position: &Dameo, from: Square, to: Square) -> Rule {
    let board = &position.board;
    if let Some(rule) = against_start(position, from) {
        return rule;
    }
    let is_man = board.own_men().contains(from);
    let Some((direction, steps)) = from.line_to(to) else {
        return if is_man { Rule::ManMoves } else { Rule::KingMoves };
    };
    // The first piece on a diagonal: whoever goes onto or over an enemy there means to take it.
    let met = (1..=steps).scan(from, |at, _| {
        *at = at.step(direction)?;
        Some(*at)
    });
    let met = met.take(if is_man { 1 } else { usize::MAX }).find(|&square| board.occupied().contains(square));
    let diagonal = direction.files != 0 && direction.ranks != 0;
    if let Some(enemy) = met.filter(|&square| diagonal && board.enemies().contains(square)) {
        return Rule::MetDiagonally(enemy);
    }
    if is_man && !board.forward().contains(&direction) {
        return Rule::ForwardOnly;
    }
    let mut square = from;
    for _ in 0..steps {
        let Some(next) = square.step(direction) else { break };
        square = next;
        if is_man && square != to && board.own_kings().contains(square) {
            return Rule::KingInLine(square);
        }
        if is_man && square != to && board.empty().contains(square) {
            return Rule::GapInLine(square);
        }
        let stops = if is_man && square != to { board.enemies() } else { board.occupied() };
        if stops.contains(square) {
            return Rule::InTheWay(square);
        }
    }
    Rule::NotLegal
}

fn against_capture(position: &Dameo, typed: &[Square], most: usize, text: &str) -> Fault {
    let [start, _, ..] = *typed else { return Fault::MustCapture { most, takes: None } };
    if let Some(rule) = against_start(position, start) {
        return against(text, rule);
    }
    let taken = |squares: &[Square]| {
        let layers = layers(&position.board, squares).enumerate();
        layers.filter(|(_, layer)| layer.iter().any(|r| r.is_through(squares))).map(|(i, _)| i + 1).last()
    };
    let takes = taken(typed);
    if takes.is_some() || moves::turns(&position.board).iter().any(|turn| turn.squares() == typed) {
        return Fault::MustCapture { most, takes };
    }
    // The first jump that cannot be made is what the refusal is about.
    let good = (2..typed.len()).take_while(|&n| taken(&typed[..n]).is_some()).last().unwrap_or(1);
    against(text, against_jump(position, start, typed[good - 1], typed[good]))
}

/// Whether two squares are no attempt to take anything: no enemy stands on the second or between them.
fn is_quiet(position: &Dameo, typed: &[Square]) -> bool {
    let &[from, to] = typed else { return false };
    let enemies = position.board.enemies();
    !enemies.contains(to) && (from.between(to) & enemies).is_empty()
}

/// Why the piece from `start`, now on `from`, can't jump on to that square.
fn against_jump(position: &Dameo, start: Square, from: Square, to: Square) -> Rule {
    let board = &position.board;
    let straight = from.line_to(to).is_some_and(|(direction, _)| direction.files == 0 || direction.ranks == 0);
    if !straight {
        return Rule::NotAlongLines(from, to);
    }
    if board.enemies().contains(to) {
        return Rule::OntoEnemy(to);
    }
    let between = from.between(to);
    let standing = board.own() - SquareSet::of(start);
    if let Some(blocker) = ((between | SquareSet::of(to)) & standing).first() {
        return Rule::InTheWay(blocker);
    }
    let over = between & board.enemies();
    if over.is_empty() {
        return Rule::NothingBetween(from, to);
    }
    if board.own_men().contains(start) && between.len() > 1 {
        return Rule::ManJumps;
    }
    if over.len() > 1 {
        return Rule::SeveralBetween(from, to);
    }
    Rule::JumpedTwice
}
