//! The CPU time that this thread has used: what thinking is measured by, so that a busy machine changes nothing.

use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};

/// A moment on the thread's own clock.
#[derive(Clone, Copy, Debug)]
pub struct CpuTime(Duration);

impl CpuTime {
    /// Now.
    pub fn now() -> CpuTime {
        let time = clock_gettime(ClockId::ThreadCPUTime);
        CpuTime(Duration::new(time.tv_sec.try_into().unwrap_or(0), time.tv_nsec.try_into().unwrap_or(0)))
    }

    /// CPU time used since.
    pub fn elapsed(self) -> Duration {
        CpuTime::now().0.saturating_sub(self.0)
    }
}
