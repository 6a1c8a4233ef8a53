//! The board without its pieces: what is the same in every picture of a game, and so is drawn once and kept.

use std::fmt::Write as _;

use turnpost_core::board::{Square, SquareSet};
use turnpost_core::scene::{Layout, Scene};

use crate::geometry::{Geometry, px};
use crate::text::{Anchor, outline};
use crate::theme::{Look, Texture};

mod grain;
mod river;

/// Everything below the pieces, as SVG elements.
pub(crate) fn draw(scene: &Scene, geometry: &Geometry, look: &Look) -> String {
    let mut svg = String::with_capacity(16 * 1024);
    // Writing to a string cannot fail; so throughout this crate.
    let _ = ground(&mut svg, geometry, look);
    let _ = write!(svg, r#"<g transform="{}">"#, geometry.matrix());
    let _ = squares(&mut svg, scene, look);
    let _ = edge(&mut svg, scene, look);
    svg.push_str("</g>");
    let _ = river::draw(&mut svg, scene, geometry, look);
    // Where nobody could see them, they are only bytes.
    if look.coordinates != look.surround {
        let _ = coordinates(&mut svg, geometry, look);
    }
    svg
}

/// Whether a square is a dark one; a1 is, on every board.
pub(crate) fn is_dark(square: Square) -> bool {
    (square.file() + square.rank()).is_multiple_of(2)
}

/// Path data that covers these squares, in board units.
pub(crate) fn cover(set: SquareSet) -> String {
    let mut data = String::new();
    for square in set {
        let (x, y) = (u32::from(square.file()) * 100, u32::from(square.rank()) * 100);
        let _ = write!(data, "M{x} {y}h100v100h-100z");
    }
    data
}

fn ground(svg: &mut String, geometry: &Geometry, look: &Look) -> std::fmt::Result {
    let Geometry { width, height, .. } = *geometry;
    let line = (width as f32 / 400.0).round().max(1.0);
    write!(svg, r#"<path fill="{}" d="M0 0h{width}v{height}h-{width}z"/>"#, look.surround)?;
    write!(
        svg,
        r#"<rect x="{0}" y="{0}" width="{1}" height="{2}" fill="none" stroke="{3}" stroke-width="{line}"/>"#,
        line / 2.0,
        width as f32 - line,
        height as f32 - line,
        look.border,
    )
}

fn squares(svg: &mut String, scene: &Scene, look: &Look) -> std::fmt::Result {
    let (files, ranks) = (u32::from(scene.files) * 100, u32::from(scene.ranks) * 100);
    let board = SquareSet::board(scene.files, scene.ranks);
    let dark: SquareSet = board.into_iter().filter(|&square| is_dark(square)).collect();
    let all = format!("M0 0h{files}v{ranks}h-{files}z");
    write!(svg, r#"<path fill="none" stroke="{}" stroke-width="6" d="{all}"/>"#, look.rim)?;
    write!(svg, r#"<path fill="{}" d="{all}"/><path fill="{}" d="{}"/>"#, look.light, look.dark, cover(dark))?;
    if let Some(colour) = look.grid {
        let crisp = if scene.layout == Layout::Square { r#" shape-rendering="crispEdges""# } else { "" };
        write!(svg, r#"<path fill="none" stroke="{colour}" stroke-width="1.6"{crisp} d=""#)?;
        (100..files).step_by(100).try_for_each(|x| write!(svg, "M{x} 0v{ranks}"))?;
        (100..ranks).step_by(100).try_for_each(|y| write!(svg, "M0 {y}h{files}"))?;
        svg.push_str(r#""/>"#);
    }
    if look.texture == Texture::Plain {
        return Ok(());
    }
    let width = grain::WIDTH;
    for (set, colour) in [(board - dark, look.grain_light), (dark, look.grain_dark)] {
        let data = grain::lines(set, look.texture);
        if !data.is_empty() {
            write!(
                svg,
                r#"<path fill="none" stroke="{colour}" stroke-width="{width}" shape-rendering="crispEdges" d="{data}"/>"#
            )?;
        }
    }
    Ok(())
}

/// A rim with a rule of its own is set apart by a veil and a dotted line (Desdemona's border rule).
fn edge(svg: &mut String, scene: &Scene, look: &Look) -> std::fmt::Result {
    if scene.edge.is_empty() || scene.files < 3 || scene.ranks < 3 {
        return Ok(());
    }
    let (files, ranks) = (u32::from(scene.files) * 100 - 200, u32::from(scene.ranks) * 100 - 200);
    write!(svg, r#"<path fill="{}" fill-opacity=".1" d="{}"/>"#, look.rim, cover(scene.edge))?;
    write!(
        svg,
        r#"<path fill="none" stroke="{}" stroke-width="4" stroke-linecap="round" stroke-dasharray="0 12.5" d="M100 100h{files}v{ranks}h-{files}z"/>"#,
        look.rim,
    )
}

fn coordinates(svg: &mut String, geometry: &Geometry, look: &Look) -> std::fmt::Result {
    let margin = geometry.left as f32;
    let (size, gap) = match geometry.layout {
        Layout::Square => (margin * 0.54, margin * 0.5 / geometry.cell as f32),
        Layout::Diamond => (geometry.cell as f32 * 0.5, 0.36),
    };
    let (files, ranks) = (f32::from(geometry.files), f32::from(geometry.ranks));
    write!(svg, r#"<path fill="{}" d=""#, look.coordinates)?;
    let mut label = |text: &str, at: (f32, f32)| svg.push_str(&outline(text, size, at.0, at.1, Anchor::Middle));
    for file in 0..geometry.files {
        let (letter, along) = (char::from(b'a' + file).to_string(), f32::from(file) + 0.5);
        label(&letter, geometry.pixel(along, -gap));
        label(&letter, geometry.pixel(along, ranks + gap));
    }
    for rank in 0..geometry.ranks {
        let (number, along) = ((rank + 1).to_string(), f32::from(rank) + 0.5);
        label(&number, geometry.pixel(-gap, along));
        label(&number, geometry.pixel(files + gap, along));
    }
    svg.push_str(r#""/>"#);
    Ok(())
}

/// A circle as path data.
pub(crate) fn circle(x: f32, y: f32, radius: f32) -> String {
    let (r, d) = (px(radius), px(radius * 2.0));
    format!("M{} {}a{r} {r} 0 1 0 {d} 0a{r} {r} 0 1 0 -{d} 0z", px(x - radius), px(y))
}
