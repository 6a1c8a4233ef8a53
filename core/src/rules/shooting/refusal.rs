//! Why a typed turn can't be played: the first rule that forbids it, and the legal turns nearest to it. The words
//! stand in `help`. Only texts that fit no legal turn come here, so this decides nothing; it explains.

use super::{BOARD, Shooting, Turn};
use crate::board::{Square, SquareSet, queen_reach};
use crate::rules::{MoveError, Side};
use crate::scene::Piece;

/// How many near turns a refusal names.
const MOST_NEAR: usize = 4;

/// What a text means as far as it goes: some of where from, where to and where the shot goes.
#[derive(Clone, Copy, Debug)]
pub struct Wish {
    /// The amazon.
    pub from: Option<Square>,
    /// Where it should go.
    pub to: Option<Square>,
    /// Where it should shoot.
    pub shot: Option<Square>,
}

/// What is wrong with a wish.
#[derive(Clone, Debug)]
pub enum Fault {
    /// The side to move can't go on.
    NoTurnLeft(Side),
    /// An amazon of the other side's stands there.
    EnemyAmazon(Square, Side),
    /// No amazon of the side to move stands there.
    NoAmazon(Square, Side),
    /// The amazon there has no turn.
    NoTurnOf(Square),
    /// It should go to where it stands.
    StandsStill(Square),
    /// No line leads from the one to the other.
    NoLine(Square, Square),
    /// Something stands between the one and the other, or on the other.
    Blocked(Square, Square, Obstacle),
    /// After that move nothing can be shot at.
    NoShotAfter(Square, Square),
    /// In the turn of that number nobody shoots.
    MoveAlone(u32),
    /// None of that side's amazons comes there.
    NobodyReaches(Square, Side),
    /// None of that side's turns ends there.
    NothingEndsWith(Option<Square>, Side),
    /// The shot is what is wrong.
    Shot {
        /// What the game calls it.
        missile: &'static str,
        /// Where the amazon would shoot from.
        from: Square,
        /// Where it would shoot.
        at: Square,
        /// Why it can't.
        fault: ShotFault,
    },
}

/// What is wrong with a shot.
#[derive(Clone, Debug)]
pub enum ShotFault {
    /// The amazon would hit itself.
    AtItself,
    /// No line leads there.
    NoLine,
    /// Something is in the way.
    Blocked(Obstacle),
    /// A rule of that game alone forbids it; these squares of the line are open.
    Rule {
        /// The rule, in words.
        rule: String,
        /// Where the amazon could shoot in that direction, nearest first.
        open: Vec<Square>,
    },
}

/// The first thing in the way.
#[derive(Clone, Debug)]
pub struct Obstacle {
    /// What it is; nothing is the edge of the board.
    pub piece: Option<Piece>,
    /// Where it stands.
    pub at: Square,
    /// The squares before it, nearest first.
    pub open: Vec<Square>,
}

/// The refusal of a wish that none of the legal turns fits.
pub fn refuse<G: Shooting>(game: &G, wish: Wish, legal: &[Turn]) -> MoveError {
    let fault = fault(game, wish, legal);
    MoveError::Illegal {
        text: text(wish),
        why: fault.to_string(),
        near: near(game, wish, legal),
        about: about(game, wish, &fault),
    }
}

/// What the picture shows: where the amazon can go, or, if only its shot was wrong, where it can shoot.
fn about<G: Shooting>(game: &G, wish: Wish, fault: &Fault) -> Option<String> {
    let from = wish.from.filter(|&from| game.amazons(game.to_move()).contains(from))?;
    Some(match (fault, wish.to) {
        (Fault::Shot { .. }, Some(to)) => format!("{from}-{to}"),
        _ => from.to_string(),
    })
}

fn fault<G: Shooting>(game: &G, wish: Wish, legal: &[Turn]) -> Fault {
    let side = game.to_move();
    if legal.is_empty() {
        return Fault::NoTurnLeft(side);
    }
    let Some(from) = wish.from else { return fault_without_amazon(game, wish) };
    if !game.amazons(side).contains(from) {
        let enemys = game.amazons(side.other()).contains(from);
        return if enemys { Fault::EnemyAmazon(from, side.other()) } else { Fault::NoAmazon(from, side) };
    }
    let Some(to) = wish.to else { return Fault::NoTurnOf(from) };
    if from == to {
        return Fault::StandsStill(from);
    }
    let empty = game.empty();
    let moves = queen_reach(from, empty);
    if !moves.contains(to) {
        return match from.line_to(to) {
            None => Fault::NoLine(from, to),
            Some(_) => Fault::Blocked(from, to, obstacle(game, from, to, empty, moves)),
        };
    }
    let Some(shot) = wish.shot else { return Fault::NoShotAfter(from, to) };
    if game.moves_alone() {
        return Fault::MoveAlone(game.turn_number());
    }
    shot_fault(game, from, to, shot)
}

/// What is wrong with `d7/g7`, which leaves open which amazon goes to d7.
fn fault_without_amazon<G: Shooting>(game: &G, wish: Wish) -> Fault {
    let side = game.to_move();
    let movers = |to| game.amazons(side).into_iter().find(|&from| queen_reach(from, game.empty()).contains(to));
    match (wish.to, wish.shot) {
        (Some(_), Some(_)) if game.moves_alone() => Fault::MoveAlone(game.turn_number()),
        (Some(to), Some(shot)) => match movers(to) {
            Some(from) => shot_fault(game, from, to, shot),
            None => Fault::NobodyReaches(to, side),
        },
        (to, shot) => Fault::NothingEndsWith(shot.or(to), side),
    }
}

fn shot_fault<G: Shooting>(game: &G, from: Square, to: Square, at: Square) -> Fault {
    let fault = if to == at {
        ShotFault::AtItself
    } else if to.line_to(at).is_none() {
        ShotFault::NoLine
    } else {
        let shots = game.shots(from, to);
        match game.shot_rule(from, to, at) {
            Some(rule) => ShotFault::Rule { rule, open: open(to, at, shots) },
            None => ShotFault::Blocked(obstacle(game, to, at, game.empty() | SquareSet::of(from), shots)),
        }
    };
    Fault::Shot { missile: G::MISSILE, from: to, at, fault }
}

fn obstacle<G: Shooting>(game: &G, from: Square, to: Square, free: SquareSet, reached: SquareSet) -> Obstacle {
    let way = SquareSet::of(to) | from.between(to);
    let first = (way - free).into_iter().min_by_key(|&square| distance(from, square)).unwrap_or(to);
    Obstacle { piece: game.piece(first), at: first, open: open(from, to, reached) }
}

/// The squares reached in the direction that was meant, nearest first.
fn open(from: Square, to: Square, reached: SquareSet) -> Vec<Square> {
    let mut squares: Vec<Square> = (reached & beyond(from, to)).into_iter().collect();
    squares.sort_by_key(|&square| distance(from, square));
    squares
}

/// The legal turns that keep most of a whole wish: its move with another shot on that line or close to it, its
/// shot after another move on that line or close to it, or another amazon doing the same.
fn near<G: Shooting>(game: &G, wish: Wish, legal: &[Turn]) -> Vec<String> {
    let Wish { from: Some(from), to: Some(to), shot: Some(shot) } = wish else { return Vec::new() };
    let (moves, shots) = (beyond(from, to), beyond(to, shot));
    let cost = |turn: &Turn| {
        let astray = distance(turn.to, to);
        let missed = turn.shot.map_or(0, |at| distance(at, shot));
        let keeps = if turn.from != from {
            astray == 0 && missed == 0
        } else if astray == 0 {
            turn.shot.is_none_or(|at| if shots.is_empty() { missed == 1 } else { shots.contains(at) })
        } else {
            missed == 0 && turn.shot.is_some() && if moves.is_empty() { astray == 1 } else { moves.contains(turn.to) }
        };
        keeps.then_some((turn.from != from, astray, missed))
    };
    let mut best: Vec<((bool, u8, u8), String)> = Vec::new();
    for turn in legal {
        let Some(cost) = cost(turn) else { continue };
        if best.len() == MOST_NEAR && best[MOST_NEAR - 1].0 < cost {
            continue;
        }
        best.push((cost, game.write(turn)));
        best.sort();
        best.truncate(MOST_NEAR);
    }
    best.into_iter().map(|(_, text)| text).collect()
}

/// The squares from `from` in the direction of `to`, up to the rim.
fn beyond(from: Square, to: Square) -> SquareSet {
    let mut set = SquareSet::EMPTY;
    if let Some((direction, _)) = from.line_to(to) {
        let mut square = from;
        while let Some(next) = square.step(direction) {
            set.insert(next);
            square = next;
        }
    }
    set & BOARD
}

/// The steps of a king.
fn distance(a: Square, b: Square) -> u8 {
    a.file().abs_diff(b.file()).max(a.rank().abs_diff(b.rank()))
}

/// The wish in canonical spelling, as far as it goes.
fn text(wish: Wish) -> String {
    let mut text = wish.from.map_or_else(String::new, |from| from.to_string());
    for (sign, square) in [('-', wish.to), ('/', wish.shot)] {
        let Some(square) = square else { continue };
        if !text.is_empty() {
            text.push(sign);
        }
        text.push_str(&square.to_string());
    }
    text
}
