//! A clause that can open a sentence or follow a colon. Whether it needs a capital depends on what it begins with: our
//! own words do, a name or a turn stays as it is written.

use super::{Line, Span};

/// A clause.
#[derive(Clone, Debug, Default)]
pub(super) struct Clause {
    line: Line,
    /// Whether it begins with a word of ours, in lower case.
    ours: bool,
}

impl Clause {
    /// Words of ours, written as they would follow a colon.
    pub(super) fn ours(words: impl Into<String>) -> Clause {
        Clause { line: Line::words(words), ours: true }
    }

    /// A line beginning with such words.
    pub(super) fn our_line(line: Line) -> Clause {
        Clause { line, ours: true }
    }

    /// Somebody's name, and what they did.
    pub(super) fn of(name: &str, did: &str) -> Clause {
        Clause::named(Line::words(format!("{name}{did}")))
    }

    /// A line beginning with a name.
    pub(super) fn named(line: Line) -> Clause {
        Clause { line, ours: false }
    }

    /// A line beginning with a turn.
    pub(super) fn coded(line: Line) -> Clause {
        Clause { line, ours: false }
    }

    /// As the beginning of a sentence.
    pub(super) fn opening(mut self) -> Line {
        if let (true, Some(Span::Words(first))) = (self.ours, self.line.0.first_mut()) {
            *first = capital(first);
        }
        self.line
    }

    /// After a colon.
    pub(super) fn going_on(self) -> Line {
        self.line
    }

    /// Followed by another clause as a sentence of its own.
    pub(super) fn then(self, next: Clause) -> Clause {
        if self.line.is_empty() {
            return next;
        }
        Clause { ours: self.ours, line: self.line.then(next.opening()) }
    }

    /// Followed directly by another clause.
    pub(super) fn glued(self, next: Clause) -> Clause {
        Clause { ours: self.ours, line: self.line.glued(&next.going_on().0) }
    }

    /// With these words appended.
    pub(super) fn and(self, words: &str) -> Clause {
        Clause { ours: self.ours, line: self.line.and(words) }
    }
}

/// The text with its first letter capitalised.
pub(super) fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}
