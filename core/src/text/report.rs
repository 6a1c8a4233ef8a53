//! An event's report as files: its tables for people, and FIDE's format for programs that manage tournaments.

use super::article::{Block, plain};
use super::told::events::{blocks, name, round};
use crate::notice::told::events::{Report, Told as Events};
use crate::notice::{News, Notice, Told};

/// The files that go with a notice: what each is called, and what stands in it.
pub fn of(notice: &Notice) -> Vec<(String, String)> {
    match &notice.news {
        News::Told { what: Told::Events(Events::Export { report }) } => files(report),
        _ => Vec::new(),
    }
}

/// All files of a report, the tables first.
pub fn files(report: &Report) -> Vec<(String, String)> {
    let tables = (format!("t{}.txt", report.event.number), tables(report));
    std::iter::once(tables).chain(report.trf.iter().cloned()).collect()
}

/// The tables of all rounds as text.
pub fn tables(report: &Report) -> String {
    let mut article = vec![Block::Heading(name(&report.event))];
    for (number, tables) in (1..).zip(&report.rounds) {
        if report.rounds.len() > 1 {
            article.push(Block::Heading(round(number)));
        }
        article.extend(blocks(report.event.kind, tables));
    }
    let lines: Vec<String> = plain::lines(&article).iter().map(|line| line.trim_end().to_owned()).collect();
    lines.join("\n") + "\n"
}
