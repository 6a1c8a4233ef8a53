//! The way of a piece and the way of a shot.

use std::fmt::{self, Write as _};

use turnpost_core::board::Square;

use super::middle;
use crate::board::circle;
use crate::geometry::px;
use crate::theme::Look;

/// How far from the middle of a square an arrow begins and ends.
const GAP: f32 = 34.0;
/// How far from the middle of a square its piece is clear of a line, and of the line's round end.
const ROOM: f32 = 48.0;

/// A solid arrow over the squares, with a dot on each landing in between. It leaves out squares that are `taken`, but for
/// the one it points at.
pub(super) fn path(svg: &mut String, squares: &[Square], taken: impl Fn(&Square) -> bool, look: &Look) -> fmt::Result {
    let ([first, second, ..], [.., before, last]) = (squares, squares) else { return Ok(()) };
    let (tip, neck) = (towards(at(*last), at(*before), GAP), towards(at(*last), at(*before), GAP + 18.0));
    let held = taken(first);
    let start = towards(at(*first), at(*second), if held { ROOM } else { 16.0 });
    let (mut data, mut from) = (format!("M{} {}", px(start.0), px(start.1)), *first);
    for (leg, &to) in squares.iter().enumerate().skip(1) {
        data += &gaps(from, to, &taken);
        // A capture may pass the very square on which it ends.
        let end = if leg + 1 == squares.len() { neck } else { at(to) };
        write!(data, "L{} {}", px(end.0), px(end.1))?;
        from = to;
    }
    let dot = if held { String::new() } else { circle(at(*first).0, at(*first).1, 12.0) };
    let head = head(neck, tip, 15.0);
    // The casing of all parts lies below all of them, so that the arrow is one shape.
    write!(svg, r#"<path stroke="{}" stroke-width="15" d="{data}"/>"#, look.casing)?;
    write!(svg, r#"<path stroke="{0}" stroke-width="7" fill="{0}" d="{head}{dot}"/>"#, look.casing)?;
    write!(svg, r#"<path stroke="{}" stroke-width="8" d="{data}"/>"#, look.path)?;
    write!(svg, r#"<path fill="{}" d="{head}{dot}"/>"#, look.path)?;
    if squares.len() > 2 {
        write!(svg, r#"<path fill="{}" d=""#, look.path)?;
        for square in squares[1..squares.len() - 1].iter().filter(|square| !taken(square)) {
            svg.push_str(&circle(at(*square).0, at(*square).1, 10.0));
        }
        svg.push_str(r#""/>"#);
    }
    Ok(())
}

/// A dotted line with a head; a little aside where it would lie on the arrow of a path. It leaves out squares that are
/// `taken`, but for both ends.
pub(super) fn shot(
    svg: &mut String,
    from: Square,
    to: Square,
    aside: bool,
    taken: impl Fn(&Square) -> bool,
    look: &Look,
) -> fmt::Result {
    let gaps = gaps(from, to, &taken);
    let [from, to] = [from, to].map(at);
    let shift = towards((0.0, 0.0), (from.1 - to.1, to.0 - from.0), if aside { 24.0 } else { 0.0 });
    let [from, to] = [from, to].map(|(x, y)| (x + shift.0, y + shift.1));
    let (start, neck, tip) = (towards(from, to, GAP + 4.0), towards(to, from, GAP + 16.0), towards(to, from, GAP));
    let long = (neck.0 - start.0).hypot(neck.1 - start.1);
    let data = format!("M{} {}{gaps}L{} {}", px(start.0), px(start.1), px(neck.0), px(neck.1));
    if long > 12.0 {
        write!(svg, r#"<path stroke="{}" stroke-width="13" stroke-dasharray="10 18" d="{data}"/>"#, look.casing)?;
        write!(svg, r#"<path stroke="{}" stroke-width="6" stroke-dasharray="10 18" d="{data}"/>"#, look.shot)?;
    }
    let head = head(neck, tip, 13.0);
    write!(svg, r#"<path stroke="{0}" stroke-width="7" fill="{0}" d="{head}"/>"#, look.casing)?;
    write!(svg, r#"<path fill="{}" d="{head}"/>"#, look.shot)
}

/// Path data that leaves out the taken squares on the straight way from one square to another, without both ends.
fn gaps(from: Square, to: Square, taken: &impl Fn(&Square) -> bool) -> String {
    let mut data = String::new();
    let Some((direction, steps)) = from.line_to(to) else { return data };
    let way = std::iter::successors(from.step(direction), |square| square.step(direction));
    let way: Vec<Square> = way.take(usize::from(steps).saturating_sub(1)).collect();
    // Taken squares beside each other are one gap.
    for run in way.chunk_by(|one, next| taken(one) == taken(next)).filter(|run| taken(&run[0])) {
        let (before, behind) = (towards(at(run[0]), at(from), ROOM), towards(at(run[run.len() - 1]), at(to), ROOM));
        let _ = write!(data, "L{} {}M{} {}", px(before.0), px(before.1), px(behind.0), px(behind.1));
    }
    data
}

/// The middle of a square.
fn at(square: Square) -> (f32, f32) {
    let (x, y) = middle(square);
    (x as f32, y as f32)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theme::Theme;

    fn drawn(squares: &[&str], taken: &[&str]) -> String {
        let squares: Vec<Square> = squares.iter().map(|name| Square::at(name)).collect();
        let mut svg = String::new();
        let is_taken = |square: &Square| taken.contains(&square.to_string().as_str());
        path(&mut svg, &squares, is_taken, Theme::Classic.look()).map(|()| svg).unwrap_or_default()
    }

    /// How often the line itself is begun; its head and dot are other elements.
    fn pieces(svg: &str) -> usize {
        let line = svg.split("d=\"").nth(1).and_then(|rest| rest.split('"').next()).unwrap_or_default();
        line.matches('M').count()
    }

    #[test]
    fn a_line_leaves_out_what_has_come_in_its_way() {
        let way = ["d1", "d7"];
        assert_eq!(pieces(&drawn(&way, &[])), 1);
        assert_eq!(pieces(&drawn(&way, &["d4"])), 2);
        assert_eq!(pieces(&drawn(&way, &["d4", "d5"])), 2, "neighbours are one gap");
        assert_eq!(pieces(&drawn(&way, &["d3", "d5"])), 3);
        assert_eq!(
            drawn(&way, &["d7", "e4"]),
            drawn(&way, &[]),
            "where it points, and beside it, nothing is in its way"
        );
        assert_ne!(drawn(&way, &["d1"]), drawn(&way, &[]), "nor does it begin under a piece");
        assert_eq!(pieces(&drawn(&["a1", "c3", "c6"], &["b2", "c5"])), 3, "each leg by itself");
    }
}
