//! The commands explained, line by line, for a mail or a message.

use crate::command::table::{self, Entry, Group};
use crate::rules::GameKind;

pub(super) mod topics;

/// The short help: the essentials, then everything else in a line each. No line begins with a command, so that help
/// quoted back to us isn't obeyed.
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

/// Everything about one command, if there is one of that name.
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

/// How a command is typed, in a sentence: one with many arguments is shown by an example.
pub(super) fn form(entry: &Entry) -> String {
    let (usage, example) = (entry.usage(), entry.example);
    if usage.len() > LONG {
        format!("For example: `{example}`; `help {}` tells all about it.", entry.word)
    } else {
        format!("Type `{usage}`, for example: `{example}`.")
    }
}

/// A longer usage doesn't fit into a sentence.
const LONG: usize = 80;

/// The names of all games.
pub(super) fn games() -> String {
    GameKind::ALL.iter().map(|game| game.name()).collect::<Vec<_>>().join(", ")
}
