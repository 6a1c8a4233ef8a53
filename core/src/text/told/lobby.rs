//! Words about challenges and invitations.

use super::Said;
use crate::notice::told::lobby::{Told, Why};
use crate::text::Reader;

pub(super) fn told(_reader: &Reader<'_>, told: &Told) -> Said {
    match *told {}
}

/// The reason as it goes on behind a colon, then the remedy.
pub(super) fn why(_reader: &Reader<'_>, why: &Why) -> Vec<String> {
    match *why {}
}
