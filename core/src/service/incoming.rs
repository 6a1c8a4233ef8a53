//! What somebody asks for: who they are, what they may, and which use case does it.

pub(super) mod asked;
pub(super) mod handle;
pub(super) mod identity;
pub(super) mod one_turn;
pub(super) mod requester;
pub(super) mod secrets;
