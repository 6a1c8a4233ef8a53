//! Desdemona: Amazons with stones that a shot may jump and turn over, in four editions. Whoever has more stones
//! when somebody can't go on wins.

use super::shooting::{self, BOARD, Shooting, Turn};
use super::{
    Capabilities, GameKind, Margin, MoveError, Outcome, Reason, Rules, SetupError, Side, TurnNumber, position_text,
};
use crate::board::{Square, SquareSet, queen_reach};
use crate::scene::{Mark, Piece, PieceKind, Scene};

mod edition;
mod guide;
mod help;

use edition::{Edition, Leaves};

/// The rim, where a quiet shot may not land in some editions.
const PERIMETER: SquareSet = SquareSet::perimeter(10, 10);

/// A rule for shots that only this game has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ShotRule {
    /// A quiet shot doesn't land on the perimeter in this edition.
    NotOnTheEdge,
    /// Only a row of stones that begins beside the amazon is jumped.
    NotBeside { stone: Square, amazon: Square },
    /// A flip shot lands right behind the row.
    RightBehind,
    /// Something stands there.
    TakenBehind { amazon: Square, behind: Square },
    /// There is no such square.
    NothingBehind { amazon: Square },
}

/// A position.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Desdemona {
    edition: Edition,
    amazons: [SquareSet; 2],
    stones: [SquareSet; 2],
    neutral: SquareSet,
    to_move: Side,
    turn: TurnNumber,
}

impl Rules for Desdemona {
    type Turn = Turn;

    const NAME: &'static str = "desdemona";
    const TITLE: &'static str = "Desdemona";
    const VARIANTS: &'static [&'static str] = &edition::NAMES;
    const SIZE: (u8, u8) = (10, 10);

    fn start(variant: &'static str, _: &[(String, String)]) -> Result<Desdemona, SetupError> {
        let edition = Edition::named(variant);
        let white = SquareSet::named(&["a7", "d1", "g10", "j4"]);
        let black = SquareSet::named(&["a4", "d10", "g1", "j7"]);
        Ok(Desdemona {
            edition,
            amazons: [white, black],
            stones: edition.stones,
            neutral: SquareSet::EMPTY,
            to_move: Side::White,
            turn: TurnNumber::FIRST,
        })
    }

    fn parse(variant: &'static str, _: &[(String, String)], text: &str) -> Result<Desdemona, SetupError> {
        let [squares, side, turn] = position_text::fields(text, position_text::FIELDS)?;
        let mut position = Desdemona {
            edition: Edition::named(variant),
            amazons: [SquareSet::EMPTY; 2],
            stones: [SquareSet::EMPTY; 2],
            neutral: SquareSet::EMPTY,
            to_move: position_text::side(side)?,
            turn: position_text::turn_number(turn)?,
        };
        position_text::read_letters(squares, Self::SIZE, "WBwbx", |square, letter| {
            match letter {
                'W' => shooting::put_amazon(&mut position.amazons, Side::White, square)?,
                'B' => shooting::put_amazon(&mut position.amazons, Side::Black, square)?,
                'w' => position.stones[Side::White as usize].insert(square),
                'b' => position.stones[Side::Black as usize].insert(square),
                _ => position.neutral.insert(square),
            }
            Ok(())
        })?;
        Ok(position)
    }

    fn position(&self) -> String {
        let board = position_text::write_board(Self::SIZE, |square| self.piece(square).map(|piece| piece.letter));
        format!("{board} {} {}", self.to_move.letter(), self.turn.0)
    }

    fn to_move(&self) -> Side {
        self.to_move
    }

    fn turn_number(&self) -> u32 {
        self.turn.0
    }

    fn legal_turns(&self) -> Vec<Turn> {
        shooting::legal_turns(self)
    }

    fn count_turns(&self) -> u64 {
        shooting::count_turns(self)
    }

    fn play(&mut self, turn: &Turn) {
        let jumped = self.jumped(turn);
        let Desdemona { edition, amazons, stones, neutral, to_move, turn: number } = self;
        let (own, enemy) = (*to_move as usize, to_move.other() as usize);
        amazons[own].remove(turn.from);
        amazons[own].insert(turn.to);
        stones[own] |= jumped;
        stones[enemy] = stones[enemy] - jumped;
        if let Some(shot) = turn.shot {
            let leaves = if jumped.is_empty() { edition.quiet_leaves } else { edition.flip_leaves };
            match leaves {
                Leaves::OwnStone => stones[own].insert(shot),
                Leaves::NeutralStone => neutral.insert(shot),
            }
        }
        *to_move = to_move.other();
        number.advance();
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.has_turn() {
            return None;
        }
        let [white, black] = self.stones.map(SquareSet::len);
        let winner = match white.cmp(&black) {
            std::cmp::Ordering::Greater => Some(Side::White),
            std::cmp::Ordering::Less => Some(Side::Black),
            std::cmp::Ordering::Equal => None,
        };
        let margin = winner.map(|_| Margin { halves: 2 * white.abs_diff(black) as u32 });
        Some(Outcome { winner, reason: Reason::Stones, margin })
    }

    fn write(&self, turn: &Turn) -> String {
        turn.text(if self.jumped(turn).is_empty() { '/' } else { 'x' })
    }

    fn read(&self, text: &str) -> Result<Turn, MoveError> {
        shooting::read(self, text)
    }

    fn scene(&self) -> Scene {
        let scene = shooting::scene(GameKind::Desdemona, self, self.has_turn().then(|| self.to_move()));
        Scene { edge: if self.edition.quiet_on_perimeter { SquareSet::EMPTY } else { PERIMETER }, ..scene }
    }

    fn marks(&self, turn: &Turn) -> Vec<Mark> {
        let mut marks = turn.marks();
        marks.extend(self.jumped(turn).into_iter().map(Mark::Flipped));
        marks
    }

    fn targets(&self, from: Square) -> SquareSet {
        let complete = self.moves().filter(|(_, _, shots)| self.moves_alone() || !shots.is_empty());
        complete.filter(|&(mover, _, _)| mover == from).map(|(_, to, _)| to).collect()
    }
}

impl Capabilities for Desdemona {
    fn stones(&self) -> Option<[u32; 2]> {
        Some(self.stones.map(|stones| stones.len() as u32))
    }
}

impl Shooting for Desdemona {
    const MISSILE: &'static str = help::MISSILE;

    fn amazons(&self, side: Side) -> SquareSet {
        self.amazons[side as usize]
    }

    fn empty(&self) -> SquareSet {
        let Desdemona { amazons: [white, black], stones: [w, b], neutral, .. } = *self;
        BOARD - white - black - w - b - neutral
    }

    fn piece(&self, at: Square) -> Option<Piece> {
        let Desdemona { amazons: [white, black], stones: [w, b], neutral, .. } = *self;
        let (_, kind, side, letter) = [
            (white, PieceKind::Amazon, Some(Side::White), 'W'),
            (black, PieceKind::Amazon, Some(Side::Black), 'B'),
            (w, PieceKind::Stone, Some(Side::White), 'w'),
            (b, PieceKind::Stone, Some(Side::Black), 'b'),
            (neutral, PieceKind::NeutralStone, None, 'x'),
        ]
        .into_iter()
        .find(|(set, ..)| set.contains(at))?;
        Some(Piece { at, kind, side, letter, used: false, shared: false })
    }

    /// White's very first turn.
    fn moves_alone(&self) -> bool {
        self.turn.0 == 1 && self.to_move() == Side::White
    }

    fn shots(&self, from: Square, to: Square) -> SquareSet {
        let free = self.empty() | SquareSet::of(from);
        let quiet = queen_reach(to, free);
        let allowed = if self.edition.quiet_on_perimeter { quiet } else { quiet - PERIMETER };
        allowed | (self.behind_enemy_stones(to) & free)
    }

    fn shot_rule(&self, from: Square, to: Square, at: Square) -> Option<String> {
        self.broken_rule(from, to, at).map(|rule| rule.to_string())
    }
}

impl Desdemona {
    /// The rule that keeps an amazon on `to`, which came from `from`, from shooting at a square on a line with it.
    fn broken_rule(&self, from: Square, to: Square, at: Square) -> Option<ShotRule> {
        let free = self.empty() | SquareSet::of(from);
        let enemy = self.enemy_stones();
        let (direction, _) = to.line_to(at)?;
        let way = to.between(at);
        if (way - free).is_empty() && free.contains(at) {
            return Some(ShotRule::NotOnTheEdge);
        }
        let beside = to.step(direction)?;
        let line = || std::iter::successors(Some(beside), |square| square.step(direction));
        if !enemy.contains(beside) {
            let first = line().find(|&square| !free.contains(square))?;
            let far = enemy.contains(first) && first != at;
            return far.then_some(ShotRule::NotBeside { stone: first, amazon: to });
        }
        Some(match line().find(|&square| !enemy.contains(square)) {
            Some(end) if free.contains(end) => ShotRule::RightBehind,
            Some(end) => ShotRule::TakenBehind { amazon: to, behind: end },
            None => ShotRule::NothingBehind { amazon: to },
        })
    }

    fn enemy_stones(&self) -> SquareSet {
        self.stones[self.to_move().other() as usize]
    }

    /// In each direction, the square right behind the unbroken row of enemy stones that begins beside `to`.
    /// It may be taken, or off the board.
    fn behind_enemy_stones(&self, to: Square) -> SquareSet {
        let enemy = self.enemy_stones();
        let mut behind = SquareSet::EMPTY;
        for first in SquareSet::of(to).neighbours() & enemy {
            let Some((direction, _)) = to.line_to(first) else { continue };
            let mut square = SquareSet::of(first);
            while !(square & enemy).is_empty() {
                square = square.shifted(direction);
            }
            behind |= square;
        }
        behind
    }

    /// The stones that a turn's shot jumps and turns over; none if it is quiet.
    fn jumped(&self, turn: &Turn) -> SquareSet {
        turn.shot.map_or(SquareSet::EMPTY, |shot| turn.to.between(shot) & self.enemy_stones())
    }

    fn has_turn(&self) -> bool {
        let alone = self.moves_alone();
        self.moves().any(|(_, _, shots)| alone || !shots.is_empty())
    }
}

#[cfg(test)]
mod tests;
