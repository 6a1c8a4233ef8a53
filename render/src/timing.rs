//! How long this process took to draw its pictures: a histogram for the operator's monitoring.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// The upper ends of the histogram's steps, in milliseconds.
pub const STEPS: [u64; 9] = [1, 2, 5, 10, 20, 50, 100, 200, 500];

/// What was measured since the process began.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Timing {
    /// How many pictures took no longer than each of [`STEPS`].
    pub within: [u64; STEPS.len()],
    /// How many there were.
    pub pictures: u64,
    /// How long all of them took.
    pub total: Duration,
}

/// What was measured so far.
pub fn timing() -> Timing {
    let mut within = [0; STEPS.len()];
    for (sum, counter) in within.iter_mut().zip(&WITHIN) {
        *sum = counter.load(Ordering::SeqCst);
    }
    let total = Duration::from_nanos(NANOSECONDS.load(Ordering::Relaxed));
    Timing { within, pictures: PICTURES.load(Ordering::SeqCst), total }
}

pub(crate) fn note(took: Duration) {
    // First, and read last: no step is ever seen with more pictures than there are.
    PICTURES.fetch_add(1, Ordering::SeqCst);
    for (step, counter) in STEPS.iter().zip(&WITHIN) {
        if took <= Duration::from_millis(*step) {
            counter.fetch_add(1, Ordering::SeqCst);
        }
    }
    NANOSECONDS.fetch_add(u64::try_from(took.as_nanos()).unwrap_or(u64::MAX), Ordering::Relaxed);
}

static WITHIN: [AtomicU64; STEPS.len()] = [const { AtomicU64::new(0) }; STEPS.len()];
static PICTURES: AtomicU64 = AtomicU64::new(0);
static NANOSECONDS: AtomicU64 = AtomicU64::new(0);
