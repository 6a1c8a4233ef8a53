//! Words about playing, and what is settled besides the turns.

use super::Said;
use crate::game::GameNumber;
use crate::notice::told::playing::{Ask, Told};
use crate::text::plural::counted;
use crate::text::{Reader, literal};

mod refused;

pub(super) use refused::why;
pub(in crate::text) use refused::{illegal, not_now, rule};

pub(super) fn told(reader: &Reader<'_>, told: &Told) -> Said {
    match told {
        Told::AlreadyPlayed { turn, number } => Said::under(
            format!("Turnpost: {turn} is played"),
            [format!("Already played, all is well: {turn} was turn {number}.")],
        ),
        Told::Said { who, words } => Said::in_thread([quoted(who, words)].into_iter().chain(whose_turn(reader))),
        Told::Plans { game, lines } => Said::in_thread(plans(*game, lines)),
        Told::ResignAsked => Said::under(
            "Turnpost: do you resign?",
            ["Nothing is done yet: you were sent a message, and your `yes` to that resigns the game."],
        ),
        Told::NothingDone => Said::under("Turnpost: dropped", [reader.way.settled("nothing was done.")]),
    }
}

/// The words that go to the opponent with a yes.
pub(super) fn go_along(words: &str) -> String {
    format!("Your words go along: \"{}\"", literal(words))
}

pub(super) fn asked(reader: &Reader<'_>, ask: &Ask) -> Said {
    let yes = reader.way.answer(true);
    match ask {
        Ask::Resign { number, opponent, comment } => Said::in_thread(
            [
                format!("Resign game {number} against {opponent}? {yes} to give it up."),
                "`no`, or no answer: the game goes on.".to_owned(),
            ]
            .into_iter()
            .chain(comment.as_deref().map(go_along)),
        ),
        // A question mark directly behind the turn keeps the line from being a turn when it is quoted.
        Ask::Play { number, turn, pattern, comment, offers_draw } => {
            let with = match offers_draw {
                true => "The board shows the game after it, and a draw is offered with it.",
                false => "The board shows the game after it.",
            };
            // What is told in words isn't typed so.
            let form = if pattern.contains(' ') { pattern.clone() } else { format!("`{pattern}`") };
            let lines = [
                format!("Play `{turn}`? {yes} to play it in game {number}."),
                with.to_owned(),
                format!("`no`, or no answer: nothing is played. Alone on a line, {form} needs no question."),
            ];
            Said::in_thread(lines.into_iter().chain(comment.as_deref().map(go_along)))
        }
        Ask::Draw { number, by, comment } => {
            let lines = [
                format!("{by} offers a draw in game {number}. {yes} to agree."),
                "`no`, or playing on, declines.".to_owned(),
            ];
            Said::in_thread(lines.into_iter().chain(comment.as_ref().map(|comment| quoted(by, comment))))
        }
        Ask::Undo { number, by, turn, text, with, to_move, comment } => {
            let otherwise = match to_move {
                true => "`no`, or playing on, refuses.",
                false => "`no`, or no answer: the turn stands.",
            };
            // Whoever is asked has played since; of longer series, only how many.
            let with = match &with[..] {
                [] => String::new(),
                [(turn, text)] => format!(", and with it your turn {turn} ({text})"),
                more => format!(", and with it the {} since", counted(more.len() as i64, "turn")),
            };
            let lines = [
                format!("{by} asks to take turn {turn} ({text}) back in game {number}{with}. {yes} to allow it."),
                otherwise.to_owned(),
            ];
            Said::in_thread(lines.into_iter().chain(comment.as_ref().map(|comment| quoted(by, comment))))
        }
    }
}

/// `Ann: "Good luck."`
fn quoted(who: &str, words: &str) -> String {
    format!("{who}: \"{}\"", literal(words))
}

/// Whose turn it is, where no board with its clock says so.
fn whose_turn(reader: &Reader<'_>) -> Option<String> {
    let board = reader.notice.board.as_ref().filter(|board| !board.over && !reader.discord())?;
    let mover = board.now().ok()?.to_move();
    Some(match reader.plays(mover) {
        true => "It is your turn.".to_owned(),
        false => format!("{} is to move.", literal(reader.name_of(mover.word()))),
    })
}

/// A player's plans in a game.
fn plans(number: GameNumber, lines: &[Vec<Option<String>>]) -> Vec<String> {
    let first = match lines {
        [] => format!("You have no plans in game {number}."),
        _ => format!("Your plans in game {number}; `plans {number} cancel` drops them:"),
    };
    [first].into_iter().chain(lines.iter().enumerate().map(|(i, line)| format!("{}. {}", i + 1, plan(line)))).collect()
}

/// One line of plans.
fn plan(line: &[Option<String>]) -> String {
    let mut text = String::new();
    for (i, turn) in line.iter().enumerate() {
        let before = if i == 0 { "" } else { " then " };
        let opens = if i == 0 && turn.is_some() { "if " } else { "" };
        text.push_str(&format!("{before}{opens}{}", literal(turn.as_deref().unwrap_or("any"))));
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
