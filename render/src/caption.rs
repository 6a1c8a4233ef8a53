//! The caption: who plays, whose turn it is, and a few words beside each name.

use std::fmt::Write as _;

use turnpost_core::rules::Side;
use turnpost_core::scene::PieceKind;

use crate::Picture;
use crate::geometry::{self, Geometry, px};
use crate::pieces::Figure;
use crate::svg::boxed;
use crate::text::{Anchor, fitted, outline, width};
use crate::theme::{Colour, Look};

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
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
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
}

impl Strip {
    /// The strips of a picture and where each begins: the viewer's below the board, the other's above.
    pub(crate) fn of(picture: &Picture, geometry: &Geometry) -> Vec<(Strip, u32)> {
        let Some(caption) = &picture.caption else { return Vec::new() };
        let strip = |side: Side| Strip {
            side,
            moving: picture.scene.to_move == Some(side),
            seat: caption.seat(side).clone(),
            emblem: picture.scene.game.emblem(),
            width: geometry.width,
            height: geometry.strip,
            margin: geometry.left,
        };
        vec![(strip(geometry.side.other()), 0), (strip(geometry.side), geometry.height - geometry.strip)]
    }

    /// Its SVG elements, from its own upper left corner.
    pub(crate) fn draw(&self, look: &Look) -> String {
        let mut svg = String::with_capacity(8 * 1024);
        let (high, middle) = (self.height as f32, self.height as f32 / 2.0);
        let (left, right) = (self.margin as f32, (self.width - self.margin) as f32);
        let (name_colour, remark_colour) =
            if self.moving { (look.turn_name, look.turn_name) } else { (look.name, look.remark) };
        if self.moving {
            let (x, wide) = (left - high * 0.1, right - left + high * 0.2);
            rounded(&mut svg, (x, high * 0.13), (wide, high * 0.76), high * 0.24, look.turn_band);
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

        let (name_size, remark_size) = (high * 0.4, high * 0.34);
        let remark = if self.moving && self.seat.remark.is_empty() { "to move" } else { &self.seat.remark };
        let remark = fitted(remark, remark_size, (right - left) * 0.45);
        let name_left = left + high * 0.9;
        let free = right - high * 0.5 - width(&remark, remark_size) - name_left;
        let name = fitted(&self.seat.name, name_size, free);
        let name = outline(&name, name_size, name_left, middle, Anchor::Start);
        let remark = outline(&remark, remark_size, right - high * 0.2, middle, Anchor::End);
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
