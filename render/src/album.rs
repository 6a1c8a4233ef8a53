//! The picture files that were made last: what goes to many people at once is drawn once.

use std::collections::VecDeque;
use std::sync::{LazyLock, Mutex, PoisonError};

use crate::{Picture, RenderError, Renderer};

/// How many are kept: every theme from both sides, for two boards at a time, and the boards of the rules.
const KEPT: usize = 48;

/// Mail and Discord draw the same boards. What is kept of them is most of the memory that a server has, so it is kept once.
static OF_THE_PROCESS: LazyLock<Album> = LazyLock::new(Album::default);

/// A renderer and the files that it made, the last used at the end. Share one between threads.
#[derive(Default)]
pub struct Album {
    /// Draws what isn't here.
    pub renderer: Renderer,
    kept: Mutex<VecDeque<(Picture, Vec<u8>)>>,
}

impl Album {
    /// The one album of this process.
    pub fn shared() -> &'static Album {
        &OF_THE_PROCESS
    }

    /// The picture's PNG file, as the renderer makes it.
    pub fn png(&self, picture: &Picture) -> Result<Vec<u8>, RenderError> {
        if let Some(file) = self.find(picture) {
            return Ok(file);
        }
        // Without the lock: two threads may both draw it, and both get the same.
        let file = self.renderer.png(picture)?;
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
