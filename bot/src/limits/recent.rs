//! A small memory of recent things.

use std::collections::{HashMap, VecDeque};
use std::hash::Hash;
use std::sync::{Mutex, PoisonError};

/// A bounded number of things; the oldest are forgotten first.
pub(crate) struct Recent<K, V = ()> {
    most: usize,
    inside: Mutex<(HashMap<K, V>, VecDeque<K>)>,
}

impl<K: Hash + Eq + Clone, V: Clone> Recent<K, V> {
    /// Room for `most` things.
    pub(crate) fn new(most: usize) -> Recent<K, V> {
        Recent { most, inside: Mutex::default() }
    }

    /// What is kept under a key.
    pub(crate) fn get(&self, key: &K) -> Option<V> {
        self.inside.lock().unwrap_or_else(PoisonError::into_inner).0.get(key).cloned()
    }

    /// Forgets everything.
    pub(crate) fn clear(&self) {
        *self.inside.lock().unwrap_or_else(PoisonError::into_inner) = <(HashMap<K, V>, VecDeque<K>)>::default();
    }

    /// Forgets one thing, as if it had never been there.
    pub(crate) fn forget(&self, key: &K) {
        let mut inside = self.inside.lock().unwrap_or_else(PoisonError::into_inner);
        inside.0.remove(key);
        inside.1.retain(|known| known != key);
    }

    /// Keeps something. True if the key is new.
    pub(crate) fn put(&self, key: K, value: V) -> bool {
        let mut inside = self.inside.lock().unwrap_or_else(PoisonError::into_inner);
        let (known, order) = &mut *inside;
        if known.insert(key.clone(), value).is_some() {
            return false;
        }
        order.push_back(key);
        while order.len() > self.most {
            if let Some(oldest) = order.pop_front() {
                known.remove(&oldest);
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forgets_the_oldest() {
        let recent = Recent::new(2);
        assert!(recent.put(1, "a") && recent.put(2, "b"));
        assert!(!recent.put(1, "c"));
        assert!(recent.put(3, "d"));
        assert_eq!((recent.get(&1), recent.get(&2), recent.get(&3)), (None, Some("b"), Some("d")));
        recent.forget(&3);
        assert!(recent.put(3, "e"), "it is as new");
    }
}
