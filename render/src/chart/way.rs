//! A cup's way from its groups to the final: a column for each round.

use std::fmt::Write as _;

use turnpost_core::text::chart::{Way, WayRow};

use super::{Canvas, EDGE, SMALL, TITLE, WIDTH, ruling};
use crate::geometry::px;
use crate::text::{Anchor, width};

/// The height of a row, of the line above a group, and between groups.
const ROW: f32 = 40.0;
const HEAD: f32 = 36.0;
const GAP: f32 = 18.0;
/// Between columns.
const BETWEEN: f32 = 28.0;

impl Canvas<'_> {
    /// The columns; how high they are.
    pub(super) fn way(&mut self, way: &Way) -> f32 {
        let look = self.look;
        self.title(&way.title, "");
        let count = way.rounds.len().max(1) as f32;
        let wide = (WIDTH as f32 - 2.0 * EDGE - BETWEEN * (count - 1.0)) / count;
        let mut lowest = TITLE;
        for (number, round) in way.rounds.iter().enumerate() {
            let left = EDGE + (wide + BETWEEN) * number as f32;
            let mut top = TITLE;
            self.fitting(&round.title, SMALL, (left, top + HEAD / 2.0 - 4.0), wide, look.coordinates);
            top += HEAD;
            for (called, rows) in &round.groups {
                if !called.is_empty() && round.groups.len() > 1 {
                    self.fitting(called, SMALL - 2.0, (left, top + HEAD / 2.0 - 2.0), wide, look.remark);
                    top += HEAD;
                }
                self.group(rows, (left, top), wide);
                top += ROW * rows.len() as f32 + GAP;
            }
            if !round.rest.is_empty() {
                self.fitting(&round.rest, SMALL - 2.0, (left, top + HEAD / 2.0 - 8.0), wide, look.remark);
                top += HEAD;
            }
            lowest = lowest.max(top);
        }
        lowest - GAP + EDGE
    }

    fn group(&mut self, rows: &[WayRow], (left, top): (f32, f32), wide: f32) {
        let look = self.look;
        for (number, row) in rows.iter().enumerate() {
            let y = top + ROW * number as f32;
            let ground = if row.on { look.light } else { look.dark };
            self.field((left, y), (wide, ROW - 3.0), ground);
            if row.you {
                self.own_row((left, y), (wide, ROW - 3.0));
            }
            // Who went on has a bar near the end, towards the next round.
            if row.on {
                self.field((left + wide - 13.0, y + 5.0), (7.0, ROW - 13.0), look.target);
            }
            let (middle, ink) = (y + (ROW - 3.0) / 2.0, look.white.line);
            let points = width(&row.points, SMALL - 2.0);
            self.name(&row.name, SMALL - 2.0, (left + 16.0, middle), wide - points - 60.0);
            self.words(&row.points, SMALL - 2.0, (left + wide - 24.0, middle), Anchor::End, ink);
        }
        // On printed boards the ground of rows is that of the page.
        if look.light == look.surround {
            for number in 1..rows.len() {
                self.rule((left, top + ROW * number as f32 - 1.5), wide, ruling(look), 2, false);
            }
        }
        let _ = write!(
            self.drawn,
            r#"<rect x="{}" y="{}" width="{}" height="{}" fill="none" stroke="{}" stroke-width="2"/>"#,
            px(left),
            px(top),
            px(wide),
            px(ROW * rows.len() as f32 - 3.0),
            look.rim,
        );
    }
}
