//! How games begin: challenges, invitations, and the limits of both.

pub(super) mod bounds;
pub(super) mod challenge;
pub(super) mod guests;
pub(super) mod house;
pub(super) mod invitations;
pub(super) mod posting;
pub(super) mod starting;
pub(super) mod terms;
