//! Desdemona's words: what it tells people about itself, and the rules for shots that are its own.

use std::fmt;

use super::ShotRule;

pub(super) mod rules;

/// The pattern of a turn.
pub(super) const PATTERN: &str = "from-to/shot";
/// The pattern of a turn without a shot.
pub(super) const MOVE_ALONE: &str = "from-to";
/// The rules in short.
pub(super) const BLURB: &str = "Move one amazon like a chess queen, then shoot a stone the same way, or jump\n\
                                a row of enemy stones beside you and turn them over. When someone cannot\n\
                                move, whoever has more stones wins.";
/// What an amazon shoots.
pub(super) const MISSILE: &str = "shot";

/// What a variant is.
pub(super) fn variant(name: &str) -> Option<&'static str> {
    Some(match name {
        "cassio" => "where a quiet shot may land on the edge, and a flip shot leaves a neutral stone",
        "classic" => "where a quiet shot leaves a stone of yours, also on the edge, and a flip shot a neutral one",
        "border" => "where every shot leaves a stone of yours, and no quiet shot lands on the edge",
        _ => return None,
    })
}

/// What a shot that turns stones over is called in a list.
pub(super) fn flips(onto: &str, stones: usize) -> String {
    format!("shoot {onto}, flip {stones}")
}

/// A step with so many ways on, by some of which so many stones at most are turned over.
pub(super) fn with_flips(said: &str, ways: usize, most: usize) -> String {
    let up_to = if most > 1 { "up to " } else { "" };
    format!("{said} ({ways}, flips {up_to}{most})")
}

/// The two ways to shoot, in a list.
pub(super) const SHOTS: [&str; 2] = ["quiet shot", "flip shot"];

/// How a flip shot is written.
pub(super) fn flip_is_written(turn: &str, stones: usize) -> String {
    let stones = if stones == 1 { "a stone".to_owned() } else { format!("{stones} stones") };
    format!("A shot that flips is written with x: `{turn}` flips {stones}.")
}

impl fmt::Display for ShotRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ShotRule::NotOnTheEdge => f.write_str("a quiet shot may not land on the edge in this variant"),
            ShotRule::NotBeside { stone, amazon } => write!(
                f,
                "only enemy stones right beside the amazon can be jumped, the one on {stone} is not beside {amazon}"
            ),
            ShotRule::RightBehind => f.write_str("a flip shot lands right behind the stones it jumps"),
            ShotRule::TakenBehind { amazon, behind } => {
                write!(f, "the stones beside {amazon} cannot be jumped, {behind} behind them is not empty")
            }
            ShotRule::NothingBehind { amazon } => {
                write!(f, "the stones beside {amazon} cannot be jumped, the board ends behind them")
            }
        }
    }
}
