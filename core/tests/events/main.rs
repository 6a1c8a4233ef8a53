//! Tournaments through the real service and store, in virtual time: whole events with players who play, dawdle, vanish,
//! withdraw, are forgotten or block each other; and what is refused.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod closing;
mod computers;
mod edges;
#[path = "../engine/mod.rs"]
mod engine;
mod mended;
mod refused;
mod simulated;
mod steps;
mod telling;
mod world;
