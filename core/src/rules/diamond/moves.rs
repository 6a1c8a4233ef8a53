//! Where each piece can go by itself, and what one move is. The cani's packs are in their own module.

use std::cmp::Ordering;
use std::fmt;

use super::cells::{Cell, Cells, Lines, RIVER, across_ford, edge, slide};
use super::pieces::{Army, Crowd, Kind};
use crate::rules::Side;

/// One piece going from one square to another. The order of parts is that of their texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Part {
    /// Where from.
    pub from: Cell,
    /// Where to.
    pub to: Cell,
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.from, self.to)
    }
}

/// One move: of one piece, or of up to three cani of a pack at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// What moves.
    pub kind: Kind,
    len: u8,
    parts: [Part; 3],
}

impl Move {
    /// One piece moves.
    pub fn single(kind: Kind, from: Cell, to: Cell) -> Move {
        Move { kind, len: 1, parts: [Part { from, to }; 3] }
    }

    /// Cani of a pack move: one to three parts in the order of their texts.
    pub fn pack(parts: &[Part]) -> Option<Move> {
        let first = *parts.first()?;
        let mut of_three = [first; 3];
        of_three.get_mut(..parts.len())?.copy_from_slice(parts);
        Some(Move { kind: Kind::Cani, len: parts.len() as u8, parts: of_three })
    }

    /// Its parts, in the order of their texts.
    pub fn parts(&self) -> &[Part] {
        &self.parts[..usize::from(self.len)]
    }

    /// The part that its text begins with.
    pub fn first(&self) -> Part {
        self.parts[0]
    }

    /// Makes the move for the side it belongs to.
    pub fn make(&self, army: &mut Army) {
        if self.kind == Kind::Cani {
            let (from, to) = (self.froms(), self.tos());
            army.set_cani((army.of(Kind::Cani) - from) | to);
        } else {
            army.shift(self.kind, self.parts[0].from, self.parts[0].to);
        }
    }

    /// The squares it leaves; another cani may end there.
    pub fn froms(&self) -> Cells {
        self.parts().iter().map(|part| part.from).collect()
    }

    /// The squares it ends on.
    pub fn tos(&self) -> Cells {
        self.parts().iter().map(|part| part.to).collect()
    }

    /// Where it takes the piece on that square, if it moves it.
    pub fn end_of(&self, from: Cell) -> Cells {
        self.parts().iter().filter(|part| part.from == from).map(|part| part.to).collect()
    }

    /// Compares two turns of two moves each as their texts compare, without writing them: parts have five bytes
    /// each, and the space between moves comes before the `+` between parts.
    pub fn compare_texts(a: &[Move; 2], b: &[Move; 2]) -> Ordering {
        fn tokens(turn: &[Move; 2]) -> impl Iterator<Item = (char, Part)> {
            let with_joins = |(i, &part): (usize, &Part)| (if i == 0 { ' ' } else { '+' }, part);
            turn.iter().flat_map(move |moved| moved.parts().iter().enumerate().map(with_joins))
        }
        tokens(a).cmp(tokens(b))
    }
}

/// `e1-e3`, or `d6-b6+e6-c6`.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, part) in self.parts().iter().enumerate() {
            write!(f, "{}{part}", if i == 0 { "" } else { "+" })?;
        }
        Ok(())
    }
}

/// How far and along which lines a piece moves; `None` for pieces that don't move in straight lines.
pub const fn stride(kind: Kind) -> Option<(Lines, u8)> {
    match kind {
        Kind::Gormoror | Kind::Orren => Some((Lines::Straight, 3)),
        Kind::Rassimel => Some((Lines::Straight, 2)),
        Kind::Herethroy | Kind::Sleeth => Some((Lines::All, 3)),
        Kind::Khtsoyis | Kind::Town => Some((Lines::All, 1)),
        Kind::Cani | Kind::ZiRi => None,
    }
}

/// The squares a piece of that kind and side may never end on.
pub const fn forbidden(kind: Kind, side: Side) -> Cells {
    match kind {
        Kind::Town => edge(side).complement(),
        Kind::Cani | Kind::Gormoror | Kind::Herethroy | Kind::Rassimel => RIVER,
        Kind::Khtsoyis | Kind::Orren | Kind::Sleeth | Kind::ZiRi => Cells::EMPTY,
    }
}

/// Where a piece that isn't a cani can go. It stands on `from` in that crowd.
#[inline]
pub fn reach(kind: Kind, side: Side, from: Cell, crowd: Crowd) -> Cells {
    let free = !crowd.taken();
    let by_stride = |over: Cells| match stride(kind) {
        Some((lines, steps)) => slide(from, over, lines, steps),
        None => Cells::EMPTY,
    };
    let reach = match kind {
        Kind::ZiRi => Cells::of(from).leaps() - crowd.full(),
        Kind::Orren if RIVER.contains(from) => by_stride(free) | RIVER & free,
        // Neither through nor into the river, but across a ford.
        Kind::Rassimel => by_stride(free - RIVER) | across_ford(from) & free,
        _ => by_stride(free),
    };
    reach - forbidden(kind, side)
}
