//! Amazons and Desdemona, in which an amazon moves like a queen and then shoots: a board that is quick to play on.
//!
//! Sets of squares are those of `turnpost_core::board`: one `u128`, eleven bits a rank, the eleventh a guard.

use turnpost_core::board::{Square, SquareSet, queen_reach};

use crate::chance;
use crate::tree::{End, Ground, Seed};

pub mod judge;
pub mod reach;

use judge::Judge;

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
}

impl Board {
    /// Reads a position string as core writes it.
    pub fn read(kind: Kind, text: &str) -> Option<Board> {
        let mut fields = text.split(' ');
        let (squares, side, turn) = (fields.next()?, fields.next()?, fields.next()?);
        let side = usize::from(side == "b");
        let alone = kind.flips() && side == 0 && turn == "1";
        let mut board = Board { kind, amazons: [0; 2], stones: [0; 2], neutral: 0, side, alone };
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

    /// Goes through every turn.
    pub fn each(&self, mut visit: impl FnMut(Move)) {
        let empty = self.empty();
        for from in SquareSet(self.amazons[self.side]) {
            for to in queen_reach(from, SquareSet(empty)) {
                let (from_index, to_index) = (from.index() as u8, to.index() as u8);
                if self.alone {
                    visit(Move { from: from_index, to: to_index, shot: ALONE });
                    continue;
                }
                for shot in SquareSet(self.shots(from, to, empty)) {
                    visit(Move { from: from_index, to: to_index, shot: shot.index() as u8 });
                }
            }
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
        if turn.shot == ALONE {
            return format!("{from}-{to}");
        }
        let sign = if to.between(shot).0 & self.stones[1 - self.side] == 0 { '/' } else { 'x' };
        format!("{from}-{to}{sign}{shot}")
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
        self.amazons[own] ^= 1 << turn.from | 1 << turn.to;
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

    fn expand(&self, found: &mut Vec<Seed<Move>>) {
        let judge = Judge::of(self.kind);
        self.each(|turn| {
            let mut next = self.clone();
            next.make(turn);
            found.push(Seed { turn, chance: 1.0 - chance::of_points(judge.points(&next)), end: None });
        });
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
        0.12
    }
}

/// The square of an index; `ALONE` is never asked for in earnest.
fn square(index: u8) -> Square {
    Square::new(index % 11, index / 11).unwrap_or(const { Square::at("a1") })
}

#[cfg(test)]
mod tests;
