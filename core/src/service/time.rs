//! What happens because time passes: clocks, vacations, digests, expiries.

pub(super) mod clocks;
pub(super) mod digest;
pub(super) mod untold;
