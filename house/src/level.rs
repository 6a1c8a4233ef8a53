//! The levels 1 to 8: how many nodes each thinks, and how far from the best a turn may be that it plays all the same.

use turnpost_core::rules::{GameKind, Setup};

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

    /// The strongest.
    pub const STRONGEST: Level = Level(8);

    /// Its number.
    pub fn number(self) -> u8 {
        self.0
    }

    pub(crate) fn plan(self, setup: &Setup) -> Plan {
        let table = match (setup.game, setup.variant) {
            (GameKind::Amazons, _) => &AMAZONS,
            (GameKind::Desdemona, "classic") => &CLASSIC,
            (GameKind::Desdemona, "border") => &BORDER,
            (GameKind::Desdemona, "cassio") => &CASSIO,
            (GameKind::Desdemona, _) => &DESDEMONA,
            (GameKind::Diamond, _) => &DIAMOND,
            (GameKind::Dameo, _) => &DAMEO,
            (GameKind::Othello, _) => &OTHELLO,
            #[allow(unreachable_patterns)]
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
    /// How many turns in a hundred are played without a look at what the opponent could do next. Only Desdemona knows how
    /// to.
    pub(crate) careless: u8,
    /// How many turns in a hundred are played without a look at the shots of one's own that turn stones over.
    pub(crate) blind: u8,
}

const fn plan(nodes: u64, slack: f32) -> Plan {
    Plan { nodes, slack, careless: 0, blind: 0 }
}

/// A look at the position that overlooks, in so many turns of a hundred, what the opponent and what oneself could turn over.
const fn beginner(slack: f32, careless: u8, blind: u8) -> Plan {
    Plan { nodes: 1, slack, careless, blind }
}

/// A first look at an Amazons position judges all its turns, some thousand of them: below that, only slack differs.
const AMAZONS: [Plan; 8] = [
    plan(1, 0.18),
    plan(1, 0.09),
    plan(1, 0.02),
    plan(1_200, 0.0),
    plan(3_000, 0.0),
    plan(8_000, 0.0),
    plan(25_000, 0.0),
    plan(80_000, 0.0),
];

/// The editions in which a quiet shot leaves a neutral stone. Whoever plays the best of one look keeps the draw at least:
/// the upper levels differ by the slack alone, the lower ones also by what they overlook.
const DESDEMONA: [Plan; 8] = [
    beginner(0.11, 98, 36),
    beginner(0.155, 72, 10),
    beginner(0.155, 42, 0),
    beginner(0.145, 12, 0),
    plan(1, 0.115),
    plan(1, 0.08),
    plan(1, 0.05),
    plan(30_000, 0.0),
];

const CASSIO: [Plan; 8] = [
    beginner(0.14, 95, 40),
    beginner(0.148, 64, 8),
    beginner(0.147, 21, 0),
    beginner(0.125, 4, 0),
    plan(1, 0.095),
    plan(1, 0.068),
    plan(1, 0.043),
    plan(30_000, 0.0),
];

/// The editions in which a quiet shot leaves a stone of one's own.
const CLASSIC: [Plan; 8] = [
    plan(1, 0.20),
    plan(1, 0.15),
    plan(1, 0.10),
    plan(1, 0.06),
    plan(1, 0.025),
    plan(700, 0.0),
    plan(2_000, 0.0),
    plan(40_000, 0.0),
];

const BORDER: [Plan; 8] = [
    plan(1, 0.20),
    plan(1, 0.15),
    plan(1, 0.085),
    plan(1, 0.04),
    plan(200, 0.02),
    plan(700, 0.0),
    plan(3_000, 0.0),
    plan(20_000, 0.0),
];

const DIAMOND: [Plan; 8] = [
    plan(1, 0.30),
    plan(1, 0.12),
    plan(1, 0.03),
    plan(300, 0.0),
    plan(900, 0.0),
    plan(3_000, 0.0),
    plan(12_000, 0.0),
    plan(50_000, 0.0),
];

const DAMEO: [Plan; 8] = [
    plan(20, 0.24),
    plan(90, 0.12),
    plan(150, 0.05),
    plan(350, 0.025),
    plan(250, 0.0),
    plan(900, 0.0),
    plan(3_000, 0.0),
    plan(10_000, 0.0),
];

const OTHELLO: [Plan; 8] = [
    plan(60, 0.09),
    plan(150, 0.08),
    plan(300, 0.063),
    plan(650, 0.045),
    plan(1_250, 0.03),
    plan(3_500, 0.012),
    plan(6_000, 0.0),
    plan(20_000, 0.0),
];

/// Games that the house knows from their rules alone.
const OTHERS: [Plan; 8] = [
    plan(40, 0.15),
    plan(120, 0.10),
    plan(400, 0.06),
    plan(1_200, 0.03),
    plan(4_000, 0.02),
    plan(12_000, 0.01),
    plan(40_000, 0.0),
    plan(150_000, 0.0),
];
