//! How much a worker tells others of what it finds: the positions with most work, within what it may.

use andor_engine::remote::{Bound, Shared};
use std::cmp::Reverse;
use std::time::{Duration, Instant};

/// Bounds are told so often, or less often where they would be fewer bytes than `WORTH` each time.
const EVERY: Duration = Duration::from_millis(30);
const WORTH: f64 = 4096.0;
/// A bound takes about so many bytes.
const BOUND_BYTES: u64 = 24;
/// Positions with less work at a time are never told.
const LEAST: u64 = 2;
/// Nor is there a position with so much that it is not told.
const MOST: u64 = 1 << 20;
/// So many go into a message.
pub(super) const AT_ONCE: usize = 1 << 14;

/// What is shared, and within which limits.
pub(super) struct Telling {
    shared: Shared,
    last: Instant,
    bytes_a_second: u64,
}

impl Telling {
    pub(super) fn new(shared: Shared) -> Telling {
        Telling { shared, last: Instant::now(), bytes_a_second: 0 }
    }

    /// It may tell so much from now on; nothing, if nobody would hear it.
    pub(super) fn allow(&mut self, bytes_a_second: u64) {
        match (self.bytes_a_second, bytes_a_second) {
            (0, 0) => {}
            (_, 0) => self.shared.set_least(u64::MAX),
            (0, _) => self.shared.set_least(LEAST),
            _ => {}
        }
        self.bytes_a_second = bytes_a_second;
    }

    pub(super) fn hear(&self, bounds: &[Bound]) {
        self.shared.hear(bounds);
    }

    /// What is to be told now.
    pub(super) fn due(&mut self) -> Vec<Bound> {
        let since = self.last.elapsed();
        let seconds = WORTH / self.bytes_a_second.max(1) as f64;
        if self.bytes_a_second == 0 || since < EVERY || since.as_secs_f64() < seconds {
            return Vec::new();
        }
        self.last = Instant::now();
        let most = self.bytes_a_second as f64 * since.as_secs_f64() / BOUND_BYTES as f64;
        let (most, least) = (most as usize, self.shared.least());
        let mut bounds = self.shared.take();
        if bounds.len() > most {
            self.shared.set_least((2 * least).min(MOST));
            bounds.sort_unstable_by_key(|bound| Reverse(bound.work));
            bounds.truncate(most);
        } else if bounds.len() < most / 4 {
            self.shared.set_least((least / 2).max(LEAST));
        }
        bounds
    }
}
