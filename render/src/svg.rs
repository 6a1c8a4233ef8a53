//! Puts a picture together as SVG text, layer by layer.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use turnpost_core::board::{Square, SquareSet};
use turnpost_core::scene::{Mark, Piece, Scene};

use crate::caption::{Strip, title};
use crate::geometry::{Geometry, Spot};
use crate::pieces::Figure;
use crate::theme::{Look, Theme, Tint};
use crate::{Picture, RenderError, board, marks};

/// How much of a taken piece is still visible, in hundredths.
pub(crate) const GHOST: u32 = 40;

/// A drawing in its place, in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Placed {
    /// What is drawn.
    pub figure: Figure,
    /// The width of its box.
    pub width: u32,
    /// The upper left corner of its box.
    pub at: (i32, i32),
    /// Whether it is a taken piece's ghost.
    pub ghost: bool,
}

/// The layers of a picture above the board, from the lowest to the highest.
pub(crate) struct Layers {
    /// What lies between board and pieces, as SVG elements.
    pub under: String,
    /// The pieces.
    pub pieces: Vec<Placed>,
    /// What lies over them, as SVG elements.
    pub over: String,
    /// The caption's strips and where each begins.
    pub strips: Vec<(Strip, u32)>,
}

impl Layers {
    /// Those of a picture, with these tints.
    pub(crate) fn of(picture: &Picture, geometry: &Geometry, tints: &[(SquareSet, Tint)]) -> Layers {
        Layers::in_look(picture, geometry, picture.theme.look(), tints)
    }

    fn in_look(picture: &Picture, geometry: &Geometry, look: &Look, tints: &[(SquareSet, Tint)]) -> Layers {
        Layers {
            under: marks::under(&picture.scene, geometry, look, tints),
            pieces: placed(&picture.scene, geometry),
            over: marks::over(&picture.scene, geometry, look),
            strips: Strip::of(picture, geometry),
        }
    }
}

/// The whole picture.
pub(crate) fn draw(picture: &Picture) -> Result<String, RenderError> {
    let geometry = picture.geometry()?;
    let mut svg = head(geometry.width, geometry.height);
    svg.push_str(&inner(picture, picture.theme.look())?);
    svg.push_str("</svg>\n");
    Ok(svg)
}

/// What stands inside of its root element, in this look of its theme.
pub(crate) fn inner(picture: &Picture, look: &Look) -> Result<String, RenderError> {
    let geometry = picture.geometry()?;
    let layers = Layers::in_look(picture, &geometry, look, &marks::tints(&picture.scene, look));
    let board = board::draw(&picture.scene, &geometry, look);
    let mut svg = format!("<title>{}</title><defs>", escaped(&title(picture)));
    let mut drawings: Vec<(Figure, u32)> = layers.pieces.iter().map(|piece| (piece.figure, piece.width)).collect();
    drawings.sort_unstable();
    drawings.dedup();
    for (id, &(figure, width)) in drawings.iter().enumerate() {
        let _ = write!(svg, r#"<g id="p{id}">{}</g>"#, boxed(&drawing(figure, picture.theme), width));
    }
    let _ = write!(svg, "</defs><g>{board}</g><g>{}</g><g>", layers.under);
    for piece in &layers.pieces {
        let id = drawings.binary_search(&(piece.figure, piece.width)).unwrap_or_default();
        let (x, y) = piece.at;
        let faint = if piece.ghost { format!(r#" opacity=".{GHOST}""#) } else { String::new() };
        let _ = write!(svg, r##"<use href="#p{id}" x="{x}" y="{y}"{faint}/>"##);
    }
    let _ = write!(svg, "</g><g>{}</g>", layers.over);
    for (strip, top) in &layers.strips {
        let _ = write!(svg, r#"<g transform="translate(0 {top})">{}</g>"#, strip.draw(look));
    }
    Ok(svg)
}

/// A document of its own for some elements of a picture, for rasterising them separately.
pub(crate) fn document(elements: &str, width: u32, height: u32) -> String {
    format!("{}{elements}</svg>", head(width, height))
}

/// A piece's drawing scaled to its box.
pub(crate) fn boxed(drawing: &str, width: u32) -> String {
    format!(r#"<g transform="scale({})">{drawing}</g>"#, f64::from(width) / 100.0)
}

/// A figure's elements, remembered: there are a few dozen figures and four themes, and letters take their time.
pub(crate) fn drawing(figure: Figure, theme: Theme) -> Arc<str> {
    type Drawings = Mutex<HashMap<(Figure, Theme), Arc<str>>>;
    static DRAWN: LazyLock<Drawings> = LazyLock::new(Mutex::default);
    let mut drawn = DRAWN.lock().unwrap_or_else(PoisonError::into_inner);
    Arc::clone(drawn.entry((figure, theme)).or_insert_with(|| figure.draw(theme.look()).into()))
}

/// Text that is safe inside an element or a quoted attribute. Characters XML does not allow, and those
/// that only turn the direction of what follows, are left out.
pub(crate) fn escaped(text: &str) -> String {
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

fn head(width: u32, height: u32) -> String {
    format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" role="img">"#
    )
}

/// Signs on empty squares, then ghosts, then pieces, and what these took where they stand now.
fn placed(scene: &Scene, geometry: &Geometry) -> Vec<Placed> {
    let occupied: SquareSet = scene.pieces.iter().map(|piece| piece.at).collect();
    let land = scene.territory.iter().map(|&(at, owner)| (at, Figure::Land(owner)));
    let signs = land.chain(scene.targets.into_iter().map(|at| (at, Figure::Target)));
    let mut placed: Vec<Placed> = signs
        .filter(|&(at, _)| !occupied.contains(at))
        .map(|(at, figure)| place(geometry, figure, at, Spot::Whole))
        .collect();
    let (trophies, ghosts): (Vec<Placed>, Vec<Placed>) =
        taken(scene, geometry).into_iter().partition(|taken| !taken.ghost);
    placed.extend(ghosts);
    for (number, piece) in scene.pieces.iter().enumerate() {
        let second = number > 0 && scene.pieces[number - 1].at == piece.at;
        let spot = if piece.shared { Spot::Half(second) } else { Spot::Whole };
        placed.push(place(geometry, Figure::of(piece), piece.at, spot));
    }
    placed.extend(trophies);
    placed
}

/// The pieces that the last turn took: as ghosts on empty squares; in a corner of the square, small, where
/// what took them stands now.
pub(crate) fn taken(scene: &Scene, geometry: &Geometry) -> Vec<Placed> {
    let taken: Vec<&Piece> = scene
        .marks
        .iter()
        .filter_map(|mark| if let Mark::Captured(piece) = mark { Some(piece) } else { None })
        .collect();
    let place = |(number, piece): (usize, &&Piece)| {
        let others = |of: &[&Piece]| of.iter().any(|other| other.at == piece.at);
        let second = others(&taken[..number]);
        let standing: Vec<&Piece> = scene.pieces.iter().filter(|other| other.at == piece.at).collect();
        let spot = match standing.len() {
            0 if second || others(&taken[number + 1..]) => Spot::Half(second),
            0 => Spot::Whole,
            1 => Spot::Side(second),
            _ => Spot::End(second),
        };
        Placed { ghost: standing.is_empty(), ..place(geometry, Figure::of(piece), piece.at, spot) }
    };
    taken.iter().enumerate().map(place).collect()
}

fn place(geometry: &Geometry, figure: Figure, at: Square, spot: Spot) -> Placed {
    Placed { figure, width: geometry.box_width(spot), at: geometry.box_at(at, spot), ghost: false }
}
