//! A board as a part of a web page: the same drawing, whose squares can be links, and whose colours follow the page.
//!
//! A page may not carry styles of its own (its Content-Security-Policy forbids them), so the colours are the names of
//! variables which the site's style sheet defines twice, for light and for dark.

use std::fmt::Write as _;
use std::sync::LazyLock;

use turnpost_core::board::Square;

use crate::theme::{Colour, Ink, Look, Texture, Theme, Tint};
use crate::{Picture, RenderError, svg};

/// A square of a board that is more than a picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// Which.
    pub square: Square,
    /// Where it leads; a square that can't be chosen leads nowhere.
    pub href: Option<String>,
    /// What it is called: `d7, empty`.
    pub label: String,
}

/// How a board on a page gets its colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colours {
    /// They follow the page, which is light or dark.
    OfPage,
    /// They are those of the picture's theme.
    OfTheme,
}

/// The picture as a small drawing, without coordinates: they would be too small to read, and are most of its bytes.
pub fn emblem(picture: &Picture) -> Result<String, RenderError> {
    let look = plain(picture.theme);
    let inner = svg::inner(picture, &Look { coordinates: look.surround, ..*look })?;
    let geometry = picture.geometry()?;
    let (width, height) = (geometry.width, geometry.height);
    Ok(format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">{inner}</svg>"#
    ))
}

/// The picture as an element of a page. With places it is a group of links, one square each, otherwise an image.
pub fn board(picture: &Picture, places: &[Place], colours: Colours) -> Result<String, RenderError> {
    let inner = match colours {
        Colours::OfTheme => svg::inner(picture, plain(picture.theme))?,
        Colours::OfPage => {
            let light = svg::inner(&Picture { theme: Theme::Classic, ..picture.clone() }, plain(Theme::Classic))?;
            let dark = svg::inner(&Picture { theme: Theme::Dark, ..picture.clone() }, plain(Theme::Dark))?;
            named(&light, &dark)
        }
    };
    let geometry = picture.geometry()?;
    let role = if places.is_empty() { "img" } else { "group" };
    let mut board = format!(
        r#"<svg class="board" viewBox="0 0 {0} {1}" width="{0}" height="{1}" role="{role}">"#,
        geometry.width, geometry.height
    );
    board.push_str(&inner);
    if !places.is_empty() {
        // Writing to a string cannot fail.
        let _ = write!(board, r#"<g class="places" transform="{}">"#, geometry.matrix());
        for place in places {
            let (x, y) = (u32::from(place.square.file()) * 100, u32::from(place.square.rank()) * 100);
            let path = format!(r#"<path data-s="{}" d="M{x} {y}h100v100h-100z"/>"#, place.square);
            let _ = match &place.href {
                // The mark inside it can't be tapped: the square can, up to its edge.
                Some(href) => write!(
                    board,
                    r#"<a href="{}" aria-label="{}">{path}<rect x="{}" y="{}" width="84" height="84" rx="14"/></a>"#,
                    svg::escaped(href),
                    svg::escaped(&place.label),
                    x + 8,
                    y + 8
                ),
                None => write!(board, "{path}"),
            };
        }
        board.push_str("</g>");
    }
    board.push_str("</svg>");
    Ok(board)
}

/// The variables of the colours, as declarations for a light page and for a dark one.
pub fn declarations() -> [String; 2] {
    let mut both = [String::new(), String::new()];
    for (number, (light, dark)) in PAIRS.iter().enumerate() {
        let _ = write!(both[0], "--b{number}:{light};");
        let _ = write!(both[1], "--b{number}:{dark};");
    }
    both
}

/// A theme without texture: grain is most of a drawing's bytes, and on a page every byte is sent.
const fn plain(theme: Theme) -> &'static Look {
    const LIGHT: Look = Look { texture: Texture::Plain, ..*Theme::Classic.look() };
    // The two must differ in colours alone.
    const DARK: Look = Look {
        texture: Texture::Plain,
        recent: Tint { percent: LIGHT.recent.percent, ..Theme::Dark.look().recent },
        white_land: Tint { percent: LIGHT.white_land.percent, ..Theme::Dark.look().white_land },
        black_land: Tint { percent: LIGHT.black_land.percent, ..Theme::Dark.look().black_land },
        ..*Theme::Dark.look()
    };
    match theme {
        Theme::Classic => &LIGHT,
        Theme::Dark => &DARK,
        Theme::Contrast | Theme::Paper => theme.look(),
    }
}

/// The light drawing with variables in place of its colours.
fn named(light: &str, dark: &str) -> String {
    let mut drawn = String::with_capacity(light.len() + light.len() / 8);
    let mut parts = (light.split('#'), dark.split('#'));
    drawn.push_str(parts.0.next().unwrap_or_default());
    parts.1.next();
    for (light, dark) in parts.0.zip(parts.1) {
        let pair = colour(light).zip(colour(dark));
        match pair.and_then(|pair| PAIRS.binary_search_by_key(&key(pair), |known| key(*known)).ok()) {
            Some(number) => {
                let _ = write!(drawn, "var(--b{number}){}", light.get(6..).unwrap_or_default());
            }
            None => {
                drawn.push('#');
                drawn.push_str(light);
            }
        }
    }
    drawn
}

/// The colour that a text begins with.
fn colour(text: &str) -> Option<Colour> {
    let digits = text.get(..6).filter(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit()))?;
    u32::from_str_radix(digits, 16).ok().map(Colour)
}

const fn key((light, dark): (Colour, Colour)) -> (u32, u32) {
    (light.0, dark.0)
}

/// Every colour as it is on a light and on a dark page, in order.
static PAIRS: LazyLock<Vec<(Colour, Colour)>> = LazyLock::new(|| {
    let (light, dark) = (plain(Theme::Classic), plain(Theme::Dark));
    let mut pairs: Vec<_> = all(light).into_iter().zip(all(dark)).collect();
    pairs.sort_unstable_by_key(|pair| key(*pair));
    pairs.dedup();
    pairs
});

fn all(look: &Look) -> Vec<Colour> {
    let inks = [look.white, look.black, look.neutral, look.arrow];
    let of_inks = inks.iter().flat_map(|Ink { fill, line, detail, shade }| [*fill, *line, *detail, *shade]);
    let tints = [look.recent, look.white_land, look.black_land].map(|tint| tint.colour);
    let others = [
        look.surround,
        look.border,
        look.rim,
        look.coordinates,
        look.light,
        look.dark,
        look.water,
        look.wave,
        look.ford,
        look.path,
        look.shot,
        look.casing,
        look.target,
        look.chosen,
        look.name,
        look.remark,
        look.turn_band,
        look.turn_name,
    ];
    of_inks.chain(tints).chain(others).collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::showcase::STUDIES;

    #[test]
    fn no_colour_of_any_study_is_left_out() {
        for study in STUDIES.iter() {
            let picture = Picture::new(study.scene().unwrap());
            let drawn = board(&picture, &[], Colours::OfPage).unwrap();
            let left: Vec<&str> = drawn.split('#').skip(1).filter(|part| colour(part).is_some()).collect();
            assert!(left.is_empty(), "{study:?}: {:?}", left.first().map(|part| &part[..6]));
        }
    }

    #[test]
    fn squares_are_links_or_nothing() {
        let picture = Picture::new(STUDIES[0].scene().unwrap());
        let place = |square: &str, href: Option<&str>| Place {
            square: square.parse().unwrap(),
            href: href.map(str::to_owned),
            label: "d7, <empty>".to_owned(),
        };
        let drawn = board(&picture, &[place("d7", Some("?p=d1&x")), place("a1", None)], Colours::OfTheme).unwrap();
        assert!(
            drawn.contains(r#"<a href="?p=d1&amp;x" aria-label="d7, &lt;empty&gt;"><path data-s="d7" d="M300 600h"#)
        );
        assert!(drawn.contains(r#"<path data-s="a1" d="M0 0h100v100h-100z"/>"#) && drawn.contains("role=\"group\""));
    }
}
