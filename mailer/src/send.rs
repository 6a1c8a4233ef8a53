//! Mail out: the rendered bytes go to a relay or into a Maildir; what fails is tried again.

pub mod dkim;
pub mod post;
pub mod schedule;
pub mod smtp;
