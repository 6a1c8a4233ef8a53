//! Diamond Chess: a board that is quick to play on, and the turns worth looking at.
//!
//! A turn is an attack or two moves, and of those there are thousands. Each single move is judged by itself first;
//! only the pairs of moves that promise most are made and judged together, moves of several cani at once among them.
//! Whatever is played in the end is read by core, so leaving out is all that can go wrong here.

use turnpost_core::board::Square;

use crate::chance;
use crate::tree::{End, Expansion, Ground, Seed};

pub mod judge;
mod packs;
mod pieces;
mod reading;
pub mod setup;

use pieces::{GORMOROR, KHTSOYIS, RASSIMEL, SLEETH, TOWN, ZI_RI};

/// How many pairs of moves are judged together.
const PAIRS: usize = 60;

/// One move, of one piece or of several cani of a pack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Half {
    kind: u8,
    from: u8,
    to: u8,
    /// The pack's other cani that move, from and to; one that stays where it is doesn't.
    pack: [(u8, u8); 2],
}

/// No other cani move.
const NONE: [(u8, u8); 2] = [(0, 0); 2];

impl Half {
    /// From where to where everybody goes.
    fn parts(self) -> impl Iterator<Item = (u8, u8)> {
        std::iter::once((self.from, self.to)).chain(self.pack).filter(|(from, to)| from != to)
    }
}

/// One blow of an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Blow {
    at: u8,
    victim: u8,
}

/// One whole turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// Two moves, one after the other.
    Two(Half, Half),
    /// One move, where there are no two.
    Lone(Half),
    /// One to three blows from a square; those that are `None` come last.
    Attack(u8, [Option<Blow>; 3]),
    /// The sleeth jumps on its prey.
    Pounce(u8, u8),
}

/// A position in play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// For White and Black, where the pieces of each kind stand.
    pub armies: [[u64; 9]; 2],
    /// For each side, the kinds whose resistance is used up, as bits.
    pub used: [u16; 2],
    /// Who is to move.
    pub side: usize,
    /// How far a sleeth pounces.
    pub pounce: u8,
}

impl Board {
    /// All of a side's pieces.
    pub fn all(&self, side: usize) -> u64 {
        self.armies[side].iter().fold(0, |all, set| all | set)
    }

    /// Squares with a piece other than a zi ri.
    pub fn ground(&self) -> u64 {
        let of = |side: usize| self.armies[side][..ZI_RI].iter().fold(0, |all, set| all | set);
        of(0) | of(1)
    }

    /// Goes through the single moves of one side.
    fn halves(&self, side: usize, mut visit: impl FnMut(Half)) {
        for kind in 0..9 {
            for from in pieces::bits(self.armies[side][kind]) {
                for to in pieces::bits(self.reach(side, kind, from)) {
                    visit(Half { kind: kind as u8, from: index(from), to: index(to), pack: NONE });
                }
            }
        }
    }

    fn shift(&mut self, half: Half) {
        let set = &mut self.armies[self.side][usize::from(half.kind)];
        for (from, to) in half.parts() {
            *set = *set & !(1 << from) | 1 << to;
        }
    }

    /// Takes a piece of a side off the board.
    fn take(&mut self, side: usize, kind: usize, square: u64) {
        self.armies[side][kind] &= !square;
        if self.armies[side][kind] == 0 {
            self.used[side] &= !(1 << kind);
        }
    }

    fn strike(&mut self, blow: Blow, weapon: bool) {
        let (side, kind) = (1 - self.side, usize::from(blow.victim));
        let resists =
            self.used[side] >> kind & 1 == 0 && ((kind == GORMOROR && weapon) || (kind == RASSIMEL && !weapon));
        if resists {
            self.used[side] |= 1 << kind;
        } else {
            self.take(side, kind, 1 << blow.at);
        }
    }

    /// The enemy's zi ri, where it shares a square with a piece of who is to move: an attack costs it.
    fn doomed(&self) -> u64 {
        self.armies[1 - self.side][ZI_RI] & self.all(self.side)
    }

    /// Plays a turn.
    pub fn make(&mut self, turn: Move) {
        let doomed = self.doomed();
        match turn {
            Move::Two(first, second) => {
                self.shift(first);
                self.shift(second);
            }
            Move::Lone(half) => self.shift(half),
            Move::Attack(from, blows) => {
                for blow in blows.into_iter().flatten() {
                    let weapon = pieces::beside(1 << from) >> blow.at & 1 == 1;
                    self.strike(blow, weapon);
                }
                self.take(1 - self.side, ZI_RI, doomed);
            }
            Move::Pounce(from, to) => {
                (0..9).for_each(|kind| self.take(1 - self.side, kind, 1 << to));
                self.shift(Half { kind: SLEETH as u8, from, to, pack: NONE });
                self.take(1 - self.side, ZI_RI, doomed);
            }
        }
        self.side = 1 - self.side;
    }

    /// Goes through the attacks of who is to move.
    pub fn attacks(&self, mut visit: impl FnMut(Move)) {
        let (own, enemy) = (self.side, 1 - self.side);
        for kind in 0..9 {
            for from in pieces::bits(self.armies[own][kind]) {
                let mut blows = Vec::new();
                let (weapon, magic) = pieces::strikes(own, kind, from);
                for (cells, by_weapon) in [(weapon, true), (magic, false)] {
                    self.victims(enemy, cells, by_weapon, |at, victim| {
                        let blow = Blow { at: index(at), victim: victim as u8 };
                        blows.push(blow);
                        visit(Move::Attack(index(from), [Some(blow), None, None]));
                    });
                }
                if kind == KHTSOYIS {
                    self.flurries(index(from), &blows, &mut visit);
                }
                if kind == SLEETH {
                    for to in pieces::bits(self.prey(own, from)) {
                        visit(Move::Pounce(index(from), index(to)));
                    }
                }
            }
        }
    }

    /// A khtsoyis strikes up to three times: two or three different pieces, or one that resists twice.
    fn flurries(&self, from: u8, blows: &[Blow], visit: &mut impl FnMut(Move)) {
        let is_town = |blow: Blow| usize::from(blow.victim) == TOWN;
        for (i, &one) in blows.iter().enumerate() {
            for (j, &two) in blows.iter().enumerate() {
                let again =
                    i == j && usize::from(one.victim) == GORMOROR && self.used[1 - self.side] >> GORMOROR & 1 == 0;
                if is_town(one) || !(i < j || again) {
                    continue;
                }
                visit(Move::Attack(from, [Some(one), Some(two), None]));
                if is_town(two) {
                    continue;
                }
                for (k, &three) in blows.iter().enumerate() {
                    if (k > j || again) && k != i && k != j {
                        visit(Move::Attack(from, [Some(one), Some(two), Some(three)]));
                    }
                }
            }
        }
    }

    /// Whether who is to move can capture the town at once.
    pub fn wins_at_once(&self) -> bool {
        self.threatens_town(self.side)
    }

    /// The text of a turn, as core reads it.
    pub fn write(&self, turn: Move) -> String {
        let half = |half: Half| {
            let mut parts: Vec<String> =
                half.parts().map(|(from, to)| format!("{}-{}", square(from), square(to))).collect();
            parts.sort_unstable();
            parts.join("+")
        };
        match turn {
            Move::Two(first, second) => format!("{} {}", half(first), half(second)),
            Move::Lone(only) => half(only),
            Move::Pounce(from, to) => format!("{}^{}", square(from), square(to)),
            Move::Attack(from, blows) => {
                let mut enemy = self.clone();
                let mut text = format!("{}x", square(from));
                for (i, blow) in blows.into_iter().flatten().enumerate() {
                    let bit = 1 << blow.at;
                    let standing = enemy.armies[1 - self.side].iter().filter(|set| *set & bit != 0).count();
                    let comma = if i == 0 { "" } else { "," };
                    let name = if standing > 1 { format!(":{}", pieces::letter(blow.victim)) } else { String::new() };
                    text += &format!("{comma}{}{name}", square(blow.at));
                    enemy.strike(blow, pieces::beside(1 << from) & bit != 0);
                }
                text
            }
        }
    }
}

impl Ground for Board {
    type Move = Move;

    fn side(&self) -> usize {
        self.side
    }

    fn expand(&self, _: bool, found: &mut Vec<Seed<Move>>) -> Expansion {
        if self.armies[self.side][TOWN] == 0 {
            return Expansion { judged: 1, complete: true };
        }
        let after = |turn: Move| {
            let mut next = self.clone();
            next.make(turn);
            if next.armies[next.side][TOWN] == 0 {
                return (1.0, Some(End::Win));
            }
            (1.0 - chance::of_points(judge::points(&next)), None)
        };
        self.attacks(|turn| {
            let (chance, end) = after(turn);
            found.push(Seed { turn, chance, end });
        });
        if found.iter().any(|seed| seed.end.is_some()) {
            return Expansion { judged: found.len() as u64, complete: false };
        }
        // What each move promises by itself: how many points it gains.
        let mut still = self.clone();
        still.side = 1 - self.side;
        let before = -judge::points(&still);
        let mut halves: Vec<(i32, Half)> = Vec::with_capacity(128);
        self.halves(self.side, |half| {
            let mut next = self.clone();
            next.make(Move::Lone(half));
            halves.push((-judge::points(&next) - before, half));
        });
        halves.sort_by_key(|&(points, _)| std::cmp::Reverse(points));
        let singles = halves.len() as u64;
        self.packs(&mut halves);
        halves.sort_by_key(|&(points, _)| std::cmp::Reverse(points));
        let mut pairs: Vec<(i32, Half, Half)> = Vec::new();
        for (i, &(one_points, one)) in halves.iter().enumerate().take(48) {
            for &(two_points, two) in halves.iter().skip(i + 1).take(64) {
                let same = one.kind == two.kind && one.parts().any(|(from, _)| two.parts().any(|two| two.0 == from));
                if !same {
                    pairs.push((one_points + two_points, one, two));
                }
            }
        }
        pairs.sort_by_key(|&(points, ..)| std::cmp::Reverse(points));
        let mut made = 0;
        for (_, one, two) in pairs {
            let Some(turn) = self.in_order(one, two) else { continue };
            let (chance, end) = after(turn);
            found.push(Seed { turn, chance, end });
            made += 1;
            if made == PAIRS {
                break;
            }
        }
        if found.is_empty() {
            for (_, half) in halves {
                let (chance, end) = after(Move::Lone(half));
                found.push(Seed { turn: Move::Lone(half), chance, end });
            }
        }
        Expansion { judged: found.len() as u64 + singles, complete: false }
    }

    fn play(&mut self, turn: &Move) {
        self.make(*turn);
    }

    fn end(&self) -> End {
        if self.armies[self.side][TOWN] == 0 { End::Loss } else { End::Draw }
    }

    fn boldness(&self) -> f64 {
        0.1
    }
}

impl Board {
    /// Two moves as a turn, in whichever order they can be made.
    fn in_order(&self, one: Half, two: Half) -> Option<Move> {
        [(one, two), (two, one)].into_iter().find_map(|(first, second)| {
            let mut next = self.clone();
            next.shift(first);
            let reach = |from: u8| next.reach(self.side, usize::from(second.kind), 1 << from);
            second.parts().all(|(from, to)| reach(from) >> to & 1 == 1).then_some(Move::Two(first, second))
        })
    }
}

fn index(square: u64) -> u8 {
    square.trailing_zeros() as u8
}

fn square(index: u8) -> Square {
    Square::new(index % 8, index / 8).unwrap_or(const { Square::at("a1") })
}

#[cfg(test)]
mod tests;
