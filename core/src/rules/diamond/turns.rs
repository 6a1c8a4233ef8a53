//! What a turn is, and the one statement of which turns there are in play: two moves, or one attack.

use std::borrow::Cow;
use std::fmt;

use super::attacks::{Blows, Pounce, attacks_from, manner_of, pounce_cells, sacrifice, strike};
use super::cells::{Cell, Cells};
use super::moves::{Move, Part, reach};
use super::packs::{PackMove, is_pack_move, pack_moves, ways_of};
use super::pieces::{Army, Board, Crowd, Kind};
use crate::rules::Side;

/// One whole turn, in its canonical form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// A piece is put down in the setup.
    Place {
        /// Which.
        kind: Kind,
        /// Where.
        at: Cell,
    },
    /// Two moves, one after the other.
    Two([Move; 2]),
    /// One move, where two can't be made.
    Lone(Move),
    /// A piece attacks and stays where it is.
    Attack {
        /// The attacker's square.
        from: Cell,
        /// What it strikes.
        blows: Blows,
    },
    /// The sleeth moves onto its prey.
    Pounce {
        /// Where from.
        from: Cell,
        /// Where to.
        to: Cell,
    },
    /// Nothing is done: nothing can be, or the turn is forfeited.
    Pass,
    /// The small half-move by which the opponent of the player to move spurs him on.
    Spur(Move),
}

impl Turn {
    /// The moves it makes, in their order.
    pub fn moves(&self) -> &[Move] {
        match self {
            Turn::Two(moves) => moves,
            Turn::Lone(by) | Turn::Spur(by) => std::slice::from_ref(by),
            Turn::Place { .. } | Turn::Attack { .. } | Turn::Pounce { .. } | Turn::Pass => &[],
        }
    }

    /// What it does to the board when `side` makes it.
    pub fn make(&self, board: &mut Board, side: Side) {
        let doomed = sacrifice(board, side);
        match *self {
            Turn::Place { kind, at } => return board.army_mut(side).put(kind, at),
            Turn::Two(_) | Turn::Lone(_) | Turn::Spur(_) => {
                return self.moves().iter().for_each(|by| by.make(board.army_mut(side)));
            }
            Turn::Pass => return,
            Turn::Attack { from, blows } => {
                for &blow in blows.all() {
                    strike(board.army_mut(side.other()), blow, manner_of(from, blow.at));
                }
            }
            Turn::Pounce { from, to } => {
                let enemy = board.army_mut(side.other());
                Kind::ALL.into_iter().for_each(|kind| enemy.take(kind, to));
                board.army_mut(side).shift(Kind::Sleeth, from, to);
            }
        }
        // A glorious sacrifice: only attacks come here.
        if let Some(cell) = doomed {
            board.army_mut(side.other()).take(Kind::ZiRi, cell);
        }
    }
}

/// The canonical text.
impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Turn::Place { kind, at } => write!(f, "{}@{at}", kind.letter()),
            Turn::Two([first, second]) => write!(f, "{first} {second}"),
            Turn::Lone(by) => write!(f, "{by}"),
            Turn::Attack { from, blows } => {
                for (i, blow) in blows.all().iter().enumerate() {
                    if i == 0 { write!(f, "{from}x{blow}")? } else { write!(f, ",{blow}")? }
                }
                Ok(())
            }
            Turn::Pounce { from, to } => write!(f, "{from}^{to}"),
            Turn::Pass => f.write_str("pass"),
            Turn::Spur(by) => write!(f, "spur {by}"),
        }
    }
}

/// A side that is to move in play, and what it may do there.
#[derive(Clone, Copy)]
pub struct Mover<'a> {
    /// The pieces.
    pub board: &'a Board,
    /// Whose turn it is.
    pub side: Side,
    /// How far his sleeth pounces.
    pub pounce: Pounce,
    /// Whether he may not capture the town yet (handicap).
    pub spares_town: bool,
}

impl Mover<'_> {
    /// Goes through every distinct turn in its canonical form: two moves or an attack; where there is neither, one
    /// move; where there is nothing at all, the pass.
    pub fn each_turn(self, visit: &mut impl FnMut(Turn)) {
        let mut any = false;
        let mut see = |turn| {
            any = true;
            visit(turn);
        };
        self.each_attack(&mut see);
        self.each_two_moves(None, &mut see);
        if !any {
            self.each_move(&mut |by| {
                any = true;
                visit(Turn::Lone(by));
            });
        }
        if !any {
            visit(Turn::Pass);
        }
    }

    /// Goes through every distinct attack.
    pub fn each_attack(self, visit: &mut impl FnMut(Turn)) {
        let own = self.board.army(self.side);
        for from in own.all() {
            attacks_from(self.board, self.side, from, |blows, enemy| {
                if !(self.spares_town && enemy.of(Kind::Town).is_empty()) {
                    visit(Turn::Attack { from, blows });
                }
            });
        }
        if let Some(from) = own.place_of(Kind::Sleeth) {
            let town = self.board.army(self.side.other()).of(Kind::Town);
            let spared = if self.spares_town { town } else { Cells::EMPTY };
            for to in pounce_cells(self.board, self.side, from, self.pounce) - spared {
                visit(Turn::Pounce { from, to });
            }
        }
    }

    /// Goes through every move that could be the first of two, pack moves with the same result once.
    pub fn each_move(self, visit: &mut impl FnMut(Move)) {
        let own = self.board.army(self.side);
        let crowd = self.board.crowd();
        for (kind, from) in singles(own) {
            for to in reach(kind, self.side, from, crowd) {
                visit(Move::single(kind, from, to));
            }
        }
        for pack in without_twins(pack_moves(own.of(Kind::Cani), Cells::EMPTY, crowd)) {
            visit(pack.by);
        }
    }

    /// Whether these moves can be made one after the other in one turn.
    pub fn can_make(self, moves: &[Move]) -> bool {
        let own = self.board.army(self.side);
        let (mut cani, mut moved_cani, mut crowd) = (own.of(Kind::Cani), Cells::EMPTY, self.board.crowd());
        moves.iter().enumerate().all(|(i, by)| {
            let Part { from, to } = by.first();
            if by.kind == Kind::Cani {
                let can = is_pack_move(by.parts(), cani, moved_cani, crowd);
                let after = (cani - by.froms()) | by.tos();
                crowd = crowd.after_pack(cani, after);
                (cani, moved_cani) = (after, moved_cani | by.tos());
                return can;
            }
            let moved = moves[..i].iter().any(|earlier| earlier.kind == by.kind);
            let can = !moved && own.of(by.kind).contains(from) && reach(by.kind, self.side, from, crowd).contains(to);
            crowd = crowd.after(self.side, by.kind, from, to);
            can
        })
    }

    /// Goes through every distinct turn of two moves, or those that move a certain kind of piece. Both orders of two
    /// moves are one turn where both are legal, and it is visited in the order whose text comes first.
    pub fn each_two_moves(self, moving: Option<Kind>, visit: &mut impl FnMut(Turn)) {
        let own = self.board.army(self.side);
        let start = Start {
            side: self.side,
            moving,
            crowd: self.board.crowd(),
            cani: own.of(Kind::Cani),
            singles: singles(own).collect(),
            packs: pack_moves(own.of(Kind::Cani), Cells::EMPTY, self.board.crowd()),
        };
        start.two_singles(visit);
        start.pack_and_single(visit);
        start.two_packs(visit);
    }
}

/// What the moves of a turn start from.
struct Start {
    side: Side,
    /// Of all turns only those that move such a piece.
    moving: Option<Kind>,
    crowd: Crowd,
    cani: Cells,
    /// The pieces that aren't cani.
    singles: Vec<(Kind, Cell)>,
    /// What the cani can do at first.
    packs: Vec<PackMove>,
}

impl Start {
    fn wants(&self, one: Kind, other: Kind) -> bool {
        self.moving.is_none_or(|kind| kind == one || kind == other)
    }

    fn reach(&self, (kind, from): (Kind, Cell), crowd: Crowd) -> Cells {
        reach(kind, self.side, from, crowd)
    }

    fn after(&self, (kind, from): (Kind, Cell), to: Cell) -> Crowd {
        self.crowd.after(self.side, kind, from, to)
    }

    fn two_singles(&self, visit: &mut impl FnMut(Turn)) {
        for &one in &self.singles {
            let others = || self.singles.iter().filter(|&&other| other != one && self.wants(one.0, other.0));
            for to in self.reach(one, self.crowd) {
                let first = Move::single(one.0, one.1, to);
                let crowd = self.after(one, to);
                for &other in others() {
                    for goal in self.reach(other, crowd) {
                        let second = Move::single(other.0, other.1, goal);
                        let reversed = || {
                            self.reach(other, self.crowd).contains(goal)
                                && self.reach(one, self.after(other, goal)).contains(to)
                        };
                        if first.first() < second.first() || !reversed() {
                            visit(Turn::Two([first, second]));
                        }
                    }
                }
            }
        }
    }

    fn pack_and_single(&self, visit: &mut impl FnMut(Turn)) {
        let packs = without_twins(self.packs.clone());
        // What happens off the cani's ways changes nothing for them.
        let ways = ways_of(self.cani);
        for &one in self.singles.iter().filter(|one| self.wants(one.0, Kind::Cani)) {
            let packs_after: Vec<(Cell, Cow<'_, [PackMove]>)> = self
                .reach(one, self.crowd)
                .into_iter()
                .map(|to| {
                    let same = !ways.contains(one.1) && !ways.contains(to);
                    let after = || without_twins(pack_moves(self.cani, Cells::EMPTY, self.after(one, to)));
                    (to, if same { Cow::from(&packs) } else { Cow::from(after()) })
                })
                .collect();
            // The single piece first, unless the pack can go first and its text does.
            for (to, packs_after) in &packs_after {
                let part = Part { from: one.1, to: *to };
                for pack in packs_after.iter() {
                    let reversed = |first: &PackMove| {
                        first.by.first() < part
                            && self.reach(one, self.crowd.after_pack(self.cani, pack.after)).contains(*to)
                    };
                    if !find(&packs, pack.after).is_some_and(reversed) {
                        visit(Turn::Two([Move::single(one.0, one.1, *to), pack.by]));
                    }
                }
            }
            // The pack first, unless the single piece can go first and its text does.
            for pack in &packs {
                for to in self.reach(one, self.crowd.after_pack(self.cani, pack.after)) {
                    let reversed = || {
                        let after = packs_after.iter().find(|(goal, _)| *goal == to);
                        after.is_some_and(|(_, packs)| find(packs, pack.after).is_some())
                    };
                    if pack.by.first() < (Part { from: one.1, to }) || !reversed() {
                        visit(Turn::Two([pack.by, Move::single(one.0, one.1, to)]));
                    }
                }
            }
        }
    }

    /// Two moves of cani. Those that moved first move no more, but count for the others' reach.
    fn two_packs(&self, visit: &mut impl FnMut(Turn)) {
        if !self.wants(Kind::Cani, Kind::Cani) {
            return;
        }
        let mut found: Vec<(Cells, [Move; 2])> = Vec::new();
        for first in &self.packs {
            let crowd = self.crowd.after_pack(self.cani, first.after);
            for second in pack_moves(first.after, first.by.tos(), crowd) {
                found.push((second.after, [first.by, second.by]));
            }
        }
        found.sort_unstable_by(|a, b| a.0.cmp(&b.0).then_with(|| Move::compare_texts(&a.1, &b.1)));
        found.dedup_by_key(|(after, _)| *after);
        for (_, moves) in found {
            visit(Turn::Two(moves));
        }
    }
}

fn singles(own: &Army) -> impl Iterator<Item = (Kind, Cell)> + use<'_> {
    Kind::SINGLE.into_iter().filter_map(|kind| Some((kind, own.place_of(kind)?)))
}

/// Keeps, of the pack moves with the same result, the one whose text comes first.
fn without_twins(mut packs: Vec<PackMove>) -> Vec<PackMove> {
    packs.dedup_by_key(|pack| pack.after);
    packs
}

fn find(packs: &[PackMove], after: Cells) -> Option<&PackMove> {
    packs.binary_search_by_key(&after, |pack| pack.after).ok().map(|i| &packs[i])
}
