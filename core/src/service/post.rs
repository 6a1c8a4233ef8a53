//! What is owed to whom: gathered, put into the outbox, and rerouted where delivery fails.

pub(super) mod fill;
pub(super) mod merging;
pub(super) mod outgoing;
pub(super) mod refusals;
pub(super) mod reroute;
pub(super) mod returns;
