//! Lines of text, in parts that each front end sets in its own way, and the marks within lines of our own words.

use crate::clock::moment::Timestamp;

/// A line of text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line(pub Vec<Span>);

/// A part of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Span {
    /// Words, ours or a player's, in which markup has no meaning.
    Words(String),
    /// A turn, a position, something to type: set in monospace.
    Code(String),
    /// A moment.
    Time {
        /// When.
        at: Timestamp,
        /// In words, in the reader's zone: `Thu 4 Jun 18:00 (10 days)`.
        shown: String,
    },
    /// The one user to notify.
    Mention {
        /// The Discord id.
        user: u64,
    },
}

impl Line {
    /// A line beginning with these words.
    pub fn words(text: impl Into<String>) -> Line {
        Line(vec![Span::Words(text.into())])
    }

    /// Our own words, in which backticks mark what to type; a line in columns is all monospace. What somebody wrote
    /// must go through [`literal`] first.
    pub fn marked(text: &str) -> Line {
        // A private-use character, so that nobody's words contain it.
        const WRITTEN: &str = "\u{e000}";
        let text = text.replace("``", WRITTEN);
        let written = |part: &str| part.replace(WRITTEN, "`");
        if text.trim_start().contains("  ") {
            return Line::timed(&text.replace('`', ""), |part| Span::Code(written(part)));
        }
        let parts = text.split('`').enumerate().filter(|(_, part)| !part.is_empty());
        let span = |(i, part): (usize, &str)| match i % 2 {
            0 => Line::timed(part, |part| Span::Words(written(part))).0,
            _ => vec![Span::Code(written(part))],
        };
        Line(parts.flat_map(span).collect())
    }

    /// A text in which moments may stand; what is between them becomes a span of its own.
    fn timed(text: &str, span: impl Fn(&str) -> Span) -> Line {
        let moment = |part: &str| {
            let (at, shown) = part.split_once(' ')?;
            Some(Span::Time { at: at.parse().ok()?, shown: shown.to_owned() })
        };
        let parts = text.split(MOMENT).enumerate().filter(|(_, part)| !part.is_empty());
        Line(
            parts.map(|(i, part)| (i % 2 == 1).then(|| moment(part)).flatten().unwrap_or_else(|| span(part))).collect(),
        )
    }

    /// Appends words.
    #[must_use]
    pub fn and(mut self, text: impl Into<String>) -> Line {
        self.0.push(Span::Words(text.into()));
        self
    }

    /// Appends a turn or something to type.
    #[must_use]
    pub fn code(mut self, text: impl Into<String>) -> Line {
        self.0.push(Span::Code(text.into()));
        self
    }

    /// Appends a span.
    #[must_use]
    pub fn span(mut self, span: Span) -> Line {
        self.0.push(span);
        self
    }

    /// Appends another line, after a space.
    #[must_use]
    pub fn then(mut self, other: Line) -> Line {
        if !self.0.is_empty() && !other.0.is_empty() {
            self.0.push(Span::Words(" ".to_owned()));
        }
        self.0.extend(other.0);
        self
    }

    /// Whether the line is empty.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The line as plain text, for mail and the console.
    pub fn plain(&self) -> String {
        self.0
            .iter()
            .map(|span| match span {
                Span::Words(text) | Span::Code(text) => text.as_str(),
                Span::Time { shown, .. } => shown,
                Span::Mention { .. } => "",
            })
            .collect()
    }
}

/// Around a moment in a marked line: a private-use character.
pub(super) const MOMENT: char = '\u{e001}';

/// Somebody's words within a line of ours: their backticks are doubled so that they mark nothing.
pub fn literal(text: &str) -> String {
    text.replace('`', "``").replace(MOMENT, "")
}

/// A marked line with its moments in words.
pub(super) fn without_moments(line: &str) -> String {
    let shown = |(i, part): (usize, &str)| match part.split_once(' ') {
        Some((_, shown)) if i % 2 == 1 => shown.to_owned(),
        _ => part.to_owned(),
    };
    line.split(MOMENT).enumerate().map(shown).collect()
}
