//! Commands as Discord has them: a name without spaces, and each argument an option by its own name. What is registered and
//! what our texts say to type are both made here, from the table of commands.

use super::Command;
use super::parse::{Parsed, parse_line};
use super::table::{self, Argument, Entry, Kind};
use crate::rules::GameKind;

/// The option beside each one that takes a member, for players who aren't here.
pub const BY_NAME: &str = "name";

/// The names of a command's options, what is required first.
pub fn options(entry: &Entry) -> Vec<&'static str> {
    let named = |argument: Argument| match argument.kind {
        Kind::Player => vec![argument.name, BY_NAME],
        _ => vec![argument.name],
    };
    entry.slash_options().into_iter().flat_map(named).collect()
}

/// The command with its options, those that may be left out in brackets: `/moves [game:] [from:]`.
pub fn usage(entry: &Entry) -> String {
    let mut usage = format!("/{}", entry.slash_name());
    for argument in entry.slash_options() {
        let required = argument.required && argument.kind != Kind::Player;
        usage += &if required { format!(" {}:", argument.name) } else { format!(" [{}:]", argument.name) };
    }
    usage
}

/// The same in short: only what it makes no sense without.
pub fn in_short(entry: &Entry) -> String {
    let required = entry.slash_options().into_iter().filter(|argument| argument.required);
    required.fold(format!("/{}", entry.slash_name()), |short, argument| format!("{short} {}:", argument.name))
}

/// The slash command that a line amounts to: `/moves from:a7`. None for turns, and what Discord has no such command for.
pub fn typed(line: &str) -> Option<String> {
    let begun = table::begin(line).filter(|begun| begun.entry.slash)?;
    let canonical = match parse_line(line) {
        // Whoever is mentioned is picked, and not typed by name.
        _ if line.contains(" @") => line.to_owned(),
        Parsed::Commands { commands, comment: None } => match &commands[..] {
            [Command::Turn { .. }] if begun.entry.word != "move" => return None,
            [command] => command.to_string(),
            _ => return None,
        },
        // A form with letters for what is to be filled in.
        _ => line.to_owned(),
    };
    let begun = table::begin(&canonical).filter(|begun| begun.entry.slash)?;
    let values = values(begun.entry, &format!("{} {}", begun.implied, begun.rest))?;
    let options = values.into_iter().map(|(name, value)| format!(" {name}:{value}"));
    Some(std::iter::once(format!("/{}", begun.entry.slash_name())).chain(options).collect())
}

/// What stands behind a command, by the names of its options; `None` if something is no option of its.
fn values(entry: &Entry, rest: &str) -> Option<Vec<(&'static str, String)>> {
    let words: Vec<&str> = rest.split_whitespace().collect();
    let mut left: Vec<&Argument> = entry.arguments.iter().collect();
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(word) = words.get(at) {
        let introduced = left.iter().position(|argument| introduces(argument, word));
        let place = introduced.or_else(|| left.iter().position(|argument| fits(entry, argument, word)))?;
        let argument = left.remove(place);
        let start = at + usize::from(introduced.is_some());
        // "players 3-5 unrated" are two arguments.
        let chosen = |other: &Argument, word: &str| {
            introduced.is_some() && matches!(other.kind, Kind::Choice(words) if words.contains(&word))
        };
        let ends = |word: &&&str| !left.iter().any(|other| introduces(other, word) || chosen(other, word));
        let long = introduced.is_some() || matches!(argument.kind, Kind::Text | Kind::TurnText);
        let most = if long { usize::MAX } else { 1 };
        let count = words[start..].iter().take_while(ends).take(most).count();
        found.push(option(entry, argument, &words[start..start + count].join(" ")));
        at = start + count;
    }
    Some(found)
}

/// Whether a word stands before that argument in a line.
fn introduces(argument: &Argument, word: &str) -> bool {
    !argument.before.is_empty() && argument.before.eq_ignore_ascii_case(word)
}

/// Whether a word can be that argument, which no other word introduces.
fn fits(entry: &Entry, argument: &Argument, word: &str) -> bool {
    let digits = |word: &str| !word.is_empty() && word.bytes().all(|b| b.is_ascii_digit());
    let stands_for = word.bytes().all(|b| b.is_ascii_uppercase());
    argument.before.is_empty()
        && match argument.kind {
            Kind::GameNumber => digits(word) || word == "N",
            Kind::Event => word.strip_prefix('T').is_some_and(digits),
            Kind::TurnNumber => word.starts_with('#'),
            Kind::Number => digits(word),
            Kind::GameName => GameKind::named(word).is_ok() || stands_for,
            Kind::Variant => GameKind::ALL.iter().any(|game| game.variants().contains(&word)),
            Kind::Choice(words) => words.contains(&word) || stands_for,
            Kind::Text if entry.word == "new" => word.contains('='),
            Kind::Clock => false,
            Kind::Player | Kind::TurnText | Kind::Text => true,
        }
}

fn option(entry: &Entry, argument: &Argument, value: &str) -> (&'static str, String) {
    let name = match argument.kind {
        // Whoever is mentioned can be picked.
        Kind::Player if !value.starts_with(['@', '<']) => BY_NAME,
        _ => argument.name,
    };
    let value = match (entry.word, argument.kind) {
        ("plan", Kind::Text) => value.strip_prefix("if ").unwrap_or(value),
        ("plans", _) if value.is_empty() => "all",
        (_, Kind::TurnNumber) => value.trim_start_matches('#'),
        _ => value,
    };
    (name, value.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_as_slash_commands() {
        for (line, slash) in [
            ("moves a7", "/moves from:a7"),
            ("moves 41 g10-e10", "/moves game:41 from:g10-e10"),
            ("plans 1 cancel", "/plans game:1 cancel:all"),
            ("plans cancel 2", "/plans cancel:2"),
            ("if d1-d7/g7 then d10-d5/f5", "/if line:d1-d7/g7 then d10-d5/f5"),
            ("if TURN then TURN", "/if line:TURN then TURN"),
            ("any then TURN", "/if line:any then TURN"),
            ("digest 8:00", "/settings what:digest value:8:00"),
            ("settings", "/settings"),
            ("export me", "/export-me"),
            ("draw accept", "/draw answer:accept"),
            ("resign yes", "/resign sure:yes"),
            ("new amazons vs ben as black clock 3d/turn", "/new game:amazons name:ben colour:black clock:3d/turn"),
            ("new diamond handicap=2", "/new game:diamond options:handicap=2"),
            ("new amazons vs @ben", "/new game:amazons opponent:@ben"),
            ("new GAME", "/new game:GAME"),
            ("show 41 #12", "/show game:41 turn:12"),
            ("watch N", "/watch game:N"),
            ("help clock", "/help command:clock"),
            ("join 41", "/accept game:41"),
            ("join T12 once", "/join event:T12 once:once"),
            ("name X", "/name name:X"),
            ("back", "/away days:off"),
            ("say 41 Good luck", "/say game:41 text:Good luck"),
            ("finished ben page 2", "/finished name:ben page:2"),
            (
                "host amazons roundrobin players 3-5 unrated",
                "/host game:amazons format:roundrobin players:3-5 rated:unrated",
            ),
            ("new dameo rated", "/new game:dameo rated:rated"),
            ("house 41 level 5", "/house game:41 level:5"),
            ("move 41 d1-d7/g7", "/move game:41 turn:d1-d7/g7"),
        ] {
            assert_eq!(typed(line).as_deref(), Some(slash), "{line}");
        }
        for line in ["d1-d7/g7", "from-to/arrow", "yes", "no", "pass", "place c", "stop", "d3", "square", "spur c3-c4"]
        {
            assert_eq!(typed(line), None, "{line}");
        }
    }

    /// What a text says to type does what the line does that it was made from.
    #[test]
    fn every_example_means_the_same_in_discord() {
        let commands = |line: &str| match parse_line(line) {
            Parsed::Commands { commands, .. } => commands,
            other => panic!("{line}: {other:?}"),
        };
        for entry in table::all().filter(|entry| entry.slash) {
            let said = typed(entry.example).unwrap_or_else(|| panic!("{}", entry.example));
            let named = said.split(' ').next().unwrap_or_default().trim_start_matches('/');
            let meant = table::all().find(|entry| entry.slash && entry.slash_name() == named).map(|entry| entry.word);
            assert_eq!(meant, Some(entry.word), "{said}");
            let begun = table::begin(entry.example).unwrap_or_else(|| panic!("{}", entry.example));
            let canonical = format!("{} {}", begun.implied, begun.rest);
            let values = values(entry, &canonical).unwrap_or_else(|| panic!("{}", entry.example));
            let player = entry.arguments.iter().find(|argument| argument.kind == Kind::Player).map_or("", |a| a.name);
            let values = values.iter().map(|(name, value)| {
                let name = if *name == BY_NAME && !player.is_empty() { player } else { name };
                let if_said = entry.word == "plan" && *name == *"line" && !value.starts_with("any");
                (name, if if_said { format!("if {value}") } else { value.clone() })
            });
            let values: Vec<(&str, String)> = values.collect();
            let line = entry.line(values.iter().map(|(name, value)| (*name, value.as_str())));
            assert_eq!(commands(&line), commands(entry.example), "{said}");
        }
    }

    #[test]
    fn usage_names_the_options() {
        let entry = |word: &str| table::entry(word).unwrap_or_else(|| panic!("{word}"));
        assert_eq!(usage(entry("moves")), "/moves [game:] [from:]");
        assert_eq!(usage(entry("plan")), "/if line: [game:]");
        assert_eq!(in_short(entry("new")), "/new game:");
        assert_eq!(options(entry("who")), ["player", "name"]);
    }
}
