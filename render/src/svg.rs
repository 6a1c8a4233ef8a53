//! Puts a picture together as SVG text, layer by layer.

use std::fmt::Write as _;

use turnpost_core::scene::{Mark, Piece, Scene};

use crate::geometry::Geometry;
use crate::pieces::Token;
use crate::theme::Look;
use crate::{Picture, RenderError, board, caption, marks};

/// How much of a taken piece is still seen, in hundredths.
pub const GHOST: u32 = 40;

/// A drawing on its place, in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placed {
    /// What is drawn.
    pub token: Token,
    /// The width of its box.
    pub width: u32,
    /// The upper left corner of its box.
    pub at: (i32, i32),
    /// Whether it is a taken piece's ghost.
    pub ghost: bool,
}

/// The layers of a picture, from the lowest to the highest. All but the pieces are SVG elements.
pub struct Layers {
    /// The board, the same for every scene of a game.
    pub board: String,
    /// What lies between board and pieces.
    pub under: String,
    /// The pieces.
    pub pieces: Vec<Placed>,
    /// What lies over them, and the caption.
    pub over: String,
}

/// The layers of a picture above the board.
pub fn upper_layers(picture: &Picture, geometry: &Geometry) -> Layers {
    let look = picture.theme.look();
    let mut over = marks::over(&picture.scene, geometry, look);
    if let Some(words) = &picture.caption {
        over.push_str(&caption::draw(words, &picture.scene, geometry, look));
    }
    Layers {
        board: String::new(),
        under: marks::under(&picture.scene, geometry, look),
        pieces: placed(&picture.scene, geometry),
        over,
    }
}

/// The whole picture.
pub fn draw(picture: &Picture) -> Result<String, RenderError> {
    let look = picture.theme.look();
    let geometry = picture.geometry()?;
    let mut layers = upper_layers(picture, &geometry);
    layers.board = board::draw(&picture.scene, &geometry, look);
    let mut svg = head(&geometry);
    let _ = write!(svg, "<title>{}</title>", escaped(&caption::title(picture)));
    svg.push_str("<defs>");
    let mut drawings: Vec<(Token, u32)> = layers.pieces.iter().map(|piece| (piece.token, piece.width)).collect();
    drawings.sort_unstable();
    drawings.dedup();
    for (id, &(token, width)) in drawings.iter().enumerate() {
        let _ = write!(svg, r#"<g id="p{id}">{}</g>"#, boxed(token, width, look));
    }
    let _ = write!(svg, "</defs><g>{}</g><g>{}</g><g>", layers.board, layers.under);
    for piece in &layers.pieces {
        let id = drawings.binary_search(&(piece.token, piece.width)).unwrap_or_default();
        let (x, y) = piece.at;
        let faint = if piece.ghost { format!(r#" opacity=".{GHOST}""#) } else { String::new() };
        let _ = write!(svg, r##"<use href="#p{id}" x="{x}" y="{y}"{faint}/>"##);
    }
    let _ = writeln!(svg, "</g><g>{}</g></svg>", layers.over);
    Ok(svg)
}

/// A document of its own for some elements of a picture, for rasterising them apart.
pub fn document(elements: &str, geometry: &Geometry) -> String {
    format!("{}{elements}</svg>", head(geometry))
}

/// A piece's drawing scaled to its box.
pub fn boxed(token: Token, width: u32, look: &Look) -> String {
    format!(r#"<g transform="scale({})">{}</g>"#, f64::from(width) / 100.0, token.draw(look))
}

/// Text that is safe inside of an element or a quoted attribute. Characters XML does not allow, and those
/// that only turn the direction of what follows, are left out.
pub fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            '\u{fffe}' | '\u{ffff}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {}
            c if c.is_control() => safe.push(' '),
            c => safe.push(c),
        }
    }
    safe
}

fn head(geometry: &Geometry) -> String {
    let Geometry { width, height, .. } = geometry;
    format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" role="img">"#
    )
}

/// Ghosts first: the piece that took one may stand where it stood.
fn placed(scene: &Scene, geometry: &Geometry) -> Vec<Placed> {
    let captured = scene.marks.iter().filter_map(|mark| match mark {
        Mark::Captured(piece) => Some((piece, true)),
        _ => None,
    });
    let mut placed: Vec<Placed> = Vec::with_capacity(scene.pieces.len());
    let mut lower: Option<&Piece> = None;
    for (piece, ghost) in captured.chain(scene.pieces.iter().map(|piece| (piece, false))) {
        let second = lower.is_some_and(|lower| lower.at == piece.at);
        let sharing = (piece.shared && !ghost).then_some(u8::from(second));
        lower = Some(piece).filter(|_| !ghost);
        placed.push(Placed {
            token: Token::of(piece),
            width: geometry.box_width(sharing.is_some()),
            at: geometry.box_at(piece.at, sharing),
            ghost,
        });
    }
    placed
}
