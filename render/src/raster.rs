//! The fast way to pixels: the board is kept as pixels, pieces are kept as sprites, and only what differs
//! from turn to turn is drawn anew. All of it is made by resvg from the very elements that the SVG has.

use std::sync::Arc;

use resvg::tiny_skia::{Pixmap, PremultipliedColorU8, Transform};
use resvg::usvg::{Options, Tree};
use turnpost_core::board::{Square, SquareSet};
use turnpost_core::rules::GameKind;

use crate::cache::Cache;
use crate::geometry::Geometry;
use crate::palette::Indexed;
use crate::pieces::Token;
use crate::svg::{self, GHOST, Placed};
use crate::theme::Theme;
use crate::{Picture, RenderError, board, png};

/// Memory for boards: a dozen of the usual size.
const BOARD_BYTES: usize = 48 << 20;
/// Memory for sprites: some hundred of the usual size.
const SPRITE_BYTES: usize = 16 << 20;
/// Art may reach over its box by this part of it.
const OVERHANG: u32 = 8;

/// Makes picture files and remembers what pictures have in common. Share one between threads.
pub struct Renderer {
    boards: Cache<BoardKey, Pixmap>,
    sprites: Cache<SpriteKey, Pixmap>,
}

/// All that the lowest layer depends on.
#[derive(Clone, PartialEq, Eq, Hash)]
struct BoardKey {
    game: GameKind,
    geometry: Geometry,
    theme: Theme,
    river: SquareSet,
    fords: Vec<(Square, Square)>,
    edge: SquareSet,
}

#[derive(Clone, PartialEq, Eq, Hash)]
struct SpriteKey {
    token: Token,
    width: u32,
    theme: Theme,
}

impl Default for Renderer {
    fn default() -> Renderer {
        Renderer::new()
    }
}

impl Renderer {
    /// With empty caches.
    pub fn new() -> Renderer {
        Renderer { boards: Cache::new(BOARD_BYTES), sprites: Cache::new(SPRITE_BYTES) }
    }

    /// The picture as an opaque PNG file with a palette.
    pub fn png(&self, picture: &Picture) -> Result<Vec<u8>, RenderError> {
        let canvas = self.draw(picture)?;
        png::encode(&Indexed::new(canvas.width(), canvas.height(), canvas.data()))
    }

    /// How many bytes the caches hold; bounded whatever is drawn.
    pub fn cached_bytes(&self) -> usize {
        self.boards.bytes() + self.sprites.bytes()
    }

    /// The picture's pixels.
    pub(crate) fn draw(&self, picture: &Picture) -> Result<Pixmap, RenderError> {
        let geometry = picture.geometry()?;
        let mut canvas = Pixmap::clone(&*self.board(picture, &geometry)?);
        let layers = svg::upper_layers(picture, &geometry);
        overlay(&mut canvas, &layers.under, &geometry)?;
        for piece in &layers.pieces {
            blend(&mut canvas, &*self.sprite(piece, picture.theme)?, piece);
        }
        overlay(&mut canvas, &layers.over, &geometry)?;
        Ok(canvas)
    }

    fn board(&self, picture: &Picture, geometry: &Geometry) -> Result<Arc<Pixmap>, RenderError> {
        let scene = &picture.scene;
        let key = BoardKey {
            game: scene.game,
            geometry: *geometry,
            theme: picture.theme,
            river: scene.river,
            fords: scene.fords.clone(),
            edge: scene.edge,
        };
        self.boards.get(&key, || {
            let mut pixmap = blank(geometry.width, geometry.height)?;
            overlay(&mut pixmap, &board::draw(scene, geometry, picture.theme.look()), geometry)?;
            let bytes = pixmap.data().len();
            Ok((pixmap, bytes))
        })
    }

    fn sprite(&self, piece: &Placed, theme: Theme) -> Result<Arc<Pixmap>, RenderError> {
        let key = SpriteKey { token: piece.token, width: piece.width, theme };
        self.sprites.get(&key, || {
            let margin = margin(piece.width);
            let side = piece.width + 2 * margin;
            let mut pixmap = blank(side, side)?;
            let drawing = svg::boxed(piece.token, piece.width, theme.look());
            let document = format!(r#"<svg xmlns="http://www.w3.org/2000/svg" width="{side}" height="{side}"><g transform="translate({margin} {margin})">{drawing}</g></svg>"#);
            render(&mut pixmap, &document)?;
            let bytes = pixmap.data().len();
            Ok((pixmap, bytes))
        })
    }
}

fn margin(width: u32) -> u32 {
    width.div_ceil(OVERHANG)
}

fn blank(width: u32, height: u32) -> Result<Pixmap, RenderError> {
    Pixmap::new(width, height).ok_or(RenderError::Drawing("no room for the pixels".to_owned()))
}

fn overlay(canvas: &mut Pixmap, elements: &str, geometry: &Geometry) -> Result<(), RenderError> {
    if elements.is_empty() { Ok(()) } else { render(canvas, &svg::document(elements, geometry)) }
}

fn render(canvas: &mut Pixmap, document: &str) -> Result<(), RenderError> {
    let tree = Tree::from_str(document, &Options::default()).map_err(|e| RenderError::Drawing(e.to_string()))?;
    resvg::render(&tree, Transform::identity(), &mut canvas.as_mut());
    Ok(())
}

/// Lays a sprite over the canvas, row by row, cut at the canvas's edges.
fn blend(canvas: &mut Pixmap, sprite: &Pixmap, piece: &Placed) {
    let opacity = if piece.ghost { GHOST * 255 / 100 } else { 255 };
    let margin = margin(piece.width) as i32;
    let (left, top) = (piece.at.0 - margin, piece.at.1 - margin);
    let (wide, high) = (canvas.width() as i32, canvas.height() as i32);
    let side = sprite.width() as i32;
    let (first, end) = ((-left).clamp(0, side), (wide - left).clamp(0, side));
    for y in (-top).clamp(0, side)..(high - top).clamp(0, side) {
        let source = (y * side + first) as usize..(y * side + end) as usize;
        let target = ((top + y) * wide + left + first) as usize..((top + y) * wide + left + end) as usize;
        let (Some(above), Some(below)) = (sprite.pixels().get(source), canvas.pixels_mut().get_mut(target)) else {
            continue;
        };
        for (below, &above) in below.iter_mut().zip(above) {
            *below = over(*below, above, opacity);
        }
    }
}

/// Porter and Duff's "over" for premultiplied colours on an opaque ground.
fn over(below: PremultipliedColorU8, above: PremultipliedColorU8, opacity: u32) -> PremultipliedColorU8 {
    let alpha = u32::from(above.alpha()) * opacity;
    if alpha == 0 {
        return below;
    }
    if alpha == 255 * 255 {
        return above;
    }
    let rest = 255 * 255 - alpha;
    let mix = |below: u8, above: u8| {
        let sum = u32::from(above) * opacity * 255 + u32::from(below) * rest;
        ((sum + 255 * 255 / 2) / (255 * 255)) as u8
    };
    PremultipliedColorU8::from_rgba(
        mix(below.red(), above.red()),
        mix(below.green(), above.green()),
        mix(below.blue(), above.blue()),
        255,
    )
    .unwrap_or(below)
}
