//! A sheet of small boards, each with a line above it: all of somebody's games at a glance.

use std::fmt::Write as _;

use resvg::tiny_skia::Pixmap;
use turnpost_core::notice::{SheetBoard, Taste};

use crate::geometry::px;
use crate::palette::Indexed;
use crate::raster::{blank, render};
use crate::text::{Anchor, drawable, fitted, outline};
use crate::theme::{Look, Theme};
use crate::{Picture, RenderError, Renderer, png, svg};

/// The width of a sheet with several columns; with one it is half as wide.
const WIDTH: u32 = 800;
/// Between boards, and around them.
const GAP: u32 = 12;

/// Where boards lie on a sheet, in pixels.
struct Layout {
    columns: u32,
    rows: u32,
    /// A board's width and height.
    board: u32,
    /// The height of the line above it.
    line: u32,
}

impl Layout {
    fn new(boards: u32, columns: Option<u32>) -> Layout {
        let columns = match boards {
            _ if columns.is_some() => columns.unwrap_or(1).max(1),
            0 | 1 => 1,
            2..=4 => 2,
            _ => 3,
        };
        let board = (WIDTH - GAP) / columns.max(2) - GAP;
        Layout { columns, rows: boards.div_ceil(columns), board, line: board / 9 }
    }

    fn width(&self) -> u32 {
        self.columns * (self.board + GAP) + GAP
    }

    fn height(&self) -> u32 {
        self.rows * (self.line + self.board + GAP) + GAP
    }

    /// The upper left corner of the line above a board.
    fn corner(&self, number: u32) -> (u32, u32) {
        let (column, row) = (number % self.columns, number / self.columns);
        (GAP + column * (self.board + GAP), GAP + row * (self.line + self.board + GAP))
    }
}

impl Renderer {
    /// The boards side by side as one PNG, as their reader likes them. One that can't be read is left out; without any
    /// there is no sheet.
    pub fn sheet(&self, boards: &[SheetBoard], taste: &Taste) -> Result<Vec<u8>, RenderError> {
        self.sheet_in(boards, taste, None)
    }

    /// The same in so many columns, if that matters.
    pub fn sheet_in(&self, boards: &[SheetBoard], taste: &Taste, columns: Option<u32>) -> Result<Vec<u8>, RenderError> {
        let theme: Theme = taste.theme.parse().unwrap_or_default();
        let drawn: Vec<_> = boards.iter().filter_map(|board| Some((board, board.board.scene().ok()?))).collect();
        if drawn.is_empty() {
            return Err(RenderError::Drawing("a sheet needs a board".to_owned()));
        }
        let layout = Layout::new(drawn.len() as u32, columns);
        let mut sheet = blank(layout.width(), layout.height())?;
        let mut lines = ground(&layout, theme.look());
        for (number, (board, _)) in (0..).zip(&drawn) {
            line(&mut lines, &layout, number, board, theme.look());
        }
        render(&mut sheet, &svg::document(&lines, layout.width(), layout.height()))?;
        for (number, (board, scene)) in (0..).zip(drawn) {
            let side = board.board.bottom(taste.my_side);
            let picture = Picture { theme, side, size: layout.board, ..Picture::new(scene) };
            let (left, top) = layout.corner(number);
            lay(&mut sheet, &self.pixels(&picture, &picture.geometry()?)?, left, top + layout.line);
        }
        let image = Indexed::new(sheet.width(), sheet.height(), sheet.data());
        png::encode(&image, (layout.board + GAP) as usize)
    }
}

fn ground(layout: &Layout, look: &Look) -> String {
    let (wide, high) = (layout.width(), layout.height());
    format!(
        r#"<path fill="{}" d="M0 0h{wide}v{high}h-{wide}z"/><rect x="1" y="1" width="{}" height="{}" fill="none" stroke="{}" stroke-width="2"/>"#,
        look.surround,
        wide - 2,
        high - 2,
        look.border,
    )
}

/// What stands above a board; on a band if the reader is to move, as in captions.
fn line(svg: &mut String, layout: &Layout, number: u32, board: &SheetBoard, look: &Look) {
    let (x, y) = layout.corner(number);
    let [x, y, wide, high] = [x, y, layout.board, layout.line].map(|length| length as f32);
    if board.waiting {
        // Writing to a string cannot fail.
        let _ = write!(
            svg,
            r#"<rect x="{}" y="{}" width="{}" height="{}" rx="{}" fill="{}"/>"#,
            px(x),
            px(y + high * 0.06),
            px(wide),
            px(high * 0.82),
            px(high * 0.2),
            look.turn_band,
        );
    }
    let (size, inset) = (high * 0.46, high * 0.25);
    let words = outline(
        &fitted(&drawable(&board.label), size, wide - 2.0 * inset),
        size,
        x + inset,
        y + high * 0.47,
        Anchor::Start,
    );
    let colour = if board.waiting { look.turn_name } else { look.name };
    let _ = write!(svg, r#"<path fill="{colour}" d="{words}"/>"#);
}

/// Copies an opaque picture onto the sheet.
fn lay(sheet: &mut Pixmap, board: &Pixmap, left: u32, top: u32) {
    let (wide, from) = (board.width() as usize * 4, (top * sheet.width() + left) as usize * 4);
    let row = sheet.width() as usize * 4;
    for (number, line) in board.data().chunks_exact(wide).enumerate() {
        let start = from + number * row;
        if let Some(place) = sheet.data_mut().get_mut(start..start + wide) {
            place.copy_from_slice(line);
        }
    }
}
