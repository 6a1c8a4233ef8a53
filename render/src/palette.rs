//! Turns true colours into a palette of at most 256 and one byte per pixel.
//!
//! Our pictures have a few flat colours and many rare blends at their edges. So colours are taken by how
//! often they occur; one that is very near to a taken one is drawn as that one.

/// Squared distance of colours that nobody tells apart at an edge.
const NEAR: i32 = 110;

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
        let mut table = Table::new();
        let mut slots: Vec<u16> = Vec::with_capacity(rgba.len() / 4);
        let (mut last, mut slot) = (None, 0);
        for pixel in rgba.chunks_exact(4) {
            let colour = u32::from_le_bytes([pixel[0], pixel[1], pixel[2], 0]);
            if last != Some(colour) {
                slot = table.slot(colour);
                last = Some(colour);
            }
            table.counts[usize::from(slot)] += 1;
            slots.push(slot);
        }
        let (palette, index) = table.reduce();
        let pixels = slots.iter().map(|&slot| index[usize::from(slot)]).collect();
        Indexed { width, height, palette, pixels }
    }
}

/// The colours of a picture and how often each occurs.
struct Table {
    colours: Vec<u32>,
    counts: Vec<u32>,
    /// Open addressing: places in `colours`, [`FREE`] where nothing is.
    buckets: Vec<u16>,
}

const FREE: u16 = u16::MAX;
const BUCKETS: usize = 1 << 17;
/// Beyond so many colours, which only photographs have, new ones lose their lowest bits: 2^15 more at most,
/// so that a place always fits into 16 bits.
const EXACT: usize = 32_000;

impl Table {
    fn new() -> Table {
        Table { colours: Vec::new(), counts: Vec::new(), buckets: vec![FREE; BUCKETS] }
    }

    fn slot(&mut self, colour: u32) -> u16 {
        let colour = if self.colours.len() < EXACT { colour } else { colour & 0x00f8_f8f8 };
        let mut bucket = colour.wrapping_mul(0x9e37_79b9) as usize >> 15;
        loop {
            let slot = self.buckets[bucket % BUCKETS];
            if slot == FREE {
                let slot = self.colours.len() as u16;
                self.buckets[bucket % BUCKETS] = slot;
                self.colours.push(colour);
                self.counts.push(0);
                return slot;
            }
            if self.colours[usize::from(slot)] == colour {
                return slot;
            }
            bucket += 1;
        }
    }

    /// The palette, and for each colour its place there.
    fn reduce(&self) -> (Vec<[u8; 3]>, Vec<u8>) {
        let mut order: Vec<usize> = (0..self.colours.len()).collect();
        order.sort_unstable_by_key(|&slot| (std::cmp::Reverse(self.counts[slot]), self.colours[slot]));
        let mut palette: Vec<[i32; 3]> = Vec::with_capacity(256);
        let mut index = vec![0; self.colours.len()];
        for slot in order {
            let [red, green, blue, _] = self.colours[slot].to_le_bytes().map(i32::from);
            let near = |colour: &[i32; 3]| {
                let (r, g, b) = (colour[0] - red, colour[1] - green, colour[2] - blue);
                r * r + g * g + b * b
            };
            let mut best = (i32::MAX, 0);
            for (place, colour) in palette.iter().enumerate() {
                let distance = near(colour);
                if distance < best.0 {
                    best = (distance, place);
                }
            }
            if best.0 > NEAR && palette.len() < 256 {
                best.1 = palette.len();
                palette.push([red, green, blue]);
            }
            index[slot] = best.1 as u8;
        }
        (palette.iter().map(|colour| colour.map(|channel| channel as u8)).collect(), index)
    }
}
