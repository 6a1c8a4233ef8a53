//! The caption: who plays, whose turn it is, and a few words beside each name.

use std::fmt::Write as _;

use turnpost_core::rules::Side;
use turnpost_core::scene::PieceKind;

use crate::Picture;
use crate::geometry::{self, Geometry, px};
use crate::pieces::Figure;
use crate::svg::boxed;
use crate::text::{Anchor, fitted, is_drawable, outline, width};
use crate::theme::{Colour, Look};

pub use turnpost_core::text::caption::{Caption, Seat};

/// One strip of a picture: all that its drawing depends on.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Strip {
    /// Whose it is.
    pub side: Side,
    /// Whether that player is to move.
    pub moving: bool,
    /// What the player is called and what is said of him.
    pub seat: Seat,
    /// Which piece stands for the side.
    pub emblem: PieceKind,
    /// Its width.
    pub width: u32,
    /// Its height.
    pub height: u32,
    /// How far its contents stay from the picture's edge.
    pub margin: u32,
    /// How far words may reach from either side, where the board stands between them.
    pub half: Option<u32>,
}

impl Strip {
    /// The strips of a picture and where each begins: the viewer's below the board, the other's above.
    pub(crate) fn of(picture: &Picture, geometry: &Geometry) -> Vec<(Strip, u32)> {
        let Some(caption) = &picture.caption else { return Vec::new() };
        let half = geometry.strip_half();
        let strip = |side: Side| Strip {
            side,
            moving: picture.scene.to_move == Some(side),
            seat: caption.seat(side).clone(),
            emblem: picture.scene.game.emblem(),
            width: geometry.width,
            height: geometry.strip,
            margin: if half.is_some() { geometry.strip / 4 } else { geometry.left },
            half,
        };
        vec![(strip(geometry.side.other()), 0), (strip(geometry.side), geometry.height - geometry.strip)]
    }

    /// Its SVG elements, from its own upper left corner.
    pub(crate) fn draw(&self, look: &Look) -> String {
        let mut svg = String::with_capacity(8 * 1024);
        let (high, middle) = (self.height as f32, self.height as f32 / 2.0);
        let (left, right) = (self.margin as f32, (self.width - self.margin) as f32);
        let (name_size, remark_size) = (high * 0.42, high * 0.36);
        let remark = if self.moving && self.seat.remark.is_empty() { "to move" } else { &self.seat.remark };
        let (name_left, remark_right) = (left + high * 0.9, right - high * 0.2);
        let half = self.half.map(|half| half as f32);
        let remark = fitted(remark, remark_size, half.map_or((right - left) * 0.45, |half| half - high * 0.5));
        let remark_wide = width(&remark, remark_size);
        let name_most = half.map_or(remark_right - high * 0.3 - remark_wide - name_left, |half| half - name_left);
        // The font is Latin, Greek and Cyrillic; boxes in place of other letters would name nobody.
        let side = self.side.to_string();
        let name = if is_drawable(&self.seat.name) { &self.seat.name } else { &side };
        let name = fitted(name, name_size, name_most);
        let (name_colour, remark_colour) =
            if self.moving { (look.turn_name, look.turn_name) } else { (look.name, look.remark) };
        if self.moving {
            let edge = high * 0.1;
            let mut band = |from: f32, to: f32| {
                rounded(&mut svg, (from, high * 0.13), (to - from, high * 0.76), high * 0.24, look.turn_band);
            };
            if half.is_some() {
                band(left - edge, name_left + width(&name, name_size) + high * 0.3);
                band(remark_right - remark_wide - high * 0.3, right + edge);
            } else {
                band(left - edge, right + edge);
            }
        }
        // The emblem lies on a chip of board, where it can be told from any ground.
        let (chip, size) = ((high * 0.66).round(), (high * 0.6).round());
        let (x, y) = ((left + high * 0.04).round(), (middle - chip / 2.0).round());
        rounded(&mut svg, (x, y), (chip, chip), chip * 0.2, look.light);
        let inset = ((chip - size) / 2.0).round();
        let figure = Figure::Piece { kind: self.emblem, side: Some(self.side), used: false };
        let at = geometry::translate(x + inset, y + inset);
        // Writing to a string cannot fail.
        let _ = write!(svg, r#"<g transform="{at}">{}</g>"#, boxed(&figure.draw(look), size as u32));

        let name = outline(&name, name_size, name_left, middle, Anchor::Start);
        let remark = outline(&remark, remark_size, remark_right, middle, Anchor::End);
        let _ = write!(svg, r#"<path fill="{name_colour}" d="{name}"/><path fill="{remark_colour}" d="{remark}"/>"#);
        svg
    }
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

fn rounded(svg: &mut String, (x, y): (f32, f32), (wide, high): (f32, f32), radius: f32, colour: Colour) {
    let [x, y, wide, high, radius] = [x, y, wide, high, radius].map(px);
    let _ = write!(svg, r#"<rect x="{x}" y="{y}" width="{wide}" height="{high}" rx="{radius}" fill="{colour}"/>"#);
}
