//! The real program against the stand-in Discord: whole games, restarts, faults and abuse.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod abuse;
mod attempts;
mod beside;
mod clicks;
#[path = "../database/mod.rs"]
mod database;
mod events;
mod exact;
mod faults;
mod flow;
mod games;
mod hammer;
mod house;
mod league;
mod live;
mod looking;
mod missed;
mod mixed;
mod names;
mod overheard;
mod private;
mod restarts;
mod rig;
mod rules;
mod stranded;
mod tables;
mod thread;
mod tournament;
mod watching;
