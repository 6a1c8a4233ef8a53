//! Such a text as lines of plain text, without its pictures: what they show, the words say as well.

use super::Block;
use crate::text::Line;

/// The most characters of a line.
const WIDTH: usize = 76;
/// Between the columns of a table.
const GAP: usize = 2;
/// What is typed stands beside its meaning unless it is longer than this.
const LONG: usize = 24;

/// The whole text; a blank line between its parts.
pub fn lines(article: &[Block]) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for block in article {
        let part = part(block);
        // A heading stands close above what it heads.
        let close = lines.last().is_none_or(|last| last.is_empty());
        if !part.is_empty() && !close {
            lines.push(String::new());
        }
        let heads = matches!(block, Block::Heading(_));
        lines.extend(part);
        if heads {
            lines.push(String::new());
        }
    }
    lines
}

fn part(block: &Block) -> Vec<String> {
    match block {
        Block::Heading(words) => vec![words.to_uppercase()],
        Block::Text(line) => hanging("", &line.plain()),
        Block::List(items) => items.iter().flat_map(|item| hanging("- ", &item.plain())).collect(),
        Block::Steps(items) => {
            (1..).zip(items).flat_map(|(number, item)| hanging(&format!("{number}. "), &item.plain())).collect()
        }
        Block::Table { head, rows } => table(head, rows),
        Block::Samples(samples) => self::samples(samples),
        Block::Picture(_) => Vec::new(),
    }
}

fn samples(samples: &[(String, Line)]) -> Vec<String> {
    let length = |typed: &str| typed.chars().count();
    let wide = samples.iter().map(|(typed, _)| length(typed)).filter(|&length| length <= LONG).max().unwrap_or(0);
    let indent = wide + 3 * GAP;
    let shown = |(typed, meaning): &(String, Line)| {
        let mut lines = Vec::new();
        let mut before = format!("{:GAP$}{typed}", "");
        if length(typed) > wide {
            lines.push(std::mem::take(&mut before));
        }
        lines.extend(hanging(&format!("{before:indent$}"), &meaning.plain()));
        lines
    };
    samples.iter().flat_map(shown).collect()
}

/// Columns as wide as they need; the last one is wrapped.
fn table(head: &[String], rows: &[Vec<String>]) -> Vec<String> {
    let lines = || std::iter::once(head).chain(rows.iter().map(Vec::as_slice));
    let widest = |column: usize| {
        let cells = lines().filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..head.len()).map(widest).collect();
    let line = |row: &[String]| {
        let Some((last, others)) = row.split_last() else { return Vec::new() };
        let before: String = others.iter().zip(&widths).map(|(cell, wide)| format!("{cell:0$}", wide + GAP)).collect();
        hanging(&before, last)
    };
    lines().flat_map(line).collect()
}

/// The words in lines of [`WIDTH`], the first behind `before`, the others indented as far. No word stands alone on the
/// last line: quoted back to us, it could be read as a command or a turn.
fn hanging(before: &str, words: &str) -> Vec<String> {
    let indent = before.chars().count();
    let mut lines: Vec<Vec<&str>> = vec![Vec::new()];
    let mut long = indent;
    for word in words.split_whitespace() {
        let length = word.chars().count();
        if long > indent && long + length > WIDTH {
            lines.push(Vec::new());
            long = indent;
        }
        long += length + 1;
        lines.last_mut().into_iter().for_each(|line| line.push(word));
    }
    if let [.., previous, last] = &mut lines[..]
        && last.len() == 1
        && previous.len() > 2
    {
        last.splice(0..0, previous.pop());
    }
    let shown = |(number, line): (usize, &Vec<&str>)| {
        let start = if number == 0 { before.to_owned() } else { " ".repeat(indent) };
        format!("{start}{}", line.join(" ")).trim_end().to_owned()
    };
    lines.iter().enumerate().map(shown).collect()
}

#[cfg(test)]
mod tests {
    use super::super::{heading, list, samples, steps, table, text};
    use super::*;

    #[test]
    fn every_part_has_its_form() {
        let long = "Word after word goes on until the line is full and then goes on in the next one, `x`.";
        let article = [
            heading("A turn"),
            text(long),
            list([long, "short"]),
            steps([long]),
            table(["piece", "moves"], [["cani", "one square"], ["t", long]]),
            samples([("d3", "a disc"), ("r o h k s c c g z c r o h k", "all of them")]),
        ];
        let expected = "\
A TURN

Word after word goes on until the line is full and then goes on in the next
one, x.

- Word after word goes on until the line is full and then goes on in the
  next one, x.
- short

1. Word after word goes on until the line is full and then goes on in the
   next one, x.

piece  moves
cani   one square
t      Word after word goes on until the line is full and then goes on in
       the next one, `x`.

  d3    a disc
  r o h k s c c g z c r o h k
        all of them";
        assert_eq!(lines(&article).join("\n"), expected);
        assert!(lines(&article).iter().all(|line| line.chars().count() <= WIDTH));
        let alone = lines(&[text(&format!("{} stop", ["word"; 15].join(" ")))]);
        assert_eq!(alone[1], "word stop");
    }
}
