//! About players: names, settings, ways in, privacy.

use serde::{Deserialize, Serialize};

/// What somebody is told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Told {
    /// The code that joins another account to the reader's.
    LinkCode {
        /// Whom it makes playable from there.
        name: String,
        /// The code; not there while this is stored.
        code: Option<String>,
    },
    /// A code was used, replaced, or is too old.
    CodeIsGone,
    /// What stood here was the reader's alone, and was shown.
    ShownOnce,
}

/// What somebody is asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ask {}

/// Why something was not done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Why {}
