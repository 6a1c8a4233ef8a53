//! Tints over whole squares that lie straight: their edges are whole pixels, so that there is nothing to smooth and
//! a loop does what resvg would do, several times faster.

use resvg::tiny_skia::Pixmap;
use turnpost_core::board::{Square, SquareSet};

use crate::geometry::Geometry;
use crate::theme::Tint;

/// A square's upper left and lower right corner in pixels.
pub(crate) fn corners(geometry: &Geometry, square: Square) -> ((i32, i32), (i32, i32)) {
    let (file, rank) = (f32::from(square.file()), f32::from(square.rank()));
    let (one, other) = (geometry.pixel(file, rank), geometry.pixel(file + 1.0, rank + 1.0));
    let whole = |x: f32, y: f32| (x.round() as i32, y.round() as i32);
    (whole(one.0.min(other.0), one.1.min(other.1)), whole(one.0.max(other.0), one.1.max(other.1)))
}

/// Lays a tint over squares of an opaque canvas.
pub(crate) fn lay_over(canvas: &mut Pixmap, geometry: &Geometry, squares: SquareSet, tint: Tint) {
    let wide = canvas.width() as usize;
    let alpha = (tint.opacity() * 255.0).round() as u16;
    let share = |channel: u8| (f32::from(channel) * f32::from(alpha) / 255.0 + 0.5) as u16;
    let [red, green, blue] = tint.colour.rgb().map(share);
    for square in squares {
        let ((left, top), (right, bottom)) = corners(geometry, square);
        for y in top..bottom {
            let row = y as usize * wide;
            let bytes = (row + left as usize) * 4..(row + right as usize) * 4;
            let pixels = canvas.data_mut().get_mut(bytes).unwrap_or_default();
            for pixel in pixels.as_chunks_mut::<4>().0 {
                // As resvg rounds it, so that both ways to pixels agree.
                let over = |below: u8, above: u16| (above + ((u16::from(below) * (255 - alpha) + 255) >> 8)) as u8;
                *pixel = [over(pixel[0], red), over(pixel[1], green), over(pixel[2], blue), 255];
            }
        }
    }
}
