//! Bounds and order: how big things may be, how fast they come and go, which comes first, and how much is remembered.

pub(crate) mod heard;
pub(crate) mod order;
pub(crate) mod pace;
pub(crate) mod recent;
pub(crate) mod sizes;
pub(crate) mod throttle;
