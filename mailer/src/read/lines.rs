//! The lines of a text with what is asked about each of them. Each question is answered once, whoever asks: a mail of
//! thousands of lines made to be costly must cost no more than its length.

use std::cell::OnceCell;

use turnpost_core::message;

use super::answered::{Answered, RUN, words};
use super::dates::is_dated;
use super::footers::{ends_all, is_picture};
use super::signs::{is_quote, label};

/// The lines, and the mail that they may quote.
pub(super) struct Lines<'a> {
    lines: Vec<Line<'a>>,
    pub(super) answered: &'a Answered,
}

struct Line<'a> {
    text: &'a str,
    label: OnceCell<Option<String>>,
    order: OnceCell<bool>,
    dated: OnceCell<bool>,
    names: OnceCell<bool>,
    known: OnceCell<bool>,
    words: OnceCell<Vec<String>>,
}

impl<'a> Lines<'a> {
    pub(super) fn new(lines: Vec<&'a str>, answered: &'a Answered) -> Self {
        let line = |text| Line {
            text,
            label: OnceCell::new(),
            order: OnceCell::new(),
            dated: OnceCell::new(),
            names: OnceCell::new(),
            known: OnceCell::new(),
            words: OnceCell::new(),
        };
        Self { lines: lines.into_iter().map(line).collect(), answered }
    }

    pub(super) fn len(&self) -> usize {
        self.lines.len()
    }

    /// A line; empty behind the last.
    pub(super) fn text(&self, at: usize) -> &'a str {
        self.lines.get(at).map_or("", |line| line.text)
    }

    pub(super) fn is_blank(&self, at: usize) -> bool {
        self.text(at).trim().is_empty()
    }

    pub(super) fn is_quote(&self, at: usize) -> bool {
        is_quote(self.text(at))
    }

    /// Whether a line is the last of its paragraph.
    pub(super) fn is_last(&self, at: usize) -> bool {
        self.is_blank(at + 1) || self.is_quote(at + 1) || ends_all(self.text(at + 1))
    }

    /// The first line with words in it, from one on.
    pub(super) fn next(&self, from: usize) -> Option<usize> {
        (from..self.len()).find(|&at| !self.is_blank(at))
    }

    /// The header label that a line begins with.
    pub(super) fn label(&self, at: usize) -> Option<&str> {
        let line = self.lines.get(at)?;
        line.label.get_or_init(|| label(line.text).filter(|_| !self.is_order(at))).as_deref()
    }

    /// Whether a line is wholly a turn or a command: then it is no part of a frame, whatever stands below it.
    pub(super) fn is_order(&self, at: usize) -> bool {
        self.lines.get(at).is_some_and(|line| *line.order.get_or_init(|| is_order(line.text)))
    }

    /// Whether a line has a time of day or a year in it.
    pub(super) fn is_dated(&self, at: usize) -> bool {
        self.lines.get(at).is_some_and(|line| *line.dated.get_or_init(|| is_dated(line.text)))
    }

    /// Whether a line names the answered mail.
    pub(super) fn names(&self, at: usize) -> bool {
        self.lines.get(at).is_some_and(|line| *line.names.get_or_init(|| self.answered.names(line.text)))
    }

    /// Whether a line consists of words of the answered mail, in their order. A few words, or what could be a turn of the
    /// writer's, count only where they go on from the line above or into the line below.
    pub(super) fn is_known(&self, at: usize) -> bool {
        self.lines.get(at).is_some_and(|line| *line.known.get_or_init(|| self.find(at)))
    }

    fn find(&self, at: usize) -> bool {
        let words = self.words(at);
        if words.is_empty() || self.answered.is_empty() {
            return false;
        }
        if is_picture(self.text(at)) || self.answered.has(words) && !self.is_order(at) {
            return true;
        }
        let near = RUN - 1;
        let above: Vec<&String> = (at.saturating_sub(near)..at).flat_map(|at| self.words(at)).collect();
        let above = &above[above.len().saturating_sub(near)..];
        let below = (at + 1..=at + near).flat_map(|at| self.words(at)).take(near);
        let has = |words: Vec<&String>| self.answered.has(&words.into_iter().cloned().collect::<Vec<_>>());
        let goes_on = above.len() == near && has(above.iter().copied().chain(words).collect());
        goes_on || has(words.iter().chain(below).collect()) && !self.is_order(at)
    }

    fn words(&self, at: usize) -> &[String] {
        self.lines.get(at).map_or(&[], |line| line.words.get_or_init(|| words(line.text)))
    }
}

/// Whether a line is wholly a turn or a command.
pub(super) fn is_order(line: &str) -> bool {
    let read = message::read(line);
    read.is_clear() && read.comment.is_none()
}
