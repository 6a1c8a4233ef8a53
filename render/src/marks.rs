//! What is pointed out on a board: the last turn, a chosen piece's targets, territories.
//!
//! Drawn in board units (a square is 100), except where something must stand upright. Every mark has a
//! shape of its own: a path is a solid arrow, a shot a dotted line, and so on; colours only help.

use std::fmt::{self, Write as _};

use turnpost_core::board::{Square, SquareSet};
use turnpost_core::rules::Side;
use turnpost_core::scene::{Layout, Mark, Scene};

use crate::board::{circle, cover};
use crate::geometry::{Geometry, Spot, px};
use crate::svg;
use crate::text::{Anchor, outline};
use crate::theme::{Look, Tint};

mod lines;

/// What lies between the board and the pieces, beginning with these tints.
pub(crate) fn under(scene: &Scene, geometry: &Geometry, look: &Look, tints: &[(SquareSet, Tint)]) -> String {
    let mut svg = format!(r#"<g transform="{}">"#, geometry.matrix());
    // Writing to a string cannot fail.
    for (squares, tint) in tints {
        let _ = tinted(&mut svg, *squares, *tint, scene.layout);
    }
    let _ = chosen(&mut svg, scene, look);
    let _ = bursts(&mut svg, scene, look);
    svg.push_str("</g>");
    let _ = slots(&mut svg, scene, geometry, look);
    svg
}

/// Whether anything but tints lies there.
pub(crate) fn lies_under(scene: &Scene) -> bool {
    let burst = |mark: &Mark| matches!(mark, Mark::Resisted(_));
    scene.chosen.is_some() || !scene.slots.is_empty() || scene.marks.iter().any(burst)
}

/// The squares that are tinted: territories, then where pieces of the last turn left from and stopped.
pub(crate) fn tints(scene: &Scene, look: &Look) -> Vec<(SquareSet, Tint)> {
    let land = |side: Side| -> SquareSet {
        scene.territory.iter().filter(|&&(_, owner)| owner == side).map(|&(square, _)| square).collect()
    };
    let all =
        [(land(Side::White), look.white_land), (land(Side::Black), look.black_land), (recent(scene), look.recent)];
    all.into_iter().filter(|(squares, _)| !squares.is_empty()).collect()
}

/// What lies over the pieces.
pub(crate) fn over(scene: &Scene, geometry: &Geometry, look: &Look) -> String {
    let mut svg =
        format!(r#"<g transform="{}" fill="none" stroke-linecap="round" stroke-linejoin="round">"#, geometry.matrix());
    for (number, mark) in scene.marks.iter().enumerate() {
        // What the turn before the last did must not lie over a piece that has come in its way since.
        let since = |square: &Square| number < scene.earlier && scene.stands(*square);
        let _ = match mark {
            Mark::Path(squares) => lines::path(&mut svg, squares, since, look),
            Mark::Shot { from, to } | Mark::Attack { from, to } => {
                lines::shot(&mut svg, *from, *to, goes_back(scene, *from, *to), since, look)
            }
            Mark::Flipped(at) => ring(&mut svg, *at, 41, look),
            Mark::Captured(_) | Mark::Resisted(_) => Ok(()),
            Mark::Promoted(at) => sparks(&mut svg, *at, look),
            Mark::Placed(at) => brackets(&mut svg, *at, look),
        };
    }
    let _ = targets(&mut svg, scene, look);
    svg.push_str("</g>");
    let _ = crosses(&mut svg, scene, geometry, look);
    svg
}

/// Whether a shot goes back along the way its shooter came.
fn goes_back(scene: &Scene, from: Square, to: Square) -> bool {
    let way = |end: Square| {
        let (x, y) = (i32::from(end.file()) - i32::from(from.file()), i32::from(end.rank()) - i32::from(from.rank()));
        (x.signum(), y.signum())
    };
    scene.marks.iter().any(|mark| match mark {
        Mark::Path(squares) => match squares.as_slice() {
            [.., before, last] => *last == from && way(*before) == way(to),
            _ => false,
        },
        _ => false,
    })
}

/// The middle of a square in board units.
fn middle(square: Square) -> (i32, i32) {
    (i32::from(square.file()) * 100 + 50, i32::from(square.rank()) * 100 + 50)
}

/// A line drawn twice: broad in the casing's colour, then in its own.
fn cased(svg: &mut String, data: &str, colour: crate::theme::Colour, width: u32, look: &Look) -> fmt::Result {
    write!(svg, r#"<path stroke="{}" stroke-width="{}" d="{data}"/>"#, look.casing, width + 6)?;
    write!(svg, r#"<path stroke="{colour}" stroke-width="{width}" d="{data}"/>"#)
}

/// Lays a tint over whole squares. Where these lie straight they end on whole pixels, and smoothing their
/// edges would only take time.
fn tinted(svg: &mut String, squares: SquareSet, tint: Tint, layout: Layout) -> fmt::Result {
    let crisp = if layout == Layout::Square { r#" shape-rendering="crispEdges""# } else { "" };
    write!(svg, r#"<path fill="{}" fill-opacity="{}"{crisp} d="{}"/>"#, tint.colour, tint.opacity(), cover(squares))
}

/// Where pieces of the last turn left from and stopped.
fn recent(scene: &Scene) -> SquareSet {
    let mut ends = SquareSet::EMPTY;
    for mark in &scene.marks {
        match mark {
            Mark::Path(squares) => squares.first().into_iter().chain(squares.last()).for_each(|&at| ends.insert(at)),
            Mark::Placed(at) => ends.insert(*at),
            Mark::Shot { from, .. } | Mark::Attack { from, .. } => ends.insert(*from),
            _ => {}
        }
    }
    ends
}

fn chosen(svg: &mut String, scene: &Scene, look: &Look) -> fmt::Result {
    let Some(square) = scene.chosen else { return Ok(()) };
    let (x, y) = middle(square);
    let frame = format!("M{} {}h86v86h-86z", x - 43, y - 43);
    let tint = look.recent;
    write!(
        svg,
        r#"<path fill="{}" fill-opacity="{}" d="{}"/>"#,
        tint.colour,
        tint.opacity(),
        cover(SquareSet::of(square))
    )?;
    svg.push_str(r#"<g fill="none" stroke-linejoin="round">"#);
    cased(svg, &frame, look.chosen, 8, look)?;
    svg.push_str("</g>");
    Ok(())
}

/// The numbers of a setup's empty squares, on chips like the board's surround, where coordinates can be read too.
fn slots(svg: &mut String, scene: &Scene, geometry: &Geometry, look: &Look) -> fmt::Result {
    if scene.slots.is_empty() {
        return Ok(());
    }
    let radius = geometry.box_width(Spot::Whole) as f32 * 0.23;
    write!(
        svg,
        r#"<path fill="{}" stroke="{}" stroke-width="{}" d=""#,
        look.surround,
        look.coordinates,
        px(radius * 0.1)
    )?;
    for &(square, _) in &scene.slots {
        let (x, y) = geometry.centre(square);
        svg.push_str(&circle(x, y, radius));
    }
    write!(svg, r#""/><path fill="{}" d=""#, look.coordinates)?;
    for &(square, number) in &scene.slots {
        let (x, y) = geometry.centre(square);
        svg.push_str(&outline(&number.to_string(), radius * 1.1, x, y, Anchor::Middle));
    }
    svg.push_str(r#""/>"#);
    Ok(())
}

/// Rings around what stands on squares where the chosen piece can go. Empty ones have a [`Figure::Target`].
fn targets(svg: &mut String, scene: &Scene, look: &Look) -> fmt::Result {
    for square in scene.targets & scene.pieces.iter().map(|piece| piece.at).collect() {
        let (x, y) = middle(square);
        cased(svg, &circle(x as f32, y as f32, 42.0), look.target, 7, look)?;
    }
    Ok(())
}

fn ring(svg: &mut String, at: Square, radius: i32, look: &Look) -> fmt::Result {
    let (x, y) = middle(at);
    cased(svg, &circle(x as f32, y as f32, radius as f32), look.shot, 6, look)
}

/// Over the pieces that were taken: a cross on a ghost, a stroke through a small one, upright on every board.
fn crosses(svg: &mut String, scene: &Scene, geometry: &Geometry, look: &Look) -> fmt::Result {
    let mut data = String::new();
    for taken in svg::taken(scene, geometry) {
        let (wide, [x, y]) = (taken.width as f32, [taken.at.0, taken.at.1].map(|edge| edge as f32));
        let arm = wide * if taken.ghost { 0.15 } else { 0.32 };
        let [left, top, bottom] = [x - arm, y - arm, y + arm].map(|edge| px(edge + wide / 2.0));
        let long = px(arm * 2.0);
        write!(data, "M{left} {bottom}l{long} -{long}")?;
        if taken.ghost {
            write!(data, "M{left} {top}l{long} {long}")?;
        }
    }
    if data.is_empty() {
        return Ok(());
    }
    let unit = geometry.box_width(Spot::Whole) as f32 / 100.0;
    svg.push_str(r#"<g fill="none" stroke-linecap="round">"#);
    for (colour, width) in [(look.casing, unit * 11.0), (look.shot, unit * 5.0)] {
        write!(svg, r#"<path stroke="{colour}" stroke-width="{}" d="{data}"/>"#, px(width))?;
    }
    svg.push_str("</g>");
    Ok(())
}

/// A spiky star behind a piece: the blow glanced off.
fn bursts(svg: &mut String, scene: &Scene, look: &Look) -> fmt::Result {
    for mark in &scene.marks {
        let Mark::Resisted(at) = mark else { continue };
        let (x, y) = middle(*at);
        write!(svg, r#"<path fill="{}" stroke="{}" stroke-width="4" d=""#, look.shot, look.casing)?;
        for spike in 0..28 {
            let radius = if spike % 2 == 0 { 62.0 } else { 48.0 };
            let (sin, cos) = (spike as f32 * std::f32::consts::PI / 14.0).sin_cos();
            let letter = if spike == 0 { 'M' } else { 'L' };
            write!(svg, "{letter}{} {}", px(x as f32 + radius * cos), px(y as f32 + radius * sin))?;
        }
        svg.push_str(r#"z"/>"#);
    }
    Ok(())
}

/// Rays in the corners of the square where a man became a king.
fn sparks(svg: &mut String, at: Square, look: &Look) -> fmt::Result {
    let (x, y) = middle(at);
    let mut data = String::new();
    for (sx, sy) in [(1, 1), (-1, 1), (1, -1), (-1, -1)] {
        write!(data, "M{} {}L{} {}", x + 33 * sx, y + 33 * sy, x + 43 * sx, y + 43 * sy)?;
    }
    cased(svg, &data, look.path, 8, look)
}

fn brackets(svg: &mut String, at: Square, look: &Look) -> fmt::Result {
    let (x, y) = middle(at);
    let mut data = String::new();
    for (sx, sy) in [(1, 1), (-1, 1), (1, -1), (-1, -1)] {
        write!(data, "M{} {}h{}v{}", x + 25 * sx, y + 43 * sy, 18 * sx, -18 * sy)?;
    }
    cased(svg, &data, look.path, 6, look)
}
