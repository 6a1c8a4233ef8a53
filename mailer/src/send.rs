//! Mail out: what is owed to players, and what the operator has to know. A mail's bytes go to a relay or into a Maildir;
//! what fails is tried again.

pub mod alarm;
pub mod operator;
pub(crate) mod outbound;
pub mod post;
pub(crate) mod schedule;
pub mod smtp;
