//! The drawings of what stands on squares.
//!
//! Each is a small SVG file in `art/`, 100 units wide, whose classes say what a part is; a theme's ink
//! turns them into colours. Sides differ by lightness and by shape.

use std::fmt::Write as _;

use turnpost_core::rules::Side;
use turnpost_core::scene::{Piece, PieceKind};

use crate::text::{Anchor, outline};
use crate::theme::{Ink, Look};

/// Which drawing, apart from colours and size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Figure {
    /// Something that stands on a square.
    Piece {
        /// What.
        kind: PieceKind,
        /// Whose.
        side: Option<Side>,
        /// Whether its resistance is used up.
        used: bool,
    },
    /// The sign of an empty square of that side's territory.
    Land(Side),
    /// The sign of an empty square where a chosen piece can go.
    Target,
}

impl Figure {
    /// The drawing of that piece.
    pub(crate) fn of(piece: &Piece) -> Figure {
        Figure::Piece { kind: piece.kind, side: piece.side, used: piece.used }
    }

    /// Its SVG elements, in a box of 100 units.
    pub(crate) fn draw(self, look: &Look) -> String {
        let mut svg = String::new();
        match self {
            Figure::Piece { kind, side, used } => {
                let ink = if kind == PieceKind::Arrow { &look.arrow } else { look.ink(side) };
                piece(&mut svg, kind, side, ink);
                if used {
                    coloured(&mut svg, include_str!("../art/used.svg"), ink);
                }
            }
            Figure::Land(side @ Side::White) => {
                coloured(&mut svg, include_str!("../art/land_white.svg"), look.ink(Some(side)));
            }
            Figure::Land(side @ Side::Black) => {
                coloured(&mut svg, include_str!("../art/land_black.svg"), look.ink(Some(side)));
            }
            Figure::Target => {
                let ink = Ink { fill: look.target, line: look.casing, detail: look.casing, shade: look.target };
                coloured(&mut svg, include_str!("../art/target.svg"), &ink);
            }
        }
        svg
    }
}

/// A Diamond Chess piece is a drawing on a base with its letter; any other is just its drawing.
fn piece(svg: &mut String, kind: PieceKind, side: Option<Side>, ink: &Ink) {
    let Some(letter) = letter(kind) else { return coloured(svg, art(kind, side), ink) };
    coloured(svg, base(side), ink);
    coloured(svg, art(kind, side), ink);
    coloured(svg, include_str!("../art/badge.svg"), ink);
    let letter = outline(letter, 17.0, 50.0, 86.0, Anchor::Middle);
    // Writing to a string cannot fail.
    let _ = write!(svg, r#"<path fill="{}" d="{letter}"/>"#, ink.detail);
}

/// The letter of a Diamond Chess piece, upper case for both sides: colour and shape tell whose it is.
fn letter(kind: PieceKind) -> Option<&'static str> {
    Some(match kind {
        PieceKind::Town => "T",
        PieceKind::Cani => "C",
        PieceKind::Gormoror => "G",
        PieceKind::Khtsoyis => "K",
        PieceKind::Herethroy => "H",
        PieceKind::Orren => "O",
        PieceKind::Rassimel => "R",
        PieceKind::Sleeth => "S",
        PieceKind::ZiRi => "Z",
        _ => return None,
    })
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
        PieceKind::Town => include_str!("../art/town.svg"),
        PieceKind::Cani => include_str!("../art/cani.svg"),
        PieceKind::Gormoror => include_str!("../art/gormoror.svg"),
        PieceKind::Khtsoyis => include_str!("../art/khtsoyis.svg"),
        PieceKind::Herethroy => include_str!("../art/herethroy.svg"),
        PieceKind::Orren => include_str!("../art/orren.svg"),
        PieceKind::Rassimel => by_side!("rassimel"),
        PieceKind::Sleeth => include_str!("../art/sleeth.svg"),
        PieceKind::ZiRi => include_str!("../art/ziri.svg"),
    }
}

/// What a Diamond Chess drawing lies on: a round disc for White, one with eight corners for Black.
fn base(side: Option<Side>) -> &'static str {
    match side {
        Some(Side::Black) => include_str!("../art/base_black.svg"),
        _ => include_str!("../art/base_white.svg"),
    }
}

/// Adds the elements of a drawing with its classes turned into colours.
fn coloured(svg: &mut String, art: &str, ink: &Ink) {
    let start = art.find('>').map_or(0, |end| end + 1);
    let end = art.rfind("</svg>").unwrap_or(art.len());
    let mut rest = art.get(start..end).unwrap_or_default().trim();
    while let Some((before, after)) = rest.split_once("class=\"") {
        let (class, behind) = after.split_once('"').unwrap_or((after, ""));
        svg.extend(before.chars().filter(|&c| c != '\n'));
        // Writing to a string cannot fail.
        let _ = paint(svg, class, ink);
        rest = behind;
    }
    svg.extend(rest.chars().filter(|&c| c != '\n'));
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
        "limb" => write!(svg, r#"fill="none" stroke="{detail}" stroke-linejoin="round" stroke-linecap="round""#),
        "shadow" => write!(svg, r##"fill="#000" fill-opacity=".22""##),
        _ => Ok(()),
    }
}
