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
pub(crate) struct Geometry {
    /// The whole picture's width.
    pub width: u32,
    /// Its height.
    pub height: u32,
    /// The height of a caption strip; 0 without caption. A square board lies between the strips, a diamond reaches
    /// into them.
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

/// Which part of a square a piece takes. Those with a flag have room for two: the second is opposite.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Spot {
    /// All of it.
    Whole,
    /// One half, beside another piece.
    Half(bool),
    /// A corner to the right of a piece.
    Side(bool),
    /// A corner above two pieces.
    End(bool),
}

impl Spot {
    const fn is_second(self) -> bool {
        matches!(self, Spot::Half(true) | Spot::Side(true) | Spot::End(true))
    }
}

impl Geometry {
    /// The measures for a board in a picture of that width.
    pub(crate) fn new(scene: &Scene, side: Side, width: u32, captioned: bool) -> Geometry {
        let strip = if captioned { (width * 8).div_ceil(100) } else { 0 };
        let (files, ranks) = (scene.files.max(1), scene.ranks.max(1));
        let (across, margin) = match scene.layout {
            Layout::Square => (u32::from(files.max(ranks)), width * 42 / 1000),
            // Letters and names stand in the corners that the board leaves free.
            Layout::Diamond => (u32::from(files) + u32::from(ranks), width * 6 / 1000),
        };
        let cell = (width - 2 * margin) / across;
        let (wide, high) = match scene.layout {
            Layout::Square => (cell * u32::from(files), cell * u32::from(ranks)),
            Layout::Diamond => (cell * across, cell * across),
        };
        let left = (width - wide) / 2;
        let beside = if scene.layout == Layout::Square { strip } else { 0 };
        let (top, height) = (left + beside, high + 2 * (left + beside));
        Geometry { width, height, strip, layout: scene.layout, side, files, ranks, cell, left, top }
    }

    /// The SVG transform from board units to pixels.
    pub(crate) fn matrix(&self) -> String {
        let [a, b, c, d] = self.axes().map(|v| f32::from(v) * self.cell as f32 / 100.0);
        let (x, y) = self.origin();
        // Four decimals: a hundredth of a board unit is far below a pixel.
        let n = |v: f32| (v * 10_000.0).round() / 10_000.0;
        format!("matrix({} {} {} {} {x} {y})", n(a), n(b), n(c), n(d))
    }

    /// The pixel at a point of the board, in squares from the outer corner of a1.
    pub(crate) fn pixel(&self, files: f32, ranks: f32) -> (f32, f32) {
        let [a, b, c, d] = self.axes().map(|v| f32::from(v) * self.cell as f32);
        let (x, y) = self.origin();
        (x as f32 + a * files + c * ranks, y as f32 + b * files + d * ranks)
    }

    /// The middle of a square.
    pub(crate) fn centre(&self, square: Square) -> (f32, f32) {
        self.pixel(f32::from(square.file()) + 0.5, f32::from(square.rank()) + 0.5)
    }

    /// The width of the box in which a piece of art is drawn. In the diamond it is even, so that its middle
    /// can lie on a pixel.
    pub(crate) fn box_width(&self, spot: Spot) -> u32 {
        match (self.layout, spot) {
            (Layout::Square, Spot::Whole) => self.cell,
            (Layout::Square, Spot::Half(_)) => self.cell * 64 / 100,
            (Layout::Square, Spot::Side(_) | Spot::End(_)) => self.cell * 42 / 100,
            (Layout::Diamond, Spot::Whole) => self.cell * 90 / 100 * 2,
            (Layout::Diamond, Spot::Half(_)) => self.cell * 66 / 100 * 2,
            (Layout::Diamond, Spot::Side(_) | Spot::End(_)) => self.cell * 42 / 100 * 2,
        }
    }

    /// The upper left corner of the box of a piece there.
    pub(crate) fn box_at(&self, square: Square, spot: Spot) -> (i32, i32) {
        let (x, y) = self.centre(square);
        let half = self.box_width(spot) as f32 / 2.0;
        let (right, down) = match (self.layout, spot) {
            (_, Spot::Whole) => (0.0, 0.0),
            (Layout::Square, Spot::Half(_)) => (0.18, 0.18),
            (Layout::Square, Spot::Side(_)) => (-0.3, 0.3),
            (Layout::Square, Spot::End(_)) => (-0.3, -0.3),
            (Layout::Diamond, Spot::Half(_)) => (0.4, 0.06),
            (Layout::Diamond, Spot::Side(_)) => (-0.74, 0.0),
            (Layout::Diamond, Spot::End(_)) => (0.0, 0.74),
        };
        let sign = if spot.is_second() { 1.0 } else { -1.0 } * self.cell as f32;
        ((x - half + sign * right).round() as i32, (y - half + sign * down).round() as i32)
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

    /// How far words may reach from either side of a strip.
    pub(crate) fn strip_half(&self) -> Option<u32> {
        let taken = self.width / 2 + self.strip + self.cell;
        (self.layout == Layout::Diamond).then(|| self.width.saturating_sub(taken))
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
pub(crate) fn translate(x: f32, y: f32) -> String {
    format!("translate({} {})", px(x), px(y))
}

/// Pixels in path data.
pub(crate) fn px(value: f32) -> Number {
    Number::of(value)
}
