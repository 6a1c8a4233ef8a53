//! Diamond Chess from outside: its rules against a slow second telling of them, the seed's pictures, every ruling,
//! reading and refusing, and laws over random games.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod counts;
mod diagrams;
mod laws;
mod options;
mod random;
mod reading;
mod rulings;
mod scenes;
mod slow;
mod strings;

use turnpost_core::rules::{Position, Setup};

/// A position of Diamond Chess from its string.
fn position(text: &str) -> Position {
    Position::parse(&setup("standard", &[]), text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The first position of a variant with options.
fn start(variant: &str, options: &[(&str, &str)]) -> Position {
    Position::start(&setup(variant, options)).unwrap()
}

fn setup(variant: &str, options: &[(&str, &str)]) -> Setup {
    let options: Vec<(String, String)> = options.iter().map(|&(k, v)| (k.to_owned(), v.to_owned())).collect();
    Setup::new("diamond", Some(variant), &options).unwrap()
}
