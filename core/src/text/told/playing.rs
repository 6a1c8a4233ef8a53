//! Words about playing, and what is settled beside the turns.

use super::Said;
use crate::game::GameNumber;
use crate::notice::told::playing::{Ask, Told, Why};
use crate::text::Reader;

pub(super) fn told(_reader: &Reader<'_>, told: &Told) -> Said {
    match told {
        Told::Plans { game, lines } => Said::in_thread(plans(*game, lines)),
    }
}

pub(super) fn asked(_reader: &Reader<'_>, ask: &Ask) -> Said {
    match *ask {}
}

/// The reason as it goes on behind a colon, then the remedy.
pub(super) fn why(_reader: &Reader<'_>, why: &Why) -> Vec<String> {
    match *why {}
}

/// A player's plans in a game.
fn plans(number: GameNumber, lines: &[Vec<Option<String>>]) -> Vec<String> {
    let first = match lines {
        [] => format!("You have no plans in game {number}."),
        _ => format!("Your plans in game {number}; plans {number} cancel drops them:"),
    };
    let lines = lines.iter().enumerate().map(|(i, line)| format!("{}. {}", i + 1, plan(line)));
    std::iter::once(first).chain(lines).collect()
}

/// One line of plans.
fn plan(line: &[Option<String>]) -> String {
    let mut text = String::new();
    for (i, turn) in line.iter().enumerate() {
        let before = if i == 0 { "" } else { " then " };
        let opens = if i == 0 && turn.is_some() { "if " } else { "" };
        text.push_str(&format!("{before}{opens}{}", turn.as_deref().unwrap_or("any")));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plans_in_words() {
        let line = |texts: &[&str]| -> Vec<Option<String>> {
            texts.iter().map(|text| (*text != "any").then(|| (*text).to_owned())).collect()
        };
        assert_eq!(plan(&line(&["a", "b", "any", "d"])), "if a then b then any then d");
        assert_eq!(plan(&line(&["any", "d"])), "any then d");
    }
}
