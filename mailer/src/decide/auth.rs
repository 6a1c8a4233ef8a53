//! How well a mail's From is known: DMARC, verified by ourselves on the built-in receiver, or read from the
//! Authentication-Results of the one server that the operator trusts.

pub(crate) mod credit;
mod grammar;
pub mod results;
pub(crate) mod verify;

pub use verify::Verifier;
