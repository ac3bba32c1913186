//! How far a comparison is: which position of how many, and how long the rest will take at this pace.

use std::time::Instant;

/// Counts searches and time.
pub(super) struct Pace {
    start: Instant,
    positions: usize,
    searches: usize,
    /// Searches that are over, also those that an earlier run did.
    pub(super) passed: usize,
    /// Those of this run.
    pub(super) searched: usize,
}

impl Pace {
    /// Begins to count.
    pub(super) fn new(positions: usize, contenders: usize) -> Pace {
        let searches = positions * contenders;
        Pace { start: Instant::now(), positions, searches, passed: 0, searched: 0 }
    }

    /// Which search is next: `position 17 of 40, pn2, about 2 min left`.
    pub(super) fn about(&self, at: usize, method: &str) -> String {
        let where_ = format!("position {} of {}, {method}", at + 1, self.positions);
        match self.seconds_left(self.start.elapsed().as_secs_f64()) {
            None => where_,
            Some(seconds) => format!("{where_}, {}", left(seconds)),
        }
    }

    /// What the rest takes, once there is something to judge by.
    fn seconds_left(&self, elapsed: f64) -> Option<f64> {
        let each = (self.searched > 0).then(|| elapsed / self.searched as f64)?;
        Some(each * self.searches.saturating_sub(self.passed) as f64)
    }
}

/// So many seconds in words: `about 2 min left`.
pub(crate) fn left(seconds: f64) -> String {
    match seconds {
        seconds if seconds < 90.0 => format!("about {seconds:.0} s left"),
        seconds if seconds < 5400.0 => format!("about {:.0} min left", seconds / 60.0),
        seconds => format!("about {:.1} h left", seconds / 3600.0),
    }
}

#[cfg(test)]
mod tests {
    use super::Pace;

    #[test]
    fn what_is_left_is_judged_by_the_searches_of_this_run() {
        let mut pace = Pace::new(40, 3);
        assert_eq!(pace.about(0, "pn"), "position 1 of 40, pn");
        (pace.passed, pace.searched) = (60, 0);
        assert_eq!(pace.seconds_left(0.0), None);
        (pace.passed, pace.searched) = (90, 30);
        assert_eq!(pace.seconds_left(60.0), Some(60.0));
        assert!(pace.about(30, "pn2").starts_with("position 31 of 40, pn2, about "));
    }
}
