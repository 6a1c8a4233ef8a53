//! What somebody asks for: who they are, what they may, and which use case does it.

pub(super) mod answers;
pub(super) mod asked;
pub(super) mod handle;
pub(super) mod identity;
pub(super) mod one_turn;
pub(super) mod secrets;
pub(super) mod serving;
pub(super) mod unread;
