//! How fast workers are, and how long a job is under way beside the search: from this follows how long jobs take.

use super::Pace;
use std::time::Duration;

/// What is under way of a job, message and inspection included, is to be so small a part of it.
const PART: f64 = 20.0;
/// No job is to take longer or, where the nodes suffice, be shorter than this.
const LONGEST: f64 = 2.0;
const SHORTEST: f64 = 0.2;
/// Of what was measured before, so much is kept at each result.
const KEPT: f64 = 0.9;

/// What was measured, of the latest results most.
#[derive(Clone, Copy, Debug, Default)]
pub struct Speed {
    /// Nodes a second that a worker makes in a job.
    pub nodes_a_second: f64,
    /// Seconds that a job is under way beside its search.
    pub under_way: f64,
}

impl Speed {
    /// Counts a job that was given out and came back within `took`, and was searched for so long, as its worker
    /// says; nobody searches for longer than it had the job.
    pub fn count(&mut self, nodes: u64, searched: Duration, took: Duration) {
        let (searched, took) = (searched.min(took).as_secs_f64(), took.as_secs_f64());
        if nodes == 0 || searched <= 0.0 {
            return;
        }
        let mix =
            |old: f64, new: f64| if old == 0.0 { new } else { KEPT * old + (1.0 - KEPT) * new };
        self.nodes_a_second = mix(self.nodes_a_second, nodes as f64 / searched);
        self.under_way = mix(self.under_way, took - searched);
    }

    /// This, or that of all workers where nothing was measured.
    #[must_use]
    pub fn or(self, all: Speed) -> Speed {
        if self.nodes_a_second == 0.0 { all } else { self }
    }

    /// How long a job takes at most, in seconds.
    #[must_use]
    pub fn seconds(&self) -> f64 {
        (PART * self.under_way).clamp(SHORTEST, LONGEST)
    }

    /// The pace of jobs after so many nodes.
    #[must_use]
    pub fn pace(&self, worked: u64) -> Pace {
        match (self.nodes_a_second * self.seconds()) as u64 {
            0 => Pace { worked, ..Pace::default() },
            most => Pace { worked, most },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{LONGEST, SHORTEST, Speed};
    use std::time::Duration;

    #[test]
    fn a_worker_of_whom_nothing_is_known_is_taken_to_be_like_the_others() {
        let (mut card, mut all) = (Speed::default(), Speed::default());
        let second = Duration::from_secs(1);
        all.count(10_000_000, second, second);
        assert_eq!(card.or(all).pace(1).most, all.pace(1).most);
        card.count(5_000_000_000, second, second);
        assert_eq!(card.or(all).pace(1).most, 500 * all.pace(1).most);
    }

    #[test]
    fn slow_ways_make_long_jobs_and_fast_workers_large_ones() {
        let measured = |under_way: u64| {
            let mut speed = Speed::default();
            let searched = Duration::from_millis(100);
            (0..9).for_each(|_| {
                speed.count(1_000_000, searched, searched + Duration::from_millis(under_way));
            });
            (speed.seconds(), speed.pace(7).most)
        };
        assert_eq!(measured(0).0, SHORTEST);
        assert_eq!(measured(10_000).0, LONGEST);
        let (seconds, most) = measured(50);
        assert!((seconds - 1.0).abs() < 0.01 && most.abs_diff(10_000_000) < 100_000, "{most}");
        // Who says that it searched for longer than it had the job is believed no more than that.
        let mut speed = Speed::default();
        speed.count(1000, Duration::from_secs(9), Duration::from_millis(1));
        assert!((speed.nodes_a_second - 1e6).abs() < 1.0 && speed.under_way == 0.0);
    }
}
