//! Turns true colours into a palette of at most 256 and one byte per pixel.
//!
//! Our pictures have a few flat colours and many rare blends at their edges. So colours are taken by how
//! often they occur; one that is very near to a taken one is drawn as that one.

use std::ops::Range;

use crate::area::{Area, BLOCK, Part};

/// The difference below which nobody can tell colours apart on a surface, as [`difference`] measures it.
const NEAR: i32 = 60;
/// The difference below which nobody can tell blends apart along the thin line of an edge: eight steps from black to
/// white look as smooth as two hundred.
const NEAR_AT_EDGES: i32 = 1500;
/// A colour with fewer pixels than this part of the picture is taken for a blend.
const RARE: usize = 800;

/// A picture in palette colours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Indexed {
    /// Pixels per row.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// Red, green, blue of each colour, the most frequent first.
    pub palette: Vec<[u8; 3]>,
    /// Which colour each pixel has, row by row.
    pub pixels: Vec<u8>,
}

impl Indexed {
    /// From opaque pixels of four bytes (red, green, blue, alpha).
    pub(crate) fn new(width: u32, height: u32, rgba: &[u8]) -> Indexed {
        let nothing = Indexed { width, height, palette: Vec::new(), pixels: vec![0; rgba.len() / 4] };
        Indexed::like(&nothing, &[], rgba, &Area::all(width, height))
    }

    /// From pixels that are those of a known picture of the same size but for some area: `known`, whose palette is
    /// kept and added to. Outside the area `rgba` may hold anything.
    pub(crate) fn like(known: &Indexed, known_rgba: &[u8], rgba: &[u8], area: &Area) -> Indexed {
        let mut table = Table::new(rgba.len() / 4);
        let mut stretches: Vec<Range<usize>> = Vec::with_capacity(1 << 12);
        let mut runs: Vec<Run> = Vec::with_capacity(1 << 15);
        for Part { columns, rows } in area.parts() {
            for y in rows {
                let start = (y * known.width as usize + columns.start) * 4;
                let row = start..start + columns.len() * 4;
                let (Some(new), old) = (rgba.get(row.clone()), known_rgba.get(row)) else { continue };
                for stretch in changed(old, new) {
                    table.count(&new[stretch.clone()], &mut runs);
                    stretches.push((start + stretch.start) / 4..(start + stretch.end) / 4);
                }
            }
        }
        let (palette, index) = table.reduce(&known.palette);
        let mut pixels = known.pixels.clone();
        let mut runs = runs.iter();
        for stretch in stretches {
            let mut rest = &mut pixels[stretch];
            // Each stretch was counted as whole runs.
            while !rest.is_empty()
                && let Some(run) = runs.next()
            {
                let (filled, others) = rest.split_at_mut(run.pixels.min(rest.len()));
                filled.fill(index[usize::from(run.slot)]);
                rest = others;
            }
        }
        Indexed { width: known.width, height: known.height, palette, pixels }
    }
}

/// Neighbouring pixels of one colour, by its place in the table.
struct Run {
    slot: u16,
    pixels: usize,
}

/// Bytes that are compared at once: a block's.
const CHUNK: usize = 4 * BLOCK;

/// Where a row differs from an old one, chunk by chunk; neighbouring chunks as one stretch.
fn changed<'a>(old: Option<&'a [u8]>, new: &'a [u8]) -> impl Iterator<Item = Range<usize>> + 'a {
    let whole = new.as_chunks::<CHUNK>().0;
    let before = old.map_or(&[][..], |old| old.as_chunks::<CHUNK>().0);
    let chunks = new.len().div_ceil(CHUNK);
    // An odd end of a row, or a row without an old one, counts as changed.
    let same = move |number: usize| Some(are_same(before.get(number)?, whole.get(number)?));
    let differs = move |number: &usize| same(*number) != Some(true);
    let mut at = 0;
    std::iter::from_fn(move || {
        let first = (at..chunks).find(differs)?;
        at = (first + 1..chunks).find(|number| !differs(number)).unwrap_or(chunks);
        Some(first * CHUNK..(at * CHUNK).min(new.len()))
    })
}

/// Whether two chunks are the same: a few instructions, where a call would take longer than what it does.
fn are_same(one: &[u8; CHUNK], other: &[u8; CHUNK]) -> bool {
    let words = |chunk: &[u8; CHUNK]| -> [u64; CHUNK / 8] {
        std::array::from_fn(|at| chunk.as_chunks().0.get(at).map_or(0, |bytes| u64::from_ne_bytes(*bytes)))
    };
    words(one).iter().zip(words(other)).fold(0, |differ, (one, other)| differ | (one ^ other)) == 0
}

/// The colours of a picture and how often each occurs.
struct Table {
    colours: Vec<u32>,
    counts: Vec<u32>,
    /// Pixels of the whole picture, counted or not.
    pixels: u32,
    /// Open addressing: a colour and its place in `colours`, [`FREE`] where nothing is.
    buckets: Vec<(u32, u16)>,
    /// The same for colours met lately, one to a place: it stays near the processor.
    lately: [(u32, u16); LATELY],
}

/// No colour: those have three bytes.
const FREE: u32 = u32::MAX;
const BUCKETS: usize = 1 << 13;
const LATELY: usize = 1 << 9;
/// Beyond this many colours, more than any board has, new ones lose their lower bits: at most 2^12 more, so that there
/// is always a free bucket.
const EXACT: usize = 4_000;

impl Table {
    fn new(pixels: usize) -> Table {
        Table {
            colours: Vec::new(),
            counts: Vec::new(),
            pixels: pixels as u32,
            buckets: vec![(FREE, 0); BUCKETS],
            lately: [(FREE, 0); LATELY],
        }
    }

    /// Counts the pixels of a stretch and notes their runs: most pixels are like the one before.
    fn count(&mut self, rgba: &[u8], runs: &mut Vec<Run>) {
        let mut rest = rgba.as_chunks::<4>().0;
        while let Some((first, others)) = rest.split_first() {
            let pixels = 1 + leading(others, *first);
            rest = &rest[pixels..];
            let slot = self.slot(u32::from_le_bytes(*first) & 0x00ff_ffff);
            if let Some(count) = self.counts.get_mut(usize::from(slot)) {
                *count += pixels as u32;
            }
            runs.push(Run { slot, pixels });
        }
    }

    /// The place of a colour, or of one like it where there are too many.
    fn slot(&mut self, colour: u32) -> u16 {
        let place = colour.wrapping_mul(0x9e37_79b9) as usize >> 23;
        if let (met, slot) = self.lately[place % LATELY]
            && met == colour
        {
            return slot;
        }
        let slot = self.look_up(colour);
        self.lately[place % LATELY] = (colour, slot);
        slot
    }

    fn look_up(&mut self, colour: u32) -> u16 {
        self.find(colour, self.colours.len() < EXACT).or_else(|| self.find(colour & 0x00f0_f0f0, true)).unwrap_or(0)
    }

    /// The place of a colour; a new one if it isn't there and may be added.
    fn find(&mut self, colour: u32, add: bool) -> Option<u16> {
        let mut bucket = colour.wrapping_mul(0x9e37_79b9) as usize >> 19;
        loop {
            let (kept, slot) = self.buckets[bucket % BUCKETS];
            if kept == colour {
                return Some(slot);
            }
            if kept == FREE {
                if !add {
                    return None;
                }
                let slot = self.colours.len() as u16;
                self.buckets[bucket % BUCKETS] = (colour, slot);
                self.colours.push(colour);
                self.counts.push(0);
                return Some(slot);
            }
            bucket += 1;
        }
    }

    /// The palette, beginning with the known colours, and for each colour of the table its place there.
    fn reduce(&self, known: &[[u8; 3]]) -> (Vec<[u8; 3]>, Vec<u8>) {
        let mut order: Vec<usize> = (0..self.colours.len()).collect();
        order.sort_unstable_by_key(|&slot| (std::cmp::Reverse(self.counts[slot]), self.colours[slot]));
        let mut palette: Vec<[i32; 3]> = Vec::with_capacity(256);
        palette.extend(known.iter().map(|colour| colour.map(i32::from)));
        let mut index = vec![0; self.colours.len()];
        let rare = self.pixels / RARE as u32;
        for slot in order {
            let near = if self.counts[slot] < rare { NEAR_AT_EDGES } else { NEAR };
            let [red, green, blue, _] = self.colours[slot].to_le_bytes().map(i32::from);
            let mut best = (i32::MAX, 0);
            for (place, colour) in palette.iter().enumerate() {
                let distance = difference(*colour, [red, green, blue]);
                if distance < best.0 {
                    best = (distance, place);
                }
            }
            if best.0 > near && palette.len() < 256 {
                best.1 = palette.len();
                palette.push([red, green, blue]);
            }
            index[slot] = best.1 as u8;
        }
        (palette.iter().map(|colour| colour.map(|channel| channel as u8)).collect(), index)
    }
}

/// How many pixels from the first are of that colour.
fn leading(pixels: &[[u8; 4]], colour: [u8; 4]) -> usize {
    // Four at a time, as long as that goes.
    let four = [colour; 4];
    let whole = 4 * pixels.as_chunks().0.iter().take_while(|chunk| **chunk == four).count();
    whole + pixels[whole..].iter().take_while(|pixel| **pixel == colour).count()
}

/// How much two colours differ, squared: in lightness, and more so in hue, because an edge that is a little
/// too dark is smooth and an edge of another hue is a fringe.
fn difference(one: [i32; 3], other: [i32; 3]) -> i32 {
    let [red, green, blue] = [one[0] - other[0], one[1] - other[1], one[2] - other[2]];
    let light = (2 * red + 5 * green + blue) / 8;
    let (warm, cold) = (red - green, blue - green);
    light * light + 3 * (warm * warm + cold * cold)
}
