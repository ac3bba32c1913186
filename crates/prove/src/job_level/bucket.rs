//! So many bytes in so long: a bucket that empties with time.

use andor_core::Instant;
use std::time::Duration;

/// What is in it empties within this time.
const EMPTIES: Duration = Duration::from_secs(3);

/// The bucket.
#[derive(Clone, Copy, Debug)]
pub struct Bucket {
    bytes: f64,
    since: Instant,
}

impl Bucket {
    /// An empty one.
    #[must_use]
    pub fn new(now: Instant) -> Bucket {
        Bucket { bytes: 0.0, since: now }
    }

    /// Fills so much in; `true` if it would run over, and nothing is.
    pub fn fill(&mut self, bytes: u64, most: u64, now: Instant) -> bool {
        let since = now.saturating_duration_since(self.since);
        let gone = since.as_secs_f64() / EMPTIES.as_secs_f64();
        self.since = now;
        self.bytes = (self.bytes - gone * most as f64).max(0.0);
        let runs_over = self.bytes + bytes as f64 > most as f64;
        if !runs_over {
            self.bytes += bytes as f64;
        }
        runs_over
    }
}

#[cfg(test)]
mod tests {
    use super::Bucket;
    use andor_core::Instant;

    #[test]
    fn it_does_not_run_over_and_empties() {
        let now = Instant::now();
        let mut bucket = Bucket::new(now);
        assert!(!bucket.fill(900, 1000, now) && bucket.fill(900, 1000, now));
        let now = now + super::EMPTIES;
        assert!(!bucket.fill(900, 1000, now));
        assert!(bucket.fill(1, 0, now));
    }
}
