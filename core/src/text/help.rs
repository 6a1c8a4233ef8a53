//! The commands explained, for a mail or a message.

use crate::command::table::{self, Argument, Entry, Group};
use crate::command::{HelpTopic, slash};
use crate::rules::GameKind;
use crate::text::Line;
use crate::text::article::{Block, heading, text};
use crate::text::way::Way;

pub(super) mod topics;

/// What stands above the list of commands: how to begin, and how to move.
pub(super) const fn introduction(way: Way) -> [&'static str; 2] {
    match way {
        Way::Discord => [
            "To begin: `new amazons` finds an opponent, `new amazons vs @ben` challenges a member, `new amazons level 3` \
             plays the house, a computer.",
            "To move: press Move below the board and choose, or type the turn in the game's thread. `rules amazons` \
             explains a game and how its turns are written.",
        ],
        Way::Mail | Way::Console => [
            "To play, reply to a board with your turn, alone on a line; the mail says how it is written.",
            "What stands below the turn goes to your opponent. Besides turns, these words are enough:",
        ],
    }
}

/// What stands above it on each way.
#[cfg(test)]
pub(crate) fn introductions() -> Vec<String> {
    [Way::Mail, Way::Discord].into_iter().flat_map(introduction).map(str::to_owned).collect()
}

/// The help in a mail, and the list of all commands.
#[cfg(test)]
pub(crate) fn overview() -> Vec<Block> {
    [overview_on(Way::Mail), commands_on(Way::Mail)].concat()
}

/// What a mail says about a command.
#[cfg(test)]
pub(crate) fn about(word: &str) -> Option<(String, Vec<Block>)> {
    about_on(Way::Mail, word)
}

/// What a new player needs, and where to read on. No line begins with a command, so that help quoted back to us isn't
/// obeyed.
pub(super) fn overview_on(way: Way) -> Vec<Block> {
    if way == Way::Discord {
        return in_discord();
    }
    let topics = HelpTopic::all().map(|topic| format!("`{}`", topic.word())).collect::<Vec<_>>().join(", ");
    let words = [
        "`yes` and `no` answer the question of the mail that you reply to.",
        "`new amazons vs ben@example.net` invites a friend, `new amazons` finds an opponent, `new amazons level 3` plays \
         the house, a computer.",
        "`resign` gives a game up, and asks first.",
        "`help new` tells more about a command, `help commands` lists them all.",
        "`stop` ends all mail.",
    ];
    vec![
        Block::List(words.into_iter().map(Line::marked).collect()),
        text(&format!("The games: {}. `rules amazons` explains one with pictures.", games())),
        text(&format!("More to read, each with `help` in front: {topics}.")),
    ]
}

/// All commands.
pub(super) fn commands_on(way: Way) -> Vec<Block> {
    if way == Way::Discord {
        return in_discord();
    }
    let mut article = Vec::new();
    for group in Group::ALL {
        article.push(heading(group.title()));
        let entries = table::all().filter(|entry| entry.group == group);
        article.push(Block::List(entries.map(|entry| Line::marked(&in_short(entry))).collect()));
    }
    article
}

/// In Discord each command explains itself while it is typed, so their names are enough: a line for each group.
fn in_discord() -> Vec<Block> {
    let group = |group: Group| {
        let entries = table::all().filter(|entry| entry.group == group && entry.slash);
        let names = entries.map(|entry| format!("`{}`", slash::in_short(entry)));
        Line::marked(&format!("{}: {}", group.title(), names.collect::<Vec<_>>().join(" · ")))
    };
    let topics = HelpTopic::all().map(HelpTopic::word).collect::<Vec<_>>().join(", ");
    vec![
        heading("The commands"),
        Block::List(Group::ALL.map(group).into()),
        text(&format!(
            "`help new` tells more about one of them, `help clock` about the clock. Other topics: {topics}."
        )),
    ]
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
pub(super) fn about_on(way: Way, word: &str) -> Option<(String, Vec<Block>)> {
    let entry = table::entry(word)?;
    let slash = way == Way::Discord && entry.slash;
    let usage = if slash { slash::usage(entry) } else { entry.usage() };
    let mut article = vec![text(&format!("Type `{usage}`"))];
    if slash && !entry.arguments.is_empty() {
        let option = |argument: Argument| Line::marked(&format!("`{}:` {}", argument.name, argument.help));
        article.push(Block::List(entry.slash_options().into_iter().map(option).collect()));
    }
    if !entry.more.is_empty() {
        article.push(text(entry.more));
    }
    article.push(text(&format!("For example: `{}`", entry.example)));
    if !slash && !entry.synonyms.is_empty() {
        let synonyms: Vec<String> = entry.synonyms.iter().map(|word| format!("`{word}`")).collect();
        article.push(text(&format!("Also understood: {}", synonyms.join(", "))));
    }
    Some((format!("About `{}`: {}", entry.word, entry.help), article))
}

/// How a command is typed, in a sentence: one with many arguments is shown by an example.
pub(super) fn form(entry: &Entry, way: Way) -> String {
    let example = entry.example;
    let usage = if way == Way::Discord && entry.slash { slash::usage(entry) } else { entry.usage() };
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
