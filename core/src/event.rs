//! Tournaments as pure rules, without store and clock: who meets whom with which colours, how a table is ranked, who
//! goes on, up or down, when nothing can change any more, and how long a round can last. Everything is a function of
//! plain data; a player is an index into a list that the caller keeps.

pub mod berger;
pub mod calendar;
pub mod close;
pub mod cup;
pub mod division;
pub mod ladder;
pub mod league;
pub mod lot;
pub mod ranking;
pub mod score;
pub mod tie_break;
pub mod trf;
pub mod withdrawal;

/// The number of an event: the 12 of `T12`.
pub type EventNumber = i64;
