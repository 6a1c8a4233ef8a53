//! Sheets and files that were made last, so that what many look at is made once. Each is kept under what it shows, with
//! its revision: what has changed is another one, and the old ones are pushed off.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use crate::sheet::Sheet;

/// Bytes that are kept.
const BYTES: usize = 24 << 20;

/// The sheets, the last used at the end.
#[derive(Default)]
pub(crate) struct Shelf(Mutex<VecDeque<(String, Sheet)>>);

impl Shelf {
    pub(crate) fn find(&self, key: &str) -> Option<Sheet> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let at = kept.iter().rposition(|(known, _)| known == key)?;
        let found = kept.remove(at)?;
        let sheet = found.1.clone();
        kept.push_back(found);
        Some(sheet)
    }

    pub(crate) fn keep(&self, key: String, sheet: &Sheet) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.push_back((key, sheet.clone()));
        let mut bytes: usize = kept.iter().map(|(_, sheet)| sheet.size()).sum();
        while bytes > BYTES {
            let Some((_, gone)) = kept.pop_front() else { return };
            bytes -= gone.size();
        }
    }
}
