//! The real binary as an operator has it: killed, stopped, watched, backed up, twice at once.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod apart;
mod backup;
#[path = "../../mailer/tests/bombs/mod.rs"]
mod bombs;
mod busy;
#[path = "../database/mod.rs"]
mod database;
mod doctor;
mod events;
mod forgotten;
mod full;
mod guest;
mod house;
mod killed;
mod logs;
mod mail;
mod pages;
#[path = "../relay/mod.rs"]
mod relay;
mod rig;
mod rounds;
mod stopping;
mod tryout;
