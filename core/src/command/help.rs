//! The commands explained: in lines for a mail or a message, and as the README's table.

use super::table::{self, Entry, Group};
use crate::rules::GameKind;

/// The short help: what a player must know, then everything else in a line each. No line begins with a command, so that
/// help quoted back to us isn't obeyed.
pub fn overview() -> Vec<String> {
    let mut lines = vec![
        "To move, reply with the turn. new amazons vs ben starts a game, resign gives up, stop ends all mail."
            .to_owned(),
        "help and a command's name tells more about it. N is a game's number; it may be left out in a reply."
            .to_owned(),
    ];
    for group in Group::ALL {
        lines.push(String::new());
        lines.push(group.title().to_owned());
        for entry in table::all().filter(|entry| entry.group == group) {
            let usage = entry.usage();
            lines.push(if usage.len() > LONG {
                format!("- {} …: {} help {0} tells how.", entry.word, entry.help)
            } else {
                format!("- {usage}: {}", entry.help)
            });
        }
    }
    lines
}

/// All about one command, if there is one of that name.
pub fn about(word: &str) -> Option<Vec<String>> {
    let entry = table::entry(word)?;
    let mut lines = vec![format!("About {}: {}", entry.word, entry.help), format!("Type {}", entry.usage())];
    if !entry.more.is_empty() {
        lines.push(entry.more.replace('`', ""));
    }
    lines.push(format!("For example: {}", entry.example));
    if !entry.synonyms.is_empty() {
        lines.push(format!("Also understood: {}", entry.synonyms.join(", ")));
    }
    Some(lines)
}

/// What is wrong with a line that can't be read, without repeating any of it: for an address that may not have written
/// it.
pub fn unread(line: &str) -> Vec<String> {
    let Some((entry, ..)) = table::begin(line) else {
        return vec!["no command in your mail could be read.".to_owned(), "Reply `help` to see them all.".to_owned()];
    };
    let games: Vec<&str> = GameKind::ALL.iter().map(|game| game.name()).collect();
    let games = format!("The games: {}.", games.join(", "));
    let mut lines = vec![format!("what follows {} in your mail could not be read.", entry.word)];
    lines.extend((entry.word == "new").then_some(games));
    lines.push(form(entry));
    lines
}

/// How a command is typed, in a sentence; one with many arguments is shown by example.
pub(super) fn form(entry: &Entry) -> String {
    let (usage, example) = (entry.usage(), entry.example);
    if usage.len() > LONG {
        format!("For example: `{example}`; `help {}` tells all about it.", entry.word)
    } else {
        format!("Type `{usage}`, for example: `{example}`.")
    }
}

/// A longer usage doesn't fit in a sentence.
const LONG: usize = 80;

/// The README's table, between its markers.
pub fn markdown() -> String {
    let mut text = String::from("| command | what it does | for example |\n|---|---|---|\n");
    for group in Group::ALL {
        text += &format!("| **{}** | | |\n", group.title());
        for entry in table::all().filter(|entry| entry.group == group) {
            text += &row(entry);
        }
    }
    text
}

fn row(entry: &Entry) -> String {
    // A bar ends a cell even inside code.
    let usage = entry.usage().replace('|', "\\|");
    format!("| `{usage}` | {} {} | `{}` |\n", entry.help, entry.more.replace('|', "\\|"), entry.example)
        .replace("  |", " |")
}
