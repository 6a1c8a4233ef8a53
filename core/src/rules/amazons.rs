//! The Game of the Amazons: an amazon moves like a chess queen, then shoots an arrow that blocks its square for
//! good; whoever can't loses.

use super::shooting::{self, BOARD, Shooting, Turn};
use super::{
    Capabilities, Claim, Count, Counting, GameKind, MoveError, Outcome, Reason, Rules, SetupError, Side, TurnNumber,
    position_text,
};
use crate::board::{Square, SquareSet, queen_reach};
use crate::scene::{Mark, Piece, PieceKind, Scene};

mod counting;
mod filling;
mod guide;
mod help;
mod shape;

use counting::Regions;

/// A position.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Amazons {
    amazons: [SquareSet; 2],
    arrows: SquareSet,
    to_move: Side,
    turn: TurnNumber,
}

impl Rules for Amazons {
    type Turn = Turn;

    const NAME: &'static str = "amazons";
    const TITLE: &'static str = "Amazons";
    const VARIANTS: &'static [&'static str] = &["standard"];
    const SIZE: (u8, u8) = (10, 10);

    fn start(_: &'static str, _: &[(String, String)]) -> Result<Amazons, SetupError> {
        let white = SquareSet::named(&["a4", "d1", "g1", "j4"]);
        let black = SquareSet::named(&["a7", "d10", "g10", "j7"]);
        let arrows = SquareSet::EMPTY;
        Ok(Amazons { amazons: [white, black], arrows, to_move: Side::White, turn: TurnNumber::FIRST })
    }

    fn parse(_: &'static str, _: &[(String, String)], text: &str) -> Result<Amazons, SetupError> {
        let [squares, side, turn] = position_text::fields(text, position_text::FIELDS)?;
        let mut amazons = [SquareSet::EMPTY; 2];
        let mut arrows = SquareSet::EMPTY;
        position_text::read_letters(squares, Self::SIZE, "WBx", |square, letter| {
            match letter {
                'W' => shooting::put_amazon(&mut amazons, Side::White, square)?,
                'B' => shooting::put_amazon(&mut amazons, Side::Black, square)?,
                _ => arrows.insert(square),
            }
            Ok(())
        })?;
        let (to_move, turn) = (position_text::side(side)?, position_text::turn_number(turn)?);
        Ok(Amazons { amazons, arrows, to_move, turn })
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
        let own = &mut self.amazons[self.to_move as usize];
        own.remove(turn.from);
        own.insert(turn.to);
        turn.shot.into_iter().for_each(|shot| self.arrows.insert(shot));
        self.to_move = self.to_move.other();
        self.turn.advance();
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.can_move() {
            return None;
        }
        let winner = self.to_move().other();
        let [own, enemy] = [self.amazons(winner), self.own()];
        let margin = counting::margin_at_the_end(BOARD - self.arrows - enemy, own);
        Some(Outcome { winner: Some(winner), reason: Reason::NoTurn, margin: Some(margin) })
    }

    fn write(&self, turn: &Turn) -> String {
        turn.text('/')
    }

    fn read(&self, text: &str) -> Result<Turn, MoveError> {
        shooting::read(self, text)
    }

    fn scene(&self) -> Scene {
        let scene = shooting::scene(GameKind::Amazons, self, self.can_move().then(|| self.to_move()));
        Scene { territory: self.regions().territory(), ..scene }
    }

    fn marks(&self, turn: &Turn) -> Vec<Mark> {
        turn.marks()
    }

    fn targets(&self, from: Square) -> SquareSet {
        if self.own().contains(from) { queen_reach(from, self.empty()) } else { SquareSet::EMPTY }
    }
}

impl Capabilities for Amazons {
    fn counting(&self) -> Option<&dyn Counting> {
        Some(self)
    }
}

impl Counting for Amazons {
    fn is_settled(&self) -> bool {
        self.regions().are_settled()
    }

    fn count(&self) -> Count {
        self.regions().count()
    }

    fn claim(&self) -> Claim {
        if self.can_move() { counting::claim(self.regions().count(), self.to_move()) } else { Claim::Over }
    }

    fn unsettled(&self) -> Option<String> {
        let regions = self.regions();
        let (&[white, black], others) = regions.contested().split_first()?;
        Some(help::unsettled(white, black, others.len()))
    }
}

impl Shooting for Amazons {
    const MISSILE: &'static str = help::MISSILE;

    fn amazons(&self, side: Side) -> SquareSet {
        self.amazons[side as usize]
    }

    fn empty(&self) -> SquareSet {
        let [white, black] = self.amazons;
        BOARD - white - black - self.arrows
    }

    fn piece(&self, at: Square) -> Option<Piece> {
        let [white, black] = self.amazons;
        let (kind, side, letter) = if white.contains(at) {
            (PieceKind::Amazon, Some(Side::White), 'W')
        } else if black.contains(at) {
            (PieceKind::Amazon, Some(Side::Black), 'B')
        } else if self.arrows.contains(at) {
            (PieceKind::Arrow, None, 'x')
        } else {
            return None;
        };
        Some(Piece { at, kind, side, letter, used: false, shared: false })
    }

    fn shots(&self, from: Square, to: Square) -> SquareSet {
        // The square it left is empty by now.
        queen_reach(to, self.empty() | SquareSet::of(from))
    }
}

impl Amazons {
    fn own(&self) -> SquareSet {
        self.amazons(self.to_move())
    }

    fn regions(&self) -> Regions {
        Regions::new(BOARD - self.arrows, self.amazons)
    }

    /// Whether the player to move has a turn. After any move he can shoot back at the square he left.
    fn can_move(&self) -> bool {
        !(self.own().neighbours() & self.empty()).is_empty()
    }
}

#[cfg(test)]
mod tests;
