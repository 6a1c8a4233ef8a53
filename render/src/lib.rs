//! Pictures: a Scene becomes SVG, PNG or an animated GIF; ratings become a graph, tournaments a table.
//!
//! [`svg()`] is the one description of a picture; [`Renderer`] draws the same elements as pixels, keeping what
//! pictures have in common.
#![warn(unreachable_pub)]

pub mod album;
pub mod caption;
pub mod page;
pub mod showcase;
pub mod theme;
pub mod timing;

mod area;
mod board;
mod cache;
mod chart;
mod deflate;
mod geometry;
mod gif;
mod graph;
mod marks;
mod number;
mod palette;
mod pieces;
mod png;
mod raster;
mod sheet;
mod sprite;
mod svg;
mod text;
mod tint;

use turnpost_core::rules::Side;
use turnpost_core::scene::Scene;
use turnpost_core::text::chart::Chart;
use turnpost_core::text::graph::Graph;

use caption::Caption;
use geometry::Geometry;
use theme::Theme;

pub use raster::Renderer;

/// The narrowest picture in which pieces can be told apart.
pub const LEAST_SIZE: u32 = 120;
/// The widest picture, a bound on time and memory.
pub const MOST_SIZE: u32 = 2400;

/// A picture to make.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// What it shows.
    pub scene: Scene,
    /// The side at the bottom.
    pub side: Side,
    /// Its colours.
    pub theme: Theme,
    /// Its width in pixels.
    pub size: u32,
    /// Names, turn and time around the board, if wanted.
    pub caption: Option<Caption>,
}

impl Picture {
    /// A picture from White's side, in the default theme, 800 pixels wide, without caption.
    pub fn new(scene: Scene) -> Picture {
        Picture { scene, side: Side::White, theme: Theme::default(), size: 800, caption: None }
    }

    fn geometry(&self) -> Result<Geometry, RenderError> {
        if (LEAST_SIZE..=MOST_SIZE).contains(&self.size) {
            Ok(Geometry::new(&self.scene, self.side, self.size, self.caption.is_some()))
        } else {
            Err(RenderError::Size(self.size))
        }
    }
}

/// The picture as an SVG document that needs nothing else: no fonts, no scripts, no links.
pub fn svg(picture: &Picture) -> Result<String, RenderError> {
    svg::draw(picture)
}

/// A graph of ratings as such a document.
pub fn graph_svg(graph: &Graph, theme: Theme) -> String {
    graph::draw(graph, theme)
}

/// A picture of an event as such a document.
pub fn chart_svg(chart: &Chart, theme: Theme) -> String {
    chart::draw(chart, theme)
}

/// Why there is no picture.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RenderError {
    /// The size asked for is out of bounds.
    #[error("a picture is {LEAST_SIZE} to {MOST_SIZE} pixels wide, not {0}")]
    Size(u32),
    /// A replay cannot be made so small.
    #[error("no replay of this game fits into {0} bytes")]
    Bound(usize),
    /// Something inside failed; it is nothing a player did.
    #[error("drawing failed: {0}")]
    Drawing(String),
}
