//! Where things are in a picture: one map from the board's own units to pixels, for both layouts and
//! both sides.
//!
//! On the board a square is 100 units wide, files to the right and ranks up. Squares' corners (and in the
//! diamond also their centres) fall on whole pixels, so that edges are crisp at every size and a piece can
//! be drawn once and copied.

use turnpost_core::board::Square;
use turnpost_core::rules::Side;
use turnpost_core::scene::{Layout, Scene};

use crate::number::Number;

/// The measures of one picture, in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Geometry {
    /// The whole picture's width.
    pub width: u32,
    /// Its height.
    pub height: u32,
    /// The height of a caption strip; 0 without caption.
    pub strip: u32,
    /// How the board lies.
    pub layout: Layout,
    /// The side at the bottom.
    pub side: Side,
    /// Files of the board.
    pub files: u8,
    /// Ranks of the board.
    pub ranks: u8,
    /// A square's side, or in the diamond half its diagonal.
    pub cell: u32,
    /// From the picture's edge to the board, left.
    pub left: u32,
    /// From the picture's edge to the board, top.
    pub top: u32,
}

impl Geometry {
    /// The measures for a board in a picture of that width.
    pub fn new(scene: &Scene, side: Side, width: u32, captioned: bool) -> Geometry {
        let strip = if captioned { (width * 7).div_ceil(100) } else { 0 };
        let (files, ranks) = (scene.files.max(1), scene.ranks.max(1));
        let (across, margin) = match scene.layout {
            Layout::Square => (u32::from(files.max(ranks)), width * 42 / 1000),
            Layout::Diamond => (u32::from(files) + u32::from(ranks), width * 36 / 1000),
        };
        let cell = (width - 2 * margin) / across;
        let (wide, high) = match scene.layout {
            Layout::Square => (cell * u32::from(files), cell * u32::from(ranks)),
            Layout::Diamond => (cell * across, cell * across),
        };
        let left = (width - wide) / 2;
        let height = high + 2 * left + 2 * strip;
        Geometry { width, height, strip, layout: scene.layout, side, files, ranks, cell, left, top: left + strip }
    }

    /// The SVG transform from board units to pixels.
    pub fn matrix(&self) -> String {
        let [a, b, c, d] = self.axes().map(|v| f32::from(v) * self.cell as f32 / 100.0);
        let (x, y) = self.origin();
        // Four decimals: a hundredth of a board unit is far below a pixel.
        let n = |v: f32| (v * 10_000.0).round() / 10_000.0;
        format!("matrix({} {} {} {} {x} {y})", n(a), n(b), n(c), n(d))
    }

    /// The pixel at a point of the board, in squares from the outer corner of a1.
    pub fn pixel(&self, files: f32, ranks: f32) -> (f32, f32) {
        let [a, b, c, d] = self.axes().map(|v| f32::from(v) * self.cell as f32);
        let (x, y) = self.origin();
        (x as f32 + a * files + c * ranks, y as f32 + b * files + d * ranks)
    }

    /// The middle of a square.
    pub fn centre(&self, square: Square) -> (f32, f32) {
        self.pixel(f32::from(square.file()) + 0.5, f32::from(square.rank()) + 0.5)
    }

    /// The width of the box in which a piece of art is drawn.
    pub fn box_width(&self, shared: bool) -> u32 {
        match (self.layout, shared) {
            (Layout::Square, false) => self.cell,
            (Layout::Square, true) => self.cell * 60 / 100,
            // Even, so that its middle can lie on a pixel.
            (Layout::Diamond, false) => self.cell * 84 / 100 * 2,
            (Layout::Diamond, true) => self.cell * 54 / 100 * 2,
        }
    }

    /// The upper left corner of the box of a piece on a square. Of two pieces that share a square the
    /// `nth` is the first, 0, or the second, 1.
    pub fn box_at(&self, square: Square, sharing: Option<u8>) -> (i32, i32) {
        let (x, y) = self.centre(square);
        let half = self.box_width(sharing.is_some()) as f32 / 2.0;
        let aside = match (sharing, self.layout) {
            (None, _) => (0.0, 0.0),
            (Some(_), Layout::Diamond) => (self.cell as f32 * 0.43, 0.0),
            (Some(_), Layout::Square) => (self.cell as f32 * 0.2, self.cell as f32 * 0.2),
        };
        let sign = if sharing == Some(0) { -1.0 } else { 1.0 };
        ((x - half + sign * aside.0).round() as i32, (y - half + sign * aside.1).round() as i32)
    }

    /// How board axes run on the screen: (x, y) per file, then per rank, in cells.
    fn axes(&self) -> [i8; 4] {
        match (self.layout, self.side) {
            (Layout::Square, Side::White) => [1, 0, 0, -1],
            (Layout::Square, Side::Black) => [-1, 0, 0, 1],
            (Layout::Diamond, Side::White) => [1, 1, 1, -1],
            (Layout::Diamond, Side::Black) => [-1, -1, -1, 1],
        }
    }

    /// The pixel of the outer corner of a1.
    fn origin(&self) -> (u32, u32) {
        let (files, ranks) = (u32::from(self.files) * self.cell, u32::from(self.ranks) * self.cell);
        match (self.layout, self.side) {
            (Layout::Square, Side::White) => (self.left, self.top + ranks),
            (Layout::Square, Side::Black) => (self.left + files, self.top),
            (Layout::Diamond, Side::White) => (self.left, self.top + ranks),
            (Layout::Diamond, Side::Black) => (self.left + files + ranks, self.top + files),
        }
    }
}

/// An SVG `translate`.
pub fn translate(x: f32, y: f32) -> String {
    format!("translate({} {})", px(x), px(y))
}

/// Pixels in path data.
pub fn px(value: f32) -> Number {
    Number::of(value)
}
