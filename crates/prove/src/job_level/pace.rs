//! How large jobs are to be, from what is measured.

/// A job may be so small a part of all that was done before it, for each of the workers: then little is lost
/// if it turns out not to have been the best one.
const SHARE: u64 = 8;
/// No job has to make fewer nodes.
const LEAST: u64 = 1 << 13;
/// Where nobody measures, no job is larger: about a second's work.
const MOST: u64 = 1 << 22;

/// What was done, and how much a worker does at a time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pace {
    /// Nodes so far.
    pub worked: u64,
    /// Nodes that one worker makes in the longest time that a job is to take.
    pub most: u64,
}

impl Default for Pace {
    fn default() -> Pace {
        Pace { worked: 0, most: MOST }
    }
}

impl Pace {
    /// The nodes of the next job for one of so many workers.
    #[must_use]
    pub fn nodes(self, workers: usize) -> u64 {
        let part = self.worked / (SHARE * workers.max(1) as u64);
        part.min(self.most).max(LEAST)
    }
}

#[cfg(test)]
mod tests {
    use super::{LEAST, Pace};

    #[test]
    fn jobs_grow_with_the_work_and_stop_at_what_a_worker_does_at_a_time() {
        let nodes = |worked, workers| Pace { worked, most: 1_000_000 }.nodes(workers);
        assert_eq!((nodes(0, 1), nodes(1000, 64)), (LEAST, LEAST));
        assert_eq!((nodes(800_000, 1), nodes(800_000, 2)), (100_000, 50_000));
        assert_eq!((nodes(u64::MAX, 0), nodes(u64::MAX, 1000)), (1_000_000, 1_000_000));
        assert_eq!(Pace { worked: u64::MAX, most: 0 }.nodes(1), LEAST, "nobody makes no progress");
    }
}
