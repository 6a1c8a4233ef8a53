//! Every sentence that a player reads stands in a few rooms: `text/`, the games' own words, the table of commands.
//! Whoever translates Turnpost needs to touch no other file.
//!
//! The test reads the sources of core, bot, mailer and web and lists the literals with words in them that stand elsewhere. One
//! that no player reads is left out by what it is used for (logs, panics, errors, statements of SQL), by its file, or
//! by itself.
#![allow(clippy::unwrap_used, missing_docs)]

use std::path::{Path, PathBuf};

mod literals;

/// Where words belong.
const ROOMS: &[&str] = &[
    // What anybody is told, and what a board looks like.
    "core/src/text.rs",
    "core/src/text/",
    // What can be asked for, with its help.
    "core/src/command/table.rs",
    "core/src/command/table/",
    // A game's own words: how it is played, what its pieces are called, what its rules say about a turn.
    "core/src/rules/*/help",
    "core/src/scene.rs",
];

/// Files whose words no player reads, each with the reason.
const ELSEWHERE: &[(&str, &str)] = &[
    ("core/src/clock.rs", "what people type, to be read"),
    ("core/src/store/", "keys and errors of the database, the sections of an export, words of older versions"),
    ("core/src/record.rs", "what is wrong with a record, told to whoever imports it"),
    ("core/src/record/", "a file format"),
    ("core/src/game/", "what doctor finds"),
    ("core/src/message.rs", "what mail programs write, to be recognised"),
    ("core/src/message/", "greetings at the end of mails, to be recognised"),
    ("core/src/command/answering.rs", "what people answer, to be recognised"),
    ("core/src/command/offering.rs", "what people offer, to be recognised"),
    ("core/src/command/questions.rs", "what people ask, to be recognised"),
    ("core/src/command/overheard.rs", "what people say beside a game, to be recognised"),
    ("core/src/command/print.rs", "commands, as they are read again"),
    ("core/src/command/hosting.rs", "what people type, to be read"),
    ("core/src/command/wishing.rs", "what people wish for, to be recognised"),
    ("core/src/event/trf.rs", "a file format"),
    ("mailer/src/checkup.rs", "what doctor finds"),
    ("mailer/src/url.rs", "what is wrong with the configuration"),
    ("mailer/src/receive/", "SMTP, IMAP and the proxy protocol; messages to the operator"),
    ("mailer/src/send/", "SMTP; messages to the operator"),
    ("mailer/src/read/", "what mail programs write, to be recognised"),
    ("mailer/src/decide/", "what became of a mail, for the inbox that the operator sees; what robots write"),
    ("web/src/assets.rs", "types of files, and places in the style sheet"),
    ("web/src/health.rs", "for the operator's monitoring"),
    ("web/src/sheet.rs", "headers of HTTP"),
    ("bot/src/gateway/", "trouble with the connection, and the names of leases"),
    ("bot/src/wire.rs", "trouble with the connection"),
];

/// Literals in other files that no player reads, each with the reason.
const ALONE: &[(&str, &[&str])] = &[
    (
        "what is hashed, so that no two kinds of things have the same hash",
        &["mail {}", "discord {user}", "page {secret}", "console {}", "{scope} unproven"],
    ),
    (
        "the names of pictures, for those who look at how they are drawn",
        &[
            "a long shot",
            "a capture that promotes",
            "a king's way",
            "a line's targets",
            "a flip shot",
            "a quiet shot",
            "stones of one's own",
            "a special rim",
            "three rows turn",
            "the last disc",
            "the setup",
            "a pounce",
            "an attack resisted",
            "a pack",
        ],
    ),
    ("the section of an export", &["messages to you"]),
    (
        "the name of a game, the same for both players as long as it lasts",
        &["{} {}: {white} vs {black}", "{} {} vs {other}"],
    ),
    (
        "for the operator",
        &["game {}: {what}", "{}.{} MB", "{} free, {} stay free of mail", "this is no notice for Discord"],
    ),
    (
        "commands, as they are read and printed",
        &[
            "export me",
            "any {text}",
            "draw accept",
            "move {}",
            "new {}",
            "notices at-once",
            "digest {}:{:02}",
            "notices reminders",
            "reminders off",
            "receipts {}",
            "games {most}",
            "games off",
            "news {}",
            "public {}",
            "page-links {}",
            "confirm {}",
            "theme {name}",
            "board {}",
            "zone {zone}",
            "transport mail",
            "transport discord",
            "spur {}",
            "spur {part}",
            "spur {by}",
            "preview {} {text}",
            "if {value}",
        ],
    ),
    (
        "what people write, to be recognised",
        &[
            "any turn",
            "any move",
            "not rated",
            "i am",
            "i play",
            "any colour",
            "any color",
            "thank you",
            "many thanks",
            "at once",
            "reminders only",
            "my side",
            "from my side",
            "from white",
            "human being",
            "real person",
            "with the",
            "at the",
            " in the morning",
            " in the evening",
            " in the afternoon",
        ],
    ),
    (
        "attributes and types of a page",
        &["width=device-width, initial-scale=1", "light dark", "application/atom+xml; charset=utf-8"],
    ),
    ("for search engines", &["User-agent: *\\nDisallow: /b/\\n", "User-agent: *\\nDisallow: /\\n"]),
    ("a part of the README", &["| command | what it does | for example |\\n|---|---|---|\\n"]),
    ("headers of a mail", &["Turnpost <turnpost.{}>", "text/plain; charset=utf-8", "Re: {}"]),
];

#[test]
fn every_sentence_stands_in_a_room_for_words() {
    let strays: Vec<String> = found()
        .iter()
        .filter(|found| !is_elsewhere(&found.file) && !is_alone(&found.text))
        .map(|found| format!("{}:{}: {:?}", found.file, found.line, found.text))
        .collect();
    assert!(strays.is_empty(), "{} sentences outside of text/:\n{}", strays.len(), strays.join("\n"));
}

#[test]
fn no_exception_is_left_over() {
    let found = found();
    for (path, reason) in ELSEWHERE {
        assert!(found.iter().any(|found| is_in(&found.file, path)), "{path} ({reason}) needs no exception any more");
    }
    for (reason, texts) in ALONE {
        for text in *texts {
            let used = found.iter().any(|found| found.text == *text && !is_elsewhere(&found.file));
            assert!(used, "{text:?} ({reason}) needs no exception any more");
        }
    }
}

/// A literal with words, outside of the rooms.
struct Found {
    file: String,
    line: usize,
    text: String,
}

fn found() -> Vec<Found> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut files = Vec::new();
    for folder in ["core/src", "bot/src", "mailer/src", "web/src"] {
        rust_files(&root.join(folder), &mut files);
    }
    assert!(files.len() > 100, "the sources are not where they were");
    let sources: Vec<(String, String)> = files
        .iter()
        .map(|file| {
            let name = file.strip_prefix(root).unwrap().to_str().unwrap().replace('\\', "/");
            (name, std::fs::read_to_string(file).unwrap())
        })
        .collect();
    let tests: Vec<String> = sources.iter().flat_map(|(name, source)| literals::test_modules(name, source)).collect();
    let is_read =
        |name: &str| !ROOMS.iter().any(|room| is_in(name, room)) && !tests.iter().any(|test| is_in(name, test));
    let read = sources.iter().filter(|(name, _)| is_read(name));
    read.flat_map(|(name, source)| {
        let literals = literals::literals(source).into_iter().filter(|literal| has_words(&literal.text));
        literals.map(|literal| Found { file: name.clone(), line: literal.line, text: literal.text })
    })
    .collect()
}

fn rust_files(folder: &Path, into: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            rust_files(&path, into);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            into.push(path);
        }
    }
}

/// A file is in itself; a folder, which ends with a stroke, holds whatever begins with it; a star stands for any one
/// folder, and what follows it for the files and folders in it that begin so.
fn is_in(file: &str, path: &str) -> bool {
    if let Some((before, behind)) = path.split_once("/*/") {
        let inside = file.strip_prefix(before).and_then(|rest| rest.strip_prefix('/'));
        return inside.and_then(|rest| rest.split_once('/')).is_some_and(|(_, rest)| rest.starts_with(behind));
    }
    file == path || (path.ends_with('/') && file.starts_with(path))
}

fn is_elsewhere(file: &str) -> bool {
    ELSEWHERE.iter().any(|(path, _)| is_in(file, path))
}

/// Whether a literal is left out by itself, or is a list of words to be recognised.
fn is_alone(text: &str) -> bool {
    let list = text.starts_with(' ') && text.ends_with(' ') && text.split_whitespace().count() > 20;
    list || ALONE.iter().any(|(_, texts)| texts.contains(&text))
}

/// Whether a literal has a word, and a space; what is filled in counts for nothing, nor does a statement of SQL, nor
/// HTML, nor a position string.
fn has_words(text: &str) -> bool {
    let mut plain = String::new();
    let (mut within, mut tag) = (0, false);
    for c in text.trim().chars() {
        match c {
            '{' => within += 1,
            '}' => within -= 1,
            '<' => tag = true,
            '>' => tag = false,
            c if within == 0 && !tag => plain.push(c),
            _ => {}
        }
    }
    let first = plain.split_whitespace().next().unwrap_or_default();
    let sql = ["SELECT", "INSERT", "UPDATE", "DELETE", "CREATE", "WITH", "PRAGMA", "ALTER", "DROP", "VACUUM"];
    let word = plain.split(|c: char| !c.is_alphabetic()).any(|word| word.chars().count() > 1);
    let style = plain.contains(':') && plain.contains("px") || plain.contains(":0");
    let position = first.matches('/').count() > 5;
    text.trim().contains(' ') && word && !sql.contains(&first) && !style && !position
}

#[test]
fn words_are_told_from_other_literals() {
    for words in
        ["Your turn.", "game {number} is over", "{} left", ", your turn", "<p style=\"x\">Reply for this game</p>"]
    {
        assert!(has_words(words), "{words}");
    }
    for other in [
        "yes",
        "{} {}",
        "{board} {side} {}",
        " ",
        "a b",
        "SELECT id FROM x",
        "1bb/8/8/8/8/8/8/8 w 3",
        "{} → {} ({})",
        "margin:0 0 6px",
        "<p style=\"{x}\">",
    ] {
        assert!(!has_words(other), "{other}");
    }
}
