//! The levels 1 to 8: how many nodes each thinks, and how far from the best a turn may be that it plays all the same.

use turnpost_core::rules::GameKind;

/// The lowest and the highest level.
pub const LEVELS: std::ops::RangeInclusive<u8> = 1..=8;

/// One of the levels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Level(u8);

/// No such level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no level {0}; the levels are 1 to 8")]
pub struct NoLevel(pub u8);

impl Level {
    /// The level of that number.
    pub fn new(number: u8) -> Result<Level, NoLevel> {
        if LEVELS.contains(&number) { Ok(Level(number)) } else { Err(NoLevel(number)) }
    }

    /// Its number.
    pub fn number(self) -> u8 {
        self.0
    }

    pub(crate) fn plan(self, game: GameKind) -> Plan {
        let table = match game {
            GameKind::Amazons | GameKind::Desdemona => &SHOOTING,
            _ => &OTHERS,
        };
        table[usize::from(self.0) - 1]
    }
}

/// How a level plays one game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plan {
    /// Positions judged.
    pub(crate) nodes: u64,
    /// How much less chance a turn may have than the best and still be played now and then.
    pub(crate) slack: f32,
}

const fn plan(nodes: u64, slack: f32) -> Plan {
    Plan { nodes, slack }
}

const SHOOTING: [Plan; 8] = [
    plan(1, 0.20),
    plan(1, 0.10),
    plan(1, 0.05),
    plan(3_000, 0.03),
    plan(10_000, 0.02),
    plan(30_000, 0.01),
    plan(100_000, 0.0),
    plan(400_000, 0.0),
];

const OTHERS: [Plan; 8] = [
    plan(50, 0.20),
    plan(150, 0.10),
    plan(500, 0.05),
    plan(1_500, 0.03),
    plan(5_000, 0.02),
    plan(15_000, 0.01),
    plan(50_000, 0.0),
    plan(150_000, 0.0),
];
