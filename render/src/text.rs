//! Text as outlines of the embedded font, so that a picture looks the same in every viewer and no
//! player's words ever become markup.

use std::sync::LazyLock;

use skrifa::instance::{LocationRef, Size};
use skrifa::metrics::GlyphMetrics;
use skrifa::outline::pen::PathStyle;
use skrifa::outline::{DrawSettings, OutlineGlyphCollection, OutlinePen};
use skrifa::raw::TableProvider;
use skrifa::raw::tables::gpos::{PairPos, PositionSubtables};
use skrifa::{FontRef, GlyphId, MetadataProvider, charmap::Charmap};

use crate::number::Number;

/// Inter SemiBold, cut down to Latin, Greek and Cyrillic; its licence lies beside it.
const FONT: &[u8] = include_bytes!("../font/Inter-SemiBold-subset.ttf");

static FACE: LazyLock<Option<Face>> = LazyLock::new(Face::open);

/// The font, opened once.
struct Face {
    characters: Charmap<'static>,
    advances: GlyphMetrics<'static>,
    outlines: OutlineGlyphCollection<'static>,
    /// Which pairs of glyphs stand nearer to each other, or farther apart, than their widths say.
    pairs: Vec<PairPos<'static>>,
    units_per_em: f32,
    capital: f32,
}

impl Face {
    fn open() -> Option<Self> {
        let font = FontRef::new(FONT).ok()?;
        let (size, location) = (Size::unscaled(), LocationRef::default());
        let metrics = font.metrics(size, location);
        Some(Self {
            characters: font.charmap(),
            advances: font.glyph_metrics(size, location),
            outlines: font.outline_glyphs(),
            pairs: pairs(&font).unwrap_or_default(),
            units_per_em: f32::from(metrics.units_per_em),
            capital: metrics.cap_height.unwrap_or(1490.0),
        })
    }

    fn draw(&self, glyph: GlyphId, pen: &mut Pen<'_>) {
        // Where a contour begins changes no picture; this keeps the paths as they have always been.
        let plain = DrawSettings::unhinted(Size::unscaled(), LocationRef::default());
        if let Some(outline) = self.outlines.get(glyph) {
            // The font is our own; a glyph that it can't draw is left out.
            let _ = outline.draw(plain.with_path_style(PathStyle::HarfBuzz), pen);
        }
    }

    /// How much nearer the right glyph comes.
    fn kerning(&self, left: GlyphId, right: GlyphId) -> Option<i16> {
        let at = |index: u32| usize::try_from(index).ok();
        self.pairs.iter().find_map(|pairs| match pairs {
            PairPos::Format1(pairs) => {
                let index = pairs.coverage().ok()?.get(left)?;
                let set = pairs.pair_sets().get(at(index)?).ok()?.pair_value_records();
                let mut records = set.iter().filter_map(Result::ok);
                records.find(|pair| GlyphId::from(pair.second_glyph()) == right)?.value_record1().x_advance()
            }
            PairPos::Format2(pairs) => {
                pairs.coverage().ok()?.get(left)?;
                let row = pairs.class1_records().get(at(pairs.class_def1().ok()?.get(left))?).ok()?;
                let cell = row.class2_records().get(at(pairs.class_def2().ok()?.get(right))?).ok()?;
                cell.value_record1().x_advance()
            }
            _ => None,
        })
    }
}

/// The font's kerning, its first lookup.
fn pairs(font: &FontRef<'static>) -> Option<Vec<PairPos<'static>>> {
    let lookup = font.gpos().ok()?.lookup_list().ok()?.lookups().get(0).ok()?;
    match lookup.subtables().ok()? {
        PositionSubtables::Pair(pairs) => Some(pairs.iter().filter_map(Result::ok).collect()),
        _ => None,
    }
}

/// Which point of a line of text is at the given place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Anchor {
    /// Its left end.
    Start,
    /// Its middle.
    Middle,
    /// Its right end.
    End,
}

/// The data of a `<path>` that draws one line of text. `y` is the middle of the capital letters.
pub(crate) fn outline(text: &str, size: f32, x: f32, y: f32, anchor: Anchor) -> String {
    let mut data = String::with_capacity(160 * text.len());
    let Some(face) = &*FACE else { return data };
    let scale = scale(face, size);
    let x = match anchor {
        Anchor::Start => x,
        Anchor::Middle => x - width(text, size) / 2.0,
        Anchor::End => x - width(text, size),
    };
    let capital = face.capital * scale;
    let mut pen = Pen { data: &mut data, scale, x, y: y + capital / 2.0, at: (0, 0), start: (0.0, 0.0) };
    for (glyph, advance) in glyphs(face, text) {
        face.draw(glyph, &mut pen);
        pen.x += advance as f32 * scale;
    }
    data
}

/// How wide a line of text is.
pub(crate) fn width(text: &str, size: f32) -> f32 {
    let Some(face) = &*FACE else { return 0.0 };
    glyphs(face, text).map(|(_, advance)| advance).sum::<i32>() as f32 * scale(face, size)
}

/// Whether the font has every letter of a text.
pub(crate) fn is_drawable(text: &str) -> bool {
    let has = |face: &Face| text.chars().filter(is_visible).all(|c| face.characters.map(c).is_some());
    FACE.as_ref().is_some_and(has)
}

/// The text with an ellipsis for each word that the font has no letters for.
pub(crate) fn drawable(text: &str) -> String {
    text.split(' ').map(|word| if is_drawable(word) { word } else { "…" }).collect::<Vec<_>>().join(" ")
}

/// The text, or as much of its beginning as fits, with an ellipsis.
pub(crate) fn fitted(text: &str, size: f32, most: f32) -> String {
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

fn scale(face: &Face, size: f32) -> f32 {
    size / face.units_per_em
}

/// The glyphs of a text and how far each moves the pen, kerning included. What the font does not have is
/// drawn as its empty box; what nobody can see is left out.
fn glyphs<'a>(face: &'a Face, text: &'a str) -> impl Iterator<Item = (GlyphId, i32)> + 'a {
    let mut ids = text.chars().filter(is_visible).map(|c| face.characters.map(c).unwrap_or_default()).peekable();
    std::iter::from_fn(move || {
        let glyph = ids.next()?;
        let kerning = ids.peek().and_then(|&next| face.kerning(glyph, next)).unwrap_or(0);
        // Whole units of the font, which are no fractions before they are scaled.
        let advance = face.advances.advance_width(glyph).unwrap_or(0.0) as i32;
        Some((glyph, advance + i32::from(kerning)))
    })
}

/// Whether anybody can see a character.
fn is_visible(c: &char) -> bool {
    !c.is_control()
        && !matches!(*c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202f}' | '\u{2060}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}')
}

/// Writes outlines as path data with relative coordinates in hundredths, which keeps them short.
struct Pen<'a> {
    data: &'a mut String,
    scale: f32,
    x: f32,
    y: f32,
    /// Where the last command ended, in hundredths: rounding never adds up.
    at: (i32, i32),
    /// Where the contour began, in the font's units.
    start: (f32, f32),
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

impl OutlinePen for Pen<'_> {
    fn move_to(&mut self, x: f32, y: f32) {
        (self.at, self.start) = (self.place(x, y), (x, y));
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
        // The way back to the start is written out, as it has always been: no picture's text changes.
        if self.at != self.place(self.start.0, self.start.1) {
            self.command('l', &[self.start]);
        }
        self.data.push('z');
    }
}
