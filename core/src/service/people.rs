//! Players: their names, their ways in, what they want and what they want no more.

pub(super) mod blocks;
pub(super) mod holding;
pub(super) mod links;
pub(super) mod names;
pub(super) mod preferences;
pub(super) mod privacy;
pub(super) mod registering;
pub(super) mod ways;
