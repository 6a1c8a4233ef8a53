//! Closed doors: secrets that are stored nowhere they could be read, ways in that can't be taken over, secrets that
//! end, and numbers in messages that open nothing of anybody else's.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod ended;
#[path = "../engine/mod.rs"]
mod engine;
mod numbers;
mod outgoing;
mod private;
mod stored;
mod ways;
mod world;
