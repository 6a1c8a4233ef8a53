//! The words for what somebody is told, asked or refused. In these lines, backticks mark what to type.

use super::article::Block;
use super::{Line, Reader, Wording};
use crate::notice::{Ask, Last, Told, Why};

pub(crate) mod command;
pub(in crate::text) mod events;
mod incoming;
mod lobby;
mod people;
mod playing;
mod time;
mod views;

pub(super) use incoming::asked_for;
pub(super) use playing::{illegal, not_now, rule};

/// Lines to print: the first is the news, the second goes with it, the others follow below.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Said {
    /// The subject of a mail that starts a thread; empty in a game's thread.
    pub subject: String,
    /// The lines.
    pub lines: Vec<String>,
    /// A longer text below them.
    pub article: Vec<Block>,
}

impl Said {
    /// Lines under a subject of their own.
    fn under(subject: impl Into<String>, lines: impl IntoIterator<Item = impl Into<String>>) -> Said {
        let lines = lines.into_iter().map(Into::into).collect();
        Said { subject: subject.into(), lines, article: Vec::new() }
    }

    /// Lines alone.
    pub(super) fn of(lines: Vec<String>) -> Said {
        Said { lines, ..Said::default() }
    }

    /// The same with a longer text below.
    fn with(self, article: Vec<Block>) -> Said {
        Said { article, ..self }
    }

    /// One line under such a subject.
    fn one(subject: impl Into<String>, line: impl Into<String>) -> Said {
        Said::under(subject, vec![line.into()])
    }

    /// Lines in a game's thread.
    fn in_thread(lines: impl IntoIterator<Item = impl Into<String>>) -> Said {
        Said::under("", lines)
    }
}

/// What somebody is told.
pub(super) fn told(reader: &Reader<'_>, told: &Told) -> Said {
    match told {
        Told::Incoming(told) => incoming::told(reader, told),
        Told::Playing(told) => playing::told(reader, told),
        Told::Lobby(told) => lobby::told(reader, told),
        Told::People(told) => people::told(reader, told),
        Told::Time(told) => time::told(reader, told),
        Told::Views(told) => views::told(reader, told),
        Told::Events(told) => events::told(reader, told),
        Told::Several(parts) => Said::under(
            format!("Turnpost: {} answers", spelled(parts.len())),
            parts.iter().flat_map(|part| self::told(reader, part).lines),
        ),
        Told::Words(lines) => Said::in_thread(lines.clone()),
    }
}

/// What somebody is asked.
pub(super) fn asked(reader: &Reader<'_>, ask: &Ask) -> Said {
    match ask {
        Ask::Incoming(ask) => incoming::asked(reader, ask),
        Ask::Playing(ask) => playing::asked(reader, ask),
        Ask::People(ask) => people::asked(reader, ask),
        Ask::Events(ask) => events::asked(reader, ask),
        Ask::Words(lines) => Said::in_thread(lines.clone()),
    }
}

/// Why something was not done: the reason as it follows a colon, then the remedy.
pub(super) fn why(reader: &Reader<'_>, why: &Why, last: Option<Last>) -> Vec<String> {
    let mut lines = match why {
        Why::Command(fault) => command::why_on(reader.way, fault),
        Why::Incoming(why) => incoming::why(reader, why),
        Why::Playing(why) => playing::why(reader, why),
        Why::Lobby(why) => lobby::why(reader, why),
        Why::People(why) => people::why(reader, why),
        Why::Time(why) => time::why(reader, why),
        Why::Views(why) => views::why(reader, why),
        Why::Events(why) => events::why(reader, why),
        Why::Words(lines) => lines.clone(),
    };
    lines.extend(last.map(super::refusing::last_for_now));
    lines.into_iter().map(ended).collect()
}

/// Reasons come from many places; what is sent must end like a sentence.
fn ended(mut line: String) -> String {
    if line.ends_with(|c: char| c.is_alphanumeric() || matches!(c, ')' | '"')) {
        line.push('.');
    }
    line
}

/// A small number in words, as in a sentence.
fn spelled(number: impl TryInto<usize>) -> String {
    const WORDS: [&str; 11] = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    let number = number.try_into().unwrap_or(usize::MAX);
    WORDS.get(number).map_or_else(|| number.to_string(), |word| (*word).to_owned())
}

/// The lines as they are printed.
pub(super) fn wording(said: &Said) -> Wording {
    let mut lines = said.lines.iter().map(|line| Line::marked(line));
    Wording {
        subject: said.subject.clone(),
        headline: lines.next().unwrap_or_default(),
        second: lines.next(),
        above: lines.collect(),
        article: said.article.clone(),
        ..Wording::default()
    }
}
