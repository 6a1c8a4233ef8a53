//! The words that a stored notice doesn't hold: codes and plans, filled in when it is delivered.

use crate::command::GameNumber;
use crate::notice::HOLE;

/// Shows a link code, where it will be, to a player of that name.
pub(crate) fn link_code(name: &str) -> Vec<String> {
    vec![
        format!("Your code: {HOLE}. Within an hour, write link {HOLE} from your other address, or in Discord."),
        format!("Whoever does so can play as {name} from then on. Show it to nobody."),
    ]
}

/// Offers a code to whoever wrote with our secret from another address.
pub(crate) fn link_elsewhere() -> String {
    format!("If it was you and you want to play from there too, send from there, within an hour: link {HOLE}")
}

/// In the place of a code that was used, replaced, or is too old.
pub(crate) fn code_is_gone() -> Vec<String> {
    vec!["No action needed: the code that was here works no more; `link` shows a new one.".to_owned()]
}

/// In the place of words that were shown once.
pub(crate) fn shown_once() -> Vec<String> {
    vec!["No action needed: this was shown already and isn't kept; ask again to see it.".to_owned()]
}

/// A player's plans in a game.
pub(crate) fn plans<'a>(number: GameNumber, lines: impl ExactSizeIterator<Item = &'a [Option<String>]>) -> Vec<String> {
    let first = match lines.len() {
        0 => format!("You have no plans in game {number}."),
        _ => format!("Your plans in game {number}; plans {number} cancel drops them:"),
    };
    [first].into_iter().chain(lines.enumerate().map(|(i, line)| format!("{}. {}", i + 1, plan(line)))).collect()
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
