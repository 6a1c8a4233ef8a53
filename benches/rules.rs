//! How fast the rules are: perft, the list of legal turns and reading a text, for every game, from the positions that
//! its perft table names for it (`bench: middle`); and counting settled positions. `cargo bench --bench rules`
#![allow(clippy::unwrap_used)]

use std::path::Path;

use turnpost_core::rules::{GameKind, Guided, OfAnyGame, Position, Setup, perft};

mod measure;

fn main() {
    for &game in GameKind::ALL {
        for &variant in game.variants() {
            let file = format!("core/tests/perft/{}-{variant}.txt", game.name());
            let table = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).unwrap();
            table.lines().for_each(|line| timed(game, variant, line));
        }
    }
    counting();
}

/// A line of a perft table, `position; depth; count; source, bench: NAME`.
fn timed(game: GameKind, variant: &str, line: &str) {
    let Some((row, name)) = line.split_once("bench: ").filter(|_| !line.starts_with('#')) else { return };
    let fields: Vec<&str> = row.split("; ").collect();
    let setup = Setup::new(game.name(), Some(variant), &[]).unwrap();
    let position = match fields[0] {
        "start" => Position::start(&setup),
        text => Position::parse(&setup, text),
    };
    position.unwrap().visit(Bench { name, depth: fields[1].parse().unwrap() });
}

struct Bench<'a> {
    name: &'a str,
    depth: u32,
}

impl OfAnyGame for Bench<'_> {
    type Out = ();

    fn visit<G: Guided>(self, position: &G) {
        let name = |what: &str| format!("{}, {}: {what}", G::TITLE, self.name);
        measure::rate(&name(&format!("perft {}", self.depth)), "leaves", || perft(position, self.depth));
        measure::time(&name("legal turns"), || position.legal_turns());
        let turns = position.legal_turns();
        if let Some(turn) = turns.get(turns.len() / 2) {
            let text = position.write(turn);
            measure::time(&name("read a legal text"), || position.read(&text));
        }
        measure::time(&name("read an illegal text"), || position.read("e4-e4"));
    }
}

/// Settled positions of Amazons, two amazons a side in regions of both sizes.
fn counting() {
    let wall = "xxxxxxxxxx";
    let rest = [wall; 5].join("/");
    let setup = Setup::new("amazons", None, &[]).unwrap();
    for (name, text) in [
        ("20 squares with two amazons", format!("{rest}/B8B/10/{wall}/10/2W4W2 w 70")),
        ("40 squares with two amazons", format!("{wall}/B8B/10/10/10/{wall}/10/10/10/2W4W2 w 40")),
    ] {
        let position = Position::parse(&setup, &text).unwrap();
        measure::time(&format!("Amazons, count {name} a side"), || position.count());
    }
}
