//! A small cache with a bound on its memory, safe to share between threads.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, PoisonError};

/// Keeps what was used last, up to a number of bytes.
pub(crate) struct Cache<K, V> {
    most: usize,
    kept: Mutex<Kept<K, V>>,
}

struct Kept<K, V> {
    entries: HashMap<K, Entry<V>>,
    bytes: usize,
    clock: u64,
}

struct Entry<V> {
    value: Arc<V>,
    bytes: usize,
    used: u64,
}

impl<K: Hash + Eq + Clone, V> Cache<K, V> {
    /// An empty cache for that many bytes.
    pub(crate) fn new(most: usize) -> Cache<K, V> {
        Cache { most, kept: Mutex::new(Kept { entries: HashMap::new(), bytes: 0, clock: 0 }) }
    }

    /// The value for that key, made if it isn't there. `make` also says how many bytes it takes. It runs
    /// without the lock: two threads may both make a value, and both get an equal one.
    pub(crate) fn get<E>(&self, key: &K, make: impl FnOnce() -> Result<(V, usize), E>) -> Result<Arc<V>, E> {
        if let Some(value) = self.find(key) {
            return Ok(value);
        }
        let (value, bytes) = make()?;
        let value = Arc::new(value);
        self.keep(key.clone(), Arc::clone(&value), bytes);
        Ok(value)
    }

    /// How many bytes are kept.
    pub(crate) fn bytes(&self) -> usize {
        self.lock().bytes
    }

    fn find(&self, key: &K) -> Option<Arc<V>> {
        let mut kept = self.lock();
        kept.clock += 1;
        let now = kept.clock;
        let entry = kept.entries.get_mut(key)?;
        entry.used = now;
        Some(Arc::clone(&entry.value))
    }

    fn keep(&self, key: K, value: Arc<V>, bytes: usize) {
        if bytes > self.most {
            return;
        }
        let mut kept = self.lock();
        let used = kept.clock;
        if let Some(old) = kept.entries.insert(key, Entry { value, bytes, used }) {
            kept.bytes -= old.bytes;
        }
        kept.bytes += bytes;
        while kept.bytes > self.most {
            // The entry just added has the newest stamp, so it is never the one to go.
            let Some(oldest) = kept.entries.iter().min_by_key(|(_, entry)| entry.used).map(|(key, _)| key.clone())
            else {
                break;
            };
            if let Some(gone) = kept.entries.remove(&oldest) {
                kept.bytes -= gone.bytes;
            }
        }
    }

    /// A panic elsewhere while the lock was held leaves nothing half done that matters here.
    fn lock(&self) -> std::sync::MutexGuard<'_, Kept<K, V>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
