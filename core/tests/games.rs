//! Whole games as data, `tests/games/*.txt`: each is played from its first turn to its last, and must come
//! to the result and the position it ends with.
//!
//! A file has a comment that says what it is for, then `game:`, and where needed `variant:`, `option:` and
//! `start:`; a line for each turn; `result:` and `final:`. `UPDATE=1` writes turns, result and final
//! position as they are now, and a short game for a kind that has none.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::fs;
use std::path::Path;

use turnpost_core::game::Course;
use turnpost_core::rules::{GameKind, Setup};

/// The file as it would be written after playing its turns.
fn played(text: &str) -> String {
    let values = |key: &str| -> Vec<&str> { text.lines().filter_map(|line| line.strip_prefix(key)).collect() };
    let value = |key: &str| values(key).first().copied();
    let options: Vec<(String, String)> = values("option: ")
        .iter()
        .map(|option| option.split_once('=').unwrap())
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .collect();
    let setup = Setup::new(value("game: ").unwrap(), value("variant: "), &options).unwrap();
    let mut game = match value("start: ") {
        Some(position) => Course::from_position(&setup, position).unwrap(),
        None => Course::new(&setup).unwrap(),
    };
    let mut lines: Vec<String> = Vec::new();
    for line in text.lines() {
        if let Some((number, turn)) = line.split_once(". ").filter(|(number, _)| number.parse::<u32>().is_ok()) {
            assert_eq!(number, game.position().turn_number().to_string(), "{line}");
            let played = game.play(turn).unwrap_or_else(|error| panic!("{line}: {error}"));
            lines.push(format!("{number}. {}", played.text));
        } else if !line.starts_with("result: ") && !line.starts_with("final: ") {
            lines.push(line.to_owned());
        }
    }
    let result = game.outcome().map_or("none".to_owned(), |outcome| {
        let winner = outcome.winner.map_or("draw", |side| side.word());
        let margin = outcome.margin.map_or(String::new(), |margin| format!(", by {margin}"));
        format!("{winner}, {}{margin}", outcome.reason)
    });
    lines.extend([format!("result: {result}"), format!("final: {}", game.position().text())]);
    lines.join("\n") + "\n"
}

fn check(file: &Path) {
    let text = fs::read_to_string(file).unwrap();
    let now = played(&text);
    if std::env::var_os("UPDATE").is_some() {
        fs::write(file, now).unwrap();
    } else {
        assert_eq!(now, text, "{}", file.display());
    }
}

/// A game as short as chance makes it, for a kind that has none yet: of many random ones, in which whoever can ends
/// it, the shortest.
fn short(kind: GameKind) -> String {
    let setup = Setup::new(kind.name(), None, &[]).unwrap();
    let mut state = 1u64;
    let mut random_game = || {
        let mut course = Course::new(&setup).unwrap();
        while course.outcome().is_none() && course.turns().len() < 200 {
            let legal = course.position().legal();
            let ends = |turn: &&String| {
                let mut next = course.position().clone();
                next.play(turn).is_ok() && next.outcome().is_some()
            };
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let turn = legal.iter().find(ends).unwrap_or(&legal[(state >> 33) as usize % legal.len()]).clone();
            course.play(&turn).unwrap();
        }
        course
    };
    let games = (0..200).map(|_| random_game()).filter(|course| course.outcome().is_some());
    let shortest = games.min_by_key(|course| course.turns().len()).expect("a game that ends");
    let turns = shortest.turns().iter().enumerate().map(|(n, turn)| format!("{}. {}\n", n + 1, turn.text));
    format!("# The shortest of many random games.\ngame: {}\n{}", kind.name(), turns.collect::<String>())
}

#[test]
fn games_end_as_they_are_told() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/games");
    for &kind in GameKind::ALL.iter().filter(|_| std::env::var_os("UPDATE").is_some()) {
        let file = folder.join(format!("{}-short.txt", kind.name()));
        if !file.exists() {
            fs::write(file, short(kind)).unwrap();
        }
    }
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(files.len() > 10, "{files:?}");
    files.iter().for_each(|file| check(file));
}
