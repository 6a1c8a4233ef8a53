//! The river and its fords (Diamond Chess).

use std::fmt::{self, Write as _};

use turnpost_core::scene::Scene;

use super::cover;
use crate::geometry::{Geometry, px};
use crate::theme::Look;

/// Draws both, if the board has them.
pub(super) fn draw(svg: &mut String, scene: &Scene, geometry: &Geometry, look: &Look) -> fmt::Result {
    if scene.river.is_empty() {
        return Ok(());
    }
    write!(svg, r#"<path transform="{}" fill="{}" d="{}"/>"#, geometry.matrix(), look.water, cover(scene.river))?;
    let h = geometry.cell as f32;
    let crossings: Vec<(f32, f32)> = scene
        .fords
        .iter()
        .map(|&(one, other)| {
            let (a, b) = (geometry.centre(one), geometry.centre(other));
            ((a.0 + b.0) / 2.0, (a.1 + b.1) / 2.0)
        })
        .collect();
    // The water runs through the corners where river squares meet, and the fords lead over it there.
    write!(svg, r#"<path fill="{}" d=""#, look.water)?;
    for &(x, y) in &crossings {
        let (reach, bend) = (px(h * 0.4), px(h * 0.3));
        write!(svg, "M{} {}", px(x - h * 0.4), px(y - h * 0.4))?;
        write!(svg, "q{reach} {bend} {0} 0v{0}q-{reach} -{bend} -{0} 0z", px(h * 0.8))?;
    }
    write!(svg, r#""/><path fill="none" stroke="{}" stroke-width="{}" "#, look.wave, px(h * 0.05))?;
    svg.push_str(r#"stroke-linecap="round" d=""#);
    for square in scene.river {
        let (x, y) = geometry.centre(square);
        for (aside, down, waves) in [(-0.12, -0.42, 1), (-0.26, -0.14, 2), (-0.34, 0.16, 2), (-0.06, 0.44, 1)] {
            write!(svg, "M{} {}", px(x + aside * h), px(y + down * h))?;
            for _ in 0..waves {
                write!(svg, "q{0} -{1} {2} 0t{2} 0", px(h * 0.07), px(h * 0.09), px(h * 0.14))?;
            }
        }
    }
    write!(svg, r#""/><path fill="{}" stroke="{}" stroke-width="{}" d=""#, look.ford, look.rim, px(h * 0.025))?;
    for &(x, y) in &crossings {
        for (aside, down, radius) in [(-0.04, -0.31, 0.115), (0.05, -0.02, 0.13), (-0.05, 0.28, 0.12)] {
            svg.push_str(&super::circle(x + aside * h, y + down * h, radius * h));
        }
    }
    svg.push_str(r#""/>"#);
    Ok(())
}
