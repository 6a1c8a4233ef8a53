//! The lines of `core/tests/perft/` that a game's slow rules count again in its own tests.
#![allow(clippy::unwrap_used)]

use std::path::Path;

use super::{Position, Setup};

/// Positions, depths and counts of the lines whose source names the slow rules.
pub fn for_slow_rules(game: &str, variant: &str) -> Vec<(String, u32, u64)> {
    let setup = Setup::new(game, Some(variant), &[]).unwrap();
    let tables = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/perft");
    let table = std::fs::read_to_string(tables.join(format!("{game}-{variant}.txt"))).unwrap();
    let lines = table.lines().filter(|line| !line.starts_with('#') && line.contains("slow rules"));
    let found: Vec<_> = lines
        .map(|line| {
            let fields: Vec<&str> = line.split("; ").collect();
            let position = match fields[0] {
                "start" => Position::start(&setup).unwrap().text(),
                text => text.to_owned(),
            };
            (position, fields[1].parse().unwrap(), fields[2].parse().unwrap())
        })
        .collect();
    assert!(!found.is_empty());
    found
}
