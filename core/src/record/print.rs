//! Printing a record: headers, a blank line, and a line for each turn.

use std::fmt;

use super::{End, Record, RecordedTurn};
use crate::clock::moment::Timestamp;

/// The first line of every record, with the version of its form.
pub(super) const TITLE: &str = "Turnpost record 1";

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{TITLE}")?;
        writeln!(f, "Game: {}", self.setup.game.name())?;
        writeln!(f, "Variant: {}", self.setup.variant)?;
        if !self.setup.options.is_empty() {
            let options: Vec<String> =
                self.setup.options.iter().map(|(name, value)| format!("{name}={value}")).collect();
            writeln!(f, "Options: {}", options.join(" "))?;
        }
        self.first.as_ref().map_or(Ok(()), |position| writeln!(f, "Position: {position}"))?;
        self.number.map_or(Ok(()), |number| writeln!(f, "Number: {number}"))?;
        writeln!(f, "White: {}", one_line(&self.white))?;
        writeln!(f, "Black: {}", one_line(&self.black))?;
        writeln!(f, "Rated: {}", if self.rated { "yes" } else { "no" })?;
        writeln!(f, "Clock: {}", self.clock)?;
        self.started.map_or(Ok(()), |at| writeln!(f, "Started: {}", time(at)))?;
        self.end.as_ref().map_or(Ok(()), |end| print_end(f, end))?;
        writeln!(f)?;
        self.turns.iter().try_for_each(|turn| print_turn(f, turn))
    }
}

fn print_end(f: &mut fmt::Formatter<'_>, end: &End) -> fmt::Result {
    end.at.map_or(Ok(()), |at| writeln!(f, "Ended: {}", time(at)))?;
    let result = match (end.winner, end.aborted) {
        (_, true) => "aborted",
        (Some(side), _) => side.word(),
        (None, _) => "draw",
    };
    writeln!(f, "Result: {result}")?;
    writeln!(f, "Reason: {}", end.reason.word())?;
    end.margin.map_or(Ok(()), |margin| writeln!(f, "Margin: {}", margin.number()))
}

/// `1. white d1-d7/g7 {2026-05-26T10:00:00Z, left 863990}`
fn print_turn(f: &mut fmt::Formatter<'_>, turn: &RecordedTurn) -> fmt::Result {
    write!(f, "{}. {} {}", turn.number, turn.side.word(), turn.text)?;
    let notes: Vec<String> =
        [turn.forfeit.then(|| "forfeit".to_owned()), turn.at.map(time), turn.left.map(|left| format!("left {left}"))]
            .into_iter()
            .flatten()
            .collect();
    if notes.is_empty() { writeln!(f) } else { writeln!(f, " {{{}}}", notes.join(", ")) }
}

/// `2026-05-26T10:00:00Z`; a moment outside the calendar as its number of seconds.
fn time(at: Timestamp) -> String {
    jiff::Timestamp::from_second(at).map_or_else(|_| at.to_string(), |at| at.to_string())
}

fn one_line(name: &str) -> String {
    name.split(char::is_control).map(str::trim).collect::<Vec<_>>().join(" ").trim().to_owned()
}
