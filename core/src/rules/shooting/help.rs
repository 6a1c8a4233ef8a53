//! The words that Amazons and Desdemona share: the steps of a turn, and the rule that forbids one.

use std::fmt;

use super::refusal::{Fault, Obstacle, ShotFault};
use crate::board::Square;
use crate::rules::Side;

/// Words that people put between the squares of such a turn.
pub const SYNONYMS: &[(&str, &str)] = &[
    ("flip", "x"),
    ("flips", "x"),
    ("flipping", "x"),
    ("shoots", "/"),
    ("shoot", "/"),
    ("shooting", "/"),
    ("arrow", "/"),
    ("fires", "/"),
    ("fire", "/"),
    ("jumps", "x"),
];

/// Asks for the amazon.
pub(super) const WHICH_AMAZON: &str = "Which amazon?";
/// What amazons are called in a list.
pub(super) const PIECE: &str = "piece";
/// What squares along ranks and files, and diagonally, are called in a list.
pub(super) const WAYS: [&str; 2] = ["straight", "diagonal"];

/// Asks where the amazon goes.
pub(super) fn goes_to(amazon: Square) -> String {
    format!("{amazon} goes to")
}

/// Asks where it shoots.
pub(super) fn shoots_to(missile: &str, from: Square) -> String {
    let mut missile = missile.to_owned();
    if let Some(first) = missile.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    format!("{missile} from {from} to")
}

/// What an unfinished turn lacks.
pub(super) fn missing(missile: &str) -> String {
    format!("the {missile} is missing")
}

/// What a shot is called in a list.
pub(super) fn shoot(square: &str) -> String {
    format!("shoot {square}")
}

/// How a turn without a shot is written.
pub(super) fn form_of_move_alone(turn: u32) -> String {
    format!("turn {turn} is a move alone, written from-to")
}

/// What is wrong with a position string that has an amazon more than a side can have.
pub(super) fn fifth_amazon(side: Side, most: usize) -> String {
    format!("a fifth {side} amazon; each side has {most}")
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::NoTurnLeft(side) => write!(f, "{side} has no legal turn left"),
            Fault::EnemyAmazon(square, side) => write!(f, "the amazon on {square} is {side}'s"),
            Fault::NoAmazon(square, side) => write!(f, "there is no {side} amazon on {square}"),
            Fault::NoTurnOf(amazon) => write!(f, "the amazon on {amazon} has no legal turn"),
            Fault::StandsStill(amazon) => write!(f, "the amazon on {amazon} must move at least one square"),
            Fault::NoLine(from, to) => {
                write!(f, "{from} cannot reach {to}, an amazon moves in a straight line like a chess queen")
            }
            Fault::Blocked(from, to, obstacle) => write!(f, "{from} cannot reach {to}, {obstacle}"),
            Fault::NoShotAfter(from, to) => write!(f, "after {from}-{to} no shot is possible"),
            Fault::MoveAlone(turn) => write!(f, "turn {turn} is a move alone, without a shot"),
            Fault::NobodyReaches(to, side) => write!(f, "no {side} amazon can reach {to}"),
            Fault::NothingEndsWith(square, side) => {
                let square = square.map_or_else(String::new, |square| square.to_string());
                write!(f, "no legal turn of {side}'s ends with {square}")
            }
            Fault::Shot { missile, from, at, fault } => match fault {
                ShotFault::AtItself => write!(f, "the {missile} cannot hit {at}, the amazon itself stands there"),
                ShotFault::NoLine => {
                    write!(
                        f,
                        "the {missile} from {from} cannot reach {at}, it flies in a straight line like a chess queen"
                    )
                }
                ShotFault::Blocked(obstacle) => write!(f, "the {missile} from {from} cannot reach {at}, {obstacle}"),
                ShotFault::Rule { rule, open } => write!(f, "{rule}{}", on_that_line(open)),
            },
        }
    }
}

/// `the arrow on g7 is in the way; on that line: e7, f7`.
impl fmt::Display for Obstacle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let thing = match &self.piece {
            Some(piece) => match piece.side {
                Some(side) => format!("{side} {}", piece.kind.word()),
                None => piece.kind.word().to_owned(),
            },
            None => "edge".to_owned(),
        };
        write!(f, "the {thing} on {} is in the way{}", self.at, on_that_line(&self.open))
    }
}

fn on_that_line(open: &[Square]) -> String {
    let names: Vec<String> = open.iter().map(Square::to_string).collect();
    if names.is_empty() { String::new() } else { format!("; on that line: {}", names.join(", ")) }
}
