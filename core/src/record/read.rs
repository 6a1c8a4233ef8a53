//! Reading a record (untrusted). Headers may stand in any order; what isn't understood is refused, so that nothing is
//! silently lost.

use std::collections::HashMap;
use std::str::FromStr;

use super::print::TITLE;
use super::{End, Record, RecordError, RecordedTurn};
use crate::clock::moment::Timestamp;
use crate::rules::{Margin, Reason, Setup, Side};

/// No game of ours is longer; a longer file is not a record.
const MOST_TURNS: usize = 20_000;
const HEADERS: &[&str] = &[
    "Game", "Variant", "Options", "Position", "Number", "White", "Black", "Rated", "Clock", "Started", "Ended",
    "Result", "Reason", "Margin",
];

impl FromStr for Record {
    type Err = RecordError;

    fn from_str(text: &str) -> Result<Record, RecordError> {
        let mut lines = (1..).zip(text.lines().map(|line| line.trim_end_matches('\r').trim()));
        match lines.find(|(_, line)| !line.is_empty()) {
            Some((_, TITLE)) => {}
            Some((line, _)) => return Err(wrong(line, format!("a record begins with {TITLE:?}"))),
            None => return Err(RecordError::Missing("the record is empty")),
        }
        let mut headers = Headers::default();
        let mut turns = Vec::new();
        for (number, line) in lines.filter(|(_, line)| !line.is_empty()) {
            if line.starts_with(|c: char| c.is_ascii_digit()) {
                if turns.len() == MOST_TURNS {
                    return Err(wrong(number, format!("more than {MOST_TURNS} turns")));
                }
                turns.push(read_turn(number, line)?);
            } else if turns.is_empty() {
                headers.add(number, line)?;
            } else {
                return Err(wrong(number, "a turn is written \"1. white TEXT\"".to_owned()));
            }
        }
        headers.record(turns)
    }
}

#[derive(Default)]
struct Headers<'a>(HashMap<&'a str, (usize, &'a str)>);

impl<'a> Headers<'a> {
    fn add(&mut self, number: usize, line: &'a str) -> Result<(), RecordError> {
        let (name, value) =
            line.split_once(':').ok_or_else(|| wrong(number, "a header is written \"Name: value\"".to_owned()))?;
        let name = name.trim();
        if !HEADERS.contains(&name) {
            return Err(wrong(number, format!("no header {name:?}; there are {}", HEADERS.join(", "))));
        }
        match self.0.insert(name, (number, value.trim())) {
            Some(_) => Err(wrong(number, format!("{name} stands there twice"))),
            None => Ok(()),
        }
    }

    fn text(&self, name: &str) -> Option<&'a str> {
        self.0.get(name).map(|(_, value)| *value)
    }

    /// A header's value, read by `read`; its line is named where that fails.
    fn value<T>(&self, name: &str, read: impl Fn(&str) -> Result<T, String>) -> Result<Option<T>, RecordError> {
        match self.0.get(name) {
            None => Ok(None),
            Some((line, value)) => read(value).map(Some).map_err(|why| wrong(*line, why)),
        }
    }

    fn record(self, turns: Vec<RecordedTurn>) -> Result<Record, RecordError> {
        let game = self.text("Game").ok_or(RecordError::Missing("the header Game is missing"))?;
        let line = self.0.get("Game").map_or(1, |(line, _)| *line);
        let options = self.value("Options", read_options)?.unwrap_or_default();
        let setup = Setup::new(game, self.text("Variant"), &options).map_err(|error| wrong(line, error.to_string()))?;
        let name = |side: &str| self.text(side).unwrap_or("?").to_owned();
        Ok(Record {
            setup,
            first: self.text("Position").map(str::to_owned),
            number: self.value("Number", |text| text.parse().map_err(|_| "a number is expected".to_owned()))?,
            white: name("White"),
            black: name("Black"),
            rated: self.value("Rated", read_yes)?.unwrap_or(false),
            clock: self
                .value("Clock", |text| text.parse().map_err(|error: crate::clock::NotAClock| error.to_string()))?
                .unwrap_or(crate::clock::ClockRule::None),
            started: self.value("Started", read_time)?,
            turns,
            end: self.end()?,
        })
    }

    fn end(&self) -> Result<Option<End>, RecordError> {
        let winner = self.value("Result", |text| match text {
            "white" => Ok((Some(Side::White), false)),
            "black" => Ok((Some(Side::Black), false)),
            "draw" => Ok((None, false)),
            "aborted" => Ok((None, true)),
            _ => Err("a result is white, black, draw or aborted".to_owned()),
        })?;
        let reason = self.value("Reason", |text| {
            let known = || Reason::ALL.iter().map(|reason| reason.word()).collect::<Vec<_>>().join(", ");
            Reason::named(text).ok_or_else(|| format!("no reason {text:?}; there are {}", known()))
        })?;
        match (winner, reason) {
            (None, None) => Ok(None),
            (Some((winner, aborted)), Some(reason)) => {
                let (margin, at) = (self.value("Margin", read_margin)?, self.value("Ended", read_time)?);
                Ok(Some(End { winner, reason, margin, aborted, at }))
            }
            _ => Err(RecordError::Missing("Result and Reason go together")),
        }
    }
}

fn read_turn(line_number: usize, line: &str) -> Result<RecordedTurn, RecordError> {
    let wrong = |why: &str| wrong(line_number, why.to_owned());
    let (line, notes) = match line.split_once('{') {
        Some((line, notes)) => (line, notes.strip_suffix('}').ok_or_else(|| wrong("the brace is not closed"))?),
        None => (line, ""),
    };
    let form = "a turn is written \"1. white TEXT\"";
    let (number, rest) = line.split_once(". ").ok_or_else(|| wrong(form))?;
    let (side, text) = rest.trim().split_once(' ').ok_or_else(|| wrong(form))?;
    let side = match side {
        "white" => Side::White,
        "black" => Side::Black,
        _ => return Err(wrong(form)),
    };
    let number = number.parse().map_err(|_| wrong(form))?;
    let mut turn = RecordedTurn { number, side, text: text.trim().to_owned(), forfeit: false, at: None, left: None };
    for note in notes.split(',').map(str::trim).filter(|note| !note.is_empty()) {
        match note.strip_prefix("left ") {
            Some(left) => turn.left = Some(left.parse().map_err(|_| wrong("the time left is a number of seconds"))?),
            None if note == "forfeit" => turn.forfeit = true,
            None => turn.at = Some(read_time(note).map_err(|why| wrong(&why))?),
        }
    }
    Ok(turn)
}

fn read_options(text: &str) -> Result<Vec<(String, String)>, String> {
    let option = |word: &str| word.split_once('=').map(|(name, value)| (name.to_owned(), value.to_owned()));
    let options: Option<Vec<_>> = text.split_whitespace().map(option).collect();
    options.ok_or_else(|| "an option is written name=value".to_owned())
}

fn read_yes(text: &str) -> Result<bool, String> {
    match text {
        "yes" => Ok(true),
        "no" => Ok(false),
        _ => Err("it is yes or no".to_owned()),
    }
}

fn read_time(text: &str) -> Result<Timestamp, String> {
    let seconds = text.parse::<i64>().ok();
    let written = || text.parse::<jiff::Timestamp>().ok().map(|at| at.as_second());
    seconds.or_else(written).ok_or_else(|| "a time is written 2026-05-26T10:00:00Z".to_owned())
}

fn read_margin(text: &str) -> Result<Margin, String> {
    let (whole, half) = text.split_once('.').unwrap_or((text, "0"));
    let whole = whole.parse::<u32>().ok().and_then(|whole| whole.checked_mul(2));
    match (whole, half) {
        (Some(halves), "0") => Ok(Margin { halves }),
        (Some(halves), "5") => Ok(Margin { halves: halves + 1 }),
        _ => Err("a margin is written 3 or 3.5".to_owned()),
    }
}

fn wrong(line: usize, why: String) -> RecordError {
    RecordError::Line { line, why }
}
