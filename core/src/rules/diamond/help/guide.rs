//! What guides a player to a turn.

use super::super::pieces::Kind;
use crate::board::Square;
use crate::rules::Side;

/// How a turn is written.
pub const PATTERN: &str = "from-to from-to";
/// The same where something can be attacked.
pub const PATTERN_WITH_ATTACKS: &str = "from-to from-to, or attacker x target";
/// How a turn of the setup is written.
pub const SETUP_PATTERN: &str = "piece, or piece@square";

/// The rules in short.
pub const BLURB: &str = "Move two of your pieces, or attack with one; every kind has its own way.\n\
                         In the variant standard both first put their ten pieces down, one a turn, as they like.\n\
                         Whoever captures the enemy's town wins.";

/// What the variant without a setup is.
pub const QUICK: &str = "where all pieces stand ready at the start";

/// Words that people put between squares, and their signs.
pub const SYNONYMS: &[(&str, &str)] =
    &[("takes", "x"), ("captures", "x"), ("attacks", "x"), ("hits", "x"), ("pounces", "^")];

/// Names of pieces that are put down, and their letters; also those of the animals that are drawn for them.
pub const PLACED: &[(&str, char)] = &[
    ("cani", 'c'),
    ("gormoror", 'g'),
    ("khtsoyis", 'k'),
    ("herethroy", 'h'),
    ("orren", 'o'),
    ("rassimel", 'r'),
    ("sleeth", 's'),
    ("zi ri", 'z'),
    ("zi-ri", 'z'),
    ("ziri", 'z'),
    ("dog", 'c'),
    ("bear", 'g'),
    ("octopus", 'k'),
    ("squid", 'k'),
    ("ant", 'h'),
    ("insect", 'h'),
    ("otter", 'o'),
    ("raccoon", 'r'),
    ("racoon", 'r'),
    ("cat", 's'),
    ("dragon", 'z'),
];

/// What a placement did that costs the first move.
pub const OUT_OF_ORDER: &str = "out of order, so the other player will move first";

/// What is left to be put down, and where the next one goes.
pub fn still_to_place(whose: Option<Side>, left: &[(Kind, u32)]) -> String {
    let whose = whose.map_or_else(String::new, |side| format!(" for {side}"));
    format!("Still to place{whose}: {}.", pieces(left))
}

/// Where the next one goes. Whoever is to move first loses that by another order.
pub fn order((square, number): (Square, u8), is_first: bool) -> String {
    let costs = if is_first { "; a piece on a later one costs the first move" } else { "" };
    format!("The numbers on the squares are their order, the next is {number} ({square}){costs}.")
}

/// `rassimel (r), 3 cani (c)`.
pub fn pieces(left: &[(Kind, u32)]) -> String {
    let one = |&(kind, number): &(Kind, u32)| match number {
        1 => format!("{} ({})", kind.word(), kind.letter()),
        _ => format!("{number} {} ({})", kind.word(), kind.letter()),
    };
    left.iter().map(one).collect::<Vec<_>>().join(", ")
}

/// Who begins, where it isn't who began to place.
pub fn moves_first(side: Side) -> String {
    format!("{side} will move first, since {} placed out of order.", side.other())
}

/// The town of the side to move can be captured next.
pub fn town_is_attacked(side: Side, reader: Option<Side>) -> String {
    let whose = if reader == Some(side) { "Your".to_owned() } else { format!("{side}'s") };
    format!("{whose} town is attacked, and whoever captures a town wins.")
}

/// Asks for a piece of the setup.
pub const WHICH_TO_PUT: &str = "Which piece to put down?";
/// Asks for its square.
pub const WHICH_SQUARE: &str = "On which square?";
/// Asks for the first piece of a turn.
pub const WHICH_PIECE: &str = "A turn is two moves, by two pieces. Which moves first?";
/// The same where something can be attacked.
pub const WHICH_PIECE_OR_ATTACK: &str =
    "A turn is two moves, by two pieces, or one attack. Which piece moves first, or attacks?";

/// Asks where the piece on that square goes, with its first or second move; or whom it attacks.
pub fn goes_to(from: Square, second: bool, attacks: bool) -> String {
    let (which, or_attacks) = (if second { 2 } else { 1 }, if attacks { ", or it attacks" } else { "" });
    format!("Move {which} of 2: {from} goes to{or_attacks}")
}

/// Asks for another blow after these.
pub fn and_then(blows: &str) -> String {
    format!("`{blows}`, and another blow")
}

/// Asks for the second piece after that move, or for the whole second move.
pub fn then_which(first: &str) -> String {
    format!("Move 1 of 2 is `{first}`, not played yet: Back changes it. Move 2: which piece?")
}

/// A piece in a list.
pub fn piece(kind: &str, square: &str) -> String {
    format!("{kind} {square}")
}

/// A piece that is put down on a square, or on one yet to be chosen.
pub fn placed(kind: &str, square: &str) -> String {
    if square.is_empty() { kind.to_owned() } else { format!("{kind} on {square}") }
}

/// Where it is put down.
pub fn on(square: &str) -> String {
    format!("on {square}")
}

/// An attack.
pub fn attack(square: &str) -> String {
    format!("attack {square}")
}

/// An attack on one of two pieces on a square.
pub fn attack_one(kind: &str, square: &str) -> String {
    format!("attack the {kind} on {square}")
}

/// A pounce.
pub fn pounce(square: &str) -> String {
    format!("pounce on {square}")
}

/// A cani that moves with others.
pub fn with(piece: &str) -> String {
    format!("with {piece}")
}

/// A list of pieces.
pub const PIECE: &str = "piece";
/// A list of squares.
pub const SQUARE: &str = "square";
/// A list of moves.
pub const MOVE: &str = "move";
/// A list of attacks.
pub const ATTACK: &str = "attack";
/// A list of pieces or moves for the second move.
pub const SECOND_PIECE: &str = "second move";
/// A list of cani that may join the move.
pub const IN_PACK: &str = "with it, in the pack";

/// The words under the three pictures of a lesson.
pub const LESSON: [&str; 3] = ["A piece's squares", "A first move", "An answer"];
