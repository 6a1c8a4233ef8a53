//! The kinds of pieces, and which pieces stand where.

use super::cells::{Cell, Cells};
use crate::rules::Side;
use crate::scene::PieceKind;

/// The nine kinds, in the byte order of their letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)]
pub enum Kind {
    Cani,
    Gormoror,
    Herethroy,
    Khtsoyis,
    Orren,
    Rassimel,
    Sleeth,
    Town,
    ZiRi,
}

impl Kind {
    /// All of them.
    pub const ALL: [Kind; 9] = [
        Kind::Cani,
        Kind::Gormoror,
        Kind::Herethroy,
        Kind::Khtsoyis,
        Kind::Orren,
        Kind::Rassimel,
        Kind::Sleeth,
        Kind::Town,
        Kind::ZiRi,
    ];

    /// Those of which a side has one, in the same order: all but the cani.
    pub const SINGLE: [Kind; 8] = {
        let [_, single @ ..] = Kind::ALL;
        single
    };

    /// The kind's letter in turns, lower case.
    pub const fn letter(self) -> char {
        match self {
            Kind::Cani => 'c',
            Kind::Gormoror => 'g',
            Kind::Herethroy => 'h',
            Kind::Khtsoyis => 'k',
            Kind::Orren => 'o',
            Kind::Rassimel => 'r',
            Kind::Sleeth => 's',
            Kind::Town => 't',
            Kind::ZiRi => 'z',
        }
    }

    /// The kind of that letter, lower case.
    pub fn of_letter(letter: char) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.letter() == letter)
    }

    /// The kind's letter in position strings: upper case for White.
    pub const fn letter_of(self, side: Side) -> char {
        match side {
            Side::White => self.letter().to_ascii_uppercase(),
            Side::Black => self.letter(),
        }
    }

    /// How many of them a side has.
    pub const fn most(self) -> u32 {
        if matches!(self, Kind::Cani) { 3 } else { 1 }
    }

    /// The kind as pictures and sentences know it.
    pub const fn scene(self) -> PieceKind {
        match self {
            Kind::Cani => PieceKind::Cani,
            Kind::Gormoror => PieceKind::Gormoror,
            Kind::Herethroy => PieceKind::Herethroy,
            Kind::Khtsoyis => PieceKind::Khtsoyis,
            Kind::Orren => PieceKind::Orren,
            Kind::Rassimel => PieceKind::Rassimel,
            Kind::Sleeth => PieceKind::Sleeth,
            Kind::Town => PieceKind::Town,
            Kind::ZiRi => PieceKind::ZiRi,
        }
    }

    /// Its name in sentences.
    pub const fn word(self) -> &'static str {
        self.scene().word()
    }
}

/// One side's pieces.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Army {
    cells: [Cells; 9],
    /// The kinds whose resistance is used up, as bits. A piece that is off the board has none.
    used: u16,
}

impl Army {
    /// Where its pieces of that kind stand.
    pub fn of(&self, kind: Kind) -> Cells {
        self.cells[kind as usize]
    }

    /// Where the one piece of that kind stands.
    pub fn place_of(&self, kind: Kind) -> Option<Cell> {
        self.of(kind).first()
    }

    /// All squares with a piece of this side.
    pub fn all(&self) -> Cells {
        self.cells.iter().fold(Cells::EMPTY, |all, &cells| all | cells)
    }

    /// All squares with a piece of this side that isn't a zi ri.
    pub fn ground(&self) -> Cells {
        let [ground @ .., _] = &self.cells;
        ground.iter().fold(Cells::EMPTY, |all, &cells| all | cells)
    }

    /// Its pieces on that square: at most two, the zi ri last.
    pub fn at(&self, cell: Cell) -> impl Iterator<Item = Kind> + use<'_> {
        Kind::ALL.into_iter().filter(move |&kind| self.of(kind).contains(cell))
    }

    /// Whether that kind's resistance is used up.
    pub fn is_used(&self, kind: Kind) -> bool {
        self.used >> kind as u16 & 1 == 1
    }

    /// Puts a piece down.
    pub fn put(&mut self, kind: Kind, cell: Cell) {
        self.cells[kind as usize] |= Cells::of(cell);
    }

    /// Takes a piece off the board.
    pub fn take(&mut self, kind: Kind, cell: Cell) {
        let cells = &mut self.cells[kind as usize];
        *cells = *cells - Cells::of(cell);
        if cells.is_empty() {
            self.used &= !(1 << kind as u16);
        }
    }

    /// Uses up that kind's resistance.
    pub fn use_up(&mut self, kind: Kind) {
        self.used |= 1 << kind as u16;
    }

    /// Moves a piece.
    pub fn shift(&mut self, kind: Kind, from: Cell, to: Cell) {
        let cells = &mut self.cells[kind as usize];
        *cells = (*cells - Cells::of(from)) | Cells::of(to);
    }

    /// Moves all cani at once.
    pub fn set_cani(&mut self, cani: Cells) {
        self.cells[Kind::Cani as usize] = cani;
    }
}

/// Both sides' pieces.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Board {
    armies: [Army; 2],
}

impl Board {
    /// That side's pieces.
    pub fn army(&self, side: Side) -> &Army {
        &self.armies[side as usize]
    }

    /// That side's pieces, to change them.
    pub fn army_mut(&mut self, side: Side) -> &mut Army {
        &mut self.armies[side as usize]
    }

    /// Who stands in whose way.
    pub fn crowd(&self) -> Crowd {
        let [white, black] = &self.armies;
        Crowd { ground: white.ground() | black.ground(), zi_ri: [white.of(Kind::ZiRi), black.of(Kind::ZiRi)] }
    }

    /// All pieces on that square, at most two: a zi ri is behind what it shares the square with.
    pub fn at(&self, cell: Cell) -> impl Iterator<Item = (Side, Kind)> + use<'_> {
        let of = move |side: Side, zi_ri: bool| {
            self.army(side).at(cell).filter(move |&kind| (kind == Kind::ZiRi) == zi_ri).map(move |kind| (side, kind))
        };
        [false, true].into_iter().flat_map(move |zi_ri| Side::BOTH.into_iter().flat_map(move |side| of(side, zi_ri)))
    }
}

/// All that the movement of pieces depends on: which squares are taken, by a zi ri or by anything else. At most one
/// piece that isn't a zi ri stands on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Crowd {
    /// Squares with a piece other than a zi ri.
    pub ground: Cells,
    /// Each side's zi ri.
    pub zi_ri: [Cells; 2],
}

impl Crowd {
    /// Squares with a zi ri.
    pub fn flyers(self) -> Cells {
        self.zi_ri[0] | self.zi_ri[1]
    }

    /// Squares with any piece.
    pub fn taken(self) -> Cells {
        self.ground | self.flyers()
    }

    /// Squares with two pieces.
    pub fn full(self) -> Cells {
        self.ground & self.flyers() | self.zi_ri[0] & self.zi_ri[1]
    }

    /// After a piece other than a cani has moved.
    pub fn after(mut self, side: Side, kind: Kind, from: Cell, to: Cell) -> Crowd {
        let cells = if kind == Kind::ZiRi { &mut self.zi_ri[side as usize] } else { &mut self.ground };
        *cells = (*cells - Cells::of(from)) | Cells::of(to);
        self
    }

    /// After one side's cani went from these squares to those.
    pub fn after_pack(mut self, from: Cells, to: Cells) -> Crowd {
        self.ground = (self.ground - from) | to;
        self
    }
}
