//! The mail flow of the outside contract, (a) to (e), at the service's edge: who gets which notice, and no more.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod contract;
#[path = "../engine/mod.rs"]
mod engine;
mod undelivered;
mod unsent;
mod world;
