//! The email gateway: mail in, by SMTP, LMTP, IMAP, Maildir or a pipe; mail out, by SMTP or into a Maildir.
//!
//! The folders show the way of the data. A mail comes in through [`receive`], which stores it as it came; [`read`] finds
//! what its sender newly wrote; [`decide`] judges who that is and asks the service. What the service then owes is turned
//! into a mail by [`compose`] and delivered by [`send`]. [`gateway`] only wires these together.
//!
//! Every module uses only those above it in the list below (the program's `tests/layers.rs` checks that).
#![warn(unreachable_pub)]

// What all of them use.
pub mod address;
pub mod maildir;
pub mod message_id;
pub mod surroundings;
pub mod tls;
pub mod url;

// The way of the data. Whatever takes mail in or decides about it can alert the operator, so sending comes first.
pub mod compose;
pub mod send;

pub mod receive;

pub mod read;

pub mod decide;

// What the program starts and asks.
pub mod checkup;
pub mod gateway;
pub mod tryout;
