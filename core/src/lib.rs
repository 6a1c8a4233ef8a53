//! Turnpost's core: the games' rules, and the players, challenges and games kept in SQLite.
//!
//! Nothing here waits or sends: time, randomness and ids are arguments, and SQLite is the only thing touched outside
//! the process.

pub mod address;
pub mod board;
pub mod clock;
pub mod command;
pub mod comment;
pub mod event;
pub mod game;
pub mod house;
mod likeness;
pub mod message;
pub mod notation;
pub mod notice;
pub mod rating;
pub mod record;
pub mod request;
pub mod rules;
pub mod scene;
pub mod service;
pub mod steps;
pub mod store;
pub mod text;
pub mod token;

pub use text::describe;
