//! Small pictures with transparent parts, and how they are laid over a canvas.

use resvg::tiny_skia::{Pixmap, PremultipliedColorU8};

/// Pixels, and where in them there is something to copy or to blend.
pub(crate) struct Sprite {
    pixels: Pixmap,
    spans: Vec<Span>,
}

/// Neighbouring pixels of a row that are all opaque, or all partly transparent.
struct Span {
    y: u32,
    x: u32,
    length: u32,
    opaque: bool,
}

impl Sprite {
    /// Finds the spans of a picture.
    pub(crate) fn new(pixels: Pixmap) -> Sprite {
        let mut spans: Vec<Span> = Vec::new();
        for (y, row) in (0..).zip(pixels.pixels().chunks_exact(pixels.width() as usize)) {
            let mut open = false;
            for (x, pixel) in (0..).zip(row) {
                let opaque = pixel.alpha() == 255;
                match spans.last_mut() {
                    Some(span) if open && span.opaque == opaque && pixel.alpha() > 0 => span.length += 1,
                    _ if pixel.alpha() > 0 => spans.push(Span { y, x, length: 1, opaque }),
                    _ => {}
                }
                open = pixel.alpha() > 0;
            }
        }
        Sprite { pixels, spans }
    }

    /// How many bytes it takes.
    pub(crate) fn bytes(&self) -> usize {
        self.pixels.data().len() + self.spans.len() * size_of::<Span>()
    }

    /// Lays it over an opaque canvas, its upper left corner there, with an opacity of 0 to 255. What lies
    /// outside the canvas is cut off.
    pub(crate) fn lay_over(&self, canvas: &mut Pixmap, (left, top): (i32, i32), opacity: u32) {
        let (wide, high) = (canvas.width() as i32, canvas.height() as i32);
        let row_length = self.pixels.width() as usize;
        for span in &self.spans {
            let (x, y) = (left + span.x as i32, top + span.y as i32);
            let (first, end) = (x.max(0), (x + span.length as i32).min(wide));
            if y < 0 || y >= high || first >= end {
                continue;
            }
            let source = span.y as usize * row_length + span.x as usize + (first - x) as usize;
            let target = (y * wide + first) as usize;
            let length = (end - first) as usize;
            let (Some(above), Some(below)) = (
                self.pixels.pixels().get(source..source + length),
                canvas.pixels_mut().get_mut(target..target + length),
            ) else {
                continue;
            };
            if span.opaque && opacity == 255 {
                below.copy_from_slice(above);
            } else {
                below.iter_mut().zip(above).for_each(|(below, &above)| *below = over(*below, above, opacity));
            }
        }
    }
}

/// Porter and Duff's "over" for premultiplied colours on an opaque ground.
fn over(below: PremultipliedColorU8, above: PremultipliedColorU8, opacity: u32) -> PremultipliedColorU8 {
    const FULL: u32 = 255 * 255;
    let rest = FULL - u32::from(above.alpha()) * opacity;
    let mix = |below: u8, above: u8| {
        let sum = u32::from(above) * opacity * 255 + u32::from(below) * rest;
        ((sum + FULL / 2) / FULL).min(255) as u8
    };
    PremultipliedColorU8::from_rgba(
        mix(below.red(), above.red()),
        mix(below.green(), above.green()),
        mix(below.blue(), above.blue()),
        255,
    )
    .unwrap_or(below)
}
