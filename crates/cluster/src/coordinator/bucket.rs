//! So many bytes in so long: a bucket that empties with time.

use std::time::{Duration, Instant};

/// What is in it empties within this time.
const EMPTIES: Duration = Duration::from_secs(3);

/// The bucket.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bucket {
    bytes: f64,
    since: Instant,
}

impl Bucket {
    pub(super) fn new() -> Bucket {
        Bucket { bytes: 0.0, since: Instant::now() }
    }

    /// Fills so much in; `true` if it would run over, and nothing is.
    pub(super) fn fill(&mut self, bytes: u64, most: u64) -> bool {
        let gone = self.since.elapsed().as_secs_f64() / EMPTIES.as_secs_f64();
        self.since = Instant::now();
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

    #[test]
    fn it_does_not_run_over_and_empties() {
        let mut bucket = Bucket::new();
        assert!(!bucket.fill(900, 1000) && bucket.fill(900, 1000));
        bucket.since -= super::EMPTIES;
        assert!(!bucket.fill(900, 1000));
        assert!(bucket.fill(1, 0));
    }
}
