//! Words about the computer player: its name, its hints, and its reviews of finished games.

use crate::house::{Advice, LEVELS, Moment, Review, Shown};
use crate::notice::GameHeading;
use crate::rules::Side;
use crate::text::graph::{Panel, Scale};
use crate::text::{Reader, literal};

/// The name that the house goes by at a level. Nobody else can have such a name, so it is marked as a computer wherever
/// players are named.
pub fn name(level: u8) -> String {
    format!("House {level} (computer)")
}

/// The name of a guest, who gave none.
pub fn guest(number: u64) -> String {
    format!("guest-{number}")
}

/// The same where there is little room: still marked, before anything is cut off.
pub(super) fn short(name: &str) -> String {
    match name.strip_prefix("House ").and_then(|rest| rest.strip_suffix(" (computer)")) {
        Some(level) => format!("Computer {level}"),
        None => name.to_owned(),
    }
}

/// What stands above a board of a review.
pub fn label(moment: usize, what: Shown, turn: &str) -> String {
    match what {
        Shown::Played => format!("{moment} played: {turn}"),
        Shown::Better => format!("{moment} better: {turn}"),
    }
}

/// Whether the house is one of a game's players.
pub(super) fn plays(game: &GameHeading) -> bool {
    let seats = [&game.white, &game.black];
    LEVELS.map(name).any(|house| seats.iter().any(|seat| seat.as_deref() == Some(&house)))
}

/// What the house would play in somebody's place.
pub(super) fn hint(reader: &Reader<'_>, advice: &Advice) -> Vec<String> {
    let mut lines = vec![format!("The house would play `{}`. Nothing is played yet.", advice.turn)];
    lines.extend((!reader.discord()).then(|| "Reply `yes` to play it.".to_owned()));
    lines.push(match advice.line.is_empty() {
        true => format!("It gives you {} with it.", chance(advice.chance)),
        false => format!("It gives you {} with it, and expects: {}.", chance(advice.chance), advice.line.join(", ")),
    });
    lines
}

/// How a finished game went.
pub(super) fn review(number: i64, players: &[String; 2], winner: Option<Side>, review: &Review) -> Vec<String> {
    let [white, black] = players.each_ref().map(|name| literal(name));
    let end = match winner {
        Some(side) => format!("{side} won"),
        None => "It was a draw".to_owned(),
    };
    let mut lines = vec![format!("Review of game {number}: White was {white}, Black was {black}. {end}.")];
    lines.push(match review.moments.len() {
        0 if winner.is_none() => "No single turn lost much.".to_owned(),
        0 => "No single turn lost much: the game was decided step by step.".to_owned(),
        1 => "One turn stands out, judged by how much of the chance to win it gave away.".to_owned(),
        count => format!(
            "{} turns mattered most, judged by how much of the chance to win each gave away.",
            if count == 2 { "Two" } else { "Three" }
        ),
    });
    lines.extend((1..).zip(&review.moments).map(|(place, one)| moment(place, one)));
    if !review.moments.is_empty() {
        lines.push("The boards show what was played beside what was better. The house may be wrong.".to_owned());
    }
    lines
}

/// `1. Turn 15, White played …`: words in front of each turn, so that a quoted line isn't read as one.
fn moment(place: usize, moment: &Moment) -> String {
    let Moment { turn, side, played, left, better, .. } = moment;
    let line = match better.line.is_empty() {
        true => String::new(),
        false => format!(", expecting {}", better.line.join(", ")),
    };
    format!(
        "{place}. Turn {turn}, {side} played `{played}`: {side}'s chance to win fell from {} % to {left} %. Better was `{}`{line}.",
        better.chance, better.turn
    )
}

fn chance(percent: u8) -> String {
    match percent {
        0..=2 => "hardly any chance".to_owned(),
        98.. => "an almost certain win".to_owned(),
        percent => format!("a chance of {percent} %"),
    }
}

/// Both sides' chances over the turns.
pub(super) fn graph(players: &[String; 2], review: &Review) -> Panel {
    let points: Vec<(u32, i32)> = (0..).zip(review.chances.iter().map(|chance| i32::from(*chance))).collect();
    let last = points.len().saturating_sub(1);
    Panel {
        // A long name may be cut, but not the mark of a computer.
        title: format!("{} vs {}", short(&players[0]), short(&players[1])),
        remark: "up: better for White".to_owned(),
        points,
        first: "start".to_owned(),
        last: format!("after turn {last}"),
        scale: Some(Scale { marks: vec![(0, "Black".to_owned()), (50, "even".to_owned()), (100, "White".to_owned())] }),
        noted: review.moments.iter().map(|moment| moment.after + 1).collect(),
    }
}
