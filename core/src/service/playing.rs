//! Playing: turns, clocks, offers and comments, and telling everybody about them.

pub(super) mod announcing;
pub(super) mod asking;
pub(super) mod beside;
pub(super) mod board;
pub(super) mod finish;
pub(super) mod may_play;
pub(super) mod offers;
pub(super) mod plans;
pub(super) mod play;
pub(super) mod proposing;
pub(super) mod receipts;
pub(super) mod recording;
pub(super) mod say;
pub(super) mod time_up;
pub(super) mod timing;
pub(super) mod turn;
pub(super) mod vacation;
