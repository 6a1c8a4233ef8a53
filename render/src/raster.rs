//! The fast way to pixels: the board is kept as pixels, pieces are kept as sprites, and only what differs
//! from turn to turn is drawn anew. All of it is made by resvg from the very elements that the SVG has.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Group, Node, Options, Tree};
use turnpost_core::board::{Square, SquareSet};
use turnpost_core::rules::GameKind;
use turnpost_core::scene::Layout;

use crate::area::Area;
use crate::cache::Cache;
use crate::caption::Strip;
use crate::geometry::Geometry;
use crate::palette::Indexed;
use crate::pieces::Figure;
use crate::sprite::Sprite;
use crate::svg::{self, GHOST, Layers, Placed};
use crate::theme::{Theme, Tint};
use crate::{Picture, RenderError, board, marks, png, timing, tint};

/// Memory for boards: a dozen of the usual size.
const BOARD_BYTES: usize = 48 << 20;
/// Memory for pieces: about a hundred of the usual size.
const PIECE_BYTES: usize = 16 << 20;
/// Memory for caption strips: about a dozen of the usual size.
const STRIP_BYTES: usize = 8 << 20;
/// Memory for canvases: a few of the usual size.
const CANVAS_BYTES: usize = 12 << 20;
/// Art may extend beyond its box by this fraction of it.
const OVERHANG: u32 = 32;

/// Makes picture files and remembers what pictures have in common. Share one between threads.
pub struct Renderer {
    boards: Cache<BoardKey, Board>,
    pieces: Cache<PieceKey, Sprite>,
    strips: Cache<(Strip, Theme), Sprite>,
    /// Canvases that nobody draws on now. What they hold is of no use, only their memory is.
    canvases: Mutex<Vec<Pixmap>>,
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
    figure: Figure,
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
    pub const MOST_CACHED_BYTES: usize = BOARD_BYTES + PIECE_BYTES + STRIP_BYTES + CANVAS_BYTES;

    /// With empty caches.
    pub fn new() -> Renderer {
        Renderer {
            boards: Cache::new(BOARD_BYTES),
            pieces: Cache::new(PIECE_BYTES),
            strips: Cache::new(STRIP_BYTES),
            canvases: Mutex::default(),
        }
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
        let canvases: usize = self.canvases().iter().map(|canvas| canvas.data().len()).sum();
        self.boards.bytes() + self.pieces.bytes() + self.strips.bytes() + canvases
    }

    /// The picture in palette colours.
    pub(crate) fn indexed(&self, picture: &Picture, geometry: &Geometry) -> Result<Indexed, RenderError> {
        let board = self.board(picture, geometry)?;
        let drawing = Drawing::of(picture, geometry)?;
        let area = drawing.area(geometry);
        let mut canvas = self.canvas(geometry)?;
        area.copy(board.pixels.data(), canvas.data_mut());
        self.draw(drawing, geometry, picture.theme, &mut canvas)?;
        let indexed = Indexed::like(&board.indexed, board.pixels.data(), canvas.data(), &area);
        self.keep(canvas);
        Ok(indexed)
    }

    /// The picture in true colours.
    pub(crate) fn pixels(&self, picture: &Picture, geometry: &Geometry) -> Result<Pixmap, RenderError> {
        let mut canvas = self.board(picture, geometry)?.pixels.clone();
        self.draw(Drawing::of(picture, geometry)?, geometry, picture.theme, &mut canvas)?;
        Ok(canvas)
    }

    /// Draws what is on the board.
    fn draw(
        &self,
        drawing: Drawing,
        geometry: &Geometry,
        theme: Theme,
        canvas: &mut Pixmap,
    ) -> Result<(), RenderError> {
        for (squares, tint) in &drawing.tints {
            tint::lay_over(canvas, geometry, *squares, *tint);
        }
        if let Some(under) = &drawing.under {
            draw_tree(canvas, under);
        }
        for piece in &drawing.pieces {
            let margin = margin(piece.width) as i32;
            let opacity = if piece.ghost { GHOST * 255 / 100 } else { 255 };
            let sprite = self.piece(piece, theme)?;
            sprite.lay_over(canvas, (piece.at.0 - margin, piece.at.1 - margin), opacity);
        }
        draw_tree(canvas, &drawing.over);
        for (strip, top) in drawing.strips {
            self.strip(strip, theme)?.lay_over(canvas, (0, top as i32), 255);
        }
        Ok(())
    }

    /// A canvas of that size, with whatever was drawn on it before.
    fn canvas(&self, geometry: &Geometry) -> Result<Pixmap, RenderError> {
        let mut canvases = self.canvases();
        let fits = |canvas: &Pixmap| (canvas.width(), canvas.height()) == (geometry.width, geometry.height);
        match canvases.iter().position(fits) {
            Some(place) => Ok(canvases.swap_remove(place)),
            None => blank(geometry.width, geometry.height),
        }
    }

    /// Keeps a canvas for the next picture, dropping the oldest for it.
    fn keep(&self, canvas: Pixmap) {
        let mut canvases = self.canvases();
        canvases.push(canvas);
        while canvases.iter().map(|canvas| canvas.data().len()).sum::<usize>() > CANVAS_BYTES {
            canvases.remove(0);
        }
    }

    fn canvases(&self) -> std::sync::MutexGuard<'_, Vec<Pixmap>> {
        self.canvases.lock().unwrap_or_else(PoisonError::into_inner)
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
            draw_tree(&mut pixmap, &tree(&board::draw(scene, geometry, picture.theme.look()), geometry)?);
            let indexed = Indexed::new(pixmap.width(), pixmap.height(), pixmap.data());
            let bytes = pixmap.data().len() + indexed.pixels.len();
            Ok((Board { pixels: pixmap, indexed }, bytes))
        })
    }

    fn piece(&self, piece: &Placed, theme: Theme) -> Result<Arc<Sprite>, RenderError> {
        let key = PieceKey { figure: piece.figure, width: piece.width, theme };
        self.pieces.get(&key, || {
            let margin = margin(piece.width);
            let side = piece.width + 2 * margin;
            let drawing = svg::boxed(&svg::drawing(piece.figure, theme), piece.width);
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

/// What is drawn on a board, ready to be drawn.
struct Drawing {
    tints: Vec<(SquareSet, Tint)>,
    under: Option<Tree>,
    pieces: Vec<Placed>,
    over: Tree,
    strips: Vec<(Strip, u32)>,
}

impl Drawing {
    fn of(picture: &Picture, geometry: &Geometry) -> Result<Drawing, RenderError> {
        let scene = &picture.scene;
        let mut tints = marks::tints(scene, picture.theme.look());
        // Where squares lie askew, resvg draws them.
        let askew = if scene.layout == Layout::Square { Vec::new() } else { std::mem::take(&mut tints) };
        let Layers { under, pieces, over, strips } = Layers::of(picture, geometry, &askew);
        let under = if askew.is_empty() && !marks::lies_under(scene) { None } else { Some(tree(&under, geometry)?) };
        Ok(Drawing { tints, under, pieces, over: tree(&over, geometry)?, strips })
    }

    /// Where it changes the board.
    fn area(&self, geometry: &Geometry) -> Area {
        let mut area = Area::nothing(geometry.width, geometry.height);
        for square in self.tints.iter().flat_map(|(squares, _)| *squares) {
            let (first, end) = tint::corners(geometry, square);
            area.add(first, end);
        }
        for tree in self.under.iter().chain([&self.over]) {
            add_paths(&mut area, tree.root());
        }
        for piece in &self.pieces {
            let (margin, (x, y), wide) = (margin(piece.width) as i32, piece.at, piece.width as i32);
            area.add((x - margin, y - margin), (x + wide + margin, y + wide + margin));
        }
        for (strip, top) in &self.strips {
            area.add((0, *top as i32), (strip.width as i32, (top + strip.height) as i32));
        }
        area
    }
}

/// Adds where the paths of a group are; smoothed edges reach one pixel farther.
fn add_paths(area: &mut Area, group: &Group) {
    for node in group.children() {
        if let Node::Group(group) = node {
            add_paths(area, group);
        } else {
            let place = node.abs_stroke_bounding_box();
            let first = (place.left().floor() as i32 - 1, place.top().floor() as i32 - 1);
            area.add(first, (place.right().ceil() as i32 + 1, place.bottom().ceil() as i32 + 1));
        }
    }
}

/// Elements of a picture as resvg draws them.
fn tree(elements: &str, geometry: &Geometry) -> Result<Tree, RenderError> {
    parse(&svg::document(elements, geometry.width, geometry.height))
}

fn parse(document: &str) -> Result<Tree, RenderError> {
    Tree::from_str(document, &Options::default()).map_err(|e| RenderError::Drawing(e.to_string()))
}

fn draw_tree(canvas: &mut Pixmap, tree: &Tree) {
    resvg::render(tree, Transform::identity(), &mut canvas.as_mut());
}

/// Draws a document.
pub(crate) fn render(canvas: &mut Pixmap, document: &str) -> Result<(), RenderError> {
    draw_tree(canvas, &parse(document)?);
    Ok(())
}
