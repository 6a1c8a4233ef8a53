//! Such a text as a page of Markdown, as GitHub shows it.

use std::fmt::Write as _;

use super::Block;
use crate::rules::{Diagram, GameKind};
use crate::text::{Line, Span};

/// The page of a game's rules; its pictures are found in a folder beside it.
pub fn rules(game: GameKind) -> String {
    let mut page = format!("# The rules of {}\n\n{}\n", game.title(), game.blurb().replace('\n', " "));
    for block in game.rules() {
        // Writing to a string cannot fail.
        let _ = write!(page, "\n{}\n", shown(game, &block));
    }
    page
}

/// The picture's file, seen from the folder of the pages.
pub fn file(game: GameKind, diagram: &Diagram) -> String {
    format!("{}/{}.png", game.name(), diagram.name())
}

fn shown(game: GameKind, block: &Block) -> String {
    let each = |items: &[Line], mark: &dyn Fn(usize) -> String| {
        let items = items.iter().enumerate().map(|(number, item)| format!("{} {}", mark(number), line(item)));
        items.collect::<Vec<_>>().join("\n")
    };
    let cells = |row: &[String]| format!("| {} |", row.iter().map(|cell| words(cell)).collect::<Vec<_>>().join(" | "));
    match block {
        Block::Heading(title) => format!("## {}", words(title)),
        Block::Text(text) => line(text),
        Block::List(items) => each(items, &|_| "-".to_owned()),
        Block::Steps(items) => each(items, &|number| format!("{}.", number + 1)),
        Block::Table { head, rows } => {
            let rule = format!("|{}", "---|".repeat(head.len()));
            let rows = rows.iter().map(|row| cells(row));
            [cells(head), rule].into_iter().chain(rows).collect::<Vec<_>>().join("\n")
        }
        Block::Samples(samples) => {
            let rows = samples.iter().map(|(typed, meaning)| format!("| `{typed}` | {} |", line(meaning)));
            ["| Type | Meaning |".to_owned(), "|---|---|".to_owned()]
                .into_iter()
                .chain(rows)
                .collect::<Vec<_>>()
                .join("\n")
        }
        Block::Picture(diagram) => {
            let caption = words(diagram.caption);
            format!("![{caption}]({})\n\n*{caption}*", file(game, diagram))
        }
    }
}

fn line(line: &Line) -> String {
    let span = |span: &Span| match span {
        Span::Words(text) => words(text),
        Span::Code(text) => format!("`{text}`"),
        Span::Time { shown, .. } => words(shown),
        Span::Mention { .. } => String::new(),
    };
    line.0.iter().map(span).collect()
}

/// Words in which nothing is markup.
fn words(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '|' | '#') {
            out.push('\\');
        }
        out.push(c);
    }
    out
}
