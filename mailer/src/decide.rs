//! From a stored mail to what is done about it: whether a person wrote it, who that is, whether they write too often,
//! what it answers, and what it asks the service for.

pub mod answers;
pub mod auth;
pub mod door;
pub(crate) mod flow;
pub mod guard;
pub(crate) mod inbound;
pub mod judge;
pub mod limit;
pub(crate) mod lookups;
pub mod pace;
pub mod quoted;
pub(crate) mod request;
pub mod understood;
