//! Tables in words: the places, the points, who met whom.

use crate::notice::told::events::{Cell, Row, Stands, Table};
use crate::store::EventKind;
use crate::text::article::Block;
use crate::text::plural::counted;

/// Groups larger than this are listed without who met whom: a line has so much room.
const WIDEST: usize = 9;

/// Each table below its heading.
pub(in crate::text) fn blocks(kind: EventKind, tables: &[Table]) -> Vec<Block> {
    let heading = |table: &Table| title(kind, table).map(Block::Heading);
    tables.iter().flat_map(|table| heading(table).into_iter().chain([block(table)])).collect()
}

/// What a group is called; none where there is only one.
pub(in crate::text) fn title(kind: EventKind, table: &Table) -> Option<String> {
    match (table.is_final, table.groups, kind) {
        (true, ..) => Some("Final".to_owned()),
        (_, 0 | 1, _) => None,
        (_, _, EventKind::League) => Some(format!("Division {}", table.group)),
        _ => Some(format!("Group {}", table.group)),
    }
}

fn block(table: &Table) -> Block {
    let crossed = table.rows.len() <= WIDEST;
    let mut head = vec![String::new(), "Player".to_owned()];
    if crossed {
        head.extend((1..=table.rows.len()).map(|number| number.to_string()));
    }
    head.extend(["Points", "SB"].map(str::to_owned));
    let rows = table.rows.iter().map(|row| {
        let shared = if row.shared { "=" } else { "" };
        let mut cells = vec![format!("{}{shared}", row.place), called(row)];
        if crossed {
            cells.extend(row.cells.iter().map(|cell| sign(*cell).to_owned()));
        }
        cells.extend([points(row.points), quarters(row.sonneborn)]);
        cells
    });
    Block::Table { head, rows: rows.collect() }
}

fn called(row: &Row) -> String {
    let gone = if row.gone { " (withdrawn)" } else { "" };
    let you = if row.you { " (you)" } else { "" };
    format!("{}{you}{gone}", row.name)
}

/// What stands in a cell of a cross table.
pub(in crate::text) const fn sign(cell: Cell) -> &'static str {
    match cell {
        Cell::Same => "×",
        Cell::Open => "·",
        Cell::Won => "1",
        Cell::Lost => "0",
        Cell::Drawn => "½",
        Cell::WonByForfeit => "+",
        Cell::LostByForfeit => "−",
        Cell::Void => "",
    }
}

/// `3rd of 7, with 4 points from 5 games`.
pub(super) fn place(row: &Row, of: usize) -> String {
    format!("{} of {of}, with {}", ordinal(row.place), scored(row.points, row.finished))
}

/// The line in a result: `3rd of 7, 4 of 5 points`.
pub(in crate::text) fn stands(stands: &Stands) -> String {
    let Stands { place, of, points: got, finished, .. } = stands;
    format!("{} of {of}, {} of {}", ordinal(*place), points(*got), counted((*finished).into(), "point"))
}

fn scored(got: u32, games: u32) -> String {
    format!("{} from {}", counted_points(got), counted(games.into(), "game"))
}

fn counted_points(halves: u32) -> String {
    if halves == 2 { "1 point".to_owned() } else { format!("{} points", points(halves)) }
}

/// `4`, `4½`, `½`.
pub(in crate::text) fn points(halves: u32) -> String {
    match (halves / 2, halves % 2) {
        (whole, 0) => whole.to_string(),
        (0, _) => "½".to_owned(),
        (whole, _) => format!("{whole}½"),
    }
}

/// `12`, `12¼`.
pub(in crate::text) fn quarters(quarters: u32) -> String {
    let part = ["", "¼", "½", "¾"][(quarters % 4) as usize];
    match quarters / 4 {
        0 if !part.is_empty() => part.to_owned(),
        whole => format!("{whole}{part}"),
    }
}

/// `1st`, `2nd`, `11th`.
pub(in crate::text) fn ordinal(number: u32) -> String {
    let ending = match (number % 10, number % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{number}{ending}")
}
