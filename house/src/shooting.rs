//! Amazons and Desdemona, in which an amazon moves like a queen and then shoots: a board that is quick to play on.
//!
//! Sets of squares are those of `turnpost_core::board`: one `u128`, eleven bits a rank, the eleventh a guard.

use turnpost_core::board::{Square, SquareSet, queen_reach};

use crate::chance;
use crate::tree::{End, Expansion, Ground, Seed};

pub mod judge;
pub mod reach;
mod stones;

use judge::{Judge, Verdict};

/// All squares.
pub const BOARD: u128 = SquareSet::board(10, 10).0;
/// The squares on the rim.
pub const RIM: u128 = SquareSet::perimeter(10, 10).0;

/// Which of these games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Kind {
    Amazons,
    Desdemona,
    Cassio,
    Classic,
    Border,
}

impl Kind {
    /// All of them.
    #[cfg(test)]
    pub const ALL: [Kind; 5] = [Kind::Amazons, Kind::Desdemona, Kind::Cassio, Kind::Classic, Kind::Border];

    /// The edition of Desdemona with that name.
    pub fn edition(name: &str) -> Option<Kind> {
        match name {
            "desdemona" => Some(Kind::Desdemona),
            "cassio" => Some(Kind::Cassio),
            "classic" => Some(Kind::Classic),
            "border" => Some(Kind::Border),
            _ => None,
        }
    }

    /// Whether shots can turn stones over.
    pub const fn flips(self) -> bool {
        !matches!(self, Kind::Amazons)
    }

    const fn quiet_leaves_own(self) -> bool {
        matches!(self, Kind::Classic | Kind::Border)
    }

    const fn flip_leaves_own(self) -> bool {
        matches!(self, Kind::Desdemona | Kind::Border)
    }

    const fn quiet_on_rim(self) -> bool {
        matches!(self, Kind::Amazons | Kind::Cassio | Kind::Classic)
    }
}

/// One whole turn, as indices of squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    from: u8,
    to: u8,
    /// `ALONE` where it is a move without a shot.
    shot: u8,
}

const ALONE: u8 = u8::MAX;
/// The shot comes later: below the root of a search, a turn of Amazons is two halves.
const LATER: u8 = u8::MAX - 1;

/// A position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// Which game.
    pub kind: Kind,
    /// White's and Black's amazons.
    pub amazons: [u128; 2],
    /// Their stones; none in Amazons.
    pub stones: [u128; 2],
    /// Arrows, or neutral stones.
    pub neutral: u128,
    /// Who is to move.
    pub side: usize,
    /// Whether the turn to be played is Desdemona's first, a move alone.
    pub alone: bool,
    /// Where the amazon stands that has moved and is to shoot, in the middle of a turn.
    pub moved: Option<u8>,
    /// A side that doesn't see which of its stones the other could turn over next: how a beginner looks at it.
    pub careless: Option<usize>,
    /// Whether who is to move doesn't see, at the root, which shots of his turn stones over, unless there is nothing else.
    pub blind: bool,
}

impl Board {
    /// Reads a position string as core writes it.
    pub fn read(kind: Kind, text: &str) -> Option<Board> {
        let mut fields = text.split(' ');
        let (squares, side, turn) = (fields.next()?, fields.next()?, fields.next()?);
        let side = usize::from(side == "b");
        let alone = kind.flips() && side == 0 && turn == "1";
        let mut board = Board {
            kind,
            amazons: [0; 2],
            stones: [0; 2],
            neutral: 0,
            side,
            alone,
            moved: None,
            careless: None,
            blind: false,
        };
        for (row, rank) in squares.split('/').zip((0..10).rev()) {
            let mut file = 0;
            let mut run = 0;
            for letter in row.bytes() {
                if letter.is_ascii_digit() {
                    run = run * 10 + letter - b'0';
                    continue;
                }
                file += std::mem::take(&mut run);
                let bit = SquareSet::of(Square::new(file, rank)?).0;
                match letter {
                    b'W' => board.amazons[0] |= bit,
                    b'B' => board.amazons[1] |= bit,
                    b'w' => board.stones[0] |= bit,
                    b'b' => board.stones[1] |= bit,
                    b'x' => board.neutral |= bit,
                    _ => return None,
                }
                file += 1;
            }
        }
        Some(board)
    }

    /// The squares where nothing stands.
    pub fn empty(&self) -> u128 {
        BOARD & !(self.amazons[0] | self.amazons[1] | self.stones[0] | self.stones[1] | self.neutral)
    }

    /// Where an amazon that went from `from` to `to` can shoot.
    fn shots(&self, from: Square, to: Square, empty: u128) -> u128 {
        let free = empty | SquareSet::of(from).0;
        let quiet = queen_reach(to, SquareSet(free)).0;
        if !self.kind.flips() {
            return quiet;
        }
        let allowed = if self.kind.quiet_on_rim() { quiet } else { quiet & !RIM };
        allowed | self.behind(to) & free
    }

    /// In each direction, the square right behind the row of enemy stones that begins beside `to`.
    fn behind(&self, to: Square) -> u128 {
        let enemy = self.stones[1 - self.side];
        let mut behind = 0;
        if SquareSet::of(to).neighbours().0 & enemy == 0 {
            return 0;
        }
        for step in reach::STEPS {
            let mut square = reach::step(SquareSet::of(to).0, step) & enemy;
            while square != 0 {
                let next = reach::step(square, step);
                behind |= next & !enemy;
                square = next & enemy;
            }
        }
        behind & BOARD
    }

    /// In the middle of a turn, the shot that turns over most, if any does.
    fn longest_flip(&self) -> Option<u8> {
        let at = 1u128 << self.moved?;
        let (enemy, empty) = (self.stones[1 - self.side], self.empty());
        let mut longest = (0, None);
        for step in reach::STEPS {
            let mut square = reach::step(at, step);
            let mut length = 0;
            while square & enemy != 0 {
                length += 1;
                square = reach::step(square, step);
            }
            if square & empty != 0 && length > longest.0 {
                longest = (length, Some(square.trailing_zeros() as u8));
            }
        }
        longest.1
    }

    /// Every move of an amazon, without its shot.
    fn steps(&self) -> Vec<(Square, Square)> {
        let empty = SquareSet(self.empty());
        let of = |from| queen_reach(from, empty).into_iter().map(move |to| (from, to));
        SquareSet(self.amazons[self.side]).into_iter().flat_map(of).collect()
    }

    /// Goes through the turns that begin with this move.
    fn each_shot(&self, from: Square, to: Square, mut visit: impl FnMut(Move)) {
        let (from_index, to_index) = (from.index() as u8, to.index() as u8);
        if self.alone {
            return visit(Move { from: from_index, to: to_index, shot: ALONE });
        }
        for shot in SquareSet(self.shots(from, to, self.empty())) {
            visit(Move { from: from_index, to: to_index, shot: shot.index() as u8 });
        }
    }

    /// Goes through every turn.
    pub fn each(&self, mut visit: impl FnMut(Move)) {
        for (from, to) in self.steps() {
            self.each_shot(from, to, &mut visit);
        }
    }

    /// Whether the player to move has a turn.
    #[cfg(test)]
    pub fn can_go_on(&self) -> bool {
        let empty = self.empty();
        SquareSet(self.amazons[self.side]).into_iter().any(|from| {
            let reach = queen_reach(from, SquareSet(empty));
            // An Amazons move can always shoot back where it came from.
            let anything = self.alone || self.kind.quiet_on_rim();
            if anything {
                return !reach.is_empty();
            }
            reach.into_iter().any(|to| self.shots(from, to, empty) != 0)
        })
    }

    /// The text of a turn, as core reads it.
    pub fn write(&self, turn: Move) -> String {
        let [from, to, shot] = [turn.from, turn.to, turn.shot].map(square);
        if turn.from == turn.to {
            return format!("/{shot}");
        }
        if matches!(turn.shot, ALONE | LATER) {
            return format!("{from}-{to}");
        }
        let sign = if self.turns_over(turn) { 'x' } else { '/' };
        format!("{from}-{to}{sign}{shot}")
    }

    /// Whether a turn turns stones over.
    fn turns_over(&self, turn: Move) -> bool {
        turn.shot < LATER && square(turn.to).between(square(turn.shot)).0 & self.stones[1 - self.side] != 0
    }

    /// How many squares around the one that a turn shoots at are neither off the board nor shot at.
    pub fn openness(&self, turn: Move) -> u32 {
        if turn.shot == ALONE {
            return 0;
        }
        let shot = 1 << turn.shot;
        (reach::around(shot) & !shot & BOARD & !self.neutral).count_ones()
    }

    /// Plays a turn.
    pub fn make(&mut self, turn: Move) {
        let own = self.side;
        if turn.from != turn.to {
            self.amazons[own] ^= 1 << turn.from | 1 << turn.to;
        }
        if turn.shot == LATER {
            self.moved = Some(turn.to);
            return;
        }
        self.moved = None;
        if turn.shot != ALONE {
            let shot = 1 << turn.shot;
            if self.kind.flips() {
                let jumped = square(turn.to).between(square(turn.shot)).0 & self.stones[1 - own];
                self.stones[own] |= jumped;
                self.stones[1 - own] &= !jumped;
                let leaves_own = if jumped == 0 { self.kind.quiet_leaves_own() } else { self.kind.flip_leaves_own() };
                if leaves_own {
                    self.stones[own] |= shot;
                } else {
                    self.neutral |= shot;
                }
            } else {
                self.neutral |= shot;
            }
        }
        self.alone = false;
        self.side = 1 - own;
    }
}

impl Ground for Board {
    type Move = Move;

    fn side(&self) -> usize {
        self.side
    }

    fn expand(&self, root: bool, found: &mut Vec<Seed<Move>>) -> Expansion {
        let judge = Judge::of(self.kind);
        let after = |turn| {
            let mut next = self.clone();
            next.make(turn);
            match judge.verdict(&next) {
                Verdict::Points(points) => Seed { turn, chance: 1.0 - chance::of_points(points), end: None },
                Verdict::Certain(end) => Seed { turn, chance: end.other().chance(), end: Some(end.other()) },
            }
        };
        if let Some(at) = self.moved {
            let at = square(at);
            self.each_shot(at, at, |turn| found.push(after(turn)));
        } else if root || self.alone {
            self.each(|turn| found.push(after(turn)));
            let quiet = |seed: &Seed<Move>| !self.turns_over(seed.turn);
            if self.blind && root && found.iter().any(quiet) {
                let judged = found.len();
                found.retain(quiet);
                return Expansion { judged: judged as u64, complete: judged == found.len() };
            }
        } else {
            let empty = self.empty();
            for (from, to) in self.steps() {
                if self.shots(from, to, empty) == 0 {
                    continue;
                }
                let [from, to] = [from, to].map(|square| square.index() as u8);
                let mut next = self.clone();
                next.make(Move { from, to, shot: LATER });
                // As if the turn were over, but for what is there to be turned over.
                match next.longest_flip() {
                    Some(shot) => next.make(Move { from: to, to, shot }),
                    None => next.side = 1 - self.side,
                }
                let chance = match judge.verdict(&next) {
                    Verdict::Points(points) => 1.0 - chance::of_points(points),
                    Verdict::Certain(end) => end.other().chance(),
                };
                found.push(Seed { turn: Move { from, to, shot: LATER }, chance, end: None });
            }
        }
        Expansion { judged: found.len() as u64, complete: true }
    }

    fn is_mid_turn(&self) -> bool {
        self.moved.is_some()
    }

    fn play(&mut self, turn: &Move) {
        self.make(*turn);
    }

    fn end(&self) -> End {
        if !self.kind.flips() {
            return End::Loss;
        }
        let [own, other] = [self.side, 1 - self.side].map(|side| self.stones[side].count_ones());
        match own.cmp(&other) {
            std::cmp::Ordering::Greater => End::Win,
            std::cmp::Ordering::Equal => End::Draw,
            std::cmp::Ordering::Less => End::Loss,
        }
    }

    fn boldness(&self) -> f64 {
        if self.kind == Kind::Amazons { 0.08 } else { 0.12 }
    }
}

/// The square of an index; `ALONE` is never asked for in earnest.
fn square(index: u8) -> Square {
    Square::new(index % 11, index / 11).unwrap_or(const { Square::at("a1") })
}

#[cfg(test)]
mod tests;
