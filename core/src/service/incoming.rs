//! From a request to a use case: who is asking, what they are allowed, and what they want done.

pub(super) mod answers;
pub(super) mod asked;
pub(super) mod handle;
mod hints;
pub(super) mod identity;
mod nearly;
pub(super) mod one_turn;
pub(super) mod pages;
pub(super) mod secrets;
pub(super) mod serving;
pub(super) mod strangers;
pub(super) mod taking;
pub(super) mod too_often;
pub(super) mod unread;
mod waiting;
