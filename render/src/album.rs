//! The picture files that were made last: what goes to many people at once is drawn once.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use crate::{Picture, RenderError, Renderer};

/// How many are kept: every theme from both sides, for two boards at a time, and the boards of the rules.
const KEPT: usize = 48;

/// Picture files, the last used at the end. Share one between threads.
#[derive(Default)]
pub struct Album {
    kept: Mutex<VecDeque<(Picture, Vec<u8>)>>,
}

impl Album {
    /// The picture's PNG file, as the renderer makes it.
    pub fn png(&self, renderer: &Renderer, picture: &Picture) -> Result<Vec<u8>, RenderError> {
        if let Some(file) = self.find(picture) {
            return Ok(file);
        }
        // Without the lock: two threads may both draw it, and both get the same.
        let file = renderer.png(picture)?;
        let mut kept = self.lock();
        if kept.len() >= KEPT {
            kept.pop_front();
        }
        kept.push_back((picture.clone(), file.clone()));
        Ok(file)
    }

    fn find(&self, picture: &Picture) -> Option<Vec<u8>> {
        let mut kept = self.lock();
        let at = kept.iter().position(|(known, _)| known == picture)?;
        let found = kept.remove(at)?;
        let file = found.1.clone();
        kept.push_back(found);
        Some(file)
    }

    /// A panic elsewhere while the lock was held leaves nothing half done that matters here.
    fn lock(&self) -> std::sync::MutexGuard<'_, VecDeque<(Picture, Vec<u8>)>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
