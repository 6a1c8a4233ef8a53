//! One request or tick at work: what it knows, and what it owes.

use std::ops::{Deref, DerefMut};

use super::outgoing::Outgoing;
use crate::notice::{Audience, Undone};
use crate::service::now::Now;

/// What every use case works with.
pub(in crate::service) struct Work<'a>(pub Outgoing<'a>);

impl<'a> Deref for Work<'a> {
    type Target = Outgoing<'a>;
    fn deref(&self) -> &Outgoing<'a> {
        &self.0
    }
}

impl DerefMut for Work<'_> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.0
    }
}

impl<'a> Work<'a> {
    pub fn new(now: Now<'a>) -> Work<'a> {
        Work(Outgoing::new(now))
    }

    /// Does something; a refusal on the way says that this was not done.
    pub fn doing<T>(&mut self, undone: Undone, work: impl FnOnce(&mut Self) -> T) -> T {
        let before = std::mem::replace(&mut self.undone, undone);
        let done = work(self);
        self.undone = before;
        done
    }

    /// Does something whose answers may be read by these.
    pub fn with_audience<T>(&mut self, audience: Audience, work: impl FnOnce(&mut Self) -> T) -> T {
        let before = std::mem::replace(&mut self.audience, audience);
        let done = work(self);
        self.audience = before;
        done
    }
}
