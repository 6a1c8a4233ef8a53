//! How processes on one database share work that is neither a mail nor a notice: who does what only one may do, and who
//! has which piece of what is divided among them.

use std::collections::BTreeSet;

use crate::clock::moment::Timestamp;
use crate::service::{Service, ServiceError};

impl Service {
    /// Takes or renews this process's fair share of the pieces of something. What it held beyond that is still its own until
    /// it is given back.
    pub fn share(&self, what: &str, pieces: u32, now: Timestamp, seconds: i64) -> Result<BTreeSet<u32>, ServiceError> {
        Ok(self.store().write(|tx| tx.share(what, pieces, self.holder(), now, seconds))?)
    }

    /// Gives a piece back.
    pub fn leave_piece(&self, what: &str, piece: u32) -> Result<(), ServiceError> {
        Ok(self.store().write(|tx| tx.leave_piece(what, piece, self.holder()))?)
    }

    /// Takes part in sharing something no longer.
    pub fn leave_share(&self, what: &str) -> Result<(), ServiceError> {
        Ok(self.store().write(|tx| tx.leave_share(what, self.holder()))?)
    }

    /// Takes a turn at something that may be done once within so many seconds, whichever process does it. False if it is
    /// too early.
    pub fn take_turn(&self, name: &str, now: Timestamp, seconds: i64) -> Result<bool, ServiceError> {
        Ok(self.store().write(|tx| tx.take_turn(name, self.holder(), now, seconds))?)
    }
}
