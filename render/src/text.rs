//! Text as outlines of the embedded font, so that a picture looks the same in every viewer and no
//! player's words ever become markup.

use std::sync::LazyLock;

use ttf_parser::gpos::{PairAdjustment, PositioningSubtable};
use ttf_parser::{Face, GlyphId, OutlineBuilder};

use crate::number::Number;

/// Inter SemiBold, cut down to Latin, Greek and Cyrillic; its licence lies beside it.
const FONT: &[u8] = include_bytes!("../font/Inter-SemiBold-subset.ttf");

static FACE: LazyLock<Option<Face<'static>>> = LazyLock::new(|| Face::parse(FONT, 0).ok());

/// Which point of a line of text is at the given place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// Its left end.
    Start,
    /// Its middle.
    Middle,
    /// Its right end.
    End,
}

/// The data of a `<path>` that draws one line of text. `y` is the middle of the capital letters.
pub fn outline(text: &str, size: f32, x: f32, y: f32, anchor: Anchor) -> String {
    let mut data = String::with_capacity(160 * text.len());
    let Some(face) = &*FACE else { return data };
    let scale = scale(face, size);
    let x = match anchor {
        Anchor::Start => x,
        Anchor::Middle => x - width(text, size) / 2.0,
        Anchor::End => x - width(text, size),
    };
    let capital = f32::from(face.capital_height().unwrap_or(1490)) * scale;
    let mut pen = Pen { data: &mut data, scale, x, y: y + capital / 2.0, at: (0, 0) };
    for (glyph, advance) in glyphs(face, text) {
        face.outline_glyph(glyph, &mut pen);
        pen.x += advance as f32 * scale;
    }
    data
}

/// How wide a line of text is.
pub fn width(text: &str, size: f32) -> f32 {
    let Some(face) = &*FACE else { return 0.0 };
    glyphs(face, text).map(|(_, advance)| advance).sum::<i32>() as f32 * scale(face, size)
}

/// The text, or as much of its beginning as fits, with an ellipsis.
pub fn fitted(text: &str, size: f32, most: f32) -> String {
    if width(text, size) <= most {
        return text.to_owned();
    }
    let mut cut: String = text.chars().take(200).collect();
    while cut.pop().is_some() {
        let shorter = format!("{}…", cut.trim_end());
        if width(&shorter, size) <= most {
            return shorter;
        }
    }
    String::new()
}

fn scale(face: &Face<'_>, size: f32) -> f32 {
    size / f32::from(face.units_per_em())
}

/// The glyphs of a text and how far each moves the pen, kerning included. What the font does not have is
/// drawn as its empty box; what nobody can see is left out.
fn glyphs<'a>(face: &'a Face<'_>, text: &'a str) -> impl Iterator<Item = (GlyphId, i32)> + 'a {
    let visible = |c: &char| {
        !c.is_control()
            && !matches!(*c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202f}' | '\u{2060}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}')
    };
    let mut ids = text.chars().filter(visible).map(|c| face.glyph_index(c).unwrap_or_default()).peekable();
    std::iter::from_fn(move || {
        let glyph = ids.next()?;
        let kerning = ids.peek().and_then(|&next| kerning(face, glyph, next)).unwrap_or(0);
        let advance = face.glyph_hor_advance(glyph).unwrap_or(0);
        Some((glyph, i32::from(advance) + i32::from(kerning)))
    })
}

fn kerning(face: &Face<'_>, left: GlyphId, right: GlyphId) -> Option<i16> {
    let lookup = face.tables().gpos?.lookups.get(0)?;
    lookup.subtables.into_iter::<PositioningSubtable<'_>>().find_map(|subtable| {
        let PositioningSubtable::Pair(pairs) = subtable else { return None };
        let index = pairs.coverage().get(left)?;
        let (first, _) = match pairs {
            PairAdjustment::Format1 { sets, .. } => sets.get(index)?.get(right)?,
            PairAdjustment::Format2 { classes, matrix, .. } => {
                matrix.get((classes.0.get(left), classes.1.get(right)))?
            }
        };
        Some(first.x_advance)
    })
}

/// Writes outlines as path data with relative coordinates in hundredths, which keeps them short.
struct Pen<'a> {
    data: &'a mut String,
    scale: f32,
    x: f32,
    y: f32,
    /// Where the last command ended, in hundredths: rounding never adds up.
    at: (i32, i32),
}

impl Pen<'_> {
    fn place(&self, x: f32, y: f32) -> (i32, i32) {
        let hundredths = |v: f32| (v * 100.0).round() as i32;
        (hundredths(self.x + x * self.scale), hundredths(self.y - y * self.scale))
    }

    fn command(&mut self, letter: char, points: &[(f32, f32)]) {
        self.data.push(letter);
        let mut end = self.at;
        for (i, &(x, y)) in points.iter().enumerate() {
            end = self.place(x, y);
            if i > 0 {
                self.data.push(' ');
            }
            self.pair((end.0 - self.at.0, end.1 - self.at.1));
        }
        self.at = end;
    }

    fn pair(&mut self, (x, y): (i32, i32)) {
        Number(x).push(self.data);
        self.data.push(' ');
        Number(y).push(self.data);
    }
}

impl OutlineBuilder for Pen<'_> {
    fn move_to(&mut self, x: f32, y: f32) {
        self.at = self.place(x, y);
        self.data.push('M');
        self.pair(self.at);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.command('l', &[(x, y)]);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.command('q', &[(x1, y1), (x, y)]);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.command('c', &[(x1, y1), (x2, y2), (x, y)]);
    }

    fn close(&mut self) {
        self.data.push('z');
    }
}
