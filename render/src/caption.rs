//! The caption: who plays, whose turn it is, and a few words beside each name.

use std::fmt::Write as _;

use turnpost_core::rules::Side;
use turnpost_core::scene::{PieceKind, Scene};

use crate::Picture;
use crate::geometry::{Geometry, px};
use crate::pieces::Token;
use crate::svg::boxed;
use crate::text::{Anchor, fitted, outline, width};
use crate::theme::Look;

/// What the caption says. All texts may come from players: they are drawn as outlines, cut where they
/// are too long.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Caption {
    /// White's strip.
    pub white: Seat,
    /// Black's strip.
    pub black: Seat,
}

/// One player's strip.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Seat {
    /// The player's name.
    pub name: String,
    /// A few words at the other end of the strip: time left, or how the game ended.
    pub remark: String,
}

impl Caption {
    /// That side's strip.
    pub fn seat(&self, side: Side) -> &Seat {
        match side {
            Side::White => &self.white,
            Side::Black => &self.black,
        }
    }
}

/// Both strips: the viewer's below the board, the other's above.
pub fn draw(caption: &Caption, scene: &Scene, geometry: &Geometry, look: &Look) -> String {
    let mut svg = String::new();
    let below = geometry.height - geometry.strip;
    // Writing to a string cannot fail.
    let _ = strip(&mut svg, caption, scene, geometry, look, geometry.side.other(), 0);
    let _ = strip(&mut svg, caption, scene, geometry, look, geometry.side, below);
    svg
}

/// One line that says what the picture shows.
pub fn title(picture: &Picture) -> String {
    let scene = &picture.scene;
    let mut title = format!("{}, turn {}", scene.game.title(), scene.turn);
    if let Some(caption) = &picture.caption {
        let _ = write!(title, ", {} (White) against {} (Black)", caption.white.name, caption.black.name);
    }
    match scene.to_move {
        Some(side) => {
            let _ = write!(title, ", {side} to move");
        }
        None => title.push_str(", over"),
    }
    title
}

fn strip(
    svg: &mut String,
    caption: &Caption,
    scene: &Scene,
    geometry: &Geometry,
    look: &Look,
    side: Side,
    top: u32,
) -> std::fmt::Result {
    let seat = caption.seat(side);
    let high = geometry.strip as f32;
    let line = (geometry.width as f32 / 400.0).round().max(1.0);
    let (left, right) = (geometry.left as f32, (geometry.width - geometry.left) as f32);
    let middle = top as f32 + high / 2.0;
    let moving = scene.to_move == Some(side);
    let (name_colour, remark_colour) = if moving { (look.turn_name, look.turn_name) } else { (look.name, look.remark) };
    if moving {
        let (x, y) = (left - high * 0.1, top as f32 + high * 0.12 + line / 2.0);
        let (w, h) = (right - left + high * 0.2, high * 0.76);
        write!(
            svg,
            r#"<rect x="{}" y="{}" width="{}" height="{}" rx="{}" fill="{}"/>"#,
            px(x),
            px(y),
            px(w),
            px(h),
            px(h * 0.3),
            look.turn_band
        )?;
    }
    let token = Token { kind: emblem(scene), side: Some(side), used: false };
    let size = (high * 0.68).round();
    write!(
        svg,
        r#"<g transform="translate({} {})">{}</g>"#,
        px(left + high * 0.06),
        px((middle - size / 2.0).round()),
        boxed(token, size as u32, look)
    )?;
    let (name_size, remark_size) = (high * 0.4, high * 0.34);
    let remark = if moving && seat.remark.is_empty() { "to move" } else { &seat.remark };
    let remark = fitted(remark, remark_size, (right - left) * 0.45);
    let name_left = left + high * 0.9;
    let free = right - high * 0.3 - width(&remark, remark_size) - high * 0.3 - name_left;
    let name = fitted(&seat.name, name_size, free);
    let name = outline(&name, name_size, name_left, middle, Anchor::Start);
    let remark = outline(&remark, remark_size, right - high * 0.2, middle, Anchor::End);
    write!(svg, r#"<path fill="{name_colour}" d="{name}"/><path fill="{remark_colour}" d="{remark}"/>"#)
}

fn emblem(scene: &Scene) -> PieceKind {
    use turnpost_core::rules::GameKind;
    match scene.game {
        GameKind::Amazons => PieceKind::Amazon,
        GameKind::Desdemona => PieceKind::Stone,
        GameKind::Dameo => PieceKind::Man,
        GameKind::Diamond => PieceKind::Town,
    }
}
