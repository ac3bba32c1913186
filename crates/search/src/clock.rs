//! When to stop thinking: nodes, time, and somebody who says so.
//!
//! Of a game clock a move gets its share; the search may take more while it is unsure (`soft` and
//! `hard`). Nothing here looks at the clock at every node.

use crate::{Budget, Clock};
use andor_core::Instant;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Kept back for whoever passes the move on.
const LAG: Duration = Duration::from_millis(15);
/// The number of moves that the rest of a game is planned to last.
const MOVES_AHEAD: u32 = 24;

/// The limits of one search as it runs.
#[derive(Clone)]
pub(crate) struct Watch<'a> {
    pub(crate) start: Instant,
    stop: &'a AtomicBool,
    /// Another reason to stop that the threads of one search share.
    pub(crate) done: &'a AtomicBool,
    pub(crate) depth: u32,
    pub(crate) nodes: u64,
    /// No further iteration begins after this.
    soft: Option<Duration>,
    /// The search ends here, wherever it is.
    hard: Option<Duration>,
}

impl<'a> Watch<'a> {
    pub(crate) fn new(budget: &Budget, stop: &'a AtomicBool, done: &'a AtomicBool) -> Watch<'a> {
        let (soft, hard) = match budget.clock {
            None => (None, None),
            Some(clock) => {
                let (soft, hard) = shares(clock);
                (Some(soft), Some(hard))
            }
        };
        Watch {
            start: Instant::now(),
            stop,
            done,
            depth: budget.depth.unwrap_or(u32::MAX).min(crate::pvs::MOST_DEPTH),
            nodes: budget.nodes.unwrap_or(u64::MAX),
            soft,
            hard,
        }
    }

    /// The same limits, but no deeper than this.
    pub(crate) fn up_to(&self, depth: u32) -> Watch<'a> {
        Watch { depth: self.depth.min(depth), ..self.clone() }
    }

    /// Whether the search must end now; not to be asked at every node.
    pub(crate) fn is_over(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
            || self.done.load(Ordering::Relaxed)
            || self.hard.is_some_and(|hard| self.start.elapsed() >= hard)
    }

    /// Whether it is too late for another iteration. `doubt` says how unsettled the search is: 1 is
    /// usual, more asks for more time.
    pub(crate) fn is_late(&self, doubt: f64) -> bool {
        let soft = self.soft.map(|soft| soft.mul_f64(doubt));
        soft.is_some_and(|soft| self.start.elapsed() >= soft)
    }

    /// One part in so many of the time that is meant for the move.
    pub(crate) fn part(&self, share: u32) -> Option<Duration> {
        self.soft.map(|soft| soft / share)
    }

    /// Whether there is a limit of time.
    pub(crate) fn is_timed(&self) -> bool {
        self.hard.is_some()
    }
}

/// When to begin no more iterations, and when to end.
fn shares(clock: Clock) -> (Duration, Duration) {
    match clock {
        Clock::Move(time) => {
            let hard = time.saturating_sub(LAG.min(time / 10));
            (hard.mul_f64(0.6), hard)
        }
        Clock::Game { left, increment, moves_to_go } => {
            let left = left.saturating_sub(LAG.min(left / 10));
            let moves = moves_to_go.map_or(MOVES_AHEAD, |moves| moves.clamp(1, MOVES_AHEAD));
            let share = left / moves + increment.mul_f64(0.7);
            // Never more than most of what is left; with the last move to go, all but the lag.
            let most = if moves == 1 { left.mul_f64(0.9) } else { left.mul_f64(0.4) };
            let hard = (share * 3).min(most);
            (share.mul_f64(0.55).min(hard), hard)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::shares;
    use crate::Clock;
    use std::time::Duration;

    #[test]
    fn a_clock_is_never_overdrawn() {
        for left in [1, 20, 100, 5_000, 600_000] {
            for increment in [0, 10, 5_000] {
                for moves_to_go in [None, Some(1), Some(2), Some(40)] {
                    let left = Duration::from_millis(left);
                    let increment = Duration::from_millis(increment);
                    let (soft, hard) = shares(Clock::Game { left, increment, moves_to_go });
                    assert!(soft <= hard && hard < left, "{left:?} {increment:?} {moves_to_go:?}");
                }
            }
        }
        let (_, hard) = shares(Clock::Move(Duration::from_millis(200)));
        assert_eq!(hard, Duration::from_millis(185));
    }
}
