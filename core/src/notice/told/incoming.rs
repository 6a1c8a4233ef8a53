//! About what becomes of a message before any room does what it asks for.

use serde::{Deserialize, Serialize};

/// What somebody is told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Told {
    /// Somebody answered the reader's mail from another address.
    FromElsewhere {
        /// How to play from there, where the reader is a player.
        link: Option<LinkElsewhere>,
    },
}

/// An offer to join the address that somebody wrote from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LinkElsewhere {
    /// The code; not there while this is stored.
    pub code: Option<String>,
    /// Whether what was asked for is done once it joined.
    pub then_done: bool,
}

/// What somebody is asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ask {}

/// Why something was not done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Why {}
