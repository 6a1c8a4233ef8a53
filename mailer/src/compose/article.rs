//! A longer text as HTML: rules and help, with headings, lists, tables and small pictures.

use std::fmt::Write as _;

use turnpost_core::text::Line;
use turnpost_core::text::article::Block;

use super::markup::{Shown, code, escape, figure, paragraph, spans};

/// The width of its pictures, in CSS pixels.
pub(super) const WIDTH: u32 = 240;

/// The lines of a table. This grey can be seen on white and on black.
const CELL: &str = "padding:4px 12px 4px 0;border-bottom:1px solid #999;vertical-align:top;text-align:left";

/// All of it. The pictures are given in the order of the text; one that can't be drawn is missing, not its words.
pub(super) fn html(page: &mut String, article: &[Block], pictures: &[Option<Shown>]) {
    let mut pictures = pictures.iter();
    for block in article {
        match block {
            // Writing to a string cannot fail.
            Block::Heading(words) => {
                let _ = writeln!(page, "<h2 style=\"margin:18px 0 6px;font-size:17px\">{}</h2>", escape(words));
            }
            Block::Text(line) => paragraph(page, "margin:0 0 8px", line, None),
            Block::List(items) => list(page, "ul", items),
            Block::Steps(items) => list(page, "ol", items),
            Block::Table { head, rows } => table(page, head, rows),
            Block::Samples(samples) => {
                // Each stands on a line of its own with its meaning, and so does a quote of it.
                for (typed, meaning) in samples {
                    let mut line = String::new();
                    code(&mut line, typed);
                    let _ =
                        writeln!(page, "<p style=\"margin:0 0 6px 14px\"><b>{line}</b> {}</p>", spans(meaning, None));
                }
            }
            Block::Picture(diagram) => {
                let shown = pictures.next().and_then(Option::as_ref);
                figure(page, shown, WIDTH, &Line::words(diagram.caption));
            }
        }
    }
}

fn list(page: &mut String, kind: &str, items: &[Line]) {
    let _ = writeln!(page, "<{kind} style=\"margin:0 0 8px;padding:0 0 0 24px\">");
    for item in items {
        let _ = writeln!(page, "<li style=\"margin:0 0 4px\">{}</li>", spans(item, None));
    }
    let _ = writeln!(page, "</{kind}>");
}

fn table(page: &mut String, head: &[String], rows: &[Vec<String>]) {
    page.push_str("<table cellpadding=\"0\" cellspacing=\"0\" style=\"border-collapse:collapse;margin:0 0 10px;font-size:14px\">\n");
    let mut row = |cells: &[String], kind: &str| {
        page.push_str("<tr>");
        for cell in cells {
            let _ = write!(page, "<{kind} style=\"{CELL}\">{}</{kind}>", escape(cell));
        }
        page.push_str("</tr>\n");
    };
    row(head, "th");
    rows.iter().for_each(|cells| row(cells, "td"));
    page.push_str("</table>\n");
}
