//! Pictures of tournaments: a cross table, a cup's way, a ladder; on the same grounds and in the same colours as boards.

use std::fmt::Write as _;

use turnpost_core::text::chart::{self, Chart, Ladder};

use crate::geometry::px;
use crate::palette::Indexed;
use crate::raster::{blank, render};
use crate::text::{Anchor, drawable, fitted, is_drawable, outline, width};
use crate::theme::{Colour, Look, Theme};
use crate::{RenderError, Renderer, png, svg};

mod cross;
mod way;

/// The width of a picture, as that of a board. Mail shows it at half of that, so nothing is smaller than 22 pixels.
const WIDTH: u32 = 800;
/// Around everything.
const EDGE: f32 = 24.0;
/// The height of the line above.
const TITLE: f32 = 64.0;
/// The sizes of letters.
const LARGE: f32 = 30.0;
const SMALL: f32 = 24.0;

impl Renderer {
    /// The picture of an event as a PNG file.
    pub fn chart(&self, chart: &Chart, theme: Theme) -> Result<Vec<u8>, RenderError> {
        let (elements, high) = elements(chart, theme.look());
        let mut pixels = blank(WIDTH, high)?;
        render(&mut pixels, &svg::document(&elements, WIDTH, high))?;
        png::encode(&Indexed::new(WIDTH, high, pixels.data()), 1)
    }
}

/// The picture as an SVG document that needs nothing else.
pub(crate) fn draw(chart: &Chart, theme: Theme) -> String {
    let title = format!("<title>{}</title>", svg::escaped(&chart::spoken(chart)));
    let (elements, high) = elements(chart, theme.look());
    svg::document(&(title + &elements), WIDTH, high)
}

/// What is drawn, and how high it is.
fn elements(chart: &Chart, look: &Look) -> (String, u32) {
    let mut canvas = Canvas { drawn: String::new(), look };
    let high = match chart {
        Chart::Cross(cross) => canvas.cross(cross),
        Chart::Way(way) => canvas.way(way),
        Chart::Ladder(ladder) => canvas.ladder(ladder),
    };
    let high = high.ceil() as u32;
    let ground = format!(
        r#"<path fill="{}" d="M0 0h{WIDTH}v{high}h-{WIDTH}z"/><rect x="1" y="1" width="{}" height="{}" fill="none" stroke="{}" stroke-width="2"/>"#,
        look.surround,
        WIDTH - 2,
        high - 2,
        look.border,
    );
    (ground + &canvas.drawn, high)
}

/// What was drawn so far, and in which colours.
struct Canvas<'l> {
    drawn: String,
    look: &'l Look,
}

impl Canvas<'_> {
    /// Words, centred on a height.
    fn words(&mut self, text: &str, size: f32, at: (f32, f32), anchor: Anchor, colour: Colour) {
        // Writing to a string cannot fail.
        let _ = write!(self.drawn, r#"<path fill="{colour}" d="{}"/>"#, outline(text, size, at.0, at.1, anchor));
    }

    /// As much of some words as fits.
    fn fitting(&mut self, text: &str, size: f32, at: (f32, f32), most: f32, colour: Colour) {
        let text = fitted(&drawable(text), size, most);
        self.words(&text, size, at, Anchor::Start, colour);
    }

    /// As much of somebody's name as fits; returns how wide it is. Where the font has none of its letters, a table of dots
    /// would tell nobody who is who: it says where the name stands.
    fn name(&mut self, name: &str, size: f32, at: (f32, f32), most: f32) -> f32 {
        let look = self.look;
        let known = name.split(' ').any(is_drawable);
        let (shown, colour) =
            if known { (drawable(name), look.white.line) } else { (chart::ELSEWHERE.to_owned(), faint(look)) };
        let shown = fitted(&shown, size, most);
        self.words(&shown, size, at, Anchor::Start, colour);
        width(&shown, size)
    }

    /// A filled rectangle.
    fn field(&mut self, (x, y): (f32, f32), (wide, high): (f32, f32), colour: Colour) {
        let _ = write!(
            self.drawn,
            r#"<path fill="{colour}" d="M{} {}h{}v{}h-{}z"/>"#,
            px(x),
            px(y),
            px(wide),
            px(high),
            px(wide)
        );
    }

    /// A line from left to right, dashed or not.
    fn rule(&mut self, (x, y): (f32, f32), wide: f32, colour: Colour, thick: u32, dashed: bool) {
        let dashes = if dashed { r#" stroke-dasharray="14 8""# } else { "" };
        let _ = write!(
            self.drawn,
            r#"<path fill="none" stroke="{colour}" stroke-width="{thick}"{dashes} d="M{} {}h{}"/>"#,
            px(x),
            px(y),
            px(wide)
        );
    }

    /// The line above everything: the name on the left, something else on the right.
    fn title(&mut self, title: &str, remark: &str) {
        let (left, right, middle) = (EDGE, WIDTH as f32 - EDGE, TITLE / 2.0 + 2.0);
        let look = self.look;
        let remark = fitted(&drawable(remark), SMALL, (right - left) / 2.0);
        let most = right - left - EDGE - width(&remark, SMALL);
        self.fitting(title, LARGE, (left, middle), most, look.name);
        self.words(&remark, SMALL, (right, middle), Anchor::End, look.remark);
    }

    /// The ground of rows, on which what a board bears can stand.
    fn sheet(&mut self, top: f32, high: f32) {
        let _ = write!(
            self.drawn,
            r#"<rect x="{}" y="{}" width="{}" height="{}" fill="{}" stroke="{}" stroke-width="2"/>"#,
            px(EDGE),
            px(top),
            px(WIDTH as f32 - 2.0 * EDGE),
            px(high),
            self.look.light,
            self.look.rim,
        );
    }

    /// A ladder, from the top.
    fn ladder(&mut self, ladder: &Ladder) -> f32 {
        const RUNG: f32 = 46.0;
        let look = self.look;
        self.title(&ladder.title, &ladder.remark);
        let (left, right) = (EDGE, WIDTH as f32 - EDGE);
        self.sheet(TITLE, RUNG * ladder.rungs.len() as f32);
        for (number, rung) in ladder.rungs.iter().enumerate() {
            let top = TITLE + RUNG * number as f32;
            if rung.you {
                self.own_row((left, top), (right - left, RUNG));
            }
            if number > 0 {
                self.rule((left + 1.0, top), right - left - 2.0, ruling(look), 2, false);
            }
            let (middle, ink) = (top + RUNG / 2.0, look.white.line);
            self.words(&rung.place.to_string(), SMALL, (left + 58.0, middle), Anchor::End, ink);
            // Who can be challenged has a mark in front of the name.
            if rung.in_reach {
                let _ = write!(
                    self.drawn,
                    r#"<circle cx="{}" cy="{}" r="8" fill="{}" stroke="{}" stroke-width="2"/>"#,
                    px(left + 84.0),
                    px(middle),
                    look.target,
                    look.casing
                );
            }
            self.name(&rung.name, SMALL, (left + 106.0, middle), right - left - 280.0);
            self.words(&rung.remark, SMALL, (right - 18.0, middle), Anchor::End, ink);
        }
        TITLE + RUNG * ladder.rungs.len() as f32 + EDGE
    }

    /// Marks the reader's own row: a band, and a bar in front, so that it isn't told by colour alone.
    fn own_row(&mut self, at: (f32, f32), size: (f32, f32)) {
        let look = self.look;
        let band = look.light.under(look.recent.colour, 0.55);
        self.field((at.0 + 1.0, at.1 + 1.0), (size.0 - 2.0, size.1 - 2.0), band);
        self.field((at.0 + 1.0, at.1 + 1.0), (8.0, size.1 - 2.0), look.path);
    }
}

/// Words that say less than others, on a sheet.
fn faint(look: &Look) -> Colour {
    look.white.line.under(look.light, 0.4)
}

/// The lines between rows. On printed boards both kinds of squares are white.
fn ruling(look: &Look) -> Colour {
    if look.dark == look.light { look.grain_dark } else { look.dark }
}
