//! The 8×8 board: squares and sets of squares file by file in one `u64`, and where the river, the fords, the edges
//! and the numbered squares of the setup are.
//!
//! Files come before ranks here so that the order of bits is the byte order of the squares' names: going through a
//! set gives the squares in the order in which canonical texts are compared.

use std::fmt;
use std::ops::{BitAnd, BitOr, BitOrAssign, Not, Sub};

use crate::board::{Square, SquareSet};
use crate::rules::Side;

/// One of the 64 squares. Their order is that of their names.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(u8);

impl Cell {
    /// The cell with this name, which must be one; for tables in the program.
    pub const fn at(name: &str) -> Cell {
        let square = Square::at(name);
        assert!(square.file() < 8 && square.rank() < 8);
        Cell(square.file() * 8 + square.rank())
    }

    /// The cell of a square, if this board has it.
    pub fn of(square: Square) -> Option<Cell> {
        (square.file() < 8 && square.rank() < 8).then(|| Cell(square.file() * 8 + square.rank()))
    }

    /// The file, 0 for `a`.
    pub const fn file(self) -> u8 {
        self.0 / 8
    }

    /// The rank, 0 for `1`.
    pub const fn rank(self) -> u8 {
        self.0 % 8
    }

    /// Below 64.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The same square as the rest of the program knows it.
    pub fn square(self) -> Square {
        // Every cell is a square of the largest board; the first square is never needed.
        Square::new(self.file(), self.rank()).unwrap_or(const { Square::at("a1") })
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.file()), self.rank() + 1)
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A set of cells.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cells(u64);

/// A step from one square to another: the bits rotate by some places, and those on `landing` are still on the board.
#[derive(Clone, Copy)]
struct Step {
    turn: u32,
    landing: u64,
}

const fn step(files: i8, ranks: i8) -> Step {
    let mut landing = 0;
    let mut from = 0;
    while from < 64 {
        let (file, rank) = (from / 8 + files, from % 8 + ranks);
        if file >= 0 && file < 8 && rank >= 0 && rank < 8 {
            landing |= 1 << (file * 8 + rank);
        }
        from += 1;
    }
    Step { turn: (files * 8 + ranks).rem_euclid(64) as u32, landing }
}

const STRAIGHT: [Step; 4] = [step(0, 1), step(0, -1), step(1, 0), step(-1, 0)];
const DIAGONAL: [Step; 4] = [step(1, 1), step(1, -1), step(-1, 1), step(-1, -1)];
const LEAPS: [[Step; 4]; 2] =
    [[step(1, 2), step(1, -2), step(-1, 2), step(-1, -2)], [step(2, 1), step(2, -1), step(-2, 1), step(-2, -1)]];

/// Along which lines a piece goes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Lines {
    /// Ranks and files.
    Straight,
    /// Ranks, files and diagonals.
    All,
}

impl Cells {
    /// No cell.
    pub const EMPTY: Cells = Cells(0);

    /// The set of just this cell.
    pub const fn of(cell: Cell) -> Cells {
        Cells(1 << cell.0)
    }

    /// The set of the cells with these names, which must be squares of this board.
    pub const fn named(names: &[&str]) -> Cells {
        let mut set = 0;
        let mut i = 0;
        while i < names.len() {
            set |= 1 << Cell::at(names[i]).0;
            i += 1;
        }
        Cells(set)
    }

    /// Whether it holds that cell.
    pub const fn contains(self, cell: Cell) -> bool {
        self.0 >> cell.0 & 1 == 1
    }

    /// Whether it holds none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many cells.
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Its first cell.
    pub const fn first(self) -> Option<Cell> {
        if self.0 == 0 { None } else { Some(Cell(self.0.trailing_zeros() as u8)) }
    }

    /// All other cells.
    pub const fn complement(self) -> Cells {
        Cells(!self.0)
    }

    /// Whether some cell is in both.
    pub const fn meets(self, other: Cells) -> bool {
        self.0 & other.0 != 0
    }

    /// The same squares as the rest of the program knows them.
    pub fn squares(self) -> SquareSet {
        self.into_iter().map(Cell::square).collect()
    }

    /// The cells beside any of these, along ranks and files.
    pub const fn beside(self) -> Cells {
        Cells(neighbours(self.0, &STRAIGHT))
    }

    /// The cells diagonally next to any of these.
    pub const fn diagonal(self) -> Cells {
        Cells(neighbours(self.0, &DIAGONAL))
    }

    /// The cells around any of these, in all eight directions.
    pub const fn around(self) -> Cells {
        Cells(neighbours(self.0, &STRAIGHT) | neighbours(self.0, &DIAGONAL))
    }

    /// A chess knight's leaps from any of these.
    pub const fn leaps(self) -> Cells {
        Cells(neighbours(self.0, &LEAPS[0]) | neighbours(self.0, &LEAPS[1]))
    }
}

/// The squares that a piece on `from` reaches over free squares, at most so many steps along each line.
#[inline]
pub fn slide(from: Cell, free: Cells, lines: Lines, steps: u8) -> Cells {
    let mut reach = 0;
    for_each_line(lines, |way| {
        let mut ray = 1 << from.0;
        for _ in 0..steps {
            ray = moved(ray, way) & free.0;
            reach |= ray;
        }
    });
    Cells(reach)
}

/// The first square that isn't free on each line from `from`, if it is at most so many steps away.
#[inline]
pub fn first_hits(from: Cell, free: Cells, lines: Lines, steps: u8) -> Cells {
    let mut hits = 0;
    for_each_line(lines, |way| {
        let mut ray = 1 << from.0;
        for _ in 0..steps {
            let next = moved(ray, way);
            hits |= next & !free.0;
            ray = next & free.0;
        }
    });
    Cells(hits)
}

/// The river, a1 to h8.
pub const RIVER: Cells = Cells::named(&["a1", "b2", "c3", "d4", "e5", "f6", "g7", "h8"]);

/// The seven fords: Black's square, White's square.
pub const FORDS: [(Cell, Cell); 7] = [
    (Cell::at("a2"), Cell::at("b1")),
    (Cell::at("b3"), Cell::at("c2")),
    (Cell::at("c4"), Cell::at("d3")),
    (Cell::at("d5"), Cell::at("e4")),
    (Cell::at("e6"), Cell::at("f5")),
    (Cell::at("f7"), Cell::at("g6")),
    (Cell::at("g8"), Cell::at("h7")),
];

/// The square at the other end of the ford at this square, if there is one.
pub fn across_ford(from: Cell) -> Cells {
    let mut across = Cells::EMPTY;
    for (black, white) in FORDS {
        if from == black {
            across = Cells::of(white);
        } else if from == white {
            across = Cells::of(black);
        }
    }
    across
}

/// The squares on that player's side of the river.
pub const fn home(side: Side) -> Cells {
    HOME[side as usize]
}

/// The squares that player's town may stand on: the rim of his side.
pub const fn edge(side: Side) -> Cells {
    Cells(HOME[side as usize].0 & RIM)
}

/// That player's numbered squares in their order; the first has the number 2.
pub const fn slots(side: Side) -> &'static [Cell; 10] {
    &SLOTS[side as usize]
}

/// Where that player's town starts.
pub const fn corner(side: Side) -> Cell {
    match side {
        Side::White => Cell::at("h1"),
        Side::Black => Cell::at("a8"),
    }
}

const RIM: u64 = 0xff81_8181_8181_81ff;

const HOME: [Cells; 2] = {
    let mut white = 0u64;
    let mut cell = 0;
    while cell < 64 {
        if Cell(cell).file() > Cell(cell).rank() {
            white |= 1 << cell;
        }
        cell += 1;
    }
    [Cells(white), Cells(!white & !RIVER.0)]
};

static SLOTS: [[Cell; 10]; 2] = [
    cells(["g1", "g2", "h2", "f1", "f2", "f3", "g3", "h3", "h4", "e1"]),
    cells(["b8", "b7", "a7", "a6", "b6", "c6", "c7", "c8", "d8", "a5"]),
];

const fn cells(names: [&str; 10]) -> [Cell; 10] {
    let mut cells = [Cell(0); 10];
    let mut i = 0;
    while i < 10 {
        cells[i] = Cell::at(names[i]);
        i += 1;
    }
    cells
}

#[inline]
fn for_each_line(lines: Lines, mut walk: impl FnMut(Step)) {
    STRAIGHT.into_iter().for_each(&mut walk);
    if lines == Lines::All {
        DIAGONAL.into_iter().for_each(walk);
    }
}

const fn moved(set: u64, step: Step) -> u64 {
    set.rotate_left(step.turn) & step.landing
}

const fn neighbours(set: u64, steps: &[Step; 4]) -> u64 {
    moved(set, steps[0]) | moved(set, steps[1]) | moved(set, steps[2]) | moved(set, steps[3])
}

impl IntoIterator for Cells {
    type Item = Cell;
    type IntoIter = CellIter;
    fn into_iter(self) -> CellIter {
        CellIter(self)
    }
}

impl FromIterator<Cell> for Cells {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Cells {
        cells.into_iter().fold(Cells::EMPTY, |set, cell| set | Cells::of(cell))
    }
}

/// Goes through a set in the order of names.
#[derive(Clone)]
pub struct CellIter(Cells);

impl Iterator for CellIter {
    type Item = Cell;
    fn next(&mut self) -> Option<Cell> {
        let first = self.0.first()?;
        self.0.0 &= self.0.0 - 1;
        Some(first)
    }
}

impl fmt::Debug for Cells {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

impl BitAnd for Cells {
    type Output = Cells;
    fn bitand(self, other: Cells) -> Cells {
        Cells(self.0 & other.0)
    }
}

impl BitOr for Cells {
    type Output = Cells;
    fn bitor(self, other: Cells) -> Cells {
        Cells(self.0 | other.0)
    }
}

impl BitOrAssign for Cells {
    fn bitor_assign(&mut self, other: Cells) {
        self.0 |= other.0;
    }
}

impl Sub for Cells {
    type Output = Cells;
    fn sub(self, other: Cells) -> Cells {
        Cells(self.0 & !other.0)
    }
}

impl Not for Cells {
    type Output = Cells;
    fn not(self) -> Cells {
        Cells(!self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all() -> Cells {
        !Cells::EMPTY
    }

    #[test]
    fn cells_are_in_the_order_of_their_names() {
        let names: Vec<String> = all().into_iter().map(|cell| cell.to_string()).collect();
        assert!(names.is_sorted());
        for cell in all() {
            assert_eq!(Cell::of(cell.square()), Some(cell));
            assert_eq!(cell.square().to_string(), cell.to_string());
        }
        assert_eq!(Cell::of(Square::at("i1")), None);
        assert_eq!(Cell::of(Square::at("a9")), None);
    }

    #[test]
    fn neighbours_agree_with_distances() {
        for from in all() {
            let at = |wanted: fn(u8, u8) -> bool| -> Cells {
                let apart = |to: Cell| (from.file().abs_diff(to.file()), from.rank().abs_diff(to.rank()));
                all().into_iter().filter(|&to| wanted(apart(to).0, apart(to).1)).collect()
            };
            let here = Cells::of(from);
            assert_eq!(here.beside(), at(|f, r| f + r == 1), "{from}");
            assert_eq!(here.diagonal(), at(|f, r| (f, r) == (1, 1)), "{from}");
            assert_eq!(here.around(), at(|f, r| f.max(r) == 1), "{from}");
            assert_eq!(here.leaps(), at(|f, r| f * r == 2), "{from}");
            assert_eq!(slide(from, all(), Lines::Straight, 3), at(|f, r| f.min(r) == 0 && (1..=3).contains(&f.max(r))));
            let any = |f: u8, r: u8| (f.min(r) == 0 || f == r) && (1..=3).contains(&f.max(r));
            assert_eq!(slide(from, all(), Lines::All, 3), at(any), "{from}");
        }
    }

    #[test]
    fn slides_stop_before_what_they_hit() {
        let blocked = Cells::named(&["d6", "f6", "c4", "d1"]);
        let d4 = Cell::at("d4");
        let reach = Cells::named(&["d5", "d3", "d2", "e4", "f4", "g4", "e5", "c5", "b6", "a7", "e3", "f2", "g1"]);
        assert_eq!(slide(d4, !blocked, Lines::All, 3), reach | Cells::named(&["c3", "b2", "a1"]));
        assert_eq!(first_hits(d4, !blocked, Lines::All, 3), blocked);
        assert_eq!(first_hits(d4, !blocked, Lines::All, 2), blocked - Cells::named(&["d1"]));
        assert_eq!(first_hits(d4, !blocked, Lines::Straight, 1), Cells::named(&["c4"]));
    }

    #[test]
    fn the_lie_of_the_land() {
        assert_eq!((home(Side::White).len(), home(Side::Black).len(), RIVER.len()), (28, 28, 8));
        assert!(home(Side::White).contains(Cell::at("h7")) && home(Side::Black).contains(Cell::at("g8")));
        let edges = |names: &[&str]| Cells::named(names);
        let white = ["b1", "c1", "d1", "e1", "f1", "g1", "h1", "h2", "h3", "h4", "h5", "h6", "h7"];
        let black = ["a2", "a3", "a4", "a5", "a6", "a7", "a8", "b8", "c8", "d8", "e8", "f8", "g8"];
        assert_eq!((edge(Side::White), edge(Side::Black)), (edges(&white), edges(&black)));
        for (black, white) in FORDS {
            assert!(Cells::of(black).diagonal().contains(white));
            assert_eq!((across_ford(black), across_ford(white)), (Cells::of(white), Cells::of(black)));
            assert!(home(Side::Black).contains(black) && home(Side::White).contains(white));
        }
        assert_eq!(across_ford(Cell::at("d4")), Cells::EMPTY);
    }
}
