//! Words about vacations, expiries, and clocks set by the operator.

use super::Said;
use crate::notice::told::time::{Told, Why};
use crate::text::plural::counted;
use crate::text::{Reader, literal};

pub(super) fn told(reader: &Reader<'_>, told: &Told) -> Said {
    match told {
        Told::Back => Said::one("Turnpost: welcome back", reader.way.settled("your clocks run again.")),
        Told::Away { until, days_left } => Said::under(
            "Turnpost: you are away",
            vec![
                reader.way.settled(format!("your clocks stand still until {}.", reader.local(*until))),
                format!(
                    "Your opponents are told. You can still play; `away off` ends it. {} left this year.",
                    counted(*days_left, "day")
                ),
            ],
        ),
        Told::AwayByItself { number, until } => Said::under(
            "Turnpost: you are away",
            vec![
                format!("Your time in game {number} ran out, so your vacation began by itself."),
                format!("It lasts until {}; play before then, or the game is lost.", reader.local(*until)),
            ],
        ),
        Told::OtherAway { who, until } => Said::one(
            format!("Turnpost: {who} is away"),
            reader.way.settled_by(&literal(who), format!(" is away until {}.", reader.local(*until))),
        ),
        Told::HouseIsOff { games } => {
            let numbers: Vec<String> = games.iter().map(ToString::to_string).collect();
            let (games, wait) = if games.len() == 1 { ("game", "waits") } else { ("games", "wait") };
            Said::under(
                "Turnpost: the house is off",
                [
                    reader
                        .way
                        .settled(format!("the house is switched off, and {games} {} {wait}.", numbers.join(", "))),
                    "No clock runs there. The house answers as soon as it is back.".to_owned(),
                ],
            )
        }
        Told::ChallengeEnded { number, terms } => Said::under(
            format!("Turnpost: challenge {number} has ended"),
            [reader.way.settled(format!("nobody answered challenge {number}, and it has ended."))]
                .into_iter()
                .chain(super::lobby::in_short(terms.as_ref())),
        ),
    }
}

/// The reason as it follows a colon, then the remedy.
pub(super) fn why(_reader: &Reader<'_>, why: &Why) -> Vec<String> {
    vec![match why {
        Why::NotAway => "you are not away; `away 7d` stops your clocks for 7 days.".to_owned(),
        Why::DayIsPast => "that day is past; `away 7d` stops your clocks for 7 days.".to_owned(),
        Why::TooLong { days_left, away } => {
            format!("you have {} of vacation left this year.{}", counted(*days_left, "day"), still(*away))
        }
        Why::TooOften { most, away } => {
            format!("{most} vacations a day are the most: your opponents are told of each.{}", still(*away))
        }
    }]
}

const fn still(away: bool) -> &'static str {
    if away { " You are away as before; `away off` ends it." } else { "" }
}
