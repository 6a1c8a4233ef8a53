//! The cross table: who met whom.

use turnpost_core::notice::told::events::Cell;
use turnpost_core::text::chart::{self, Cross, CrossRow};

use super::{Canvas, EDGE, SMALL, TITLE, WIDTH, ruling};
use crate::text::Anchor;

/// The height of a row, and of the one with the numbers.
const ROW: f32 = 48.0;
const HEAD: f32 = 40.0;
/// The column of places, that of points, and the widest of results: with nine players any name has room, so that no mark of a
/// computer is cut off.
const PLACE: f32 = 66.0;
const POINTS: f32 = 74.0;
const CELL: f32 = 40.0;
/// The least room for a name.
const NAME: f32 = 190.0;
/// In narrower columns there are no signs but bars, and in those narrower than the other every second number is left out.
const SIGNS: f32 = 26.0;
const NUMBERS: f32 = 34.0;

impl Canvas<'_> {
    /// The table, with its lines; how high it is.
    pub(super) fn cross(&mut self, cross: &Cross) -> f32 {
        let look = self.look;
        let (left, right, rows) = (EDGE, WIDTH as f32 - EDGE, cross.rows.len());
        let cell = CELL.min((right - left - PLACE - POINTS - NAME) / rows.max(1) as f32);
        let first = right - POINTS - cell * rows as f32;
        let (top, high) = (TITLE + HEAD, ROW * rows as f32);
        self.title(&cross.title, &cross.remark);
        let head = TITLE + HEAD / 2.0;
        self.words(chart::POINTS, SMALL - 2.0, (right - 18.0, head), Anchor::End, look.coordinates);
        if cell < SIGNS {
            self.words(chart::LEGEND, SMALL - 2.0, (right - POINTS - 28.0, head), Anchor::End, look.coordinates);
        } else {
            for number in (0..rows).step_by(if cell < NUMBERS { 2 } else { 1 }) {
                let x = first + cell * (number as f32 + 0.5);
                self.words(&(number + 1).to_string(), SMALL, (x, head), Anchor::Middle, look.coordinates);
            }
        }
        self.sheet(top, high);
        for (number, row) in cross.rows.iter().enumerate() {
            let y = top + ROW * number as f32;
            if row.you {
                self.own_row((left, y), (right - left, ROW));
            }
            if number > 0 {
                self.rule((left + 1.0, y), right - left - 2.0, ruling(look), 2, false);
            }
            self.row(row, y, (first, cell));
        }
        // A full line below those who go on or up, a dashed one above those who go down.
        if (1..rows).contains(&cross.up) {
            self.rule((left, top + ROW * cross.up as f32), right - left, look.path, 5, false);
        }
        if (1..rows).contains(&cross.down) {
            self.rule((left, top + ROW * cross.down as f32), right - left, look.shot, 5, true);
        }
        top + high + EDGE
    }

    fn row(&mut self, row: &CrossRow, top: f32, (first, cell): (f32, f32)) {
        let look = self.look;
        let (middle, ink) = (top + ROW / 2.0, look.white.line);
        self.words(&row.place, SMALL, (EDGE + PLACE - 16.0, middle), Anchor::End, ink);
        let wide = self.name(&row.name, SMALL, (EDGE + PLACE, middle), first - EDGE - PLACE - 10.0);
        if row.gone {
            self.rule((EDGE + PLACE, middle), wide, ink, 3, false);
        }
        for (number, mark) in row.cells.iter().enumerate() {
            let x = first + cell * number as f32;
            match mark.cell {
                // The diagonal is filled: nobody meets themselves.
                Cell::Same => {
                    let edge = (cell / 10.0).min(3.0);
                    self.field((x + edge, top + 4.0), (cell - 2.0 * edge, ROW - 8.0), ruling(look));
                }
                result if cell < SIGNS => self.bar(result, (x, middle), cell),
                _ => self.words(mark.sign, SMALL, (x + cell / 2.0, middle), Anchor::Middle, ink),
            }
        }
        self.words(&row.points, SMALL, (WIDTH as f32 - EDGE - 18.0, middle), Anchor::End, ink);
    }

    /// A result as a bar: upwards, downwards, or small in the middle. What was lost on time is shorter.
    fn bar(&mut self, result: Cell, (x, middle): (f32, f32), cell: f32) {
        const LONG: f32 = 17.0;
        const SHORT: f32 = 10.0;
        let look = self.look;
        let (up, high, colour) = match result {
            Cell::Won => (LONG, LONG, look.white.line),
            Cell::WonByForfeit => (SHORT, SHORT, look.white.line),
            Cell::Lost => (0.0, LONG, look.shot),
            Cell::LostByForfeit => (0.0, SHORT, look.shot),
            Cell::Drawn => (3.0, 6.0, look.white.line),
            Cell::Open | Cell::Same | Cell::Void => return,
        };
        let edge = cell / 6.0;
        self.field((x + edge, middle - up), (cell - 2.0 * edge, high), colour);
    }
}
