//! One clock for all phases of a solved position: what set-up and search have used, extraction and
//! verification no longer have.

use andor_core::Limits;
use std::time::Instant;

/// Begins to run when a position is asked about.
pub(crate) struct Clock(Instant);

impl Clock {
    /// Starts.
    pub(crate) fn start() -> Clock {
        Clock(Instant::now())
    }

    /// The seconds so far.
    pub(crate) fn seconds(&self) -> f64 {
        self.0.elapsed().as_secs_f64()
    }

    /// The same limits, with the time that is left.
    pub(crate) fn rest_of(&self, limits: &Limits) -> Limits {
        let time = limits.time.map(|time| time.saturating_sub(self.0.elapsed()));
        Limits { time, ..limits.clone() }
    }
}
