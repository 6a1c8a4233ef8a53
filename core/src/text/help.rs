//! The commands explained, for a mail or a message.

use crate::command::table::{self, Entry, Group};
use crate::rules::GameKind;
use crate::text::Line;
use crate::text::article::{Block, heading, text};
use crate::text::way::Way;

pub(super) mod topics;

/// What stands above the list of commands.
pub(super) const fn introduction(way: Way) -> [&'static str; 2] {
    match way {
        Way::Discord => [
            "To move, press Move below the board, or type the turn in the game's thread. `new` starts a game, `resign` \
             gives up.",
            "Each of these is a slash command; `help` and a command's name tells more about it. N is a game's number; it \
             may be left out where it is clear which.",
        ],
        Way::Mail | Way::Console => [
            "To move, reply with the turn. `new amazons vs ben` starts a game, `resign` gives up, `stop` ends all mail.",
            "`help` and a command's name tells more about it. N is a game's number; it may be left out in a reply.",
        ],
    }
}

/// What stands above it on each way.
#[cfg(test)]
pub(crate) fn introductions() -> Vec<String> {
    [Way::Mail, Way::Discord].into_iter().flat_map(introduction).map(str::to_owned).collect()
}

/// All commands, in a line each. No line begins with one, so that help quoted back to us isn't obeyed.
pub fn overview() -> Vec<Block> {
    let mut article = Vec::new();
    for group in Group::ALL {
        article.push(heading(group.title()));
        let entries = table::all().filter(|entry| entry.group == group);
        article.push(Block::List(entries.map(|entry| Line::marked(&in_short(entry))).collect()));
    }
    article
}

fn in_short(entry: &Entry) -> String {
    let usage = entry.usage();
    if usage.len() > LONG {
        format!("`{} …`: {} `help {0}` tells how.", entry.word, entry.help)
    } else {
        format!("`{usage}`: {}", entry.help)
    }
}

/// Everything about one command, if there is one of that name: what it does, and the rest.
pub fn about(word: &str) -> Option<(String, Vec<Block>)> {
    let entry = table::entry(word)?;
    let mut article = vec![text(&format!("Type `{}`", entry.usage()))];
    if !entry.more.is_empty() {
        article.push(text(entry.more));
    }
    article.push(text(&format!("For example: `{}`", entry.example)));
    if !entry.synonyms.is_empty() {
        let synonyms: Vec<String> = entry.synonyms.iter().map(|word| format!("`{word}`")).collect();
        article.push(text(&format!("Also understood: {}", synonyms.join(", "))));
    }
    Some((format!("About `{}`: {}", entry.word, entry.help), article))
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
