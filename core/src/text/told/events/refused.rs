//! Why something about a tournament was not done.

use super::{finish_first, name, spoken};
use crate::notice::told::events::Why;
use crate::text::Reader;
use crate::text::plural::counted;

/// The reason as it follows a colon, then the remedy.
pub(in crate::text::told) fn why(reader: &Reader<'_>, why: &Why) -> Vec<String> {
    let example = |argument: &str, value: &str| format!("For example: `{}`.", reader.way.argument(argument, value));
    let (reason, remedy) = match why {
        Why::NoEvent { number } => (format!("there is no event T{number}."), "`tournaments` lists those there are."),
        Why::NoneOfYours => ("you play in no tournament now.".to_owned(), "`tournaments` lists those there are."),
        Why::NotOpen { event } => {
            (format!("{} can't be entered or left any more.", name(event)), "`tournaments` lists the others.")
        }
        Why::Full { event, most } => (
            format!("{} is full with {}.", name(event), counted((*most).into(), "player")),
            "`tournaments` lists the others.",
        ),
        Why::WrongCode { event, given: false } => (
            format!("{} is by invitation.", name(event)),
            "Its host has told the code: `join` with the number, `code` and the word.",
        ),
        Why::WrongCode { event, given: true } => {
            (format!("that is not the code of {}.", name(event)), "Ask its host; capitals don't matter.")
        }
        Why::ElsewhereOnly { event } => {
            (format!("{} is for the members of a Discord server.", name(event)), "Enter it there.")
        }
        Why::Already { event } => (format!("you are in {} already.", name(event)), "`standings` shows its table."),
        Why::NotIn { event } => (format!("you are not in {}.", name(event)), ""),
        Why::Begun { event } => {
            return vec![
                format!("{} has begun.", name(event)),
                format!("`withdraw T{}` leaves it all the same, and resigns your games in it.", event.number),
            ];
        }
        Why::NotBegun { event } => {
            return vec![
                format!("{} hasn't begun.", name(event)),
                format!("`leave T{}` takes your entry back.", event.number),
            ];
        }
        Why::TooManyGames { most, would } => {
            return vec![
                format!(
                    "you want at most {} at a time, and could have {would} with it.",
                    counted((*most).into(), "game")
                ),
                "`set games off` removes that bound.".to_owned(),
            ];
        }
        Why::TooNew { games, opponents, title } => {
            let title = if title.is_empty() { "amazons".to_owned() } else { spoken(title) };
            return vec![
                format!(
                    "it wants {} against {}, of any of our games.",
                    counted((*games).into(), "finished rated game"),
                    counted((*opponents).into(), "different opponent")
                ),
                format!("`new {title} rated` finds an opponent; hosted tournaments can be entered by everybody."),
            ];
        }
        Why::KeptOut { until } => {
            (format!("you withdrew lately, and can enter again from {}.", reader.local(*until)), "")
        }
        Why::NoComputer { number } => {
            return vec![
                "only computer players are invited by name, such as `house-3`.".to_owned(),
                format!("People enter by themselves: `join T{number}`."),
            ];
        }
        Why::NoComputers { event } => (
            format!("computers play only in unrated tournaments that somebody hosts, and {} is not one.", name(event)),
            "For example: `host amazons roundrobin players 3-5 unrated`.",
        ),
        Why::InvitedAlready { event } => {
            (format!("that computer is in {} already.", name(event)), "There are `house-1` to `house-8`.")
        }
        Why::HouseIsOff => ("the house is switched off at present.".to_owned(), "Try again later."),
        Why::NoTable { event } => (format!("{} has no table yet.", name(event)), ""),
        Why::NotHost { event } => (format!("you don't host {}.", name(event)), ""),
        Why::Players { fewest, most } => {
            let first = format!("a tournament has from {fewest} to {most} players.");
            return vec![first, example("players", "4-8")];
        }
        Why::Day => {
            let first = "that day has passed, or is more than a year away.".to_owned();
            return vec![first, example("start", "1 Dec")];
        }
        Why::NoBound => {
            let first = "a tournament's clock has a bound, so that its last day is known when it begins.".to_owned();
            return vec![first, example("clock", "5d+24h max 21d")];
        }
        Why::TooFast => {
            let first = "with this clock the games would be lost before their players have seen them.".to_owned();
            return vec![first, example("clock", "1d+12h max 7d")];
        }
        Why::TooManyHosted { most } => (
            format!("you host {} already.", counted((*most).into(), "tournament")),
            "`cancel` with its number cancels one that hasn't begun.",
        ),
        Why::NoLadder => ("that game has no ladder yet.".to_owned(), "`tournaments` lists what there is."),
        Why::NotOnLadder { event, wants } => {
            let enter = match wants {
                Some(wants) => finish_first(*wants, event),
                None => format!("`join T{}` enters it.", event.number),
            };
            return vec![format!("you are not on {}.", name(event)), enter];
        }
        Why::NobodyThere { event } => (format!("nobody of that name is on {}.", name(event)), ""),
        Why::OutOfReach { reach } => {
            (format!("only those up to {} above you can be challenged.", counted((*reach).into(), "place")), "")
        }
        Why::Busy { most, you: true } => {
            (format!("you have {} on this ladder already.", counted((*most).into(), "challenge")), "")
        }
        Why::Busy { most, you: false } => (
            format!("they have {} to meet already.", counted((*most).into(), "challenge")),
            "Try somebody else, or later.",
        ),
        Why::OtherIsFull => {
            ("they have as many games as they want at a time.".to_owned(), "Try somebody else, or later.")
        }
        Why::TooSoon { days } => {
            (format!("you have just played each other; again after {}.", counted((*days).into(), "day")), "")
        }
    };
    let remedy = (!remedy.is_empty()).then(|| remedy.to_owned());
    std::iter::once(reason).chain(remedy).collect()
}
