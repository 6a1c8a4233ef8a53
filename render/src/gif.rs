//! A game as an animated GIF: one frame a turn, each only as large as what changed, the last one held.

use std::borrow::Cow;

use gif::{Encoder, EncodingError, Frame, Repeat};

use crate::palette::Indexed;
use crate::{Picture, RenderError, Renderer};

/// How long a frame is shown, and the last one, in hundredths of a second.
const DELAY: u16 = 90;
const LAST_DELAY: u16 = 500;
/// A replay too large for its bound is made smaller down to this width; then turns are left out.
const SMALL: u32 = 240;

impl Renderer {
    /// The pictures, all of one game, as an animation of at most `most_bytes`. To stay within the bound it becomes
    /// narrower first, then only every second, fourth, … picture is shown, the last one always.
    pub fn gif(&self, pictures: &[Picture], most_bytes: usize) -> Result<Vec<u8>, RenderError> {
        let Some(first) = pictures.first() else {
            return Err(RenderError::Drawing("a replay needs a picture".to_owned()));
        };
        let (mut size, mut step) = (first.size, 1);
        loop {
            if let Some(file) = self.animation(pictures, size, step, most_bytes)? {
                return Ok(file);
            }
            if size > SMALL {
                size = (size * 3 / 4).max(SMALL);
            } else if step < pictures.len() {
                step *= 2;
            } else {
                return Err(RenderError::Bound(most_bytes));
            }
        }
    }

    /// `None` once it exceeds the bound.
    fn animation(
        &self,
        pictures: &[Picture],
        size: u32,
        step: usize,
        most_bytes: usize,
    ) -> Result<Option<Vec<u8>>, RenderError> {
        let Some(last) = pictures.len().checked_sub(1) else { return Ok(None) };
        let geometry = Picture { size, ..pictures[last].clone() }.geometry()?;
        let (width, height) = (geometry.width as u16, geometry.height as u16);
        let mut encoder = Encoder::new(Vec::new(), width, height, &[]).map_err(wrong)?;
        encoder.set_repeat(Repeat::Infinite).map_err(wrong)?;
        let mut before: Option<Indexed> = None;
        for (number, picture) in pictures.iter().enumerate().filter(|(n, _)| (last - n).is_multiple_of(step)) {
            let picture = Picture { size, ..picture.clone() };
            let now = self.indexed(&picture, &picture.geometry()?)?;
            let delay = if number == last { LAST_DELAY } else { DELAY };
            encoder.write_frame(&changed(before.as_ref(), &now, delay)).map_err(wrong)?;
            if encoder.get_ref().len() > most_bytes {
                return Ok(None);
            }
            before = Some(now);
        }
        let file = encoder.into_inner().map_err(wrong)?;
        Ok(Some(file).filter(|file| file.len() <= most_bytes))
    }
}

fn wrong(error: EncodingError) -> RenderError {
    RenderError::Drawing(error.to_string())
}

/// The smallest rectangle that holds all that differs, as a frame with its own palette.
fn changed(before: Option<&Indexed>, now: &Indexed, delay: u16) -> Frame<'static> {
    let wide = now.width as usize;
    let same = |at: usize| {
        before.is_some_and(|old| {
            let colour = |image: &Indexed| image.palette.get(usize::from(*image.pixels.get(at)?)).copied();
            colour(old) == colour(now)
        })
    };
    let (mut left, mut right, mut top, mut bottom) = (wide, 0, usize::MAX, 0);
    for at in (0..now.pixels.len()).filter(|&at| !same(at)) {
        let (x, y) = (at % wide, at / wide);
        (left, right) = (left.min(x), right.max(x));
        (top, bottom) = (top.min(y), bottom.max(y));
    }
    if left > right {
        // Nothing changed: one pixel holds the delay.
        (left, right, top, bottom) = (0, 0, 0, 0);
    }
    let rows = now.pixels.chunks_exact(wide).skip(top).take(bottom - top + 1);
    let buffer: Vec<u8> = rows.flat_map(|row| &row[left..=right]).copied().collect();
    Frame {
        delay,
        left: left as u16,
        top: top as u16,
        width: (right - left + 1) as u16,
        height: (bottom - top + 1) as u16,
        palette: Some(now.palette.concat()),
        buffer: Cow::Owned(buffer),
        ..Frame::default()
    }
}
