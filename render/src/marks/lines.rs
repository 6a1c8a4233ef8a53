//! The way of a piece and the way of a shot.

use std::fmt::{self, Write as _};

use turnpost_core::board::Square;

use super::middle;
use crate::board::circle;
use crate::geometry::px;
use crate::theme::Look;

/// How far from the middle of a square an arrow begins and ends.
const GAP: f32 = 34.0;

/// A solid arrow over the squares, with a dot on each landing in between.
pub(super) fn path(svg: &mut String, squares: &[Square], look: &Look) -> fmt::Result {
    let points: Vec<(f32, f32)> = squares.iter().map(|&at| middle(at)).map(|(x, y)| (x as f32, y as f32)).collect();
    let ([first, second, ..], [.., before, last]) = (points.as_slice(), points.as_slice()) else { return Ok(()) };
    let start = towards(*first, *second, 16.0);
    let tip = towards(*last, *before, GAP);
    let neck = towards(*last, *before, GAP + 18.0);
    let mut data = format!("M{} {}", px(start.0), px(start.1));
    for point in &points[1..points.len() - 1] {
        write!(data, "L{} {}", px(point.0), px(point.1))?;
    }
    write!(data, "L{} {}", px(neck.0), px(neck.1))?;
    let dot = circle(first.0, first.1, 12.0);
    let head = head(neck, tip, 15.0);
    // The casing of all parts lies below all of them, so that the arrow is one shape.
    write!(svg, r#"<path stroke="{}" stroke-width="15" d="{data}"/>"#, look.casing)?;
    write!(svg, r#"<path stroke="{0}" stroke-width="7" fill="{0}" d="{head}{dot}"/>"#, look.casing)?;
    write!(svg, r#"<path stroke="{}" stroke-width="8" d="{data}"/>"#, look.path)?;
    write!(svg, r#"<path fill="{}" d="{head}{dot}"/>"#, look.path)?;
    if points.len() > 2 {
        write!(svg, r#"<path fill="{}" d=""#, look.path)?;
        for point in &points[1..points.len() - 1] {
            svg.push_str(&circle(point.0, point.1, 10.0));
        }
        svg.push_str(r#""/>"#);
    }
    Ok(())
}

/// A dotted line with a head; a little aside where it would lie on the arrow of a path.
pub(super) fn shot(svg: &mut String, from: Square, to: Square, aside: bool, look: &Look) -> fmt::Result {
    let [from, to] = [from, to].map(middle).map(|(x, y)| (x as f32, y as f32));
    let shift = towards((0.0, 0.0), (from.1 - to.1, to.0 - from.0), if aside { 24.0 } else { 0.0 });
    let [from, to] = [from, to].map(|(x, y)| (x + shift.0, y + shift.1));
    let (start, neck, tip) = (towards(from, to, GAP + 4.0), towards(to, from, GAP + 16.0), towards(to, from, GAP));
    let long = (neck.0 - start.0).hypot(neck.1 - start.1);
    let data = format!("M{} {}L{} {}", px(start.0), px(start.1), px(neck.0), px(neck.1));
    if long > 12.0 {
        write!(svg, r#"<path stroke="{}" stroke-width="13" stroke-dasharray="10 18" d="{data}"/>"#, look.casing)?;
        write!(svg, r#"<path stroke="{}" stroke-width="6" stroke-dasharray="10 18" d="{data}"/>"#, look.shot)?;
    }
    let head = head(neck, tip, 13.0);
    write!(svg, r#"<path stroke="{0}" stroke-width="7" fill="{0}" d="{head}"/>"#, look.casing)?;
    write!(svg, r#"<path fill="{}" d="{head}"/>"#, look.shot)
}

/// The point at a distance from one point on the way to another.
fn towards(from: (f32, f32), to: (f32, f32), distance: f32) -> (f32, f32) {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let long = dx.hypot(dy).max(1.0);
    (from.0 + dx / long * distance, from.1 + dy / long * distance)
}

fn head(neck: (f32, f32), tip: (f32, f32), half: f32) -> String {
    let side = towards((0.0, 0.0), (neck.1 - tip.1, tip.0 - neck.0), half);
    let [a, b] = [1.0, -1.0].map(|sign| (neck.0 + sign * side.0, neck.1 + sign * side.1));
    format!("M{} {}L{} {}L{} {}z", px(a.0), px(a.1), px(tip.0), px(tip.1), px(b.0), px(b.1))
}
