//! Players: registering them, their names and settings, their ways in, and their privacy.

pub(super) mod blocks;
pub(super) mod holding;
pub(super) mod links;
pub(super) mod names;
pub(super) mod preferences;
pub(super) mod privacy;
pub(super) mod registering;
pub(super) mod ways;
