//! The themes: every colour of a picture, by what it means there.
//!
//! Nothing is told apart by hue alone: the tests compute contrasts of these colours, also as people with
//! the common colour blindnesses see them.

use std::fmt;
use std::str::FromStr;

mod looks;
#[cfg(test)]
mod safety;

/// A named set of colours and textures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Theme {
    /// Maple and walnut.
    #[default]
    Classic,
    /// Slate, for dark rooms.
    Dark,
    /// As much contrast as a screen has; WCAG AA for everything that carries meaning.
    Contrast,
    /// Black and white, for print.
    Paper,
}

impl Theme {
    /// All themes, the default first.
    pub const ALL: [Theme; 4] = [Theme::Classic, Theme::Dark, Theme::Contrast, Theme::Paper];

    /// Its name in commands and settings.
    pub const fn name(self) -> &'static str {
        match self {
            Theme::Classic => "classic",
            Theme::Dark => "dark",
            Theme::Contrast => "contrast",
            Theme::Paper => "paper",
        }
    }

    /// Its colours.
    pub const fn look(self) -> &'static Look {
        match self {
            Theme::Classic => &looks::CLASSIC,
            Theme::Dark => &looks::DARK,
            Theme::Contrast => &looks::CONTRAST,
            Theme::Paper => &looks::PAPER,
        }
    }
}

impl fmt::Display for Theme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Any case, spaces around it ignored.
impl FromStr for Theme {
    type Err = UnknownTheme;
    fn from_str(text: &str) -> Result<Theme, UnknownTheme> {
        let wanted = text.trim();
        Theme::ALL.into_iter().find(|theme| theme.name().eq_ignore_ascii_case(wanted)).ok_or(UnknownTheme)
    }
}

/// The text names no theme.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no such theme; there are classic, dark, contrast and paper")]
pub struct UnknownTheme;

/// An opaque colour, `0xRRGGBB`. Prints as `#rrggbb`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Colour(pub u32);

impl Colour {
    /// Red, green and blue.
    pub const fn rgb(self) -> [u8; 3] {
        [(self.0 >> 16) as u8, (self.0 >> 8) as u8, self.0 as u8]
    }

    /// What is seen where `over` lies on this colour with that opacity, 0 to 1.
    pub fn under(self, over: Colour, opacity: f32) -> Colour {
        let (below, above) = (self.rgb(), over.rgb());
        let mixed = std::array::from_fn::<u32, 3, _>(|i| {
            (f32::from(below[i]) * (1.0 - opacity) + f32::from(above[i]) * opacity).round() as u32
        });
        Colour(mixed[0] << 16 | mixed[1] << 8 | mixed[2])
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:06x}", self.0)
    }
}

/// The colours of one kind of thing that stands on squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ink {
    /// Its surface.
    pub fill: Colour,
    /// Its outline, which must stand out against the squares.
    pub line: Colour,
    /// Drawing on its surface.
    pub detail: Colour,
    /// A quieter tone of its surface.
    pub shade: Colour,
}

/// A colour laid over a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tint {
    /// The colour.
    pub colour: Colour,
    /// How much it covers, in hundredths.
    pub percent: u8,
}

impl Tint {
    /// The opacity, 0 to 1.
    pub fn opacity(self) -> f32 {
        f32::from(self.percent) / 100.0
    }
}

/// What the squares are made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Texture {
    /// Wood, its grain running across light squares and up dark ones.
    Veneer,
    /// Stone with a few fine veins.
    Slate,
    /// Nothing but the colour.
    Plain,
    /// Dark squares are ruled with fine lines, as in printed diagrams.
    Ruled,
}

/// Every colour of a theme.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// Around the board.
    pub surround: Colour,
    /// The line at the picture's edge, so that a page of any colour ends where the picture begins.
    pub border: Colour,
    /// The line around the squares.
    pub rim: Colour,
    /// Letters and numbers around the board.
    pub coordinates: Colour,
    /// Light squares.
    pub light: Colour,
    /// Dark squares.
    pub dark: Colour,
    /// What both are made of.
    pub texture: Texture,
    /// Grain, veins or ruling on light squares.
    pub grain_light: Colour,
    /// The same on dark squares.
    pub grain_dark: Colour,
    /// Lines between squares, where their colours alone don't tell them apart enough.
    pub grid: Option<Colour>,
    /// White's pieces.
    pub white: Ink,
    /// Black's pieces.
    pub black: Ink,
    /// Neutral stones.
    pub neutral: Ink,
    /// Squares that an arrow has burnt.
    pub arrow: Ink,
    /// The river.
    pub water: Colour,
    /// Waves on it.
    pub wave: Colour,
    /// The stones of a ford.
    pub ford: Colour,
    /// The squares where the last turn began and ended.
    pub recent: Tint,
    /// The way a piece went; drawn with `casing` around it.
    pub path: Colour,
    /// The way of a shot, and what an attack did.
    pub shot: Colour,
    /// The line around paths, shots and dots that keeps them apart from whatever lies below.
    pub casing: Colour,
    /// Dots where a chosen piece can go.
    pub target: Colour,
    /// The frame around the chosen piece.
    pub chosen: Colour,
    /// Over White's territory.
    pub white_land: Tint,
    /// Over Black's territory.
    pub black_land: Tint,
    /// Names.
    pub name: Colour,
    /// What stands beside a name.
    pub remark: Colour,
    /// Under the name of the player to move.
    pub turn_band: Colour,
    /// That player's name.
    pub turn_name: Colour,
}

impl Look {
    /// The colours of a side's pieces; of what is nobody's, those of neutral stones.
    pub const fn ink(&self, side: Option<turnpost_core::rules::Side>) -> &Ink {
        match side {
            Some(turnpost_core::rules::Side::White) => &self.white,
            Some(turnpost_core::rules::Side::Black) => &self.black,
            None => &self.neutral,
        }
    }
}
