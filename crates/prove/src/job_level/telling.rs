//! How much workers tell each other of what they find: the positions with most work, within what they may. All of it
//! is a matter of rates; whoever keeps the time, that of the clock or of a simulation, says what it is.

use crate::sharing::{Bound, Shared};
use andor_core::Instant;
use std::cmp::Reverse;
use std::time::Duration;

/// Bounds are told so often, or less often where they would be fewer bytes than `WORTH` each time.
const EVERY: Duration = Duration::from_millis(10);
const WORTH: f64 = 4096.0;
/// A bound takes about so many bytes.
const BOUND_BYTES: u64 = 24;
/// Positions with less work at a time are never told.
const LEAST: u64 = 2;
/// Nor is there a position with so much that it is not told.
const MOST: u64 = 1 << 20;
/// So many go into a message.
pub const AT_ONCE: usize = 1 << 14;

/// At most so many positions found lost are told with a job.
pub const LOST_AT_ONCE: usize = 2000;
/// Smaller certificates are not worth a message to everybody: what they prove is soon searched.
pub const WORTH_TELLING: usize = 8 << 10;
/// Who tells more at once than in so many seconds is cut short.
pub const IN_ADVANCE: f64 = 3.0;

/// How many bytes a second a worker may tell so many others, each of whom hears so many of all together.
#[must_use]
pub fn part_of_share(share: u64, others: usize) -> u64 {
    share.checked_div(others as u64).unwrap_or_default()
}

/// What is not told is kept for so long: finds come in bursts.
const SAVED: f64 = 1.0;

/// What is shared, and within which limits.
pub struct Telling {
    shared: Shared,
    last: Instant,
    bytes_a_second: u64,
    /// How many bounds it may tell now.
    saved: f64,
}

impl Telling {
    /// Nothing is told yet; it begins now.
    #[must_use]
    pub fn new(shared: Shared, now: Instant) -> Telling {
        Telling { shared, last: now, bytes_a_second: 0, saved: 0.0 }
    }

    /// It may tell so much from now on; nothing, if nobody would hear it.
    pub fn allow(&mut self, bytes_a_second: u64) {
        match (self.bytes_a_second, bytes_a_second) {
            (0, 0) => {}
            (_, 0) => self.shared.set_least(u64::MAX),
            (0, _) => self.shared.set_least(LEAST),
            _ => {}
        }
        self.bytes_a_second = bytes_a_second;
    }

    /// What others have found.
    pub fn hear(&self, bounds: &[Bound]) {
        self.shared.hear(bounds);
    }

    /// What is to be told now.
    pub fn due(&mut self, now: Instant) -> Vec<Bound> {
        let since = now.saturating_duration_since(self.last);
        let seconds = WORTH / self.bytes_a_second.max(1) as f64;
        if self.bytes_a_second == 0 || since < EVERY || since.as_secs_f64() < seconds {
            return Vec::new();
        }
        self.last = now;
        let bounds = self.shared.take();
        let rate = self.bytes_a_second as f64 / BOUND_BYTES as f64;
        let least = self.shared.least();
        let (saved, bounds, least) = within(self.saved, rate, since.as_secs_f64(), least, bounds);
        self.saved = saved;
        self.shared.set_least(least);
        bounds
    }
}

/// Of these bounds, found in so many seconds, those with most work that may be told with what is saved and comes at
/// this rate; with what is saved then, and how much work makes a position worth telling from now on.
fn within(
    saved: f64,
    rate: f64,
    seconds: f64,
    least: u64,
    mut bounds: Vec<Bound>,
) -> (f64, Vec<Bound>, u64) {
    let (may, found) = ((saved + rate * seconds).min(rate * SAVED), bounds.len() as f64);
    let least = if found > may {
        bounds.sort_unstable_by_key(|bound| Reverse(bound.work));
        bounds.truncate(may as usize);
        (2 * least).min(MOST)
    } else if may > 0.5 * rate * SAVED && found < 0.5 * rate * seconds {
        (least / 2).max(LEAST)
    } else {
        least
    };
    (may - bounds.len() as f64, bounds, least)
}

#[cfg(test)]
mod tests {
    use super::{LEAST, MOST, within};
    use crate::sharing::Bound;

    fn bounds(count: u64) -> Vec<Bound> {
        let one = |index| Bound { index, tag: 0, phi: 1, delta: 1, work: index as u32 };
        (0..count).map(one).collect()
    }

    #[test]
    fn bursts_are_told_and_floods_are_cut_to_what_has_most_work() {
        // A thousand a second: after a quiet second all of them may come at once.
        let (saved, told, least) = within(0.0, 1000.0, 1.0, 8, bounds(900));
        assert_eq!((saved, told.len(), least), (100.0, 900, 8));
        let (saved, told, least) = within(saved, 1000.0, 0.1, least, bounds(900));
        assert_eq!((saved, told.len(), least), (0.0, 200, 16));
        assert!(told.iter().all(|bound| bound.work >= 700), "those with most work");
        // Where less is found than may be told, more is worth telling.
        let (_, _, least) = within(900.0, 1000.0, 0.1, least, bounds(10));
        assert_eq!(least, 8);
        let (_, _, least) = within(900.0, 1000.0, 0.1, LEAST, bounds(10));
        assert_eq!(least, LEAST);
        assert_eq!(within(0.0, 1.0, 0.1, MOST, bounds(10)).2, MOST);
    }

    /// As many as are found on the average, and no more than may be told, whatever the bursts.
    #[test]
    fn in_the_long_run_it_keeps_to_its_rate() {
        let (mut saved, mut least, mut all) = (0.0, LEAST, 0);
        for turn in 0..1000 {
            let found = if turn % 10 == 0 { 500 } else { 20 };
            let told;
            (saved, told, least) = within(saved, 1000.0, 0.1, least, bounds(found / least * LEAST));
            all += told.len();
        }
        assert!((60_000..=101_000).contains(&all), "{all} in a hundred seconds");
    }
}
