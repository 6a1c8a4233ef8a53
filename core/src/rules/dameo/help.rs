//! Dameo's words: what it tells people about itself, and the rule that forbids a turn.

use std::fmt;

use super::board::Misplaced;
use super::refusal::{Fault, Rule};
use crate::board::Square;
use crate::rules::{NoTurn, Side};

pub(super) mod rules;

/// The pattern of a turn.
pub(super) const PATTERN: &str = "from-to, or fromxtoxto to capture";
/// The pattern of a turn that takes so many pieces.
pub(super) const fn pattern(taken: usize) -> &'static str {
    match taken {
        0 => "from-to",
        1 => "from x to",
        2 => "from x to x to",
        _ => "from x to x to, and so on",
    }
}

/// Tells whoever is to move, or in public who that is, that captures come first. A word goes on behind the turn, so that a
/// quoted line isn't read as one.
pub(super) fn must_capture(mover: Option<Side>, turn: &str, turns: usize) -> String {
    let who = mover.map_or_else(|| "You".to_owned(), |side| side.to_string());
    match turns {
        1 => format!("{who} must capture: {turn} is the only turn."),
        _ => format!("{who} must capture, as {turn} does."),
    }
}

/// What turns look like.
pub(super) const FORM: &str = "a turn is written c3-c4, a line c1-c4, a capture d4xd6xf6";
/// The rules in short.
pub(super) const BLURB: &str = "Men step forward, straight or diagonally, alone or a whole line at once.\n\
                                Captures go along ranks and files, are compulsory and must take the most.\n\
                                A man that ends on the far rank becomes a king. Whoever cannot move loses.";
/// Words that people put between squares, and their signs.
pub(super) const SYNONYMS: &[(&str, &str)] = &[("takes", "x"), ("captures", "x"), ("jumps", "x")];

/// Asks where a piece that has jumped once jumps next.
pub(super) fn jumps_on_to(from: Square) -> String {
    format!("{from} jumps on to")
}

/// What a capture is called in a list: by which piece, if that isn't chosen yet, how many it takes, and where it lands.
pub(super) fn takes(piece: Option<&str>, pieces: usize, lands: &[&str]) -> String {
    let piece = piece.map_or_else(String::new, |piece| format!("{piece} "));
    let lands = if lands.is_empty() { String::new() } else { format!(": {}", lands.join(", ")) };
    format!("{piece}takes {pieces}{lands}")
}

impl fmt::Display for Misplaced {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Misplaced::OneMore { side, most } => write!(f, "one more {side} piece; each side has {most}"),
            Misplaced::ManOnFarRank(side) => write!(f, "a {side} man on its far rank; there it is a king"),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Over(reason) => NoTurn::Over(*reason).fmt(f),
            Fault::MustCapture { most, takes } => {
                let can = if *most == 1 { "1 piece".to_owned() } else { format!("{most} pieces") };
                let takes = takes.map_or_else(|| "none".to_owned(), |pieces| pieces.to_string());
                write!(f, "you must capture: {can} can be taken, this takes {takes}")
            }
            Fault::CannotMove(square) => write!(f, "the piece on {square} cannot move"),
            Fault::NobodyMovesTo(square) => write!(f, "no piece can move to {square}"),
            Fault::Against { text, rule } => write!(f, "{text}: {rule}"),
        }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Rule::NoPiece(square) => write!(f, "there is no piece on {square}"),
            Rule::EnemyPiece(square, side) => {
                write!(f, "the piece on {square} is {side}'s, {} is to move", side.other())
            }
            Rule::OneMove => f.write_str("nothing can be captured now, so a turn is one move, from-to"),
            Rule::ManMoves => f.write_str("a man moves straight or diagonally forward"),
            Rule::KingMoves => f.write_str("a king moves like a chess queen"),
            Rule::ForwardOnly => f.write_str("a man moves forward only, straight or diagonally"),
            Rule::KingInLine(square) => write!(f, "the king on {square} is no part of a line"),
            Rule::GapInLine(square) => write!(f, "a line has no gaps and moves one square, and {square} is empty"),
            Rule::InTheWay(square) => write!(f, "{square} is in the way"),
            Rule::NotLegal => f.write_str("that is not a legal turn"),
            Rule::NotAlongLines(from, to) => {
                write!(f, "you must capture, along ranks and files, and no capture goes from {from} to {to}")
            }
            Rule::MetDiagonally(enemy) => {
                write!(f, "captures go along ranks and files only, so {enemy} can't be taken from there")
            }
            Rule::OntoEnemy(square) => {
                write!(f, "name the square behind {square} where you land, not the piece you take")
            }
            Rule::NothingBetween(from, to) => write!(f, "there is nothing to capture between {from} and {to}"),
            Rule::ManJumps => f.write_str("a man jumps the piece next to it and lands right behind it"),
            Rule::SeveralBetween(from, to) => {
                write!(f, "more than one piece stands between {from} and {to}; those taken stay until the turn is over")
            }
            Rule::JumpedTwice => f.write_str("pieces taken stay until the turn is over, and none is jumped twice"),
        }
    }
}
