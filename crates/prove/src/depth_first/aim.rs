//! The search of a leaf of somebody else's tree has an end of its own: thresholds, as df-pn would have them there.

use super::DepthFirst;
use crate::numbers::{INFINITE, Numbers};
use andor_core::Game;

/// When a search is enough.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Aim {
    /// When a number of the root reaches this.
    pub(crate) threshold: Numbers,
    /// But not before so many nodes: a search that ends at once is not worth the way to it.
    pub(crate) least: u64,
    /// The observer is told after every so many nodes, in place of every so often; with one thread.
    pub(crate) report_every: u64,
}

impl<G: Game> DepthFirst<G> {
    /// Searches end so from now on.
    pub(crate) fn aim_at(&mut self, aim: Aim) {
        self.aim = Some(aim);
    }

    /// The thresholds of the root, for df-pn.
    pub(super) fn root_threshold(&self) -> Numbers {
        let boundless = Numbers { phi: INFINITE, delta: INFINITE };
        self.aim.map_or(boundless, |aim| aim.threshold)
    }

    /// Lets the root, which is the top frame, go on past its thresholds if there are fewer nodes than there
    /// have to be; whether it does.
    pub(super) fn goes_on_at_root(&mut self, nodes: u64) -> bool {
        let goes_on = self.aim.is_some_and(|aim| nodes < aim.least);
        if goes_on {
            self.raise_thresholds();
        }
        goes_on
    }

    /// Lets the top frame, which is not solved, go on past its thresholds.
    pub(super) fn raise_thresholds(&mut self) {
        let frame = self.frames.last().expect("a frame that goes on is open");
        let Numbers { phi, delta } = self.view(frame.first).numbers;
        let raised = |number: u64| (number + number / 4 + 1).min(INFINITE);
        let frame = self.frames.last_mut().expect("a frame that goes on is open");
        frame.threshold.phi = frame.threshold.phi.max(raised(phi));
        frame.threshold.delta = frame.threshold.delta.max(raised(delta));
    }
}
