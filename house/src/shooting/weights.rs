//! The weights of the judgement's terms, stage by stage. `cargo run --release -p turnpost-house --example fit` makes
//! them from games that the house plays against itself.

use super::Kind;
use super::judge::{STAGES, TERMS, Weights};

/// Those of that game.
pub fn of(kind: Kind) -> &'static Weights {
    match kind {
        Kind::Amazons => &AMAZONS,
        _ => &DESDEMONA,
    }
}

const fn by_hand(amazons: bool) -> Weights {
    let mut weights = [[0; TERMS]; STAGES];
    let mut stage = 0;
    while stage < STAGES {
        let s = stage as i32;
        let row = &mut weights[stage];
        row[0] = 30_000;
        row[1] = 8_000 + 10_000 * s;
        row[2] = 1_000 + 1000 * s;
        row[3] = 12_000 + 6_000 * s;
        row[4] = 1_000;
        row[5] = 600;
        row[6] = 1_000;
        row[7] = -200_000;
        row[8] = -80_000;
        row[9] = -30_000;
        row[10] = -8_000;
        row[11] = 2_000;
        row[12] = 10_000;
        if !amazons {
            row[13] = 30_000 + 20_000 * s;
            row[14] = 15_000;
            row[15] = -6_000;
            row[16] = -10_000;
            row[17] = 20_000 * s * s;
        }
        stage += 1;
    }
    weights
}

const AMAZONS: Weights = by_hand(true);
const DESDEMONA: Weights = by_hand(false);
