//! Palette PNGs.

use png::{BitDepth, ColorType, DeflateCompression, Encoder, Filter};

use crate::RenderError;
use crate::palette::Indexed;

/// The picture as a PNG file.
pub fn encode(image: &Indexed) -> Result<Vec<u8>, RenderError> {
    let mut file = Vec::with_capacity(64 * 1024);
    let mut encoder = Encoder::new(&mut file, image.width, image.height);
    encoder.set_color(ColorType::Indexed);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_palette(image.palette.concat());
    encoder.set_filter(Filter::NoFilter);
    encoder.set_deflate_compression(DeflateCompression::Level(6));
    let wrong = |error: png::EncodingError| RenderError::Drawing(error.to_string());
    let mut writer = encoder.write_header().map_err(wrong)?;
    writer.write_image_data(&image.pixels).map_err(wrong)?;
    writer.finish().map_err(wrong)?;
    Ok(file)
}
