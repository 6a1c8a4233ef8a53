//! What a game's options mean to its players, and what they must know of them while they play.

use super::super::options::{Handicap, Options, WaitingTime};
use crate::rules::Side;
use crate::text::times;

/// What an option asks of the players, as a sentence to one of them, or to nobody in particular. A handicap without a
/// colour is the challenger's.
pub fn explained(name: &str, value: &str, reader: Option<Side>) -> Option<String> {
    match name {
        "handicap" => {
            let (side, number) = bearer(value);
            let often = times_over(number.parse().ok()?);
            let after = format!("only after giving checkmate and releasing it {often}");
            Some(match side {
                Some(side) if reader == Some(side) => format!("Handicap: you may capture the town {after}."),
                Some(side) if reader.is_some() => format!("Handicap: {side} may capture your town {after}."),
                Some(side) => format!("Handicap: {side} may capture the town {after}."),
                None => format!("Handicap: the challenger may capture the town {after}."),
            })
        }
        "customs" => {
            let (once, twice) = (waiting(value, 1)?, waiting(value, 2)?);
            Some(format!(
                "Customs: whoever thinks longer than {once} may be spurred on, once a turn, by a small move of the \
                 other player; after {twice} the turn is forfeited."
            ))
        }
        "pounce" => Some("The sleeth pounces only onto neighbouring squares.".to_owned()),
        _ => None,
    }
}

/// The same in a few words, for a list.
pub fn brief(name: &str, value: &str) -> Option<String> {
    match name {
        "handicap" => {
            let (side, number) = bearer(value);
            let whose = side.map_or_else(|| "the challenger".to_owned(), |side| side.to_string());
            Some(format!("{whose} gives a handicap of {number}"))
        }
        "customs" => Some(format!("customs after {}", waiting(value, 1)?)),
        "pounce" => Some("short pounces".to_owned()),
        _ => None,
    }
}

/// What is still owed, and what that means for a turn now.
pub fn owed(handicap: Handicap, to_move: Side, reader: Option<Side>) -> String {
    let Handicap { side, owed, stands } = handicap;
    let mine = reader == Some(side);
    let town = match reader {
        Some(reader) if reader != side => "your town",
        _ => "the town",
    };
    match (owed, stands) {
        (0, _) if mine => "Handicap: all is paid, you may capture the town.".to_owned(),
        (0, _) => format!("Handicap: all is paid, {side} may capture {town}."),
        (_, true) if mine && to_move == side => "Your checkmate stands: play a turn that releases it.".to_owned(),
        (_, true) if mine => "Your checkmate stands; your next turn must release it.".to_owned(),
        (_, true) if reader.is_some() => {
            format!("You are in checkmate, but your town can't be captured: {side} must release it.")
        }
        (_, true) => format!("The checkmate stands, and {side} must release it."),
        (owed, false) => {
            let who = if mine { "you still owe".to_owned() } else { format!("{side} still owes") };
            let what = if owed == 1 { "1 checkmate".to_owned() } else { format!("{owed} checkmates") };
            let each = if owed == 1 { "given and released" } else { "each given and released" };
            format!("Handicap: {who} {what}, {each}, before {town} may be captured.")
        }
    }
}

/// What a turn of the stronger player's did about the checkmate, as it follows a name.
pub fn changed(before: &Options, after: &Options) -> Option<&'static str> {
    let stood = |options: &Options| options.handicap.is_some_and(|handicap| handicap.stands);
    match (stood(before), stood(after)) {
        (false, true) => Some("gave checkmate"),
        (true, false) => Some("released the checkmate"),
        _ => None,
    }
}

/// Whose handicap it is, and how often; no side where that depends on the colours.
fn bearer(value: &str) -> (Option<Side>, &str) {
    let (word, number) = value.split_once(':').unwrap_or(("", value));
    (Side::named(word), number)
}

fn times_over(number: u8) -> String {
    match number {
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        number => format!("{number} times"),
    }
}

/// So many times the waiting time, in words.
fn waiting(value: &str, factor: u64) -> Option<String> {
    let seconds = WaitingTime::parse(value)?.seconds().saturating_mul(factor);
    Some(times::exactly(u32::try_from(seconds).ok()?))
}
