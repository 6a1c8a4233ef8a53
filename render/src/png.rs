//! Palette PNGs.

use png::{BitDepth, ColorType, Encoder, EncodingError, chunk};

use crate::palette::Indexed;
use crate::{RenderError, deflate};

/// The picture as a PNG file. `period` is the distance in pixels at which a row repeats itself.
pub(crate) fn encode(image: &Indexed, period: usize) -> Result<Vec<u8>, RenderError> {
    let wide = image.width as usize;
    let mut rows = Vec::with_capacity(image.pixels.len() + image.height as usize);
    for row in image.pixels.chunks_exact(wide.max(1)) {
        // Palette pictures want no filter (PNG specification, 12.7).
        rows.push(0);
        rows.extend_from_slice(row);
    }
    let mut file = Vec::with_capacity(64 * 1024);
    let mut encoder = Encoder::new(&mut file, image.width, image.height);
    encoder.set_color(ColorType::Indexed);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_palette(image.palette.concat());
    let wrong = |error: EncodingError| RenderError::Drawing(error.to_string());
    let mut writer = encoder.write_header().map_err(wrong)?;
    writer.write_chunk(chunk::IDAT, &deflate::zlib(&rows, [wide + 1, wide, wide + 2, period])).map_err(wrong)?;
    writer.finish().map_err(wrong)?;
    Ok(file)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn decoded(file: &[u8]) -> (u32, Vec<u8>) {
        let mut decoder = png::Decoder::new(std::io::Cursor::new(file));
        decoder.set_transformations(png::Transformations::IDENTITY);
        let mut reader = decoder.read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        let frame = reader.next_frame(&mut pixels).unwrap();
        (frame.width, pixels)
    }

    fn noise(length: usize, most: u32) -> Vec<u8> {
        let mut state = 7u32;
        let mut step = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            ((state >> 16) % most) as u8
        };
        (0..length).map(|_| step()).collect()
    }

    #[test]
    fn another_decoder_reads_what_was_written() {
        let stripes: Vec<u8> = (0..640 * 480).map(|at| (at % 640 / 7 % 5) as u8).collect();
        let steps: Vec<u8> = (0..300 * 300).map(|at| ((at % 300 + at / 300) / 9 % 3) as u8).collect();
        for (width, pixels) in [
            (1, vec![3]),
            (5, vec![0; 5]),
            (1000, vec![9; 1_000_000]),
            (640, stripes),
            (300, steps),
            (257, noise(257 * 99, 2)),
            (801, noise(801 * 600, 256)),
            (2400, noise(2400 * 30, 5)),
        ] {
            let image = Indexed {
                width,
                height: pixels.len() as u32 / width,
                palette: (0..=255).map(|grey| [grey; 3]).collect(),
                pixels,
            };
            for period in [0, 1, 146, 40_000] {
                let file = encode(&image, period).unwrap();
                let (read_width, read) = decoded(&file);
                assert!(read_width == width && read == image.pixels, "{width} wide, period {period}");
            }
        }
    }
}
