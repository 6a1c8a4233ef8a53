//! What is counted in words: `1 games` is written by nobody who looks, so the sources are looked at. Texts count by
//! `plural::counted`, or never say one.
#![allow(clippy::unwrap_used)]

use std::path::{Path, PathBuf};

/// What our texts count.
const NOUNS: &[&str] = &[
    "games",
    "turns",
    "days",
    "hours",
    "minutes",
    "players",
    "mails",
    "notices",
    "boards",
    "faults",
    "warnings",
    "notes",
    "plans",
    "records",
    "pictures",
    "connections",
    "ranks",
    "squares",
];

/// Texts that are never about one, and why.
const NEVER_ONE: &[&str] = &[
    "{all} running games",        // one has a line of its own
    "{more} running games",       // the same
    "{waiting} of your {all}",    // the same
    "{} to {} turns left",        // a range
    "{} turns were played",       // only if there are many
    "{mails} mails, {boards}",    // the demo's script has more
    "{} records",                 // doctor names them only if there are several
    "{} faults\\n",               // a test's own words
    "{count} pictures",           // all games in all themes
    "it has more than {files}",   // a row of a board
    "{count} squares",            // one has a line of its own
    "{most_watched} games are",   // a bound of many
    "{mails} mails {whose} wait", // the same
    "{lines} lines of {turns}",   // the same
    "{} turns mattered most",     // two or three, in words
    "the house in {most} games",  // a bound of many
    "{most} games a day with",    // the same
    "no event for {days} days",   // 30 or 90
    "Your turn in {} games: r",   // one has a line of its own
    "from {fewest} to {most} p",  // a range
    "{most} notes a day",         // the same
    "{an_hour} mails an hour",    // the same
    "{least}-{most} squares",     // a range
    "disc on {at} turns none",    // a verb
    "{count} games run here",     // one has a line of its own
    "{shown} of {all} games",     // fewer than all
    "{shown} games of others",    // one has a line of its own
    "{all} squares, such as",     // only if there are many
    "{} turns in {text}",         // a test's own words
];

#[test]
fn one_is_no_plural() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut wrong = Vec::new();
    for folder in ["src", "core/src", "mailer/src", "bot/src", "render/src"] {
        for file in sources(&root.join(folder)) {
            let text = std::fs::read_to_string(&file).unwrap();
            let found = text.lines().filter(|line| counts_wrongly(line));
            wrong.extend(found.map(|line| format!("{}: {}", file.display(), line.trim())));
        }
    }
    assert!(
        wrong.is_empty(),
        "count by plural::counted, or say in NEVER_ONE why it is never one:\n{}",
        wrong.join("\n")
    );
}

#[test]
fn the_check_finds_what_it_should() {
    assert!(counts_wrongly(r#"format!("{} games", 1)"#));
    assert!(counts_wrongly(r#"format!("Your turn in {waiting} of {number} running games.")"#));
    assert!(!counts_wrongly(r#"format!("{MOST_OPEN} open challenges already")"#));
}

/// Whether a line puts a number before a plural: `{…} games`, `{…} running games`.
fn counts_wrongly(line: &str) -> bool {
    let code = line.trim_start();
    if code.starts_with("//") || NEVER_ONE.iter().any(|text| code.contains(text)) {
        return false;
    }
    code.match_indices("} ").any(|(at, _)| {
        let placeholder = code[..at].rsplit('{').next().unwrap_or_default();
        // Limits are constants, and more than one.
        let constant = !placeholder.is_empty() && placeholder.chars().all(|c| c.is_ascii_uppercase() || c == '_');
        let mut words = code[at + 2..].split(|c: char| !c.is_ascii_lowercase());
        let (first, second) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
        !constant && (is_counted(first) || (!first.is_empty() && is_counted(second) && !VERBS.contains(&first)))
    })
}

/// `{name} has games` counts nothing.
const VERBS: &[&str] = &["has", "is", "of", "to", "in", "with", "and", "or", "lists", "moves", "resists"];

fn is_counted(word: &str) -> bool {
    NOUNS.contains(&word)
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|end| end == "rs") {
            found.push(path);
        }
    }
    found
}
