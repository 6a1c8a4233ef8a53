//! Looking at games and players; nothing changes.

pub(super) mod examine;
pub(super) mod glance;
pub(super) mod lists;
pub(super) mod look;
pub(super) mod looking;
pub(super) mod pages;
pub(super) mod records;
pub(super) mod spectating;
pub(super) mod thoughts;
