//! Which part of a picture is drawn upon: only that is copied, looked at and written anew.

use std::ops::Range;

/// The side of a block in pixels. Parts of pictures are distinguished no finer than that.
pub(crate) const BLOCK: usize = 16;

/// A set of blocks of a picture.
pub(crate) struct Area {
    width: usize,
    height: usize,
    /// Row by row.
    blocks: Vec<bool>,
}

/// Neighbouring pixels, some columns of some rows.
pub(crate) struct Part {
    pub columns: Range<usize>,
    pub rows: Range<usize>,
}

impl Area {
    /// Nothing of a picture of that size.
    pub(crate) fn nothing(width: u32, height: u32) -> Area {
        let (width, height) = (width as usize, height as usize);
        Area { width, height, blocks: vec![false; width.div_ceil(BLOCK) * height.div_ceil(BLOCK)] }
    }

    /// All of it.
    pub(crate) fn all(width: u32, height: u32) -> Area {
        let mut area = Area::nothing(width, height);
        area.blocks.fill(true);
        area
    }

    /// Adds a rectangle; what lies outside the picture is cut off.
    pub(crate) fn add(&mut self, (left, top): (i32, i32), (right, bottom): (i32, i32)) {
        let within = |pixel: i32, most: usize| usize::try_from(pixel).unwrap_or(0).min(most);
        let [left, right] = [left, right].map(|x| within(x, self.width));
        let [top, bottom] = [top, bottom].map(|y| within(y, self.height));
        if left >= right || top >= bottom {
            return;
        }
        let across = self.width.div_ceil(BLOCK);
        for row in self.blocks.chunks_exact_mut(across).take(bottom.div_ceil(BLOCK)).skip(top / BLOCK) {
            row[left / BLOCK..right.div_ceil(BLOCK)].fill(true);
        }
    }

    /// Its parts, which don't overlap.
    pub(crate) fn parts(&self) -> impl Iterator<Item = Part> + '_ {
        let across = self.width.div_ceil(BLOCK).max(1);
        self.blocks.chunks_exact(across).enumerate().flat_map(move |(number, row)| {
            let rows = number * BLOCK..((number + 1) * BLOCK).min(self.height);
            let mut at = 0;
            row.chunk_by(|one, next| one == next).filter_map(move |run| {
                let columns = at * BLOCK..((at + run.len()) * BLOCK).min(self.width);
                at += run.len();
                run[0].then(|| Part { columns, rows: rows.clone() })
            })
        })
    }

    /// Copies these parts of one picture to another of the same size; a pixel has four bytes.
    pub(crate) fn copy(&self, from: &[u8], to: &mut [u8]) {
        for Part { columns, rows } in self.parts() {
            for y in rows {
                let bytes = (y * self.width + columns.start) * 4..(y * self.width + columns.end) * 4;
                if let (Some(from), Some(to)) = (from.get(bytes.clone()), to.get_mut(bytes)) {
                    to.copy_from_slice(from);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pixels(area: &Area) -> usize {
        area.parts().map(|part| part.columns.len() * part.rows.len()).sum()
    }

    #[test]
    fn parts_hold_what_was_added_once_and_end_with_the_picture() {
        assert_eq!(pixels(&Area::all(50, 21)), 50 * 21);
        let mut area = Area::nothing(50, 21);
        area.add((17, 3), (18, 4));
        area.add((16, 0), (32, 16));
        assert_eq!(pixels(&area), BLOCK * BLOCK);
        area.add((40, -9), (99, 99));
        assert_eq!(pixels(&area), BLOCK * BLOCK + (50 - 32) * 21);
        area.add((5, 5), (5, 9));
        area.add((-8, -8), (0, 0));
        assert_eq!(pixels(&area), BLOCK * BLOCK + (50 - 32) * 21);
    }
}
