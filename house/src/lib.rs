//! The house's mind: a computer player for every game.
//!
//! [`think`] takes a game as it stands and a budget of judged positions, and gives a turn, the chance of the side to
//! move and the line it expects. It depends on nothing else: no clock, no threads, no chance but the seed's, so the
//! same game, budget and seed give the same thought on every machine.
//!
//! `tree` and `alphabeta` are the two searches. Each game that the house knows well has a module with a board of its own that
//! is quick to play on, and a judgement of positions; `generic` plays every other game from its rules alone.

mod alphabeta;
mod amazons;
mod budget;
mod chance;
mod dameo;
mod diamond;
mod dice;
mod fitted;
mod generic;
mod level;
mod mind;
mod othello;
mod shooting;
mod tree;

pub mod contest;
pub mod fitting;
pub mod review;
pub mod table;

pub use budget::Budget;
pub use dice::Dice;
pub use level::{LEVELS, Level, NoLevel};
pub use mind::{NoThought, Thought, greedy, prepare, random, think, think_at};
