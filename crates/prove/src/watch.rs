//! The eye that a search keeps on its limits and on the clock.

use andor_core::{Counters, Instant, Limits, Stopped};
use std::time::Duration;

/// So many plies of a path are part of the progress.
pub(crate) const SHOWN_PLIES: usize = 6;
/// Steps between two looks at the clock, and nodes: a step may have very many of them.
const CLOCK_STEPS: u64 = 1024;
const CLOCK_NODES: u64 = 1 << 17;
/// Time between two reports to the observer.
const REPORT_EVERY: Duration = Duration::from_millis(100);

/// The limits of one search, and when it began.
pub(crate) struct Watch<'a> {
    pub(crate) limits: &'a Limits,
    pub(crate) start: Instant,
    /// Nodes that a resumed search had done before.
    pub(crate) before: u64,
    reported: Instant,
    steps: u64,
    /// The nodes at which to look at the clock at the latest.
    next: u64,
}

impl<'a> Watch<'a> {
    pub(crate) fn new(limits: &'a Limits) -> Watch<'a> {
        let start = Instant::now();
        Watch { limits, start, before: 0, reported: start, steps: 0, next: 0 }
    }

    /// Before a step: why to stop, or whether it is time for a report.
    #[inline]
    pub(crate) fn look(&mut self, counters: &Counters) -> Result<bool, Stopped> {
        if let Some(stopped) = self.limits.spent(counters) {
            return Err(stopped);
        }
        self.steps += 1;
        if self.steps % CLOCK_STEPS != 1 && counters.nodes < self.next {
            return Ok(false);
        }
        self.next = counters.nodes + CLOCK_NODES;
        self.look_now(counters)
    }

    /// The same between longer steps, always with a look at the clock.
    pub(crate) fn look_now(&mut self, counters: &Counters) -> Result<bool, Stopped> {
        if let Some(stopped) = self.limits.spent(counters) {
            return Err(stopped);
        }
        if let Some(stopped) = self.limits.clock(self.start) {
            return Err(stopped);
        }
        Ok(self.is_due())
    }

    /// Whether it is time for a report.
    pub(crate) fn is_due(&mut self) -> bool {
        let due = self.reported.elapsed() >= REPORT_EVERY;
        if due {
            self.reported = Instant::now();
        }
        due
    }
}
