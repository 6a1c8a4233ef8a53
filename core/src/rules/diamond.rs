//! Diamond Chess.
#![allow(missing_docs, clippy::unimplemented)]
use super::{MoveError, Outcome, Rules, SetupError, Side};
use crate::board::{Square, SquareSet};
use crate::scene::{Mark, Scene};

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Diamond;
impl Rules for Diamond {
    type Turn = ();
    const NAME: &'static str = "diamond";
    const TITLE: &'static str = "Diamond Chess";
    const VARIANTS: &'static [&'static str] = &["standard"];
    const PATTERN: &'static str = "";
    const HELP: &'static str = "";
    const BLURB: &'static str = "";
    const SIZE: (u8, u8) = (10, 10);
    fn start(_: &'static str, _: &[(String, String)]) -> Result<Self, SetupError> {
        unimplemented!()
    }
    fn parse(_: &'static str, _: &[(String, String)], _: &str) -> Result<Self, SetupError> {
        unimplemented!()
    }
    fn position(&self) -> String {
        unimplemented!()
    }
    fn to_move(&self) -> Side {
        unimplemented!()
    }
    fn turn_number(&self) -> u32 {
        unimplemented!()
    }
    fn legal_turns(&self) -> Vec<()> {
        unimplemented!()
    }
    fn play(&mut self, _: &()) {
        unimplemented!()
    }
    fn outcome(&self) -> Option<Outcome> {
        unimplemented!()
    }
    fn write(&self, _: &()) -> String {
        unimplemented!()
    }
    fn read(&self, _: &str) -> Result<(), MoveError> {
        unimplemented!()
    }
    fn scene(&self) -> Scene {
        unimplemented!()
    }
    fn marks(&self, _: &()) -> Vec<Mark> {
        unimplemented!()
    }
    fn targets(&self, _: Square) -> SquareSet {
        unimplemented!()
    }
}
