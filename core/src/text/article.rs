//! A longer text with a structure, such as a game's rules or the help. It is the one source of everything that is made
//! from it: the text and the HTML of a mail, Discord's embeds, the pages in `docs/rules/`.

use super::Line;
use crate::rules::{Diagram, Study};

pub mod markdown;
pub mod plain;

/// A part of such a text. In our own words backticks mark what to type, as in [`Line::marked`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Block {
    /// Begins a section.
    Heading(String),
    /// A paragraph.
    Text(Line),
    /// Items in no order.
    List(Vec<Line>),
    /// Items one after the other.
    Steps(Vec<Line>),
    /// Rows under a head; the first cell names its row.
    Table {
        /// What each column holds.
        head: Vec<String>,
        /// The rows, as long as the head.
        rows: Vec<Vec<String>>,
    },
    /// What to type, and what it means.
    Samples(Vec<(String, Line)>),
    /// A board, where pictures can be shown.
    Picture(Diagram),
}

impl Block {
    /// The lines of it in which something to type may be marked.
    pub(super) fn lines(&mut self) -> Vec<&mut Line> {
        match self {
            Block::Text(line) => vec![line],
            Block::List(items) | Block::Steps(items) => items.iter_mut().collect(),
            Block::Samples(samples) => samples.iter_mut().map(|(_, meaning)| meaning).collect(),
            Block::Heading(_) | Block::Table { .. } | Block::Picture(_) => Vec::new(),
        }
    }
}

/// The beginning of a section.
pub fn heading(words: &str) -> Block {
    Block::Heading(words.to_owned())
}

/// A paragraph.
pub fn text(words: &str) -> Block {
    Block::Text(Line::marked(words))
}

/// Items in no order.
pub fn list<const N: usize>(items: [&str; N]) -> Block {
    Block::List(items.map(Line::marked).into())
}

/// Items one after the other.
pub fn steps<const N: usize>(items: [&str; N]) -> Block {
    Block::Steps(items.map(Line::marked).into())
}

/// Rows under a head.
pub fn table<const COLUMNS: usize, const ROWS: usize>(head: [&str; COLUMNS], rows: [[&str; COLUMNS]; ROWS]) -> Block {
    let cells = |row: [&str; COLUMNS]| row.map(str::to_owned).to_vec();
    Block::Table { head: cells(head), rows: rows.map(cells).into() }
}

/// What to type, and what it means.
pub fn samples<const N: usize>(samples: [(&str, &str); N]) -> Block {
    Block::Samples(samples.map(|(typed, meaning)| (typed.to_owned(), Line::marked(meaning))).into())
}

/// A board, and the words under it.
pub const fn picture(study: Study, caption: &'static str) -> Block {
    dotted(study, &[], caption)
}

/// The same with dots on these squares.
pub const fn dotted(study: Study, dots: &'static [&'static str], caption: &'static str) -> Block {
    Block::Picture(Diagram { study, dots, caption })
}

/// The sections of a text: the heading of each, and what stands below it. What stands above the first has no heading.
pub fn sections(article: &[Block]) -> Vec<(Option<&str>, &[Block])> {
    let parts = article.chunk_by(|_, next| !matches!(next, Block::Heading(_)));
    parts
        .map(|part| match part {
            [Block::Heading(words), below @ ..] => (Some(words.as_str()), below),
            below => (None, below),
        })
        .collect()
}

/// The pictures of a text, in order.
pub fn pictures(article: &[Block]) -> impl Iterator<Item = &Diagram> {
    article.iter().filter_map(|block| if let Block::Picture(diagram) = block { Some(diagram) } else { None })
}
