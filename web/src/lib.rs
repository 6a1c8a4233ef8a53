//! Turnpost's pages: public games to watch and replay, rules, players, and a player's own board to tap on.
//!
//! A request passes the bounds of the server and of its address, is routed to a page, and gets a sheet: words and
//! markup that are made once for each state of a game. Opening a page never changes anything; only a form that is sent
//! from one of our own pages does.
#![warn(unreachable_pub)]

// From the parts that use no other to those that use most.
mod settings;

pub mod server;

pub mod health;

mod network;

mod limits;

mod sheet;

mod shelf;

mod live;

mod site;

mod assets;

mod layout;

mod drawing;

mod pages;

mod guard;

mod routes;

pub use routes::router;
pub use settings::{Settings, Trust};
pub use site::Site;
