//! The four editions of Desdemona's rules, as one table.

use crate::board::SquareSet;

/// The names of the editions, the default first.
pub const NAMES: [&str; 4] = ["desdemona", "cassio", "classic", "border"];

/// What sets one edition apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Edition {
    /// What a quiet shot leaves.
    pub quiet_leaves: Leaves,
    /// Whether a quiet shot may land on the perimeter.
    pub quiet_on_perimeter: bool,
    /// What a flip shot leaves.
    pub flip_leaves: Leaves,
    /// White's and Black's stones at the start.
    pub stones: [SquareSet; 2],
}

/// What a shot leaves where it lands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Leaves {
    OwnStone,
    NeutralStone,
}

impl Edition {
    /// The edition of that name; any other name is the default's.
    pub fn named(name: &str) -> Edition {
        let stones = [SquareSet::named(&["e5", "f6"]), SquareSet::named(&["e6", "f5"])];
        let edition = |quiet_leaves, quiet_on_perimeter, flip_leaves, stones| Edition {
            quiet_leaves,
            quiet_on_perimeter,
            flip_leaves,
            stones,
        };
        match name {
            "cassio" => edition(Leaves::NeutralStone, true, Leaves::NeutralStone, stones),
            "classic" => edition(Leaves::OwnStone, true, Leaves::NeutralStone, [SquareSet::EMPTY; 2]),
            "border" => edition(Leaves::OwnStone, false, Leaves::OwnStone, [SquareSet::EMPTY; 2]),
            _ => edition(Leaves::NeutralStone, false, Leaves::OwnStone, stones),
        }
    }
}
