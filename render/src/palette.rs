//! Turns true colours into a palette of at most 256 and one byte per pixel.
//!
//! Our pictures have a few flat colours and many rare blends at their edges. So colours are taken by how
//! often they occur; one that is very near to a taken one is drawn as that one.

/// Difference of colours that nobody tells apart on a surface, as [`difference`] measures it.
const NEAR: i32 = 60;
/// Difference of blends that nobody tells apart on the thin line of an edge: eight steps from black to white
/// look as smooth as two hundred.
const NEAR_AT_EDGES: i32 = 1500;
/// A colour with fewer pixels than this part of the picture is taken for a blend.
const RARE: usize = 800;

/// A picture in palette colours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Indexed {
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
    pub fn new(width: u32, height: u32, rgba: &[u8]) -> Indexed {
        let nothing = Indexed { width, height, palette: Vec::new(), pixels: vec![0; rgba.len() / 4] };
        Indexed::like(&nothing, &[], rgba)
    }

    /// From pixels that are for the most part those of a known picture of the same size: `known`, whose
    /// palette is kept and added to.
    pub fn like(known: &Indexed, known_rgba: &[u8], rgba: &[u8]) -> Indexed {
        let mut table = Table::new(rgba.len() / 4);
        let mut runs: Vec<Run> = Vec::with_capacity(1 << 15);
        let same = |start: usize, new: &[u8]| known_rgba.get(start..start + new.len()) == Some(new);
        for (place, stretch) in rgba.chunks(STRETCH).enumerate() {
            let start = place * STRETCH;
            if same(start, stretch) {
                continue;
            }
            for (place, new) in stretch.chunks(CHUNK).enumerate() {
                let start = start + place * CHUNK;
                if !same(start, new) {
                    table.count(new, start / 4, &mut runs);
                }
            }
        }
        let (palette, index) = table.reduce(&known.palette);
        let mut pixels = known.pixels.clone();
        for run in runs {
            let start = run.start as usize;
            if let Some(pixels) = pixels.get_mut(start..start + usize::from(run.length)) {
                pixels.fill(index[usize::from(run.slot)]);
            }
        }
        Indexed { width: known.width, height: known.height, palette, pixels }
    }
}

/// Neighbouring pixels of one colour.
struct Run {
    start: u32,
    length: u16,
    slot: u16,
}

/// Bytes that are compared at once: sixteen pixels.
const CHUNK: usize = 64;
/// Bytes that are compared before that: most of a board does not change.
const STRETCH: usize = 16 * CHUNK;

/// The colours of a picture and how often each occurs.
struct Table {
    colours: Vec<u32>,
    counts: Vec<u32>,
    /// Pixels of the whole picture, counted or not.
    pixels: u32,
    /// Open addressing: a colour and its place in `colours`, [`FREE`] where nothing is.
    buckets: Vec<(u32, u16)>,
}

/// No colour: those have three bytes.
const FREE: u32 = u32::MAX;
/// Few enough to stay near the processor.
const BUCKETS: usize = 1 << 13;
/// Beyond so many colours, which a board does not have, new ones lose their lower bits: 2^12 more at most, so
/// that there is always a free bucket.
const EXACT: usize = 4_000;

impl Table {
    fn new(pixels: usize) -> Table {
        Table { colours: Vec::new(), counts: Vec::new(), pixels: pixels as u32, buckets: vec![(FREE, 0); BUCKETS] }
    }

    /// Counts the pixels of a chunk and notes the runs of one colour.
    fn count(&mut self, rgba: &[u8], start: usize, runs: &mut Vec<Run>) {
        let mut colours = [0; CHUNK / 4];
        for (colour, pixel) in colours.iter_mut().zip(rgba.chunks_exact(4)) {
            *colour = u32::from_le_bytes([pixel[0], pixel[1], pixel[2], 0]);
        }
        let mut at = 0;
        for run in colours[..rgba.len() / 4].chunk_by(|one, next| one == next) {
            let slot = self.slot(run[0]);
            self.counts[usize::from(slot)] += run.len() as u32;
            runs.push(Run { start: (start + at) as u32, length: run.len() as u16, slot });
            at += run.len();
        }
    }

    /// The place of a colour, or of one like it where there are too many.
    fn slot(&mut self, colour: u32) -> u16 {
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

/// How much two colours differ, squared: in lightness, and more so in hue, because an edge that is a little
/// too dark is smooth and an edge of another hue is a fringe.
fn difference(one: [i32; 3], other: [i32; 3]) -> i32 {
    let [red, green, blue] = [one[0] - other[0], one[1] - other[1], one[2] - other[2]];
    let light = (2 * red + 5 * green + blue) / 8;
    let (warm, cold) = (red - green, blue - green);
    light * light + 3 * (warm * warm + cold * cold)
}
