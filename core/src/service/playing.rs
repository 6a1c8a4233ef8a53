//! Turns, and what two players settle beside them.

pub(super) mod board;
pub(super) mod finish;
pub(super) mod offers;
pub(super) mod plans;
pub(super) mod play;
pub(super) mod say;
