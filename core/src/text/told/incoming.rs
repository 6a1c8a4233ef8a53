//! Words about what becomes of a message before any room does what it asks for.

use super::Said;
use crate::notice::told::incoming::{Told, Why};
use crate::text::Reader;

pub(super) fn told(_reader: &Reader<'_>, told: &Told) -> Said {
    match *told {}
}

/// The reason as it goes on behind a colon, then the remedy.
pub(super) fn why(_reader: &Reader<'_>, why: &Why) -> Vec<String> {
    match *why {}
}
