//! The fast way to pixels: the board is kept as pixels, pieces are kept as sprites, and only what differs
//! from turn to turn is drawn anew. All of it is made by resvg from the very elements that the SVG has.

use std::sync::Arc;
use std::time::Instant;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};
use turnpost_core::board::{Square, SquareSet};
use turnpost_core::rules::GameKind;

use crate::cache::Cache;
use crate::caption::Strip;
use crate::geometry::Geometry;
use crate::palette::Indexed;
use crate::pieces::Token;
use crate::sprite::Sprite;
use crate::svg::{self, GHOST, Layers, Placed};
use crate::theme::Theme;
use crate::{Picture, RenderError, board, png, timing};

/// Memory for boards: a dozen of the usual size.
const BOARD_BYTES: usize = 48 << 20;
/// Memory for pieces: some hundred of the usual size.
const PIECE_BYTES: usize = 16 << 20;
/// Memory for caption strips: some dozen of the usual size.
const STRIP_BYTES: usize = 8 << 20;
/// Art may reach over its box by this part of it.
const OVERHANG: u32 = 32;

/// Makes picture files and remembers what pictures have in common. Share one between threads.
pub struct Renderer {
    boards: Cache<BoardKey, Board>,
    pieces: Cache<PieceKey, Sprite>,
    strips: Cache<(Strip, Theme), Sprite>,
}

/// A board without pieces, in true and in palette colours.
struct Board {
    pixels: Pixmap,
    indexed: Indexed,
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
struct PieceKey {
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
    /// What the caches never grow beyond.
    pub const MOST_CACHED_BYTES: usize = BOARD_BYTES + PIECE_BYTES + STRIP_BYTES;

    /// With empty caches.
    pub fn new() -> Renderer {
        Renderer { boards: Cache::new(BOARD_BYTES), pieces: Cache::new(PIECE_BYTES), strips: Cache::new(STRIP_BYTES) }
    }

    /// The picture as an opaque PNG file with a palette.
    pub fn png(&self, picture: &Picture) -> Result<Vec<u8>, RenderError> {
        let began = Instant::now();
        let geometry = picture.geometry()?;
        let file = png::encode(&self.indexed(picture, &geometry)?, 2 * geometry.cell as usize)?;
        timing::note(began.elapsed());
        Ok(file)
    }

    /// How many bytes the caches hold: at most [`Renderer::MOST_CACHED_BYTES`], whatever is drawn.
    pub fn cached_bytes(&self) -> usize {
        self.boards.bytes() + self.pieces.bytes() + self.strips.bytes()
    }

    /// The picture in palette colours.
    pub(crate) fn indexed(&self, picture: &Picture, geometry: &Geometry) -> Result<Indexed, RenderError> {
        let board = self.board(picture, geometry)?;
        let canvas = self.draw(picture, geometry, board.pixels.clone())?;
        Ok(Indexed::like(&board.indexed, board.pixels.data(), canvas.data()))
    }

    /// The picture in true colours.
    pub(crate) fn pixels(&self, picture: &Picture, geometry: &Geometry) -> Result<Pixmap, RenderError> {
        let board = self.board(picture, geometry)?;
        self.draw(picture, geometry, board.pixels.clone())
    }

    /// Draws what is on the board.
    fn draw(&self, picture: &Picture, geometry: &Geometry, mut canvas: Pixmap) -> Result<Pixmap, RenderError> {
        let layers = Layers::of(picture, geometry);
        overlay(&mut canvas, &layers.under, geometry)?;
        for piece in &layers.pieces {
            let margin = margin(piece.width) as i32;
            let opacity = if piece.ghost { GHOST * 255 / 100 } else { 255 };
            let sprite = self.piece(piece, picture.theme)?;
            sprite.lay_over(&mut canvas, (piece.at.0 - margin, piece.at.1 - margin), opacity);
        }
        overlay(&mut canvas, &layers.over, geometry)?;
        for (strip, top) in layers.strips {
            self.strip(strip, picture.theme)?.lay_over(&mut canvas, (0, top as i32), 255);
        }
        Ok(canvas)
    }

    fn board(&self, picture: &Picture, geometry: &Geometry) -> Result<Arc<Board>, RenderError> {
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
            let indexed = Indexed::new(pixmap.width(), pixmap.height(), pixmap.data());
            let bytes = pixmap.data().len() + indexed.pixels.len();
            Ok((Board { pixels: pixmap, indexed }, bytes))
        })
    }

    fn piece(&self, piece: &Placed, theme: Theme) -> Result<Arc<Sprite>, RenderError> {
        let key = PieceKey { token: piece.token, width: piece.width, theme };
        self.pieces.get(&key, || {
            let margin = margin(piece.width);
            let side = piece.width + 2 * margin;
            let drawing = svg::boxed(&svg::drawing(piece.token, theme), piece.width);
            sprite(&format!(r#"<g transform="translate({margin} {margin})">{drawing}</g>"#), side, side)
        })
    }

    fn strip(&self, strip: Strip, theme: Theme) -> Result<Arc<Sprite>, RenderError> {
        let key = (strip, theme);
        self.strips.get(&key, || sprite(&key.0.draw(theme.look()), key.0.width, key.0.height))
    }
}

fn margin(width: u32) -> u32 {
    width.div_ceil(OVERHANG) + 1
}

/// Transparent pixels.
pub(crate) fn blank(width: u32, height: u32) -> Result<Pixmap, RenderError> {
    Pixmap::new(width, height).ok_or(RenderError::Drawing("no room for the pixels".to_owned()))
}

/// A sprite of these elements, and its size in bytes.
fn sprite(elements: &str, width: u32, height: u32) -> Result<(Sprite, usize), RenderError> {
    let mut pixels = blank(width, height)?;
    render(&mut pixels, &svg::document(elements, width, height))?;
    let sprite = Sprite::new(pixels);
    let bytes = sprite.bytes();
    Ok((sprite, bytes))
}

fn overlay(canvas: &mut Pixmap, elements: &str, geometry: &Geometry) -> Result<(), RenderError> {
    if elements.is_empty() { Ok(()) } else { render(canvas, &svg::document(elements, geometry.width, geometry.height)) }
}

/// Draws a document.
pub(crate) fn render(canvas: &mut Pixmap, document: &str) -> Result<(), RenderError> {
    let tree = Tree::from_str(document, &Options::default()).map_err(|e| RenderError::Drawing(e.to_string()))?;
    resvg::render(&tree, Transform::identity(), &mut canvas.as_mut());
    Ok(())
}
