//! Why a typed turn can't be played: the first rule that forbids it, and the legal turns nearest to it.
//! Only texts that fit no legal turn come here, so this decides nothing; it explains.

use super::{BOARD, Shooting, Turn};
use crate::board::{Square, SquareSet, queen_reach};
use crate::rules::MoveError;

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

/// The refusal of a wish that none of the legal turns fits.
pub fn refuse<G: Shooting>(game: &G, wish: Wish, legal: &[Turn]) -> MoveError {
    let own = game.amazons(game.to_move());
    MoveError::Illegal {
        text: text(wish),
        why: reason(game, wish, legal),
        near: near(game, wish, legal),
        about: wish.from.filter(|&from| own.contains(from)),
    }
}

fn reason<G: Shooting>(game: &G, wish: Wish, legal: &[Turn]) -> String {
    let side = game.to_move();
    if legal.is_empty() {
        return format!("{side} has no legal turn left");
    }
    let Some(from) = wish.from else { return reason_without_amazon(game, wish) };
    if !game.amazons(side).contains(from) {
        let enemys = game.amazons(side.other()).contains(from);
        return if enemys {
            format!("the amazon on {from} is {}'s", side.other())
        } else {
            format!("there is no {side} amazon on {from}")
        };
    }
    let Some(to) = wish.to else { return format!("the amazon on {from} has no legal turn") };
    if from == to {
        return format!("the amazon on {from} must move at least one square");
    }
    let empty = game.empty();
    let moves = queen_reach(from, empty);
    if !moves.contains(to) {
        return match from.line_to(to) {
            None => format!("{from} cannot reach {to}, an amazon moves in a straight line like a chess queen"),
            Some(_) => format!("{from} cannot reach {to}, {}", obstacle(game, from, to, empty, moves)),
        };
    }
    let Some(shot) = wish.shot else { return format!("after {from}-{to} no shot is possible") };
    if game.moves_alone() {
        return format!("turn {} is a move alone, without a shot", game.turn_number());
    }
    shot_reason(game, from, to, shot)
}

/// The reason against `d7/g7`, which leaves open which amazon goes to d7.
fn reason_without_amazon<G: Shooting>(game: &G, wish: Wish) -> String {
    let side = game.to_move();
    let movers = |to| game.amazons(side).into_iter().find(|&from| queen_reach(from, game.empty()).contains(to));
    match (wish.to, wish.shot) {
        (Some(_), Some(_)) if game.moves_alone() => {
            format!("turn {} is a move alone, without a shot", game.turn_number())
        }
        (Some(to), Some(shot)) => match movers(to) {
            Some(from) => shot_reason(game, from, to, shot),
            None => format!("no {side} amazon can reach {to}"),
        },
        (_, shot) => {
            let square = shot.or(wish.to).map_or_else(String::new, |square| square.to_string());
            format!("no legal turn of {side}'s ends with {square}")
        }
    }
}

fn shot_reason<G: Shooting>(game: &G, from: Square, to: Square, at: Square) -> String {
    let missile = G::MISSILE;
    if to == at {
        return format!("the {missile} cannot hit {to}, the amazon itself stands there");
    }
    if to.line_to(at).is_none() {
        return format!("the {missile} from {to} cannot reach {at}, it flies in a straight line like a chess queen");
    }
    let shots = game.shots(from, to);
    match game.shot_rule(from, to, at) {
        Some(rule) => format!("{rule}{}", on_that_line(to, at, shots)),
        None => {
            let free = game.empty() | SquareSet::of(from);
            format!("the {missile} from {to} cannot reach {at}, {}", obstacle(game, to, at, free, shots))
        }
    }
}

/// `the arrow on g7 is in the way; on that line: e7, f7`.
fn obstacle<G: Shooting>(game: &G, from: Square, to: Square, free: SquareSet, reached: SquareSet) -> String {
    let way = SquareSet::of(to) | from.between(to);
    let first = (way - free).into_iter().min_by_key(|&square| distance(from, square)).unwrap_or(to);
    format!("the {} on {first} is in the way{}", thing(game, first), on_that_line(from, to, reached))
}

/// The squares reached in the direction that was meant, nearest first.
fn on_that_line(from: Square, to: Square, reached: SquareSet) -> String {
    let mut squares: Vec<Square> = (reached & beyond(from, to)).into_iter().collect();
    squares.sort_by_key(|&square| distance(from, square));
    let names: Vec<String> = squares.iter().map(Square::to_string).collect();
    if names.is_empty() { String::new() } else { format!("; on that line: {}", names.join(", ")) }
}

/// What stands there, in words: `arrow`, `Black amazon`.
fn thing<G: Shooting>(game: &G, at: Square) -> String {
    match game.piece(at) {
        Some(piece) => match piece.side {
            Some(side) => format!("{side} {}", piece.kind.word()),
            None => piece.kind.word().to_owned(),
        },
        None => "edge".to_owned(),
    }
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
