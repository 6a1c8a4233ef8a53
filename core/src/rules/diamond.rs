//! Diamond Chess: armies of eleven on both sides of a river; a turn is two moves or one attack, and the aim is the
//! enemy's town.

use super::{Capabilities, Customs, MoveError, OptionHelp, Outcome, Reason, Rules, SetupError, Side, TurnNumber};
use crate::board::{Square, SquareSet};
use crate::scene::{Mark, Scene};

mod attacks;
mod cells;
mod customs;
mod guide;
mod handicap;
mod help;
mod moves;
mod options;
mod packs;
mod pieces;
mod position;
mod read;
mod refuse;
mod scene;
mod setup;
mod turns;
mod typed;

use cells::Cell;
use options::Options;
use pieces::{Board, Kind};
use turns::Mover;
pub use turns::Turn;

/// A position.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Diamond {
    board: Board,
    to_move: Side,
    turn: TurnNumber,
    phase: Phase,
    options: Options,
}

/// Whether the pieces are still being put down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Phase {
    Setup {
        /// Who is to move first once all are placed.
        first: Side,
    },
    Play,
}

impl Rules for Diamond {
    type Turn = Turn;

    const NAME: &'static str = "diamond";
    const TITLE: &'static str = help::TITLE;
    const VARIANTS: &'static [&'static str] = &["standard", "quick"];
    const OPTIONS: &'static [OptionHelp] = help::setup::OPTIONS;
    const SIZE: (u8, u8) = (8, 8);

    fn start(variant: &'static str, options: &[(String, String)]) -> Result<Diamond, SetupError> {
        let (board, phase) = match variant {
            "quick" => (setup::quick(), Phase::Play),
            _ => (setup::towns(), Phase::Setup { first: Side::White }),
        };
        Ok(Diamond { board, to_move: Side::White, turn: TurnNumber::FIRST, phase, options: Options::new(options)? })
    }

    fn parse(_: &'static str, options: &[(String, String)], text: &str) -> Result<Diamond, SetupError> {
        let position = position::parse(text)?;
        position.options.agree_with(options)?;
        Ok(position)
    }

    fn position(&self) -> String {
        position::write(self)
    }

    fn to_move(&self) -> Side {
        self.to_move
    }

    fn turn_number(&self) -> u32 {
        self.turn.0
    }

    fn legal_turns(&self) -> Vec<Turn> {
        let mut turns = Vec::new();
        self.each_turn(&mut |turn| turns.push(turn));
        match self.options.handicap {
            Some(handicap) if self.must_release() => handicap.narrow(&self.board, self.options.pounce, turns),
            _ => turns,
        }
    }

    fn count_turns(&self) -> u64 {
        if self.must_release() {
            return self.legal_turns().len() as u64;
        }
        let mut count = 0;
        self.each_turn(&mut |_| count += 1);
        count
    }

    fn play(&mut self, turn: &Turn) {
        let by = self.actor(turn);
        if let (Phase::Setup { first }, Turn::Place { at, .. }) = (self.phase, *turn) {
            self.phase = Phase::Setup { first: setup::first_after(&self.board, by, first, at) };
        }
        turn.make(&mut self.board, by);
        let is_spur = matches!(turn, Turn::Spur(_));
        if let Some(waiting) = &mut self.options.waiting {
            waiting.spurred = is_spur;
        }
        if is_spur {
            return;
        }
        self.turn.advance();
        match self.phase {
            Phase::Setup { first } => (self.phase, self.to_move) = setup::next(&self.board, by, first),
            Phase::Play => {
                self.to_move = by.other();
                let pounce = self.options.pounce;
                if let Some(handicap) = self.options.handicap.as_mut().filter(|handicap| handicap.binds(by)) {
                    *handicap = handicap.after(&self.board, pounce);
                }
            }
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        let lost = Side::BOTH.into_iter().find(|&side| self.board.army(side).of(Kind::Town).is_empty())?;
        Some(Outcome { winner: Some(lost.other()), reason: Reason::TownCaptured, margin: None })
    }

    fn write(&self, turn: &Turn) -> String {
        turn.to_string()
    }

    fn read(&self, text: &str) -> Result<Turn, MoveError> {
        read::read(self, text)
    }

    fn scene(&self) -> Scene {
        scene::scene(self)
    }

    fn marks(&self, turn: &Turn) -> Vec<Mark> {
        scene::marks(&self.board, self.actor(turn), turn)
    }

    fn targets(&self, from: Square) -> SquareSet {
        Cell::of(from).map_or(SquareSet::EMPTY, |from| scene::targets(self, from).squares())
    }
}

impl Capabilities for Diamond {
    const REPETITION_DRAWS: bool = true;
    const QUIET_LIMIT: Option<u32> = Some(100);

    fn spellings(&self, turn: &Turn) -> Vec<String> {
        let mut texts = vec![turn.to_string()];
        if let Turn::Two([first, second]) = *turn
            && self.mover(self.to_move).can_make(&[second, first])
        {
            texts.push(Turn::Two([second, first]).to_string());
        }
        texts
    }

    fn read_several(&self, text: &str) -> Option<Vec<String>> {
        read::read_several(self, text)
    }

    fn actor(&self, turn: &Turn) -> Side {
        if matches!(turn, Turn::Spur(_)) { self.to_move.other() } else { self.to_move }
    }

    /// Progress is a piece that leaves the board. The setup's turns don't count.
    fn is_progress(&self, turn: &Turn) -> bool {
        let pieces = |board: &Board| -> u32 {
            let of = |side| Kind::ALL.into_iter().map(move |kind| board.army(side).of(kind).len()).sum::<u32>();
            Side::BOTH.into_iter().map(of).sum()
        };
        let mut after = self.board.clone();
        turn.make(&mut after, self.actor(turn));
        self.phase != Phase::Play || pieces(&after) < pieces(&self.board)
    }

    fn repeats(&self) -> bool {
        self.phase == Phase::Play
    }

    fn customs(&self) -> Option<Customs> {
        self.options.customs()
    }

    fn several_to_propose(&self) -> Option<&'static str> {
        (self.phase != Phase::Play).then_some("r o h k s c c g z c")
    }
}

impl Diamond {
    /// Goes through every turn, before a standing checkmate narrows the choice.
    fn each_turn(&self, visit: &mut impl FnMut(Turn)) {
        if self.outcome().is_some() {
            return;
        }
        match self.phase {
            Phase::Setup { .. } => setup::each_turn(&self.board, self.to_move, visit),
            Phase::Play => self.mover(self.to_move).each_turn(visit),
        }
    }

    fn mover(&self, side: Side) -> Mover<'_> {
        let spares_town = self.options.handicap.is_some_and(|handicap| handicap.binds(side));
        Mover { board: &self.board, side, pounce: self.options.pounce, spares_town }
    }

    /// Whether the player to move has a checkmate to release.
    fn must_release(&self) -> bool {
        self.options.handicap.is_some_and(|handicap| handicap.stands && handicap.binds(self.to_move))
    }
}
