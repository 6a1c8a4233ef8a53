//! Counts of the tree of turns that are known to be right, from `tests/perft/<game>-<variant>.txt`.
//!
//! Each line is `position; depth; count; source`, where the position is a position string or `start`, and
//! the source says who else counted. `UPDATE=1` writes the counts anew, for lines whose source will then be
//! looked at again.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::fs;
use std::path::PathBuf;

use turnpost_core::rules::{GameKind, Position, Setup};

fn file(game: GameKind, variant: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("tests/perft/{}-{variant}.txt", game.name()))
}

/// The line with its count as it is now.
fn counted(setup: &Setup, line: &str) -> String {
    if line.starts_with('#') || line.is_empty() {
        return line.to_owned();
    }
    let fields: Vec<&str> = line.split("; ").collect();
    let [position, depth, _, source] = fields[..] else { panic!("not position; depth; count; source: {line}") };
    let at = match position {
        "start" => Position::start(setup),
        text => Position::parse(setup, text),
    };
    let count = at.unwrap_or_else(|error| panic!("{line}: {error}")).perft(depth.parse().unwrap());
    format!("{position}; {depth}; {count}; {source}")
}

fn check(game: GameKind, variant: &str) {
    let setup = Setup::new(game.name(), Some(variant), &[]).unwrap();
    let file = file(game, variant);
    let table = fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    assert!(table.lines().any(|line| line.starts_with("start; ")), "{} counts from the start", file.display());
    let now: Vec<String> = table.lines().map(|line| counted(&setup, line)).collect();
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&file, now.join("\n") + "\n").unwrap();
        return;
    }
    for (line, now) in table.lines().zip(&now) {
        assert_eq!(line, now, "{} {variant}", game.name());
    }
}

#[test]
fn every_game_and_variant_has_its_table() {
    for &game in GameKind::ALL {
        for variant in game.variants() {
            check(game, variant);
        }
    }
}
