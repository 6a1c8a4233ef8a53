//! The drawings of what stands on squares.
//!
//! Each is a small SVG file in `art/`, 100 units wide, whose classes say what a part is; a theme's ink
//! turns them into colours. Sides differ by lightness and by shape.

use std::fmt::Write as _;

use turnpost_core::rules::Side;
use turnpost_core::scene::{Piece, PieceKind};

use crate::theme::{Ink, Look};

/// Which drawing, apart from colours and size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Token {
    /// What.
    pub kind: PieceKind,
    /// Whose.
    pub side: Option<Side>,
    /// Whether its resistance is used up.
    pub used: bool,
}

impl Token {
    /// The drawing of that piece.
    pub fn of(piece: &Piece) -> Token {
        Token { kind: piece.kind, side: piece.side, used: piece.used }
    }

    /// Its SVG elements, in a box of 100 units.
    pub fn draw(self, look: &Look) -> String {
        let ink = if self.kind == PieceKind::Arrow { &look.arrow } else { look.ink(self.side) };
        coloured(art(self.kind, self.side), ink)
    }
}

fn art(kind: PieceKind, side: Option<Side>) -> &'static str {
    macro_rules! by_side {
        ($name:literal) => {
            match side {
                Some(Side::Black) => include_str!(concat!("../art/", $name, "_black.svg")),
                _ => include_str!(concat!("../art/", $name, "_white.svg")),
            }
        };
    }
    match kind {
        PieceKind::Amazon => by_side!("amazon"),
        PieceKind::Arrow => include_str!("../art/arrow.svg"),
        PieceKind::Stone => by_side!("stone"),
        PieceKind::NeutralStone => include_str!("../art/neutral.svg"),
        PieceKind::Man => by_side!("man"),
        PieceKind::King => by_side!("king"),
        _ => include_str!("../art/neutral.svg"),
    }
}

/// The elements of a drawing with its classes turned into colours.
fn coloured(art: &str, ink: &Ink) -> String {
    let start = art.find('>').map_or(0, |end| end + 1);
    let end = art.rfind("</svg>").unwrap_or(art.len());
    let mut svg = String::with_capacity(2 * art.len());
    let mut rest = art.get(start..end).unwrap_or_default();
    while let Some((before, after)) = rest.split_once("class=\"") {
        let (class, behind) = after.split_once('"').unwrap_or((after, ""));
        svg.push_str(before);
        // Writing to a string cannot fail.
        let _ = paint(&mut svg, class, ink);
        rest = behind;
    }
    svg.push_str(rest);
    svg.retain(|c| c != '\n');
    svg
}

fn paint(svg: &mut String, class: &str, ink: &Ink) -> std::fmt::Result {
    let Ink { fill, line, detail, shade } = ink;
    match class {
        "body" => write!(svg, r#"fill="{fill}" stroke="{line}" stroke-width="4" stroke-linejoin="round""#),
        "fill" => write!(svg, r#"fill="{fill}""#),
        "shade" => write!(svg, r#"fill="{shade}""#),
        "detail" => write!(svg, r#"fill="{detail}""#),
        "stroke" => write!(svg, r#"fill="none" stroke="{detail}" stroke-linejoin="round""#),
        "line" => write!(svg, r#"fill="{line}""#),
        "outline" => write!(svg, r#"fill="none" stroke="{line}" stroke-linejoin="round" stroke-linecap="round""#),
        "rim" => write!(svg, r#"fill="none" stroke="{fill}" stroke-linejoin="round" stroke-linecap="round""#),
        "shadow" => write!(svg, r##"fill="#000" fill-opacity=".22""##),
        _ => Ok(()),
    }
}
